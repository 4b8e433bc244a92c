//! What people, robots and the system say to each other.

pub mod content;

use crate::event::Event;
use crate::ids::ClientId;
use crate::routing::AgentCard;
use crate::time::Timestamp;
pub use content::Content;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who said it (Spec §3, senderType).
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
    /// Withdrawn by the agent: kept, never shown to the visitor again.
    pub recalled: bool,
}

/// A line of the session's log: what happened, when, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When; strictly rises within a visitor (Contract §4, getHistoryMsg).
    pub at: Timestamp,
    /// What.
    pub event: Event,
}

impl Entry {
    /// Whether this is a message that was withdrawn.
    pub fn is_recalled(&self) -> bool {
        matches!(&self.event, Event::Message(message) if message.recalled)
    }

    /// The line as the visitor may see it: of a withdrawn message only that it was there.
    pub fn as_visitors_see(self: &Arc<Self>) -> Arc<Self> {
        match &self.event {
            Event::Message(message) if message.recalled => Arc::new(Self {
                at: self.at,
                event: Event::Message(Message {
                    content: Content::Text(Arc::from("")),
                    ..message.clone()
                }),
            }),
            Event::Message(_)
            | Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Evaluated(_) => self.clone(),
        }
    }
}
