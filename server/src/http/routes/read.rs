//! What calls of every scope say in the same way, and how it is read.

use crate::error::ApiError;
use actix_web::HttpRequest;
use actix_web::http::header;
use actors_core::ids::ClientId;

/// A text that says something; absent, null and empty are the same.
pub(crate) fn filled(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}

/// What a client calls what it sends.
///
/// # Errors
/// 400: longer than a name is.
pub(crate) fn client_id(id: Option<&String>) -> Result<Option<ClientId>, ApiError> {
    const BYTES_MAX: usize = 128;
    match filled(id) {
        Some(id) if id.len() > BYTES_MAX => Err(ApiError::invalid("id is too long")),
        Some(id) => Ok(Some(id.into())),
        None => Ok(None),
    }
}

/// What a request says of its length.
pub(crate) fn announced(request: &HttpRequest) -> Option<u64> {
    let length = request.headers().get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}
