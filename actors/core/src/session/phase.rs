//! The states of a session, and the data that belongs to one state only.
//!
//! | In | Comes | Goes to | Says / asks |
//! |---|---|---|---|
//! | (none) | `Start`, new visitor | Robot | welcome line |
//! | Robot/Queued/Manual | `Start` again | same | the page before gets 'opened elsewhere', once |
//! | Robot/Queued | `AskRobot` | same | question and reply, both in the log |
//! | Robot | `Transfer` | Robot, asking | asks the router; the request stays parked |
//! | Robot | `Transfer`, off work | Robot | answer 5, off-work line |
//! | Robot, asking | `Assigned` | Manual | answer 2, connected, greeting; the desk is told |
//! | Robot, asking | `Waiting` | Queued | answer 3, queue line |
//! | Robot, asking | `Refused` | Robot | answer 1 or 4, system line |
//! | Robot, asking | no answer from the router | Robot | answer 4, system line, withdraws |
//! | Queued | `Transfer` again | Queued | answer 3: same question, same answer |
//! | Queued | `LineMoved` | Queued | a parked poll is answered; nothing recorded |
//! | Queued | `Assigned` | Manual | connected, greeting; what was said while waiting is unread at the desk |
//! | Queued | `Refused` (the line closes) | Robot | system line |
//! | Queued | `LeaveQueue`, or nobody polls for the absence span | Robot | withdraws, system line |
//! | Manual | `SendMessage` | Manual | tells the desk; the agent-silence timer starts |
//! | Manual | `AgentSays` | Manual | 1201; the visitor-silence timer starts |
//! | Manual | agent silent / visitor silent | Manual | adminTimeoutMsg / userTimeoutMsg, once a turn |
//! | Manual | visitor silent still | Ended | userOverMsg, closed (visitor timeout), releases the seat |
//! | Manual | `AgentEnds` | Ended | adminCloseMsg, closed (agent closed), releases the seat |
//! | any open | `ShopSays` | same | 1201; no timer starts |
//! | any open | `ShopEnds` | Ended | as `AgentEnds` with an agent, as `Close` otherwise |
//! | Queued/Manual | `ForceEnd` of a supervisor | Ended | as `ShopEnds` |
//! | any open | `Close` | Ended | closed (chat over); withdraws or releases |
//! | Manual | `AgentAccepts`, reads, types | same | the desk is told that nothing is due, or only the answer |
//! | Manual | the agent's time is over | same | asks the router to rescue the visitor |
//! | Manual | `AgentAway`, not yet answered | Queued (head) | agent-left line, asks the router again |
//! | Manual | `AgentGone` | Queued (head) | the same |
//! | Manual/Queued | `HandedOver` to an agent | Manual | connected, greeting; both desks are told |
//! | Manual/Queued | `HandedOver` to a group | Queued (head) | queue line; the desk is told |
//! | Manual | `Assigned` to another agent | Manual | connected, greeting; the desk before is told |
//! | Manual | `Waiting` (handed to a group) | Queued | queue line; the desk is told |
//! | Ended | `Start` | Robot, a new session | welcome line |
//! | Ended | `Evaluate` | Ended, evaluated | the rating; a second time refused |
//! | Robot/Manual/Ended | nobody talks to it for the retirement span | gone | retires |

use crate::agent_card::AgentCard;
use crate::event::Closing;
use crate::ids::{AgentId, GroupId, LinePlace, Ticket};
use crate::routing::{QueueNumber, Standing};
use crate::session::calls::OpenCall;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The state of a session, as a visitor's page knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// With the robot.
    Robot,
    /// Waiting for an agent.
    Queued,
    /// With an agent.
    Manual,
    /// Over.
    Ended,
}

/// The state of a session, with the data of that state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    Robot(RobotPhase),
    Queued(QueuedPhase),
    Manual(Box<ManualPhase>),
    Ended(EndedPhase),
}

/// With the robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RobotPhase {
    /// Parked requests that wait for the router's answer.
    pub asking: Vec<Ticket>,
}

/// A place before every place that the router gives. A visitor who returns to the head of the line has it until the
/// router gives one. Of two such visitors the earlier one is first.
pub(crate) fn place_at_head(now: Timestamp) -> LinePlace {
    LinePlace(i64::MIN / 2 + now.as_millis())
}

/// Whether a place is at the head of a line, before those in the order of arrival.
pub(crate) fn is_at_head(place: LinePlace) -> bool {
    place.0 < 0
}

/// In a group's line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueuedPhase {
    pub group: GroupId,
    pub place: LinePlace,
    pub since: Timestamp,
    /// The number by which the router finds the position. It is not stored.
    pub number: Option<QueueNumber>,
}

impl QueuedPhase {
    /// The router has not named the place yet.
    pub fn is_unplaced(&self) -> bool {
        self.place.0 < i64::MIN / 4
    }
}

/// With an agent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ManualPhase {
    pub agent: AgentCard,
    pub group: GroupId,
    pub since: Timestamp,
    /// The agent has said something.
    pub answered: bool,
    pub turn: Turn,
    /// When the session last passed on that somebody types: to the agent, and to the visitor.
    pub visitor_typed: Option<Timestamp>,
    pub agent_typed: Option<Timestamp>,
    /// The agent types, and no page knows it yet.
    pub agent_types: bool,
    /// The call that rings or is under way.
    pub call: Option<Box<OpenCall>>,
}

/// Over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedPhase {
    /// Why.
    pub closing: Closing,
    /// The last agent of the visitor, who is told of a rating.
    pub agent: Option<AgentId>,
}

impl EndedPhase {
    /// What a visitor's first session follows.
    pub(crate) fn before_the_first() -> Self {
        Self {
            closing: Closing::ChatOver,
            agent: None,
        }
    }
}

/// Who must speak next, and whether they were already reminded. Explains the due time stored in the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// Nobody has said anything yet.
    Nobody,
    /// The visitor wrote last. The agent must answer.
    Agent(Patience),
    /// The agent wrote last. The visitor must answer.
    Visitor(Patience),
}

/// Whether a side was already reminded of its silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Patience {
    /// Not reminded yet.
    Fresh,
    /// Reminded by a line in the log.
    Reminded,
}

impl Phase {
    /// The conversation with an agent, if there is one.
    pub fn manual(&self) -> Option<&ManualPhase> {
        match self {
            Self::Manual(manual) => Some(manual),
            Self::Robot(_) | Self::Queued(_) | Self::Ended(_) => None,
        }
    }

    /// The same, to change it.
    pub fn manual_mut(&mut self) -> Option<&mut ManualPhase> {
        match self {
            Self::Manual(manual) => Some(manual),
            Self::Robot(_) | Self::Queued(_) | Self::Ended(_) => None,
        }
    }

    pub fn status(&self) -> Status {
        match self {
            Self::Robot(_) => Status::Robot,
            Self::Queued(_) => Status::Queued,
            Self::Manual(_) => Status::Manual,
            Self::Ended(_) => Status::Ended,
        }
    }

    pub fn standing(&self) -> Standing {
        match self {
            Self::Robot(_) => Standing::Robot,
            Self::Queued(queued) => Standing::Queued {
                group: queued.group.clone(),
                place: queued.place,
                since: queued.since,
            },
            Self::Manual(manual) => Standing::Manual {
                agent: manual.agent.agent.clone(),
                group: manual.group.clone(),
                since: manual.since,
            },
            Self::Ended(_) => Standing::Ended,
        }
    }
}
