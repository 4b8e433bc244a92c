//! What sessions, the router and the desks tell each other. Plain data: any of it may come late, twice, or to somebody
//! for whom it is no longer true; the receiver decides what it is worth.
//!
//! ```text
//!            RouterNews                    DeskNews
//!   Router ─────────────► Session   Router ─────────► Desk
//!          ◄─────────────           Session ────────► Desk   (Effect::TellAgent)
//!            RouterRequest          (agents' own calls go to the session or the router, not through the desk)
//! ```

use crate::agent_card::AgentCard;
use crate::call::{CallStep, Signal};
use crate::event::Entry;
use crate::ids::{
    AgentId, CallId, ChannelId, GroupId, LinePlace, MessageId, Seq, SessionNo, VisitorId,
};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::sync::Arc;

/// What a session asks of its tenant's router. Each names the visitor by the sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RouterRequest {
    /// Give this visitor an agent. Repeating it while waiting or served changes nothing.
    Agent(Wish),
    /// Put this visitor back at the head of their group's line: their agent is gone or declined.
    Again {
        /// Which line.
        wish: Wish,
        /// Which agent: from whoever else has the visitor by then they are not taken.
        from: AgentId,
    },
    /// The visitor no longer waits.
    Withdraw,
    /// The visitor's conversation is over, or was never taken up: the seat is free.
    Release(AgentId),
    /// The visitor's page polls again, or has not for a minute (Protocol, 'Queue'): passed over, place kept. Told in a
    /// conversation too, so that who comes back to the line while away is passed over from the start.
    Presence(Presence),
}

/// What others need to know of a session without loading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// With the robot.
    Robot,
    /// In a group's line.
    Queued {
        /// Whose line.
        group: GroupId,
        /// Where in it.
        place: LinePlace,
        /// Since when.
        since: Timestamp,
    },
    /// With an agent.
    Manual {
        /// Which.
        agent: AgentId,
        /// Through which group.
        group: GroupId,
        /// Since when.
        since: Timestamp,
    },
    /// Over.
    Ended,
}

/// Whether somebody gives signs of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Presence {
    /// Yes.
    Here,
    /// Not lately.
    Away,
}

/// Whom a visitor would like to talk to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The channel they come from.
    pub channel: ChannelId,
    /// The group: asked for, or the channel's own; `None`, or [`GroupId::everyone`], = all agents of the tenant
    /// (Protocol, 'transferAgent').
    pub group: Option<GroupId>,
    /// The agent asked for by name.
    pub agent: Option<AgentId>,
    /// The groups whose agents take the channel; empty = any. An agent asked for who is in none of them cannot take
    /// it (Protocol, 'transferAgent', result 4).
    pub among: Vec<GroupId>,
}

/// What the router tells a session. The newest word counts: whom the router calls assigned or waiting is so, whatever
/// it said before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RouterNews {
    /// This agent takes the visitor. A session that no longer wants one answers `Release`.
    Assigned {
        /// Who.
        agent: AgentCard,
        /// Through which group's line; [`GroupId::everyone`] for the line of all agents.
        group: GroupId,
    },
    /// The visitor waits, here. Sent on entering the line, and again for a repeated request.
    Waiting(InLine),
    /// It cannot be done.
    Refused(RouterRefusal),
    /// An agent handed the conversation on (transferConversation).
    HandedOver(Box<HandedOver>),
    /// The line moved: whoever waits should be told the new position, which is read by this number.
    LineMoved(Option<QueueNumber>),
    /// The agent has given no sign of life for 30 s (Protocol, 'Presence of agents').
    AgentAway(AgentId),
    /// The agent has given none for the two minutes that their conversations stay theirs, or has gone offline.
    AgentGone(AgentId),
    /// The agent's desk starts anew: tell it how the conversation stands (`DeskNews::Resumed`).
    DeskReopened(AgentId),
}

/// A conversation that was handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedOver {
    /// Who did it: the agent of the conversation, or a supervisor.
    pub by: Arc<AgentCard>,
    /// What they wrote for whoever comes next; never shown to the visitor.
    pub note: Option<Arc<str>>,
    /// Where the visitor is from here on.
    pub to: Whereabouts,
}

/// Where the router has somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// With an agent.
    With {
        /// Who.
        agent: AgentCard,
        /// Through which group.
        group: GroupId,
    },
    /// In a line.
    Waiting(InLine),
}

/// Where in a line somebody is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLine {
    /// Whose line; [`GroupId::everyone`] for that of all agents.
    pub group: GroupId,
    /// Where in it; the position is read from the line when it is shown.
    pub place: LinePlace,
    /// The position at this moment, 1 = next: what the queue line says for good.
    pub position: u32,
    /// What the position is read by; nothing at the head.
    pub number: Option<QueueNumber>,
}

/// The number somebody drew in a line: the line finds it without looking for a name, in memory that is near. It is theirs
/// alone, in this router, and means nothing any more once they left or got another. It is never kept, and never leaves the
/// process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueNumber {
    pub(crate) drawn: u64,
    pub(crate) line: u32,
    /// Which router's.
    pub(crate) router: NonZeroU32,
}

