//! Events of an agent's desk: getEventMsg.

use super::duty::{WireDuty, WireRescue};
use super::group_id;
use super::supervising::DeskAlarm;
use crate::fixtures::findings::Flag;
use crate::wire::call::WireCall;
use crate::wire::codes;
use crate::wire::item::DeskItem;
use crate::wire::message::{Reader, WireMessage};
use crate::wire::names;
use actors_core::desk::DeskSeq;
use actors_core::ids::{GroupId, Seq, TagId};
use actors_core::item::ItemCard;
use actors_core::routing::{
    Conversation, ConversationPlace, DeskNews, Draft, DraftKind, Duty, LeftKind, Mention, Presence,
};
use serde::{Deserialize, Serialize};

/// getEventMsg.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct DeskPollRequest {
    /// How long to wait, in ms.
    pub wait: Option<u64>,
    /// Everything up to and including this seq has been handled.
    pub cursor: Option<u64>,
    /// 1: the page is hidden, so that the agent's other browsers may get notifications.
    pub hidden: Option<Flag>,
}

/// The response of getEventMsg.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPollResponse {
    /// The cursor of the next poll.
    pub cursor: u64,
    /// More events wait: poll again at once.
    pub more: bool,
    /// Events were lost: load the lists and open conversations again.
    pub gap: bool,
    /// The events, oldest first.
    pub msg_list: Vec<DeskEntry>,
}

/// An event of an agent's desk.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskEntry {
    /// Its number in the desk's log; typing has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The visitor; empty if the event concerns none.
    pub user_id: String,
    /// The session; empty if the event concerns none.
    pub session_id: String,
    /// The event.
    #[serde(flatten)]
    pub what: DeskEvent,
}

/// An event of an agent's desk, by the wire's `event`.
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
        /// What the agent owes, and why they have it.
        #[serde(skip_serializing_if = "Option::is_none")]
        duty: Option<WireDuty>,
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
    Visitor {
        user_name: String,
    },
    Left {
        /// leaveMsg or workOrder.
        what: &'static str,
        id: String,
        waiting: u32,
    },
    Tagged {
        /// The ids of all its tags.
        tags: Vec<String>,
        /// The seq of the session's log from which on it has them. Of two events the one with the higher seq counts.
        cursor: u64,
    },
    Draft {
        /// The text; empty if there is no draft any more.
        text: String,
        /// 1: it becomes a note.
        note: u8,
        at: i64,
        /// The page that stored it.
        page: String,
    },
    Mentioned {
        user_name: String,
        msg_id: String,
        admin_id: String,
        admin_nick: String,
        excerpt: String,
        at: i64,
        unread: u32,
    },
    /// The mentions changed in another way: load them again.
    Mentions {
        unread: u32,
    },
    /// A left message or a work order is new or has changed.
    Item {
        item: Box<DeskItem>,
    },
    /// An item of the agent is due.
    ItemDue {
        item: Box<DeskItem>,
    },
    /// What the agent owes changed.
    Due {
        duty: WireDuty,
    },
    /// A visitor was rescued from an agent.
    Rescued(WireRescue),
    /// The wall changed.
    Wall {
        version: u64,
    },
    /// A threshold of the tenant was passed.
    Alarm(DeskAlarm),
}

/// The number of visitors who wait in a group's line.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireLine {
    /// The group.
    pub group_id: String,
    /// Number of waiting visitors.
    pub count: u32,
}

