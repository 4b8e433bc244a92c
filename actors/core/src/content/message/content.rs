//! The content of a message. The wire's numbers of these kinds are not here.
//!
//! Stored by position: new variants and fields only at the end.

use crate::form::{FilledForm, Form, Value};
use crate::ids::{AgentId, DocId};
use crate::message::card::{GoodsCard, LinkCard, OrderCard, ProductCard};
use crate::message::reply::{Menu, NodeReply, Reference, ReplyBody, ReplyParts};
use crate::problem::{ContentError, ContentProblem, ContentRefusal};
use crate::sensitive::{self, SensitiveWords};
use crate::text::{self, TextError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The content of a message. Everything larger than a text is boxed, because each session keeps its last message in
/// memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// Plain text.
    Text(Arc<str>),
    /// An uploaded picture.
    Image(Box<File>),
    /// Any other uploaded file.
    File(Box<File>),
    /// An uploaded video.
    Video(Box<File>),
    /// Sanitised rich text.
    RichText(Arc<str>),
    /// A robot's answer.
    Robot(Box<RobotReply>),
    /// A sentence of the product itself, stored as a key and translated for each reader (Protocol, 'Texts').
    Line(Box<Line>),
    /// An uploaded audio file.
    Audio(Box<File>),
    /// A product.
    Card(Box<ProductCard>),
    /// Goods.
    Goods(Box<GoodsCard>),
    /// An order.
    Order(Box<OrderCard>),
    /// A link with a picture.
    Link(Box<LinkCard>),
    /// A form for the visitor to fill in.
    Form(Box<Form>),
    /// A form whose answers go to the tenant's own service.
    InterfaceForm(Box<Form>),
    /// A form that the visitor filled in.
    FilledForm(Box<FilledForm>),
    /// A menu of questions.
    Menu(Box<Menu>),
    /// An agent's internal note that mentions colleagues.
    Note(Box<Note>),
}

/// A note that mentions colleagues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The text. It contains each name after an `@`.
    pub text: Arc<str>,
    /// The colleagues, each once.
    pub mentions: Vec<Mentioned>,
}

/// A colleague in a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mentioned {
    /// The colleague.
    pub agent: AgentId,
    /// Their name at that time.
    pub nick: Arc<str>,
}

impl Note {
    /// The content of a note: plain text if it mentions nobody.
    pub fn of(text: Arc<str>, mentions: Vec<Mentioned>) -> Content {
        match mentions.is_empty() {
            true => Content::Text(text),
            false => Content::Note(Box::new(Self { text, mentions })),
        }
    }
}

impl Content {
    /// Checks the content and returns it ready to store. Cards and forms must be complete; texts are cleaned by
    /// [`text::checked`].
    ///
    /// # Errors
    /// The first problem.
    pub(crate) fn checked(self) -> Result<Self, ContentRefusal> {
        match &self {
            Self::Text(text) => return Ok(Self::Text(text::checked(text)?)),
            Self::RichText(text) => {
                rich_text_says_something(text)?;
                return Ok(self);
            }
            Self::Card(card) => card.check()?,
            Self::Goods(card) => card.check()?,
            Self::Order(card) => card.check()?,
            Self::Link(card) => card.check()?,
            Self::Form(form) => form.check()?,
            Self::InterfaceForm(form) => {
                form.check()?;
                if form.target.is_none() {
                    return Err(ContentError::new("url", ContentProblem::Missing).into());
                }
            }
            Self::Image(_)
            | Self::File(_)
            | Self::Video(_)
            | Self::Audio(_)
            | Self::Robot(_)
            | Self::Line(_)
            | Self::FilledForm(_)
            | Self::Menu(_)
            | Self::Note(_) => {}
        }
        Ok(self)
    }

