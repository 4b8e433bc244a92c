//! account/…: an agent's own account (Protocol, 'Own account').

pub mod totp;

use crate::admin::change::account as change;
use crate::admin::change::password;
use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::routes::agent::{account, seat};
use crate::routes::own::{self, Own};
use crate::state::State;
use crate::two_step;
use crate::wire::account::{
    AccountResponse, AccountUpdateRequest, ChangePasswordRequest, SignOutOneRequest,
};
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_core::ids::Language;
use std::sync::Arc;

/// account/get.
///
/// # Errors
/// 401 without the agent's token.
pub async fn get(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    answer(&state, &call.who, call.language).await
}

/// account/update: name and picture.
///
/// # Errors
/// 400 with every wrong field.
pub async fn update(state: Data<State>, call: Agent<AccountUpdateRequest>) -> Answer {
    let AccountUpdateRequest {
        admin_nick,
        admin_face,
    } = call.body;
    let who = Arc::clone(&call.who);
    change::update(state.clone(), who, admin_nick, admin_face).await?;
    answer(&state, &call.who, call.language).await
}

async fn answer(state: &Data<State>, who: &Arc<SignedIn>, language: Language) -> Answer {
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
/// 400 for a wrong old password and for a new one that is too easy to guess; 429 after too many.
pub async fn change_password(
    state: Data<State>,
    request: HttpRequest,
    call: Agent<ChangePasswordRequest>,
) -> Answer {
    let own = account(&state, &call.who)?;
    let ChangePasswordRequest {
        old_password,
        password: chosen,
    } = call.body;
    let wrong = ApiError::wrong("oldPassword", "is wrong");
    let caller = Own::of_agent(&call.who, &own);
    caller.prove(&state, &request, old_password, wrong).await?;
    let address = state.limits.caller_address(&request);
    let slot = state.passwords.slot(address, state.limits.switch())?;
    let settings = state.catalogue.tenant(&call.who.tenant);
    let settings = settings.ok_or(ApiError::LoginExpired)?;
    let hashed = move || password::hashed(&chosen, &settings, &own);
    let hash = state.passwords.inside(slot, hashed).await??;
    change::change_password(state, call.who, hash).await?;
    Ok(success(&Nothing {}))
}

/// account/signIns: the newest first.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn sign_ins(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    own::sign_ins::list(&state, &own_of(&state, &call.who)?).await
}

/// account/signOut: ends one sign-in of the caller's, or all others.
///
/// # Errors
/// 404 for a sign-in that is not the caller's.
pub async fn sign_out(state: Data<State>, call: Agent<SignOutOneRequest>) -> Answer {
    let own = own_of(&state, &call.who)?;
    own::sign_ins::end(state, own, call.body.id).await
}

fn own_of(state: &State, who: &Arc<SignedIn>) -> Result<Own, ApiError> {
    Ok(Own::of_agent(who, account(state, who)?.as_ref()))
}
