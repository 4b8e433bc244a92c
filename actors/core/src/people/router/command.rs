//! The commands of the router: one type each, with its own reply.

use super::Turn;
use super::roster::{Roster, SeatChoice};
use crate::agent_card::AgentCard;
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{RouterRequest, SeatStatus};
use crate::tenant::{Reach, RoutingSettings};
use crate::time::Timestamp;
use std::sync::Arc;

/// A command of the router. Only [`super::Router::handle`] can apply one.
pub trait Command: Send + 'static {
    /// The reply to the sender.
    type Reply: Send + 'static;

    /// Applies the command.
    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply;
}

/// A session's request. The answer comes as [`crate::routing::RouterNews`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromSession {
    /// The visitor of the session.
    pub visitor: VisitorId,
    /// The request.
    pub request: RouterRequest,
}

/// An agent sets their status (Protocol, 'Seat', setStatus). Counts as a sign of life. The caller stores the choice
/// first, so that [`super::Router::restore`] gets it back after a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetStatus {
    /// The agent.
    pub agent: AgentId,
    /// The new choice.
    pub choice: SeatChoice,
}

/// An agent's state, as setStatus returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatState {
    /// Online, busy, away or offline.
    pub status: SeatStatus,
    /// The number of conversations at once: what was asked for, at most what the tenant allows.
    pub capacity: u32,
    /// The number of conversations the router can still assign: 0 unless the agent is online.
    pub free: u32,
}

/// The tenant has no such agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such agent")]
pub struct UnknownAgent;

/// An agent's page polled (Protocol, 'Presence of agents'). One of an unknown agent is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignOfLife {
    /// The agent.
    pub agent: AgentId,
    /// When the poll came. A desk passes signs of life on late, and not every one.
    pub at: Timestamp,
}

/// An agent's desk starts empty. The router tells the agent's sessions, and sends the desk its status and its queue
/// counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskReopened {
    /// Whose desk.
    pub agent: AgentId,
}

/// An agent takes the next visitor of their lines (Protocol, 'Conversations'). Counts as a sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeNext {
    /// The agent.
    pub agent: AgentId,
    /// The line to take from; `None` = whoever has waited longest in any of the agent's lines.
    pub group: Option<GroupId>,
    /// Whether `group` may be a line that the agent does not serve.
    pub reach: Reach,
}

/// An agent takes this visitor out of the line (Protocol, 'Conversations'). Counts as a sign of life. Idempotent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// The agent.
    pub agent: AgentId,
    /// The visitor.
    pub visitor: VisitorId,
    /// Whether the line may be one that the agent does not serve.
    pub reach: Reach,
}

/// An agent steps into a conversation with the robot (Protocol, 'Visitors', stepIn). Counts as a sign of life.
/// Idempotent. The session gets [`crate::routing::RouterNews::SteppedIn`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepIn {
    /// The agent.
    pub agent: AgentId,
    /// The visitor.
    pub visitor: VisitorId,
    /// The groups that serve the visitor's channel; empty = any.
    pub among: Vec<GroupId>,
    /// Whether the agent may step in without serving one of these groups.
    pub reach: Reach,
}

/// The visitor that an agent took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The visitor.
    pub visitor: VisitorId,
    /// The line they waited in.
    pub group: GroupId,
}

/// Why an agent cannot take a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TakeRefusal {
    /// The tenant has no such agent.
    #[error("no such agent")]
    UnknownAgent,
    /// Nobody waits there, or the agent may not take from that line (404).
    #[error("nobody waits there")]
    Nobody,
    /// Another agent has them (409).
    #[error("already taken")]
    AlreadyTaken,
    /// The agent has as many conversations as they may (409).
    #[error("the agent has no seat free")]
    Full,
    /// The agent is offline (409).
    #[error("the agent is offline")]
    Offline,
}

/// An agent hands a conversation on (Protocol, 'Handing on', transferConversation): their own, or any if `reach` allows
/// it. Counts as a sign of life. The session gets [`crate::routing::RouterNews::HandedOver`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOver {
    /// The visitor of the conversation.
    pub visitor: VisitorId,
    /// The agent who hands it on.
    pub by: Arc<AgentCard>,
    /// Which conversations they may hand on.
    pub reach: Reach,
    /// The receiver.
    pub to: Receiver,
    /// A note for the next agent.
    pub note: Option<Arc<str>>,
}

/// The receiver of a conversation that is handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// This agent, who must be online and have a free seat.
    Agent(AgentId),
    /// A free agent of this group, else the head of its line.
    Group(GroupId),
}

/// Why a conversation cannot be handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandOverRefusal {
    /// The tenant has no such agent, or no such group (404).
    #[error("no such agent or group")]
    Unknown,
    /// It belongs to another agent, or to none (409).
    #[error("the conversation is not yours")]
    NotYours,
    /// The agent is not online (409).
    #[error("the agent is not online")]
    NotOnline,
    /// The agent has as many conversations as they may (409).
    #[error("the agent has no seat free")]
    Full,
    /// Nobody else of the group is online, busy or away (409).
    #[error("nobody else of the group is online")]
    Unstaffed,
}

/// An agent goes offline and chooses where their open conversations go. The caller stores
/// [`OpenConversations::choice`] first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoOffline {
    /// The agent.
    pub agent: AgentId,
    /// Where their conversations go.
    pub open: OpenConversations,
}

/// Where the open conversations of an agent go who goes offline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenConversations {
    /// The agent finishes them. If their page is gone for too long, they go back to the line after all.
    Keep,
    /// Back to the line, with the place that the visitors had.
    ToLine,
    /// To a colleague or a group, as far as there is room; the others go back to the line.
    To(Receiver),
}

/// A supervisor changes an agent's status. It is no sign of life of the agent. The caller stores the choice first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetStatusOf {
    /// The supervisor.
    pub by: AgentId,
    /// The agent.
    pub agent: AgentId,
    /// The new choice.
    pub choice: SeatChoice,
}

/// Why a supervisor cannot act on an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OverseeRefusal {
    /// The tenant has no such agent (404).
    #[error("no such agent")]
    Unknown,
    /// The supervisor does not look after this agent (403).
    #[error("you do not look after this agent")]
    NotYours,
}

/// Replaces the router's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigureRouting(pub RoutingSettings);

/// Replaces the tenant's agents and groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configure(pub Roster);
