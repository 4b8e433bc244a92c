//! Saved views of left messages and work orders: views/list, views/save, views/delete.

use crate::admin::audit::{self, Action};
use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::{read, work};
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::{Findings, Flag};
use crate::orders::views::{self, Holder, ItemView, ItemViewFilter, NAME_CHARS_MAX, VIEWS_MAX};
use crate::routes::agent::account;
use crate::routes::read::filled;
use crate::secrets;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::item::{self as wire, DeleteViewRequest, SaveViewRequest, ViewsResponse};
use crate::wire::session::BareRequest;
use actix_web::web::Data;
use actors_core::tenant::Role;
use actors_runtime::ports::DocumentChange;
use std::sync::Arc;

/// The longest search text and the longest id, in characters.
const TEXT_CHARS_MAX: usize = 100;

/// views/list: returns everybody's views, then the caller's own.
///
/// # Errors
/// 401 without the agent's token.
pub async fn list(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    let who = Arc::clone(&call.who);
    let list = read(&state, move |store| {
        views::all(store, &who.tenant, &who.agent)
    });
    Ok(success(&ViewsResponse { list: list.await? }))
}

/// views/save: creates or replaces the caller's own view, or, by a supervisor, one of everybody.
///
/// # Errors
/// 400 with every invalid field, 403 for an agent who is no supervisor and shares a view, 404 for an unknown `id`, 409
/// beyond 30 views.
pub async fn save(state: Data<State>, call: Agent<SaveViewRequest>) -> Answer {
    let SaveViewRequest {
        id,
        name,
        shared,
        filter,
    } = call.body;
    may_change(&state, &call.who, shared)?;
    let id = filled(id.as_ref()).map(str::to_owned);
    let view = ItemView {
        id: id.clone().unwrap_or_else(secrets::random_name),
        name: name.trim().to_owned(),
        shared: shared.0.into(),
        filter,
    };
    check(&view)?;
    let who = call.who;
    let stored = view.clone();
    let _turn = state.admin.turn(&who.tenant).await;
    let at = state.clone();
    work(move || {
        let (store, holder) = (at.office.store(), holder(&who, shared));
        let known = views::of(store.as_ref(), &who.tenant, holder)?;
        match id {
            Some(id) if !known.iter().any(|view| view.id == id) => return Err(ApiError::NotFound),
            None if known.len() >= VIEWS_MAX => return Err(ApiError::Conflict("too many views")),
            Some(_) | None => {}
        }
        let changes = [
            views::put(&who.tenant, holder, &stored),
            noted(&at, &who, (Action::Put, &stored.id)),
        ];
        Ok(store.change_documents(&changes)?)
    })
    .await?;
    Ok(success(&view))
}

/// views/delete: deletes the caller's own view, or, by a supervisor, one of everybody.
///
/// # Errors
/// 403 for an agent who is no supervisor and deletes a view of everybody, 404 for an unknown one.
pub async fn delete(state: Data<State>, call: Agent<DeleteViewRequest>) -> Answer {
    let DeleteViewRequest { id, shared } = call.body;
    may_change(&state, &call.who, shared)?;
    let who = call.who;
    let _turn = state.admin.turn(&who.tenant).await;
    let at = state.clone();
    work(move || {
        let (store, holder) = (at.office.store(), holder(&who, shared));
        let known = views::of(store.as_ref(), &who.tenant, holder)?;
        if !known.iter().any(|view| view.id == id) {
            return Err(ApiError::NotFound);
        }
        let changes = [
            views::deleted(&who.tenant, holder, &id),
            noted(&at, &who, (Action::Delete, &id)),
        ];
        Ok(store.change_documents(&changes)?)
    })
    .await?;
    Ok(success(&Nothing {}))
}

fn holder(who: &SignedIn, shared: Flag) -> Holder<'_> {
    match shared {
        Flag(true) => Holder::Everybody,
        Flag(false) => Holder::Agent(&who.agent),
    }
}

fn may_change(state: &State, who: &SignedIn, shared: Flag) -> Result<(), ApiError> {
    if shared.0 && account(state, who)?.agent.role < Role::Supervisor {
        return Err(ApiError::Forbidden("for supervisors alone"));
    }
    Ok(())
}

fn noted(state: &State, who: &SignedIn, (action, id): (Action, &str)) -> DocumentChange {
    let at = state.admin.audit.draw(state.now());
    audit::written(
        &who.tenant,
        &audit::record(at, &who.agent, action, "view", id),
    )
}

fn check(view: &ItemView) -> Result<(), ApiError> {
    let mut findings = Findings::default();
    let length = view.name.chars().count();
    if length == 0 || length > NAME_CHARS_MAX || view.name.chars().any(char::is_control) {
        findings.add("name", "must have 1 to 40 characters, without line breaks");
    }
    let ItemViewFilter {
        kind,
        whose,
        admin_id,
        priority,
        due,
        state,
        status,
        text,
    } = &view.filter;
    let of = |text: &str, words: &[&str]| text.is_empty() || words.contains(&text);
    let words = [
        ("filter.kind", kind.is_empty() || wire::kind(kind).is_some()),
        ("filter.whose", of(whose, &["me", "nobody", "agent"])),
        (
            "filter.priority",
            priority.is_empty() || wire::priority(priority).is_some(),
        ),
        ("filter.due", of(due, &["overdue", "today", "week"])),
        ("filter.state", of(state, &["open", "ended"])),
        (
            "filter.status",
            status.is_empty() || wire::status(status).is_some(),
        ),
        ("filter.adminId", admin_id.chars().count() <= TEXT_CHARS_MAX),
        ("filter.text", text.chars().count() <= TEXT_CHARS_MAX),
    ];
    for (field, _) in words.into_iter().filter(|(_, fits)| !fits) {
        findings.add(field, "is not valid");
    }
    findings.finish(()).map_err(ApiError::InvalidFields)
}
