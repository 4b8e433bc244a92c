//! Reads JSON bodies: at most 1 MiB within 10 s; a 400 names the invalid field (Protocol, 'Sizes and times').

mod ids;

use crate::error::ApiError;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use futures_util::future::poll_immediate;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// Protocol, 'Sizes and times': larger bodies are refused, except uploads.
pub const BODY_BYTES_MAX: usize = 1 << 20;

/// Protocol, 'Sizes and times': a slower body is answered 408.
pub const BODY_TIME_MAX: Duration = Duration::from_secs(10);

/// Protocol, 'Sizes and times': nothing has a longer id, in bytes.
pub const ID_BYTES_MAX: usize = 256;

/// The limits of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// Its largest size, in bytes.
    pub bytes: usize,
    /// How long it may take to arrive.
    pub time: Duration,
}

/// The limits of an ordinary call.
const USUAL: BodyLimits = BodyLimits {
    bytes: BODY_BYTES_MAX,
    time: BODY_TIME_MAX,
};

/// The JSON body of a call that needs no token.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = bytes(request, payload);
        Box::pin(async move { Ok(Self(parse(&bytes.await?)?)) })
    }
}

/// Reads the whole body of a JSON request.
pub fn bytes(
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Bytes, ApiError>> + 'static {
    bytes_within(USUAL, request, payload)
}

/// The same, with other limits.
pub fn bytes_within(
    limits: BodyLimits,
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Bytes, ApiError>> + 'static {
    let is_json = is_json(request);
    let announced = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<usize>().ok());
    let payload = payload.take();
    async move {
        if announced.is_some_and(|length| length > limits.bytes) {
            return Err(ApiError::TooLarge);
        }
        let expected = announced.unwrap_or(256).min(8_192);
        let mut read = std::pin::pin!(read(payload, limits.bytes, expected));
        // Nearly every body arrives with its head, and needs no timer.
        let bytes = match poll_immediate(read.as_mut()).await {
            Some(bytes) => bytes?,
            None => Box::pin(tokio::time::timeout(limits.time, read))
                .await
                .map_err(|_| ApiError::SlowBody)??,
        };
        if is_json {
            Ok(bytes)
        } else {
            Err(ApiError::invalid("content-type must be application/json"))
        }
    }
}

fn is_json(request: &HttpRequest) -> bool {
    const JSON: &str = "application/json";
    // Nearly all clients send exactly this value; parsing others is slow.
    let header = request.headers().get(header::CONTENT_TYPE);
    header.is_some_and(|said| said == JSON)
        || request
            .mime_type()
            .ok()
            .flatten()
            .is_some_and(|mime| mime.essence_str() == JSON)
}

async fn read(mut payload: Payload, most: usize, expected: usize) -> Result<Bytes, ApiError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid("the body ended early"))?;
        if body.len() + chunk.len() > most {
            return Err(ApiError::TooLarge);
        }
        if body.is_empty() {
            if chunk.len() >= expected {
                body = BytesMut::from(chunk);
                continue;
            }
            body.reserve(expected);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

const NOT_AN_OBJECT: &str = "the body is not an object of this call";

/// Reads a body as `T`.
///
/// # Errors
/// 400 with the name of the field that is missing or of the wrong type, or of an id that is too long; never with what
/// was sent.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    ids::check(bytes)?;
    parse_part(bytes)
}

/// Reads some fields of a body that [`parse`] reads later.
///
/// # Errors
/// Like [`parse`], without those of ids.
pub fn parse_part<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // serde would read a list as the fields in their order.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::invalid(NOT_AN_OBJECT));
    }
    serde_json::from_slice(bytes).map_err(|_| explain::<T>(bytes))
}

/// Reads the body again, slowly, to find the error.
#[cold]
fn explain<T: DeserializeOwned>(bytes: &[u8]) -> ApiError {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let Err(error) = serde_path_to_error::deserialize::<_, T>(&mut reader) else {
        return ApiError::invalid("the body has something after its end");
    };
    let cause = error.inner();
    if !cause.is_data() {
        return ApiError::invalid("the body is not JSON");
    }
    let text = cause.to_string();
    if let Some(missing) = text
        .strip_prefix("missing field `")
        .and_then(|rest| rest.split('`').next())
    {
        return ApiError::invalid(format!("{missing} is missing"));
    }
    let path: String = error
        .path()
        .to_string()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "._[]".contains(*c))
        .take(80)
        .collect();
    if path.is_empty() || path == "." {
        return ApiError::invalid(NOT_AN_OBJECT);
    }
    ApiError::invalid(format!("{path} is not valid"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Call {
        user_id: String,
        #[serde(default)]
        wait: u32,
    }

    #[actix_web::test]
    async fn a_body_that_never_ends_is_refused_after_ten_seconds() {
        tokio::time::pause();
        let endless: actix_web::dev::Payload = Payload::Stream {
            payload: futures_util::stream::pending().boxed_local(),
        };
        let mut payload = endless;
        let request = actix_web::test::TestRequest::post()
            .insert_header(("content-type", "application/json"))
            .to_http_request();
        let begun = tokio::time::Instant::now();

        let refused = bytes(&request, &mut payload).await.unwrap_err();

        assert!(matches!(refused, ApiError::SlowBody));
        assert_eq!(begun.elapsed().as_secs(), BODY_TIME_MAX.as_secs());
    }

    fn refusal(body: &str) -> String {
        parse::<Call>(body.as_bytes())
            .unwrap_err()
            .message()
            .to_owned()
    }

    #[test]
    fn a_refusal_names_the_field_and_never_what_was_sent() {
        assert_eq!(refusal(r#"{"wait":1}"#), "userId is missing");
        assert_eq!(refusal(r#" ["u",1]"#), NOT_AN_OBJECT);
        assert_eq!(
            refusal(r#"{"userId":"a","wait":"<script>"}"#),
            "wait is not valid"
        );
        assert_eq!(refusal(r#"{"userId":"#), "the body is not JSON");
        assert_eq!(
            refusal("\"text\""),
            "the body is not an object of this call"
        );
        assert_eq!(refusal(r#"{"userId":"\ud800"}"#), "the body is not JSON");
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let call: Call = parse(br#"{"userId":"a","nonsense":[1,2]}"#).unwrap();

        assert_eq!((call.user_id.as_str(), call.wait), ("a", 0));
    }
}
