//! What a request hears that there is no time for: written once, and given on a connection that stays open.

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpMessage as _, HttpResponse};
use futures_util::StreamExt as _;
use std::time::Duration;

/// The body, as `ApiError::Unavailable` says it.
const BODY: &[u8] = br#"{"code":503,"message":"not available at the moment","data":null}"#;

/// Bodies up to so many bytes are read past.
const BODY_BYTES_MAX: u64 = 16 << 10;

/// How long the rest of such a body may take: nearly every one is there with its head.
const BODY_TIME_MAX: Duration = Duration::from_secs(1);

/// The refusal, which may come again in a second.
pub fn refusal() -> HttpResponse {
    let mut response = HttpResponse::ServiceUnavailable().body(Bytes::from_static(BODY));
    let headers = response.headers_mut();
    let json = HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, json);
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    let nosniff = HeaderValue::from_static("nosniff");
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    response
}

/// Reads past a body that nobody will read. Where a request is answered before its body was read to the end, the
/// connection closes with the answer: a client that has to connect again costs many times what its body does.
pub async fn read_past(request: &mut ServiceRequest) {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_none_or(|length| length == 0 || length > BODY_BYTES_MAX) {
        return;
    }
    let payload = request.take_payload();
    // Whether it came or not, the answer is the same.
    drop(tokio::time::timeout(BODY_TIME_MAX, rest_of(payload)).await);
}

async fn rest_of(mut payload: Payload) {
    while let Some(Ok(_)) = payload.next().await {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ApiError;
    use actix_web::ResponseError as _;
    use actix_web::body::to_bytes;
    use actix_web::http::StatusCode;

    #[actix_web::test]
    async fn it_says_what_any_answer_of_its_kind_says() {
        let usual = ApiError::unavailable("over capacity").error_response();
        let ready = refusal();

        assert_eq!(ready.status(), StatusCode::SERVICE_UNAVAILABLE);
        for name in [header::CONTENT_TYPE, header::RETRY_AFTER] {
            assert_eq!(ready.headers().get(&name), usual.headers().get(&name));
        }
        let usual = to_bytes(usual.into_body()).await.unwrap();
        assert_eq!(to_bytes(ready.into_body()).await.unwrap(), usual);
    }
}
