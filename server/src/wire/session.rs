//! Opening a session, and polling it.

use crate::system_texts::{self, Sentences};
use crate::wire::call::WireCallEvent;
use crate::wire::codes;
use crate::wire::forms::{WireValue, write_value};
use crate::wire::message::{Reader, WireMessage, feedback};
use crate::wire::names;
use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{Seq, SessionNo};
use actors_core::message::attributes::{Amendment, Change};
use actors_core::session::commands::poll::Partial;
use actors_core::time::Timestamp;
use actors_core::waiting::WaitRange;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema as _, ToSchema as _};

/// chatStart (Protocol, 'Starting and ending', session-start payload). Every field may be absent, null or empty.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChatStartRequest {
    /// The channel; required.
    pub channel_id: Option<String>,
    /// The tenant's own id of the visitor.
    pub pid: Option<String>,
    /// The tenant's own parameters, as JSON text.
    pub params: Option<String>,
    /// The visitor's name.
    pub user_name: Option<String>,
    /// The visitor, if the page knows them.
    pub user_id: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Telephone.
    pub phone: Option<String>,
    /// The group the visitor will be transferred to.
    pub group_id: Option<String>,
    /// The agent the visitor will be transferred to.
    pub admin_id: Option<String>,
    /// The language the page is shown in.
    pub locale: Option<String>,
    /// The tenant's campaign code.
    pub fiy_book_code: Option<String>,
    /// The previous page.
    pub previous_url: Option<String>,
    /// The page the visitor came from.
    pub refer: Option<String>,
    /// HMAC-SHA256 of `userId` with the channel's identity secret, in hex.
    pub user_hash: Option<String>,
    /// The title of the shop's page.
    pub title: Option<String>,
    /// The shop's own names and values of its page: a JSON object of at most 20 short texts, as text.
    pub context: Option<String>,
    /// 1: join the queue ahead. Ignored without the right `priorityHash`.
    pub priority: Option<u8>,
    /// HMAC-SHA256 of `priority=1`, a line feed and `userId`, with the channel's identity secret, in hex.
    pub priority_hash: Option<String>,
    /// The IANA name of the browser's time zone.
    pub time_zone: Option<String>,
    /// The visitor's token, if it does not come as a header.
    pub token: Option<String>,
    /// The token of a mail's link. A valid one opens its conversation, whatever else the page knows of its visitor.
    pub link: Option<String>,
    /// A queue ticket: opens the session of the visitor who waits.
    pub ticket: Option<String>,
}

/// How long a waiting visitor will still wait, in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WireWait {
    /// At least.
    pub from: u64,
    /// At most.
    pub to: u64,
}

impl From<WaitRange> for WireWait {
    fn from(range: WaitRange) -> Self {
        Self {
            from: range.from.as_millis(),
            to: range.to.as_millis(),
        }
    }
}

/// queueTicket.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TicketRequest {
    /// The visitor, who must be the token's.
    pub user_id: Option<String>,
}

/// The response of queueTicket.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketResponse {
    /// The ticket.
    pub ticket: String,
    /// Path and fragment of the page that it opens, for a QR code.
    pub link: String,
    /// When it ends.
    pub expires_at: i64,
}

/// The response of chatStart.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatStartResponse {
    /// The visitor.
    pub user_id: String,
    /// The session.
    pub session_id: String,
    /// The page.
    pub poll_id: String,
    /// 1 robot, 2 manual, 3 queued.
    pub status: u8,
    /// The server's time.
    pub server_time: i64,
    /// The agent's name, while connected to one.
    pub admin_nick: String,
    /// Signed; authenticates every later call.
    pub token: String,
    /// Identifies the store's history.
    pub epoch: String,
    /// Whether the visitor's identity is verified.
    pub verified: bool,
    /// Number of messages for getOfflineMsg.
    pub offline: usize,
    /// Whether the visitor may rate.
    pub enable_evaluate: bool,
    /// The place in the queue, 1 for the first; 0 if the visitor does not wait.
    pub wait_index: u32,
    /// How long they will still wait, if that may be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_wait: Option<WireWait>,
    /// Whether the visitor has already rated.
    pub evaluated: bool,
}

