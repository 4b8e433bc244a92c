//! push/key, push/subscribe, push/unsubscribe: the browsers that tell the visitor of an answer (Protocol, 'Push to
//! visitors').

use crate::authentication::Visitor;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::push::visitors::Left;
use crate::rates::ByToken;
use crate::routes::subscribing;
use crate::routes::visitor::ask;
use crate::state::State;
use crate::wire::agent::push::{
    PushKeyResponse, PushSubscribeRequest, PushSubscribeResponse, PushUnsubscribeRequest,
};
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::session::commands::choose_push::ChoosePush;
use std::sync::Arc;

/// push/key: what a browser's subscription needs.
///
/// # Errors
/// 401 without the visitor's token.
pub async fn key(state: Data<State>, _call: Visitor<BareRequest>) -> Answer {
    Ok(success(&PushKeyResponse {
        public_key: state.push.key.public().to_owned(),
    }))
}

/// push/subscribe: this browser is told of answers until it is removed.
///
/// # Errors
/// 400 for an endpoint or a key that is none, 409 without a session, 429 over the rate limit, 503 if the store did not
/// keep it.
pub async fn subscribe(
    state: Data<State>,
    request: HttpRequest,
    call: Visitor<PushSubscribeRequest>,
) -> Answer {
    let device = subscribing::device(&state, &request, call.body, String::new())?;
    let device_id = device.id.clone();
    let (push, visitor, asked) = (Arc::clone(&state.push), call.key.clone(), device.clone());
    // A page tells of its browser at each visit.
    if !block(move || push.visitors.has(&visitor, &asked)).await? {
        state.limits.visitor(&call.key, ByToken::Personal)?;
        let (push, visitor) = (Arc::clone(&state.push), call.key.clone());
        block(move || push.visitors.keep(&visitor, &device)).await?;
    }
    if let Err(error) = ask(&state, &call.key, ChoosePush::Agree).await {
        // Nobody would tell it anything; an erased visitor must leave nothing behind.
        let (push, visitor, id) = (Arc::clone(&state.push), call.key, device_id);
        block(move || push.visitors.remove(&visitor, &id)).await?;
        return Err(error);
    }
    Ok(success(&PushSubscribeResponse { device_id }))
}

/// push/unsubscribe: one of the visitor's browsers is told nothing any more.
///
/// # Errors
/// 404 if the visitor has no such browser, 503 if the store did not record it.
pub async fn unsubscribe(state: Data<State>, call: Visitor<PushUnsubscribeRequest>) -> Answer {
    let (push, visitor, id) = (
        Arc::clone(&state.push),
        call.key.clone(),
        call.body.device_id,
    );
    match block(move || push.visitors.remove(&visitor, &id)).await? {
        Left::Unknown => return Err(ApiError::NotFound),
        Left::Some => {}
        Left::None => ask(&state, &call.key, ChoosePush::Stop).await?,
    }
    Ok(success(&Nothing {}))
}
