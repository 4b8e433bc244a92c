//! visitor/export and visitor/erase: an administrator must repeat their password, and may call them only so often.

use crate::admin::audit::Action;
use crate::admin::{visitor, volume};
use crate::authentication::Admin;
use crate::error::{Answer, ApiError};
use crate::passwords::Attempt;
use crate::person;
use crate::rates::{ByAddress, ByToken};
use crate::routes::admin::note;
use crate::state::State;
use crate::wire::admin::PersonalRequest;
use crate::wire::envelope::{Nothing, success};
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::{VisitorId, VisitorKey};
use std::sync::Arc;

/// visitor/export: streams everything stored about a visitor, and the others of the same person, as one document.
///
/// # Errors
/// 403 for a wrong password, 404 for an unknown visitor, 429 over the rate limit.
pub async fn export(
    state: Data<State>,
    request: HttpRequest,
    call: Admin<PersonalRequest>,
) -> Answer {
    let key = admitted(&state, &request, &call).await?;
    let head = visitor::find(&state, &key).await?;
    let person = person::of(&state, &key).await?;
    let export = (Action::Export, "visitor", key.visitor.as_str());
    note(&state, &call.who, export).await?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(visitor::export(state, &call.who, key, head, person.others)))
}

/// visitor/erase: erases everything about a visitor and the others of the same person; the audit keeps the fact.
///
/// # Errors
/// 403 for a wrong password, 404 for an unknown visitor, 429 over the rate limit.
pub async fn erase(
    state: Data<State>,
    request: HttpRequest,
    call: Admin<PersonalRequest>,
) -> Answer {
    let key = admitted(&state, &request, &call).await?;
    visitor::find(&state, &key).await?;
    let everyone = person::of(&state, &key).await?.all(&key);
    let who = Arc::clone(&call.who);
    // A separate task, so that it finishes even if the caller disconnects. The one asked for comes last: after a failure
    // midway, a second call still finds the others.
    let task = actix_web::rt::spawn(async move {
        for visitor in everyone.iter().rev() {
            visitor::erase(&state, &who, visitor).await?;
        }
        Ok::<(), ApiError>(())
    });
    task.await.map_err(ApiError::internal)??;
    Ok(success(&Nothing {}))
}

async fn admitted(
    state: &State,
    request: &HttpRequest,
    call: &Admin<PersonalRequest>,
) -> Result<VisitorKey, ApiError> {
    state.limits.address(request, ByAddress::Login)?;
    let limit = state.limits.agent(&call.who.hash, ByToken::Personal);
    volume::watch(&call.who, "visitor", limit)?;
    let account = state.catalogue.account(&call.who.tenant, &call.who.agent);
    let hash = account
        .as_ref()
        .map(|account| account.password_hash.clone());
    let attempt = Attempt {
        tenant: &call.who.tenant,
        is_tenant_known: true,
        account: account.as_ref().map_or("", |account| &account.account),
        address: state.limits.caller_address(request),
        now: state.now(),
        limits: state.limits.switch(),
    };
    let password = call.body.password.clone();
    if !state.passwords.is_right(attempt, password, hash).await? {
        return Err(ApiError::Forbidden("the password is wrong"));
    }
    Ok(VisitorKey {
        tenant: call.who.tenant.clone(),
        visitor: VisitorId::from(call.body.user_id.as_str()),
    })
}
