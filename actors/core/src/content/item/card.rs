//! An item as lists show it.

use super::{Item, ItemKind};
use crate::care::{Care, Priority};
use crate::ids::{ChannelId, VisitorId};
use crate::text::cut;
use crate::time::Timestamp;
use crate::work_order::{OrderStatus, Owner, ReplyKind};
use std::sync::Arc;

/// The longest beginning of the text in a list, in characters.
pub const EXCERPT_CHARS_MAX: usize = 200;

/// An item as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemCard {
    /// Its kind.
    pub kind: ItemKind,
    /// Its id.
    pub id: Arc<str>,
    /// The visitor; `None` for an order from a card form.
    pub visitor: Option<VisitorId>,
    /// The visitor's name; empty if unknown.
    pub name: Arc<str>,
    /// The visitor's address; empty if unknown.
    pub email: Arc<str>,
    /// The channel; `None` for an order from a card form.
    pub channel: Option<ChannelId>,
    /// The beginning of the text.
    pub excerpt: Arc<str>,
    /// When it was left.
    pub at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
    /// Its status.
    pub status: OrderStatus,
    /// How urgent it is.
    pub priority: Priority,
    /// Who does it, and by when.
    pub care: Care,
    /// The author of the last words that the visitor can read; `None` before the first answer.
    pub last_word: Option<ReplyKind>,
}

impl Item {
    /// The item as a list shows it.
    pub fn card(&self) -> ItemCard {
        let care = self.care();
        let (name, email, text) = match self {
            Self::Message(message) => (&*message.name, &*message.email, &*message.content),
            Self::Order(order) => (&*order.customer.name, "", &*order.content),
        };
        let (visitor, channel) = match self {
            Self::Message(message) => {
                (Some(message.visitor.clone()), Some(message.channel.clone()))
            }
            Self::Order(order) => match &order.owner {
                Owner::Visitor(visitor) => (Some(visitor.clone()), order.channel.clone()),
                Owner::Form(_) => (None, order.channel.clone()),
            },
        };
        ItemCard {
            kind: self.kind(),
            id: self.id().into(),
            visitor,
            name: name.into(),
            email: email.into(),
            channel,
            excerpt: cut(text, EXCERPT_CHARS_MAX).into(),
            at: self.at(),
            changed_at: self.changed_at(),
            status: self.status(),
            priority: self.priority(),
            care: care.clone(),
            last_word: match self {
                Self::Message(message) => message.handled.as_ref().map(|_| ReplyKind::Agent),
                Self::Order(order) => order.last_word,
            },
        }
    }

    fn changed_at(&self) -> Timestamp {
        let own = match self {
            Self::Message(message) => message.handled.as_ref().map(|handled| handled.at),
            Self::Order(order) => Some(order.changed_at),
        };
        let cared = self.care().changed_at;
        self.at().max(own.max(cared).unwrap_or(self.at()))
    }
}
