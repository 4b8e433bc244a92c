//! Opening a session and waiting in it.

use crate::system_texts::{self, Sentences};
use crate::wire::call::WireCallEvent;
use crate::wire::codes;
use crate::wire::forms::{WireValue, write_value};
use crate::wire::message::{Reader, WireMessage, feedback};
use crate::wire::names;
use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{Seq, SessionNo};
use actors_core::message::aside::{Amendment, Change};
use actors_core::session::commands::poll::Partial;
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema as _, ToSchema as _};

/// chatStart (Protocol, 'Starting and ending', session-start payload). Every field may be absent, null or empty.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChatStartRequest {
    /// The channel; required.
    pub channel_id: Option<String>,
    /// The tenant's own number of the visitor.
    pub pid: Option<String>,
    /// The tenant's own parameters, as JSON text.
    pub params: Option<String>,
    /// The visitor's name.
    pub user_name: Option<String>,
    /// The visitor, where the page knows them.
    pub user_id: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Telephone.
    pub phone: Option<String>,
    /// The group the visitor will ask for.
    pub group_id: Option<String>,
    /// The agent the visitor will ask for.
    pub admin_id: Option<String>,
    /// The language the page reads.
    pub locale: Option<String>,
    /// The tenant's own code of a campaign.
    pub fiy_book_code: Option<String>,
    /// The page before this one.
    pub previous_url: Option<String>,
    /// Where the visitor came from.
    pub refer: Option<String>,
    /// HMAC-SHA256 of `userId` under the channel's identity secret, in hex.
    pub user_hash: Option<String>,
    /// The visitor's token, where it does not come as a header.
    pub token: Option<String>,
}

/// What chatStart answers.
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
    /// The agent's name, while with one.
    pub admin_nick: String,
    /// Signed, for every later call.
    pub token: String,
    /// Names the store's history.
    pub epoch: String,
    /// Whether the visitor is who the page said.
    pub verified: bool,
    /// Messages getOfflineMsg holds.
    pub offline: usize,
    /// Whether the visitor may rate.
    pub enable_evaluate: bool,
    /// The place in the queue, 1 for the first; 0 for nobody who waits.
    pub wait_index: u32,
    /// Whether the visitor has rated.
    pub evaluated: bool,
}

/// getEventMsg (Protocol, 'Polling').
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollRequest {
    /// The page.
    pub poll_id: String,
    /// How long to wait, in ms; at most 25,000, absent for not at all.
    #[serde(default)]
    pub wait: Option<u64>,
    /// Everything up to this seq has been handled.
    #[serde(default)]
    pub cursor: Option<u64>,
    /// The history the cursor belongs to.
    #[serde(default)]
    pub epoch: Option<String>,
    /// Every signal of a call up to this callSeq has been handled.
    #[serde(default)]
    pub call_cursor: Option<u64>,
}

/// What getEventMsg answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollResponse {
    /// 0 ended, 1 robot, 2 manual, 3 queued.
    pub status: u8,
    /// The place in the queue, 1 for the first; 0 for nobody who waits.
    pub wait_index: u32,
    /// The cursor to poll with next.
    pub cursor: u64,
    /// Names the store's history.
    pub epoch: String,
    /// There is more: poll again at once.
    pub more: bool,
    /// The cursor belongs to another history: load it again.
    pub gap: bool,
    /// What happened, oldest first.
    pub msg_list: Vec<WireEvent>,
}

/// Something that happened.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum WireEvent {
    /// 1201.
    Message(Box<WireMessage>),
    /// 1207, 1208.
    Call(Box<WireCallEvent>),
    /// Anything else.
    Other(Box<WireHappening>),
}

/// Any of the two: a reader tells them apart by `event`, and what a message says of itself is no less true of the other.
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

/// An event that is no message (Protocol, 'Events').
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireHappening {
    /// 1200 connected, 1202 closed, 1203 evaluation invited, 1204 typing, 1205 recalled, 1206 amended; 1206 without a
    /// msgId is nothing but a seq.
    pub event: u16,
    /// Its place in the log; typing has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The session.
    pub session_id: String,
    /// When.
    pub msg_time: i64,
    /// 1205, 1206: which message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msg_id: Option<String>,
    /// 1200: which agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_id: Option<String>,
    /// 1200: the agent's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_nick: Option<String>,
    /// 1200: the agent's picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_face: Option<String>,
    /// 1202: 1 visitor timeout, 2 agent, 3 another page, other: over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_type: Option<u8>,
    /// 1202: the sentence about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msg_content: Option<String>,
    /// 1206: the form was filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filled_flag: Option<u8>,
    /// 1206: what was written into the form, an answer a field; null for an empty one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Option<WireValue>>>,
    /// 1206: what the visitor thinks of the answer: 0 it helped, 1 it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<u8>,
    /// 1206: what the visitor's page keeps with the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_node: Option<String>,
}

impl Reader<'_> {
    /// A line of the log as a poll tells it.
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
                // Its place is taken; nothing else is said of it.
                None => WireHappening {
                    event: codes::event::MESSAGE_AMENDED,
                    ..happening
                },
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

    /// 1206: what became of a message.
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

    /// A reply that is being written, as it reads so far; never kept, so without a seq.
    pub fn partial(&self, session: SessionNo, partial: &Partial) -> Option<WireEvent> {
        let mut message = self.message(session, partial.seq, &partial.entry)?;
        message.event = Some(codes::event::MESSAGE);
        message.seq = 0;
        message.partial = Some(1);
        Some(WireEvent::Message(Box::new(message)))
    }

    /// The agent is typing; never kept, so without a seq.
    pub fn typing(&self, session: SessionNo, now: Timestamp) -> WireEvent {
        WireEvent::Other(Box::new(WireHappening {
            event: codes::event::AGENT_TYPING,
            session_id: names::session_id(self.visitor, session),
            msg_time: now.as_millis(),
            ..WireHappening::default()
        }))
    }

    /// Another page was opened; said to the old one, once.
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

/// Calls that name the visitor and nothing else: chatClose, leaveQueue, isEvaluate, getAdminCard.
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
    /// Up to and with this seq; absent for all that was served.
    #[serde(default)]
    pub cursor: Option<u64>,
}

/// transferAgent.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TransferRequest {
    /// The group asked for.
    pub group_id: Option<String>,
    /// The agent asked for.
    pub admin_id: Option<String>,
}

/// What transferAgent answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferResponse {
    /// The agent, where connected.
    pub admin_id: String,
    /// 1 no agent, 2 connected, 3 queued, 4 failed, 5 off work.
    pub status: u8,
    /// The agent's name, where connected.
    pub admin_nick: String,
    /// The place in the queue, 1 for the first.
    pub wait_index: u32,
}
