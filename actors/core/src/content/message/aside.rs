//! What few messages have beside what was said.
//!
//! Stored by their order: variants and fields are only ever added at the end.

use crate::form::Value;
use crate::ids::MessageId;
use crate::message::{Content, Sender};
use crate::sensitive::words_of;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Beside a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// Withdrawn by the agent (recallFlag).
    pub recalled: bool,
    /// An agent's note: never shown to a visitor (insideFlag).
    pub internal: bool,
    /// The tenant's words for which it is held back from whoever did not write it, each once; none: it is not
    /// (sensitiveFlag, sensitiveWords).
    pub flagged: Vec<Arc<str>>,
    /// The message it answers (replyMsg).
    pub quote: Option<Box<Quote>>,
    /// What the visitor thinks of it (commentDoc).
    pub feedback: Option<Feedback>,
    /// What the visitor's page keeps with it, as JSON text (updateSessionMsg, docNode).
    pub page_note: Option<Arc<str>>,
}

/// Another message of the conversation, as it was when it was quoted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// Which.
    pub message: MessageId,
    /// Who said it.
    pub sender: Sender,
    /// What was said, shortened.
    pub content: Content,
    /// Withdrawn since.
    pub recalled: bool,
}

/// The longest part of a text that a quote repeats, in characters.
const QUOTED_CHARS_MAX: usize = 200;

impl Quote {
    /// A quote of a message as an agent may see it: texts shortened, of cards and forms their titles.
    pub fn of(id: MessageId, message: &super::Message, content: &Content) -> Self {
        let text = |text: &str| Content::Text(Arc::from(cut(text)));
        let rich = |html: &str| Content::RichText(Arc::from(cut(&words_of(html))));
        let content = match content {
            Content::Text(words) => text(words),
            // Without tags it is rich text still, and can be cut.
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

fn cut(text: &str) -> &str {
    match text.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// What a visitor thinks of an answer (Protocol, 'Tips, articles, feedback', knowledge-base feedback).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feedback {
    /// It helped.
    Up,
    /// It did not.
    Down,
}

/// A message that reads differently from here on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amendment {
    /// Which.
    pub message: MessageId,
    /// What became of it.
    pub change: Change,
}

/// What became of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// The visitor filled the form in: an answer a field.
    Filled(Vec<Value>),
    /// The visitor rated the answer.
    Rated(Feedback),
    /// The visitor's page keeps this with it.
    Noted(Arc<str>),
}
