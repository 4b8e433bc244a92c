//! The agents' calls (Contract §7).

use crate::wire::call::WireCall;
use crate::wire::codes;
use crate::wire::message::{Reader, WireMessage};
use crate::wire::messages::MsgType;
use crate::wire::names;
use actors_core::desk::DeskSeq;
use actors_core::ids::GroupId;
use actors_core::routing::{Conversation, ConversationPlace, DeskNews, Presence};
use actors_core::session::commands::describe::Overview;
use actors_core::session::phase::Status;
use serde::{Deserialize, Serialize};

/// login.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// Whose agent.
    pub tenant_id: String,
    /// The account.
    pub account: String,
    /// The password.
    pub password: String,
}

/// An agent, as login and me answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentResponse {
    /// For every later call; login alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Which agent.
    pub admin_id: String,
    /// Name visitors read.
    pub admin_nick: String,
    /// Picture visitors see.
    pub admin_face: String,
    /// agent, supervisor or admin.
    pub role: &'static str,
    /// Whose lines they take visitors from.
    pub group_ids: Vec<String>,
    /// The most conversations at once.
    pub capacity: u32,
    /// How they stand; me alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// Their groups by name; me alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<WireGroup>>,
}

/// A group.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireGroup {
    /// Which group.
    pub group_id: String,
    /// Its name.
    pub group_name: String,
}

/// setStatus.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct StatusRequest {
    /// online, busy or offline.
    pub status: String,
    /// How many conversations at once; absent leaves it.
    #[serde(default)]
    pub capacity: Option<u32>,
}

/// What setStatus answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StatusResponse {
    /// online, busy, away or offline.
    pub status: &'static str,
    /// How many conversations at once.
    pub capacity: u32,
}

/// getEventMsg.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct DeskPollRequest {
    /// How long to wait, in ms.
    pub wait: Option<u64>,
    /// Everything up to this seq has been handled.
    pub cursor: Option<u64>,
}

/// What getEventMsg answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPollResponse {
    /// The cursor to poll with next.
    pub cursor: u64,
    /// There is more: poll again at once.
    pub more: bool,
    /// Load lists and open conversations again.
    pub gap: bool,
    /// What happened, oldest first.
    pub msg_list: Vec<DeskEntry>,
}

/// Something that happened to an agent.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskEntry {
    /// Its place in the desk's log; typing has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The visitor; empty where none is meant.
    pub user_id: String,
    /// The session; empty where none is meant.
    pub session_id: String,
    /// What.
    #[serde(flatten)]
    pub what: DeskEvent,
}

/// What happened to an agent, by the wire's `event`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(
    tag = "event",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[allow(missing_docs)]
pub enum DeskEvent {
    Assigned {
        user_name: String,
        channel_id: String,
        group_id: String,
        since: i64,
    },
    Message {
        msg: Box<WireMessage>,
    },
    Typing {
        msg_content: String,
    },
    Read {
        cursor: u64,
    },
    Recalled {
        msg_id: String,
    },
    Amended {
        msg: Box<WireMessage>,
    },
    Presence {
        present: bool,
    },
    Closed {
        out_type: u8,
    },
    Transferred {
        by: String,
        admin_id: String,
        group_id: String,
    },
    Evaluated {
        star: u8,
        solved: u8,
    },
    CallSignal(Box<WireCall>),
    Queue {
        waiting: Vec<WireLine>,
    },
    Status {
        status: &'static str,
        capacity: u32,
    },
}

/// How many wait in a group's line.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireLine {
    /// Whose line.
    pub group_id: String,
    /// How many.
    pub count: u32,
}

/// The wire's `groupId` of a line: empty for that of all agents.
pub fn group_id(group: &GroupId) -> String {
    if group.is_everyone() {
        String::new()
    } else {
        group.to_string()
    }
}

