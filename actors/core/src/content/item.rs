//! A left message or a work order as agents work on it: an *item* that has an assignee, a priority, a due time and notes
//! (Protocol, 'Items').
//!
//! A change names the difference, so that two agents who change different things never undo each other.

mod card;

pub use card::{EXCERPT_CHARS_MAX, ItemCard};

use crate::care::{Assignee, Care, Priority};
use crate::ids::AgentId;
use crate::leave_message::{Handled, LeaveMessage};
use crate::text::{self, TextError};
use crate::time::Timestamp;
use crate::work_order::{
    Audience, Handling, OrderRefusal, OrderStatus, Owner, REPLIES_MAX, Repeat, Reply, ReplyKind,
    WorkOrder,
};
use std::sync::Arc;
use thiserror::Error;

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A left message.
    Message(LeaveMessage),
    /// A work order.
    Order(WorkOrder),
}

/// The kinds of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    /// A left message.
    Message,
    /// A work order.
    Order,
}

/// A change of an item; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemChange {
    /// Who does it; `Some(None)`: nobody.
    pub assignee: Option<Option<Assignee>>,
    /// How urgent it is.
    pub priority: Option<Priority>,
    /// When it must be done; `Some(None)`: at no certain time.
    pub due: Option<Option<Timestamp>>,
    /// Its status. A left message is new or resolved.
    pub status: Option<OrderStatus>,
}

/// Who changes an item.
#[derive(Clone, Debug)]
pub struct ItemAuthor {
    /// The agent.
    pub agent: AgentId,
    /// The agent's name, as shown to visitors.
    pub nick: Arc<str>,
}

/// What an item is before or after a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Who does it.
    pub assignee: Option<AgentId>,
    /// How urgent it is.
    pub priority: Priority,
    /// When it must be done.
    pub due: Option<Timestamp>,
    /// Its status.
    pub status: Option<OrderStatus>,
}

/// Why a change of an item is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ItemRefusal {
    /// The order is closed permanently.
    #[error("it is closed")]
    Closed,
    /// A left message has no such status.
    #[error("a left message is new or resolved")]
    Status,
    /// There are too many replies and notes.
    #[error("it has too many replies and notes")]
    Full,
    /// The text is refused.
    #[error("{0}")]
    Text(TextError),
}

impl Item {
    /// Its id.
    pub fn id(&self) -> &str {
        match self {
            Self::Message(message) => message.id.as_str(),
            Self::Order(order) => order.id.as_str(),
        }
    }

    /// Its kind.
    pub fn kind(&self) -> ItemKind {
        match self {
            Self::Message(_) => ItemKind::Message,
            Self::Order(_) => ItemKind::Order,
        }
    }

