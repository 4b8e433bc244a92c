//! Who works for the tenant, as configured, and the router's few settings.

use crate::agent_card::AgentCard;
use crate::ids::GroupId;
use crate::routing::Availability;
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
