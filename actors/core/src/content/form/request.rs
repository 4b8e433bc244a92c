//! A form's answers as a request to a tenant's own service: the pure half of the relay (Protocol, 'fromRequest').

use crate::form::{BodyKind, Field, Method, Target, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A request for the relay to send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outgoing {
    /// The address. The relay checks whether it is allowed.
    pub url: Arc<str>,
    /// The method.
    pub method: Method,
    /// The headers.
    pub headers: Vec<(Arc<str>, Arc<str>)>,
    /// The encoding of the answers.
    pub body: BodyKind,
    /// Field names with their answers, in the form's order. An unanswered field has an empty text.
    pub answers: Vec<(Arc<str>, Value)>,
}

impl Outgoing {
    /// Creates the request that carries these answers to this service.
    pub fn new(target: &Target, fields: &[Field], answers: &[Value]) -> Self {
        let named = fields.iter().zip(answers);
        Self {
            url: target.url.clone(),
            method: target.method,
            headers: target.headers.clone(),
            body: target.body,
            answers: named
                .map(|(field, answer)| (field.name.clone(), answer.clone()))
                .collect(),
        }
    }
}

/// The longest header, in bytes.
const HEADER_BYTES_MAX: usize = 1_000;

/// Headers that a tenant's form must not set. They would change who gets the request or how it is read.
const OURS: [&str; 12] = [
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "accept-encoding",
];

/// Whether a form may send a header: a plain name and value, and none of the relay's own headers.
pub fn may_be_sent(name: &str, value: &str) -> bool {
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let in_value = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    let lower = name.to_ascii_lowercase();
    (1..=64).contains(&name.len())
        && name.bytes().all(in_name)
        && value.len() <= HEADER_BYTES_MAX
        && value.bytes().all(in_value)
        && !OURS.contains(&lower.as_str())
        && !lower.starts_with("proxy-")
}
