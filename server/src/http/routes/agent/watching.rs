//! Watching a conversation of somebody else, and stepping in: watch, unwatch, stepIn.

use super::conversations::taken_conversation;
use super::mentions::is_mentioned;
use super::search::sight;
use crate::authentication::Agent;
use crate::blocking::work;
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::routes::agent::{account, ask, visitor};
use crate::search::asking::Sight;
use crate::search::filed;
use crate::state::State;
use crate::wire::agent::{VisitorRequest, WatchRequest, WatchResponse};
use crate::wire::codes;
use crate::wire::envelope::{Nothing, success};
use actix_web::web::Data;
use actors_core::channel::{ChannelConfig, GroupChoice};
use actors_core::desk::command as desk;
use actors_core::ids::{GroupId, VisitorKey};
use actors_core::router::command::{StepIn, Taken};
use actors_core::session::commands::describe::{Situate, Situation};
use actors_core::session::commands::watch::Watch;
use actors_core::session::phase::Status;
use actors_core::tenant::Oversight;
use actors_core::text::TextError;
use std::sync::Arc;

/// The longest name of a page, in characters.
const PAGE_CHARS_MAX: usize = 64;

/// watch: for a minute, the desk hears of what is new in a conversation. The visitor is not told.
///
/// # Errors
/// 400 for a name of a page that is too long. 404 if the tenant has no such visitor, or if search would not find the
/// conversation. 409 if too many agents watch it.
pub async fn watch(state: Data<State>, call: Agent<WatchRequest>) -> Answer {
    let page = page(&call.body)?;
    let key = visitor(&call.who, &call.body.user_id);
    let situation = ask(&state, &key, Situate).await?;
    if !may_read(&state, &call, &key, &situation).await? {
        return Err(ApiError::NotFound);
    }
    let (tenant, agent) = (&call.who.tenant, &call.who.agent);
    let visitor = key.visitor.clone();
    let watch = desk::Watch { page, visitor };
    state.office.ask_desk(tenant, agent, watch).await?;
    let agent = agent.clone();
    let status = ask(&state, &key, Watch { agent }).await??;
    let oversight = account(&state, &call.who)?.agent.oversight();
    let oversees = oversight.is_some_and(|oversight| oversight.covers(situation.group.as_ref()));
    let serving = situation.agent.as_ref();
    let account = serving.and_then(|serving| state.catalogue.account(tenant, serving));
    Ok(success(&WatchResponse {
        status: codes::status(status),
        admin_id: serving.map(ToString::to_string).unwrap_or_default(),
        admin_nick: account
            .map(|account| account.agent.nick.to_string())
            .unwrap_or_default(),
        oversees: Flag(oversees),
    }))
}

/// unwatch: the page left the conversation. If it watches another one by now, nothing changes.
///
/// # Errors
/// 400 for a name of a page that is too long.
pub async fn unwatch(state: Data<State>, call: Agent<WatchRequest>) -> Answer {
    let page = page(&call.body)?;
    let visitor = visitor(&call.who, &call.body.user_id).visitor;
    let (tenant, agent) = (&call.who.tenant, &call.who.agent);
    let unwatch = desk::Unwatch { page, visitor };
    state.office.ask_desk(tenant, agent, unwatch).await?;
    Ok(success(&Nothing {}))
}

fn page(body: &WatchRequest) -> Result<Arc<str>, ApiError> {
    if body.page.chars().count() > PAGE_CHARS_MAX {
        return Err(ApiError::of_field("page", TextError::TooLong));
    }
    Ok(body.page.as_str().into())
}

/// Returns whether an agent may read a conversation live: one that search finds for them, or in which a colleague
/// mentions them.
async fn may_read(
    state: &Data<State>,
    call: &Agent<WatchRequest>,
    key: &VisitorKey,
    situation: &Situation,
) -> Result<bool, ApiError> {
    let account = account(state, &call.who)?;
    let is_own = situation.agent.as_ref() == Some(&call.who.agent);
    if is_own || is_theirs(state, &account, key, situation) {
        return Ok(true);
    }
    if is_mentioned(state, &call.who, key).await? {
        return Ok(true);
    }
    let Sight::Agent(scope) = sight(state, &key.tenant, &account) else {
        return Ok(true);
    };
    let (state, key, session) = (state.clone(), key.clone(), situation.session);
    work(move || {
        let store = state.office.store().as_ref();
        let talk = filed::talk(store, &state.catalogue, (&key, session))?;
        Ok(talk.is_some_and(|talk| scope.sees(&talk.facts)))
    })
    .await
}

/// Whether an open conversation belongs to one of the agent's groups, or to no group on a channel that they serve. That
/// needs no look at the store.
fn is_theirs(state: &State, account: &Account, key: &VisitorKey, situation: &Situation) -> bool {
    let serving = situation.agent.as_ref();
    let serving = serving.and_then(|agent| state.catalogue.account(&key.tenant, agent));
    let of_agent = serving.iter().flat_map(|serving| &serving.agent.groups);
    let of_line = situation.group.iter().filter(|group| !group.is_everyone());
    let mut groups = of_line.chain(of_agent).peekable();
    let agent = &account.agent;
    let is_near = |group: &GroupId| agent.groups.contains(group) || agent.oversees.contains(group);
    if agent.oversight() == Some(Oversight::Everything) {
        true
    } else if groups.peek().is_some() {
        groups.any(is_near)
    } else {
        situation.status != Status::Ended && may_watch(account, &situation.channel)
    }
}

/// stepIn: takes over a conversation with the robot. The visitor sees the agent's card.
///
/// # Errors
/// 404 if the tenant has no such visitor, or if the agent's groups do not serve their channel or the queue in which they
/// wait. 409 if another agent has the visitor, the chat is over, or the agent has no free seat.
pub async fn step_in(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let situation = ask(&state, &key, Situate).await?;
    let account = account(&state, &call.who)?;
    // The router knows who may take a visitor out of a queue.
    if situation.status != Status::Queued && !may_watch(&account, &situation.channel) {
        return Err(ApiError::NotFound);
    }
    let agent = call.who.agent.clone();
    let is_mine = situation.agent.as_ref() == Some(&agent);
    // The router would give an ended chat a seat.
    if matches!(situation.status, Status::Manual | Status::Ended) && !is_mine {
        return Err(ApiError::Conflict("already taken"));
    }
    let command = StepIn {
        agent,
        visitor: key.visitor.clone(),
        among: groups_of(&situation.channel),
        reach: account.agent.role.reach(),
    };
    let taken = state.router(&key.tenant)?.ask(command).await?;
    let taken = taken.map(|()| Taken {
        visitor: key.visitor,
        group: GroupId::everyone(),
    });
    Ok(success(&taken_conversation(&state, &call, taken).await?))
}

/// The groups that serve a channel; empty for any.
fn groups_of(channel: &ChannelConfig) -> Vec<GroupId> {
    match &channel.groups {
        GroupChoice::Channel(own) => own.iter().cloned().collect(),
        GroupChoice::Visitor(groups) => groups.clone(),
    }
}

/// Returns whether an agent may watch the visitors of a channel: one that their groups serve or that they look
/// after.
pub(super) fn may_watch(account: &Account, channel: &ChannelConfig) -> bool {
    let groups = groups_of(channel);
    let agent = &account.agent;
    matches!(agent.oversight(), Some(Oversight::Everything))
        || groups.is_empty()
        || groups.iter().any(|group| agent.oversees.contains(group))
        || groups
            .iter()
            .any(|group| group.is_everyone() || agent.groups.contains(group))
}
