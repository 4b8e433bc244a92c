//! The visitor asks the robot (robotAsk).

use crate::ids::{ClientId, Ticket};
use crate::message::Entry;
use crate::message::content::RobotReply;
use crate::session::commands::send_message::Sent;
use crate::session::commands::{Command, LateAnswer, Parked, sealed};
use crate::session::refusal::Refusal;
use std::sync::Arc;

/// Keeps a question and the robot's reply to it. The reply is a pure function of the robot and the question, so the
/// shell hands it in ready; a repeat is answered with the reply it got the first time, whatever is handed in.
#[derive(Clone, Debug)]
pub struct AskRobot {
    /// Under which the request waits.
    pub ticket: Ticket,
    /// The client's name for the question, as in [`SendMessage`](super::send_message::SendMessage).
    pub client_id: Option<ClientId>,
    /// The question as typed, or as the suggestion or menu entry that was clicked reads.
    pub question: Arc<str>,
    /// What the robot says to it.
    pub reply: RobotReply,
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// The robot replied.
    Answered {
        /// The question's place.
        question: Sent,
        /// The reply's place.
        reply: Sent,
        /// The reply; `None` for a repeat whose line no longer stands in memory: the store has it.
        entry: Option<Arc<Entry>>,
    },
    /// The session is over (the wire's `status` 0).
    SessionEnded,
}

impl sealed::Sealed for AskRobot {}

impl Command for AskRobot {
    type Reply = ();
}

impl Parked for AskRobot {
    type Answer = Result<Asked, Refusal>;

    fn unpack(answer: LateAnswer) -> Option<Self::Answer> {
        match answer {
            LateAnswer::Asked(answer) => Some(answer),
            LateAnswer::Polled(_) | LateAnswer::Transferred(_) => None,
        }
    }
}
