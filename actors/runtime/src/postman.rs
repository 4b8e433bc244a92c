//! Mails from sessions to their visitors.

use actors_core::ids::VisitorKey;
use actors_core::session::mailing::MailRequest;

/// Mails visitors what they have not read.
pub trait Postman: Send + Sync + 'static {
    /// Starts to write a mail. Must not block. What came of it goes to the session as a command; without it, the session
    /// asks again.
    fn mail(&self, visitor: VisitorKey, request: MailRequest);
}
