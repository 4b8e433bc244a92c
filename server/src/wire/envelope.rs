//! The envelope of every response (Protocol, 'Envelope' and 'Errors').

use crate::fixtures::findings::FieldError;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use serde::Serialize;

/// `{"code": 200, "message": "SUCCESS", "data": …}`; `code` repeats the HTTP status.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Envelope<T> {
    /// The HTTP status.
    pub code: u16,
    /// `SUCCESS`, or the error.
    pub message: String,
    /// The response; null if it has no content.
    pub data: T,
}

/// A response with an error: the status, a sentence, and the refused fields, if any.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Refused {
    /// The HTTP status.
    pub code: u16,
    /// The error.
    pub message: String,
    /// Null, or `[{"field", "message"}]` if settings are refused.
    pub data: Option<Vec<FieldError>>,
}

/// `{}`: success without content.
#[derive(Clone, Copy, Debug, Default, Serialize, utoipa::ToSchema)]
pub struct Nothing {}

/// An envelope that borrows, so that frequent responses are not copied before they are written.
#[derive(Serialize)]
struct Frame<'a, T> {
    code: u16,
    message: &'a str,
    data: T,
}

/// The content type of every response. A constant, because `content_type` would parse it each time.
const JSON: (HeaderName, HeaderValue) = (
    header::CONTENT_TYPE,
    HeaderValue::from_static("application/json"),
);

/// Capacity for most responses, including a poll with a message, so that the buffer rarely grows.
const ANSWER_BYTES: usize = 768;

/// The body of a 200 with `data`.
///
/// # Errors
/// Fails if `data` cannot be written as JSON.
pub fn written<T: Serialize>(data: &T) -> serde_json::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(ANSWER_BYTES);
    serde_json::to_writer(
        &mut body,
        &Frame {
            code: 200,
            message: "SUCCESS",
            data,
        },
    )?;
    Ok(body)
}

/// A 200 with `data`.
pub fn success<T: Serialize>(data: &T) -> HttpResponse {
    match written(data) {
        Ok(body) => success_of(body),
        Err(_) => refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            crate::error::NETWORK_ERROR,
        ),
    }
}

/// A 200 with a complete body.
pub fn success_of(body: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().insert_header(JSON).body(body)
}

/// Any other response: a status and a sentence.
pub fn refusal(status: StatusCode, message: &str) -> HttpResponse {
    refusal_with(status, message, ())
}

/// Any other response that carries data besides its sentence.
pub fn refusal_with<T: Serialize>(status: StatusCode, message: &str, data: T) -> HttpResponse {
    let frame = Frame {
        code: status.as_u16(),
        message,
        data,
    };
    let body = serde_json::to_vec(&frame).unwrap_or_default();
    HttpResponse::build(status)
        .content_type("application/json")
        .body(body)
}
