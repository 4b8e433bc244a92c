//! Reads fields that calls of every scope have in common.

use crate::error::ApiError;
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
