//! What webhooks tell, and how (Protocol, 'Webhooks').

use crate::catalogue::Catalogue;
use crate::system_texts::Sentences;
use crate::wire::message::{Eyes, Reader};
use crate::wire::names;
use actors_core::event::{Entry, Event as Happening};
use actors_core::ids::{Seq, SessionNo, VisitorId, VisitorKey};
use actors_core::message::Sender;
use actors_core::record::{Record, RecordBody};
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A kind of event. Stored by its name.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
pub enum EventKind {
    /// The first line of a session was written: the robot's welcome or the visitor's first message.
    #[serde(rename = "session.started")]
    SessionStarted,
    /// A session ended.
    #[serde(rename = "session.ended")]
    SessionEnded,
    /// The visitor, an agent or the robot said something. Never a note.
    #[serde(rename = "message.created")]
    MessageCreated,
    /// A message changed: a large model wrote it anew, it was recalled, rated, or its form was filled in.
    #[serde(rename = "message.updated")]
    MessageUpdated,
    /// An agent took over a conversation.
    #[serde(rename = "agent.assigned")]
    AgentAssigned,
    /// The visitor rated the service.
    #[serde(rename = "evaluation.created")]
    EvaluationCreated,
    /// A visitor left a message.
    #[serde(rename = "leave_message.created")]
    LeaveMessageCreated,
    /// There is a new work order.
    #[serde(rename = "work_order.created")]
    WorkOrderCreated,
    /// A work order changed, or got a reply that the visitor can read.
    #[serde(rename = "work_order.updated")]
    WorkOrderUpdated,
    /// A visitor was erased.
    #[serde(rename = "visitor.erased")]
    VisitorErased,
    /// An administrator tries the webhook. It cannot be chosen.
    #[serde(rename = "webhook.test")]
    Test,
}

impl EventKind {
    /// The kinds that a webhook can choose.
    pub const CHOICES: [Self; 10] = [
        Self::SessionStarted,
        Self::SessionEnded,
        Self::MessageCreated,
        Self::MessageUpdated,
        Self::AgentAssigned,
        Self::EvaluationCreated,
        Self::LeaveMessageCreated,
        Self::WorkOrderCreated,
        Self::WorkOrderUpdated,
        Self::VisitorErased,
    ];

    /// The name in bodies and settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::SessionStarted => "session.started",
            Self::SessionEnded => "session.ended",
            Self::MessageCreated => "message.created",
            Self::MessageUpdated => "message.updated",
            Self::AgentAssigned => "agent.assigned",
            Self::EvaluationCreated => "evaluation.created",
            Self::LeaveMessageCreated => "leave_message.created",
            Self::WorkOrderCreated => "work_order.created",
            Self::WorkOrderUpdated => "work_order.updated",
            Self::VisitorErased => "visitor.erased",
            Self::Test => "webhook.test",
        }
    }

    /// The choice with this name.
    pub fn chosen(name: &str) -> Option<Self> {
        Self::CHOICES.into_iter().find(|kind| kind.name() == name)
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// When.
    pub at: Timestamp,
    /// The visitor it is about, if erasing them must remove it.
    pub visitor: Option<VisitorId>,
    /// Events with the same value are delivered in order.
    pub conversation: String,
    /// What receivers get as `data`.
    pub data: Value,
}

impl Event {
    /// The whole body that receivers get.
    pub fn body(&self) -> String {
        #[derive(Serialize)]
        struct Body<'a> {
            r#type: EventKind,
            timestamp: String,
            data: &'a Value,
        }
        let body = Body {
            r#type: self.kind,
            timestamp: written(self.at),
            data: &self.data,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }
}

/// The time in a body that [`Event::body`] wrote.
pub fn happened_at(body: &str) -> Option<Timestamp> {
    #[derive(Deserialize)]
    struct Head {
        timestamp: DateTime<Utc>,
    }
    let head = serde_json::from_str::<Head>(body).ok()?;
    Some(Timestamp::from_millis(head.timestamp.timestamp_millis()))
}

/// A time as RFC 3339 writes it.
fn written(at: Timestamp) -> String {
    let at = DateTime::<Utc>::from_timestamp_millis(at.as_millis()).unwrap_or_default();
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Reads events from the records of a step.
pub struct Reading<'a> {
    /// Whose records.
    pub visitor: &'a VisitorKey,
    /// The product's sentences.
    pub sentences: &'a Sentences,
    /// The channels.
    pub catalogue: &'a Catalogue,
    /// Which events are wanted.
    pub wants: &'a dyn Fn(EventKind) -> bool,
}