impl From<Whereabouts> for RouterNews {
    fn from(whereabouts: Whereabouts) -> Self {
        match whereabouts {
            Whereabouts::With { agent, group } => Self::Assigned { agent, group },
            Whereabouts::Waiting(line) => Self::Waiting(line),
        }
    }
}

/// Why the router gives no agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouterRefusal {
    /// No agent of the group is online, busy or away (transfer result 1).
    NoAgent,
    /// The agent or group asked for does not exist or cannot take the channel, or the line is full (result 4).
    Failed,
}

/// What an agent's desk is told. Entries of the desk's own log, but for `Typing`, which is never kept.
#[derive(Clone, Debug, PartialEq)]
pub enum DeskNews {
    /// A conversation is theirs.
    Assigned(Conversation),
    /// A conversation that is theirs already, told again to a desk that starts anew.
    Resumed(Conversation),
    /// Somebody said something in it.
    Said {
        /// Which conversation.
        place: ConversationPlace,
        /// The visitor's name, where they gave one.
        name: Arc<str>,
        /// Which line of the session's log.
        seq: Seq,
        /// The line.
        entry: Arc<Entry>,
    },
    /// The visitor is typing this.
    Typing {
        /// Which conversation.
        place: ConversationPlace,
        /// The text so far.
        text: Arc<str>,
    },
    /// The visitor has read up to here.
    Read {
        /// Which conversation.
        place: ConversationPlace,
        /// Up to and with this line.
        upto: Seq,
    },
    /// A message was withdrawn.
    Recalled {
        /// Which conversation.
        place: ConversationPlace,
        /// Which message.
        message: MessageId,
    },
    /// The visitor's page came back or went.
    Presence {
        /// Which conversation.
        place: ConversationPlace,
        /// Which of the two.
        presence: Presence,
    },
    /// The conversation is over, or somebody else's.
    Closed {
        /// Which conversation.
        place: ConversationPlace,
        /// Why; `None` where it went back to the line.
        why: Option<crate::event::Closing>,
    },
    /// The conversation was handed on: it is this agent's no longer.
    Transferred {
        /// Which conversation.
        place: ConversationPlace,
        /// Who did it.
        by: AgentId,
        /// Who has it; `None` where the visitor waits.
        agent: Option<AgentId>,
        /// Through which group, or in whose line.
        group: GroupId,
    },
    /// The visitor rated it.
    Evaluated {
        /// Which conversation.
        place: ConversationPlace,
        /// Stars, 1 to 5; 0 where none were asked for.
        star: u8,
        /// Whether the matter was solved.
        solved: bool,
    },
    /// Something happened to a call with the visitor, or the visitor's browser has something to tell the agent's.
    Call {
        /// Which conversation.
        place: ConversationPlace,
        /// Which call.
        call: CallId,
        /// What.
        news: CallNews,
    },
    /// How many wait, by group. Only the newest matters.
    Queue(Vec<(GroupId, u32)>),
    /// The agent's own standing changed.
    Status(SeatStatus, u32),
    /// A message reads differently from here on.
    Amended {
        /// Which conversation.
        place: ConversationPlace,
        /// The visitor's name, where they gave one.
        name: Arc<str>,
        /// Which message; it may be of an earlier session.
        message: MessageId,
        /// Its line as it reads now.
        entry: Arc<Entry>,
    },
    /// Something was left for whoever looks after it: no conversation, and nobody's own. Of each kind only the newest
    /// matters.
    Left {
        /// What.
        what: LeftBehind,
        /// Which.
        id: Arc<str>,
        /// How many nobody has looked at, this one among them.
        waiting: u32,
    },
}

/// What a visitor leaves behind outside of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftBehind {
    /// A plain message.
    Message,
    /// A work order.
    Order,
}

/// What an agent's desk is told of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNews {
    /// It rings, was answered, declined, or is over.
    Step(CallStep),
    /// For the agent's browser.
    Signal(Signal),
}

/// Which conversation: the visitor and their session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationPlace {
    /// With whom.
    pub visitor: VisitorId,
    /// Which of their sessions.
    pub session: SessionNo,
}

/// A conversation as a desk lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversation {
    /// Which.
    pub place: ConversationPlace,
    /// The visitor's name, where they gave one.
    pub name: Arc<str>,
    /// Through which channel they came.
    pub channel: ChannelId,
    /// Through which group's line.
    pub group: GroupId,
    /// Since when it is the agent's.
    pub since: Timestamp,
    /// What the visitor or an agent said last.
    pub last: Option<(Seq, Arc<Entry>)>,
    /// Messages of the visitor since the agent's read mark.
    pub unread: u32,
}

/// What agents say of themselves (Protocol, 'Seat', setStatus).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Availability {
    /// Takes visitors.
    Online,
    /// Takes none by themselves; may still call somebody out of the line.
    Busy,
    /// Has gone: conversations go back to the line at once.
    Offline,
}

/// How an agent stands: what they say of themselves, but `Away` when they have fallen silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatStatus {
    /// Takes visitors.
    Online,
    /// Here, but takes none by themselves.
    Busy,
    /// No sign of life for 30 s.
    Away,
    /// Not here.
    Offline,
}
