//! Calling the agent: userVideoInvitation, callSignal.

use crate::authentication::Visitor;
use crate::error::ApiError;
use crate::routes::visitor::ask;
use crate::secrets;
use crate::state::State;
use crate::wire::call::{self, CallResponse, InvitationRequest, SignalRequest};
use crate::wire::envelope::{Nothing, success};
use crate::wire::names;
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::ids::CallId;
use actors_core::session::commands::call::{VisitorCalls, VisitorSignals};

/// userVideoInvitation: the agent's desk rings; where the agent rings already, this takes their call.
///
/// # Errors
/// 400 for a videoType there is not, 409 without an agent.
pub async fn user_video_invitation(
    state: Data<State>,
    call: Visitor<InvitationRequest>,
) -> Result<HttpResponse, ApiError> {
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

/// callSignal: passed on to the agent's browser, never kept.
///
/// # Errors
/// 404 for a call that is not there or over, 400 for a kind there is not.
pub async fn call_signal(
    state: Data<State>,
    call: Visitor<SignalRequest>,
) -> Result<HttpResponse, ApiError> {
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
/// 400: there is no such.
pub(crate) fn medium(video_type: &str) -> Result<actors_core::call::Medium, ApiError> {
    call::medium(video_type).ok_or_else(|| ApiError::invalid("videoType is not valid"))
}

/// A name for a call that may begin.
pub(crate) fn new_call() -> CallId {
    CallId::from(secrets::random_name())
}
