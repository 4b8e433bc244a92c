//! The operator's installation: the proof that it is theirs, and the calls to it.

use std::path::Path;
use std::time::{Duration, Instant};

use actors_core::time::{Span, Timestamp};
use anyhow::{Context, Result, bail};
use reqwest::header::{LOCATION, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, StatusCode, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, value::RawValue};
use server::rehearsal::{HEADER, PATH, RehearsalKey};
use server::routes::rehearsal::ProofResponse;
use server::secrets;

/// An ordinary call gets an answer within this time, or counts as failed.
pub const CALL_TIME_MAX: Duration = Duration::from_secs(30);
/// Time of a held poll: 25 s (Protocol, 'Polling'), and some for the way.
pub const POLL_TIME_MAX: Duration = Duration::from_secs(40);

/// Why a call failed. Failures are counted by this text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// `503`, `timeout`, `no connection` …
    pub kind: String,
    /// How long the server asks to wait.
    pub retry_after: Option<Duration>,
}

impl Failure {
    /// A failure that has no status.
    pub fn of(kind: impl Into<String>) -> Self {
        Self {
            status: None,
            kind: kind.into(),
            retry_after: None,
        }
    }

    /// Whether the same call may work later: the server is busy or away.
    pub fn may_pass(&self) -> bool {
        self.status
            .is_none_or(|status| status == 429 || status >= 500)
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        Self::of(if error.is_timeout() {
            "timeout"
        } else if error.is_connect() {
            "no connection"
        } else {
            "connection lost"
        })
    }
}

/// A proven installation.
pub struct Host {
    client: Client,
    base: Url,
    key: RehearsalKey,
    /// The server's time at an instant of this machine, for passes.
    clock: (Timestamp, Instant),
}

#[derive(Deserialize)]
struct Envelope<'a, T> {
    data: Option<T>,
    #[serde(borrow)]
    message: &'a RawValue,
}

impl Host {
    /// Connects, and lets the host prove that it has the key. No other request is made before.
    ///
    /// # Errors
    /// The address is not https or loopback, the host cannot be reached, or it does not prove the key. The error says
    /// what to do.
    pub async fn prove(address: &str, key: RehearsalKey, authority: Option<&Path>) -> Result<Self> {
        let base = base(address)?;
        let name = base.as_str().trim_end_matches('/');
        let client = client(authority)?;
        let nonce = secrets::random_name();
        let mut url = base.join(PATH)?;
        url.set_query(Some(&format!("nonce={nonce}")));
        let asked = client.get(url).timeout(CALL_TIME_MAX).send().await;
        let answer = asked.with_context(|| format!("reaching {name}"))?;
        let status = answer.status();
        if status.is_redirection() {
            let to = answer
                .headers()
                .get(LOCATION)
                .and_then(|to| to.to_str().ok());
            bail!(
                "{name} redirects to {}: name that address",
                to.unwrap_or("another address")
            );
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            bail!("{name} was asked for its proof too often: wait a minute and try again");
        }
        let proven = match status.is_success() {
            true => answer.json_of::<ProofResponse>().await,
            false => None,
        };
        let Some(ProofResponse { time, proof }) = proven else {
            bail!(
                "{name} has no rehearsal key (its answer to GET {PATH} is {}). If it is your installation: set \
                 `rehearsal.key` there to the text of your key (FRONTDESK_REHEARSAL__KEY, 32 characters or more), and \
                 restart it. A proxy in front must let {PATH} through",
                status.as_u16()
            );
        };
        let time = Timestamp::from_millis(time);
        if !key.proves(&nonce, time, &proof) {
            bail!(
                "{name} has another rehearsal key: give this tool the key that is set there as `rehearsal.key`"
            );
        }
        Ok(Self {
            client,
            base,
            key,
            clock: (time, Instant::now()),
        })
    }

    /// Its address.
    pub fn address(&self) -> &str {
        self.base.as_str().trim_end_matches('/')
    }

