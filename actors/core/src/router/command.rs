//! What the router can be asked: one type a question, each with its own answer.

use super::Turn;
use super::roster::{Roster, SeatChoice};
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{RouterRequest, SeatStatus};
use crate::time::Timestamp;

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

/// An agent says how they stand (Contract §7, setStatus). A sign of life. The caller has kept the choice before handing
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
}

/// The tenant has no such agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such agent")]
pub struct UnknownAgent;

/// An agent's page polled (Contract §6). An unknown agent's is ignored.
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

/// An agent calls the next visitor of their lines (Contract §7). A sign of life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeNext {
    /// Who.
    pub agent: AgentId,
    /// Out of which line; `None` = whoever has waited longest in any of the agent's.
    pub group: Option<GroupId>,
}

/// An agent calls this visitor out of the line (Contract §7). A sign of life; repeating it is harmless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// Who.
    pub agent: AgentId,
    /// Whom.
    pub visitor: VisitorId,
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

/// The tenant's agents and groups are these from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configure(pub Roster);
