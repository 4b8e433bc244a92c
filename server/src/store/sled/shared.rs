//! What the committer, the folder and the readers share.

use super::disk::Disk;
use super::opening::Acknowledged;
use super::queue::Queue;
use super::unfolded::Unfolded;
use crate::telemetry::OncePerMinute;
use actors_core::time::Timestamp;
use actors_runtime::clock::{Clock as _, SteadyClock};
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
    /// Lines that the disk is full.
    pub full_lines: OncePerMinute,
    /// Lines that it has room again.
    pub room_lines: OncePerMinute,
    /// Keeps other processes out for as long as it is open.
    pub _lock: File,
}

impl Shared {
    /// Takes no more writes; returns what callers hear from here on. A full disk is the weakest reason: it ends.
    pub fn fail(&self, error: &StoreError) -> StoreError {
        let mut failure = self.failure.lock();
        match &*failure {
            Some(known) if !is_full(known) || is_full(error) => return known.clone(),
            Some(_) | None => {}
        }
        let heard = match error {
            StoreError::Closed(_) => error.clone(),
            StoreError::Full(why) => {
                if let Some(times) = self.full_lines.count(now()) {
                    tracing::error!(%why, times, "the disk is full: the store takes no writes until there is room");
                }
                error.clone()
            }
            StoreError::Damaged(_) | StoreError::Disk(_) | StoreError::TooLarge(_) => {
                tracing::error!(%error, "the store takes no more writes");
                StoreError::Closed(Arc::from(error.to_string()))
            }
        };
        *failure = Some(heard.clone());
        // Under the lock: `recover` must not come in between.
        self.queue.refuse(heard.clone());
        heard
    }

    /// Takes writes again after the disk was full; `false` when they are refused for another reason.
    pub fn recover(&self) -> bool {
        let mut failure = self.failure.lock();
        if failure.as_ref().is_some_and(|known| !is_full(known)) || !self.queue.accept() {
            return false;
        }
        *failure = None;
        if let Some(times) = self.room_lines.count(now()) {
            tracing::warn!(times, "the disk has room again: the store takes writes");
        }
        true
    }

    /// Why no more writes are taken, where one failed.
    pub fn failure(&self) -> Option<StoreError> {
        self.failure.lock().clone()
    }
}

fn now() -> Timestamp {
    SteadyClock::from_machine().now()
}

/// Whether writes fail for lack of room alone.
pub fn is_full(error: &StoreError) -> bool {
    matches!(error, StoreError::Full(_))
}
