//! Work orders and their replies.

use super::names::{self, Listed};
use super::pages::{Cursor, Page};
use super::{Orders, failed, is_repeat, parsed, put, put_place, repeat};
use crate::error::ApiError;
use crate::files::described::{self, Owner as Uploader};
use crate::secrets;
use crate::webhooks::event::{Event, EventKind};
use crate::wire::work_order::agent::AgentOrderResponse;
use actors_core::ids::{ClientId, TenantId, VisitorId, WorkOrderId};
use actors_core::item::{Item, Plan};
use actors_core::time::Timestamp;
use actors_core::work_order::template::Template;
use actors_core::work_order::{
    Attachment, Draft, FILES_MAX, Handling, OrderRefusal, OrderStatus, Owner, REPLIES_MAX, Repeat,
    Reply, WorkOrder,
};
use actors_runtime::ports::{DocumentChange, DocumentKind};

/// Who reads an order.
#[derive(Clone, Copy, Debug)]
pub enum Access<'a> {
    /// A visitor, who may read their own orders.
    Visitor(&'a VisitorId),
    /// A person with the order's link, or an agent of the tenant.
    Order,
}

/// An order to create.
pub struct NewOrder<'a> {
    /// The tenant that owns the template.
    pub tenant: &'a TenantId,
    /// The template.
    pub template: &'a Template,
    /// What the customer filled in, without the files.
    pub draft: Draft<'a>,
    /// The client's id and the files.
    pub said: Said<'a>,
}

/// What a new order and a reply have in common.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// The client's id for the call.
    pub client_id: Option<&'a ClientId>,
    /// The addresses of attached files.
    pub files: &'a [String],
    /// Who must have uploaded the files. If none, no files are allowed.
    pub uploader: Option<&'a Uploader<'a>>,
}

/// Which orders to list.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// Only orders with this status.
    pub status: Option<OrderStatus>,
    /// Part of an id, the content, an answer, the customer's name or phone number. Letter case does not matter.
    pub search: String,
    /// Where the page begins.
    pub after: Option<Cursor>,
}

impl Orders {
    /// Creates an order. A repeat creates none and returns the same id. `permit` runs only once the order is known to
    /// be valid and new; what it returns is stored in the same commit.
    ///
    /// # Errors
    /// 400 if the order is not valid, 422 if the client's id was used for another order, or the error of `permit`.
    pub fn create(
        &self,
        now: Timestamp,
        new: NewOrder<'_>,
        permit: impl FnOnce(&WorkOrder) -> Result<Vec<DocumentChange>, ApiError>,
    ) -> Result<WorkOrderId, ApiError> {
        let (tenant, draft) = (new.tenant, new.draft);
        let by = Listed::Orders.by(tenant, &draft.owner);
        let _turn = self.turn(&by);
        let content = (
            new.template.id.as_str(),
            draft.content,
            draft.answers,
            new.said.files,
        );
        let repeat = repeat("visitor", new.said.client_id, &content)?;
        if let Some(before) = self.made_before(&by, repeat, now)? {
            return Ok(before.into());
        }
        let (files, mut changes) = self.claim(now, new.said)?;
        let id = WorkOrderId::from(secrets::random_name());
        let draft = Draft { files, ..draft };
        let order = WorkOrder::create(now, id, new.template, draft).map_err(of_new)?;
        changes.extend(permit(&order)?);
        let place = names::place(now, order.id.as_str());
        let state = Listed::Orders.in_state(tenant, names::status(order.status));
        let all = Listed::Orders.all(tenant);
        changes.extend([
            put_order(tenant, &order)?,
            put(DocumentKind::OrderIndex, format!("{by}{place}"), &repeat)?,
            put_place(format!("{state}{place}"))?,
            put_place(format!("{all}{place}"))?,
        ]);
        let kind = EventKind::WorkOrderCreated;
        self.write_telling(changes, (tenant, kind), || told(kind, now, &order, &[]))?;
        let id = order.id.clone();
        self.show(tenant, &Item::Order(order));
        Ok(id)
    }

