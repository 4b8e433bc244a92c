//! What people, robots and the system say to each other.

pub mod aside;
pub mod card;
pub mod content;
pub mod reply;

use crate::event::Event;
use crate::ids::ClientId;
use crate::routing::AgentCard;
use crate::time::Timestamp;
pub use aside::{Aside, Feedback, Quote};
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

    /// Whether a visitor may know of it: neither internal nor held back from them (Contract §4, insideFlag;
    /// Spec §4, sensitiveFlag).
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

/// A line of the session's log: what happened, when, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When; strictly rises within a visitor (Contract §4, getHistoryMsg).
    pub at: Timestamp,
    /// What.
    pub event: Event,
}

impl Entry {
    /// The message, where it is one.
    pub fn message(&self) -> Option<&Message> {
        match &self.event {
            Event::Message(message) => Some(message),
            Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Evaluated(_)
            | Event::Amended(_)
            | Event::Call(_) => None,
        }
    }

    /// The same line about another message.
    pub fn saying(&self, message: Message) -> Arc<Self> {
        Arc::new(Self {
            at: self.at,
            event: Event::Message(message),
        })
    }

    /// Whether this is a message that was withdrawn.
    pub fn is_recalled(&self) -> bool {
        self.message().is_some_and(Message::is_recalled)
    }

    /// Whether there is anything in it for a visitor.
    pub fn is_for_visitors(&self) -> bool {
        self.message().is_none_or(Message::is_for_visitors)
    }

    /// The line as the visitor may see it: of a withdrawn message only that it was there, of one that is not for them
    /// only that its place is taken.
    pub fn as_visitors_see(self: &Arc<Self>) -> Arc<Self> {
        match self.message() {
            Some(message) if !message.is_for_visitors() => {
                let blank = Message::new(Sender::System, Content::Text(Arc::from("")));
                self.saying(blank.with_aside(|aside| aside.internal = true))
            }
            Some(message) if message.is_recalled() => {
                let blank = Message::new(message.sender.clone(), Content::Text(Arc::from("")));
                let blank = blank.with_aside(|aside| aside.recalled = true);
                self.saying(Message {
                    client_id: message.client_id.clone(),
                    ..blank
                })
            }
            Some(_) | None => self.clone(),
        }
    }
}
