//! Stores left messages and work orders: reads, lets the core decide, and writes all changes in one transaction.
//!
//! Everything here blocks on the disk, so callers run it on a blocking thread. A step that has begun completes even if
//! its caller is gone. A lock ensures that two steps on one order never overlap.

pub mod alarm;
mod erase;
pub mod items;
mod listing;
mod messages;
mod names;
mod pages;
mod refusals;
pub mod views;
mod work;

pub use erase::Erased;
pub use items::Noted;
pub use listing::{ItemFilter, Standing, Whose};
pub use messages::{Left, MessageFilter};
pub use pages::{Cursor, Page};
pub use work::{Access, NewOrder, OrderFilter, Said};

use crate::blocking::Locks;
use crate::error::ApiError;
use crate::search::feed::{Change, Feed};
use crate::search::subject::Subject;
use crate::webhooks::Webhooks;
use crate::webhooks::event::{Event, EventKind};
use actors_core::ids::{AgentId, ClientId, TenantId};
use actors_core::item::Item;
use actors_core::routing::DeskNews;
use actors_core::time::{Span, Timestamp};
use actors_core::work_order::Repeat;
use actors_runtime::Office;
use actors_runtime::ports::{DocumentChange, DocumentKind, Posted, Settled, Store, StoreError};
use parking_lot::MutexGuard;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tokio::sync::Notify;

/// How long a repeat is recognised by the client's id for the call (Protocol, 'Repeats', sendMsg).
const REPEATS_KNOWN_FOR: Span = Span::from_minutes(48 * 60);

/// The counts of open messages and new orders stop here.
pub const WAITING_MAX: usize = 100;

/// The left messages and work orders of all tenants.
pub struct Orders {
    store: Arc<dyn Store>,
    locks: Locks,
    /// Hear of new messages, and of new and changed orders.
    webhooks: Option<Arc<Webhooks>>,
    /// Notes changes for the search.
    feed: Arc<Feed>,
    /// Hears of new and changed items, for the desks.
    office: Option<Arc<Office>>,
    /// Notified when an alarm may have become the soonest one.
    sooner: Notify,
}

/// An agent who handles a message.
#[derive(Clone, Debug)]
pub struct Handler {
    /// The agent's id.
    pub agent: AgentId,
    /// The agent's name, as shown to visitors.
    pub nick: Arc<str>,
}

impl Orders {
    /// The messages and orders in this store. Their changes are noted for the search.
    pub fn new(store: Arc<dyn Store>, feed: &Arc<Feed>) -> Self {
        Self {
            store,
            locks: Locks::default(),
            webhooks: None,
            feed: Arc::clone(feed),
            office: None,
            sooner: Notify::new(),
        }
    }

    /// Tells webhooks of new messages, and of new and changed orders, and desks of every change.
    #[must_use]
    pub fn telling(mut self, webhooks: &Arc<Webhooks>, office: &Arc<Office>) -> Self {
        self.webhooks = Some(Arc::clone(webhooks));
        self.office = Some(Arc::clone(office));
        self
    }

    /// Tells every desk of the tenant what an item is now.
    fn show(&self, tenant: &TenantId, item: &Item) {
        if let Some(office) = &self.office {
            office.tell_desks(tenant, &DeskNews::Item(Box::new(item.card())));
        }
    }

    /// Waits for the lock of this record or list.
    fn turn(&self, name: &str) -> MutexGuard<'_, ()> {
        self.locks.lock(name)
    }

    fn read<T: DeserializeOwned>(
        &self,
        kind: DocumentKind,
        name: &str,
    ) -> Result<Option<T>, ApiError> {
        let json = self.store.document(kind, name).map_err(failed)?;
        json.map(|json| parsed(&json)).transpose()
    }

    fn write(&self, changes: &[DocumentChange]) -> Result<(), ApiError> {
        self.store.change_documents(changes).map_err(failed)?;
        for change in changes {
            let subject = match change.kind {
                DocumentKind::LeaveMessage => Subject::LeftMessage(change.key.clone()),
                DocumentKind::WorkOrder => Subject::WorkOrder(change.key.clone()),
                DocumentKind::ItemDue if change.json.is_some() => {
                    self.sooner.notify_one();
                    continue;
                }
                _ => continue,
            };
            self.feed.note(Change::Subject(subject));
        }
        Ok(())
    }

    /// Makes changes, and tells webhooks of them in the same commit.
    fn write_telling(
        &self,
        mut changes: Vec<DocumentChange>,
        (tenant, kind): (&TenantId, EventKind),
        event: impl FnOnce() -> Event,
    ) -> Result<(), ApiError> {
        let webhooks = self.webhooks.as_ref();
        let posted = webhooks.and_then(|webhooks| webhooks.tell(tenant, kind, event));
        let Some(Posted { documents, settled }) = posted else {
            return self.write(&changes);
        };
        changes.extend(documents);
        let written = self.write(&changes);
        settled(match written {
            Ok(()) => Settled::Durable,
            Err(_) => Settled::Refused,
        });
        written
    }
}

fn failed(error: StoreError) -> ApiError {
    match error {
        // The client sent an id longer than any key in the store.
        StoreError::TooLarge(_) => ApiError::NotFound,
        other => other.into(),
    }
}

fn parsed<T: DeserializeOwned>(json: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(json).map_err(ApiError::internal)
}

fn put(kind: DocumentKind, key: String, what: &impl Serialize) -> Result<DocumentChange, ApiError> {
    Ok(DocumentChange::put(
        kind,
        key,
        serde_json::to_vec(what).map_err(ApiError::internal)?,
    ))
}

/// Puts an entry of a list that no repeat is looked up in.
fn put_place(name: String) -> Result<DocumentChange, ApiError> {
    put(DocumentKind::OrderIndex, name, &None::<Repeat>)
}

/// Returns what identifies repeats of a call, or none if the client sent no id.
fn repeat(
    who: &str,
    id: Option<&ClientId>,
    content: &impl Serialize,
) -> Result<Option<Repeat>, ApiError> {
    let Some(id) = id else { return Ok(None) };
    let content = serde_json::to_vec(content).map_err(ApiError::internal)?;
    Ok(Some(Repeat {
        id: fingerprint(&[who.as_bytes(), id.as_str().as_bytes()]),
        content: fingerprint(&[&content]),
    }))
}

/// Returns a 64-bit hash of some texts. It is stored, so the algorithm must not change.
fn fingerprint(parts: &[&[u8]]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// Whether the call `asked` repeats the call `found`, which was stored at `at`.
///
/// # Errors
/// 422: the client reused an id with different content.
fn is_repeat(
    found: Repeat,
    at: Timestamp,
    asked: Repeat,
    now: Timestamp,
) -> Result<bool, ApiError> {
    if found.id != asked.id || now.since(at) > REPEATS_KNOWN_FOR {
        return Ok(false);
    }
    if found.content != asked.content {
        return Err(ApiError::IdReused);
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
