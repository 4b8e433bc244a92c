//! The metadata of the database.

use super::database::store_error;
use crate::store::record;
use actors_runtime::ports::StoreError;
use sled::{Db, Tree};
use std::sync::Arc;

const EPOCH: &str = "epoch";
const FOLDED: &str = "folded";

/// The tree with the metadata of the database. Drop it soon: a checkpoint waits for it.
pub struct Meta(Tree);

impl Meta {
    /// Opens the tree, and creates it if missing.
    pub fn open(db: &Db) -> Result<Self, StoreError> {
        let tree = db.open_tree("meta");
        tree.map(Self).map_err(|error| store_error(&error))
    }

    /// The epoch of the store, if it has one already.
    pub fn epoch(&self) -> Result<Option<Arc<str>>, StoreError> {
        self.text(EPOCH).map(|epoch| epoch.map(Arc::from))
    }

    /// Sets the epoch of the store; not durable yet.
    pub fn set_epoch(&self, epoch: &str) -> Result<(), StoreError> {
        self.set(EPOCH, epoch)
    }

    /// The number of the group up to which everything is folded, so that the journal need not hold it.
    pub fn folded(&self) -> Result<u64, StoreError> {
        Ok(self.number(FOLDED)?.unwrap_or(0))
    }

    /// Sets the number up to which everything is folded; not durable yet.
    pub fn set_folded(&self, number: u64) -> Result<(), StoreError> {
        self.set(FOLDED, &number.to_string())
    }

    fn number(&self, key: &str) -> Result<Option<u64>, StoreError> {
        let number = self.text(key)?.map(|text| text.parse()).transpose();
        number.map_err(|_| StoreError::Damaged(Arc::from("the number of a group")))
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
