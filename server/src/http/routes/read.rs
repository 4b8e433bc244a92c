//! Reads fields that calls of every scope have in common.

use crate::agent_token::SignedIn;
use crate::error::ApiError;
use crate::files::budget::Uploader;
use crate::files::receive::Received;
use crate::rates::ByToken;
use crate::state::State;
use actix_multipart::Multipart;
use actix_web::HttpRequest;
use actix_web::http::header;
use actors_core::ids::ClientId;

/// Returns a text that is not empty; absent, null and empty are the same.
pub(crate) fn filled(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}

/// Reads the id that a client gives to what it sends.
///
/// # Errors
/// 400 if it is too long.
pub(crate) fn client_id(id: Option<&String>) -> Result<Option<ClientId>, ApiError> {
    const BYTES_MAX: usize = 128;
    match filled(id) {
        Some(id) if id.len() > BYTES_MAX => Err(ApiError::invalid("id is too long")),
        Some(id) => Ok(Some(id.into())),
        None => Ok(None),
    }
}

/// Returns the request's `Content-Length`.
pub(crate) fn announced(request: &HttpRequest) -> Option<u64> {
    let length = request.headers().get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

/// Receives the form with which an agent uploads a file.
///
/// # Errors
/// 400 for a file that is too large or missing, 429 after too many, 503 without space.
pub(crate) async fn received(
    state: &State,
    request: &HttpRequest,
    who: &SignedIn,
    form: Multipart,
) -> Result<Received, ApiError> {
    state.limits.agent(&who.hash, ByToken::Upload)?;
    let place = state.uploads.begin(Uploader {
        caller: u64::from_le_bytes(who.hash[..8].try_into().unwrap_or_default()),
        tenant: who.tenant.clone(),
        address: None,
    })?;
    state.uploads.receive(form, announced(request), place).await
}
