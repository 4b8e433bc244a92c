//! What can happen in a session. Every entry of the log is one of these; the numbers 1200 … are the wire's.
//!
//! Stored by their order: variants and fields are only ever added at the end.

use crate::call::CallLine;
use crate::ids::{AgentId, Seq};
use crate::message::aside::Amendment;
use crate::message::{Content, Message, Sender};
use crate::rating::Rating;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Somebody said something (1201).
    Message(Message),
    /// An agent took over (1200).
    Connected {
        /// Which agent.
        agent: AgentId,
        /// Name shown.
        nick: Arc<str>,
        /// Picture shown.
        face: Arc<str>,
    },
    /// The session ended (1202). The event carries the product's own sentence. The tenant's closing text is a message just
    /// before it.
    Closed(Closing),
    /// The visitor is asked to rate (1203).
    EvaluationInvited,
    /// The message at `seq` of this session was withdrawn (1205).
    Recalled(Seq),
    /// The visitor rated the service. To the visitor it reads as the line [`LineKey::Thanks`], to an agent as the rating.
    ///
    /// [`LineKey::Thanks`]: crate::message::content::LineKey::Thanks
    Evaluated(Box<Rating>),
    /// A message reads differently from here on (1206).
    Amended(Box<Amendment>),
    /// Something happened to a call: 1208 where the agent declined it, else 1207.
    Call(Box<CallLine>),
}

/// Why a session ended (Protocol, 'Events', outType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Closing {
    /// The visitor was silent too long (1).
    VisitorTimeout,
    /// The agent ended it (2).
    AgentClosed,
    /// The chat is over: the visitor closed it.
    ChatOver,
}

/// A line of the session's log: what happened, when, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When; strictly rises within a visitor (Protocol, 'Visitor calls', getHistoryMsg).
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