impl Reader<'_> {
    /// A line of a desk; nothing for one that an agent is not shown.
    pub fn desk_entry(
        &self,
        seq: Option<DeskSeq>,
        place: Option<&ConversationPlace>,
        news: &DeskNews,
    ) -> Option<DeskEntry> {
        let what = match news {
            DeskNews::Assigned(conversation) | DeskNews::Resumed(conversation) => {
                DeskEvent::Assigned {
                    user_name: conversation.name.to_string(),
                    channel_id: conversation.channel.to_string(),
                    group_id: group_id(&conversation.group),
                    since: conversation.since.as_millis(),
                }
            }
            DeskNews::Said { place, seq, entry } => DeskEvent::Message {
                msg: Box::new(self.message(place.session, *seq, entry)?),
            },
            DeskNews::Typing { text, .. } => DeskEvent::Typing {
                msg_content: text.to_string(),
            },
            DeskNews::Read { upto, .. } => DeskEvent::Read { cursor: upto.0 },
            DeskNews::Recalled { message, .. } => DeskEvent::Recalled {
                msg_id: names::message_id(self.visitor, *message),
            },
            DeskNews::Amended { message, entry, .. } => DeskEvent::Amended {
                msg: Box::new(self.message(message.session, message.seq, entry)?),
            },
            DeskNews::Presence { presence, .. } => DeskEvent::Presence {
                present: *presence == Presence::Here,
            },
            // 0: not over, but back in the line or a colleague's.
            DeskNews::Closed { why, .. } => DeskEvent::Closed {
                out_type: why.map_or(0, codes::out_type),
            },
            DeskNews::Transferred {
                by, agent, group, ..
            } => DeskEvent::Transferred {
                by: by.to_string(),
                admin_id: agent.as_ref().map(ToString::to_string).unwrap_or_default(),
                group_id: group_id(group),
            },
            DeskNews::Evaluated { star, solved, .. } => DeskEvent::Evaluated {
                star: *star,
                solved: (*solved).into(),
            },
            DeskNews::Call { call, news, .. } => {
                DeskEvent::CallSignal(Box::new(self.call_news(call, news)))
            }
            DeskNews::Queue(lines) => DeskEvent::Queue {
                waiting: lines
                    .iter()
                    .map(|(group, count)| WireLine {
                        group_id: group_id(group),
                        count: *count,
                    })
                    .collect(),
            },
            DeskNews::Status(status, capacity) => DeskEvent::Status {
                status: codes::seat_status(*status),
                capacity: *capacity,
            },
        };
        Some(DeskEntry {
            seq: seq.map(|seq| seq.0),
            user_id: place
                .map(|place| place.visitor.to_string())
                .unwrap_or_default(),
            session_id: place
                .map(|place| names::session_id(&place.visitor, place.session))
                .unwrap_or_default(),
            what,
        })
    }
}

/// The conversation a desk is told of; none for what concerns the agent alone.
pub fn place_of(news: &DeskNews) -> Option<&ConversationPlace> {
    match news {
        DeskNews::Assigned(conversation) | DeskNews::Resumed(conversation) => {
            Some(&conversation.place)
        }
        DeskNews::Said { place, .. }
        | DeskNews::Typing { place, .. }
        | DeskNews::Read { place, .. }
        | DeskNews::Recalled { place, .. }
        | DeskNews::Amended { place, .. }
        | DeskNews::Presence { place, .. }
        | DeskNews::Closed { place, .. }
        | DeskNews::Transferred { place, .. }
        | DeskNews::Evaluated { place, .. }
        | DeskNews::Call { place, .. } => Some(place),
        DeskNews::Queue(_) | DeskNews::Status(..) => None,
    }
}

/// listConversations.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct ListRequest {
    /// mine, queue, robot or ended; mine where it does not say.
    #[serde(rename = "box")]
    pub which: Option<String>,
    /// Part of a visitor's name or id.
    pub search: Option<String>,
    /// From where on, as the answer before said.
    pub cursor: Option<String>,
}

/// What listConversations answers.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct ListResponse {
    /// mine: oldest first; queue: in the order of the lines; robot: by name; ended: newest first.
    pub list: Vec<WireConversation>,
    /// For the next page; empty where there is none.
    pub cursor: String,
}

/// A conversation in a list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireConversation {
    /// The visitor.
    pub user_id: String,
    /// Their session.
    pub session_id: String,
    /// The visitor's name, where they gave one.
    pub user_name: String,
    /// Through which channel they came.
    pub channel_id: String,
    /// Through which group's line.
    pub group_id: String,
    /// 0 ended, 1 robot, 2 manual, 3 queued.
    pub status: u8,
    /// The place in the queue, 1 for the first.
    pub wait_index: u32,
    /// Since when it stands as it does.
    pub since: i64,
    /// The newest message.
    pub last_msg: Option<WireMessage>,
    /// Messages of the visitor that no agent has read.
    pub unread: u32,
    /// The agent, while with one.
    pub admin_id: String,
}

impl Reader<'_> {
    /// A conversation of the agent's own, as their desk lists it.
    pub fn listed(&self, conversation: &Conversation, admin_id: &str) -> WireConversation {
        let place = &conversation.place;
        WireConversation {
            user_id: place.visitor.to_string(),
            session_id: names::session_id(&place.visitor, place.session),
            user_name: conversation.name.to_string(),
            channel_id: conversation.channel.to_string(),
            group_id: group_id(&conversation.group),
            status: codes::status(Status::Manual),
            wait_index: 0,
            since: conversation.since.as_millis(),
            last_msg: conversation
                .last
                .as_ref()
                .and_then(|(seq, entry)| self.message(place.session, *seq, entry)),
            unread: conversation.unread,
            admin_id: admin_id.to_owned(),
        }
    }

    /// Any conversation, as its session tells it.
    pub fn overview(&self, overview: &Overview, wait_index: u32) -> WireConversation {
        let place = &overview.place;
        WireConversation {
            user_id: place.visitor.to_string(),
            session_id: names::session_id(&place.visitor, place.session),
            user_name: overview.details.name.to_string(),
            channel_id: overview.channel.to_string(),
            group_id: overview.group.as_ref().map(group_id).unwrap_or_default(),
            status: codes::status(overview.status),
            wait_index,
            since: overview.since.as_millis(),
            last_msg: overview
                .last
                .as_ref()
                .and_then(|(seq, entry)| self.message(place.session, *seq, entry)),
            unread: overview.unread,
            admin_id: overview
                .agent
                .as_ref()
                .map(|agent| agent.agent.to_string())
                .unwrap_or_default(),
        }
    }
}

