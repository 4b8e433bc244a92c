//! What desks are told.

use super::{Conversation, Duty, Presence, RaisedAlarm, Rescue, SeatStatus};
use crate::call::{CallStep, Signal};
use crate::event::Entry;
use crate::ids::{AgentId, CallId, GroupId, MessageId, Seq, SessionNo, TagId, VisitorId};
use crate::item::ItemCard;
use crate::time::Timestamp;
use std::sync::Arc;

/// News for an agent's desk. All but `Typing` are entries of the desk's own log.
#[derive(Clone, Debug, PartialEq)]
pub enum DeskNews {
    /// A conversation was assigned to the agent.
    Assigned(Conversation),
    /// A conversation that the agent has already, repeated for a desk that starts empty.
    Resumed(Conversation),
    /// A new message or event in the conversation.
    Said {
        /// The conversation.
        place: ConversationPlace,
        /// The visitor's name; empty if they gave none.
        name: Arc<str>,
        /// The position in the session's log.
        seq: Seq,
        /// The entry.
        entry: Arc<Entry>,
    },
    /// The visitor is typing this.
    Typing {
        /// The conversation.
        place: ConversationPlace,
        /// The text so far.
        text: Arc<str>,
    },
    /// The visitor has read up to here.
    Read {
        /// The conversation.
        place: ConversationPlace,
        /// Up to and including this entry.
        upto: Seq,
    },
    /// A message was recalled.
    Recalled {
        /// The conversation.
        place: ConversationPlace,
        /// The message.
        message: MessageId,
    },
    /// The visitor's page polls again, or stopped polling.
    Presence {
        /// The conversation.
        place: ConversationPlace,
        /// Whether it polls.
        presence: Presence,
    },
    /// The conversation is over or belongs to another agent.
    Closed {
        /// The conversation.
        place: ConversationPlace,
        /// Why; `None` if the visitor went back to the queue.
        why: Option<crate::event::Closing>,
    },
    /// The conversation was handed on to another agent or group.
    Transferred {
        /// The conversation.
        place: ConversationPlace,
        /// The agent who handed it on.
        by: AgentId,
        /// The new agent; `None` if the visitor waits.
        agent: Option<AgentId>,
        /// The group of the new agent or of the line.
        group: GroupId,
    },
    /// The visitor rated the conversation.
    Evaluated {
        /// The conversation.
        place: ConversationPlace,
        /// Stars, 1 to 5, or the level of a score.
        star: u8,
        /// Whether the visitor's problem was solved.
        solved: bool,
    },
    /// A call with the visitor changed, or the visitor's browser signals the agent's.
    Call {
        /// The conversation.
        place: ConversationPlace,
        /// The call.
        call: CallId,
        /// The news.
        news: CallNews,
    },
    /// The number of waiting visitors of each group. Only the newest matters.
    Queue(Vec<(GroupId, u32)>),
    /// The agent's own status and capacity changed.
    Status(SeatStatus, u32),
    /// A message was amended.
    Amended {
        /// The conversation.
        place: ConversationPlace,
        /// The visitor's name; empty if they gave none.
        name: Arc<str>,
        /// The message; it may belong to an earlier session.
        message: MessageId,
        /// The amended entry.
        entry: Arc<Entry>,
    },
    /// An agent corrected the visitor's details.
    Corrected {
        /// The visitor and their session.
        place: ConversationPlace,
        /// The visitor's name; empty if they have none.
        name: Arc<str>,
    },
    /// A visitor left a message or a work order. It belongs to no agent. Only the newest of each kind matters.
    Left {
        /// Its kind.
        what: LeftKind,
        /// Its id.
        id: Arc<str>,
        /// Number of unread ones, including this one.
        waiting: u32,
    },
    /// An agent changed the tags of a conversation. Every desk of the tenant hears of it.
    Tagged {
        /// The conversation.
        place: ConversationPlace,
        /// The line of the change. Of two such news, the one with the higher line counts.
        seq: Seq,
        /// All tags from here on.
        tags: Vec<TagId>,
    },
    /// The agent's draft to a visitor changed, on any of their pages.
    Draft(Box<Draft>),
    /// A colleague mentioned the agent in a note.
    Mentioned(Box<Mention>),
    /// The agent's mentions changed in another way. So many are unread.
    Mentions(u32),
    /// A left message or a work order is new or has changed. Every desk of the tenant hears of it. Of two such news of
    /// one, the higher cursor counts.
    Item(Box<ItemCard>),
    /// An item of the agent is due.
    ItemDue(Box<ItemCard>),
    /// What the agent owes in a conversation changed.
    Due {
        /// The conversation.
        place: ConversationPlace,
        /// What they owe.
        duty: Box<Duty>,
    },
    /// A visitor was rescued from an agent. Supervisors hear of it.
    Rescued(Box<Rescue>),
    /// The supervisor's wall has this version now.
    Wall(u64),
    /// A threshold of the tenant was passed at this time. Supervisors who look after the group hear of it once.
    Alarm(Box<RaisedAlarm>, Timestamp),
}

/// What an agent has typed to a visitor and not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The visitor.
    pub visitor: VisitorId,
    /// The text; empty if there is no draft any more.
    pub text: Arc<str>,
    /// Whether it becomes a note.
    pub kind: DraftKind,
    /// When it was stored.
    pub at: Timestamp,
    /// The page that stored it, as it calls itself.
    pub page: Arc<str>,
}

/// What becomes of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftKind {
    /// A message to the visitor.
    Message,
    /// A note for colleagues.
    Note,
}

/// A mention of an agent in a colleague's note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The conversation.
    pub place: ConversationPlace,
    /// The visitor's name; empty if they gave none.
    pub name: Arc<str>,
    /// The note.
    pub note: MessageId,
    /// The colleague.
    pub by: AgentId,
    /// The colleague's name.
    pub nick: Arc<str>,
    /// The beginning of the note.
    pub excerpt: Arc<str>,
    /// When.
    pub at: Timestamp,
    /// Number of unread mentions, including this one.
    pub unread: u32,
}

/// The kinds of things that a visitor leaves outside of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftKind {
    /// A plain message.
    Message,
    /// A work order.
    Order,
}

/// News of a call for an agent's desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNews {
    /// A step: the call rings, was answered, was declined, or is over.
    Step(CallStep),
    /// A signal for the agent's browser.
    Signal(Signal),
}

/// The key of a conversation: the visitor and their session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationPlace {
    /// The visitor.
    pub visitor: VisitorId,
    /// The number of their session.
    pub session: SessionNo,
}
