//! What the visitor's page says about messages: whether an answer helped (commentDoc), and what it keeps with one
//! (updateSessionMsg).

use crate::event::Entry;
use crate::ids::{DocId, MessageId};
use crate::message::attributes::Change;
use crate::message::{Content, Feedback, Message};
use crate::session::commands::Command;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::text::TextError;
use crate::time::Timestamp;
use std::sync::Arc;

/// Rates an answer of the robot as helpful or not. The visitor cannot change it later.
#[derive(Clone, Debug)]
pub struct Comment {
    /// Which answer.
    pub message: MessageId,
    /// Its stored entry; `None` if the store has none.
    pub line: Option<Arc<Entry>>,
    /// The document it is from.
    pub doc: DocId,
    /// Whether it helped.
    pub feedback: Feedback,
}

impl Command for Comment {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        if !session.channel.takes_doc_feedback {
            return Err(Refusal::FeedbackOff);
        }
        let line = session.line(self.message, self.line);
        let line = line.ok_or(Refusal::NoSuchMessage)?;
        let message = line.message().ok_or(Refusal::NoSuchMessage)?;
        let is_from_it = matches!(&message.content, Content::Robot(reply) if reply.doc.as_ref() == Some(&self.doc));
        if !is_from_it {
            return Err(Refusal::NoSuchMessage);
        }
        if feedback(message).is_some() {
            return Err(Refusal::AlreadyCommented);
        }
        let rated = message
            .clone()
            .with_attributes(|attributes| attributes.feedback = Some(self.feedback));
        let change = Change::Rated(self.feedback);
        session.change(self.message, &line, rated, change, effects);
        Ok(())
    }
}

/// The visitor's feedback on an answer; `None` if they gave none.
pub fn feedback(message: &Message) -> Option<Feedback> {
    message
        .attributes
        .as_ref()
        .and_then(|attributes| attributes.feedback)
}

/// Stores the page's own note with a message of this visitor.
#[derive(Clone, Debug)]
pub struct KeepPageNote {
    /// Which message.
    pub message: MessageId,
    /// Its stored entry; `None` if the store has none.
    pub line: Option<Arc<Entry>>,
    /// JSON text; at most 8 KiB.
    pub note: Arc<str>,
}

/// Maximum length of a page's note, in bytes.
pub const PAGE_NOTE_BYTES_MAX: usize = 8 * 1024;

impl Command for KeepPageNote {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, effects: &mut Effects) -> Self::Reply {
        if self.note.len() > PAGE_NOTE_BYTES_MAX {
            return Err(TextError::TooLong.into());
        }
        let line = session.line(self.message, self.line);
        let line = line.ok_or(Refusal::NoSuchMessage)?;
        let message = line.message().filter(|message| message.is_for_visitors());
        let message = message.ok_or(Refusal::NoSuchMessage)?;
        if message.is_recalled() {
            return Err(Refusal::Recalled);
        }
        let before = message.attributes.as_ref();
        if before.and_then(|attributes| attributes.page_note.as_ref()) == Some(&self.note) {
            return Ok(());
        }
        let noted = message
            .clone()
            .with_attributes(|attributes| attributes.page_note = Some(self.note.clone()));
        let change = Change::Noted(self.note);
        session.change(self.message, &line, noted, change, effects);
        Ok(())
    }
}
