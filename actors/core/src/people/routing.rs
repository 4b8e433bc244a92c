//! The messages between sessions, the router and the desks. Any of them may come late, twice, or when it no longer
//! holds. The receiver checks that.
//!
//! ```text
//!            RouterNews                    DeskNews
//!   Router ─────────────► Session   Router ─────────► Desk
//!          ◄─────────────           Session ────────► Desk   (Effect::TellAgent, TellWatcher)
//!            RouterRequest          (agents' own calls go to the session or the router, not through the desk)
//! ```

mod why;

use crate::agent_card::AgentCard;
use crate::call::{CallStep, Signal};
use crate::event::Entry;
use crate::ids::{
    AgentId, CallId, ChannelId, GroupId, LinePlace, MessageId, Seq, SessionNo, TagId, VisitorId,
};
use crate::item::ItemCard;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::sync::Arc;
pub use why::{Duty, Lapse, LastAgent, Rescue, RescuedTo, Terms, Why, WhyAgent, WhyLine, WhyPlace};

/// A request of a session to its tenant's router. The sender is the visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RouterRequest {
    /// Give this visitor an agent. Repeating it while waiting or served changes nothing.
    Agent(Wish),
    /// Put this visitor back at the head of their group's line, because their agent is gone or declined.
    Again {
        /// The group or agent to wait for.
        wish: Wish,
        /// The former agent. If another agent has the visitor by then, nothing changes.
        from: AgentId,
        /// Why.
        why: Lapse,
        /// The place that the visitor had; `None` if only the router knows it.
        place: Option<LinePlace>,
    },
    /// The agent let a time pass. Give the visitor to the next agent. If nobody else takes visitors, they stay. If
    /// another agent has the visitor by then, nothing changes.
    Rescue {
        /// The agent.
        from: AgentId,
        /// What the agent let pass.
        why: Lapse,
        /// The place that the visitor had; `None` if only the router knows it.
        place: Option<LinePlace>,
    },
    /// The visitor no longer waits.
    Withdraw,
    /// The visitor's conversation is over or never began. The seat is free.
    Release(AgentId),
    /// The visitor's page polls again, or has not polled for a minute (Protocol, 'Queue'). The queue passes over an
    /// absent visitor and keeps their place. Sent during a conversation too, for a visitor who returns to the queue
    /// while away.
    Presence(Presence),
}

/// The state of a session, for readers that do not load it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// With the robot.
    Robot,
    /// In a group's line.
    Queued {
        /// The group of the line.
        group: GroupId,
        /// The place in the line.
        place: LinePlace,
        /// The start of this state.
        since: Timestamp,
    },
    /// With an agent.
    Manual {
        /// The agent.
        agent: AgentId,
        /// The group through which the visitor came.
        group: GroupId,
        /// The start of this state.
        since: Timestamp,
    },
    /// The session is over.
    Ended,
}

/// Whether a visitor's page polls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Presence {
    /// It polls.
    Here,
    /// It has not polled lately.
    Away,
}

/// Where a visitor joins a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rank {
    /// At its end.
    #[default]
    Usual,
    /// Before those who joined at its end, behind those who are at its head already (Protocol, 'Queue', priority).
    Ahead,
}

/// The group or agent that a visitor asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The channel they come from.
    pub channel: ChannelId,
    /// The requested group, or the channel's own; `None` or [`GroupId::everyone`] = all agents of the tenant (Protocol,
    /// 'transferAgent').
    pub group: Option<GroupId>,
    /// The agent requested by name.
    pub agent: Option<AgentId>,
    /// The groups that serve the channel; empty = any. A requested agent who is in none of them cannot take the visitor
    /// (Protocol, 'transferAgent', result 4).
    pub among: Vec<GroupId>,
    /// Where they join the line.
    pub rank: Rank,
    /// The agent with whom they talked last.
    pub last: Option<LastAgent>,
}

