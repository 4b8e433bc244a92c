//! The keys of messages and orders in the store. They sort in the order in which lists are read.
//!
//! | document | key |
//! | --- | --- |
//! | a message, an order | `tenant/id` |
//! | a reply | `tenant/woId/000001` |
//! | list of one owner | `tenant/order/by/HASH/NEWEST/id` |
//! | list of one status | `tenant/order/is/new/NEWEST/id` |
//! | list of all | `tenant/order/all/NEWEST/id` |
//! | list of one assignee | `tenant/item/to/HASH/NEWEST/id` |
//! | list of open items with a due time | `tenant/item/dated/NEWEST/id` |
//! | an alarm | `DUE/tenant/id` |
//!
//! HASH is a hash of the visitor's, form's or agent's id, which may contain any character. NEWEST is the time subtracted from
//! the maximum, so that the newest entry comes first. A tenant's id never contains `/` (see `fixtures`).

use crate::secrets;
use actors_core::ids::{AgentId, TenantId};
use actors_core::item::{Item, ItemKind};
use actors_core::time::Timestamp;
use actors_core::work_order::{OrderStatus, Owner};

/// What a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Left messages.
    Messages,
    /// Work orders.
    Orders,
}

impl Listed {
    fn word(self) -> &'static str {
        match self {
            Self::Messages => "message",
            Self::Orders => "order",
        }
    }

    /// The key prefix of a tenant's complete list.
    pub fn all(self, tenant: &TenantId) -> String {
        format!("{tenant}/{}/all/", self.word())
    }

    /// The key prefix of the list of one state.
    pub fn in_state(self, tenant: &TenantId, state: &str) -> String {
        format!("{tenant}/{}/is/{state}/", self.word())
    }

    /// The key prefix of the list of one visitor or form.
    pub fn by(self, tenant: &TenantId, owner: &Owner) -> String {
        format!("{tenant}/{}/by/{}/", self.word(), owner_hash(owner))
    }
}

impl From<ItemKind> for Listed {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Message => Self::Messages,
            ItemKind::Order => Self::Orders,
        }
    }
}

/// The key prefix of the list of an item's own state.
pub fn standing(tenant: &TenantId, item: &Item) -> String {
    let state = match item {
        Item::Message(message) => message_state(message.is_handled()),
        Item::Order(order) => status(order.status),
    };
    Listed::from(item.kind()).in_state(tenant, state)
}

/// The key prefix of the list of what an agent does.
pub fn to(tenant: &TenantId, agent: &AgentId) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"agent\0").update(agent.as_str().as_bytes());
    let hash = secrets::hex(&hasher.finalize().as_bytes()[..16]);
    format!("{tenant}/item/to/{hash}/")
}

/// The key prefix of the list of open items with a due time.
pub fn dated(tenant: &TenantId) -> String {
    format!("{tenant}/item/dated/")
}

/// The key of an alarm. Sooner ones come first.
pub fn alarm(due: Timestamp, tenant: &TenantId, id: &str) -> String {
    let millis = u64::try_from(due.as_millis()).unwrap_or(0);
    format!("{millis:016x}/{tenant}/{id}")
}

/// Parses the key of an alarm.
pub fn read_alarm(key: &str) -> Option<(Timestamp, TenantId, &str)> {
    let (due, rest) = key.split_once('/')?;
    let (tenant, id) = rest.split_once('/')?;
    let millis = i64::from_str_radix(due, 16).ok()?;
    Some((Timestamp::from_millis(millis), tenant.into(), id))
}

/// Whether a text has the form of an id this server creates. Other texts are never looked up.
pub fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The key of a message or an order.
pub fn record(tenant: &TenantId, id: &str) -> String {
    format!("{tenant}/{id}")
}

/// The key prefix of an order's replies.
pub fn replies(tenant: &TenantId, order: &str) -> String {
    format!("{tenant}/{order}/")
}

/// The key of a reply.
pub fn reply(tenant: &TenantId, order: &str, number: u32) -> String {
    format!("{}{number:06}", replies(tenant, order))
}

/// The end of a key in a list: `NEWEST/id`.
pub fn place(at: Timestamp, id: &str) -> String {
    let millis = u64::try_from(at.as_millis()).unwrap_or(0);
    format!("{:016x}/{id}", u64::MAX - millis)
}

/// Parses the end of a key in a list into the time and the id.
pub fn read_place(place: &str) -> Option<(Timestamp, &str)> {
    let (newest, id) = place.split_once('/')?;
    let millis = u64::MAX - u64::from_str_radix(newest, 16).ok()?;
    Some((Timestamp::from_millis(i64::try_from(millis).ok()?), id))
}

/// The word for a status in keys.
pub fn status(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::New => "new",
        OrderStatus::Accepted => "accepted",
        OrderStatus::Waiting => "waiting",
        OrderStatus::Resolved => "resolved",
        OrderStatus::Closed => "closed",
        OrderStatus::Filed => "filed",
    }
}

/// The word for a message's state in keys.
pub fn message_state(is_handled: bool) -> &'static str {
    if is_handled { "handled" } else { "open" }
}

fn owner_hash(owner: &Owner) -> String {
    let mut hasher = blake3::Hasher::new();
    match owner {
        Owner::Visitor(visitor) => hasher
            .update(b"visitor\0")
            .update(visitor.as_str().as_bytes()),
        Owner::Form(form) => hasher.update(b"form\0").update(form.as_bytes()),
    };
    secrets::hex(&hasher.finalize().as_bytes()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_entries_come_first() {
        let at = |millis| place(Timestamp::from_millis(millis), "id");

        assert!(at(1_790_000_000_001) < at(1_790_000_000_000));
        assert!(at(1_790_000_000_000) < at(0));
        assert_eq!(
            read_place(&at(1_790_000_000_000)),
            Some((Timestamp::from_millis(1_790_000_000_000), "id"))
        );
    }

    #[test]
    fn no_visitors_list_is_a_prefix_of_anothers() {
        let tenant = TenantId::from("shop");
        let list = |owner: Owner| Listed::Orders.by(&tenant, &owner);
        let lists = [
            list(Owner::Visitor("a".into())),
            list(Owner::Visitor("a/b".into())),
            list(Owner::Visitor("".into())),
            list(Owner::Form("a".into())),
            Listed::Messages.by(&tenant, &Owner::Visitor("a".into())),
        ];

        for (at, one) in lists.iter().enumerate() {
            let begun = lists.iter().filter(|other| other.starts_with(one.as_str()));
            assert_eq!(begun.count(), 1, "{at}");
        }
    }
}
