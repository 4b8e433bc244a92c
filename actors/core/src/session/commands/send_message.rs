//! The visitor says something to people (sendMsg).

use crate::ids::{ClientId, MessageId};
use crate::message::{Content, Message, Sender};
use crate::session::commands::{Command, sealed};
use crate::session::fingerprint::Told;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::text;
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

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply {
        let content = match self.content {
            Content::Text(text) => Content::Text(text::checked(&text)?),
            Content::Image(_) if !session.channel.attachments.images => {
                return Err(Refusal::FilesOff);
            }
            Content::Image(file) => Content::Image(file),
            Content::File(_)
            | Content::Video(_)
            | Content::RichText(_)
            | Content::Robot(_)
            | Content::Line(_) => return Err(Refusal::KindNotAllowed),
        };
        let message = Message {
            sender: Sender::Visitor,
            content,
            client_id: self.client_id,
            recalled: false,
        };
        if let Some(before) = session.repeats.find(&message, Told::People, now) {
            return before;
        }
        if session.status() == Status::Ended {
            return Err(Refusal::ChatEnded);
        }
        let sent = session.say_named(message, Told::People, effects);
        session.visitor_spoke();
        Ok(sent)
    }
}
