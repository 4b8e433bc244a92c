//! A tenant's configured agents and groups.

use crate::agent_card::AgentCard;
use crate::ids::{AgentId, GroupId};
use crate::routing::Availability;
use crate::tenant::{GroupRule, Oversight};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A tenant's agents and groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The groups. The line of all agents always exists and is not listed.
    pub groups: Vec<GroupId>,
    /// The agents.
    pub agents: Vec<RosterAgent>,
    /// How groups are served, if not as usual.
    pub rules: BTreeMap<GroupId, GroupRule>,
    /// The agents who look after others. They hear of rescues. Whoever is not listed and may act on conversations of
    /// others may do so in all groups.
    pub supervisors: BTreeMap<AgentId, Oversight>,
}

/// An agent as configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterAgent {
    /// The name and picture that visitors see.
    pub card: AgentCard,
    /// Their groups; groups that the roster does not list are ignored.
    pub groups: Vec<GroupId>,
    /// The maximum number of conversations at once; the agent may choose fewer.
    pub capacity: u32,
}

/// An agent's last choice of status. The caller stores one for each agent before it passes the choice to the router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatChoice {
    /// Whether they take visitors.
    pub availability: Availability,
    /// The number of conversations at once; `None` keeps the earlier choice.
    pub capacity: Option<u32>,
}
