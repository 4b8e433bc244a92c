//! `/api/setup/`: a shop sets itself up, by a link of the operator's (Protocol, 'First start').

use crate::blocking::work;
use crate::body::Json;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::new_password;
use crate::rates::ByAddress;
use crate::register::{self, SETUP_LINK_SPENT};
use crate::routes::agent::login;
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::setup::{
    SetupCreateRequest, SetupCreateResponse, SetupStateRequest, SetupStateResponse,
};
use actix_web::HttpRequest;
use actix_web::web::Data;

/// setup/state.
///
/// # Errors
/// 429 after too many.
pub async fn state(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<SetupStateRequest>,
) -> Answer {
    state.limits.address(&request, ByAddress::Login)?;
    let needed = Flag(state.catalogue.is_empty());
    let token = body.token.unwrap_or_default();
    let shared = state.clone();
    let found = work(move || match register::setup_link(&shared, &token) {
        Ok(_) => Ok(true),
        Err(ApiError::LinkSpent(_)) => Ok(false),
        Err(error) => Err(error),
    });
    Ok(success(&SetupStateResponse {
        needed,
        valid: Flag(found.await?),
    }))
}

/// setup/create. The link is looked at first: who has none learns nothing about the fields.
///
/// # Errors
/// 401 for a link that cannot be used, 400 with every wrong field, 429 after too many.
pub async fn create(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<SetupCreateRequest>,
) -> Answer {
    state.limits.address(&request, ByAddress::Login)?;
    let (token, shop) = body.into_shop();
    if token.is_empty() {
        return Err(SETUP_LINK_SPENT);
    }
    let address = state.limits.caller_address(&request);
    let slot = state.passwords.slot(address, state.limits.switch())?;
    let (shared, of_link) = (state.clone(), token.clone());
    let hashed = state.passwords.inside(slot, move || {
        register::setup_link(&shared, &of_link)?;
        let wrong = shop.wrong_fields();
        if !wrong.is_empty() {
            return Err(ApiError::InvalidFields(wrong));
        }
        let hash = new_password::hashed(&shop.password)?;
        Ok((shop, hash))
    });
    let (shop, hash) = hashed.await??;
    let from = login::place(&state, &request);
    let created = register::create(state, token, (shop, hash), from).await?;
    tracing::info!(tenant = %created.tenant, "a shop was set up");
    Ok(success(&SetupCreateResponse::from(created)))
}
