//! The shell reports what came of a mail to the visitor (Protocol, 'Mail to a visitor who left').

use crate::ids::{Seq, SessionNo};
use crate::session::commands::Command;
use crate::session::{Effects, HeadState, Session};
use crate::time::Timestamp;

/// A mail that the session asked for was stored, or there is none to send.
#[derive(Clone, Copy, Debug)]
pub struct Mailed {
    /// The session that asked.
    pub session: SessionNo,
    /// The newest line that the mail knows.
    pub upto: Seq,
    /// What came of it.
    pub fate: Fate,
}

/// What came of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is stored and will be sent.
    Stored,
    /// There is no mail to send. The next message of an agent asks again.
    Unsent,
}

impl Command for Mailed {
    type Reply = ();

    fn apply(self, session: &mut Session, now: Timestamp, _: &mut Effects) {
        if session.number != self.session {
            return;
        }
        let read = session.mailbox.marks.read;
        let mailing = session.extras.mailing_mut();
        mailing.due = None;
        match self.fate {
            Fate::Stored => {
                mailing.last = Some(now);
                mailing.told = (read < self.upto).then_some(self.upto);
            }
            Fate::Unsent => mailing.unsent = Some(self.upto),
        }
        session.mark_head(HeadState::Changed);
    }
}
