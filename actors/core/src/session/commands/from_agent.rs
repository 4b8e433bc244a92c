//! What the agent of the conversation does. Anybody else is refused with [`Refusal::NotYours`].

use crate::ids::{AgentId, ClientId, MessageId, Seq};
use crate::message::{Content, Entry};
use crate::routing::AgentCard;
use crate::session::commands::send_message::Sent;
use crate::session::commands::{Command, sealed};
use crate::session::refusal::Refusal;
use std::sync::Arc;

/// Says something to the visitor (agent sendMsg).
#[derive(Clone, Debug)]
pub struct AgentSays {
    /// Who, as visitors see them.
    pub agent: AgentCard,
    /// The client's name for it: a repeat with the same content is answered as the first was, and kept once.
    pub client_id: Option<ClientId>,
    /// What.
    pub content: Content,
}

/// Withdraws a message of their own in the open session (recallMsg); doing so twice changes nothing.
#[derive(Clone, Debug)]
pub struct AgentRecalls {
    /// Who.
    pub agent: AgentId,
    /// Which message.
    pub message: MessageId,
    /// Its line as the store has it; `None` where the store has none.
    pub line: Option<Arc<Entry>>,
}

/// Is typing; reaches the visitor at most twice a second, never kept.
#[derive(Clone, Debug)]
pub struct AgentTypes {
    /// Who.
    pub agent: AgentId,
}

/// Ends the conversation (closeConversation).
#[derive(Clone, Debug)]
pub struct AgentEnds {
    /// Who.
    pub agent: AgentId,
}

/// Asks the visitor to rate (inviteEvaluate); asking again while the invitation stands changes nothing.
#[derive(Clone, Debug)]
pub struct AgentInvitesEvaluation {
    /// Who.
    pub agent: AgentId,
}

/// Has read up to here (agent read); lower than before changes nothing.
#[derive(Clone, Debug)]
pub struct AgentReads {
    /// Who.
    pub agent: AgentId,
    /// Up to and with this line of the session's log.
    pub upto: Seq,
}

impl sealed::Sealed for AgentSays {}

impl Command for AgentSays {
    type Reply = Result<Sent, Refusal>;
}

impl sealed::Sealed for AgentRecalls {}

impl Command for AgentRecalls {
    type Reply = Result<(), Refusal>;
}

impl sealed::Sealed for AgentTypes {}

impl Command for AgentTypes {
    type Reply = Result<(), Refusal>;
}

impl sealed::Sealed for AgentEnds {}

impl Command for AgentEnds {
    type Reply = Result<(), Refusal>;
}

impl sealed::Sealed for AgentInvitesEvaluation {}

impl Command for AgentInvitesEvaluation {
    type Reply = Result<(), Refusal>;
}

impl sealed::Sealed for AgentReads {}

impl Command for AgentReads {
    type Reply = Result<(), Refusal>;
}