/// getEventMsg (Protocol, 'Polling').
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollRequest {
    /// The page.
    pub poll_id: String,
    /// How long to wait, in ms, at most 25,000; absent to not wait.
    pub wait: Option<u64>,
    /// Everything up to and including this seq has been handled.
    pub cursor: Option<u64>,
    /// The history that the cursor belongs to.
    pub epoch: Option<String>,
    /// Every call signal up to and including this callSeq has been handled.
    pub call_cursor: Option<u64>,
}

/// The response of getEventMsg.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollResponse {
    /// 0 ended, 1 robot, 2 manual, 3 queued.
    pub status: u8,
    /// The place in the queue, 1 for the first; 0 if the visitor does not wait.
    pub wait_index: u32,
    /// How long they will still wait, if that may be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_wait: Option<WireWait>,
    /// The cursor of the next poll.
    pub cursor: u64,
    /// Identifies the store's history.
    pub epoch: String,
    /// More events wait: poll again at once.
    pub more: bool,
    /// The cursor belongs to another history: load everything again.
    pub gap: bool,
    /// The events, oldest first.
    pub msg_list: Vec<WireEvent>,
}

/// An event.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum WireEvent {
    /// 1201.
    Message(Box<WireMessage>),
    /// 1207, 1208.
    Call(Box<WireCallEvent>),
    /// Any other event.
    Other(Box<WireHappening>),
}

/// `anyOf`, because readers tell the types apart by `event`, and both schemas may match the same object.
impl utoipa::PartialSchema for WireEvent {
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .description(Some(
                "Something that happened: a message (1201) or anything else.",
            ))
            .item(Ref::from_schema_name(WireMessage::name()))
            .item(Ref::from_schema_name(WireHappening::name()))
            .into()
    }
}

impl utoipa::ToSchema for WireEvent {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((WireMessage::name().into(), WireMessage::schema()));
        schemas.push((WireHappening::name().into(), WireHappening::schema()));
        WireMessage::schemas(schemas);
        WireHappening::schemas(schemas);
    }
}

/// An event that is not a message (Protocol, 'Events').
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireHappening {
    /// 1200 connected, 1202 closed, 1203 evaluation invited, 1204 typing, 1205 recalled, 1206 amended. 1206 without a
    /// msgId only carries a seq.
    pub event: u16,
    /// Its number in the log; typing has none.
    pub seq: Option<u64>,
    /// The session.
    pub session_id: String,
    /// The time.
    pub msg_time: i64,
    /// 1205, 1206: the message.
    pub msg_id: Option<String>,
    /// 1200: the agent.
    pub admin_id: Option<String>,
    /// 1200: the agent's name.
    pub admin_nick: Option<String>,
    /// 1200: the agent's picture.
    pub admin_face: Option<String>,
    /// 1202: 1 visitor timeout, 2 agent, 3 another page, other numbers: the chat is over.
    pub out_type: Option<u8>,
    /// 1202: the sentence to show.
    pub msg_content: Option<String>,
    /// 1206: the form was filled in.
    pub filled_flag: Option<u8>,
    /// 1206: the answers of the form, one per field; null for an empty one.
    pub answers: Option<Vec<Option<WireValue>>>,
    /// 1206: the visitor's rating of the answer: 0 it helped, 1 it did not.
    pub disabled: Option<u8>,
    /// 1206: data that the visitor's page stores with the message.
    pub doc_node: Option<String>,
}

