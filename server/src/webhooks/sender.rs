//! Sends one request to a receiver, guarded like forms are (`relay`).

use super::hook::{Config, Trouble, Waiting};
use super::sign;
use crate::relay::SystemLookup;
use crate::relay::clients::{Clients, Network, is_not_public, may_be_public};
use crate::settings::Relay as RelaySettings;
use actors_core::time::Timestamp;
use reqwest::header::{CONTENT_TYPE, USER_AGENT};
use reqwest::{Response, Url};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a request may take, from the name lookup to the last byte read (Protocol, 'Webhooks').
const TIME_MAX: Duration = Duration::from_secs(10);

/// How much of an answer is read, in bytes (Protocol, 'Webhooks').
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// How much of an answer is stored, in bytes.
const ANSWER_BYTES_KEPT: usize = 1_024;

/// How long a connection may stay open without a request.
const IDLE_MAX: Duration = Duration::from_secs(30);

/// What a receiver said.
#[derive(Debug)]
pub struct Answer {
    /// The status; none without an answer.
    pub status: Option<u16>,
    /// Why there is no answer.
    pub trouble: Option<Trouble>,
    /// The beginning of the answer.
    pub text: String,
    /// How long it took, in milliseconds.
    pub ms: u64,
}

impl Answer {
    /// Whether the receiver took the event.
    pub fn is_success(&self) -> bool {
        self.status
            .is_some_and(|status| (200..300).contains(&status))
    }

    /// Whether the receiver wants no more events.
    pub fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// Sends events.
pub struct Sender {
    clients: Clients,
}

impl Sender {
    /// Creates a sender that follows the operator's settings of outgoing connections.
    pub fn new(settings: &RelaySettings) -> Self {
        // Connections are used again: each leads to an address that was checked when it was opened.
        let clients = Clients::new(settings, Arc::new(SystemLookup), |client| {
            client
                .timeout(TIME_MAX)
                .pool_max_idle_per_host(super::line::IN_FLIGHT_MAX)
                .pool_idle_timeout(IDLE_MAX)
        });
        Self { clients }
    }

    /// Whether this address may be stored: it may be called, and its host may be public or is the operator's.
    pub fn permits(&self, url: &str) -> bool {
        self.target(url).is_some_and(|(url, network)| {
            network == Network::Private || url.host_str().is_some_and(may_be_public)
        })
    }

    /// Sends an event.
    pub async fn send(&self, config: &Config, waiting: &Waiting, now: Timestamp) -> Answer {
        let begun = Instant::now();
        let told = tokio::time::timeout(TIME_MAX, self.ask(config, waiting, now)).await;
        let (status, trouble, text) = match told {
            Ok(Ok((status, text))) => (Some(status), None, text),
            Ok(Err(trouble)) => (None, Some(trouble), String::new()),
            Err(_) => (None, Some(Trouble::TooSlow), String::new()),
        };
        Answer {
            status,
            trouble,
            text,
            ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        }
    }

    async fn ask(
        &self,
        config: &Config,
        waiting: &Waiting,
        now: Timestamp,
    ) -> Result<(u16, String), Trouble> {
        let (url, network) = self.target(&config.url).ok_or(Trouble::NotAllowed)?;
        let client = self.clients.client(network).ok_or(Trouble::NotReached)?;
        let seconds = now.as_millis().div_euclid(1_000);
        let signed = sign::signatures(&config.secrets(now), &waiting.id, seconds, &waiting.body);
        let request = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, concat!("Frontdesk/", env!("CARGO_PKG_VERSION")))
            .header("webhook-id", &waiting.id)
            .header("webhook-timestamp", seconds)
            .header("webhook-signature", signed)
            .body(waiting.body.clone());
        let answer = request.send().await.map_err(|error| trouble(&error))?;
        Ok((answer.status().as_u16(), beginning(answer).await))
    }

    fn target(&self, url: &str) -> Option<(Url, Network)> {
        let parsed = Url::parse(url).ok()?;
        let host: Box<str> = parsed.host_str()?.into();
        self.clients.target(url, &[host]).ok()
    }
}

fn trouble(error: &reqwest::Error) -> Trouble {
    match () {
        () if is_not_public(error) => Trouble::NotPublic,
        () if error.is_timeout() => Trouble::TooSlow,
        () => Trouble::NotReached,
    }
}

/// Reads an answer to its end or its limit, and returns its beginning. Its status counts even if the rest breaks off.
async fn beginning(mut answer: Response) -> String {
    let (mut kept, mut read) = (Vec::new(), 0);
    while read < ANSWER_BYTES_MAX
        && let Ok(Some(chunk)) = answer.chunk().await
    {
        read += chunk.len();
        let room = ANSWER_BYTES_KEPT - kept.len();
        kept.extend_from_slice(&chunk[..chunk.len().min(room)]);
    }
    let text = String::from_utf8_lossy(&kept);
    let plain = text.chars().filter(|c| !c.is_control() || *c == '\n');
    plain.collect()
}