impl Reading<'_> {
    /// The wanted events of these records, in their order.
    pub fn events(&self, records: &[Record]) -> Vec<Event> {
        let mut events = Vec::new();
        let head = records.iter().find_map(|record| match &record.body {
            RecordBody::Head(head) => Some(head.as_ref()),
            _ => None,
        });
        for record in records {
            match &record.body {
                RecordBody::Entry {
                    session,
                    seq,
                    entry,
                } => {
                    if *seq == Seq(1) {
                        let kind = EventKind::SessionStarted;
                        events.extend(self.event(kind, head, (*session, *seq), entry));
                    }
                    let kind = kind_of(entry);
                    events.extend(
                        kind.and_then(|kind| self.event(kind, head, (*session, *seq), entry)),
                    );
                }
                RecordBody::Amend {
                    session,
                    seq,
                    entry,
                } if kind_of(entry) == Some(EventKind::MessageCreated) => {
                    let kind = EventKind::MessageUpdated;
                    events.extend(self.event(kind, head, (*session, *seq), entry));
                }
                RecordBody::Amend { .. } | RecordBody::Head(_) | RecordBody::Forget(_) => {}
            }
        }
        events
    }

    fn event(
        &self,
        kind: EventKind,
        head: Option<&Head>,
        (session, seq): (SessionNo, Seq),
        entry: &Arc<Entry>,
    ) -> Option<Event> {
        if !(self.wants)(kind) {
            return None;
        }
        let visitor = &self.visitor.visitor;
        let channel = head.and_then(|head| self.catalogue.channel(head.channel.as_str()));
        let name = head.and_then(|head| head.details.as_ref());
        let name = name.map(|details| &details.name);
        let reader = Reader {
            visitor,
            name,
            channel: channel.as_deref(),
            language: head.map(|head| head.language).unwrap_or_default(),
            sentences: self.sentences,
            eyes: Eyes::Agent,
        };
        let mut data = Map::from_iter([
            (
                "sessionId".to_owned(),
                json!(names::session_id(visitor, session)),
            ),
            ("userId".to_owned(), json!(visitor.as_str())),
            (
                "userName".to_owned(),
                json!(name.map_or("", |name| name.as_ref())),
            ),
            (
                "channelId".to_owned(),
                json!(head.map_or("", |head| head.channel.as_str())),
            ),
            (
                "sessionTags".to_owned(),
                head.map_or_else(|| json!([]), |head| json!(head.tags)),
            ),
        ]);
        match kind {
            EventKind::MessageCreated | EventKind::MessageUpdated => {
                let message = reader.history(session, seq, entry);
                data.insert("message".to_owned(), serde_json::to_value(message).ok()?);
            }
            EventKind::SessionEnded | EventKind::AgentAssigned | EventKind::EvaluationCreated => {
                let happened = reader.exported(session, seq, entry).happened;
                if let Ok(Value::Object(mut fields)) = serde_json::to_value(happened) {
                    fields.remove("event");
                    data.extend(fields);
                }
            }
            _ => {}
        }
        Some(Event {
            kind,
            at: entry.at,
            visitor: Some(visitor.clone()),
            conversation: visitor.to_string(),
            data: Value::Object(data),
        })
    }
}

/// The event that a line of the log is, besides a session's beginning.
fn kind_of(entry: &Entry) -> Option<EventKind> {
    match &entry.event {
        Happening::Message(message) => {
            let is_told = message.sender != Sender::System && message.is_for_visitors();
            is_told.then_some(EventKind::MessageCreated)
        }
        Happening::Connected { .. } => Some(EventKind::AgentAssigned),
        Happening::Closed(_) => Some(EventKind::SessionEnded),
        Happening::Evaluated(_) => Some(EventKind::EvaluationCreated),
        Happening::EvaluationInvited
        | Happening::Recalled(_)
        | Happening::Amended(_)
        | Happening::Call(_)
        | Happening::Tagged(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_found_by_its_name_and_stored_by_it() {
        for kind in EventKind::CHOICES {
            assert_eq!(EventKind::chosen(kind.name()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.name()));
        }
        assert_eq!(EventKind::chosen("webhook.test"), None);
    }

    #[test]
    fn a_body_names_its_type_first_and_has_a_time_in_utc() {
        let event = Event {
            kind: EventKind::VisitorErased,
            at: Timestamp::from_millis(1_790_000_000_123),
            visitor: None,
            conversation: "v".to_owned(),
            data: json!({ "userId": "v" }),
        };

        assert_eq!(
            event.body(),
            r#"{"type":"visitor.erased","timestamp":"2026-09-21T14:13:20.123Z","data":{"userId":"v"}}"#
        );
    }
}
