//! An agent's public profile.

use crate::ids::AgentId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An agent as visitors see them (Protocol, 'Configuration', agent card).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentCard {
    /// The agent.
    pub agent: AgentId,
    /// The name shown.
    pub nick: Arc<str>,
    /// The picture shown; empty if there is none.
    pub face: Arc<str>,
}
