//! What the store knows of itself.

use super::disk::{Disk, store_error};
use crate::store::record;
use actors_runtime::ports::StoreError;
use sled::Tree;
use std::sync::Arc;

const EPOCH: &str = "epoch";
const NEXT_GROUP: &str = "next group";

/// The tree of what the store knows of itself. Not to be kept: a checkpoint waits for it to go.
pub struct Meta(Tree);

impl Meta {
    /// The tree; made where it is not there.
    pub fn open(disk: &Disk) -> Result<Self, StoreError> {
        let tree = disk.base()?.db.open_tree("meta");
        tree.map(Self).map_err(|error| store_error(&error))
    }

    /// The store's epoch, where it has one already.
    pub fn epoch(&self) -> Result<Option<Arc<str>>, StoreError> {
        self.text(EPOCH).map(|epoch| epoch.map(Arc::from))
    }

    /// Gives the store an epoch; not durable yet.
    pub fn make_epoch(&self) -> Result<Arc<str>, StoreError> {
        let epoch = uuid::Uuid::new_v4().simple().to_string();
        self.set(EPOCH, &epoch)?;
        Ok(Arc::from(epoch))
    }

    /// The number of the first group that was not written when the store was closed; a store that was not has a
    /// journal that says more.
    pub fn next_group(&self) -> Result<u64, StoreError> {
        let Some(text) = self.text(NEXT_GROUP)? else {
            return Ok(1);
        };
        text.parse()
            .map_err(|_| StoreError::Damaged(Arc::from("number of the next group")))
    }

    /// Keeps where the numbering of groups goes on.
    pub fn set_next_group(&self, number: u64) -> Result<(), StoreError> {
        self.set(NEXT_GROUP, &number.to_string())
    }

    fn text(&self, key: &str) -> Result<Option<String>, StoreError> {
        let Some(sealed) = self.0.get(key).map_err(|error| store_error(&error))? else {
            return Ok(None);
        };
        let text = String::from_utf8(record::open_document(&sealed)?);
        text.map(Some)
            .map_err(|error| StoreError::Damaged(Arc::from(error.to_string())))
    }

    fn set(&self, key: &str, text: &str) -> Result<(), StoreError> {
        let sealed = record::seal_document(text.as_bytes());
        self.0
            .insert(key, sealed)
            .map(drop)
            .map_err(|error| store_error(&error))
    }
}
