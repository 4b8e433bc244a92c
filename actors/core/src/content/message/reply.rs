//! The parts of a robot's answer besides its text: replies of a flow, buttons, source files (Protocol, 'Answers',
//! answers …).
//!
//! Stored by position: new variants and fields only at the end.

use crate::form::Form;
use crate::ids::DocId;
use crate::message::card::ProductCard;
use crate::message::content::RobotReply;
use crate::safe::{Link, Picture};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The parts of a robot's answer besides its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyParts {
    /// The replies of the flow's nodes, in order; empty if the answer is only a text (answers).
    pub replies: Vec<NodeReply>,
    /// The buttons of the visitor's current node (itemList).
    pub items: Vec<Button>,
    /// Buttons that ask a question (btnList).
    pub buttons: Vec<Button>,
    /// Suggested questions without a document (robotSuggest).
    pub suggests: Vec<Arc<str>>,
    /// The source files of the answer (referenceFile).
    pub references: Vec<Reference>,
    /// The text for a transfer to an agent (msgTransContent).
    pub handover: Arc<str>,
    /// An instruction to the page (instruction).
    pub instruction: Option<Instruction>,
}

impl ReplyParts {
    /// The node of the last reply, if it came from one.
    pub fn node(&self) -> Option<&Arc<str>> {
        self.replies.last()?.node.as_ref()
    }

    /// The form to fill in, if the last reply is one.
    pub fn form(&self) -> Option<&Form> {
        match &self.replies.last()?.body {
            ReplyBody::Form(form) => Some(form),
            _ => None,
        }
    }

    /// The same, mutable.
    pub(crate) fn form_mut(&mut self) -> Option<&mut Form> {
        match &mut self.replies.last_mut()?.body {
            ReplyBody::Form(form) => Some(form),
            _ => None,
        }
    }
}

impl RobotReply {
    /// Joins the replies of a flow's nodes into one answer. Its text joins theirs.
    pub fn of_nodes(replies: Vec<NodeReply>) -> Self {
        let words: Vec<&str> = replies
            .iter()
            .map(|reply| reply.body.words())
            .filter(|words| !words.is_empty())
            .collect();
        let text = words.join("<br>").into();
        let mut parts = ReplyParts::default();
        for reply in &replies {
            match &reply.body {
                ReplyBody::Buttons { items, .. } => parts.items.clone_from(items),
                ReplyBody::Agent(words) => {
                    parts.handover = words.clone();
                    parts.instruction = Some(Instruction::Transfer);
                }
                ReplyBody::Text(_)
                | ReplyBody::Card(_)
                | ReplyBody::Faq { .. }
                | ReplyBody::LargeModel(_)
                | ReplyBody::Form(_)
                | ReplyBody::End(_) => {}
            }
        }
        let doc = replies.iter().rev().find_map(|reply| match &reply.body {
            ReplyBody::Faq { doc, .. } => Some(doc.clone()),
            _ => None,
        });
        parts.replies = replies;
        Self {
            text,
            doc,
            parts: Some(Box::new(parts)),
            ..Self::default()
        }
    }

    /// The form to fill in, if the answer ends with one.
    pub fn form(&self) -> Option<&Form> {
        self.parts.as_ref()?.form()
    }
}

/// A reply and its node; `None` outside of flows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeReply {
    /// The node.
    pub node: Option<Arc<str>>,
    /// The content.
    pub body: ReplyBody,
}

/// The content of a node's reply, by its source (replySource).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyBody {
    /// Sanitised text (`TEXT_REPLY`).
    Text(Arc<str>),
    /// A card (`CARD`).
    Card(Box<ProductCard>),
    /// An answer of the knowledge base (`FAQ`).
    Faq {
        /// The document.
        doc: DocId,
        /// The sanitised text.
        text: Arc<str>,
    },
    /// A large model's sanitised text (`LARGE_MODEL_REPLY`).
    LargeModel(Arc<str>),
    /// A form to fill in (`FROM_REPLY`).
    Form(Box<Form>),
    /// The text for a transfer to an agent (`AGENT_REPLY`).
    Agent(Arc<str>),
    /// A text with buttons below (`BUTTONS`).
    Buttons {
        /// The sanitised text.
        text: Arc<str>,
        /// The buttons.
        items: Vec<Button>,
    },
    /// The end of a flow, with its last text (`END`).
    End(Arc<str>),
}

impl ReplyBody {
    /// The text; for a card or a form, its title.
    fn words(&self) -> &str {
        match self {
            Self::Text(text)
            | Self::LargeModel(text)
            | Self::Agent(text)
            | Self::End(text)
            | Self::Faq { text, .. }
            | Self::Buttons { text, .. } => text,
            Self::Card(card) => &card.title,
            Self::Form(form) => &form.title,
        }
    }
}

/// A button.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// Its id inside the flow (id).
    pub id: Arc<str>,
    /// Its id inside its node (itemId).
    pub item: Arc<str>,
    /// The text shown.
    pub name: Arc<str>,
    /// The variable that it sets (bingCode); empty if it sets none.
    pub bind_code: Arc<str>,
    /// The value it sets (bindValue).
    pub bind_value: Arc<str>,
    /// The target, if it is a link.
    pub link: Option<Link>,
}

/// A source file of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// Its name (referenceFileName).
    pub name: Arc<str>,
    /// Its address (referenceFileUrl).
    pub link: Link,
}

/// An instruction to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instruction {
    /// Ask for an agent (`system_toCustomerService`).
    Transfer,
}

/// A menu of questions in the conversation (99).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// The text above it.
    pub title: Arc<str>,
    /// Its blocks.
    pub blocks: Vec<MenuBlock>,
}

/// A block of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuBlock {
    /// Its id inside the menu.
    pub id: Arc<str>,
    /// Its heading.
    pub name: Arc<str>,
    /// The target of its heading.
    pub link: Option<Link>,
    /// The picture beside its heading.
    pub picture: Option<Picture>,
    /// Lists of questions: one without a name for a flat block, else one for each tab.
    pub lists: Vec<MenuList>,
}

/// A list of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuList {
    /// The tab's heading; `None` for a flat list.
    pub name: Option<Arc<str>>,
    /// The questions and the documents that answer them.
    pub questions: Vec<(Arc<str>, DocId)>,
}
