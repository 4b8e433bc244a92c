//! Loads a session from the store.

use crate::office::Office;
use crate::ports::StoreError;
use actors_core::channel::ChannelConfig;
use actors_core::ids::VisitorKey;
use actors_core::record::Stored;
use actors_core::session::Session;
use actors_core::session::restore::{CLIENT_IDS_KEPT, RECENT_LINES};
use actors_core::time::Timestamp;
use std::sync::Arc;

/// Number of lines per read.
const PAGE: usize = 500;

/// The limit of lines read for one visitor, however young they are.
const LINES_MAX: usize = 20_000;

/// Loads a visitor's session; `None` if the store knows nothing of them. The office limits the number of concurrent
/// loads.
pub(crate) async fn load(
    office: Arc<Office>,
    visitor: VisitorKey,
) -> Result<Option<Box<Session>>, StoreError> {
    let Ok(_turn) = Arc::clone(&office.loads).acquire_owned().await else {
        return Err(StoreError::Closed("the office closes".into()));
    };
    blocking(move || read(&office, visitor)).await
}

/// Reads the store in the blocking pool.
pub(crate) async fn blocking<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let read = actix_rt::task::spawn_blocking(move || {
        crate::thread_cache::enable();
        read()
    });
    read.await.unwrap_or_else(|_| Err(panicked()))
}

/// The error of a read that panicked.
pub(crate) fn panicked() -> StoreError {
    StoreError::Damaged("reading it panicked".into())
}

fn read(office: &Office, visitor: VisitorKey) -> Result<Option<Box<Session>>, StoreError> {
    let Some(head) = office.store.head(&visitor)? else {
        return Ok(None);
    };
    let now = office.clock.now();
    let lines = recent_lines(office, &visitor, now)?;
    let channel = office
        .directory
        .channel(&visitor.tenant, &head.channel)
        .unwrap_or_else(|| {
            Arc::new(ChannelConfig::plain(
                visitor.tenant.clone(),
                head.channel.clone(),
            ))
        });
    Ok(Some(Box::new(Session::restore(
        now, visitor, head, &lines, channel,
    ))))
}

/// The newest [`RECENT_LINES`] and all lines young enough that their client ids are remembered; oldest first.
fn recent_lines(
    office: &Office,
    visitor: &VisitorKey,
    now: Timestamp,
) -> Result<Vec<Stored>, StoreError> {
    let young = now - CLIENT_IDS_KEPT;
    let mut pages =
        vec![
            office
                .store
                .history(visitor, Timestamp::from_millis(i64::MAX), RECENT_LINES)?,
        ];
    let mut count = pages[0].len();
    let mut wanted = RECENT_LINES;
    while let Some(page) = pages.last() {
        let is_all = page.len() < wanted;
        let Some(oldest) = page.first().map(|line| line.entry.at) else {
            break;
        };
        if is_all || oldest < young || count >= LINES_MAX {
            break;
        }
        wanted = PAGE;
        let older = office.store.history(visitor, oldest, PAGE)?;
        count += older.len();
        pages.push(older);
    }
    Ok(pages.into_iter().rev().flatten().collect())
}
