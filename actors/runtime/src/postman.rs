//! Mails and pushes from sessions to their visitors.

use actors_core::ids::VisitorKey;
use actors_core::session::mailing::MailRequest;
use actors_core::session::pushing::PushRequest;

/// Mails visitors what they have not read.
pub trait Postman: Send + Sync + 'static {
    /// Starts to write a mail. Must not block. What came of it goes to the session as a command; without it, the session
    /// asks again.
    fn mail(&self, visitor: VisitorKey, request: MailRequest);
}

/// Sends pushes to visitors' browsers.
pub trait Notifier: Send + Sync + 'static {
    /// Starts to send a push. Must be quick and never block. The outcome is not reported.
    fn push(&self, visitor: &VisitorKey, request: PushRequest);
}