impl Reader<'_> {
    /// A line of the log as a poll returns it.
    pub fn event(&self, session: SessionNo, seq: Seq, entry: &Entry) -> WireEvent {
        let happening = WireHappening {
            seq: Some(seq.0),
            session_id: names::session_id(self.visitor, session),
            msg_time: entry.at.as_millis(),
            ..WireHappening::default()
        };
        let happening = match &entry.event {
            Event::Message(_) | Event::Evaluated(_) => match self.message(session, seq, entry) {
                Some(mut message) => {
                    message.event = Some(codes::event::MESSAGE);
                    return WireEvent::Message(Box::new(message));
                }
                // The line has a number, so it is reported, but without content.
                None => WireHappening {
                    event: codes::event::MESSAGE_AMENDED,
                    ..happening
                },
            },
            // The line has a number, so it is reported, but without content.
            Event::Tagged(_) => WireHappening {
                event: codes::event::MESSAGE_AMENDED,
                ..happening
            },
            Event::Call(line) => {
                let told = self.call_line(session, seq, entry.at, line);
                return WireEvent::Call(Box::new(told));
            }
            Event::Connected { agent, nick, face } => WireHappening {
                event: codes::event::AGENT_CONNECTED,
                admin_id: Some(agent.to_string()),
                admin_nick: Some(nick.to_string()),
                admin_face: Some(face.to_string()),
                ..happening
            },
            Event::Closed(closing) => WireHappening {
                event: codes::event::SESSION_CLOSED,
                out_type: Some(codes::out_type(*closing)),
                msg_content: Some(self.sentences.closing(*closing, self.language)),
                ..happening
            },
            Event::EvaluationInvited => WireHappening {
                event: codes::event::EVALUATION_INVITED,
                ..happening
            },
            Event::Recalled(seq) => WireHappening {
                event: codes::event::MESSAGE_RECALLED,
                msg_id: Some(names::message_id(
                    self.visitor,
                    actors_core::ids::MessageId { session, seq: *seq },
                )),
                ..happening
            },
            Event::Amended(amendment) => self.amended(amendment, happening),
        };
        WireEvent::Other(Box::new(happening))
    }

    /// 1206: how a message changed.
    fn amended(&self, amendment: &Amendment, happening: WireHappening) -> WireHappening {
        let mut amended = WireHappening {
            event: codes::event::MESSAGE_AMENDED,
            msg_id: Some(names::message_id(self.visitor, amendment.message)),
            ..happening
        };
        match &amendment.change {
            Change::Filled(answers) => {
                amended.filled_flag = Some(1);
                amended.answers = Some(answers.iter().map(write_value).collect());
            }
            Change::Rated(rated) => amended.disabled = Some(feedback(*rated)),
            Change::Noted(note) => amended.doc_node = Some(note.to_string()),
        }
        amended
    }

    /// The current text of a reply that is being written. It is not stored, so it has no seq.
    pub fn partial(&self, session: SessionNo, partial: &Partial) -> Option<WireEvent> {
        let mut message = self.message(session, partial.seq, &partial.entry)?;
        message.event = Some(codes::event::MESSAGE);
        message.seq = 0;
        message.partial = Some(1);
        Some(WireEvent::Message(Box::new(message)))
    }

    /// The agent is typing. This is not stored, so it has no seq.
    pub fn typing(&self, session: SessionNo, now: Timestamp) -> WireEvent {
        WireEvent::Other(Box::new(WireHappening {
            event: codes::event::AGENT_TYPING,
            session_id: names::session_id(self.visitor, session),
            msg_time: now.as_millis(),
            ..WireHappening::default()
        }))
    }

    /// Another page was opened. Sent once, to the old page.
    pub fn opened_elsewhere(&self, session: SessionNo, now: Timestamp) -> WireEvent {
        let sentences: &Sentences = self.sentences;
        WireEvent::Other(Box::new(WireHappening {
            event: codes::event::SESSION_CLOSED,
            session_id: names::session_id(self.visitor, session),
            msg_time: now.as_millis(),
            out_type: Some(codes::OPENED_ELSEWHERE),
            msg_content: Some(sentences.say(system_texts::OPENED_ELSEWHERE, self.language, &[])),
            ..WireHappening::default()
        }))
    }
}

/// Calls that name only the visitor: chatClose, leaveQueue, isEvaluate, getAdminCard.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct BareRequest {}

/// Calls that name the page: getOfflineMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageRequest {
    /// The page.
    pub poll_id: String,
}

/// msgComplete.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadRequest {
    /// The page.
    pub poll_id: String,
    /// Up to and including this seq; absent for everything served.
    pub cursor: Option<u64>,
}

/// transferAgent.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TransferRequest {
    /// The requested group.
    pub group_id: Option<String>,
    /// The requested agent.
    pub admin_id: Option<String>,
}

/// The response of transferAgent.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferResponse {
    /// The agent, if connected.
    pub admin_id: String,
    /// 1 no agent, 2 connected, 3 queued, 4 failed, 5 off work.
    pub status: u8,
    /// The agent's name, if connected.
    pub admin_nick: String,
    /// The place in the queue, 1 for the first.
    pub wait_index: u32,
    /// How long they will still wait, if that may be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_wait: Option<WireWait>,
}
