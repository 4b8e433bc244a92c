//! What the router can be asked: one type a question, each with its own answer.

use super::Turn;
use super::roster::{Roster, SeatChoice};
use crate::agent_card::AgentCard;
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{RouterRequest, SeatStatus};
use crate::tenant::Reach;
use crate::tenant::RoutingSettings;
use crate::time::Timestamp;
use std::sync::Arc;

/// Something the router is asked or told. Only [`super::Router::handle`] can carry one out.
pub trait Command: Send + 'static {
    /// What the asker hears.
    type Reply: Send + 'static;

    /// Carries it out.
    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply;
}

/// A session asks; whatever there is to say comes as [`crate::routing::RouterNews`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromSession {
    /// Whose session.
    pub visitor: VisitorId,
    /// What.
    pub request: RouterRequest,
}

/// An agent says how they stand (Protocol, 'Seat', setStatus). A sign of life. The caller has kept the choice before handing
/// it in, so that [`super::Router::restore`] gets it back after a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetStatus {
    /// Who.
    pub agent: AgentId,
    /// How.
    pub choice: SeatChoice,
}

/// How an agent stands, as setStatus answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatState {
    /// Online, busy, away or offline.
    pub status: SeatStatus,
    /// How many conversations at once: what was asked for, at most what the tenant allows.
    pub capacity: u32,
    /// How many more can be handed to them now: none while they are not online.
    pub free: u32,
}

/// The tenant has no such agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such agent")]
pub struct UnknownAgent;

/// An agent's page polled (Protocol, 'Presence of agents'). An unknown agent's is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignOfLife {
    /// Who.
    pub agent: AgentId,
    /// When the poll came; a desk passes signs on late, and not each.
    pub at: Timestamp,
}

/// An agent's desk starts empty: the agent's sessions are told, and the desk hears of status and lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskReopened {
    /// Whose desk.
    pub agent: AgentId,
}

/// An agent calls the next visitor of their lines (Protocol, 'Conversations'). A sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeNext {
    /// Who.
    pub agent: AgentId,
    /// Out of which line; `None` = whoever has waited longest in any of the agent's.
    pub group: Option<GroupId>,
    /// Whether other groups' lines may be named too.
    pub reach: Reach,
}

/// An agent calls this visitor out of the line (Protocol, 'Conversations'). A sign of life; repeating it is harmless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// Who.
    pub agent: AgentId,
    /// Whom.
    pub visitor: VisitorId,
    /// Out of whose lines.
    pub reach: Reach,
}

/// Whom an agent got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Whom.
    pub visitor: VisitorId,
    /// Out of which line.
    pub group: GroupId,
}

/// Why an agent gets nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TakeRefusal {
    /// The tenant has no such agent.
    #[error("no such agent")]
    UnknownAgent,
    /// Nobody waits there, or not in a line that this agent serves (404).
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

/// An agent hands a conversation on (Protocol, 'Handing on', transferConversation): their own, or any where they may. A sign of
/// life. The session is told by [`crate::routing::RouterNews::HandedOver`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOver {
    /// With whom.
    pub visitor: VisitorId,
    /// Who hands it on.
    pub by: Arc<AgentCard>,
    /// Whose conversations they may hand on.
    pub reach: Reach,
    /// To whom.
    pub to: Receiver,
    /// What they write for whoever comes next.
    pub note: Option<Arc<str>>,
}

/// Who gets a conversation that is handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// This agent, who is online and has a seat free.
    Agent(AgentId),
    /// Whoever of this group is free, else its line, at the head.
    Group(GroupId),
}

/// Why a conversation cannot be handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandOverRefusal {
    /// The tenant has no such agent, or no such group (404).
    #[error("no such agent or group")]
    Unknown,
    /// It is somebody else's, or nobody's (409).
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

/// The router's settings are these from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resettle(pub RoutingSettings);

/// The tenant's agents and groups are these from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configure(pub Roster);
