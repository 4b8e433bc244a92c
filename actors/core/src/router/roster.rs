//! Who works for the tenant, as configured, and the router's few settings.

use crate::ids::GroupId;
use crate::routing::{AgentCard, Availability};
use crate::time::Span;
use serde::{Deserialize, Serialize};

/// A tenant's agents and groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The groups. The line of all agents is always there and need not be named.
    pub groups: Vec<GroupId>,
    /// The agents.
    pub agents: Vec<RosterAgent>,
}

/// An agent as configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterAgent {
    /// How visitors see them.
    pub card: AgentCard,
    /// Their groups; those the roster does not name are ignored.
    pub groups: Vec<GroupId>,
    /// The most conversations at once; an agent may choose fewer.
    pub capacity: u32,
}

/// What an agent last said of themselves. Kept outside, one an agent, before it is handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatChoice {
    /// Whether they take visitors.
    pub availability: Availability,
    /// How many at once; `None` leaves it as it is.
    pub capacity: Option<u32>,
}

/// The router's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long an agent may be silent before they count as away (Contract §6).
    pub away_after: Span,
    /// How long a silent agent's conversations stay theirs, counted from the last sign of life (Contract §6).
    pub gone_after: Span,
    /// The most visitors who wait at once in a tenant; one more is refused.
    pub waiting_max: usize,
}

/// What the lines are built and measured for: at less than a hundred bytes a place that is 10 MB a tenant, and at one visitor
/// a second more than a day of waiting, so whoever came later would not be served anyway.
pub const WAITING_MAX: usize = 100_000;

impl Default for Settings {
    fn default() -> Self {
        Self {
            away_after: Span::from_secs(30),
            gone_after: Span::from_minutes(2),
            waiting_max: WAITING_MAX,
        }
    }
}
