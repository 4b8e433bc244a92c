//! The visitor no longer waits (leaveQueue).

use crate::session::commands::{Command, sealed};

/// Leaves the line and goes back to the robot; changes nothing for whoever does not wait.
#[derive(Clone, Copy, Debug)]
pub struct LeaveQueue;

impl sealed::Sealed for LeaveQueue {}

impl Command for LeaveQueue {
    type Reply = ();
}
