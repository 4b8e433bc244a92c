//! Watching a conversation with the robot, and stepping in: watch, stepIn.

use super::conversations::taken_conversation;
use crate::authentication::Agent;
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::routes::agent::{account, ask, visitor};
use crate::state::State;
use crate::wire::agent::{VisitorRequest, WatchResponse};
use crate::wire::codes;
use crate::wire::envelope::success;
use actix_web::web::Data;
use actors_core::channel::{ChannelConfig, GroupChoice};
use actors_core::ids::GroupId;
use actors_core::router::command::{StepIn, Taken};
use actors_core::session::Refusal;
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::watch::Watch;
use actors_core::tenant::Oversight;

/// watch: for a minute, the desk hears of each message. The visitor is not told.
///
/// # Errors
/// 404 if the tenant has no such visitor or the agent's groups do not serve their channel, 409 if an agent has the
/// conversation or it is over.
pub async fn watch(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let situation = ask(&state, &key, Situate).await?;
    let account = account(&state, &call.who)?;
    if !may_watch(&account, &situation.channel) {
        return Err(ApiError::NotFound);
    }
    let agent = call.who.agent.clone();
    let status = ask(&state, &key, Watch { agent }).await??;
    Ok(success(&WatchResponse {
        status: codes::status(status),
    }))
}

/// stepIn: takes over a conversation with the robot. The visitor sees the agent's card.
///
/// # Errors
/// 404 as for watch, 409 if another agent has the visitor, the chat is over, or the agent has no free seat.
pub async fn step_in(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let situation = ask(&state, &key, Situate).await?;
    let account = account(&state, &call.who)?;
    if !may_watch(&account, &situation.channel) {
        return Err(ApiError::NotFound);
    }
    let agent = call.who.agent.clone();
    let is_mine = situation.agent.as_ref() == Some(&agent);
    // Refuses an ended chat before the router gives it a seat.
    let watch = Watch {
        agent: agent.clone(),
    };
    match ask(&state, &key, watch).await? {
        Err(Refusal::NotWatchable) if is_mine => {}
        Err(Refusal::NotWatchable) => return Err(ApiError::Conflict("already taken")),
        other => drop(other?),
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
