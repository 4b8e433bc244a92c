//! An agent watches a conversation that is not theirs (Protocol, 'Visitors', watch).

use crate::ids::AgentId;
use crate::session::commands::Command;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// The agent's desk hears of what is new for a while. The visitor is not told, and nothing is stored. The reply is the
/// state of the conversation.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Who watches.
    pub agent: AgentId,
}

impl Command for Watch {
    type Reply = Result<Status, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        session.watch(self.agent)?;
        Ok(session.status())
    }
}
