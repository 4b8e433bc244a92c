//! What sessions want to know of tenants' own services.

use actors_core::ids::VisitorKey;
use actors_core::session::flows::Errand;

/// Carries errands out. One that is lost is noticed by the session itself.
pub trait Errands: Send + Sync + 'static {
    /// Begins. Must not block; the answer goes to the session as a command.
    fn run(&self, visitor: VisitorKey, errand: Errand);
}
