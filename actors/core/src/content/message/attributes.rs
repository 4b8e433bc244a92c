//! Attributes that few messages have besides their content.
//!
//! Stored by position: new variants and fields only at the end.

use crate::form::Value;
use crate::ids::MessageId;
use crate::message::{Content, Sender};
use crate::sensitive::words_of;
use crate::text::cut;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Additional attributes of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes {
    /// Recalled by the agent (recallFlag).
    pub recalled: bool,
    /// An agent's internal note, never shown to a visitor (insideFlag).
    pub internal: bool,
    /// The tenant's sensitive words for which the message is withheld from everyone but its author, each once; empty if
    /// it is not withheld (sensitiveFlag, sensitiveWords).
    pub flagged: Vec<Arc<str>>,
    /// The message it answers (replyMsg).
    pub quote: Option<Box<Quote>>,
    /// The visitor's feedback (commentDoc).
    pub feedback: Option<Feedback>,
    /// Data of the visitor's page about it, as JSON text (updateSessionMsg, docNode).
    pub page_note: Option<Arc<str>>,
}

/// Another message of the conversation, as it was when it was quoted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The message.
    pub message: MessageId,
    /// Its sender.
    pub sender: Sender,
    /// Its content, shortened.
    pub content: Content,
    /// Whether it was recalled.
    pub recalled: bool,
}

/// The maximum number of characters that a quote repeats of a text.
const QUOTED_CHARS_MAX: usize = 200;

impl Quote {
    /// Quotes a message as an agent may see it: a shortened text, or the title of a card or form.
    pub fn of(id: MessageId, message: &super::Message, content: &Content) -> Self {
        let text = |text: &str| Content::Text(Arc::from(cut(text, QUOTED_CHARS_MAX)));
        let rich =
            |html: &str| Content::RichText(Arc::from(cut(&words_of(html), QUOTED_CHARS_MAX)));
        let content = match content {
            Content::Text(words) => text(words),
            Content::Note(note) => text(&note.text),
            // Text without tags is still valid rich text, and can be cut anywhere.
            Content::RichText(html) => rich(html),
            Content::Robot(reply) => rich(&reply.text),
            Content::Card(card) => text(&card.title),
            Content::Goods(card) => text(&card.title),
            Content::Order(card) => text(&card.title),
            Content::Link(card) => text(&card.title),
            Content::Form(form) | Content::InterfaceForm(form) => text(&form.title),
            Content::FilledForm(form) => text(&form.summary()),
            Content::Menu(menu) => text(&menu.title),
            Content::Line(_)
            | Content::Image(_)
            | Content::File(_)
            | Content::Video(_)
            | Content::Audio(_) => content.clone(),
        };
        Self {
            message: id,
            sender: message.sender.clone(),
            content,
            recalled: message.is_recalled(),
        }
    }
}

/// A visitor's feedback on an answer (Protocol, 'Tips, articles, feedback', knowledge-base feedback).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feedback {
    /// It helped.
    Up,
    /// It did not help.
    Down,
}

/// A change to an earlier message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amendment {
    /// The message.
    pub message: MessageId,
    /// The change.
    pub change: Change,
}

/// The ways to change a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// The visitor filled in the form: one answer for each field.
    Filled(Vec<Value>),
    /// The visitor rated the answer.
    Rated(Feedback),
    /// The visitor's page stored data about it.
    Noted(Arc<str>),
}
