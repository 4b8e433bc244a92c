//! Items: left messages and work orders as agents work on them (Protocol, 'Items').

use super::names;
use super::work::{put_order, told};
use super::{Orders, put, put_place, repeat};
use crate::error::ApiError;
use crate::webhooks::event::EventKind;
use actors_core::ids::{AgentId, ClientId, TenantId};
use actors_core::item::{Item, ItemAuthor, ItemChange, ItemRefusal, Plan};
use actors_core::time::Timestamp;
use actors_core::work_order::{Reply, ReplyKind};
use actors_runtime::ports::{DocumentChange, DocumentKind};
use serde_json::Value;

/// What an agent notes on an item.
pub struct Noted<'a> {
    /// The agent.
    pub by: ItemAuthor,
    /// The text.
    pub text: &'a str,
    /// The client's id for the call.
    pub client_id: Option<&'a ClientId>,
}

/// Why an item was not changed.
#[derive(Debug)]
pub enum NotChanged {
    /// The rules refuse it.
    Refused(ItemRefusal),
    /// There is no such item, or the store failed.
    Failed(ApiError),
}

impl From<ApiError> for NotChanged {
    fn from(error: ApiError) -> Self {
        Self::Failed(error)
    }
}

impl Orders {
    /// Returns a tenant's item.
    ///
    /// # Errors
    /// 404 if there is none, 503 if the store cannot be read.
    pub fn item(&self, tenant: &TenantId, id: &str) -> Result<Item, ApiError> {
        self.any_item(tenant, id)?.ok_or(ApiError::NotFound)
    }

    pub(super) fn any_item(&self, tenant: &TenantId, id: &str) -> Result<Option<Item>, ApiError> {
        if let Some(message) = self.message(tenant, id)? {
            return Ok(Some(Item::Message(message)));
        }
        Ok(self.any_order(tenant, id)?.map(Item::Order))
    }

    /// Changes an item. What `audited` returns is stored in the same commit.
    ///
    /// # Errors
    /// There is no such item, or the rules refuse the change.
    pub fn change_item(
        &self,
        now: Timestamp,
        (tenant, id): (&TenantId, &str),
        (by, change): (&ItemAuthor, &ItemChange),
        audited: impl FnOnce(&Plan, &Plan) -> DocumentChange,
    ) -> Result<Item, NotChanged> {
        let _turn = self.turn(&names::record(tenant, id));
        let before = self.item(tenant, id)?;
        let mut item = before.clone();
        let is_changed = item.change(now, by, change);
        if is_changed.map_err(NotChanged::Refused)? {
            let noted = audited(&before.plan(), &item.plan());
            self.keep(tenant, (&before, &item), None, vec![noted])?;
        }
        Ok(item)
    }

    /// Adds a note to an item. A repeat stores nothing. What `audited` returns is stored in the same commit.
    ///
    /// # Errors
    /// 404 if there is no such item, 400 or 409 if the note is refused, 422 if the client's id was used for another one.
    pub fn note_item(
        &self,
        now: Timestamp,
        (tenant, id): (&TenantId, &str),
        noted: Noted<'_>,
        audited: DocumentChange,
    ) -> Result<Item, ApiError> {
        let _turn = self.turn(&names::record(tenant, id));
        let mut item = self.item(tenant, id)?;
        let who = format!("agent {}", noted.by.agent);
        let repeat = repeat(&who, noted.client_id, &noted.text)?;
        if self.said_before(tenant, id, repeat, now)? {
            return Ok(item);
        }
        let before = item.clone();
        let reply = item.note(now, noted.by, (noted.text, repeat))?;
        self.keep(tenant, (&before, &item), Some(&reply), vec![audited])?;
        Ok(item)
    }

    /// The assignee has seen an item.
    ///
    /// # Errors
    /// 404 if there is no such item, 503 if the store failed.
    pub fn read_item(&self, tenant: &TenantId, id: &str, by: &AgentId) -> Result<Item, ApiError> {
        let _turn = self.turn(&names::record(tenant, id));
        let before = self.item(tenant, id)?;
        let mut item = before.clone();
        if item.read(by) {
            self.keep(tenant, (&before, &item), None, Vec::new())?;
        }
        Ok(item)
    }