/// Calls that name the visitor: getVisitor, typing, take, inviteEvaluate, closeConversation.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorRequest {
    /// The visitor.
    pub user_id: String,
}

/// What getVisitor answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct VisitorResponse {
    pub user_id: String,
    pub session_id: String,
    pub user_name: String,
    pub email: String,
    pub phone: String,
    pub channel_id: String,
    pub locale: String,
    pub previous_url: String,
    /// The page they are on.
    pub refer: String,
    /// What they wrote into the form before the chat, JSON inside a string.
    pub form_params: String,
    /// The tenant's own parameters, JSON inside a string.
    pub params: String,
    pub pid: String,
    pub fiy_book_code: String,
    /// The group and the agent their page was opened for.
    pub group_id: String,
    pub admin_id: String,
    /// mobile or desktop; empty where their browser does not say.
    pub device: String,
    /// Whether they asked the robot something in this session.
    pub robot_tried: bool,
    /// How many sessions they had, this one included.
    pub sessions: u32,
    /// When this one began.
    pub since: i64,
}

impl From<&Overview> for VisitorResponse {
    fn from(overview: &Overview) -> Self {
        let (place, details) = (&overview.place, &overview.details);
        Self {
            user_id: place.visitor.to_string(),
            session_id: names::session_id(&place.visitor, place.session),
            user_name: details.name.to_string(),
            email: details.email.to_string(),
            phone: details.phone.to_string(),
            channel_id: overview.channel.to_string(),
            locale: overview.language.as_str().to_owned(),
            previous_url: details.previous_url.to_string(),
            refer: details.refer.to_string(),
            form_params: details.form.to_string(),
            params: details.params.to_string(),
            pid: details.pid.to_string(),
            fiy_book_code: details.booking_code.to_string(),
            group_id: details.group.to_string(),
            admin_id: details.agent.to_string(),
            device: details.device.to_string(),
            robot_tried: overview.robot_tried,
            sessions: place.session.0,
            since: overview.started.as_millis(),
        }
    }
}

/// getHistoryMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentHistoryRequest {
    /// The visitor.
    pub user_id: String,
    /// Messages wanted; at most 50.
    #[serde(default)]
    pub page_size: Option<u64>,
    /// Older than this moment; 0 for the newest.
    #[serde(default)]
    pub max_time: Option<u64>,
}

/// sendMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentSendRequest {
    /// The visitor.
    pub user_id: String,
    /// The client's name for it; a repeat is harmless.
    #[serde(default)]
    pub id: Option<String>,
    /// 1 text, 2 image, 3 card, 4 file, 6 video, 7 goods, 8 order, 9 link, 10 form, 11 interface form, 12 rich text.
    #[schema(value_type = u8)]
    pub msg_type: MsgType,
    /// Text, the address an upload answered, or a card or form as JSON text.
    pub msg_content: String,
    /// The message it answers: its msgId, or JSON text with one in it.
    #[serde(default)]
    pub reply_msg: Option<String>,
}

/// The message that a `replyMsg` names: its msgId, or a quoted message as JSON text.
pub fn quoted(reply_msg: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Quoted {
        msg_id: String,
    }
    if !reply_msg.trim_start().starts_with('{') {
        return Some(reply_msg.to_owned());
    }
    let quoted: Quoted = serde_json::from_str(reply_msg).ok()?;
    Some(quoted.msg_id)
}

/// note.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteRequest {
    /// The visitor.
    pub user_id: String,
    /// The client's name for it; a repeat is harmless.
    #[serde(default)]
    pub id: Option<String>,
    /// What no visitor reads.
    pub text: String,
}

/// What sendMsg and note answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentSendResponse {
    /// The client's own name for it.
    pub id: String,
    /// Its name.
    pub msg_id: String,
    /// Its time.
    pub msg_time: i64,
    /// Its place in the session's log.
    pub seq: u64,
    /// 1 where it is held back: no visitor reads it.
    pub sensitive_flag: u8,
}

/// recallMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecallRequest {
    /// The visitor.
    pub user_id: String,
    /// The message.
    pub msg_id: String,
}

/// read.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentReadRequest {
    /// The visitor.
    pub user_id: String,
    /// Up to and with this seq of the session's log.
    pub cursor: u64,
}

/// takeNext.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TakeNextRequest {
    /// Out of which line; absent or empty for any of the agent's.
    pub group_id: Option<String>,
}
