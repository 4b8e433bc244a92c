//! The visitor says something to people (sendMsg).

use crate::ids::{ClientId, MessageId};
use crate::message::Content;
use crate::session::commands::{Command, sealed};
use crate::session::refusal::Refusal;
use crate::time::Timestamp;

/// Keeps a message of the visitor, and tells it to the agent where there is one. The robot does not answer it.
#[derive(Clone, Debug)]
pub struct SendMessage {
    /// The client's name for it: a repeat with the same content is answered as the first was, and kept once.
    pub client_id: Option<ClientId>,
    /// Text or picture.
    pub content: Content,
}

/// Where a message got its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Its id.
    pub message: MessageId,
    /// Its time.
    pub at: Timestamp,
}

impl sealed::Sealed for SendMessage {}

impl Command for SendMessage {
    type Reply = Result<Sent, Refusal>;
}
