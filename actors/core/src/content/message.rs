//! What people, robots and the system say to each other.

pub mod aside;
pub mod card;
pub mod content;
pub mod reply;

use crate::agent_card::AgentCard;
use crate::ids::ClientId;
pub use aside::{Aside, Feedback, Quote};
pub use content::Content;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who said it (Protocol, 'Message fields', senderType).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sender {
    /// The visitor.
    Visitor,
    /// An agent, as the visitor saw them at that moment.
    Agent(Arc<AgentCard>),
    /// The channel's robot; its name and picture are the channel's.
    Robot,
    /// Nobody: a notice.
    System,
}

/// A message as it is kept. Its id is the session and the `seq` of the log entry that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who said it.
    pub sender: Sender,
    /// What was said.
    pub content: Content,
    /// The name the client gave it, where a client sent it.
    pub client_id: Option<ClientId>,
    /// What few messages have.
    pub aside: Option<Box<Aside>>,
}

impl Message {
    /// A message with nothing to it but what was said.
    pub fn new(sender: Sender, content: Content) -> Self {
        Self {
            sender,
            content,
            client_id: None,
            aside: None,
        }
    }

    /// Whether a visitor may know of it: neither internal nor held back from them (Protocol, 'What the server decides', insideFlag;
    /// Protocol, 'What the server decides', sensitiveFlag).
    pub fn is_for_visitors(&self) -> bool {
        self.aside.as_ref().is_none_or(|aside| {
            let held_back = !aside.flagged.is_empty() && self.sender != Sender::Visitor;
            !aside.internal && !held_back
        })
    }

    /// Whether the agent withdrew it: it is kept, and never shown to the visitor again.
    pub fn is_recalled(&self) -> bool {
        self.aside.as_ref().is_some_and(|aside| aside.recalled)
    }

    /// Whether it is an agent's note.
    pub fn is_internal(&self) -> bool {
        self.aside.as_ref().is_some_and(|aside| aside.internal)
    }

    /// The tenant's words for which it is held back; none for nearly every message.
    pub fn flagged(&self) -> &[Arc<str>] {
        self.aside.as_ref().map_or(&[], |aside| &aside.flagged)
    }

    /// The same message with something changed beside what was said.
    #[must_use]
    pub fn with_aside(mut self, change: impl FnOnce(&mut Aside)) -> Self {
        let mut aside = self.aside.take().unwrap_or_default();
        change(&mut aside);
        self.aside = (*aside != Aside::default()).then_some(aside);
        self
    }
}
