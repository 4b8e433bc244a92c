//! Commands of supervisors in conversations of others. Each names the groups that the supervisor looks after; a
//! conversation of another group is refused with [`Refusal::NotYours`]. Taking over and handing on are the router's
//! ([`HandOver`](crate::router::command::HandOver)).

use crate::agent_card::AgentCard;
use crate::event::Closing;
use crate::ids::ClientId;
use crate::message::content::Note;
use crate::message::{Message, Sender};
use crate::session::commands::Command;
use crate::session::commands::send_message::Sent;
use crate::session::fingerprint::Told;
use crate::session::phase::Phase;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::tenant::Oversight;
use crate::text;
use crate::time::Timestamp;
use std::sync::Arc;

/// A supervisor whispers to the agent of the conversation: an internal note, which no visitor reads.
#[derive(Clone, Debug)]
pub struct Whisper {
    /// The supervisor.
    pub by: Arc<AgentCard>,
    /// Whose conversations.
    pub oversight: Oversight,
    /// The client's id. A repeat with the same content gets the same answer and is stored once.
    pub client_id: Option<ClientId>,
    /// What.
    pub text: Arc<str>,
}

/// A supervisor ends a conversation, or sends a waiting visitor away. Ending an ended one changes nothing.
#[derive(Clone, Debug)]
pub struct ForceEnd {
    /// Whose conversations.
    pub oversight: Oversight,
}

/// Whether a conversation was open until a command ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The command ended it.
    Now,
    /// It had ended before.
    Before,
}

impl Command for Whisper {
    type Reply = Result<Sent, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        let note = Note::of(text::checked(&self.text)?, Vec::new());
        let message = Message {
            client_id: self.client_id,
            ..Message::new(Sender::Agent(self.by), note)
        }
        .with_attributes(|attributes| attributes.internal = true);
        if let Some(before) = session.repeats.find(&message, Told::Nobody, now) {
            return before;
        }
        if session.phase.manual().is_none() {
            return Err(Refusal::NotWithAgent);
        }
        session.require_overseen(&self.oversight)?;
        Ok(session.say_named(message, Told::Nobody, effects))
    }
}

impl Command for ForceEnd {
    type Reply = Result<Ended, Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        let closing = match &session.phase {
            Phase::Ended(_) => return Ok(Ended::Before),
            Phase::Manual(_) => Closing::AgentClosed,
            Phase::Robot(_) | Phase::Queued(_) => Closing::ChatOver,
        };
        session.require_overseen(&self.oversight)?;
        session.end(closing, effects);
        Ok(Ended::Now)
    }
}
