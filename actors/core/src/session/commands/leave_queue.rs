//! The visitor no longer waits (leaveQueue).

use crate::session::commands::Command;
use crate::session::phase::Status;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// Leaves the queue and returns to the robot. It changes nothing for a visitor who does not wait.
#[derive(Clone, Copy, Debug)]
pub struct LeaveQueue;

impl Command for LeaveQueue {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        if session.status() == Status::Queued {
            session.leave_line(effects);
        }
    }
}
