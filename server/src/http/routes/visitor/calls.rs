//! Calls to the agent: userVideoInvitation, callSignal.

use crate::authentication::Visitor;
use crate::error::{Answer, ApiError};
use crate::routes::visitor::ask;
use crate::secrets;
use crate::state::State;
use crate::wire::call::{self, CallResponse, InvitationRequest, SignalRequest};
use crate::wire::envelope::{Nothing, success};
use crate::wire::names;
use actix_web::web::Data;
use actors_core::ids::CallId;
use actors_core::session::commands::call::{VisitorCalls, VisitorSignals};

/// userVideoInvitation: rings at the agent's desk. If the agent is already ringing, this accepts their call.
///
/// # Errors
/// 400 for an unknown videoType, 409 without an agent.
pub async fn user_video_invitation(state: Data<State>, call: Visitor<InvitationRequest>) -> Answer {
    state.blocks.admit(&call.key, state.now())?;
    let medium = medium(&call.body.video_type)?;
    let command = VisitorCalls {
        call: new_call(),
        medium,
    };
    let calling = ask(&state, &call.key, command).await??;
    let visitor = &call.key.visitor;
    Ok(success(&CallResponse {
        call_id: names::call_id(visitor, &calling.call),
        video_type: call::video_type(calling.medium),
        admin_id: calling.agent.agent.to_string(),
        ice_servers: state.ice.for_user(visitor.as_str(), state.now()),
    }))
}

/// callSignal: forwarded to the agent's browser, never stored.
///
/// # Errors
/// 404 for an unknown or ended call, 400 for an unknown kind.
pub async fn call_signal(state: Data<State>, call: Visitor<SignalRequest>) -> Answer {
    let said = call::said(&call.body.kind, &call.body.payload)
        .ok_or_else(|| ApiError::invalid("kind is not valid"))?;
    let (visitor, name) = names::read_call_id(&call.body.call_id).ok_or(ApiError::NotFound)?;
    if visitor != call.key.visitor {
        return Err(ApiError::NotFound);
    }
    ask(&state, &call.key, VisitorSignals { call: name, said }).await??;
    Ok(success(&Nothing {}))
}

/// Reads videoType.
///
/// # Errors
/// 400 if it is unknown.
pub(crate) fn medium(video_type: &str) -> Result<actors_core::call::Medium, ApiError> {
    call::medium(video_type).ok_or_else(|| ApiError::invalid("videoType is not valid"))
}

/// Returns a random name for a new call.
pub(crate) fn new_call() -> CallId {
    CallId::from(secrets::random_name())
}
