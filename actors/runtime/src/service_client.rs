//! Requests from sessions to tenants' own services.

use actors_core::ids::VisitorKey;
use actors_core::session::flows::ServiceRequest;

/// Sends requests to tenants' services. A lost request needs no report, because the session has a timeout for it.
pub trait ServiceClient: Send + Sync + 'static {
    /// Starts a request. Must not block; the answer goes to the session as a command.
    fn send(&self, visitor: VisitorKey, request: ServiceRequest);
}
