//! login and logout.

use crate::account_name;
use crate::agent_token::Reach;
use crate::authentication::operator::Operator;
use crate::blocking::{block, work};
use crate::body::Json;
use crate::error::{Answer, ApiError};
use crate::operators;
use crate::passwords::Attempt;
use crate::rates::ByAddress;
use crate::routes::agent::login::place;
use crate::routes::own::entering::Entering;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::operator::{OperatorEnteredResponse, OperatorLoginRequest};
use crate::wire::session::BareRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;
use std::sync::Arc;

/// login: as for agents, a wrong account and a wrong password get the same answer after the same time.
///
/// # Errors
/// 401 for a wrong account or password, and for a missing or wrong code; 429 after too many; 503 if too many sign in at
/// once.
pub async fn login(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<OperatorLoginRequest>,
) -> Answer {
    state.limits.address(&request, ByAddress::Login)?;
    let (home, account) = (operators::home(), account_name::normal(&body.account));
    let (store, named) = (Arc::clone(state.office.store()), account.clone());
    let found = block(move || operators::find(store.as_ref(), &named)).await?;
    let hash = found.and_then(|operator| operator.password_hash);
    let address = state.limits.caller_address(&request);
    let attempt = Attempt {
        tenant: &home,
        is_tenant_known: true,
        account: &account,
        address,
        now: state.now(),
        limits: state.limits.switch(),
    };
    let (password, checked) = (body.password, hash.clone());
    if !state.passwords.is_right(attempt, password, hash).await? {
        return Err(ApiError::LoginWrong);
    }
    let entering = Entering {
        tenant: home,
        id: account.as_str().into(),
        account: account.clone(),
        code: body.code.filter(|code| !code.trim().is_empty()),
        address,
        place: place(&state, &request),
        is_noted: true,
    };
    let named = account.clone();
    let (token, _) = work(move || {
        entering.enter(&state, |store, _| {
            let now = operators::find(store, &named)?;
            // Removed or reset while the password was checked.
            match now.is_some_and(|operator| operator.password_hash == checked) {
                true => Ok(Reach::Full),
                false => Err(ApiError::LoginWrong),
            }
        })
    })
    .await?;
    Ok(success(&OperatorEnteredResponse {
        token: Some(token),
        account,
    }))
}

/// logout.
///
/// # Errors
/// 401 without the operator's token.
pub async fn logout(state: Data<State>, call: Operator<BareRequest>) -> Answer {
    state.agents.forget(&call.who).await?;
    Ok(success(&Nothing {}))
}
