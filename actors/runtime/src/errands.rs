//! Requests from sessions to tenants' own services.

use actors_core::ids::VisitorKey;
use actors_core::session::flows::Errand;

/// Runs errands. A lost errand needs no report, because the session has a timeout for it.
pub trait Errands: Send + Sync + 'static {
    /// Starts an errand. Must not block; the answer goes to the session as a command.
    fn run(&self, visitor: VisitorKey, errand: Errand);
}
