//! me, account/…: an operator's own account.

use super::join::{hashed, noted};
use crate::authentication::operator::Operator;
use crate::blocking::{block, work};
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::operators::{self, home};
use crate::routes::own::{Own, sign_ins as listed, totp as step};
use crate::secrets;
use crate::state::State;
use crate::two_step;
use crate::wire::account::{
    ChangePasswordRequest, SignOutOneRequest, TotpBeginRequest, TotpConfirmRequest,
    TotpProofRequest,
};
use crate::wire::envelope::{Nothing, success};
use crate::wire::operator::OperatorResponse;
use crate::wire::session::BareRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;
use std::sync::Arc;

/// What an authenticator app shows beside an operator's account.
const ISSUER: &str = "Frontdesk";

/// me.
///
/// # Errors
/// 401 without the operator's token.
pub async fn me(state: Data<State>, call: Operator<BareRequest>) -> Answer {
    let (store, who) = (Arc::clone(state.office.store()), call.who);
    let held = block(move || two_step::read(store.as_ref(), &who.tenant, &who.agent)).await?;
    Ok(success(&OperatorResponse {
        account: call.operator.account,
        totp_set: Flag(held.is_on()),
        recovery_codes_left: held.codes_left(),
    }))
}

/// account/changePassword: the other sign-ins end, this one stays.
///
/// # Errors
/// 400 for a wrong old password and for a new one that is too easy to guess; 429 after too many.
pub async fn change_password(
    state: Data<State>,
    request: HttpRequest,
    call: Operator<ChangePasswordRequest>,
) -> Answer {
    let ChangePasswordRequest {
        old_password,
        password: chosen,
    } = call.body;
    let own = Own::of_operator(&call.who, call.operator);
    let wrong = ApiError::wrong("oldPassword", "is wrong");
    own.prove(&state, &request, old_password, wrong).await?;
    let address = state.limits.caller_address(&request);
    let slot = state.passwords.slot(address, state.limits.switch())?;
    let account = own.account.clone();
    let hashed = state
        .passwords
        .inside(slot, move || hashed(&chosen, &account));
    let hash = hashed.await??;
    work(move || replace(&state, &own, hash)).await?;
    Ok(success(&Nothing {}))
}

fn replace(state: &State, own: &Own, hash: String) -> Result<(), ApiError> {
    let (home, id) = (home(), &own.who.agent);
    let _turn = state.two_steps.turn(&home, id);
    let store = state.office.store().as_ref();
    let found = operators::find(store, &own.account)?;
    // Removed or reset while the passwords were checked.
    let known = found.filter(|operator| operator.password_hash == own.password_hash);
    let mut operator = known.ok_or(ApiError::LoginExpired)?;
    operator.password_hash = Some(hash);
    let spared = secrets::hex(&own.who.hash);
    let mut changes = vec![operator.change(), noted(state, &operator)];
    changes.extend(operator.shut_out(store, Some(&spared))?);
    store.change_documents(&changes)?;
    state.agents.forget_seen(&home, id, Some(own.who.hash));
    Ok(())
}

/// account/signIns: the newest first.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn sign_ins(state: Data<State>, call: Operator<BareRequest>) -> Answer {
    listed::list(&state, &Own::of_operator(&call.who, call.operator)).await
}

/// account/signOut: ends one sign-in of the caller's, or all others.
///
/// # Errors
/// 404 for a sign-in that is not the caller's.
pub async fn sign_out(state: Data<State>, call: Operator<SignOutOneRequest>) -> Answer {
    let own = Own::of_operator(&call.who, call.operator);
    listed::end(state, own, call.body.id).await
}

/// account/totp/begin: a new secret, which counts from its first code on.
///
/// # Errors
/// 400 for a wrong password, 409 if the second step is on, 429 after too many.
pub async fn totp_begin(
    state: Data<State>,
    request: HttpRequest,
    call: Operator<TotpBeginRequest>,
) -> Answer {
    let own = Own::of_operator(&call.who, call.operator);
    let password = call.body.password.unwrap_or_default();
    let wrong = ApiError::wrong("password", "is wrong");
    own.prove(&state, &request, password, wrong).await?;
    step::begin(state, own, ISSUER).await
}

/// account/totp/confirm: the first code switches the second step on.
///
/// # Errors
/// 400 for a wrong code, 409 if the second step is on, 429 after too many.
pub async fn totp_confirm(
    state: Data<State>,
    request: HttpRequest,
    call: Operator<TotpConfirmRequest>,
) -> Answer {
    let own = Own::of_operator(&call.who, call.operator);
    step::confirm(state, request, own, call.body).await
}

/// account/totp/recoveryCodes: ten new ones; the others are void.
///
/// # Errors
/// 400 for a wrong password or code, 409 if the second step is off, 429 after too many.
pub async fn recovery_codes(
    state: Data<State>,
    request: HttpRequest,
    call: Operator<TotpProofRequest>,
) -> Answer {
    let own = Own::of_operator(&call.who, call.operator);
    step::recovery_codes(state, request, own, call.body).await
}

/// account/totp/off.
///
/// # Errors
/// 400 for a wrong password or code, 409 if the second step is off, 429 after too many.
pub async fn totp_off(
    state: Data<State>,
    request: HttpRequest,
    call: Operator<TotpProofRequest>,
) -> Answer {
    let own = Own::of_operator(&call.who, call.operator);
    step::off(state, request, own, call.body).await
}
