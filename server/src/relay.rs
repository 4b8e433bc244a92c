//! Sends the answers of a form, or a flow's request, to a tenant's own service (Protocol, 'fromRequest').
//!
//! - Allowed targets: https on port 443 to a host on the tenant's list, or any host and port the operator named.
//! - A listed host is resolved once per connection, and the connection goes to one of the checked addresses. If any of
//!   them is private, loopback or link-local, the request fails. An IP address as a tenant's host is refused.
//! - No proxy, no redirects, no cookies, no decompression. Limits: 10 s per request, 256 KiB of the answer.

pub mod address;
pub(crate) mod clients;
pub mod customer;
pub mod exchange;
pub mod page;

use crate::settings::Relay as RelaySettings;
use actors_core::form::request::Outgoing;
use actors_core::form::{BodyKind, Method, Value};
pub use address::{Lookup, SystemLookup};
use clients::Clients;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Request, Response, Url};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How long a request may take, from the name lookup to the last byte read (Protocol, 'fromRequest').
const TIME_MAX: Duration = Duration::from_secs(10);

/// How much of an answer is read, in bytes (Protocol, 'fromRequest').
const ANSWER_BYTES_MAX: usize = 256 * 1024;

/// How much of an answer's text a visitor sees, in characters (Protocol, 'fromRequest').
const MESSAGE_CHARS_MAX: usize = 200;

/// The number of an answer's fields that a flow can use.
const FIELDS_MAX: usize = 100;

/// Sends forms and flow requests to tenants' services.
pub struct Relay {
    clients: Clients,
}

/// The outcome of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relayed {
    /// The service accepted it: it answered with a 2xx status.
    pub ok: bool,
    /// The answer for the visitor, as plain text of at most 200 characters; empty if there is none.
    pub message: String,
    /// The top-level texts, numbers and booleans of a JSON answer, each as plain text of at most 200 characters. The
    /// tenant's flows name the ones they use.
    pub fields: BTreeMap<Arc<str>, Arc<str>>,
}

/// The address is not an allowed target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("form not available")]
pub struct NotAllowed;

impl Relay {
    /// Creates a relay that uses the system's name lookup.
    pub fn new(settings: &RelaySettings) -> Self {
        Self::with_lookup(settings, Arc::new(SystemLookup))
    }

    /// Creates a relay with another name lookup.
    pub fn with_lookup(settings: &RelaySettings, lookup: Arc<dyn Lookup>) -> Self {
        let clients = Clients::new(settings, lookup, |client| client.timeout(TIME_MAX));
        Self { clients }
    }

    /// Checks whether a tenant's forms may be sent to this address.
    ///
    /// # Errors
    /// The address is not an allowed target.
    pub fn permit(&self, url: &str, tenants_hosts: &[Box<str>]) -> Result<(), NotAllowed> {
        self.clients.target(url, tenants_hosts).map(drop)
    }

    /// Sends a form's answers.
    ///
    /// # Errors
    /// The address is not an allowed target. A request that fails on the way is not an error: `ok` is false.
    pub async fn send(
        &self,
        outgoing: &Outgoing,
        tenants_hosts: &[Box<str>],
    ) -> Result<Relayed, NotAllowed> {
        let (url, network) = self.clients.target(&outgoing.url, tenants_hosts)?;
        let Some(client) = self.clients.client(network) else {
            tracing::warn!(
                code = "FD501",
                "the relay has no TLS: install CA certificates on this machine"
            );
            return Ok(Relayed::default());
        };
        let request = request(url, outgoing);
        let sent = async {
            let answer = client.execute(request).await?;
            read(answer).await
        };
        match tokio::time::timeout(TIME_MAX, sent).await {
            Ok(Ok(relayed)) => Ok(relayed),
            Ok(Err(error)) => {
                let error = error.without_url();
                tracing::info!(%error, "sending a form failed");
                Ok(Relayed::default())
            }
            Err(_) => Ok(Relayed::default()),
        }
    }
}

fn request(mut url: Url, outgoing: &Outgoing) -> Request {
    let method = match outgoing.method {
        Method::Get => reqwest::Method::GET,
        Method::Post => reqwest::Method::POST,
        Method::Put => reqwest::Method::PUT,
        Method::Patch => reqwest::Method::PATCH,
    };
    let pairs = outgoing
        .answers
        .iter()
        .map(|(name, answer)| (name.as_ref(), answer.joined()));
    let (body, content_type) = match (outgoing.method, outgoing.body) {
        (Method::Get, _) => {
            url.query_pairs_mut().extend_pairs(pairs);
            (None, None)
        }
        (_, BodyKind::Json) => {
            let fields: serde_json::Map<_, _> = outgoing
                .answers
                .iter()
                .map(|(name, answer)| (name.to_string(), json(answer)))
                .collect();
            let body = serde_json::Value::Object(fields).to_string();
            (Some(body), Some("application/json"))
        }
        (_, BodyKind::Urlencoded) => {
            let mut body = Url::parse("form:").ok();
            if let Some(form) = &mut body {
                form.query_pairs_mut().extend_pairs(pairs);
            }
            let body = body.and_then(|form| form.query().map(str::to_owned));
            (
                Some(body.unwrap_or_default()),
                Some("application/x-www-form-urlencoded"),
            )
        }
    };
    let mut request = Request::new(method, url);
    *request.headers_mut() = headers(outgoing);
    if let Some(kind) = content_type {
        let kind = HeaderValue::from_static(kind);
        request.headers_mut().insert(CONTENT_TYPE, kind);
    }
    *request.body_mut() = body.map(Into::into);
    request
}

