//! Finds what the index has and the store has not any more: the server ended while it was being forgotten.

use super::asking;
use super::index::Shelf;
use super::indexer::Failure;
use super::subject::{Kind, Subject};
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use tantivy::{TantivyDocument, TantivyError};

/// The subjects in the index whose oldest line in the store is another one, or gone.
///
/// # Errors
/// The disk's.
pub fn forgotten(shelf: &Shelf, store: &dyn Store) -> Result<Vec<Subject>, Failure> {
    let mut found = Vec::new();
    let searcher = shelf.reader.searcher();
    for segment in searcher.segment_readers() {
        let first = segment.fast_fields().u64("first")?;
        let documents = segment.get_store_reader(10).map_err(TantivyError::from)?;
        for id in segment.doc_ids_alive() {
            let document: TantivyDocument = documents.get(id)?;
            let Some(subject) = asking::subject(&shelf.fields, &document) else {
                continue;
            };
            let there = match &subject {
                Subject::Conversation(visitor, session) => first_at(store, visitor, *session)?,
                Subject::LeftMessage(key) | Subject::WorkOrder(key) => {
                    let kind = match subject.kind() {
                        Kind::LeftMessage => DocumentKind::LeaveMessage,
                        Kind::Conversation | Kind::WorkOrder => DocumentKind::WorkOrder,
                    };
                    store.document(kind, key)?.and(first.first(id))
                }
            };
            if there != first.first(id) {
                found.push(subject);
            }
        }
    }
    Ok(found)
}

fn first_at(
    store: &dyn Store,
    visitor: &VisitorKey,
    session: SessionNo,
) -> Result<Option<u64>, StoreError> {
    let lines = store.entries(visitor, session, Seq(1), 1)?;
    let first = lines.first().map(|line| line.entry.at.as_millis());
    Ok(first.map(|at| u64::try_from(at).unwrap_or(0)))
}
