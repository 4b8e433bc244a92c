//! The messages between sessions, the router and the desks. Any of them may come late, twice, or when it no longer
//! holds. The receiver checks that.
//!
//! ```text
//!            RouterNews                    DeskNews
//!   Router ─────────────► Session   Router ─────────► Desk
//!          ◄─────────────           Session ────────► Desk   (Effect::TellAgent, TellWatcher)
//!            RouterRequest          (agents' own calls go to the session or the router, not through the desk)
//! ```

mod alarm;
mod news;
mod why;

use crate::agent_card::AgentCard;
use crate::event::Entry;
use crate::ids::{AgentId, ChannelId, GroupId, LinePlace, Seq, TagId};
use crate::time::Timestamp;
pub use alarm::{AlarmKind, RaisedAlarm};
pub use news::{CallNews, ConversationPlace, DeskNews, Draft, DraftKind, LeftKind, Mention};
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