fn headers(outgoing: &Outgoing) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in &outgoing.headers {
        let name = HeaderName::from_bytes(name.as_bytes());
        let value = HeaderValue::from_str(value);
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    headers
}

fn json(answer: &Value) -> serde_json::Value {
    match answer {
        Value::Empty => "".into(),
        Value::One(text) => text.as_ref().into(),
        Value::Many(texts) => texts.iter().map(|text| serde_json::json!(text)).collect(),
    }
}

async fn read(mut answer: Response) -> Result<Relayed, reqwest::Error> {
    let ok = answer.status().is_success();
    let kind = answer.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    let is_packed = answer.headers().contains_key(CONTENT_ENCODING);
    let mut body: Vec<u8> = Vec::new();
    while let Some(chunk) = answer.chunk().await? {
        let room = ANSWER_BYTES_MAX - body.len();
        body.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if body.len() == ANSWER_BYTES_MAX {
            break;
        }
    }
    if is_packed {
        return Ok(Relayed {
            ok,
            ..Relayed::default()
        });
    }
    Ok(Relayed {
        ok,
        message: message(&kind, &body),
        fields: fields(&kind, &body),
    })
}

/// Returns the text of an answer for the visitor: the message of a JSON object, or plain text; else nothing.
fn message(kind: &str, body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    match kind {
        "text/plain" => shortened(&text),
        "application/json" => {
            let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            let said = ["message", "msg"]
                .into_iter()
                .find_map(|field| value[field].as_str());
            shortened(said.or(value.as_str()).unwrap_or_default())
        }
        _ => String::new(),
    }
}

/// Returns the top-level fields of a JSON object.
fn fields(kind: &str, body: &[u8]) -> BTreeMap<Arc<str>, Arc<str>> {
    let value: Option<serde_json::Value> = match kind {
        "application/json" => serde_json::from_slice(body).ok(),
        _ => None,
    };
    let Some(serde_json::Value::Object(object)) = value else {
        return BTreeMap::new();
    };
    let texts = object.into_iter().filter_map(|(name, value)| {
        let text = match value {
            serde_json::Value::String(text) => text,
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::Bool(on) => on.to_string(),
            serde_json::Value::Null
            | serde_json::Value::Array(_)
            | serde_json::Value::Object(_) => return None,
        };
        Some((name.into(), shortened(&text).into()))
    });
    texts.take(FIELDS_MAX).collect()
}

fn shortened(text: &str) -> String {
    let plain = text.trim().chars().map(|c| match c {
        '\n' | '\t' => ' ',
        c => c,
    });
    plain
        .filter(|c| !c.is_control() && !actors_core::text::is_hidden(*c))
        .take(MESSAGE_CHARS_MAX)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::clients::Network;
    use super::*;

    fn relay() -> Relay {
        Relay::new(&RelaySettings {
            private_hosts: vec!["127.0.0.1:9000".to_owned(), "forms.lan:80".to_owned()],
            ..RelaySettings::default()
        })
    }

    fn target(url: &str) -> Result<Network, NotAllowed> {
        let listed = ["forms.example.com".into(), "127.0.0.1".into()];
        relay()
            .clients
            .target(url, &listed)
            .map(|(_, network)| network)
    }

    #[test]
    fn only_https_to_a_listed_host_or_an_operators_host_is_allowed() {
        assert_eq!(
            target("https://forms.example.com/a?b=c"),
            Ok(Network::Public)
        );
        assert_eq!(
            target("https://FORMS.example.com:443/"),
            Ok(Network::Public)
        );
        assert_eq!(target("http://127.0.0.1:9000/x"), Ok(Network::Private));
        assert_eq!(target("http://forms.lan/"), Ok(Network::Private));
        for refused in [
            "http://forms.example.com/",
            "file:///etc/passwd",
            "gopher://forms.example.com/",
            "ftp://forms.example.com/",
            "https://good@forms.example.com/",
            "https://forms.example.com@evil.example/",
            "https://forms.example.com.",
            "https://forms.example.com:22/",
            "https://forms.example.com:6379/",
            "https://forms.example.com:4222/",
            "https://forms.еxample.com/",
            "https://evil.example/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "http://127.0.0.1:9001/",
            "http://localhost:9000/",
            "https:\\\\forms.example.com/",
            "https://forms.example.com\t.evil.example/",
            "",
            "/x",
        ] {
            assert_eq!(target(refused), Err(NotAllowed), "{refused}");
        }
    }

    #[test]
    fn a_visitor_sees_an_answer_as_short_plain_text() {
        assert_eq!(
            message("text/plain", b"Thanks!\r\n\x1b[31mred"),
            "Thanks! [31mred"
        );
        assert_eq!(
            message("application/json", br#"{"message":"Got it","secret":"x"}"#),
            "Got it"
        );
        assert_eq!(message("text/html", b"<script>x</script>"), "");
        assert_eq!(message("application/json", b"{\"a\":1}"), "");
        assert_eq!(
            message("text/plain", "好".repeat(300).as_bytes())
                .chars()
                .count(),
            200
        );
    }
}
