//! The visitor has read (msgComplete).

use crate::ids::{PollId, Seq};
use crate::session::commands::{Command, sealed};
use crate::session::refusal::Refusal;

/// Moves the visitor's read mark; lower than before changes nothing. What it passes is no longer offline.
#[derive(Clone, Debug)]
pub struct Read {
    /// Which page says so.
    pub page: PollId,
    /// Up to and with this line; absent: everything that was served.
    pub upto: Option<Seq>,
}

impl sealed::Sealed for Read {}

impl Command for Read {
    type Reply = Result<(), Refusal>;
}
