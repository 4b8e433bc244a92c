//! The visitor asks for an agent (transferAgent).

use crate::ids::{AgentId, GroupId, Ticket};
use crate::routing::AgentCard;
use crate::session::commands::{Command, LateAnswer, Parked, sealed};
use crate::session::refusal::Refusal;

/// Asks the router for an agent. While queued or connected it changes nothing and is answered as before.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Under which the request waits.
    pub ticket: Ticket,
    /// The group asked for.
    pub group: Option<GroupId>,
    /// The agent asked for.
    pub agent: Option<AgentId>,
    /// Whether anybody works at this hour (Contract §6, working hours).
    pub hours: OfficeHours,
}

/// Whether it is a time at which agents work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfficeHours {
    /// It is.
    Open,
    /// It is not.
    Closed,
}

/// What came of asking for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transferred {
    /// No agent of the group is online, busy or away (1).
    NoAgent,
    /// This agent takes the visitor (2).
    Connected(AgentCard),
    /// The visitor waits (3); the position is read from the router's index when the answer is written.
    Queued,
    /// The agent or group asked for does not exist or cannot take the channel (4).
    Failed,
    /// Nobody works at this hour (5).
    OffWork,
}

impl sealed::Sealed for Transfer {}

impl Command for Transfer {
    type Reply = ();
}

impl Parked for Transfer {
    type Answer = Result<Transferred, Refusal>;

    fn unpack(answer: LateAnswer) -> Option<Self::Answer> {
        match answer {
            LateAnswer::Transferred(answer) => Some(answer),
            LateAnswer::Polled(_) | LateAnswer::Asked(_) => None,
        }
    }
}
