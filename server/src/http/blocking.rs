//! Work that would hold a connection's thread up: the store, the disk, passwords, pictures. It is done on threads of its
//! own, and what has begun goes on to its end though whoever asked has gone.

use crate::error::ApiError;
use crate::state::State;
use actors_runtime::ports::{Store, StoreError};

/// Calls the store.
///
/// # Errors
/// 503 with the store's reason in the log.
pub async fn block<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    Ok(run(call).await??)
}

/// Reads the store, where many wait for it and it is soon read.
///
/// # Errors
/// 503 with the store's reason in the log.
pub async fn read<T: Send + 'static>(
    state: &State,
    read: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    Ok(state.office.read(read).await??)
}

/// Does work that has refusals of its own.
///
/// # Errors
/// Those of the work.
pub async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    run(work).await?
}

/// Does any work.
///
/// # Errors
/// 500: it was cut short.
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

/// Does work that may be done only while `permit` is held. It is held until the work is over, and not only as long as
/// somebody waits for it: whoever hangs up would make room for more than there is otherwise.
///
/// # Errors
/// 500: it was cut short.
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
