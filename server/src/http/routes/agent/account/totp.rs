//! account/totp/…: the second step of signing in.

use super::{attempt, prove};
use crate::admin::audit;
use crate::admin::change::account::{Turned, totp_record};
use crate::agent_token::{Reach, SignedIn};
use crate::authentication::{Agent, NewComer};
use crate::blocking::work;
use crate::catalogue::Account;
use crate::error::ApiError;
use crate::passwords::Attempt;
use crate::rates::ByAddress;
use crate::routes::agent::account;
use crate::state::State;
use crate::two_step::{self, CODE_WRONG, Tried, TwoStep};
use crate::wire::account::{
    RecoveryCodesResponse, TotpBeginRequest, TotpBeginResponse, TotpConfirmRequest,
    TotpProofRequest,
};
use crate::wire::envelope::{Nothing, success};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_runtime::ports::DocumentChange;
use std::net::IpAddr;
use std::sync::Arc;

const IS_ON: ApiError = ApiError::Conflict("the second step is already on");
const IS_OFF: ApiError = ApiError::Conflict("the second step is off");

/// account/totp/begin: a new secret, which counts from its first code on.
///
/// # Errors
/// 400 for a wrong password, 409 if the second step is on, 429 after too many.
pub async fn begin(
    state: Data<State>,
    request: HttpRequest,
    NewComer(call): NewComer<TotpBeginRequest>,
) -> Result<HttpResponse, ApiError> {
    // Who must set it up has just typed the password.
    if call.who.reach == Reach::Full {
        let password = call.body.password.unwrap_or_default();
        let wrong = ApiError::wrong("password", "is wrong");
        prove(&state, &request, &call.who, password, wrong).await?;
    }
    let own = account(&state, &call.who)?;
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::LoginExpired)?;
    let who = Arc::clone(&call.who);
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
    let shop = settings.tenant.name.or_empty(call.language.as_str());
    let uri = two_step::address(shop, &own.account, &secret);
    let uri = uri.ok_or_else(|| ApiError::internal("no address of a secret"))?;
    Ok(success(&TotpBeginResponse { secret, uri }))
}

/// account/totp/confirm: the first code switches the second step on, and lets a sign-in that had to do so go on.
///
/// # Errors
/// 400 for a wrong code, 409 if the second step is on, 429 after too many.
pub async fn confirm(
    state: Data<State>,
    request: HttpRequest,
    NewComer(call): NewComer<TotpConfirmRequest>,
) -> Result<HttpResponse, ApiError> {
    state.limits.address(&request, ByAddress::Login)?;
    let proof = Proof::of(&state, &request, &call.who)?;
    let code = call.body.code;
    let codes = work(move || {
        let who = &proof.who;
        let _turn = state.two_steps.turn(&who.tenant, &who.agent);
        let store = state.office.store().as_ref();
        let mut held = two_step::read(store, &who.tenant, &who.agent)?;
        if held.is_on() {
            return Err(IS_ON);
        }
        let wrong = ApiError::wrong("code", "is wrong: check the time of both devices");
        let tried = proof.tried(&state);
        let confirmed = state.two_steps.confirm(&mut held, &code, &tried, wrong);
        let codes = confirmed?;
        let changes = vec![
            held.change(&who.tenant, &who.agent),
            noted(&state, who, Turned::On),
        ];
        state.agents.widen(who, changes)?;
        Ok(codes)
    })
    .await?;
    Ok(success(&RecoveryCodesResponse {
        recovery_codes: codes,
    }))
}

/// account/totp/recoveryCodes: ten new ones; the others are void.
///
/// # Errors
/// 400 for a wrong password or code, 409 if the second step is off, 429 after too many.
pub async fn recovery_codes(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<TotpProofRequest>,
) -> Result<HttpResponse, ApiError> {
    let codes = proven(state, request, call, |held, state, who| {
        let codes = held.renew_codes();
        let changes = vec![
            held.change(&who.tenant, &who.agent),
            noted(state, who, Turned::NewCodes),
        ];
        (codes, changes)
    });
    Ok(success(&RecoveryCodesResponse {
        recovery_codes: codes.await?,
    }))
}

/// account/totp/off.
///
/// # Errors
/// 400 for a wrong password or code, 403 if the tenant requires it, 409 if the second step is off, 429 after too many.
pub async fn off(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<TotpProofRequest>,
) -> Result<HttpResponse, ApiError> {
    let settings = state.catalogue.tenant(&call.who.tenant);
    if settings.is_some_and(|settings| settings.tenant.requires_totp) {
        return Err(ApiError::Forbidden("the shop requires the second step"));
    }
    let gone = proven(state, request, call, |_, state, who| {
        let changes = vec![
            two_step::forgotten(&who.tenant, &who.agent),
            noted(state, who, Turned::Off),
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
    call: Agent<TotpProofRequest>,
    make: impl FnOnce(&mut TwoStep, &State, &SignedIn) -> (T, Vec<DocumentChange>) + Send + 'static,
) -> Result<T, ApiError> {
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let TotpProofRequest { password, code } = call.body;
    let code = match (filled(password), filled(code)) {
        (Some(password), _) => {
            let wrong = ApiError::wrong("password", "is wrong");
            prove(&state, &request, &call.who, password, wrong).await?;
            None
        }
        (None, Some(code)) => Some(code),
        (None, None) => return Err(ApiError::wrong("password", "is needed, or a code")),
    };
    let proof = Proof::of(&state, &request, &call.who)?;
    work(move || {
        let who = &proof.who;
        let _turn = state.two_steps.turn(&who.tenant, &who.agent);
        let store = state.office.store().as_ref();
        let mut held = two_step::read(store, &who.tenant, &who.agent)?;
        if !held.is_on() {
            return Err(IS_OFF);
        }
        if let Some(code) = code {
            let wrong = ApiError::wrong("code", CODE_WRONG);
            let tried = proof.tried(&state);
            state.two_steps.check(&mut held, &code, &tried, wrong)?;
        }
        let (made, changes) = make(&mut held, &state, who);
        store.change_documents(&changes)?;
        Ok(made)
    })
    .await
}

/// Whose code is checked.
struct Proof {
    who: Arc<SignedIn>,
    own: Arc<Account>,
    address: IpAddr,
}

impl Proof {
    fn of(state: &State, request: &HttpRequest, who: &Arc<SignedIn>) -> Result<Self, ApiError> {
        let own = account(state, who)?;
        Ok(Self {
            who: Arc::clone(who),
            address: attempt(state, request, who, &own).address,
            own,
        })
    }

    fn tried(&self, state: &State) -> Tried<'_> {
        Tried {
            attempt: Attempt {
                tenant: &self.who.tenant,
                is_tenant_known: true,
                account: &self.own.account,
                address: self.address,
                now: state.now(),
                limits: state.limits.switch(),
            },
            machine: state.office.clock().machine(),
        }
    }
}

fn noted(state: &State, who: &SignedIn, turned: Turned) -> DocumentChange {
    let at = state.admin.audit.draw(state.now());
    let record = totp_record(at, &who.agent, who.agent.as_str(), turned);
    audit::written(&who.tenant, &record)
}
