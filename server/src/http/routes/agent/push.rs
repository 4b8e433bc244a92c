//! push/list, push/subscribe, push/unsubscribe, push/test: the browsers that get the caller's notifications (Protocol,
//! 'Push').

use crate::admin::audit::{self, Action};
use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::{block, work};
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::push::notice::{About, Notice, Says, What};
use crate::push::queue::Owner;
use crate::push::sending;
use crate::push::service::Outcome;
use crate::rates::ByToken;
use crate::routes::subscribing;
use crate::secrets;
use crate::state::State;
use crate::wire::agent::push::{
    PushListRequest, PushListResponse, PushSubscribeRequest, PushSubscribeResponse,
    PushTestResponse, PushUnsubscribeRequest, WirePushDevice,
};
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId};
use actors_runtime::ports::DocumentChange;
use std::sync::Arc;

/// push/list: the caller's browsers, and what a subscription needs.
///
/// # Errors
/// 401 without the agent's token.
pub async fn list(state: Data<State>, call: Agent<PushListRequest>) -> Answer {
    let endpoint = call.body.endpoint.unwrap_or_default();
    let devices = state.push.devices.of(&of(&call.who));
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::LoginExpired)?;
    Ok(success(&PushListResponse {
        public_key: state.push.key.public().to_owned(),
        without_content: Flag(settings.tenant.hides_push_content),
        list: devices
            .iter()
            .rev()
            .map(|device| WirePushDevice::of(device, &endpoint))
            .collect(),
    }))
}

/// push/subscribe: this browser gets the caller's notifications until the sign-in ends.
///
/// # Errors
/// 400 for an endpoint or a key that is none, 429 over the rate limit, 503 if the store did not keep it.
pub async fn subscribe(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<PushSubscribeRequest>,
) -> Answer {
    state.limits.agent(&call.who.hash, ByToken::Personal)?;
    let sign_in = secrets::hex(&call.who.hash);
    let device = subscribing::device(&state, &request, call.body, sign_in)?;
    let device_id = device.id.clone();
    let change = record(&state, &call.who, Action::Put, &device_id);
    let (push, of) = (Arc::clone(&state.push), of(&call.who));
    block(move || push.devices.keep(&of, device, vec![change])).await?;
    state
        .push
        .saw(&call.who.tenant, &call.who.agent, state.now());
    Ok(success(&PushSubscribeResponse { device_id }))
}

/// push/unsubscribe: one of the caller's browsers gets no more notifications.
///
/// # Errors
/// 404 if the caller has no such browser, 503 if the store did not record it.
pub async fn unsubscribe(state: Data<State>, call: Agent<PushUnsubscribeRequest>) -> Answer {
    let id = call.body.device_id;
    let change = record(&state, &call.who, Action::Delete, &id);
    let (push, of) = (Arc::clone(&state.push), of(&call.who));
    work(move || match push.devices.remove(&of, &id, vec![change])? {
        true => Ok(()),
        false => Err(ApiError::NotFound),
    })
    .await?;
    Ok(success(&Nothing {}))
}

/// push/test: sends a notification to each of the caller's browsers at once.
///
/// # Errors
/// 409 without a browser, 429 over the rate limit.
pub async fn test(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    let of = of(&call.who);
    let devices = state.push.devices.of(&of);
    if devices.is_empty() {
        return Err(ApiError::Conflict("no browser gets notifications"));
    }
    state.limits.agent(&call.who.hash, ByToken::Personal)?;
    let notice = Notice {
        of: of.clone(),
        what: What::Test,
        about: About::Desk,
        name: Arc::default(),
        words: String::new(),
        at: state.now(),
    };
    let payload = notice.payload(Says::Nothing);
    let owner = Owner::Agent(of.0, of.1);
    let (mut delivered, mut failed) = (0, 0);
    for device in &devices {
        match sending::send(&state, &owner, device, &payload).await {
            Outcome::Delivered => delivered += 1,
            Outcome::Gone | Outcome::Later(_) | Outcome::Never(_) => failed += 1,
        }
    }
    Ok(success(&PushTestResponse { delivered, failed }))
}

fn of(who: &SignedIn) -> (TenantId, AgentId) {
    (who.tenant.clone(), who.agent.clone())
}

fn record(state: &State, who: &SignedIn, action: Action, id: &str) -> DocumentChange {
    let at = state.admin.audit.draw(state.now());
    let record = audit::record(at, &who.agent, action, "pushDevice", id);
    audit::written(&who.tenant, &record)
}