    /// Returns an order, if the caller may see it.
    ///
    /// # Errors
    /// 404 if there is no such order, or it belongs to another visitor.
    pub fn order(
        &self,
        tenant: &TenantId,
        id: &str,
        access: Access<'_>,
    ) -> Result<WorkOrder, ApiError> {
        let order = self.any_order(tenant, id)?.ok_or(ApiError::NotFound)?;
        match (access, &order.owner) {
            (Access::Order, _) => Ok(order),
            (Access::Visitor(visitor), Owner::Visitor(owner)) if visitor == owner => Ok(order),
            (Access::Visitor(_), Owner::Visitor(_) | Owner::Form(_)) => Err(ApiError::NotFound),
        }
    }

    /// Returns an order's replies, oldest first.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn talk(&self, tenant: &TenantId, order: &WorkOrder) -> Result<Vec<Reply>, ApiError> {
        self.talk_of(tenant, order.id.as_str())
    }

    /// Returns the replies and notes of an order, or the remarks and notes of a left message, oldest first.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn talk_of(&self, tenant: &TenantId, id: &str) -> Result<Vec<Reply>, ApiError> {
        let prefix = names::replies(tenant, id);
        let limit = REPLIES_MAX as usize * 2;
        let found = self
            .store
            .documents_page(DocumentKind::WorkOrderReply, &prefix, None, limit);
        let found = found.map_err(failed)?;
        found.iter().map(|(_, json)| parsed(json)).collect()
    }

    /// Stores a customer's reply. A repeat stores nothing. `permit` runs only once the reply is known to be valid and
    /// new.
    ///
    /// # Errors
    /// 404 if the order is not theirs, 400 or 409 if the reply is refused, 422 if the client's id was used for another
    /// reply, or the error of `permit`.
    pub fn reply(
        &self,
        now: Timestamp,
        (tenant, id, access): (&TenantId, &str, Access<'_>),
        (content, said): (&str, Said<'_>),
        permit: impl FnOnce() -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let _turn = self.turn(&names::record(tenant, id));
        let mut order = self.order(tenant, id, access)?;
        let repeat = repeat("visitor", said.client_id, &(content, said.files))?;
        if self.said_before(tenant, id, repeat, now)? {
            return Ok(());
        }
        let (files, changes) = self.claim(now, said)?;
        let before = Item::Order(order.clone());
        let reply = order.reply(now, content, files, repeat)?;
        permit()?;
        self.keep(
            tenant,
            (&before, &Item::Order(order)),
            Some(&reply),
            changes,
        )
    }

    /// Stores an agent's reply, note or change of status or priority. A repeat stores nothing. What `audited` returns is
    /// stored in the same commit.
    ///
    /// # Errors
    /// 404 if the tenant has no order with this id, 400 or 409 if the call is refused, 422 if the client's id was used
    /// for another call.
    pub fn handle(
        &self,
        now: Timestamp,
        (tenant, id): (&TenantId, &str),
        (handling, said): (Handling<'_>, Said<'_>),
        audited: impl FnOnce(&Plan, &Plan) -> DocumentChange,
    ) -> Result<WorkOrder, ApiError> {
        let _turn = self.turn(&names::record(tenant, id));
        let mut order = self.order(tenant, id, Access::Order)?;
        let content = (
            handling.content,
            said.files,
            handling.status,
            handling.priority,
        );
        let who = format!("agent {}", handling.agent);
        let repeat = repeat(&who, said.client_id, &content)?;
        if self.said_before(tenant, id, repeat, now)? {
            return Ok(order);
        }
        let (files, mut changes) = self.claim(now, said)?;
        let before = Item::Order(order.clone());
        let handling = Handling {
            files,
            repeat,
            ..handling
        };
        let reply = order.handle(now, handling)?;
        let item = Item::Order(order.clone());
        changes.push(audited(&before.plan(), &item.plan()));
        self.keep(tenant, (&before, &item), Some(&reply), changes)?;
        Ok(order)
    }

    /// A page of a visitor's orders, newest first. The search text of `filter` is not used.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn made_by(
        &self,
        tenant: &TenantId,
        visitor: &VisitorId,
        filter: &OrderFilter,
    ) -> Result<Page<WorkOrder>, ApiError> {
        let by = Listed::Orders.by(tenant, &Owner::Visitor(visitor.clone()));
        self.page(&by, filter.after.clone(), |id| {
            let order = self.any_order(tenant, id)?;
            let is_so_far = |order: &WorkOrder| filter.status.is_none_or(|s| s == order.status);
            Ok(order.filter(is_so_far))
        })
    }

    /// A page of a tenant's orders, newest first.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn made_with(
        &self,
        tenant: &TenantId,
        filter: &OrderFilter,
    ) -> Result<Page<WorkOrder>, ApiError> {
        let prefix = match filter.status {
            Some(status) => Listed::Orders.in_state(tenant, names::status(status)),
            None => Listed::Orders.all(tenant),
        };
        let search = filter.search.to_lowercase();
        self.page(&prefix, filter.after.clone(), |id| {
            let order = self.any_order(tenant, id)?;
            Ok(order.filter(|order| is_found(order, &search)))
        })
    }

    /// Counts the orders with status new, up to `limit`.
    ///
    /// # Errors
    /// 503: the store cannot be read.
    pub fn orders_waiting(&self, tenant: &TenantId, limit: usize) -> Result<usize, ApiError> {
        let new = Listed::Orders.in_state(tenant, names::status(OrderStatus::New));
        self.count(&new, limit)
    }

    pub(super) fn any_order(
        &self,
        tenant: &TenantId,
        id: &str,
    ) -> Result<Option<WorkOrder>, ApiError> {
        if !names::is_id(id) {
            return Ok(None);
        }
        self.read(DocumentKind::WorkOrder, &names::record(tenant, id))
    }

    pub(super) fn said_before(
        &self,
        tenant: &TenantId,
        id: &str,
        repeat: Option<Repeat>,
        now: Timestamp,
    ) -> Result<bool, ApiError> {
        let Some(asked) = repeat else {
            return Ok(false);
        };
        for reply in self.talk_of(tenant, id)?.iter().rev() {
            if let Some(found) = reply.repeat
                && is_repeat(found, reply.at, asked, now)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the files, and the changes that mark them as used.
    fn claim(
        &self,
        now: Timestamp,
        said: Said<'_>,
    ) -> Result<(Vec<Attachment>, Vec<DocumentChange>), ApiError> {
        if said.files.len() > FILES_MAX {
            return Err(OrderRefusal::TooManyFiles.into());
        }
        let unknown =
            || ApiError::invalid("woFileRelVoList has a file that was not uploaded for it");
        let (mut files, mut changes) = (Vec::new(), Vec::new());
        for address in said.files {
            let uploader = said.uploader.ok_or_else(unknown)?;
            let claimed = described::claim(self.store.as_ref(), now, uploader, address)?;
            let (file, change) = claimed.ok_or_else(unknown)?;
            files.push(file);
            changes.push(change);
        }
        Ok((files, changes))
    }
}

/// Converts a refusal of a new order, whose text is in the field `woContent`.
fn of_new(refusal: OrderRefusal) -> ApiError {
    match refusal {
        OrderRefusal::Content(refusal) => ApiError::of_field("woContent", refusal),
        other => other.into(),
    }
}

/// The event of a new or changed order, with the reply that changed it.
pub(super) fn told(kind: EventKind, at: Timestamp, order: &WorkOrder, talk: &[Reply]) -> Event {
    let data = AgentOrderResponse::new(order, talk);
    Event {
        kind,
        at,
        visitor: match &order.owner {
            Owner::Visitor(visitor) => Some(visitor.clone()),
            Owner::Form(_) => None,
        },
        conversation: format!("order:{}", order.id),
        data: serde_json::to_value(data).unwrap_or_default(),
    }
}

pub(super) fn put_order(tenant: &TenantId, order: &WorkOrder) -> Result<DocumentChange, ApiError> {
    let name = names::record(tenant, order.id.as_str());
    put(DocumentKind::WorkOrder, name, order)
}

pub(super) fn is_found(order: &WorkOrder, search: &str) -> bool {
    let visitor = match &order.owner {
        Owner::Visitor(visitor) => visitor.as_str(),
        Owner::Form(_) => "",
    };
    let texts = [
        order.id.as_str(),
        &*order.content,
        &*order.customer.name,
        &*order.customer.phone,
        visitor,
    ];
    let values = order.fields.iter().map(|field| &*field.value);
    search.is_empty()
        || texts
            .into_iter()
            .chain(values)
            .any(|text| text.to_lowercase().contains(search))
}
