//! The visitor writes to people (sendMsg).

use crate::ids::{ClientId, MessageId};
use crate::message::{Content, Sender};
use crate::session::commands::Command;
use crate::session::fingerprint::Told;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// Stores a message of the visitor and tells the agent, if there is one. The robot does not answer it.
#[derive(Clone, Debug)]
pub struct SendMessage {
    /// The client's id. A repeat with the same content gets the same answer and is stored once.
    pub client_id: Option<ClientId>,
    /// Text, an uploaded file or a card.
    pub content: Content,
}

/// The receipt of a stored message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Its id.
    pub message: MessageId,
    /// Its time.
    pub at: Timestamp,
    /// It contains a word of the tenant's list, so only its author sees it whole.
    pub flagged: bool,
    /// It repeats a message that is already stored.
    pub repeated: bool,
}

impl Command for SendMessage {
    type Reply = Result<Sent, Refusal>;

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        let takes = session.channel.attachments;
        let is_taken = match &self.content {
            Content::Text(_) | Content::Card(_) => true,
            Content::Image(_) => takes.images,
            Content::Video(_) => takes.videos,
            Content::File(_) => takes.files,
            Content::RichText(_)
            | Content::Robot(_)
            | Content::Line(_)
            | Content::Audio(_)
            | Content::Goods(_)
            | Content::Order(_)
            | Content::Link(_)
            | Content::Form(_)
            | Content::InterfaceForm(_)
            | Content::FilledForm(_)
            | Content::Menu(_)
            | Content::Note(_) => return Err(Refusal::KindNotAllowed),
        };
        if !is_taken {
            return Err(Refusal::FilesOff);
        }
        let content = self.content.checked()?;
        let message = session.read_message(Sender::Visitor, self.client_id, content);
        if let Some(before) = session.repeats.find(&message, Told::People, now) {
            return before;
        }
        if session.status() == Status::Ended {
            return Err(Refusal::ChatEnded);
        }
        let sent = session.say_named(message, Told::People, effects);
        session.visitor_spoke(effects);
        Ok(sent)
    }
}
