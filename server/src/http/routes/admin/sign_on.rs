//! signOn/test: tries a setting of single sign-on, before it is stored.

use crate::admin::change::sign_on_draft;
use crate::authentication::Admin;
use crate::error::ApiError;
use crate::rates::ByToken;
use crate::state::State;
use crate::wire::envelope::success;
use crate::wire::sign_on::{SignOnTestRequest, SignOnTestResponse};
use actix_web::HttpResponse;
use actix_web::web::Data;

/// signOn/test: reads the provider's description and keys, and asks whether it knows the client. Nobody is signed in.
///
/// # Errors
/// 400 with every wrong field of the draft, 429 over the rate limit.
pub async fn test(
    state: Data<State>,
    call: Admin<SignOnTestRequest>,
) -> Result<HttpResponse, ApiError> {
    state.limits.agent(&call.who.hash, ByToken::Ask)?;
    let setting = sign_on_draft::read(state.clone(), call.who, call.body.sign_on).await?;
    let providers = &state.sign_ons.providers;
    let tried = providers.try_out(&setting, state.now()).await;
    Ok(success(&SignOnTestResponse::from(tried)))
}
