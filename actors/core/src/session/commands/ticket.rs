//! Queue tickets: the visitor gets one while they wait, and shows it on another device.

use crate::session::commands::Command;
use crate::session::ticket::{Claimed, QueueTicket, TicketRefusal};
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// The visitor wants a ticket for their place.
#[derive(Clone, Copy, Debug)]
pub struct IssueTicket;

/// Somebody shows a ticket. The page then opens the session as the visitor's newest page
/// ([`Start`](super::start::Start)), which displaces the page before.
#[derive(Clone, Copy, Debug)]
pub struct ClaimTicket {
    /// The ticket, whose signature the caller has checked.
    pub ticket: QueueTicket,
}

impl Command for IssueTicket {
    type Reply = Result<QueueTicket, TicketRefusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        session.issue_ticket()
    }
}

impl Command for ClaimTicket {
    type Reply = Result<Claimed, TicketRefusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        session.claim(self.ticket)
    }
}