    /// When it was left.
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Message(message) => message.at,
            Self::Order(order) => order.at,
        }
    }

    /// Its status.
    pub fn status(&self) -> OrderStatus {
        match self {
            Self::Message(message) if message.is_handled() => OrderStatus::Resolved,
            Self::Message(_) => OrderStatus::New,
            Self::Order(order) => order.status,
        }
    }

    /// How urgent it is.
    pub fn priority(&self) -> Priority {
        match self {
            Self::Message(message) => message.priority,
            Self::Order(order) => order.priority,
        }
    }

    /// Who does it, and by when.
    pub fn care(&self) -> &Care {
        match self {
            Self::Message(message) => &message.care,
            Self::Order(order) => &order.care,
        }
    }

    fn care_mut(&mut self) -> &mut Care {
        match self {
            Self::Message(message) => &mut message.care,
            Self::Order(order) => &mut order.care,
        }
    }

    /// Who left it.
    pub fn owner(&self) -> Owner {
        match self {
            Self::Message(message) => Owner::Visitor(message.visitor.clone()),
            Self::Order(order) => order.owner.clone(),
        }
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        match self.status() {
            OrderStatus::Resolved | OrderStatus::Closed | OrderStatus::Filed => true,
            OrderStatus::New | OrderStatus::Accepted | OrderStatus::Waiting => false,
        }
    }

    /// When its alarm rings; `None` without one.
    pub fn alarm(&self) -> Option<Timestamp> {
        self.care().alarm().filter(|_| !self.is_over())
    }

    /// What a change of it changes.
    pub fn plan(&self) -> Plan {
        let care = self.care();
        Plan {
            assignee: care.assignee.as_ref().map(|it| it.agent.clone()),
            priority: self.priority(),
            due: care.due,
            status: Some(self.status()),
        }
    }

    /// Changes it. Returns whether that changed something.
    ///
    /// # Errors
    /// An order that is closed permanently, or a status that a left message cannot have.
    pub fn change(
        &mut self,
        now: Timestamp,
        by: &ItemAuthor,
        change: &ItemChange,
    ) -> Result<bool, ItemRefusal> {
        if self.status() == OrderStatus::Filed {
            return Err(ItemRefusal::Closed);
        }
        let before = self.plan();
        if let Some(status) = change.status {
            self.set_status(now, by, status)?;
        }
        if let Some(priority) = change.priority {
            match self {
                Self::Message(message) => message.priority = priority,
                Self::Order(order) => order.priority = priority,
            }
        }
        if let Some(assignee) = &change.assignee {
            self.assign(by, assignee.as_ref());
        }
        if let Some(due) = change.due
            && due != before.due
        {
            let care = self.care_mut();
            care.due = due;
            care.has_rung = false;
        }
        let is_changed = self.plan() != before;
        if is_changed {
            self.touch(now);
        }
        Ok(is_changed)
    }

    fn set_status(
        &mut self,
        now: Timestamp,
        by: &ItemAuthor,
        status: OrderStatus,
    ) -> Result<(), ItemRefusal> {
        match (self, status) {
            (Self::Order(order), status) => order.status = status,
            (Self::Message(message), OrderStatus::New) => message.is_reopened = true,
            (Self::Message(message), OrderStatus::Resolved) => {
                message.is_reopened = false;
                let handled = || Handled {
                    at: now,
                    agent: by.agent.clone(),
                    nick: Arc::clone(&by.nick),
                    remark: Box::default(),
                };
                message.handled.get_or_insert_with(handled);
            }
            (Self::Message(_), _) => return Err(ItemRefusal::Status),
        }
        Ok(())
    }

    fn assign(&mut self, by: &ItemAuthor, assignee: Option<&Assignee>) {
        let care = self.care_mut();
        let is_same = care.assignee.as_ref().map(|it| &it.agent) == assignee.map(|it| &it.agent);
        if is_same {
            return;
        }
        care.assignee = assignee.cloned();
        care.is_unread = assignee.is_some_and(|it| it.agent != by.agent);
    }

    fn touch(&mut self, now: Timestamp) {
        self.care_mut().touch(now);
        if let Self::Order(order) = self {
            order.changed_at = order.changed_at.max(now);
        }
    }

    /// Adds a note that the visitor never sees.
    ///
    /// # Errors
    /// A blank or overlong text, an order that is closed permanently, or too many notes.
    pub fn note(
        &mut self,
        now: Timestamp,
        by: ItemAuthor,
        (content, repeat): (&str, Option<Repeat>),
    ) -> Result<Reply, ItemRefusal> {
        let is_assignees = self.is_of(&by.agent);
        let reply = match self {
            Self::Order(order) => order.handle(now, noting(by, (content, repeat)))?,
            Self::Message(message) => {
                let content = text::checked(content).map_err(ItemRefusal::Text)?;
                if message.replies >= REPLIES_MAX * 2 {
                    return Err(ItemRefusal::Full);
                }
                message.care.touch(now);
                said(message, now, by, (ReplyKind::Internal, content, repeat))
            }
        };
        if !is_assignees {
            self.care_mut().mark_unread();
        }
        Ok(reply)
    }

    /// The last remark on a left message, as an entry of its talk. `None` without words.
    pub fn remarked(&mut self) -> Option<Reply> {
        let Self::Message(message) = self else {
            return None;
        };
        let handled = message.handled.clone()?;
        if handled.remark.is_empty() || message.replies >= REPLIES_MAX * 2 {
            return None;
        }
        let by = ItemAuthor {
            agent: handled.agent,
            nick: handled.nick,
        };
        let content = Arc::from(handled.remark);
        Some(said(
            message,
            handled.at,
            by,
            (ReplyKind::Agent, content, None),
        ))
    }

    /// The assignee has seen it. Returns whether that is new.
    pub fn read(&mut self, by: &AgentId) -> bool {
        let is_new = self.care().is_unread && self.is_of(by);
        if is_new {
            let care = self.care_mut();
            care.is_unread = false;
            care.cursor += 1;
        }
        is_new
    }

    /// Rings its alarm if it is due. Returns whether it rings.
    pub fn ring(&mut self, now: Timestamp) -> bool {
        let is_due = self.alarm().is_some_and(|due| due <= now);
        if is_due {
            let care = self.care_mut();
            care.has_rung = true;
            care.mark_unread();
            care.cursor += 1;
        }
        is_due
    }

    /// Whether this agent does it.
    pub fn is_of(&self, agent: &AgentId) -> bool {
        let assignee = self.care().assignee.as_ref();
        assignee.is_some_and(|it| it.agent == *agent)
    }
}

fn noting<'a>(by: ItemAuthor, (content, repeat): (&'a str, Option<Repeat>)) -> Handling<'a> {
    Handling {
        agent: by.agent,
        nick: by.nick,
        audience: Audience::Agents,
        content,
        files: Vec::new(),
        status: None,
        priority: None,
        repeat,
    }
}

/// Numbers what an agent says about a left message.
fn said(
    message: &mut LeaveMessage,
    at: Timestamp,
    by: ItemAuthor,
    (kind, content, repeat): (ReplyKind, Arc<str>, Option<Repeat>),
) -> Reply {
    message.replies += 1;
    Reply {
        number: message.replies,
        at,
        kind,
        agent: Some(by.agent),
        author: by.nick,
        status: match message.is_handled() {
            true => OrderStatus::Resolved,
            false => OrderStatus::New,
        },
        content,
        files: Vec::new(),
        repeat,
    }
}

impl From<OrderRefusal> for ItemRefusal {
    fn from(refusal: OrderRefusal) -> Self {
        match refusal {
            OrderRefusal::Content(refusal) => Self::Text(refusal),
            OrderRefusal::Full => Self::Full,
            OrderRefusal::Closed
            | OrderRefusal::TooManyFiles
            | OrderRefusal::CustomerName
            | OrderRefusal::Customer(_)
            | OrderRefusal::Field(_) => Self::Closed,
        }
    }
}

#[cfg(test)]
mod tests;
