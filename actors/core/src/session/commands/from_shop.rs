//! Commands of the shop's own server, which holds an API key. It needs no seat and no conversation of its own: any open
//! session hears it, with the robot, in the queue and with an agent.

use crate::agent_card::AgentCard;
use crate::event::Closing;
use crate::ids::ClientId;
use crate::message::{Content, Sender};
use crate::session::commands::Command;
use crate::session::commands::from_agent::require_agents_kind;
use crate::session::commands::send_message::Sent;
use crate::session::fingerprint::Told;
use crate::session::phase::Phase;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;
use std::sync::Arc;

/// The shop's server says something to the visitor. It changes neither the state nor whose turn it is: an agent of the
/// conversation still owes an answer.
#[derive(Clone, Debug)]
pub struct ShopSays {
    /// Who speaks, as visitors see them. No agent has this id.
    pub author: Arc<AgentCard>,
    /// The server's id. A repeat with the same content gets the same answer and is stored once.
    pub client_id: Option<ClientId>,
    /// What.
    pub content: Content,
}

/// The shop's server ends the session; ending an ended one changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct ShopEnds;

impl Command for ShopSays {
    type Reply = Result<Sent, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        require_agents_kind(&self.content)?;
        let content = self.content.checked()?;
        let message = session.read_message(Sender::Agent(self.author), self.client_id, content);
        if let Some(before) = session.repeats.find(&message, Told::People, now) {
            return before;
        }
        match &session.phase {
            Phase::Ended(_) => Err(Refusal::ChatEnded),
            Phase::Robot(_) | Phase::Queued(_) | Phase::Manual(_) => {
                Ok(session.say_named(message, Told::People, effects))
            }
        }
    }
}

impl Command for ShopEnds {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) {
        let closing = match &session.phase {
            Phase::Manual(_) => Closing::AgentClosed,
            Phase::Robot(_) | Phase::Queued(_) | Phase::Ended(_) => Closing::ChatOver,
        };
        session.end(closing, effects);
    }
}
