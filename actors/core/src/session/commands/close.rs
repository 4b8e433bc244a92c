//! The visitor ends the session (chatClose).

use crate::session::commands::{Command, sealed};

/// Ends the session; ending an ended one changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Close;

impl sealed::Sealed for Close {}

impl Command for Close {
    type Reply = ();
}
