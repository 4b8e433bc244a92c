//! Sends one question to an endpoint with OpenAI's chat completions API, and reads the answer piece by piece.
//!
//! The connection follows the relay's rules: https to a name whose addresses are all public, or a host the operator
//! named; no proxy, no redirects. The answer is bounded and read leniently: compatible endpoints add fields, and some
//! answer in one piece although the request asks for a stream.

use crate::relay::clients::{Clients, Network};
use crate::relay::{Lookup, NotAllowed};
use crate::settings::Relay as RelaySettings;
use actors_core::large_model::{Dialect, LargeModel};
use actors_core::model::NoAnswer;
use eventsource_stream::Eventsource as _;
use futures_util::{StreamExt as _, TryStreamExt as _, future};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use reqwest::{Response, StatusCode, Url};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The largest answer, in bytes. Each streamed piece comes in a JSON envelope many times its size.
const ANSWER_BYTES_MAX: usize = 4 * 1024 * 1024;

/// How long connecting may take.
const CONNECT_TIME_MAX: Duration = Duration::from_secs(10);

/// The connection to models.
pub struct Endpoint {
    clients: Clients,
}

/// A complete answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// The tokens of question and answer, if the endpoint reported them.
    pub tokens: Option<u64>,
}

impl Endpoint {
    /// Creates the connection. The hosts the operator named for the relay are allowed too.
    pub fn new(settings: &RelaySettings, lookup: Arc<dyn Lookup>) -> Self {
        let clients = Clients::new(settings, lookup, |client| {
            client.connect_timeout(CONNECT_TIME_MAX)
        });
        Self { clients }
    }

    /// Whether a model may be called at this address.
    pub fn permits(&self, address: &str) -> bool {
        self.target(address).is_ok()
    }

    /// The model's own host counts as listed by the tenant.
    fn target(&self, address: &str) -> Result<(Url, Network), NotAllowed> {
        let whole = format!("{address}/chat/completions");
        let host = Url::parse(&whole).ok();
        let host = host.and_then(|url| url.host_str().map(Box::from));
        self.clients.target(&whole, &[host.ok_or(NotAllowed)?])
    }

    /// Asks a model, and passes each piece of its answer to `take`.
    ///
    /// # Errors
    /// The model did not complete its answer, or `take` refused a piece.
    pub async fn ask(
        &self,
        model: &LargeModel,
        rules: &str,
        material: &str,
        mut take: impl FnMut(&str) -> Result<(), NoAnswer>,
    ) -> Result<Said, NoAnswer> {
        let (url, network) = self
            .target(&model.address)
            .map_err(|_| NoAnswer::NotReached)?;
        let client = self.clients.client(network).ok_or(NoAnswer::NotReached)?;
        let mut request = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "text/event-stream")
            .timeout(Duration::from_millis(model.time_max.as_millis()))
            .body(body(model, rules, material).to_string());
        let key = model.key.expose();
        if !key.is_empty() {
            let mut value =
                HeaderValue::from_str(&format!("Bearer {key}")).map_err(|_| NoAnswer::Refused)?;
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        let answer = request.send().await.map_err(|error| not_reached(&error))?;
        check_status(answer.status())?;
        if answer.headers().contains_key(CONTENT_ENCODING) {
            return Err(NoAnswer::Unusable);
        }
        let kind = answer.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind
            .trim_start()
            .to_ascii_lowercase()
            .starts_with("application/json")
        {
            return whole(answer, &mut take).await;
        }
        pieces(answer, &mut take).await
    }
}

fn body(model: &LargeModel, rules: &str, material: &str) -> Value {
    let mut body = json!({
        "model": model.model,
        "stream": true,
        "stream_options": { "include_usage": true },
        "messages": [
            { "role": "system", "content": rules },
            { "role": "user", "content": material },
        ],
    });
    match model.dialect {
        Dialect::Common => {
            body["max_tokens"] = model.output_tokens.get().into();
            body["temperature"] = 0.into();
        }
        Dialect::Reasoning => {
            body["max_completion_tokens"] = model.output_tokens.get().into();
        }
    }
    body
}

fn not_reached(error: &reqwest::Error) -> NoAnswer {
    if error.is_timeout() {
        NoAnswer::TooSlow
    } else {
        NoAnswer::NotReached
    }
}

fn check_status(status: StatusCode) -> Result<(), NoAnswer> {
    match status.as_u16() {
        200..=299 => Ok(()),
        401 | 403 => Err(NoAnswer::Refused),
        429 => Err(NoAnswer::TooMany),
        _ => Err(NoAnswer::Unusable),
    }
}

/// Reads an answer in one piece.
async fn whole(
    mut answer: Response,
    take: &mut impl FnMut(&str) -> Result<(), NoAnswer>,
) -> Result<Said, NoAnswer> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|error| cut_off(&error))? {
        if body.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(NoAnswer::Unusable);
        }
        body.extend_from_slice(&chunk);
    }
    let answer: Value = serde_json::from_slice(&body).map_err(|_| NoAnswer::Unusable)?;
    let choice = &answer["choices"][0];
    let text = choice["message"]["content"].as_str();
    take(text.ok_or(NoAnswer::Unusable)?)?;
    check_finish(choice["finish_reason"].as_str())?;
    let tokens = answer["usage"]["total_tokens"].as_u64();
    Ok(Said { tokens })
}

/// Reads a streamed answer: server-sent events, the last of them `[DONE]`.
async fn pieces(
    answer: Response,
    take: &mut impl FnMut(&str) -> Result<(), NoAnswer>,
) -> Result<Said, NoAnswer> {
    let mut room = ANSWER_BYTES_MAX;
    let bytes = answer.bytes_stream().map_err(|error| cut_off(&error));
    let bytes = bytes.and_then(move |chunk| {
        let left = room.checked_sub(chunk.len());
        room = left.unwrap_or(0);
        future::ready(left.map(|_| chunk).ok_or(NoAnswer::Unusable))
    });
    let mut events = std::pin::pin!(bytes.eventsource());
    let (mut is_finished, mut tokens) = (false, None);
    while let Some(event) = events.next().await {
        let event = event.map_err(|error| match error {
            eventsource_stream::EventStreamError::Transport(why) => why,
            _ => NoAnswer::Unusable,
        })?;
        if event.data.trim() == "[DONE]" {
            is_finished = true;
            break;
        }
        let piece: Value = serde_json::from_str(&event.data).map_err(|_| NoAnswer::Unusable)?;
        if piece.get("error").is_some_and(|error| !error.is_null()) {
            return Err(NoAnswer::Unusable);
        }
        if let Some(total) = piece["usage"]["total_tokens"].as_u64() {
            tokens = Some(total);
        }
        let choice = &piece["choices"][0];
        if let Some(text) = choice["delta"]["content"].as_str() {
            take(text)?;
        }
        if let Some(reason) = choice["finish_reason"].as_str() {
            check_finish(Some(reason))?;
            is_finished = true;
        }
    }
    if is_finished {
        Ok(Said { tokens })
    } else {
        Err(NoAnswer::CutOff)
    }
}

/// Accepts only an answer that the model itself ended.
fn check_finish(reason: Option<&str>) -> Result<(), NoAnswer> {
    match reason {
        None | Some("stop" | "") => Ok(()),
        Some("length") => Err(NoAnswer::CutOff),
        Some(_) => Err(NoAnswer::Unusable),
    }
}

fn cut_off(error: &reqwest::Error) -> NoAnswer {
    if error.is_timeout() {
        NoAnswer::TooSlow
    } else {
        NoAnswer::CutOff
    }
}
