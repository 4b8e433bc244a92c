//! joinInfo, join: an operator chooses a password by a one-time link of the command line.

use crate::admin::audit::{self, Action, AuditRecord};
use crate::agent_token::{self, Drawn, Place, Reach};
use crate::blocking::work;
use crate::body::Json;
use crate::error::{Answer, ApiError};
use crate::new_password;
use crate::one_time::{self, Found, Purpose};
use crate::operators::{self, Operator, home};
use crate::rates::ByAddress;
use crate::routes::agent::login;
use crate::routes::own::joining::hash_chosen;
use crate::state::State;
use crate::two_step;
use crate::wire::envelope::success;
use crate::wire::operator::{OperatorEnteredResponse, OperatorJoinInfoResponse};
use crate::wire::setup::{JoinInfoRequest, JoinRequest};
use actix_web::HttpRequest;
use actix_web::web::Data;
use actors_runtime::ports::DocumentChange;

/// What a link that cannot be used is answered with.
const SPENT: ApiError = ApiError::LinkSpent(
    "this link was used or has expired: run `frontdesk operator reset-password` for a new one",
);

/// joinInfo.
///
/// # Errors
/// 401 for a link that cannot be used, 429 after too many.
pub async fn join_info(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<JoinInfoRequest>,
) -> Answer {
    state.limits.address(&request, ByAddress::Login)?;
    let token = body.token.unwrap_or_default();
    let (found, operator) = work(move || joining(&state, &token)).await?;
    Ok(success(&OperatorJoinInfoResponse {
        account: operator.account,
        purpose: match found.link.purpose {
            Purpose::Invitation => "invite",
            Purpose::Reset | Purpose::Forgotten | Purpose::Setup => "reset",
        },
    }))
}

/// join: the password, and the operator is signed in. One with a second step signs in with password and code instead.
///
/// # Errors
/// 401 for a link that cannot be used, 400 for a password that is too easy to guess, 429 after too many.
pub async fn join(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<JoinRequest>,
) -> Answer {
    let hashed = hash_chosen(&state, &request, body, |state, token, chosen| {
        let (_, operator) = joining(state, token)?;
        hashed(chosen, &operator.account)
    });
    let (token, hash) = hashed.await?;
    let from = login::place(&state, &request);
    let entered = work(move || choose(&state, &token, hash, from)).await?;
    Ok(success(&entered))
}

/// The link of this token, if it may be used, and whose password it sets.
fn joining(state: &State, token: &str) -> Result<(Found, Operator), ApiError> {
    let store = state.office.store().as_ref();
    let found = one_time::usable(store, token, state.now())?.ok_or(SPENT)?;
    let (of, id) = found.link.agent.as_ref().ok_or(SPENT)?;
    if *of != home() {
        return Err(SPENT);
    }
    let operator = operators::find(store, id.as_str())?.ok_or(SPENT)?;
    Ok((found, operator))
}

/// Checks and hashes a password that an operator chose.
///
/// # Errors
/// 400 for a password that is too easy to guess.
pub(super) fn hashed(password: &str, account: &str) -> Result<String, ApiError> {
    match new_password::problem(password, &[account]) {
        Some(problem) => Err(ApiError::wrong("password", &problem)),
        None => new_password::hashed(password),
    }
}

/// Sets the password, uses the link up and ends the operator's sign-ins in one step, and signs them in.
fn choose(
    state: &State,
    token: &str,
    hash: String,
    place: Place,
) -> Result<OperatorEnteredResponse, ApiError> {
    let (_, Operator { account, .. }) = joining(state, token)?;
    let (home, id) = (home(), account.as_str().into());
    let _turn = state.two_steps.turn(&home, &id);
    let store = state.office.store().as_ref();
    // Once more, in the operator's turn.
    let (found, mut operator) = joining(state, token)?;
    operator.password_hash = Some(hash);
    let mut changes = vec![operator.change(), found.used(), noted(state, &operator)];
    changes.extend(operator.shut_out(store, None)?);
    store.change_documents(&changes)?;
    state.agents.forget_seen(&home, &id, None);
    if two_step::read(store, &home, &id)?.is_on() {
        return Ok(OperatorEnteredResponse {
            token: None,
            account,
        });
    }
    let drawn: Drawn = agent_token::draw((home, id), place, Reach::Full, state.now());
    let token = state.agents.keep(drawn, Vec::new())?;
    Ok(OperatorEnteredResponse {
        token: Some(token),
        account,
    })
}

/// The audit record of a new password.
pub(super) fn noted(state: &State, operator: &Operator) -> DocumentChange {
    let at = state.admin.audit.draw(state.now());
    let record = AuditRecord {
        fields: vec!["password".to_owned()],
        ..audit::record(
            at,
            &operator.id(),
            Action::Put,
            "operators",
            &operator.account,
        )
    };
    audit::written(&home(), &record)
}