    /// Returns the content with the tenant's masked words replaced, and the flagged words it contains.
    pub(crate) fn read_by(mut self, words: &SensitiveWords) -> (Self, Vec<Arc<str>>) {
        if words.is_empty() {
            return (self, Vec::new());
        }
        let mut flagged: Vec<Arc<str>> = Vec::new();
        self.each_text(&mut |text, is_rich| {
            let read = if is_rich {
                words.read_rich(text)
            } else {
                words.read(text)
            };
            *text = read.text;
            flagged.extend(read.flagged);
        });
        let mut seen = std::collections::BTreeSet::new();
        flagged.retain(|word| seen.insert(word.clone()));
        (self, flagged)
    }

    /// The content without these words, for a reader who may see the rest.
    pub fn without(&self, words: &[Arc<str>]) -> Self {
        let mut content = self.clone();
        content.each_text(&mut |text, _| *text = Arc::from(sensitive::without(text, words)));
        content
    }

    /// Calls `each` for every text that a person wrote; `true` for rich text.
    fn each_text(&mut self, each: &mut dyn FnMut(&mut Arc<str>, bool)) {
        let mut all =
            |texts: [&mut Arc<str>; 3]| texts.into_iter().for_each(|text| each(text, false));
        match self {
            Self::Text(text) => each(text, false),
            Self::Note(note) => each(&mut note.text, false),
            Self::RichText(text) => each(text, true),
            Self::Image(file) | Self::File(file) | Self::Video(file) | Self::Audio(file) => {
                each(&mut file.name, false);
            }
            Self::Card(card) => all([&mut card.title, &mut card.description, &mut card.price]),
            Self::Goods(card) => all([&mut card.title, &mut card.description, &mut card.label]),
            Self::Order(card) => all([&mut card.title, &mut card.description, &mut card.status]),
            Self::Link(card) => all([&mut card.title, &mut card.subtitle, &mut card.description]),
            Self::Form(form) | Self::InterfaceForm(form) => {
                each(&mut form.title, false);
                for field in &mut form.fields {
                    each(&mut field.name, false);
                }
            }
            Self::FilledForm(form) => {
                for answer in &mut form.answers {
                    match answer {
                        Value::Empty => {}
                        Value::One(text) => each(text, false),
                        Value::Many(texts) => texts.iter_mut().for_each(|text| each(text, false)),
                    }
                }
            }
            // The tenant's own words.
            Self::Robot(_) | Self::Line(_) | Self::Menu(_) => {}
        }
    }
}

/// Refuses rich text that is blank without its tags, unless it has a picture.
fn rich_text_says_something(html: &str) -> Result<(), TextError> {
    if html.len() > text::RICH_TEXT_BYTES_MAX || html.chars().count() > text::TEXT_CHARS_MAX * 4 {
        return Err(TextError::TooLong);
    }
    if html.contains('\0') {
        return Err(TextError::Malformed);
    }
    let said: String = sensitive::words_of(html);
    if said.chars().count() > text::TEXT_CHARS_MAX {
        return Err(TextError::TooLong);
    }
    if text::is_blank(&text::normalised(&said)) && !html.contains("<img") {
        return Err(TextError::Blank);
    }
    Ok(())
}

impl Content {
    /// The uploaded file.
    pub fn file(&self) -> Option<&File> {
        match self {
            Self::Image(file) | Self::File(file) | Self::Video(file) | Self::Audio(file) => {
                Some(file)
            }
            _ => None,
        }
    }
}

/// An uploaded file in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// The path where the server serves it.
    pub url: Arc<str>,
    /// Its original name, cleaned.
    pub name: Arc<str>,
    /// Size in bytes.
    pub bytes: u64,
    /// Width and height in pixels, if it is a picture.
    pub pixels: Option<(u32, u32)>,
}

/// The robot's answer (Protocol, 'robotAsk', RB-01).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotReply {
    /// How sure the robot was.
    pub kind: ReplyKind,
    /// Sanitised text; empty if there are only suggestions.
    pub text: Arc<str>,
    /// The document that the answer comes from.
    pub doc: Option<DocId>,
    /// Suggested questions, instead of the text or in addition; at most three.
    pub suggestions: Vec<Suggestion>,
    /// Whether the answer offers an agent.
    pub offer: TransferOffer,
    /// Parts that few answers have besides the text.
    pub parts: Option<Box<ReplyParts>>,
}

