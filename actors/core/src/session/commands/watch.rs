//! An agent watches a conversation that nobody has yet (Protocol, 'Visitors', watch).

use crate::ids::AgentId;
use crate::session::commands::Command;
use crate::session::phase::{Phase, Status};
use crate::session::refusal::Refusal;
use crate::session::watching::WatchEnds;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// The agent's desk hears of new messages for a while. The visitor is not told, and nothing is stored. The reply is whether
/// the visitor is with the robot or waits.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Who watches.
    pub agent: AgentId,
}

impl Command for Watch {
    type Reply = Result<Status, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        match &session.phase {
            Phase::Robot(_) | Phase::Queued(_) => {
                session.watch(self.agent, WatchEnds::WhenServed);
                Ok(session.status())
            }
            Phase::Manual(_) | Phase::Ended(_) => Err(Refusal::NotWatchable),
        }
    }
}
