//! `/api/agent/`: the calls of an agent's desk (Protocol, 'Agent API').

pub mod account;
pub mod assist;
pub mod boxes;
pub mod calls;
pub mod conversations;
pub mod customer;
pub mod drafts;
pub mod forgotten;
pub mod inbox;
pub mod items;
pub mod join;
pub mod knowledge;
pub mod login;
pub mod mentions;
pub mod messages;
pub mod orders;
pub mod past;
pub mod push;
mod reading;
pub(crate) mod recorded;
pub mod reports;
pub mod search;
pub mod seat;
pub mod sign_on;
pub mod supervising;
pub mod tags;
pub mod transcript;
pub mod transfer;
pub mod views;
pub mod visitors;
pub mod wall;
pub mod watching;

use crate::agent_token::SignedIn;
use crate::catalogue::Account;
use crate::error::ApiError;
use crate::state::State;
use crate::wire::agent::WireGroup;
use crate::wire::message::{Eyes, Reader};
use actors_core::ids::{Language, VisitorId, VisitorKey};
use actors_core::session::commands::Command;
use actors_core::session::commands::describe::Describe;
use actors_core::tenant::{Group, Reach, Role};
use std::sync::Arc;

/// Returns the caller's own account.
fn account(state: &State, who: &SignedIn) -> Result<Arc<Account>, ApiError> {
    state
        .catalogue
        .account(&who.tenant, &who.agent)
        .ok_or(ApiError::LoginExpired)
}

/// Returns the key of a visitor of the caller's tenant, by name.
fn visitor(who: &SignedIn, user_id: &str) -> VisitorKey {
    VisitorKey {
        tenant: who.tenant.clone(),
        visitor: VisitorId::from(user_id),
    }
}

/// Returns a group as an agent reads it.
fn named_group(group: &Group, language: Language) -> WireGroup {
    WireGroup {
        group_id: group.id.to_string(),
        group_name: group.name.or_empty(language.as_str()).to_owned(),
    }
}

/// Returns whose conversations the caller may act in, as far as this visitor is concerned: a supervisor may be limited to
/// some groups.
async fn reach_over(
    state: &State,
    account: &Account,
    visitor: &VisitorKey,
) -> Result<Reach, ApiError> {
    if account.agent.oversight().is_none() {
        return Ok(Reach::Own);
    }
    let overview = ask(state, visitor, Describe).await?;
    Ok(account.agent.reach_in(overview.group.as_ref()))
}

/// Sends a command to a visitor's session; 404 if there is none.
pub(crate) async fn ask<C: Command + Clone>(
    state: &State,
    visitor: &VisitorKey,
    command: C,
) -> Result<C::Reply, ApiError> {
    Ok(state.office.ask(visitor, command).await?)
}

/// Returns how an agent reads: supervisors and administrators also see withdrawn texts and flagged words.
fn reader<'a>(
    state: &'a State,
    account: &Account,
    language: Language,
    visitor: &'a VisitorId,
) -> Reader<'a> {
    Reader {
        visitor,
        name: None,
        channel: None,
        language,
        sentences: &state.sentences,
        eyes: if account.agent.role >= Role::Supervisor {
            Eyes::Supervisor
        } else {
            Eyes::Agent
        },
    }
}
