//! forgotPassword: a link for another password, by mail (Protocol, 'Seat').

use crate::account_name;
use crate::authentication::first_language;
use crate::blocking::work;
use crate::body::Json;
use crate::error::ApiError;
use crate::forgotten;
use crate::mail::words::Tongue;
use crate::rates::ByAddress;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::mail::ForgotPasswordRequest;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::TenantId;

/// forgotPassword: the answer and its time do not tell whether the account exists.
///
/// # Errors
/// 401 if the shop must be named, 409 if the server sends no mail, 429 after too many.
pub async fn forgot_password(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<ForgotPasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    state.limits.address(&request, ByAddress::Login)?;
    if !state.mail.is_on() {
        return Err(ApiError::Conflict(
            "this server sends no mail: ask an administrator for a link",
        ));
    }
    let settings = match body.tenant_id.trim() {
        "" if state.catalogue.tenants().len() > 1 => {
            return Err(ApiError::sign_in_needs("tenantId", "name the shop"));
        }
        "" => state.catalogue.only_tenant(),
        named => state.catalogue.tenant(&TenantId::from(named)),
    };
    let account = account_name::normal(&body.account);
    let tongue = Tongue::for_reader(first_language(&request));
    work(move || forgotten::ask(&state, settings.as_deref(), &account, tongue)).await?;
    Ok(success(&Nothing {}))
}
