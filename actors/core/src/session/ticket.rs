//! A queue ticket: it keeps a waiting visitor's place on another device and across restarts (docs/decisions/0011).
//!
//! The ticket names a visitor's wait. Whoever holds it may open the visitor's session, so the server signs it, and only
//! the visitor gets it. The place itself is the session's: it is stored in the head, and no ticket can change it.

use crate::ids::{ChannelId, Language, SessionNo, Voucher};
use crate::session::course::TicketTimes;
use crate::session::phase::Phase;
use crate::session::{HeadState, Session};
use crate::time::{Span, Timestamp};

/// How long a ticket lasts, and how long the line keeps the place of its holder if no page polls.
pub const TICKET_LASTS: Span = Span::from_minutes(120);

/// What a ticket names. Together with the visitor's key it is all that the server signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueTicket {
    /// The session in which the visitor waits.
    pub session: SessionNo,
    /// When the first ticket of this wait was issued. A visitor who left the line and asks again begins another wait.
    pub issued: Timestamp,
    /// When the ticket ends.
    pub ends: Timestamp,
}

/// What the holder of a ticket needs to open the session on another device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The channel of the session.
    pub channel: ChannelId,
    /// The language that the visitor reads.
    pub language: Language,
    /// The secret that vouched for the visitor. The ticket stands in for it.
    pub vouched: Option<Voucher>,
}

/// Why a ticket is not issued or not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TicketRefusal {
    /// The visitor does not wait (409).
    #[error("not waiting")]
    NotWaiting,
    /// The wait is over, or the ticket is (410).
    #[error("the ticket is over")]
    Over,
}

impl Session {
    /// Issues a ticket for the current wait. A new one ends no earlier one.
    pub(super) fn issue_ticket(&mut self) -> Result<QueueTicket, TicketRefusal> {
        if !matches!(self.phase, Phase::Queued(_)) {
            return Err(TicketRefusal::NotWaiting);
        }
        let (session, now) = (self.number, self.last_now);
        let ends = now + TICKET_LASTS;
        let before = self.course_mut().ticket;
        let issued = before.map_or(now, |before| before.issued);
        self.course_mut().ticket = Some(TicketTimes { issued, ends });
        self.mark_head(HeadState::Changed);
        Ok(QueueTicket {
            session,
            issued,
            ends,
        })
    }

    /// Accepts a ticket while the visitor waits, or talks with the agent for whom they waited.
    pub(super) fn claim(&self, ticket: QueueTicket) -> Result<Claimed, TicketRefusal> {
        let is_with_people = matches!(self.phase, Phase::Queued(_) | Phase::Manual(_));
        let current = self.extras.course().and_then(|course| course.ticket);
        let is_current = ticket.session == self.number
            && current.is_some_and(|current| current.issued == ticket.issued);
        if !is_with_people || !is_current || ticket.ends <= self.last_now {
            return Err(TicketRefusal::Over);
        }
        Ok(Claimed {
            channel: self.channel.id.clone(),
            language: self.language,
            vouched: self.extras.vouched(),
        })
    }
}
