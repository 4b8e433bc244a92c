//! Applies groups to the local store, each with the position behind it, so that the two never differ.

use super::super::SledStore;
use super::super::batch::Batch;
use actors_cluster::position::Position;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store as _, StoreError};
use serde::Serialize;
use std::sync::Arc;

/// The name of the document with the position in the log.
const POSITION: &str = "position";

/// The name of the document with the epoch of the cluster's records, which cursors belong to.
const EPOCH: &str = "epoch";

/// What a store knows of its cluster when it begins from a snapshot: its position in the log, and the records' epoch.
pub fn own_documents(position: Position, epoch: &str) -> Vec<DocumentChange> {
    vec![position_document(position), epoch_document(epoch)]
}

/// The epoch of the cluster's records; `None` if the store knows none.
pub fn epoch(store: &SledStore) -> Result<Option<Arc<str>>, StoreError> {
    let json = store.document(DocumentKind::Cluster, EPOCH)?;
    let epoch = json.and_then(|json| serde_json::from_slice::<String>(&json).ok());
    Ok(epoch.map(Arc::from))
}

/// Sets the epoch of the cluster's records.
pub fn epoch_document(epoch: &str) -> DocumentChange {
    document(EPOCH, &epoch)
}

fn position_document(position: Position) -> DocumentChange {
    document(POSITION, &position)
}

fn document(key: &str, value: &impl Serialize) -> DocumentChange {
    let json = serde_json::to_vec(value).unwrap_or_default();
    DocumentChange::put(DocumentKind::Cluster, key, json)
}

/// The position that the store has applied; `None` if it never followed a log.
pub fn position(store: &SledStore) -> Result<Option<Position>, StoreError> {
    let Some(json) = store.document(DocumentKind::Cluster, POSITION)? else {
        return Ok(None);
    };
    let position = serde_json::from_slice(&json);
    position.map(Some).map_err(|error| {
        StoreError::Damaged(Arc::from(format!(
            "the position in the cluster's log: {error}"
        )))
    })
}

/// Whether the store holds nothing.
pub fn is_empty(store: &SledStore) -> Result<bool, StoreError> {
    let tenants = store.documents_page(DocumentKind::Tenant, "", None, 1)?;
    Ok(tenants.is_empty())
}

/// Applies a group's appends, and then answers them. Blocks while far more waits for the local disk than it can take.
pub fn apply(store: &SledStore, mut group: Batch, position: Position) -> Result<(), StoreError> {
    let place = position_document(position);
    let mut names = group.documents()?;
    names.push((place.kind, place.key.clone()));
    group.add(Vec::new(), &[place], Box::new(|_| ()));
    store.push(&mut group, &names);
    Ok(())
}
