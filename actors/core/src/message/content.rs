//! What a message contains. The numbers of these kinds are the wire's business.
//!
//! Stored by their order: variants and fields are only ever added at the end.

use crate::ids::DocId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was said. Whatever is larger than a text stands in a box: the last message stays in memory with each session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// Plain text.
    Text(Arc<str>),
    /// A picture that was uploaded here.
    Image(Box<File>),
    /// Any other uploaded file.
    File(Box<File>),
    /// An uploaded film.
    Video(Box<File>),
    /// Sanitised rich text.
    RichText(Arc<str>),
    /// What the robot answered.
    Robot(Box<RobotReply>),
    /// A sentence of the product itself, kept by its name and written out in each reader's language
    /// (Contract §2).
    Line(Box<Line>),
}

/// An uploaded file, as a message names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Where it is served; a path of ours.
    pub url: Arc<str>,
    /// The name it came with, cleaned.
    pub name: Arc<str>,
    /// Bytes.
    pub bytes: u64,
    /// Width and height in pixels, where it is a picture.
    pub pixels: Option<(u32, u32)>,
}

/// The robot's answer, whole (Spec §3, RB-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotReply {
    /// How sure it was.
    pub kind: ReplyKind,
    /// Sanitised text; empty where there are only suggestions.
    pub text: Arc<str>,
    /// The document it answered from.
    pub doc: Option<DocId>,
    /// Questions it offers instead or besides; at most three.
    pub suggestions: Vec<Suggestion>,
    /// Whether a person is offered.
    pub offer: TransferOffer,
}

/// How sure the robot was (the wire's answerType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyKind {
    /// It knew.
    Answer,
    /// It asks back: did you mean …
    Guide,
    /// It did not know.
    Unknown,
}

/// Whether an answer offers a person (Spec §3, robot…TransferUserMode).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TransferOffer {
    /// No.
    #[default]
    None,
    /// By a button.
    Button,
    /// By itself, after a second.
    Automatic,
}

/// A question the robot offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// The document that answers it.
    pub doc: DocId,
    /// The question as written there.
    pub question: Arc<str>,
}

/// A sentence from `locales/`, by key, with what fills its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Key in the `system` namespace.
    pub key: LineKey,
    /// Values of the sentence's places.
    pub params: BTreeMap<Arc<str>, Arc<str>>,
}

/// The product's own sentences (Spec §8, system lines).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LineKey {
    /// 'No customer service online at the moment'.
    NoAgentOnline,
    /// 'customer service has been busy turning over': every agent is busy; a place in the line was given.
    AgentsBusy,
    /// 'transfer to manual failed!'.
    TransferFailed,
    /// 'Customer service is off work!'.
    OffWork,
    /// The agent ended the conversation.
    EndedByAgent,
    /// The visitor ended it.
    EndedByVisitor,
    /// The visitor was silent too long.
    EndedBySilence,
    /// The conversation is over for another reason.
    Ended,
    /// The agent is gone; the visitor waits again.
    AgentLeft,
    /// The visitor left the line, or was away too long.
    LeftLine,
    /// 'Thank you for your review!'.
    Thanks,
}
