//! Who an agent is to a visitor.

use crate::ids::AgentId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An agent as visitors see them (Protocol, 'Configuration', agent card).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentCard {
    /// Which agent.
    pub agent: AgentId,
    /// Name shown.
    pub nick: Arc<str>,
    /// Picture shown; empty for none.
    pub face: Arc<str>,
}