impl RobotReply {
    /// The reply with a large model's sanitised text. The text replaces that of the last node that asked for it, or
    /// else the whole answer. The first of `docs` becomes its document.
    #[must_use]
    pub fn with_model_text(
        &self,
        text: &Arc<str>,
        docs: &[DocId],
        references: &[Reference],
    ) -> Self {
        let mut parts = self.parts.clone().unwrap_or_default();
        parts.references = references.to_vec();
        let mut node = parts.replies.iter_mut().rev();
        let node = node.find_map(|reply| match &mut reply.body {
            ReplyBody::LargeModel(words) => Some(words),
            _ => None,
        });
        if let Some(words) = node {
            let before = std::mem::replace(words, text.clone());
            let is_whole = before == self.text;
            return Self {
                text: if is_whole { text } else { &self.text }.clone(),
                doc: docs.first().cloned().or_else(|| self.doc.clone()),
                parts: Some(parts),
                ..self.clone()
            };
        }
        parts.replies = vec![NodeReply {
            node: None,
            body: ReplyBody::LargeModel(text.clone()),
        }];
        Self {
            kind: ReplyKind::Answer,
            text: text.clone(),
            doc: docs.first().cloned(),
            suggestions: Vec::new(),
            offer: self.offer,
            parts: Some(parts),
        }
    }

    /// Whether a large model wrote the reply or a part of it.
    pub fn has_model_text(&self) -> bool {
        let replies = self.parts.iter().flat_map(|parts| &parts.replies);
        replies
            .into_iter()
            .any(|reply| matches!(reply.body, ReplyBody::LargeModel(_)))
    }
}

/// How sure the robot was (the wire's answerType).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyKind {
    /// It knew the answer.
    #[default]
    Answer,
    /// It asks back: "did you mean …".
    Guide,
    /// It did not know the answer.
    Unknown,
    /// It is looking something up. The result is a separate message.
    Looking,
    /// It cannot continue a flow, and says so.
    Lost,
    /// The visitor asks for an agent and may have one. Without an offer, they already wait for one.
    Person,
}

/// Whether an answer offers an agent (Protocol, 'robotAsk', robot…TransferUserMode).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TransferOffer {
    /// No.
    #[default]
    None,
    /// With a button.
    Button,
    /// Automatically, after a second.
    Automatic,
}

/// A question that the robot suggests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// The document with its answer.
    pub doc: DocId,
    /// The question as the document has it.
    pub question: Arc<str>,
}

/// A sentence from `locales/`, by key, with the values of its placeholders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Key in the `system` namespace.
    pub key: LineKey,
    /// The values of its placeholders.
    pub params: BTreeMap<Arc<str>, Arc<str>>,
}

/// The product's own sentences (Protocol, 'Texts', system lines).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LineKey {
    /// 'No customer service online at the moment'.
    NoAgentOnline,
    /// 'customer service has been busy turning over': every agent is busy, and the visitor got a place in the line.
    AgentsBusy,
    /// 'transfer to manual failed!'.
    TransferFailed,
    /// 'Customer service is off work!'.
    OffWork,
    /// The agent ended the conversation.
    EndedByAgent,
    /// The visitor ended the conversation.
    EndedByVisitor,
    /// The visitor was silent for too long.
    EndedBySilence,
    /// The conversation ended for another reason.
    Ended,
    /// The agent is gone; the visitor waits again.
    AgentLeft,
    /// The visitor left the line, or was away too long.
    LeftLine,
    /// 'Thank you for your review!'.
    Thanks,
    /// 'Your session opens in a new window!'.
    OpenedElsewhere,
    /// The agent recalled a message.
    MessageRecalled,
    /// The visitor is asked to rate.
    EvaluationInvited,
    /// The visitor can no longer rate (chatAfterEva).
    EvaluationOver,
}
