//! The frame of every answer (Protocol, 'Envelope' and 'Errors').

use crate::fixtures::findings::FieldError;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use serde::Serialize;

/// `{"code": 200, "message": "SUCCESS", "data": …}`; the HTTP status says the same as `code`.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Envelope<T> {
    /// The HTTP status.
    pub code: u16,
    /// `SUCCESS`, or what is wrong.
    pub message: String,
    /// The answer; null where there is none.
    pub data: T,
}

/// Any other answer: the status, a sentence, and where fields are wrong which.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Refused {
    /// The HTTP status.
    pub code: u16,
    /// What is wrong.
    pub message: String,
    /// Null, or `[{"field", "message"}]` where a setting is refused.
    pub data: Option<Vec<FieldError>>,
}

/// `{}`: done, and nothing to say about it.
#[derive(Clone, Copy, Debug, Default, Serialize, utoipa::ToSchema)]
pub struct Nothing {}

/// Borrowed form, so that a hot answer copies nothing before it is written.
#[derive(Serialize)]
struct Frame<'a, T> {
    code: u16,
    message: &'a str,
    data: T,
}

/// What every answer is. Not by `content_type`, which reads it as a header each time.
const JSON: (HeaderName, HeaderValue) = (
    header::CONTENT_TYPE,
    HeaderValue::from_static("application/json"),
);

/// Room for most answers, a message of a poll among them, so that it is not grown while they are written.
const ANSWER_BYTES: usize = 768;

/// The body of a 200 with `data`.
///
/// # Errors
/// It cannot be written as JSON.
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

/// A 200 whose whole body is written.
pub fn success_of(body: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().insert_header(JSON).body(body)
}

/// Any other answer: a status and a sentence.
pub fn refusal(status: StatusCode, message: &str) -> HttpResponse {
    refusal_with(status, message, ())
}

/// Any other answer that has something to add to its sentence.
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
