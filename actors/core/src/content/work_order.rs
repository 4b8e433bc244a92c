//! Work orders of visitors: the order, the replies and notes on it, and who may read which of them (Protocol, 'Work
//! orders', work order; leaveMsgType 2 and the card form).
//!
//! The wire's numbers of statuses, priorities and kinds of replies are not here but in `server`.

pub mod template;

pub use crate::care::Priority;
use crate::care::{Care, is_default};
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

/// The title of every order that a visitor makes: 'leave message work order' (Protocol, 'Work orders').
pub const TITLE: &str = "留言工单";

/// The maximum number of files of an order, and of each reply (Protocol, 'Work orders').
pub const FILES_MAX: usize = 3;

/// The number of replies and notes after which visitors cannot reply. Agents may write up to twice as many.
pub const REPLIES_MAX: u32 = 200;

/// A work order. Stored: new fields only with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkOrder {
    /// The id of the order.
    pub id: WorkOrderId,
    /// The visitor or form that made it.
    pub owner: Owner,
    /// The channel; `None` for a card form.
    pub channel: Option<ChannelId>,
    /// The template it was made from.
    pub template: TemplateId,
    /// The template's type (woTypeId).
    pub type_id: Box<str>,
    /// The type's name, in the language it was made in (woTypeName).
    pub type_name: Box<str>,
    /// The text.
    pub content: Arc<str>,
    /// When it was written.
    pub at: Timestamp,
    /// The person to answer.
    pub customer: Customer,
    /// The template's fields with their answers.
    pub fields: Vec<FilledField>,
    /// Attached files.
    pub files: Vec<Attachment>,
    /// The status.
    pub status: OrderStatus,
    /// The priority.
    pub priority: Priority,
    /// The number of replies and notes; they are numbered from 1.
    pub replies: u32,
    /// When it last changed.
    pub changed_at: Timestamp,
    /// The author of the last reply that the visitor can read; `None` before the first one.
    pub last_word: Option<ReplyKind>,
    /// When an agent last wrote or changed something that the visitor can see.
    #[serde(rename = "dealt_at")]
    pub answered_at: Option<Timestamp>,
    /// Who does it, and by when.
    #[serde(default, skip_serializing_if = "is_default")]
    pub care: Care,
}

/// The maker of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// A visitor, who sees it in their list.
    Visitor(VisitorId),
    /// The user of a card form. The text is the form's random id.
    Form(Box<str>),
}

/// The person to answer; empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Customer {
    /// Their name.
    pub name: Box<str>,
    /// Their phone number.
    pub phone: Box<str>,
}

/// A file of an order or a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// The address where the server serves it.
    pub url: Box<str>,
    /// Its original name.
    pub name: Box<str>,
}

/// The status of an order (Protocol, 'Work orders').
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OrderStatus {
    /// No agent has accepted it (0).
    New,
    /// An agent works on it (1).
    Accepted,
    /// It waits for the visitor's reply (2).
    Waiting,
    /// Solved; the visitor may still reply (3).
    Resolved,
    /// Closed; an agent may reopen it (5).
    Closed,
    /// Closed permanently (99).
    Filed,
}

/// The author of a reply, and who can read it (handleType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplyKind {
    /// A reply of an agent to the visitor (1).
    Agent,
    /// A reply of the visitor (2).
    Customer,
    /// A note between agents. It never reaches the visitor.
    Internal,
}

/// A reply to an order, or a note on it. Stored: new fields only with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Its number within the order, from 1.
    pub number: u32,
    /// When it was written.
    pub at: Timestamp,
    /// The kind of reply.
    pub kind: ReplyKind,
    /// The agent; `None` if the visitor wrote it.
    pub agent: Option<AgentId>,
    /// The author's name, as visitors see it; empty if unknown.
    pub author: Arc<str>,
    /// The status of the order after it.
    pub status: OrderStatus,
    /// The text; empty if an agent only changed the order.
    pub content: Arc<str>,
    /// Files.
    pub files: Vec<Attachment>,
    /// The key by which repeats are recognized; `None` if the client gave no id.
    pub repeat: Option<Repeat>,
}

