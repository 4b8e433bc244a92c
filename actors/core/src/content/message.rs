//! Messages of people, robots and the system.

pub mod attributes;
pub mod card;
pub mod content;
pub mod reply;

use crate::agent_card::AgentCard;
use crate::ids::ClientId;
pub use attributes::{Attributes, Feedback, Quote};
pub use content::Content;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The sender of a message (Protocol, 'Message fields', senderType).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sender {
    /// The visitor.
    Visitor,
    /// An agent, as shown to the visitor at that moment.
    Agent(Arc<AgentCard>),
    /// The channel's robot. Its name and picture are the channel's.
    Robot,
    /// The system: a notice.
    System,
}

/// A message as it is stored. Its id is the session and the `seq` of its log entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The sender.
    pub sender: Sender,
    /// The content.
    pub content: Content,
    /// The client's id for it, if a client sent it.
    pub client_id: Option<ClientId>,
    /// Attributes that few messages have.
    pub attributes: Option<Box<Attributes>>,
}

impl Message {
    /// Creates a message without a client id or further attributes.
    pub fn new(sender: Sender, content: Content) -> Self {
        Self {
            sender,
            content,
            client_id: None,
            attributes: None,
        }
    }

    /// Whether the visitor may see the message: it is neither internal nor withheld from them (Protocol, 'What the
    /// server decides', insideFlag and sensitiveFlag).
    pub fn is_for_visitors(&self) -> bool {
        self.attributes.as_ref().is_none_or(|attributes| {
            let held_back = !attributes.flagged.is_empty() && self.sender != Sender::Visitor;
            !attributes.internal && !held_back
        })
    }

    /// Whether the agent recalled the message. It stays stored, but the visitor never sees it again.
    pub fn is_recalled(&self) -> bool {
        self.attributes
            .as_ref()
            .is_some_and(|attributes| attributes.recalled)
    }

    /// Whether the message is an agent's internal note.
    pub fn is_internal(&self) -> bool {
        self.attributes
            .as_ref()
            .is_some_and(|attributes| attributes.internal)
    }

    /// The tenant's sensitive words for which the message is withheld; empty for nearly every message.
    pub fn flagged(&self) -> &[Arc<str>] {
        self.attributes
            .as_ref()
            .map_or(&[], |attributes| &attributes.flagged)
    }

    /// Returns the message with changed attributes and the same content.
    #[must_use]
    pub fn with_attributes(mut self, change: impl FnOnce(&mut Attributes)) -> Self {
        let mut attributes = self.attributes.take().unwrap_or_default();
        change(&mut attributes);
        self.attributes = (*attributes != Attributes::default()).then_some(attributes);
        self
    }
}
