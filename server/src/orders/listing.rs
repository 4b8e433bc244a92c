//! Lists of items by what is planned for them.

use super::names::{self, Listed};
use super::pages::{Cursor, Page};
use super::{Orders, messages, work};
use crate::error::ApiError;
use actors_core::care::Priority;
use actors_core::ids::{AgentId, TenantId};
use actors_core::item::{Item, ItemKind};
use actors_core::time::Timestamp;
use actors_core::work_order::OrderStatus;

/// Which items to list.
#[derive(Clone, Debug, Default)]
pub struct ItemFilter {
    /// Only this kind.
    pub kind: Option<ItemKind>,
    /// Only those of this agent, or of nobody.
    pub whose: Whose,
    /// Only with this priority.
    pub priority: Option<Priority>,
    /// Only open ones that are due before this time.
    pub due_before: Option<Timestamp>,
    /// Only open ones, or only those that are over.
    pub standing: Option<Standing>,
    /// Only with this status.
    pub status: Option<OrderStatus>,
    /// Part of an id, a text, a name or a number. Letter case does not matter.
    pub search: String,
    /// Where the page begins.
    pub after: Option<Cursor>,
}

/// Who does the listed items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    /// Anybody or nobody.
    #[default]
    All,
    /// Nobody.
    Nobodys,
    /// This agent.
    Of(AgentId),
}

/// Whether there is something left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is.
    Open,
    /// There is not.
    Ended,
}

impl ItemFilter {
    /// The shortest lists that have every item that is asked for.
    fn lists(&self, tenant: &TenantId) -> Vec<String> {
        if let Whose::Of(agent) = &self.whose {
            return vec![names::to(tenant, agent)];
        }
        if self.due_before.is_some() {
            return vec![names::dated(tenant)];
        }
        let is_asked = |kind| self.kind.is_none_or(|asked| asked == kind);
        let mut lists = Vec::new();
        if is_asked(ItemKind::Message) {
            lists.extend(self.of_messages(tenant));
        }
        if is_asked(ItemKind::Order) {
            lists.extend(self.of_orders(tenant));
        }
        lists
    }

    fn of_messages(&self, tenant: &TenantId) -> Vec<String> {
        if self.standing.is_none() && self.status.is_none() {
            return vec![Listed::Messages.all(tenant)];
        }
        let states = [false, true].into_iter();
        let asked = states.filter(|is_handled| {
            let status = match is_handled {
                true => OrderStatus::Resolved,
                false => OrderStatus::New,
            };
            self.has_status(status)
        });
        asked
            .map(|is_handled| Listed::Messages.in_state(tenant, names::message_state(is_handled)))
            .collect()
    }

    fn of_orders(&self, tenant: &TenantId) -> Vec<String> {
        if self.standing.is_none() && self.status.is_none() {
            return vec![Listed::Orders.all(tenant)];
        }
        let all = OrderStatus::ALL.into_iter();
        all.filter(|status| self.has_status(*status))
            .map(|status| Listed::Orders.in_state(tenant, names::status(status)))
            .collect()
    }

    fn has_status(&self, status: OrderStatus) -> bool {
        let standing = match status {
            OrderStatus::New | OrderStatus::Accepted | OrderStatus::Waiting => Standing::Open,
            OrderStatus::Resolved | OrderStatus::Closed | OrderStatus::Filed => Standing::Ended,
        };
        self.status.is_none_or(|asked| asked == status)
            && self.standing.is_none_or(|asked| asked == standing)
    }

    fn has(&self, item: &Item, search: &str) -> bool {
        let care = item.care();
        let is_theirs = match &self.whose {
            Whose::All => true,
            Whose::Nobodys => care.assignee.is_none(),
            Whose::Of(agent) => item.is_of(agent),
        };
        is_theirs
            && self.kind.is_none_or(|kind| kind == item.kind())
            && self.priority.is_none_or(|asked| asked == item.priority())
            && self.has_status(item.status())
            && self.is_due(item)
            && match item {
                Item::Message(message) => messages::is_found(message, search),
                Item::Order(order) => work::is_found(order, search),
            }
    }

    fn is_due(&self, item: &Item) -> bool {
        let Some(before) = self.due_before else {
            return true;
        };
        !item.is_over() && item.care().due.is_some_and(|due| due < before)
    }
}

impl Orders {
    /// A page of a tenant's items, newest first.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn items(&self, tenant: &TenantId, filter: &ItemFilter) -> Result<Page<Item>, ApiError> {
        let search = filter.search.to_lowercase();
        self.page_among(&filter.lists(tenant), filter.after.clone(), |id| {
            let item = self.any_item(tenant, id)?;
            Ok(item.filter(|item| filter.has(item, &search)))
        })
    }
}
