//! Left messages and work orders together: items/list, items/get, items/change, items/note, items/read.

use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::difference::FieldChange;
use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::work;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::orders::items::NotChanged;
use crate::orders::{Cursor, ItemFilter, Noted, Standing, WAITING_MAX, Whose};
use crate::routes::agent::account;
use crate::routes::agent::orders::search;
use crate::routes::read::{client_id, filled};
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::item::{
    self as wire, ChangeItemsRequest, ChangeItemsResponse, DeskItem, ItemRequest, ItemResponse,
    ListItemsRequest, ListItemsResponse, NoteItemRequest, RefusedItem,
};
use actix_web::web::Data;
use actors_core::care::Assignee;
use actors_core::ids::{AgentId, TenantId};
use actors_core::item::{ItemAuthor, ItemChange, Plan};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::DocumentChange;
use serde_json::Value;
use std::sync::Arc;

/// The most items of one call.
const ITEMS_MAX: usize = 100;

/// The furthest due time: five years.
const DUE_MAX: Span = Span::from_minutes(5 * 366 * 24 * 60);

/// items/list: returns the tenant's left messages and work orders, newest first.
///
/// # Errors
/// 400 for an unknown word, a search text that is too long, or an unknown cursor.
pub async fn list(state: Data<State>, call: Agent<ListItemsRequest>) -> Answer {
    let filter = filter(&call.body)?;
    let tenant = call.who.tenant.clone();
    let (page, waiting) = work(move || {
        let page = state.orders.items(&tenant, &filter)?;
        let messages = state.orders.messages_waiting(&tenant, WAITING_MAX)?;
        let orders = state.orders.orders_waiting(&tenant, WAITING_MAX)?;
        Ok((page, messages + orders))
    })
    .await?;
    Ok(success(&ListItemsResponse {
        list: page.list.iter().map(DeskItem::from).collect(),
        cursor: page.next_text(),
        waiting,
    }))
}

fn filter(asked: &ListItemsRequest) -> Result<ItemFilter, ApiError> {
    let whose = match (asked.unassigned, filled(asked.admin_id.as_ref())) {
        (Flag(true), _) => Whose::Nobodys,
        (Flag(false), Some(agent)) => Whose::Of(agent.into()),
        (Flag(false), None) => Whose::All,
    };
    let standing = |word: &str| match word {
        "open" => Some(Standing::Open),
        "ended" => Some(Standing::Ended),
        _ => None,
    };
    Ok(ItemFilter {
        kind: word("kind", asked.kind.as_ref(), wire::kind)?,
        whose,
        priority: word("priority", asked.priority.as_ref(), wire::priority)?,
        due_before: asked
            .due_before
            .filter(|at| *at != 0)
            .map(Timestamp::from_millis),
        standing: word("state", asked.state.as_ref(), standing)?,
        status: word("status", asked.status.as_ref(), wire::status)?,
        search: search("text", asked.text.as_ref())?,
        after: Cursor::parse(filled(asked.cursor.as_ref()).unwrap_or_default())?,
    })
}