impl Reader<'_> {
    /// A line of a desk's log; `None` for one that an agent may not see.
    pub fn desk_entry(
        &self,
        seq: Option<DeskSeq>,
        place: Option<&ConversationPlace>,
        news: &DeskNews,
    ) -> Option<DeskEntry> {
        let what = self.desk_event(news)?;
        Some(DeskEntry {
            seq: seq.map(|seq| seq.0),
            user_id: match (place, news) {
                (Some(place), _) => place.visitor.to_string(),
                (None, DeskNews::Draft(draft)) => draft.visitor.to_string(),
                (None, DeskNews::Rescued(rescue)) => rescue.visitor.to_string(),
                (None, _) => String::new(),
            },
            session_id: place
                .map(|place| names::session_id(&place.visitor, place.session))
                .unwrap_or_default(),
            what,
        })
    }

    fn desk_event(&self, news: &DeskNews) -> Option<DeskEvent> {
        Some(match news {
            DeskNews::Assigned(conversation) | DeskNews::Resumed(conversation) => {
                assigned(conversation)
            }
            DeskNews::Said {
                place,
                name,
                seq,
                entry,
            } => DeskEvent::Message {
                msg: Box::new(self.naming(name).message(place.session, *seq, entry)?),
            },
            DeskNews::Typing { text, .. } => DeskEvent::Typing {
                msg_content: text.to_string(),
            },
            DeskNews::Read { upto, .. } => DeskEvent::Read { cursor: upto.0 },
            DeskNews::Recalled { message, .. } => DeskEvent::Recalled {
                msg_id: names::message_id(self.visitor, *message),
            },
            DeskNews::Amended {
                name,
                message,
                entry,
                ..
            } => {
                let reader = self.naming(name);
                let msg = reader.message(message.session, message.seq, entry)?;
                DeskEvent::Amended { msg: Box::new(msg) }
            }
            DeskNews::Presence { presence, .. } => DeskEvent::Presence {
                present: *presence == Presence::Here,
            },
            // 0: the conversation is not over, but is back in the line or with a colleague.
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
            DeskNews::Queue(lines) => queue(lines),
            DeskNews::Status(status, capacity) => DeskEvent::Status {
                status: codes::seat_status(*status),
                capacity: *capacity,
            },
            DeskNews::Corrected { name, .. } => DeskEvent::Visitor {
                user_name: name.to_string(),
            },
            DeskNews::Left { what, id, waiting } => left(*what, id, *waiting),
            DeskNews::Tagged { seq, tags, .. } => tagged(*seq, tags),
            DeskNews::Draft(draft) => DeskEvent::from(draft.as_ref()),
            DeskNews::Mentioned(mention) => DeskEvent::from(mention.as_ref()),
            DeskNews::Mentions(unread) => DeskEvent::Mentions { unread: *unread },
            DeskNews::Item(card) => DeskEvent::Item { item: item(card) },
            DeskNews::ItemDue(card) => DeskEvent::ItemDue { item: item(card) },
            DeskNews::Due { duty, .. } => due(duty),
            DeskNews::Rescued(rescue) => DeskEvent::Rescued(WireRescue::from(rescue.as_ref())),
            DeskNews::Wall(version) => DeskEvent::Wall { version: *version },
            DeskNews::Alarm(alarm, at) => DeskEvent::Alarm(DeskAlarm::new(alarm, *at)),
        })
    }
}

fn assigned(conversation: &Conversation) -> DeskEvent {
    DeskEvent::Assigned {
        user_name: conversation.name.to_string(),
        channel_id: conversation.channel.to_string(),
        group_id: group_id(&conversation.group),
        since: conversation.since.as_millis(),
        duty: conversation.duty.as_deref().map(WireDuty::from),
    }
}

fn due(duty: &Duty) -> DeskEvent {
    DeskEvent::Due {
        duty: WireDuty::from(duty),
    }
}

fn item(card: &ItemCard) -> Box<DeskItem> {
    Box::new(DeskItem::from(card))
}

fn tagged(seq: Seq, tags: &[TagId]) -> DeskEvent {
    DeskEvent::Tagged {
        tags: tags.iter().map(ToString::to_string).collect(),
        cursor: seq.0,
    }
}

fn left(what: LeftKind, id: &str, waiting: u32) -> DeskEvent {
    DeskEvent::Left {
        what: match what {
            LeftKind::Message => "leaveMsg",
            LeftKind::Order => "workOrder",
        },
        id: id.to_owned(),
        waiting,
    }
}

fn queue(lines: &[(GroupId, u32)]) -> DeskEvent {
    let waiting = lines.iter().map(|(group, count)| WireLine {
        group_id: group_id(group),
        count: *count,
    });
    DeskEvent::Queue {
        waiting: waiting.collect(),
    }
}

impl From<&Draft> for DeskEvent {
    fn from(draft: &Draft) -> Self {
        Self::Draft {
            text: draft.text.to_string(),
            note: (draft.kind == DraftKind::Note).into(),
            at: draft.at.as_millis(),
            page: draft.page.to_string(),
        }
    }
}

impl From<&Mention> for DeskEvent {
    fn from(mention: &Mention) -> Self {
        Self::Mentioned {
            user_name: mention.name.to_string(),
            msg_id: names::message_id(&mention.place.visitor, mention.note),
            admin_id: mention.by.to_string(),
            admin_nick: mention.nick.to_string(),
            excerpt: mention.excerpt.to_string(),
            at: mention.at.as_millis(),
            unread: mention.unread,
        }
    }
}

/// The conversation that the news is about; `None` if it concerns only the agent.
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
        | DeskNews::Tagged { place, .. }
        | DeskNews::Corrected { place, .. }
        | DeskNews::Due { place, .. }
        | DeskNews::Call { place, .. } => Some(place),
        DeskNews::Mentioned(mention) => Some(&mention.place),
        DeskNews::Queue(_)
        | DeskNews::Status(..)
        | DeskNews::Left { .. }
        | DeskNews::Draft(_)
        | DeskNews::Mentions(_)
        | DeskNews::Item(_)
        | DeskNews::ItemDue(_)
        | DeskNews::Rescued(_)
        | DeskNews::Wall(_)
        | DeskNews::Alarm(..) => None,
    }
}