/// The key by which a repeated call is recognized: two fingerprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    /// The fingerprint of the client's id for the call and of the client itself.
    pub id: u64,
    /// The fingerprint of the content.
    pub content: u64,
}

/// The input for a new order.
#[derive(Clone, Debug)]
pub struct Draft<'a> {
    /// The maker.
    pub owner: Owner,
    /// The channel; `None` for a card form.
    pub channel: Option<ChannelId>,
    /// The person to answer.
    pub customer: Customer,
    /// The text; may be empty on a card form.
    pub content: &'a str,
    /// Answers to the template's fields.
    pub answers: &'a [Answered],
    /// Files; the caller has checked that they belong to the author.
    pub files: Vec<Attachment>,
    /// The reader's language.
    pub language: &'a str,
}

/// An agent's change to an order.
#[derive(Clone, Debug)]
pub struct Handling<'a> {
    /// The agent.
    pub agent: AgentId,
    /// The name that visitors see.
    pub nick: Arc<str>,
    /// Who can read it.
    pub audience: Audience,
    /// The text; may be empty if the status or priority changes.
    pub content: &'a str,
    /// Files; the caller has checked that they belong to the author.
    pub files: Vec<Attachment>,
    /// The new status; `None` keeps it.
    pub status: Option<OrderStatus>,
    /// The new priority; `None` keeps it.
    pub priority: Option<Priority>,
    /// See [`Reply::repeat`].
    pub repeat: Option<Repeat>,
}

/// Who can read an agent's reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Agents and the visitor.
    Everybody,
    /// Agents only.
    Agents,
}

/// Why an order or a reply is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OrderRefusal {
    /// The text is refused.
    #[error("{0}")]
    Content(TextError),
    /// There are more than [`FILES_MAX`] files.
    #[error("max 3 files")]
    TooManyFiles,
    /// The name of the person to answer is not valid.
    #[error("the name is not valid")]
    CustomerName,
    /// The contact of the person to answer is not valid.
    #[error("{0}")]
    Customer(#[from] ContactError),
    /// An answer to a field is refused.
    #[error("a field is not filled in as it should be")]
    Field(FieldRefusal),
    /// The order is closed.
    #[error("the work order is closed")]
    Closed,
    /// The order has too many replies.
    #[error("the work order has too many replies")]
    Full,
}

impl Customer {
    /// Checks the name and phone number of the person to answer. Both may be empty.
    ///
    /// # Errors
    /// A name that is too long or has control characters, or a phone number that is not valid.
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
    /// Creates an order from a template.
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
            // On a card form, the fields alone may make an order (Protocol, 'Work orders', card-form page).
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
            answered_at: None,
            care: Care::default(),
        })
    }

    /// Adds a reply of the visitor, whatever kind the client calls it. An order that waited for the reply goes back to
    /// accepted.
    ///
    /// # Errors
    /// A blank text, more than three files, a closed order, or too many replies.
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

    /// Adds an agent's reply or note, or changes the status or priority. A reply to a new order accepts it.
    ///
    /// # Errors
    /// Neither text, files nor a change; more than three files; an order closed permanently; too many replies.
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
        // The time never decreases, so that a timeline keeps the order of the numbers.
        let at = reply.at.max(self.changed_at);
        self.changed_at = at;
        self.care.touch(at);
        if reply.kind == ReplyKind::Customer {
            self.care.mark_unread();
        }
        if reply.is_for_visitor() {
            self.last_word = Some(reply.kind);
        }
        if reply.kind == ReplyKind::Agent {
            self.answered_at = Some(at);
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
    /// All statuses.
    pub const ALL: [Self; 6] = [
        Self::New,
        Self::Accepted,
        Self::Waiting,
        Self::Resolved,
        Self::Closed,
        Self::Filed,
    ];

    /// Whether the visitor cannot reply.
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
