//! Where a session stands, and what belongs to each standing alone.
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
//! | any open | `Close` | Ended | closed (chat over); withdraws or releases |
//! | Manual | `AgentAway`, not yet answered | Queued (head) | agent-left line, asks the router again |
//! | Manual | `AgentGone` | Queued (head) | the same |
//! | Manual | `Assigned` to another agent | Manual | connected, greeting; the desk before is told |
//! | Ended | `Start` | Robot, a new session | welcome line |
//! | Ended | `Evaluate` | Ended, evaluated | the rating; a second time refused |
//! | Robot/Manual/Ended | nobody talks to it for the retirement span | gone | retires |

use serde::{Deserialize, Serialize};

/// Where a session stands, as visitors' pages know it.
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

/// Whose word is awaited, and whether they were reminded; says what a due time in the head is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// Nobody has said anything yet.
    Nobody,
    /// The visitor wrote: the agent's word is awaited.
    Agent(Patience),
    /// The agent wrote: the visitor's word is awaited.
    Visitor(Patience),
}

/// How long somebody has been waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Patience {
    /// Not long.
    Fresh,
    /// So long that a line about it was said.
    Reminded,
}
