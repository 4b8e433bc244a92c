//! The visitor agrees to Web Push, or ends it (Protocol, 'Push to visitors').

use crate::session::commands::Command;
use crate::session::{Effects, HeadState, Session};
use crate::time::Timestamp;

/// Whether the visitor has a browser that gets pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoosePush {
    /// One at least.
    Agree,
    /// None any longer.
    Stop,
}

impl Command for ChoosePush {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) {
        let before = session.extras.pushing();
        let after = match self {
            Self::Agree => Some(before.unwrap_or_default()),
            Self::Stop => None,
        };
        if before != after {
            session.extras.push(after);
            session.mark_head(HeadState::Changed);
        }
    }
}
