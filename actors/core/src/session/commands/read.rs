//! The visitor has read (msgComplete).

use crate::ids::{PollId, Seq};
use crate::routing::DeskNews;
use crate::session::commands::Command;
use crate::session::refusal::Refusal;
use crate::session::{Effects, HeadState, Session};
use crate::time::Timestamp;

/// Moves the visitor's read mark; lower than before changes nothing. What it passes is no longer offline.
#[derive(Clone, Debug)]
pub struct Read {
    /// Which page says so.
    pub page: PollId,
    /// Up to and including this line; absent: everything that was served.
    pub upto: Option<Seq>,
}

impl Command for Read {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        session.require_live(&self.page)?;
        let upto = self.upto.unwrap_or(session.mailbox.marks.served);
        if upto > session.mailbox.last() {
            return Err(Refusal::CursorAhead);
        }
        let offline = session.offline.len();
        let number = session.number;
        session.offline.retain(|message| message.session == number);
        session.no_longer_offline(upto);
        session.mailbox.marks.before = None;
        if session.offline.len() < offline {
            // Else they would come again after a restart.
            session.mark_head(HeadState::Changed);
        }
        if upto > session.mailbox.marks.read {
            session.mailbox.marks.read = upto;
            session.mark_head(HeadState::MarksMoved);
            session.begins_new_stretch(upto);
            session.tell_agent(effects, |place| DeskNews::Read { place, upto });
        }
        Ok(())
    }
}
