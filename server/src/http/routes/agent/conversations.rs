//! The agent's conversations: getVisitor, takeNext, take, inviteEvaluate, closeConversation.

use crate::authentication::Agent;
use crate::blocking::block;
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::person::vouched_name;
use crate::routes::agent::reading::readable;
use crate::routes::agent::recorded::{self, Whereabouts};
use crate::routes::agent::visitors::block_shown;
use crate::routes::agent::{account, ask, reach_over, reader, visitor};
use crate::state::State;
use crate::wire::agent::{
    TakeNextRequest, VisitorRequest, VisitorResponse, WireConversation, WireTried,
};
use crate::wire::envelope::{Nothing, success};
use actix_web::web::Data;
use actors_core::ids::{GroupId, Language, Seq, VisitorId, VisitorKey};
use actors_core::router::command::{Take, TakeNext, TakeRefusal, Taken};
use actors_core::session::commands::describe::{Describe, Overview, Situate};
use actors_core::session::commands::from_agent::{AgentEnds, AgentInvitesEvaluation};
use actors_core::tried::{LINES_MAX, Tried};
use std::sync::Arc;

/// getVisitor: returns a visitor's details, and what they tried with the robot.
///
/// # Errors
/// 404 if the tenant has no such visitor, or if the caller may not read about them.
pub async fn get_visitor(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    readable(&state, &call.who, &key).await?;
    Ok(success(&visitor_shown(&state, &key, call.language).await?))
}

/// Returns a visitor's details, and what they tried with the robot.
pub(crate) async fn visitor_shown(
    state: &State,
    key: &VisitorKey,
    language: Language,
) -> Result<VisitorResponse, ApiError> {
    let overview = ask(state, key, Describe).await?;
    let tried = match overview.robot_tried {
        true => Some(tried(state, key, &overview, language).await?),
        false => None,
    };
    let settings = state.catalogue.tenant(&key.tenant);
    let vouched = settings.zip(overview.vouched);
    let verified = vouched.and_then(|(settings, by)| vouched_name(&settings, key, by));
    let block = state.blocks.of_visitor(key, state.now());
    Ok(VisitorResponse {
        verified_id: verified.unwrap_or_default(),
        block: block.map(|block| block_shown(state, &key.tenant, &block)),
        ..VisitorResponse::new(&overview, tried)
    })
}

/// Returns what the visitor tried with the robot, from the session's newest lines.
async fn tried(
    state: &State,
    key: &VisitorKey,
    overview: &Overview,
    language: Language,
) -> Result<WireTried, ApiError> {
    let session = overview.place.session;
    let from = Seq(overview.newest.0.saturating_sub(LINES_MAX as u64) + 1);
    let (store, whose) = (Arc::clone(state.office.store()), key.clone());
    let lines = block(move || store.entries(&whose, session, from, LINES_MAX)).await?;
    let channel = state.catalogue.channel(overview.channel.as_str());
    let guide = channel.and_then(|channel| state.catalogue.guide(&channel));
    let place = overview.flow.as_ref();
    let flow = guide.as_ref().zip(place);
    let flow = flow.and_then(|(guide, place)| guide.flows.get(&place.flow));
    let name = flow.map(|flow| flow.name.or_empty(language.as_str()));
    let tried = Tried::of(&lines);
    Ok(WireTried::new(&tried, place, name.unwrap_or_default()))
}

/// takeNext: takes the visitor who has waited longest, in one queue or in all of the agent's.
///
/// # Errors
/// 404 if no visitor waits, 409 without a free seat.
pub async fn take_next(state: Data<State>, call: Agent<TakeNextRequest>) -> Answer {
    let router = state.router(&call.who.tenant)?;
    let group = call
        .body
        .group_id
        .as_deref()
        .filter(|group| !group.is_empty())
        .map(GroupId::from);
    let account = account(&state, &call.who)?;
    let taken = router
        .ask(TakeNext {
            agent: call.who.agent.clone(),
            group,
            reach: account.agent.role.reach(),
        })
        .await?;
    let before = taken.as_ref().map(|taken| Whereabouts {
        agent: None,
        group: Some(taken.group.to_string()),
    });
    let before = before.unwrap_or_default();
    let taken = taken_conversation(&state, &call, taken).await?;
    note_taken(&state, &call, (&account, "taken"), (before, &taken)).await?;
    Ok(success(&taken))
}

/// take: takes this visitor.
///
/// # Errors
/// 404 if they do not wait, 409 if another agent took them.
pub async fn take(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let before = Whereabouts::from(&ask(&state, &key, Situate).await?);
    let router = state.router(&key.tenant)?;
    let account = account(&state, &call.who)?;
    let command = Take {
        agent: call.who.agent.clone(),
        visitor: key.visitor,
        reach: account.agent.role.reach(),
    };
    let taken = router.ask(command).await?;
    let taken = taken_conversation(&state, &call, taken).await?;
    note_taken(&state, &call, (&account, "taken"), (before, &taken)).await?;
    Ok(success(&taken))
}

/// Records that a supervisor took a visitor, unless they had them already.
pub(super) async fn note_taken<T>(
    state: &State,
    call: &Agent<T>,
    (account, what): (&Account, &'static str),
    (before, taken): (Whereabouts, &WireConversation),
) -> Result<(), ApiError> {
    if account.agent.oversight().is_none() {
        return Ok(());
    }
    let visitor = VisitorId::from(taken.user_id.as_str());
    let went = (before, taken.into());
    recorded::moved(state, &call.who, (&visitor, what), went).await
}

/// Returns the conversation. The session already knows of the agent, and answers only when that is durable.
pub(super) async fn taken_conversation<T>(
    state: &State,
    call: &Agent<T>,
    taken: Result<Taken, TakeRefusal>,
) -> Result<WireConversation, ApiError> {
    let taken = taken.map_err(|refusal| match refusal {
        TakeRefusal::UnknownAgent | TakeRefusal::Nobody => ApiError::NotFound,
        TakeRefusal::AlreadyTaken => ApiError::Conflict("already taken"),
        TakeRefusal::Full => ApiError::Conflict("no seat free"),
        TakeRefusal::Offline => ApiError::Conflict("you are offline"),
    })?;
    let key = VisitorKey {
        tenant: call.who.tenant.clone(),
        visitor: taken.visitor,
    };
    let overview = ask(state, &key, Describe).await?;
    let account = account(state, &call.who)?;
    Ok(reader(state, &account, call.language, &key.visitor).overview(&overview, 0))
}

/// inviteEvaluate: invites the visitor to rate the conversation.
///
/// # Errors
/// 409 if the conversation is not the agent's.
pub async fn invite_evaluate(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let command = AgentInvitesEvaluation {
        agent: call.who.agent.clone(),
    };
    ask(&state, &visitor(&call.who, &call.body.user_id), command).await??;
    Ok(success(&Nothing {}))
}

/// closeConversation: an agent closes their own, a supervisor any that they look after.
///
/// # Errors
/// 409 if the conversation is not the agent's.
pub async fn close_conversation(state: Data<State>, call: Agent<VisitorRequest>) -> Answer {
    let key = visitor(&call.who, &call.body.user_id);
    let account = account(&state, &call.who)?;
    let before = ask(&state, &key, Situate).await?;
    let command = AgentEnds {
        agent: call.who.agent.clone(),
        reach: reach_over(&state, &account, &key).await?,
    };
    ask(&state, &key, command).await??;
    if before.agent.as_ref() != Some(&call.who.agent) {
        recorded::closed(&state, &call.who, &key.visitor, (&before).into()).await?;
    }
    Ok(success(&Nothing {}))
}
