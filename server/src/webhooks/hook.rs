//! A webhook, the events that wait for it, and its log, as they are stored.
//!
//! | document | key |
//! | --- | --- |
//! | a webhook, its state | `tenant/webhook` |
//! | a waiting event | `tenant/webhook/NUMBER` |
//! | an attempt | `tenant/webhook/NEWEST-NUMBER` |
//!
//! NUMBER rises with every event. NEWEST is the time subtracted from the maximum, so that the newest attempt comes first.

use super::event::EventKind;
use actors_core::ids::TenantId;
use actors_core::time::Timestamp;
use actors_runtime::ports::DocumentKind;
use arc_swap::ArcSwap;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::Notify;

/// Why the server turned a webhook off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum OffReason {
    /// The receiver answered 410.
    Gone,
    /// No delivery succeeded for five days.
    Failing,
}

/// The server turned a webhook off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnedOff {
    /// Why.
    pub why: OffReason,
    /// When, in milliseconds since the epoch.
    pub at: i64,
}

/// A secret that was replaced and is still valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldSecret {
    /// The secret.
    pub secret: String,
    /// When it stops, in milliseconds since the epoch.
    pub until: i64,
}

/// A webhook's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    /// Where events go.
    pub url: String,
    /// Which events.
    pub events: BTreeSet<EventKind>,
    /// What administrators write about it.
    pub description: String,
    /// Whether it gets events.
    pub enabled: bool,
    /// The secret that signs.
    pub secret: String,
    /// The secret before it.
    pub old: Option<OldSecret>,
    /// Why the server turned it off; none if an administrator did, or it is on.
    pub off: Option<TurnedOff>,
    /// When it was made, in milliseconds since the epoch.
    pub created_at: i64,
    /// Rises with every change.
    pub version: u64,
}

impl Config {
    /// The secrets that sign at this time.
    pub fn secrets(&self, now: Timestamp) -> Vec<&str> {
        let old = self.old.as_ref();
        let old = old.filter(|old| now.as_millis() < old.until);
        let old = old.map(|old| old.secret.as_str());
        std::iter::once(self.secret.as_str()).chain(old).collect()
    }
}

/// How deliveries go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Health {
    /// Events delivered.
    pub delivered: u64,
    /// Events that could not be delivered within a day.
    pub failed: u64,
    /// Events dropped because too many waited.
    pub missed: u64,
    /// Since when no delivery has succeeded, in milliseconds since the epoch.
    pub failing_since: Option<i64>,
    /// The time of the last attempt.
    pub last_at: Option<i64>,
    /// The status of its answer; none without an answer.
    pub last_status: Option<u16>,
}

/// An event that waits for its delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// The header `webhook-id`.
    pub id: String,
    /// Its kind.
    pub kind: EventKind,
    /// When it was queued, in milliseconds since the epoch.
    pub queued_at: i64,
    /// Events with the same value are delivered in order.
    pub conversation: String,
    /// The visitor it is about.
    pub visitor: Option<String>,
    /// What is sent.
    pub body: String,
    /// Attempts that failed.
    pub attempts: u32,
    /// When the next attempt is due, in milliseconds since the epoch.
    pub not_before: i64,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// The receiver took it.
    Delivered,
    /// There will be another attempt.
    Retried,
    /// There will be no other attempt.
    Failed,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Trouble {
    /// The address is not one that may be called.
    NotAllowed,
    /// The name has an address that is not public.
    NotPublic,
    /// There is no connection, or it broke.
    NotReached,
    /// There was no answer within ten seconds.
    TooSlow,
}

/// An attempt, in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// When the request left, in milliseconds since the epoch.
    pub at: i64,
    /// The event's id.
    pub event: String,
    /// Its kind.
    pub kind: EventKind,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// What came of it.
    pub outcome: Outcome,
    /// The answer's status.
    pub status: Option<u16>,
    /// Why there is no answer.
    pub trouble: Option<Trouble>,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// The beginning of the answer.
    pub answer: String,
    /// The visitor it is about.
    pub visitor: Option<String>,
    /// What was sent; none once the visitor is erased.
    pub body: Option<String>,
}

/// A webhook in memory.
pub struct Hook {
    /// Its tenant.
    pub tenant: TenantId,
    /// Its id.
    pub id: String,
    /// Its settings.
    pub config: ArcSwap<Config>,
    /// How deliveries go.
    pub health: Mutex<Health>,
    /// Events that wait.
    pub queued: AtomicUsize,
    /// Attempts in the log since it was last trimmed.
    pub(super) logged: AtomicUsize,
    /// Told when an event waits or the settings changed.
    pub(super) wake: Notify,
    /// Whether it was deleted.
    pub(super) is_deleted: AtomicBool,
    /// Whether it has a worker.
    pub(super) is_worked: AtomicBool,
}

impl Hook {
    /// A webhook for which nothing waits.
    pub fn new(tenant: TenantId, id: &str, config: Config, health: Health) -> Self {
        Self {
            tenant,
            id: id.to_owned(),
            config: ArcSwap::from_pointee(config),
            health: Mutex::new(health),
            queued: AtomicUsize::new(0),
            logged: AtomicUsize::new(0),
            wake: Notify::new(),
            is_deleted: AtomicBool::new(false),
            is_worked: AtomicBool::new(false),
        }
    }

    /// Its key in the store.
    pub fn key(&self) -> String {
        format!("{}/{}", self.tenant, self.id)
    }

    /// The prefix of the keys of its queue and its log.
    pub fn prefix(&self) -> String {
        format!("{}/{}/", self.tenant, self.id)
    }

    /// The key of a waiting event.
    pub fn queue_key(&self, number: u64) -> String {
        format!("{}/{}/{number:016x}", self.tenant, self.id)
    }

    /// The key of an attempt.
    pub fn log_key(&self, at: i64, number: u64) -> String {
        format!("{}{}", self.prefix(), delivery_id(at, number))
    }

    /// Counts events that wait no longer. An event may be counted twice, when it is delivered and forgotten at once.
    pub(super) fn count_gone(&self, gone: usize) {
        let left = |queued: usize| Some(queued.saturating_sub(gone));
        // It never fails, because `left` always returns a number.
        let _ = self
            .queued
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
    }

    /// Whether it wants events of this kind.
    pub fn wants(&self, kind: EventKind) -> bool {
        let config: &Arc<Config> = &self.config.load();
        config.enabled && config.events.contains(&kind)
    }
}

/// The id of an attempt, unique in its webhook. The newest sorts first.
pub fn delivery_id(at: i64, number: u64) -> String {
    format!("{:016x}-{number:016x}", i64::MAX - at.max(0))
}

/// Whether a text is the id of an attempt.
pub fn is_delivery_id(text: &str) -> bool {
    text.len() == 33 && text.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

/// The kinds of documents that belong to a webhook.
pub const KINDS_WITHIN: [DocumentKind; 2] = [DocumentKind::WebhookQueue, DocumentKind::WebhookLog];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_that_is_counted_twice_leaves_room_for_others() {
        let config = Config {
            url: String::new(),
            events: BTreeSet::new(),
            description: String::new(),
            enabled: true,
            secret: String::new(),
            old: None,
            off: None,
            created_at: 0,
            version: 1,
        };
        let hook = Hook::new("shop".into(), "1", config, Health::default());
        hook.queued.store(1, Ordering::Relaxed);

        hook.count_gone(1);
        hook.count_gone(1);

        assert_eq!(hook.queued.load(Ordering::Relaxed), 0);
    }
}
