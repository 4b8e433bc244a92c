//! totp/…: the caller's second step of signing in.

use super::Own;
use crate::admin::change::account::{Turned, totp_record};
use crate::blocking::work;
use crate::error::{Answer, ApiError};
use crate::rates::ByAddress;
use crate::state::State;
use crate::two_step::{self, CODE_WRONG, Tried, TwoStep};
use crate::wire::account::{
    RecoveryCodesResponse, TotpBeginResponse, TotpConfirmRequest, TotpProofRequest,
};
use crate::wire::envelope::{Nothing, success};
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_runtime::ports::DocumentChange;
use std::net::IpAddr;

const IS_ON: ApiError = ApiError::Conflict("the second step is already on");
const IS_OFF: ApiError = ApiError::Conflict("the second step is off");

/// A new secret, which counts from its first code on. `issuer` is what an authenticator app shows.
///
/// # Errors
/// 409 if the second step is on.
pub async fn begin(state: Data<State>, own: Own, issuer: &str) -> Answer {
    let (who, account) = (own.who, own.account);
    let secret = work(move || {
        let _turn = state.two_steps.turn(&who.tenant, &who.agent);
        let store = state.office.store().as_ref();
        let mut held = two_step::read(store, &who.tenant, &who.agent)?;
        if held.is_on() {
            return Err(IS_ON);
        }
        let secret = held.begin(state.office.clock().machine());
        store.change_documents(&[held.change(&who.tenant, &who.agent)])?;
        Ok(secret)
    })
    .await?;
    let uri = two_step::address(issuer, &account, &secret);
    let uri = uri.ok_or_else(|| ApiError::internal("no address of a secret"))?;
    Ok(success(&TotpBeginResponse { secret, uri }))
}

/// The first code switches the second step on, and lets a sign-in that had to do so go on.
///
/// # Errors
/// 400 for a wrong code, 409 if the second step is on, 429 after too many.
pub async fn confirm(
    state: Data<State>,
    request: HttpRequest,
    own: Own,
    TotpConfirmRequest { code }: TotpConfirmRequest,
) -> Answer {
    state.limits.address(&request, ByAddress::Login)?;
    let address = state.limits.caller_address(&request);
    let codes = work(move || {
        let who = &own.who;
        let _turn = state.two_steps.turn(&who.tenant, &who.agent);
        let store = state.office.store().as_ref();
        let mut held = two_step::read(store, &who.tenant, &who.agent)?;
        if held.is_on() {
            return Err(IS_ON);
        }
        let wrong = ApiError::wrong("code", "is wrong: check the time of both devices");
        let tried = tried(&own, &state, address);
        let confirmed = state.two_steps.confirm(&mut held, &code, &tried, wrong);
        let codes = confirmed?;
        let changes = vec![
            held.change(&who.tenant, &who.agent),
            noted(&own, &state, Turned::On),
        ];
        state.agents.widen(who, changes)?;
        Ok(codes)
    })
    .await?;
    Ok(success(&RecoveryCodesResponse {
        recovery_codes: codes,
    }))
}

/// Ten new recovery codes; the others are void.
///
/// # Errors
/// 400 for a wrong password or code, 409 if the second step is off, 429 after too many.
pub async fn recovery_codes(
    state: Data<State>,
    request: HttpRequest,
    own: Own,
    proof: TotpProofRequest,
) -> Answer {
    let codes = proven(state, request, (own, proof), |held, state, own| {
        let codes = held.renew_codes();
        let changes = vec![
            held.change(&own.who.tenant, &own.who.agent),
            noted(own, state, Turned::NewCodes),
        ];
        (codes, changes)
    });
    Ok(success(&RecoveryCodesResponse {
        recovery_codes: codes.await?,
    }))
}

/// Switches the second step off.
///
/// # Errors
/// 400 for a wrong password or code, 409 if the second step is off, 429 after too many.
pub async fn off(
    state: Data<State>,
    request: HttpRequest,
    own: Own,
    proof: TotpProofRequest,
) -> Answer {
    let gone = proven(state, request, (own, proof), |_, state, own| {
        let changes = vec![
            two_step::forgotten(&own.who.tenant, &own.who.agent),
            noted(own, state, Turned::Off),
        ];
        ((), changes)
    });
    gone.await?;
    Ok(success(&Nothing {}))
}

/// Commits a change of the caller's second step, once a password or a code has proven who they are.
async fn proven<T: Send + 'static>(
    state: Data<State>,
    request: HttpRequest,
    (own, TotpProofRequest { password, code }): (Own, TotpProofRequest),
    make: impl FnOnce(&mut TwoStep, &State, &Own) -> (T, Vec<DocumentChange>) + Send + 'static,
) -> Result<T, ApiError> {
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let code = match (filled(password), filled(code)) {
        (Some(password), _) => {
            let wrong = ApiError::wrong("password", "is wrong");
            own.prove(&state, &request, password, wrong).await?;
            None
        }
        (None, Some(code)) => Some(code),
        (None, None) => return Err(ApiError::wrong("password", "is needed, or a code")),
    };
    let address = state.limits.caller_address(&request);
    work(move || {
        let who = &own.who;
        let _turn = state.two_steps.turn(&who.tenant, &who.agent);
        let store = state.office.store().as_ref();
        let mut held = two_step::read(store, &who.tenant, &who.agent)?;
        if !held.is_on() {
            return Err(IS_OFF);
        }
        if let Some(code) = code {
            let wrong = ApiError::wrong("code", CODE_WRONG);
            let tried = tried(&own, &state, address);
            state.two_steps.check(&mut held, &code, &tried, wrong)?;
        }
        let (made, changes) = make(&mut held, &state, &own);
        store.change_documents(&changes)?;
        Ok(made)
    })
    .await
}

fn tried<'a>(own: &'a Own, state: &State, address: IpAddr) -> Tried<'a> {
    Tried {
        attempt: own.attempt(state, address),
        machine: state.office.clock().machine(),
    }
}

fn noted(own: &Own, state: &State, turned: Turned) -> DocumentChange {
    let agent = &own.who.agent;
    own.noted(state, |at| totp_record(at, agent, agent.as_str(), turned))
}
