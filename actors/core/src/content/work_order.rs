//! What a visitor writes for agents to work on: the order, the talk about it, and who may read what of it (Protocol, 'Work orders',
//! work order; leaveMsgType 2 and the card form).
//!
//! The numbers of statuses, priorities and kinds of replies are not here: `server` reads and writes them.

pub mod template;

use crate::contact::{self, ContactError};
use crate::ids::{AgentId, ChannelId, TemplateId, VisitorId, WorkOrderId};
use crate::leave_message::NAME_CHARS_MAX;
use crate::text;
use crate::text::TextError;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use template::{Answered, FieldRefusal, FilledField, Template};
use thiserror::Error;

/// The title of every order a visitor makes: 'leave message work order' (Protocol, 'Work orders').
pub const TITLE: &str = "留言工单";

/// Files at an order, and at each reply (Protocol, 'Work orders').
pub const FILES_MAX: usize = 3;

/// After so many replies and notes visitors are not heard any more; agents are for as many again.
pub const REPLIES_MAX: u32 = 200;

/// An order. Stored: fields are only ever added, each with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkOrder {
    /// Which order.
    pub id: WorkOrderId,
    /// Who made it.
    pub owner: Owner,
    /// Where; none from a card form.
    pub channel: Option<ChannelId>,
    /// What it was made from.
    pub template: TemplateId,
    /// The template's type (woTypeId).
    pub type_id: Box<str>,
    /// The type's name, in the language it was made in (woTypeName).
    pub type_name: Box<str>,
    /// What was written.
    pub content: Arc<str>,
    /// When.
    pub at: Timestamp,
    /// Who is to be answered.
    pub customer: Customer,
    /// The template's fields with their answers.
    pub fields: Vec<FilledField>,
    /// Pictures.
    pub files: Vec<Attachment>,
    /// How far it is.
    pub status: OrderStatus,
    /// How soon it wants doing.
    pub priority: Priority,
    /// How many replies and notes there are; they are numbered from 1.
    pub replies: u32,
    /// When something last happened to it.
    pub changed_at: Timestamp,
    /// Whose word was the last that the visitor can read; none before the first reply.
    pub last_word: Option<ReplyKind>,
    /// When an agent last did something that the visitor can read of.
    pub dealt_at: Option<Timestamp>,
}

/// Who made an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// A visitor, who finds it again among theirs.
    Visitor(VisitorId),
    /// Whoever filled in a card form; the text is the form's own, and made by dice.
    Form(Box<str>),
}

/// Who is to be answered; empty where it is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Customer {
    /// Their name.
    pub name: Box<str>,
    /// Their phone number.
    pub phone: Box<str>,
}

/// A file at an order or a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Where it is served.
    pub url: Box<str>,
    /// The name it came with.
    pub name: Box<str>,
}

/// How far an order is (Protocol, 'Work orders').
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OrderStatus {
    /// Nobody has looked at it (0).
    New,
    /// An agent works on it (1).
    Accepted,
    /// It waits for the visitor's reply (2).
    Waiting,
    /// Done, unless the visitor says otherwise (3).
    Resolved,
    /// Over; an agent may open it again (5).
    Closed,
    /// Over for good (99).
    Filed,
}

/// How soon an order wants doing (Protocol, 'Work orders').
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Priority {
    /// 0.
    Low,
    /// 1.
    Normal,
    /// Warning (2).
    High,
    /// Danger (3).
    Urgent,
}

/// Whose word a reply is, and who reads it (handleType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyKind {
    /// An agent's, to the visitor (1).
    Agent,
    /// The visitor's (2).
    Customer,
    /// Between agents: it never reaches the visitor.
    Internal,
}

/// A reply to an order, or a note on it. Stored: fields are only ever added, each with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Its number at the order, from 1.
    pub number: u32,
    /// When.
    pub at: Timestamp,
    /// Whose word it is.
    pub kind: ReplyKind,
    /// The agent; none: the visitor.
    pub agent: Option<AgentId>,
    /// The author's name, as visitors read it; empty where it is not known.
    pub author: Arc<str>,
    /// How far the order is from here on.
    pub status: OrderStatus,
    /// What was said; empty where an agent only moved the order on.
    pub content: Arc<str>,
    /// Files.
    pub files: Vec<Attachment>,
    /// What repeats of it are known by; none where the client gave it no name.
    pub repeat: Option<Repeat>,
}