    /// Nobody does any longer what an agent did. After a crash midway, a second call does the rest.
    ///
    /// # Errors
    /// 503: the store failed.
    pub fn unassign(
        &self,
        now: Timestamp,
        tenant: &TenantId,
        (agent, by): (&AgentId, &ItemAuthor),
    ) -> Result<(), ApiError> {
        let list = names::to(tenant, agent);
        let nobody = ItemChange {
            assignee: Some(None),
            ..ItemChange::default()
        };
        let mut after = None;
        loop {
            let places = self.places(&list, after.as_ref(), super::pages::PAGE)?;
            let Some(last) = places.last() else {
                return Ok(());
            };
            after = super::Cursor::parse(&names::place(last.at, &last.id))?;
            for place in places {
                let _turn = self.turn(&names::record(tenant, &place.id));
                let Some(before) = self.any_item(tenant, &place.id)? else {
                    continue;
                };
                let mut item = before.clone();
                // What is closed for good keeps its agent.
                if item.change(now, by, &nobody).unwrap_or(false) {
                    self.keep(tenant, (&before, &item), None, Vec::new())?;
                }
            }
        }
    }

    /// Stores what an item is after a change, with what was said, and tells the desks and the webhooks.
    pub(super) fn keep(
        &self,
        tenant: &TenantId,
        (before, item): (&Item, &Item),
        said: Option<&Reply>,
        mut changes: Vec<DocumentChange>,
    ) -> Result<(), ApiError> {
        changes.push(put_item(tenant, item)?);
        changes.extend(moved(tenant, before, Some(item))?);
        if let Some(said) = said {
            let name = names::reply(tenant, item.id(), said.number);
            changes.push(put(DocumentKind::WorkOrderReply, name, said)?);
        }
        // A note is not told, only what changes with it.
        let public = said.filter(|reply| reply.kind != ReplyKind::Internal);
        let is_same = before.status() == item.status() && before.priority() == item.priority();
        match item {
            Item::Order(order) if public.is_some() || !is_same => {
                let kind = EventKind::WorkOrderUpdated;
                let talk = public.map(std::slice::from_ref).unwrap_or_default();
                self.write_telling(changes, (tenant, kind), || {
                    told(kind, order.changed_at, order, talk)
                })?;
            }
            Item::Order(_) | Item::Message(_) => self.write(&changes)?,
        }
        self.show(tenant, item);
        Ok(())
    }
}

fn put_item(tenant: &TenantId, item: &Item) -> Result<DocumentChange, ApiError> {
    match item {
        Item::Order(order) => put_order(tenant, order),
        Item::Message(message) => {
            let name = names::record(tenant, message.id.as_str());
            put(DocumentKind::LeaveMessage, name, message)
        }
    }
}

/// Returns the changes of the lists that depend on an item's state. `after` is none if it is gone.
pub(super) fn moved(
    tenant: &TenantId,
    before: &Item,
    after: Option<&Item>,
) -> Result<Vec<DocumentChange>, ApiError> {
    let old = listed(tenant, before);
    let new = after.map_or_else(Vec::new, |item| listed(tenant, item));
    let gone = old.iter().filter(|entry| !new.contains(entry));
    let mut changes: Vec<_> = gone
        .map(|(kind, name)| DocumentChange::delete(*kind, name.as_str()))
        .collect();
    for (kind, name) in new.into_iter().filter(|entry| !old.contains(entry)) {
        changes.push(match kind {
            DocumentKind::OrderIndex => put_place(name)?,
            _ => put(kind, name, &Value::Null)?,
        });
    }
    Ok(changes)
}

/// Returns the entries of an item in the lists that depend on its state.
fn listed(tenant: &TenantId, item: &Item) -> Vec<(DocumentKind, String)> {
    let place = names::place(item.at(), item.id());
    let index = |prefix: String| (DocumentKind::OrderIndex, prefix + &place);
    let assignee = item.care().assignee.as_ref();
    let dated = item.care().due.filter(|_| !item.is_over());
    let alarm = item.alarm();
    let entries = [
        Some(index(names::standing(tenant, item))),
        assignee.map(|it| index(names::to(tenant, &it.agent))),
        dated.map(|_| index(names::dated(tenant))),
        alarm.map(|due| {
            let name = names::alarm(due, tenant, item.id());
            (DocumentKind::ItemDue, name)
        }),
    ];
    entries.into_iter().flatten().collect()
}
