//! Watching a conversation of somebody else, and stepping in: watch, unwatch, stepIn.

use super::conversations::{note_taken, taken_conversation};
use super::reading::{may_watch, may_watch_talk};
use crate::authentication::Agent;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::routes::agent::{account, ask, visitor};
use crate::state::State;
use crate::wire::agent::{VisitorRequest, WatchRequest, WatchResponse};
use crate::wire::codes;
use crate::wire::envelope::{Nothing, success};
use actix_web::web::Data;
use actors_core::channel::{ChannelConfig, GroupChoice};
use actors_core::desk::command as desk;
use actors_core::ids::GroupId;
use actors_core::router::command::{StepIn, Taken};
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::watch::Watch;
use actors_core::session::phase::Status;
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
    if !may_watch_talk(&state, &call.who, &key, &situation).await? {
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
    let taken = taken_conversation(&state, &call, taken).await?;
    let went = ((&situation).into(), &taken);
    note_taken(&state, &call, (&account, "steppedIn"), went).await?;
    Ok(success(&taken))
}

/// The groups that serve a channel; empty for any.
pub(super) fn groups_of(channel: &ChannelConfig) -> Vec<GroupId> {
    match &channel.groups {
        GroupChoice::Channel(own) => own.iter().cloned().collect(),
        GroupChoice::Visitor(groups) => groups.clone(),
    }
}