/// What a repeat of a call is known by: the client's name for it, and what it said, each as a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    /// Of the client's name and of who the client is.
    pub id: u64,
    /// Of what was said.
    pub content: u64,
}

/// What somebody fills in.
#[derive(Clone, Debug)]
pub struct Draft<'a> {
    /// Who.
    pub owner: Owner,
    /// Where; none from a card form.
    pub channel: Option<ChannelId>,
    /// Who is to be answered.
    pub customer: Customer,
    /// What they write; may be empty on a card form.
    pub content: &'a str,
    /// Answers to the template's fields.
    pub answers: &'a [Answered],
    /// Files, each known to be theirs.
    pub files: Vec<Attachment>,
    /// The language they read.
    pub language: &'a str,
}

/// What an agent does to an order.
#[derive(Clone, Debug)]
pub struct Handling<'a> {
    /// Which agent.
    pub agent: AgentId,
    /// Their name, as visitors read it.
    pub nick: Arc<str>,
    /// Whether the visitor reads it.
    pub audience: Audience,
    /// What they say; may be empty where the order moves on.
    pub content: &'a str,
    /// Files, each known to be theirs.
    pub files: Vec<Attachment>,
    /// How far the order is from here on; none: as far as before.
    pub status: Option<OrderStatus>,
    /// How soon it wants doing from here on; none: as before.
    pub priority: Option<Priority>,
    /// See [`Reply::repeat`].
    pub repeat: Option<Repeat>,
}

/// Who reads what an agent writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The visitor too.
    Everybody,
    /// Agents alone.
    Agents,
}

/// Why an order or a reply is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OrderRefusal {
    /// What was written.
    #[error("{0}")]
    Content(TextError),
    /// More than [`FILES_MAX`].
    #[error("max 3 files")]
    TooManyFiles,
    /// The name of who is to be answered.
    #[error("the name is not valid")]
    CustomerName,
    /// How they are to be reached.
    #[error("{0}")]
    Customer(#[from] ContactError),
    /// An answer to a field.
    #[error("a field is not filled in as it should be")]
    Field(FieldRefusal),
    /// The order is over.
    #[error("the work order is closed")]
    Closed,
    /// There is no room for more words.
    #[error("the work order has too many replies")]
    Full,
}

impl Customer {
    /// Who is to be answered, as they say themselves; both may be empty.
    ///
    /// # Errors
    /// A name that is too long, a phone number that is none.
    pub fn checked(name: &str, phone: &str) -> Result<Self, OrderRefusal> {
        let (name, phone) = (name.trim(), phone.trim());
        if name.chars().count() > NAME_CHARS_MAX || name.chars().any(char::is_control) {
            return Err(OrderRefusal::CustomerName);
        }
        contact::check_phone(phone)?;
        Ok(Self {
            name: name.into(),
            phone: phone.into(),
        })
    }
}

impl WorkOrder {
    /// Makes an order from a template.
    ///
    /// # Errors
    /// The first rule it breaks (Protocol, 'Work orders').
    pub fn create(
        now: Timestamp,
        id: WorkOrderId,
        template: &Template,
        draft: Draft<'_>,
    ) -> Result<Self, OrderRefusal> {
        check_files(&draft.files)?;
        let fields = template
            .fill(draft.answers, draft.language)
            .map_err(OrderRefusal::Field)?;
        let content = match (text::checked(draft.content), &draft.owner) {
            // A card form may ask by its fields alone (Protocol, 'Work orders', card-form page).
            (Err(TextError::Blank), Owner::Form(_)) if !fields.is_empty() => Arc::from(""),
            (checked, _) => checked.map_err(OrderRefusal::Content)?,
        };
        Ok(Self {
            id,
            owner: draft.owner,
            channel: draft.channel,
            template: template.id.clone(),
            type_id: template.type_id.clone(),
            type_name: template.type_name.or_empty(draft.language).into(),
            content,
            at: now,
            customer: draft.customer,
            fields,
            files: draft.files,
            status: OrderStatus::New,
            priority: Priority::Normal,
            replies: 0,
            changed_at: now,
            last_word: None,
            dealt_at: None,
        })
    }

