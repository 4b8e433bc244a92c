//! What can happen in a session. Every entry of the log is one of these; the numbers 1200 … are the wire's.
//!
//! Stored by their order: variants and fields are only ever added at the end.

use crate::call::CallLine;
use crate::evaluation::Rating;
use crate::ids::{AgentId, Seq};
use crate::message::Message;
use crate::message::aside::Amendment;
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
    /// The session ended (1202). The product's own sentence about it goes with this event and is no line of its own;
    /// what the tenant wrote for the occasion is a message that stands just before it.
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

/// Why a session ended (Spec §4, outType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Closing {
    /// The visitor was silent too long (1).
    VisitorTimeout,
    /// The agent ended it (2).
    AgentClosed,
    /// The chat is over: the visitor closed it.
    ChatOver,
}
