//! One request to a push service (RFC 8030), guarded like forms and webhooks are (`relay`). The content is encrypted for
//! the browser (RFC 8291): the push service learns only that something happened.

use super::devices::Device;
use super::key::PushKey;
use crate::relay::SystemLookup;
use crate::relay::clients::{Clients, Network, may_be_public};
use crate::settings::Relay as RelaySettings;
use actors_core::time::Timestamp;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, USER_AGENT};
use std::sync::Arc;
use std::time::Duration;
use web_push_native::{Auth, p256};

/// How long a request may take.
const TIME_MAX: Duration = Duration::from_secs(10);

/// How long a push service keeps a notification for a browser that is off, in seconds.
const KEPT_SECONDS: u32 = 60 * 60;

/// The longest endpoint, in bytes.
const ENDPOINT_BYTES_MAX: usize = 2_000;

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The push service took it.
    Delivered,
    /// The browser is subscribed no longer (404, 410).
    Gone,
    /// It is worth another try: 429, 5xx, or no answer.
    Later(Option<u16>),
    /// It is not.
    Never(Option<u16>),
}

/// Why a subscription is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The endpoint is no address that this server may call.
    Endpoint,
    /// The public key is none.
    Key,
    /// The secret has not 16 bytes.
    Secret,
}

/// Sends to push services.
pub struct PushService {
    clients: Clients,
}

impl PushService {
    /// Follows the operator's settings of outgoing connections.
    pub fn new(settings: &RelaySettings, lookup: Arc<SystemLookup>) -> Self {
        let clients = Clients::new(settings, lookup, |client| client.timeout(TIME_MAX));
        Self { clients }
    }

    /// Checks what a browser says of its subscription.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, endpoint: &str, key: &str, secret: &str) -> Result<(), Wrong> {
        let target = self.target(endpoint).ok_or(Wrong::Endpoint)?;
        let is_theirs = target.1 == Network::Private;
        let is_fit = is_theirs || target.0.host_str().is_some_and(may_be_public);
        if endpoint.len() > ENDPOINT_BYTES_MAX || !is_fit {
            return Err(Wrong::Endpoint);
        }
        public_key(key).ok_or(Wrong::Key)?;
        auth(secret).ok_or(Wrong::Secret)?;
        Ok(())
    }

    /// Sends a notification to a browser.
    pub async fn send(
        &self,
        key: &PushKey,
        device: &Device,
        payload: &[u8],
        now: Timestamp,
    ) -> Outcome {
        let Some((url, network)) = self.target(&device.endpoint) else {
            return Outcome::Never(None);
        };
        let (Some(public), Some(secret)) = (public_key(&device.p256dh), auth(&device.auth)) else {
            return Outcome::Never(None);
        };
        let Ok(body) = web_push_native::encrypt(payload.to_vec(), &public, &secret) else {
            return Outcome::Never(None);
        };
        let Some(client) = self.clients.client(network) else {
            return Outcome::Later(None);
        };
        let origin = url.origin().ascii_serialization();
        let request = client
            .post(url)
            .header(
                AUTHORIZATION,
                key.authorization(&origin, &device.origin, now),
            )
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header(USER_AGENT, concat!("Frontdesk/", env!("CARGO_PKG_VERSION")))
            .header("TTL", KEPT_SECONDS)
            .header("Urgency", "high")
            .body(body);
        match request.send().await {
            Ok(answer) => outcome(answer.status().as_u16()),
            Err(_) => Outcome::Later(None),
        }
    }

    fn target(&self, endpoint: &str) -> Option<(Url, Network)> {
        let host: Box<str> = Url::parse(endpoint).ok()?.host_str()?.into();
        self.clients.target(endpoint, &[host]).ok()
    }
}

fn outcome(status: u16) -> Outcome {
    match status {
        200..=299 => Outcome::Delivered,
        404 | 410 => Outcome::Gone,
        408 | 429 | 500..=599 => Outcome::Later(Some(status)),
        _ => Outcome::Never(Some(status)),
    }
}

fn public_key(text: &str) -> Option<p256::PublicKey> {
    p256::PublicKey::from_sec1_bytes(&decoded(text)?).ok()
}

fn auth(text: &str) -> Option<Auth> {
    let bytes = decoded(text).filter(|bytes| bytes.len() == 16)?;
    Some(Auth::clone_from_slice(&bytes))
}

/// Browsers write base64url without padding; some libraries add it.
fn decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