    /// Makes a call, which takes this long at the most.
    ///
    /// # Errors
    /// There is no answer, or it is not 200.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        token: &str,
        body: &Value,
        time_max: Duration,
    ) -> Result<T, Failure> {
        let url = self
            .base
            .join(path)
            .map_err(|_| Failure::of("wrong path"))?;
        let mut request = self
            .client
            .post(url)
            .timeout(time_max)
            .header("content-type", "application/json")
            .body(body.to_string());
        request = match token {
            // Only calls without a token are counted against the address.
            "" => request.header(HEADER, self.pass()),
            token => request.bearer_auth(token),
        };
        let answer = request.send().await?;
        let status = answer.status();
        let retry_after = answer.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|after| after.to_str().ok()?.parse().ok());
        let bytes = answer.bytes().await?;
        let envelope: Option<Envelope<'_, T>> = serde_json::from_slice(&bytes).ok();
        match envelope {
            Some(Envelope {
                data: Some(data), ..
            }) if status == StatusCode::OK => Ok(data),
            _ if status == StatusCode::OK => Err(Failure::of("unreadable answer")),
            refused => Err(Failure {
                status: Some(status.as_u16()),
                kind: match refused {
                    Some(refused) => {
                        format!(
                            "{} {}",
                            status.as_u16(),
                            refused.message.get().trim_matches('"')
                        )
                    }
                    None => status.as_u16().to_string(),
                },
                retry_after: retry_after.map(Duration::from_secs),
            }),
        }
    }

    fn pass(&self) -> String {
        let (time, at) = self.clock;
        let passed = u64::try_from(at.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.key.pass(time + Span::from_millis(passed))
    }
}

/// Reads a text from an address that the operator named, such as the metrics.
///
/// # Errors
/// It does not answer with 200.
pub async fn text(address: &str, authority: Option<&Path>) -> Result<String> {
    let url = Url::parse(address).with_context(|| format!("reading the address {address}"))?;
    let asked = client(authority)?.get(url).timeout(CALL_TIME_MAX).send();
    let answer = asked.await.with_context(|| format!("reaching {address}"))?;
    if !answer.status().is_success() {
        bail!("{address} answers {}", answer.status().as_u16());
    }
    answer
        .text()
        .await
        .with_context(|| format!("reading {address}"))
}

/// The address of an installation: https, or http on this machine.
fn base(address: &str) -> Result<Url> {
    let url = Url::parse(address)
        .with_context(|| format!("reading the address {address}: write https://HOST"))?;
    let host = url.host_str().unwrap_or_default();
    let is_here = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    match url.scheme() {
        "https" => {}
        "http" if is_here => {}
        _ => bail!("{address}: write https://HOST; http is for this machine alone"),
    }
    if url.path() != "/" || url.query().is_some() || !url.username().is_empty() {
        bail!("{address}: write only https://HOST, without a path");
    }
    Ok(url)
}

fn client(authority: Option<&Path>) -> Result<Client> {
    crate::provide_tls();
    let mut builder = Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .user_agent("frontdesk-bench (rehearsal)")
        .pool_max_idle_per_host(usize::MAX);
    if let Some(path) = authority {
        let pem = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let certificates = Certificate::from_pem_bundle(&pem)
            .with_context(|| format!("reading certificates in {}", path.display()))?;
        builder = builder.tls_certs_merge(certificates);
    }
    builder.build().context("preparing HTTP")
}

/// Reads JSON without the optional part of reqwest.
trait JsonOf {
    async fn json_of<T: DeserializeOwned>(self) -> Option<T>;
}

impl JsonOf for reqwest::Response {
    async fn json_of<T: DeserializeOwned>(self) -> Option<T> {
        serde_json::from_slice(&self.bytes().await.ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn only_https_and_this_machine_are_targets() {
        for right in [
            "https://shop.example",
            "https://shop.example:8443/",
            "http://127.0.0.1:8080",
            "http://localhost:8080",
            "http://[::1]:8080",
        ] {
            base(right).unwrap();
        }
        for wrong in [
            "shop.example",
            "http://shop.example",
            "http://127.0.0.1.shop.example",
            "https://shop.example/chat",
            "https://ann@shop.example",
            "ftp://shop.example",
        ] {
            base(wrong).unwrap_err();
        }
    }
}
