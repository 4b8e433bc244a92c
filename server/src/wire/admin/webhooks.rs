//! The calls of webhooks (Protocol, 'Webhooks').

use crate::webhooks::event::EventKind;
use crate::webhooks::hook::{Hook, LogLine, OffReason, Outcome, Trouble};
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

/// webhooks/put.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PutWebhookRequest {
    /// The webhook to change; none for a new one.
    pub webhook_id: Option<String>,
    /// Where events go: https, a host name and port 443, or an address that the operator allows.
    pub url: String,
    /// The names of the events it gets.
    pub events: Vec<String>,
    /// A note for administrators, at most 500 characters.
    pub description: String,
    /// Whether it gets events.
    pub enabled: bool,
    /// The version that was read; none for a new one.
    pub version: Option<u64>,
}

/// A call that names one webhook.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WebhookRequest {
    /// The webhook.
    pub webhook_id: String,
}

/// webhooks/deliveries.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DeliveriesRequest {
    /// The webhook.
    pub webhook_id: String,
    /// The cursor of the previous page.
    pub cursor: Option<String>,
}

/// A call that names one attempt.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DeliveryRequest {
    /// The webhook.
    pub webhook_id: String,
    /// The attempt.
    pub delivery_id: String,
}

/// A webhook.
#[derive(Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireWebhook {
    /// Its id.
    pub webhook_id: String,
    /// Where events go.
    pub url: String,
    /// The events it gets.
    pub events: Vec<EventKind>,
    /// A note for administrators.
    pub description: String,
    /// Whether it gets events.
    pub enabled: bool,
    /// Why the server turned it off: gone (the receiver answered 410) or failing (for five days).
    pub off_reason: Option<OffReason>,
    /// When the server turned it off, in milliseconds since the epoch.
    pub off_at: Option<i64>,
    /// Until when the secret before is valid, in milliseconds since the epoch.
    pub old_secret_until: Option<i64>,
    /// Events that wait.
    pub queued: usize,
    /// Events delivered.
    pub delivered: u64,
    /// Events that could not be delivered within a day.
    pub failed: u64,
    /// Events dropped because too many waited.
    pub missed: u64,
    /// Since when no delivery has succeeded, in milliseconds since the epoch; null if the last one did.
    pub failing_since: Option<i64>,
    /// When the last attempt was, in milliseconds since the epoch.
    pub last_at: Option<i64>,
    /// The status of its answer; null without an answer.
    pub last_status: Option<u16>,
    /// When it was made, in milliseconds since the epoch.
    pub created_at: i64,
    /// Rises with every change.
    pub version: u64,
}

impl WireWebhook {
    /// A webhook as it is at this time.
    pub fn of(hook: &Hook, now: Timestamp) -> Self {
        let config = hook.config.load();
        let health = hook.health.lock();
        let old = config.old.as_ref();
        let old = old.filter(|old| now.as_millis() < old.until);
        Self {
            webhook_id: hook.id.clone(),
            url: config.url.clone(),
            events: config.events.iter().copied().collect(),
            description: config.description.clone(),
            enabled: config.enabled,
            off_reason: config.off.map(|off| off.why),
            off_at: config.off.map(|off| off.at),
            old_secret_until: old.map(|old| old.until),
            queued: hook.queued.load(Ordering::Relaxed),
            delivered: health.delivered,
            failed: health.failed,
            missed: health.missed,
            failing_since: health.failing_since,
            last_at: health.last_at,
            last_status: health.last_status,
            created_at: config.created_at,
            version: config.version,
        }
    }
}

/// The response of webhooks/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhooksResponse {
    /// The webhooks, the oldest first; at most 20.
    pub list: Vec<WireWebhook>,
}

/// The response of webhooks/put and webhooks/rotate.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookResponse {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: WireWebhook,
    /// The secret, if it is new. No other call returns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// An attempt to deliver an event.
#[derive(Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireDelivery {
    /// Its id.
    pub delivery_id: String,
    /// When the request left, in milliseconds since the epoch.
    pub at: i64,
    /// The event's id: the header `webhook-id`.
    pub event_id: String,
    /// The event's name.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// What came of it: delivered, retried (there will be another attempt) or failed.
    pub outcome: Outcome,
    /// The answer's status; null without an answer.
    pub status: Option<u16>,
    /// Why there is no answer: notAllowed, notPublic, notReached or tooSlow.
    pub trouble: Option<Trouble>,
    /// How long it took, in milliseconds.
    pub ms: u64,
}

impl WireDelivery {
    /// An attempt from the log.
    pub fn of(id: String, line: &LogLine) -> Self {
        Self {
            delivery_id: id,
            at: line.at,
            event_id: line.event.clone(),
            kind: line.kind,
            attempt: line.attempt,
            outcome: line.outcome,
            status: line.status,
            trouble: line.trouble,
            ms: line.ms,
        }
    }
}

/// The response of webhooks/deliveries.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DeliveriesResponse {
    /// The attempts, newest first.
    pub list: Vec<WireDelivery>,
    /// Where the next page begins; empty on the last.
    pub cursor: String,
}

/// The response of webhooks/delivery and webhooks/test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryResponse {
    /// The attempt.
    #[serde(flatten)]
    pub delivery: WireDelivery,
    /// What was sent; null once its visitor is erased.
    pub body: Option<String>,
    /// The beginning of the answer.
    pub answer: String,
}

impl DeliveryResponse {
    /// An attempt from the log.
    pub fn of(id: String, line: LogLine) -> Self {
        Self {
            delivery: WireDelivery::of(id, &line),
            body: line.body,
            answer: line.answer,
        }
    }
}
