//! The visitor ends the session (chatClose).

use crate::event::Closing;
use crate::session::commands::Command;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// Ends the session; ending an ended one changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Close;

impl Command for Close {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        session.end(Closing::ChatOver, effects);
    }
}