/// News of the router for a session. The newest one counts, whatever came before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RouterNews {
    /// This agent takes the visitor. If the session does not want an agent by then, it answers `Release`.
    Assigned {
        /// The agent.
        agent: AgentCard,
        /// The group whose line the visitor came through; [`GroupId::everyone`] for the line of all agents.
        group: GroupId,
        /// On which terms.
        terms: Box<Terms>,
    },
    /// The visitor waits here. Sent when they join the line, and again for a repeated request.
    Waiting(InLine),
    /// An agent stepped in: the visitor asked for nobody (stepIn).
    SteppedIn {
        /// The agent.
        agent: AgentCard,
        /// The group under which the agent has the visitor.
        group: GroupId,
        /// On which terms.
        terms: Box<Terms>,
    },
    /// The router refuses.
    Refused(RouterRefusal),
    /// An agent handed the conversation on (transferConversation).
    HandedOver(Box<HandedOver>),
    /// The line moved. The page should show the new position, which this number finds.
    LineMoved(Option<QueueNumber>),
    /// The agent has given no sign of life for 30 s (Protocol, 'Presence of agents').
    AgentAway(AgentId),
    /// The agent gave no sign of life for two minutes, or went offline. Their conversations go to others.
    AgentGone(AgentId),
    /// The agent's desk starts empty: tell it the state of the conversation (`DeskNews::Resumed`).
    DeskReopened(AgentId),
}

/// A conversation that was handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedOver {
    /// The agent who handed it on: the agent of the conversation, or a supervisor.
    pub by: Arc<AgentCard>,
    /// The note for the next agent. The visitor never sees it.
    pub note: Option<Arc<str>>,
    /// The new place of the visitor.
    pub to: Assignment,
}

/// Where the router has put a visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assignment {
    /// With an agent.
    With {
        /// The agent.
        agent: AgentCard,
        /// The group through which the visitor came.
        group: GroupId,
        /// On which terms.
        terms: Box<Terms>,
    },
    /// In a line.
    Waiting(InLine),
}

/// A visitor's place in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLine {
    /// The group of the line; [`GroupId::everyone`] for the line of all agents.
    pub group: GroupId,
    /// The place. The position is read from the line when it is shown.
    pub place: LinePlace,
    /// The position at this moment, 1 = next. The stored queue message shows it.
    pub position: u32,
    /// The number that finds the position; `None` at the head.
    pub number: Option<QueueNumber>,
}

/// The number that a visitor drew in a line. It gives the position without a lookup by name. It is unique in this
/// router and becomes invalid when the visitor leaves or draws another. It is never stored and never leaves the
/// process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueNumber {
    pub(crate) drawn: u64,
    pub(crate) line: u32,
    /// The router that issued it.
    pub(crate) router: NonZeroU32,
}

impl From<Assignment> for RouterNews {
    fn from(assignment: Assignment) -> Self {
        match assignment {
            Assignment::With {
                agent,
                group,
                terms,
            } => Self::Assigned {
                agent,
                group,
                terms,
            },
            Assignment::Waiting(line) => Self::Waiting(line),
        }
    }
}

/// Why the router gives no agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouterRefusal {
    /// No agent of the group is online, busy or away (transfer result 1).
    NoAgent,
    /// The requested agent or group does not exist or does not serve the channel, or the line is full (result 4).
    Failed,
}

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

/// A conversation as a desk lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversation {
    /// The key.
    pub place: ConversationPlace,
    /// The visitor's name; empty if they gave none.
    pub name: Arc<str>,
    /// The channel through which they came.
    pub channel: ChannelId,
    /// The group whose line they came through.
    pub group: GroupId,
    /// When it was assigned to the agent.
    pub since: Timestamp,
    /// The last message of the visitor or an agent.
    pub last: Option<(Seq, Arc<Entry>)>,
    /// The number of the visitor's messages after the agent's read mark.
    pub unread: u32,
    /// Its tags.
    pub tags: Vec<TagId>,
    /// What the agent owes, and why they have it.
    pub duty: Option<Box<Duty>>,
}

/// The availability that an agent chooses (Protocol, 'Seat', setStatus).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Availability {
    /// Takes visitors.
    Online,
    /// Gets no visitors, but may still take one from the queue.
    Busy,
    /// Offline: conversations go back to the queue at once.
    Offline,
    /// Offline for everybody else: gets no visitors, and keeps the open conversations until they end.
    Finishing,
}

/// An agent's status: the chosen availability, but `Away` if they give no sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatStatus {
    /// Takes visitors.
    Online,
    /// Online, but gets no visitors automatically.
    Busy,
    /// No sign of life for 30 s.
    Away,
    /// Offline.
    Offline,
}
