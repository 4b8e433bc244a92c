//! Calls with the visitor: inviteCall, answerCall, refuseCall, callSignal.

use crate::authentication::Agent;
use crate::error::{Answer, ApiError};
use crate::rates::ByToken;
use crate::routes::agent::{ask, visitor};
use crate::routes::visitor::calls::{medium, new_call};
use crate::state::State;
use crate::wire::call::{self, CallRequest, CallResponse, InviteCallRequest, SignalRequest};
use crate::wire::envelope::{Nothing, success};
use crate::wire::names;
use actix_web::web::Data;
use actors_core::call::Medium;
use actors_core::ids::{CallId, VisitorKey};
use actors_core::session::commands::call::{AgentAnswers, AgentCalls, AgentDeclines, AgentSignals};

/// inviteCall: rings at the visitor's page. If the visitor is already ringing, this accepts their call.
///
/// # Errors
/// 400 for an unknown videoType, 409 if the conversation is not the agent's.
pub async fn invite_call(state: Data<State>, call: Agent<InviteCallRequest>) -> Answer {
    let medium = medium(&call.body.video_type)?;
    state.limits.agent(&call.who.hash, ByToken::Invitation)?;
    let key = visitor(&call.who, &call.body.user_id);
    let command = AgentCalls {
        agent: call.who.agent.clone(),
        call: new_call(),
        medium,
    };
    let calling = ask(&state, &key, command).await??;
    Ok(success(&answer(
        &state,
        &call,
        &key,
        &calling.call,
        calling.medium,
    )))
}

/// answerCall: accepts the visitor's call.
///
/// # Errors
/// 404 for an unknown or ended call, 409 if the conversation is not the agent's.
pub async fn answer_call(state: Data<State>, call: Agent<CallRequest>) -> Answer {
    let (key, name) = which(&call, &call.body.call_id)?;
    let command = AgentAnswers {
        agent: call.who.agent.clone(),
        call: name.clone(),
    };
    let medium = ask(&state, &key, command).await??;
    Ok(success(&answer(&state, &call, &key, &name, medium)))
}

/// refuseCall: declines a call, or hangs up.
///
/// # Errors
/// 404 for an unknown or ended call, 409 if the conversation is not the agent's.
pub async fn refuse_call(state: Data<State>, call: Agent<CallRequest>) -> Answer {
    let (key, name) = which(&call, &call.body.call_id)?;
    let command = AgentDeclines {
        agent: call.who.agent.clone(),
        call: name,
    };
    ask(&state, &key, command).await??;
    Ok(success(&Nothing {}))
}

/// callSignal: forwarded to the visitor's browser, never stored.
///
/// # Errors
/// 404 for an unknown or ended call, 400 for an unknown kind, 429 if the page does not fetch its signals.
pub async fn call_signal(state: Data<State>, call: Agent<SignalRequest>) -> Answer {
    let said = call::said(&call.body.kind, &call.body.payload)
        .ok_or_else(|| ApiError::invalid("kind is not valid"))?;
    let (key, name) = which(&call, &call.body.call_id)?;
    let command = AgentSignals {
        agent: call.who.agent.clone(),
        call: name,
        said,
    };
    ask(&state, &key, command).await??;
    Ok(success(&Nothing {}))
}

/// Reads the visitor of the caller's tenant and the call from a call id.
fn which<T>(call: &Agent<T>, call_id: &str) -> Result<(VisitorKey, CallId), ApiError> {
    let (name, id) = names::read_call_id(call_id).ok_or(ApiError::NotFound)?;
    Ok((visitor(&call.who, name.as_str()), id))
}

fn answer<T>(
    state: &State,
    call: &Agent<T>,
    key: &VisitorKey,
    name: &CallId,
    medium: Medium,
) -> CallResponse {
    CallResponse {
        call_id: names::call_id(&key.visitor, name),
        video_type: call::video_type(medium),
        admin_id: call.who.agent.to_string(),
        ice_servers: state.ice.for_user(call.who.agent.as_str(), state.now()),
    }
}
