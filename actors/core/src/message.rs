//! What people, robots and the system say to each other.

pub mod content;

use crate::ids::{AgentId, ClientId};
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
    Agent {
        /// Which agent.
        agent: AgentId,
        /// Name shown.
        nick: Arc<str>,
        /// Picture shown; empty for none.
        face: Arc<str>,
    },
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
    pub event: crate::event::Event,
}
