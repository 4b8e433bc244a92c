//! Hears what agents' desks are told.

use actors_core::ids::{AgentId, TenantId};
use actors_core::routing::DeskNews;

/// Hears what agents' desks are told, also those that are closed.
pub trait DeskWatcher: Send + Sync + 'static {
    /// A desk gets this news. Every message of every conversation calls it, so it must be quick and never block.
    fn told(&self, tenant: &TenantId, agent: &AgentId, news: &DeskNews);
}
