//! account/totp/…: the second step of signing in.

use super::own_of;
use crate::agent_token::Reach;
use crate::authentication::{Agent, NewComer};
use crate::error::{Answer, ApiError};
use crate::routes::own::totp;
use crate::state::State;
use crate::wire::account::{TotpBeginRequest, TotpConfirmRequest, TotpProofRequest};
use actix_web::HttpRequest;
use actix_web::web::Data;

/// account/totp/begin: a new secret, which counts from its first code on.
///
/// # Errors
/// 400 for a wrong password, 409 if the second step is on, 429 after too many.
pub async fn begin(
    state: Data<State>,
    request: HttpRequest,
    NewComer(call): NewComer<TotpBeginRequest>,
) -> Answer {
    let own = own_of(&state, &call.who)?;
    // An agent who must set it up has just entered the password.
    if call.who.reach == Reach::Full {
        let password = call.body.password.unwrap_or_default();
        let wrong = ApiError::wrong("password", "is wrong");
        own.prove(&state, &request, password, wrong).await?;
    }
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::LoginExpired)?;
    let shop = settings.tenant.name.or_empty(call.language.as_str());
    totp::begin(state, own, shop).await
}

/// account/totp/confirm: the first code switches the second step on, and lets a sign-in that had to do so go on.
///
/// # Errors
/// 400 for a wrong code, 409 if the second step is on, 429 after too many.
pub async fn confirm(
    state: Data<State>,
    request: HttpRequest,
    NewComer(call): NewComer<TotpConfirmRequest>,
) -> Answer {
    let own = own_of(&state, &call.who)?;
    totp::confirm(state, request, own, call.body).await
}

/// account/totp/recoveryCodes: ten new ones; the others are void.
///
/// # Errors
/// 400 for a wrong password or code, 409 if the second step is off, 429 after too many.
pub async fn recovery_codes(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<TotpProofRequest>,
) -> Answer {
    let own = own_of(&state, &call.who)?;
    totp::recovery_codes(state, request, own, call.body).await
}

/// account/totp/off.
///
/// # Errors
/// 400 for a wrong password or code, 403 if the tenant requires it, 409 if the second step is off, 429 after too many.
pub async fn off(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<TotpProofRequest>,
) -> Answer {
    let settings = state.catalogue.tenant(&call.who.tenant);
    if settings.is_some_and(|settings| settings.tenant.requires_totp) {
        return Err(ApiError::Forbidden("the shop requires the second step"));
    }
    let own = own_of(&state, &call.who)?;
    totp::off(state, request, own, call.body).await
}
