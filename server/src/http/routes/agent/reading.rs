//! Which visitors an agent reads about: those whose newest conversation search finds for them, those with whom they or
//! their groups talked before, and those of whom a colleague told them (Protocol, 'Visitors', reading).

use super::mentions::{is_mentioned, was_mentioned};
use super::search::sight;
use super::watching::groups_of;
use crate::agent_token::SignedIn;
use crate::blocking::work;
use crate::catalogue::Account;
use crate::error::ApiError;
use crate::routes::agent::{account, ask};
use crate::search::asking::Sight;
use crate::search::filed;
use crate::state::State;
use actix_web::web::Data;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{GroupId, VisitorKey};
use actors_core::session::commands::describe::{HasServed, Situate, Situation};
use actors_core::session::phase::Status;
use actors_core::tenant::Oversight;
use std::sync::Arc;

/// Returns the situation of a visitor about whom the caller may read.
///
/// # Errors
/// 404 if the tenant has no such visitor, or if the caller may not read about them.
pub(super) async fn readable(
    state: &Data<State>,
    who: &Arc<SignedIn>,
    key: &VisitorKey,
) -> Result<Situation, ApiError> {
    let situation = ask(state, key, Situate).await?;
    let account = account(state, who)?;
    let agent = who.agent.clone();
    let may = is_near(state, &account, key, &situation)
        || ask(state, key, HasServed { agent }).await?
        || was_mentioned(state, who, key).await?
        || has_met(state, &account, key, &situation).await?;
    match may {
        true => Ok(situation),
        false => Err(ApiError::NotFound),
    }
}

/// Returns whether an agent may read a conversation live: one that search finds for them, or in which a colleague
/// mentions them.
pub(super) async fn may_watch_talk(
    state: &Data<State>,
    who: &Arc<SignedIn>,
    key: &VisitorKey,
    situation: &Situation,
) -> Result<bool, ApiError> {
    let account = account(state, who)?;
    if is_near(state, &account, key, situation) || is_mentioned(state, who, key).await? {
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

/// Whether the stored conversations give an agent the right to read: the newest one, or who took part in any.
async fn has_met(
    state: &Data<State>,
    account: &Account,
    key: &VisitorKey,
    situation: &Situation,
) -> Result<bool, ApiError> {
    let Sight::Agent(scope) = sight(state, &key.tenant, account) else {
        return Ok(true);
    };
    let serves = may_watch(account, &situation.channel);
    let (state, key, session) = (state.clone(), key.clone(), situation.session);
    work(move || {
        let store = state.office.store().as_ref();
        let newest = filed::talk(store, &state.catalogue, (&key, session))?;
        if newest.is_some_and(|talk| scope.sees(&talk.facts)) {
            return Ok(true);
        }
        let all = filed::took_part(store, &state.catalogue, &key)?;
        // A visitor who never said anything belongs to those who serve the channel.
        Ok(all.map_or(serves, |facts| scope.sees(&facts)))
    })
    .await
}

/// Whether an agent may read a conversation without a look at the store. It is their own, it waits in the queue of all
/// agents, or it is of one of their groups. An open one without a group is read by all who serve its channel.
fn is_near(state: &State, account: &Account, key: &VisitorKey, situation: &Situation) -> bool {
    let agent = &account.agent;
    let is_everyones = situation.group.as_ref().is_some_and(GroupId::is_everyone);
    if agent.oversight() == Some(Oversight::Everything)
        || situation.agent.as_ref() == Some(&agent.id)
        || (situation.status == Status::Queued && is_everyones)
    {
        return true;
    }
    let serving = situation.agent.as_ref();
    let serving = serving.and_then(|agent| state.catalogue.account(&key.tenant, agent));
    let of_agent = serving.iter().flat_map(|serving| &serving.agent.groups);
    let of_line = situation.group.iter().filter(|group| !group.is_everyone());
    let mut groups = of_line.chain(of_agent).peekable();
    let is_theirs =
        |group: &GroupId| agent.groups.contains(group) || agent.oversees.contains(group);
    if groups.peek().is_some() {
        groups.any(is_theirs)
    } else {
        situation.status != Status::Ended && may_watch(account, &situation.channel)
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
