//! The state shared by the committer, the folder and the readers.

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

/// The state shared by the committer, the folder and the readers.
pub struct Shared {
    /// The database of folded records, and the journal's files.
    pub disk: Disk,
    /// The records that are not folded.
    pub unfolded: RwLock<Unfolded>,
    /// Appends that wait to be written.
    pub queue: Queue,
    /// The number of the newest acknowledged group, on disk.
    pub acknowledged: Acknowledged,
    /// Groups written since the start.
    pub groups: AtomicU64,
    /// Syncs of the journal's file since the start.
    pub syncs: AtomicU64,
    /// Visitors folded since the start.
    pub folded: AtomicU64,
    /// Bytes the journal holds.
    pub journal_bytes: AtomicU64,
    /// Why the store accepts no more writes, or `None`.
    pub failure: Mutex<Option<StoreError>>,
    /// Limits the log lines about a full disk.
    pub full_lines: OncePerMinute,
    /// Limits the log lines about a disk that has room again.
    pub room_lines: OncePerMinute,
    /// Locks out other processes while it is open.
    pub _lock: File,
}

impl Shared {
    /// Refuses writes from here on, and returns the error that callers get. Any other reason replaces a full disk,
    /// because only that is temporary.
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
                    tracing::error!(code = "FD101", %why, times, "the disk is full: the store accepts no writes until there is room");
                }
                error.clone()
            }
            StoreError::Damaged(_) | StoreError::Disk(_) | StoreError::TooLarge(_) => {
                tracing::error!(code = "FD103", %error, "the store accepts no writes until the server restarts");
                StoreError::Closed(Arc::from(error.to_string()))
            }
        };
        *failure = Some(heard.clone());
        // Still under the lock: `recover` must not run in between.
        self.queue.refuse(heard.clone());
        heard
    }

    /// Accepts writes again after the disk was full. Returns `false` if they are refused for another reason.
    pub fn recover(&self) -> bool {
        let mut failure = self.failure.lock();
        if failure.as_ref().is_some_and(|known| !is_full(known)) || !self.queue.accept() {
            return false;
        }
        *failure = None;
        if let Some(times) = self.room_lines.count(now()) {
            tracing::warn!(
                code = "FD102",
                times,
                "the disk has room again: the store accepts writes"
            );
        }
        true
    }

    /// Why the store accepts no more writes, or `None`.
    pub fn failure(&self) -> Option<StoreError> {
        self.failure.lock().clone()
    }
}

fn now() -> Timestamp {
    SteadyClock::from_machine().now()
}

/// Whether writes fail only because the disk is full.
pub fn is_full(error: &StoreError) -> bool {
    matches!(error, StoreError::Full(_))
}
