//! account/…: an agent's own account (Protocol, 'Own account').

pub mod totp;

use crate::admin::audit::{self, Action};
use crate::admin::change::account as change;
use crate::admin::change::password;
use crate::agent_token::{self, SignedIn};
use crate::authentication::Agent;
use crate::blocking::{block, work};
use crate::catalogue::Account;
use crate::error::ApiError;
use crate::fixtures::findings::Flag;
use crate::passwords::Attempt;
use crate::rates::ByAddress;
use crate::routes::agent::{account, seat};
use crate::secrets;
use crate::state::State;
use crate::two_step;
use crate::wire::account::{
    AccountResponse, AccountUpdateRequest, ChangePasswordRequest, SignInsResponse,
    SignOutOneRequest, WireSignIn,
};
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::Language;
use std::sync::Arc;

/// account/get.
///
/// # Errors
/// 401 without the agent's token.
pub async fn get(state: Data<State>, call: Agent<BareRequest>) -> Result<HttpResponse, ApiError> {
    answer(&state, &call.who, call.language).await
}

/// account/update: name and picture.
///
/// # Errors
/// 400 with every wrong field.
pub async fn update(
    state: Data<State>,
    call: Agent<AccountUpdateRequest>,
) -> Result<HttpResponse, ApiError> {
    let AccountUpdateRequest {
        admin_nick,
        admin_face,
    } = call.body;
    let who = Arc::clone(&call.who);
    change::update(state.clone(), who, admin_nick, admin_face).await?;
    answer(&state, &call.who, call.language).await
}

async fn answer(
    state: &Data<State>,
    who: &Arc<SignedIn>,
    language: Language,
) -> Result<HttpResponse, ApiError> {
    let own = account(state, who)?;
    let settings = state.catalogue.tenant(&who.tenant);
    let tenant = &settings.as_ref().ok_or(ApiError::LoginExpired)?.tenant;
    let (store, of) = (Arc::clone(state.office.store()), Arc::clone(who));
    let held = block(move || two_step::read(store.as_ref(), &of.tenant, &of.agent)).await?;
    let described = seat::describe(&own);
    Ok(success(&AccountResponse {
        admin_id: described.admin_id,
        account: own.account.clone(),
        admin_nick: described.admin_nick,
        admin_face: described.admin_face,
        role: described.role,
        shop_name: tenant.name.or_empty(language.as_str()).to_owned(),
        totp_set: Flag(held.is_on()),
        totp_required: Flag(tenant.requires_totp),
        recovery_codes_left: held.codes_left(),
    }))
}

/// account/changePassword: the other sign-ins end, this one stays.
///
/// # Errors
/// 400 for a wrong old password and for a new one that nobody should have; 429 after too many.
pub async fn change_password(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<ChangePasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    let own = account(&state, &call.who)?;
    let ChangePasswordRequest {
        old_password,
        password: chosen,
    } = call.body;
    let wrong = ApiError::wrong("oldPassword", "is wrong");
    prove(&state, &request, &call.who, old_password, wrong).await?;
    let address = state.limits.caller_address(&request);
    let slot = state.passwords.slot(address, state.limits.switch())?;
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::LoginExpired)?;
    let hashed = move || password::hashed(&chosen, &settings, &own);
    let hash = state.passwords.inside(slot, hashed).await??;
    change::change_password(state, call.who, hash).await?;
    Ok(success(&Nothing {}))
}

/// Checks the caller's own password, which counts as an attempt to sign in.
async fn prove(
    state: &State,
    request: &HttpRequest,
    who: &SignedIn,
    password: String,
    wrong: ApiError,
) -> Result<(), ApiError> {
    state.limits.address(request, ByAddress::Login)?;
    let own = account(state, who)?;
    let hash = Some(own.password_hash.clone());
    let attempt = attempt(state, request, who, &own);
    match state.passwords.is_right(attempt, password, hash).await? {
        true => Ok(()),
        false => Err(wrong),
    }
}

fn attempt<'a>(
    state: &State,
    request: &HttpRequest,
    who: &'a SignedIn,
    own: &'a Account,
) -> Attempt<'a> {
    Attempt {
        tenant: &who.tenant,
        is_tenant_known: true,
        account: &own.account,
        address: state.limits.caller_address(request),
        now: state.now(),
        limits: state.limits.switch(),
    }
}

/// account/signIns: the newest first.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn sign_ins(
    state: Data<State>,
    call: Agent<BareRequest>,
) -> Result<HttpResponse, ApiError> {
    let (store, who) = (Arc::clone(state.office.store()), Arc::clone(&call.who));
    let all = block(move || agent_token::sign_ins(store.as_ref(), &who.tenant, &who.agent)).await?;
    let (now, current) = (state.now(), secrets::hex(&call.who.hash));
    let mut list: Vec<WireSignIn> = all
        .into_iter()
        .filter(|(_, sign_in)| now < sign_in.until)
        .map(|(name, sign_in)| WireSignIn::of(name, sign_in, &current))
        .collect();
    list.sort_by_key(|one| std::cmp::Reverse(one.at));
    Ok(success(&SignInsResponse { list }))
}

/// account/signOut: ends one sign-in of the caller's, or all others.
///
/// # Errors
/// 404 for a sign-in that is not the caller's.
pub async fn sign_out(
    state: Data<State>,
    call: Agent<SignOutOneRequest>,
) -> Result<HttpResponse, ApiError> {
    let named = call.body.id.filter(|id| !id.is_empty());
    let (shared, who) = (state.clone(), call.who);
    work(move || match named {
        Some(name) => end_one(&shared, &who, &name),
        None => end_others(&shared, &who),
    })
    .await?;
    Ok(success(&Nothing {}))
}

fn end_one(state: &State, who: &SignedIn, name: &str) -> Result<(), ApiError> {
    let store = state.office.store().as_ref();
    let all = agent_token::sign_ins(store, &who.tenant, &who.agent)?;
    if all.iter().all(|(known, _)| known != name) {
        return Err(ApiError::NotFound);
    }
    let mut changes = agent_token::forgetting(&who.tenant, &who.agent, name).to_vec();
    changes.push(sign_out_record(state, who));
    store.change_documents(&changes)?;
    state.agents.forget_named(name);
    Ok(())
}

fn end_others(state: &State, who: &SignedIn) -> Result<(), ApiError> {
    let store = state.office.store().as_ref();
    let own = secrets::hex(&who.hash);
    let mut changes = agent_token::kept_of(store, (&who.tenant, &who.agent), Some(&own))?;
    changes.push(sign_out_record(state, who));
    store.change_documents(&changes)?;
    let spared = Some(who.hash);
    state.agents.forget_seen(&who.tenant, &who.agent, spared);
    Ok(())
}

fn sign_out_record(state: &State, who: &SignedIn) -> actors_runtime::ports::DocumentChange {
    let at = state.admin.audit.draw(state.now());
    let agent = who.agent.as_str();
    let record = audit::record(at, &who.agent, Action::SignOut, "agents", agent);
    audit::written(&who.tenant, &record)
}