/// Reads an optional word of a fixed list.
fn word<T>(
    field: &'static str,
    text: Option<&String>,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ApiError> {
    let Some(text) = filled(text) else {
        return Ok(None);
    };
    let found = read(text).ok_or_else(|| ApiError::invalid(format!("{field} is not valid")))?;
    Ok(Some(found))
}

/// items/get: returns a left message or a work order with everything that was said about it.
///
/// # Errors
/// 404 if the tenant has no such item.
pub async fn get(state: Data<State>, call: Agent<ItemRequest>) -> Answer {
    let tenant = call.who.tenant.clone();
    let shown = work(move || {
        let item = state.orders.item(&tenant, &call.body.item_id)?;
        let talk = state.orders.talk_of(&tenant, item.id())?;
        Ok(ItemResponse::new(&item, &talk))
    });
    Ok(success(&shown.await?))
}

/// items/read: the agent who does an item has seen what is new.
///
/// # Errors
/// 404 if the tenant has no such item.
pub async fn mark_read(state: Data<State>, call: Agent<ItemRequest>) -> Answer {
    let who = Arc::clone(&call.who);
    let item = work(move || {
        let id = &call.body.item_id;
        state.orders.read_item(&who.tenant, id, &who.agent)
    });
    Ok(success(&DeskItem::from(&item.await?)))
}

/// items/change: changes assignee, priority, due time or status of up to 100 items, each by itself.
///
/// # Errors
/// 400 for an unknown word or agent, too many items, or no change at all.
pub async fn change(state: Data<State>, call: Agent<ChangeItemsRequest>) -> Answer {
    let change = asked_change(&state, &call.who, &call.body)?;
    let ids = call.body.item_ids;
    if ids.is_empty() {
        return Err(ApiError::wrong("itemIds", "is missing"));
    }
    if ids.len() > ITEMS_MAX {
        let message = format!("has more than {ITEMS_MAX} items");
        return Err(ApiError::wrong("itemIds", &message));
    }
    let by = author(&state, &call.who)?;
    let who = call.who;
    let answer = work(move || changed(&state, &who, (&ids, &by, &change)));
    Ok(success(&answer.await?))
}

/// Reads what a call changes.
fn asked_change(
    state: &State,
    who: &SignedIn,
    asked: &ChangeItemsRequest,
) -> Result<ItemChange, ApiError> {
    let assignee = match (asked.unassign, filled(asked.admin_id.as_ref())) {
        (Flag(true), _) => Some(None),
        (Flag(false), Some(agent)) => {
            let known = state.catalogue.account(&who.tenant, &AgentId::from(agent));
            let known = known.filter(|it| it.is_active());
            let known = known
                .ok_or_else(|| ApiError::wrong("adminId", "must be an agent of this tenant"))?;
            Some(Some(Assignee {
                agent: known.agent.id.clone(),
                nick: Arc::clone(&known.agent.nick),
            }))
        }
        (Flag(false), None) => None,
    };
    let latest = (state.now() + DUE_MAX).as_millis();
    let due = match asked.due {
        None => None,
        Some(0) => Some(None),
        Some(due) if (1..=latest).contains(&due) => Some(Some(Timestamp::from_millis(due))),
        Some(_) => return Err(ApiError::wrong("due", "must be in the next five years")),
    };
    let change = ItemChange {
        assignee,
        priority: word("priority", asked.priority.as_ref(), wire::priority)?,
        due,
        status: word("status", asked.status.as_ref(), wire::status)?,
    };
    if change == ItemChange::default() {
        return Err(ApiError::invalid("nothing is to be changed"));
    }
    Ok(change)
}

fn changed(
    state: &State,
    who: &SignedIn,
    (ids, by, change): (&[String], &ItemAuthor, &ItemChange),
) -> Result<ChangeItemsResponse, ApiError> {
    let (mut changed, mut refused) = (Vec::new(), Vec::new());
    let refuse = |id: &str, why| RefusedItem {
        item_id: id.to_owned(),
        why,
    };
    for id in ids {
        let whose = (&who.tenant, &who.agent);
        let audited = |before: &Plan, after: &Plan| {
            changing(state, whose, id, (&[], differences(before, after)))
        };
        let place = (&who.tenant, id.as_str());
        let done = state
            .orders
            .change_item(state.now(), place, (by, change), audited);
        match done {
            Ok(item) => changed.push(DeskItem::from(&item)),
            Err(NotChanged::Refused(refusal)) => refused.push(refuse(id, wire::why(&refusal))),
            Err(NotChanged::Failed(ApiError::NotFound)) => refused.push(refuse(id, "notFound")),
            Err(NotChanged::Failed(error)) => return Err(error),
        }
    }
    Ok(ChangeItemsResponse { changed, refused })
}

/// items/note: adds a note that the visitor never sees.
///
/// # Errors
/// 404 if the tenant has no such item, 400 for a blank or overlong text. 409 for an order that is closed permanently, 422
/// for an id already used for another note.
pub async fn note(state: Data<State>, call: Agent<NoteItemRequest>) -> Answer {
    let client_id = client_id(call.body.id.as_ref())?;
    let by = author(&state, &call.who)?;
    let who = Arc::clone(&call.who);
    let shown = work(move || {
        let NoteItemRequest { item_id, text, .. } = &call.body;
        // The text would outlive the visitor, so the audit does not have it.
        let whose = (&who.tenant, &who.agent);
        let audited = changing(&state, whose, item_id, (&["note"], Vec::new()));
        let noted = Noted {
            by,
            text,
            client_id: client_id.as_ref(),
        };
        let place = (&who.tenant, item_id.as_str());
        let item = state.orders.note_item(state.now(), place, noted, audited)?;
        let talk = state.orders.talk_of(&who.tenant, item.id())?;
        Ok(ItemResponse::new(&item, &talk))
    });
    Ok(success(&shown.await?))
}

fn author(state: &State, who: &SignedIn) -> Result<ItemAuthor, ApiError> {
    let nick = Arc::clone(&account(state, who)?.agent.nick);
    let agent = who.agent.clone();
    Ok(ItemAuthor { agent, nick })
}

/// Returns the audit record of what somebody did to an item: what they did besides, such as a note, and what differs.
pub(super) fn changing(
    state: &State,
    (tenant, agent): (&TenantId, &AgentId),
    id: &str,
    (deeds, changes): (&[&str], Vec<FieldChange>),
) -> DocumentChange {
    let at = state.admin.audit.draw(state.now());
    let deeds = deeds.iter().map(|deed| (*deed).to_owned());
    let changed = changes.iter().map(|change| change.field.clone());
    let record = AuditRecord {
        fields: deeds.chain(changed).collect(),
        changes,
        ..audit::record(at, agent, Action::Put, "item", id)
    };
    audit::written(tenant, &record)
}

/// The fields of an item that differ.
pub(super) fn differences(before: &Plan, after: &Plan) -> Vec<FieldChange> {
    let told = |plan: &Plan| {
        let agent = plan.assignee.as_ref().map(AgentId::as_str);
        [
            ("adminId", Value::from(agent)),
            ("priority", Value::from(wire::priority_word(plan.priority))),
            ("due", Value::from(plan.due.map(Timestamp::as_millis))),
            ("status", Value::from(plan.status.map(wire::status_word))),
        ]
    };
    let both = told(before).into_iter().zip(told(after));
    both.filter(|((_, before), (_, after))| before != after)
        .map(|((field, before), (_, after))| FieldChange {
            field: field.to_owned(),
            before,
            after,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_core::care::Priority;
    use actors_core::work_order::OrderStatus;

    #[test]
    fn the_audit_names_what_differs() {
        let before = Plan {
            status: Some(OrderStatus::New),
            ..Plan::default()
        };
        let after = Plan {
            assignee: Some("lin".into()),
            priority: Priority::High,
            ..before.clone()
        };

        let found = differences(&before, &after);

        let told: Vec<_> = found
            .iter()
            .map(|it| (it.field.as_str(), it.before.clone(), it.after.clone()))
            .collect();
        assert_eq!(
            told,
            [
                ("adminId", Value::Null, "lin".into()),
                ("priority", "normal".into(), "high".into()),
            ]
        );
        assert!(differences(&after, &after).is_empty());
    }
}
