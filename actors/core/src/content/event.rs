//! The events of a session. Every entry of the log holds one. The numbers (1200 …) are the wire's.
//!
//! Stored by position: new variants and fields only at the end.

use crate::call::CallLine;
use crate::ids::{AgentId, Seq, TagId};
use crate::message::attributes::Amendment;
use crate::message::{Content, Message, Sender};
use crate::rating::Rating;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An event of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A message (1201).
    Message(Message),
    /// An agent took over (1200).
    Connected {
        /// The agent.
        agent: AgentId,
        /// The name shown.
        nick: Arc<str>,
        /// The picture shown.
        face: Arc<str>,
    },
    /// The session ended (1202). The event carries the product's own sentence. The tenant's closing text is a message
    /// just before it.
    Closed(Closing),
    /// The visitor is asked to rate (1203).
    EvaluationInvited,
    /// The message at this `seq` of the session was recalled (1205).
    Recalled(Seq),
    /// The visitor rated the service. The visitor sees it as the line [`LineKey::Thanks`], an agent as the rating.
    ///
    /// [`LineKey::Thanks`]: crate::message::content::LineKey::Thanks
    Evaluated(Box<Rating>),
    /// A message was amended (1206).
    Amended(Box<Amendment>),
    /// A step of a call: 1208 if the agent declined it, else 1207.
    Call(Box<CallLine>),
    /// An agent changed the tags of the session. Only agents read it.
    Tagged(Box<Tagging>),
}

/// The tags of a session after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tagging {
    /// The agent who changed them.
    pub by: AgentId,
    /// All tags from here on, in the order in which they were added.
    pub tags: Vec<TagId>,
}

/// Why a session ended (Protocol, 'Events', outType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Closing {
    /// The visitor was silent for too long (1).
    VisitorTimeout,
    /// The agent ended it (2).
    AgentClosed,
    /// The visitor closed the chat.
    ChatOver,
}

/// An entry of the session's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The time; strictly rises within a visitor (Protocol, 'Visitor calls', getHistoryMsg).
    pub at: Timestamp,
    /// The event.
    pub event: Event,
}

impl Entry {
    /// The message, if the event is one.
    pub fn message(&self) -> Option<&Message> {
        match &self.event {
            Event::Message(message) => Some(message),
            Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Evaluated(_)
            | Event::Amended(_)
            | Event::Call(_)
            | Event::Tagged(_) => None,
        }
    }

    /// The same entry with another message.
    pub fn saying(&self, message: Message) -> Arc<Self> {
        Arc::new(Self {
            at: self.at,
            event: Event::Message(message),
        })
    }

    /// Whether this is a recalled message.
    pub fn is_recalled(&self) -> bool {
        self.message().is_some_and(Message::is_recalled)
    }

    /// Whether the visitor may see the event.
    pub fn is_for_visitors(&self) -> bool {
        match &self.event {
            Event::Message(message) => message.is_for_visitors(),
            Event::Tagged(_) => false,
            Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Evaluated(_)
            | Event::Amended(_)
            | Event::Call(_) => true,
        }
    }

    /// The entry as the visitor may see it. A recalled message keeps only its sender and client id. An entry that is
    /// not for visitors becomes an empty internal message, which only fills its place.
    pub fn as_visitors_see(self: &Arc<Self>) -> Arc<Self> {
        match self.message() {
            _ if !self.is_for_visitors() => {
                let blank = Message::new(Sender::System, Content::Text(Arc::from("")));
                self.saying(blank.with_attributes(|attributes| attributes.internal = true))
            }
            Some(message) if message.is_recalled() => {
                let blank = Message::new(message.sender.clone(), Content::Text(Arc::from("")));
                let blank = blank.with_attributes(|attributes| attributes.recalled = true);
                self.saying(Message {
                    client_id: message.client_id.clone(),
                    ..blank
                })
            }
            Some(_) | None => self.clone(),
        }
    }
}
