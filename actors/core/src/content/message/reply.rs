//! What a robot's answer may hold beside its text: replies of a flow, buttons, files it read (Protocol, 'Answers', answers …).
//!
//! Stored by their order: variants and fields are only ever added at the end.

use crate::form::Form;
use crate::ids::DocId;
use crate::message::card::ProductCard;
use crate::message::content::RobotReply;
use crate::safe::Link;
use crate::safe::Picture;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Beside the text of a robot's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyParts {
    /// The replies one by one, each from its node; empty: the text alone (answers).
    pub replies: Vec<NodeReply>,
    /// Buttons of the node the visitor stands at (itemList).
    pub items: Vec<Button>,
    /// Buttons that ask something (btnList).
    pub buttons: Vec<Button>,
    /// Questions offered as buttons, without a document of their own (robotSuggest).
    pub suggests: Vec<Arc<str>>,
    /// Files the answer was drawn from (referenceFile).
    pub references: Vec<Reference>,
    /// The sentence that goes with a hand-over (msgTransContent).
    pub handover: Arc<str>,
    /// What the page is to do (instruction).
    pub instruction: Option<Instruction>,
}

impl ReplyParts {
    /// The node that spoke last, where one did.
    pub fn node(&self) -> Option<&Arc<str>> {
        self.replies.last()?.node.as_ref()
    }

    /// The form that is to be filled in, where the replies end with one.
    pub fn form(&self) -> Option<&Form> {
        match &self.replies.last()?.body {
            ReplyBody::Form(form) => Some(form),
            _ => None,
        }
    }

    /// The same, to be filled in.
    pub(crate) fn form_mut(&mut self) -> Option<&mut Form> {
        match &mut self.replies.last_mut()?.body {
            ReplyBody::Form(form) => Some(form),
            _ => None,
        }
    }
}

impl RobotReply {
    /// What nodes of a flow say, one after the other, as one answer. Its text is what they say in words.
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

    /// The form that is to be filled in, where the answer ends with one.
    pub fn form(&self) -> Option<&Form> {
        self.parts.as_ref()?.form()
    }
}

/// One reply and the node of the flow it came from; no node outside of flows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeReply {
    /// Which node.
    pub node: Option<Arc<str>>,
    /// What it says.
    pub body: ReplyBody,
}

/// What a node says, by where it has it from (replySource).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyBody {
    /// Sanitised text (`TEXT_REPLY`).
    Text(Arc<str>),
    /// A card (`CARD`).
    Card(Box<ProductCard>),
    /// A question of the knowledge base and its answer (`FAQ`).
    Faq {
        /// Which document.
        doc: DocId,
        /// Sanitised.
        text: Arc<str>,
    },
    /// A large model's words, sanitised (`LARGE_MODEL_REPLY`).
    LargeModel(Arc<str>),
    /// A form to fill in (`FROM_REPLY`).
    Form(Box<Form>),
    /// The words with which an agent takes over (`AGENT_REPLY`).
    Agent(Arc<str>),
    /// Words above buttons (`BUTTONS`).
    Buttons {
        /// Sanitised.
        text: Arc<str>,
        /// The buttons.
        items: Vec<Button>,
    },
    /// The end of a flow, with its last words (`END`).
    End(Arc<str>),
}

impl ReplyBody {
    /// What it says in words; a card and a form say their titles.
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

/// Something to click.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// Its name inside the flow (id).
    pub id: Arc<str>,
    /// Its name inside its node (itemId).
    pub item: Arc<str>,
    /// What is read.
    pub name: Arc<str>,
    /// The variable it binds (bingCode); empty for none.
    pub bind_code: Arc<str>,
    /// What the variable becomes (bindValue).
    pub bind_value: Arc<str>,
    /// Where it leads, where it is a link.
    pub link: Option<Link>,
}

/// A file that an answer was drawn from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// Its name (referenceFileName).
    pub name: Arc<str>,
    /// Where it is (referenceFileUrl).
    pub link: Link,
}

/// What a page is told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instruction {
    /// Ask for an agent (`system_toCustomerService`).
    Transfer,
}

/// A menu of questions inside the talk (99).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// The words above it.
    pub title: Arc<str>,
    /// Its blocks.
    pub blocks: Vec<MenuBlock>,
}

/// A block of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuBlock {
    /// Its name inside the menu.
    pub id: Arc<str>,
    /// Its heading.
    pub name: Arc<str>,
    /// Where its heading leads.
    pub link: Option<Link>,
    /// Picture beside its heading.
    pub picture: Option<Picture>,
    /// Lists of questions: one without a name for a flat block, one a tab else.
    pub lists: Vec<MenuList>,
}

/// A list of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuList {
    /// The tab's heading; none for a flat list.
    pub name: Option<Arc<str>>,
    /// The questions and the documents that answer them.
    pub questions: Vec<(Arc<str>, DocId)>,
}
