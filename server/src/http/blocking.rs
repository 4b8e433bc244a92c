//! Work that would block a connection's thread: the store, the disk, passwords, pictures. It runs on separate threads,
//! and finishes even if the caller disconnects.

use crate::error::ApiError;
use crate::state::State;
use actors_runtime::ports::{Store, StoreError};
use parking_lot::{Mutex, MutexGuard};
use std::hash::{BuildHasher as _, Hash, RandomState};

/// Calls the store.
///
/// # Errors
/// 503 with the store's reason in the log.
pub async fn block<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    Ok(run(call).await??)
}

/// Reads the store on the office's reader threads, for frequent, short reads.
///
/// # Errors
/// 503 with the store's reason in the log.
pub async fn read<T: Send + 'static>(
    state: &State,
    read: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    Ok(state.office.read(read).await??)
}

/// Runs work that may be refused.
///
/// # Errors
/// Those of the work.
pub async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    run(work).await?
}

/// Runs any work.
///
/// # Errors
/// 500 if it panics or is cancelled.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let work = move || {
        actors_runtime::thread_cache::enable();
        work()
    };
    actix_web::web::block(work)
        .await
        .map_err(ApiError::internal)
}

/// Runs work that needs `permit`. The permit is held until the work ends, not only while the caller waits: a caller who
/// disconnects must not make room for more work than allowed.
///
/// # Errors
/// 500 if it panics or is cancelled.
pub async fn run_holding<T: Send + 'static>(
    permit: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    run(move || {
        let _held = permit;
        work()
    })
    .await
}

/// Locks by name, for work of which one at a time runs for each name. Names whose hashes meet wait for each other.
pub struct Locks {
    locks: [Mutex<()>; 64],
    hasher: RandomState,
}

impl Default for Locks {
    fn default() -> Self {
        Self {
            locks: [const { Mutex::new(()) }; 64],
            hasher: RandomState::new(),
        }
    }
}

impl Locks {
    /// Waits for the lock of this name.
    pub fn lock(&self, name: impl Hash) -> MutexGuard<'_, ()> {
        let hash = self.hasher.hash_one(name);
        self.locks[hash as usize % self.locks.len()].lock()
    }
}