    /// The visitor says something more. Whatever kind of reply the client calls it, it is the customer's. An order
    /// that waited for it does not wait any more.
    ///
    /// # Errors
    /// A blank text, more than three files, an order that is over.
    pub fn reply(
        &mut self,
        now: Timestamp,
        content: &str,
        files: Vec<Attachment>,
        repeat: Option<Repeat>,
    ) -> Result<Reply, OrderRefusal> {
        let content = text::checked(content).map_err(OrderRefusal::Content)?;
        check_files(&files)?;
        if self.status.is_over() {
            return Err(OrderRefusal::Closed);
        }
        if self.replies >= REPLIES_MAX {
            return Err(OrderRefusal::Full);
        }
        if self.status == OrderStatus::Waiting {
            self.status = OrderStatus::Accepted;
        }
        let author = Arc::from(self.customer.name.as_ref());
        Ok(self.add(Reply {
            number: 0,
            at: now,
            kind: ReplyKind::Customer,
            agent: None,
            author,
            status: self.status,
            content,
            files,
            repeat,
        }))
    }

    /// An agent answers, notes something, or moves the order on. Whoever answers a new order has accepted it.
    ///
    /// # Errors
    /// Nothing said and nothing moved; more than three files; an order that is over for good.
    pub fn handle(
        &mut self,
        now: Timestamp,
        handling: Handling<'_>,
    ) -> Result<Reply, OrderRefusal> {
        let moves = handling.status.is_some_and(|status| status != self.status)
            || handling
                .priority
                .is_some_and(|priority| priority != self.priority);
        let content = match text::checked(handling.content) {
            Err(TextError::Blank) if moves || !handling.files.is_empty() => Arc::from(""),
            checked => checked.map_err(OrderRefusal::Content)?,
        };
        check_files(&handling.files)?;
        if self.status == OrderStatus::Filed {
            return Err(OrderRefusal::Closed);
        }
        if self.replies >= REPLIES_MAX * 2 {
            return Err(OrderRefusal::Full);
        }
        let kind = match handling.audience {
            Audience::Everybody => ReplyKind::Agent,
            Audience::Agents => ReplyKind::Internal,
        };
        self.status = match (handling.status, self.status) {
            (Some(status), _) => status,
            (None, OrderStatus::New) if kind == ReplyKind::Agent => OrderStatus::Accepted,
            (None, status) => status,
        };
        self.priority = handling.priority.unwrap_or(self.priority);
        Ok(self.add(Reply {
            number: 0,
            at: now,
            kind,
            agent: Some(handling.agent),
            author: handling.nick,
            status: self.status,
            content,
            files: handling.files,
            repeat: handling.repeat,
        }))
    }

    fn add(&mut self, reply: Reply) -> Reply {
        self.replies += 1;
        // Strictly rising, so that a timeline has one order.
        let at = reply.at.max(self.changed_at);
        self.changed_at = at;
        if reply.is_for_visitor() {
            self.last_word = Some(reply.kind);
        }
        if reply.kind == ReplyKind::Agent {
            self.dealt_at = Some(at);
        }
        Reply {
            number: self.replies,
            at,
            ..reply
        }
    }
}

impl Reply {
    /// Whether the visitor may read it (Protocol, 'Work orders').
    pub fn is_for_visitor(&self) -> bool {
        match self.kind {
            ReplyKind::Agent | ReplyKind::Customer => true,
            ReplyKind::Internal => false,
        }
    }
}

impl OrderStatus {
    /// All there are.
    pub const ALL: [Self; 6] = [
        Self::New,
        Self::Accepted,
        Self::Waiting,
        Self::Resolved,
        Self::Closed,
        Self::Filed,
    ];

    /// Whether the visitor is not heard any more.
    pub fn is_over(self) -> bool {
        match self {
            Self::Closed | Self::Filed => true,
            Self::New | Self::Accepted | Self::Waiting | Self::Resolved => false,
        }
    }
}

fn check_files(files: &[Attachment]) -> Result<(), OrderRefusal> {
    if files.len() > FILES_MAX {
        return Err(OrderRefusal::TooManyFiles);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
