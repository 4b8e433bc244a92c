//! The list of the caller's own sign-ins, and ending them.

use super::Own;
use crate::admin::audit::{self, Action};
use crate::agent_token;
use crate::blocking::{block, work};
use crate::error::{Answer, ApiError};
use crate::secrets;
use crate::state::State;
use crate::wire::account::{SignInsResponse, WireSignIn};
use crate::wire::envelope::{Nothing, success};
use actix_web::web::Data;
use actors_runtime::ports::DocumentChange;
use std::sync::Arc;

/// The caller's sign-ins, the newest first.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn list(state: &State, own: &Own) -> Answer {
    let (store, who) = (Arc::clone(state.office.store()), Arc::clone(&own.who));
    let all = block(move || agent_token::sign_ins(store.as_ref(), &who.tenant, &who.agent)).await?;
    let (now, current) = (state.now(), secrets::hex(&own.who.hash));
    let mut list: Vec<WireSignIn> = all
        .into_iter()
        .filter(|(_, sign_in)| now < sign_in.until)
        .map(|(name, sign_in)| WireSignIn::of(name, sign_in, &current))
        .collect();
    list.sort_by_key(|one| std::cmp::Reverse(one.at));
    Ok(success(&SignInsResponse { list }))
}

/// Ends one sign-in of the caller's, or all others.
///
/// # Errors
/// 404 for a sign-in that is not the caller's.
pub async fn end(state: Data<State>, own: Own, named: Option<String>) -> Answer {
    let named = named.filter(|id| !id.is_empty());
    work(move || match named {
        Some(name) => end_one(&state, &own, &name),
        None => end_others(&state, &own),
    })
    .await?;
    Ok(success(&Nothing {}))
}

fn end_one(state: &State, own: &Own, name: &str) -> Result<(), ApiError> {
    let (store, who) = (state.office.store().as_ref(), &own.who);
    let all = agent_token::sign_ins(store, &who.tenant, &who.agent)?;
    if all.iter().all(|(known, _)| known != name) {
        return Err(ApiError::NotFound);
    }
    let mut changes = agent_token::forgetting(&who.tenant, &who.agent, name).to_vec();
    changes.push(record(state, own));
    store.change_documents(&changes)?;
    state.agents.forget_named(name);
    state.office.end_polls(&who.tenant, &who.agent);
    Ok(())
}

fn end_others(state: &State, own: &Own) -> Result<(), ApiError> {
    let (store, who) = (state.office.store().as_ref(), &own.who);
    let current = secrets::hex(&who.hash);
    let of = (&who.tenant, &who.agent);
    let mut changes = agent_token::kept_of(store, of, Some(&current))?;
    changes.push(record(state, own));
    store.change_documents(&changes)?;
    let spared = Some(who.hash);
    state.agents.forget_seen(&who.tenant, &who.agent, spared);
    state.office.end_polls(&who.tenant, &who.agent);
    Ok(())
}

fn record(state: &State, own: &Own) -> DocumentChange {
    let agent = &own.who.agent;
    own.noted(state, |at| {
        audit::record(at, agent, Action::SignOut, own.thing, agent.as_str())
    })
}
