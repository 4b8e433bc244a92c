//! What the committer, the folder and the readers share.

use super::disk::Disk;
use super::opening::Acknowledged;
use super::queue::Queue;
use super::unfolded::Unfolded;
use actors_runtime::ports::StoreError;
use parking_lot::{Mutex, RwLock};
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// What the committer, the folder and the readers share.
pub struct Shared {
    /// The database with what is folded, and the journal's files.
    pub disk: Disk,
    /// What is not.
    pub unfolded: RwLock<Unfolded>,
    /// What waits to be written.
    pub queue: Queue,
    /// How far answers have gone out.
    pub acknowledged: Acknowledged,
    /// Groups written since the start.
    pub groups: AtomicU64,
    /// Syncs of the journal's file since the start.
    pub syncs: AtomicU64,
    /// Visitors folded since the start.
    pub folded: AtomicU64,
    /// Bytes the journal holds.
    pub journal_bytes: AtomicU64,
    /// Why no more writes are taken, where one failed.
    pub failure: Mutex<Option<StoreError>>,
    /// Keeps other processes out for as long as it is open.
    pub _lock: File,
}

impl Shared {
    /// Takes no more writes; returns what callers hear from here on.
    pub fn fail(&self, error: &StoreError) -> StoreError {
        let closed = match error {
            StoreError::Closed(_) => error.clone(),
            StoreError::Damaged(_) | StoreError::Disk(_) | StoreError::TooLarge(_) => {
                tracing::error!(%error, "the store takes no more writes");
                StoreError::Closed(Arc::from(error.to_string()))
            }
        };
        let first = self.failure.lock().get_or_insert(closed).clone();
        self.queue.refuse(first.clone());
        first
    }

    /// Why no more writes are taken, where one failed.
    pub fn failure(&self) -> Option<StoreError> {
        self.failure.lock().clone()
    }
}
