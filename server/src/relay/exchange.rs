//! Small calls to an address that an administrator names, such as a provider of OpenID Connect.
//!
//! The relay's rules hold for the address: https on port 443 to a name whose addresses are all public, or a host that
//! the operator named. No redirects. Limits: 10 s a call, 512 KiB of the answer.

use super::address::Lookup;
use super::clients::{Clients, Network, is_not_public};
use crate::settings::Relay as RelaySettings;
use openidconnect::http::{Request, Response};
use reqwest::Url;
use std::sync::Arc;
use std::time::Duration;

/// How long a call may take (Protocol, 'Single sign-on').
const TIME_MAX: Duration = Duration::from_secs(10);

/// The largest answer, in bytes (Protocol, 'Single sign-on').
const ANSWER_BYTES_MAX: usize = 512 * 1024;

/// Makes the calls.
pub struct Exchange {
    clients: Clients,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The address is not one that the server may call.
    #[error("the address is not public https, and no host that the operator allows")]
    Refused,
    /// The name leads to a private network.
    #[error("the name leads to a private network")]
    Private,
    /// The name is unknown, or the connection failed.
    #[error("cannot be reached")]
    NotReached,
    /// The answer took too long.
    #[error("did not answer within 10 seconds")]
    TooSlow,
    /// The answer is too large.
    #[error("answered with more than 512 KiB")]
    TooLarge,
}

impl Exchange {
    /// Creates the connection. The hosts the operator named for the relay are allowed too.
    pub fn new(settings: &RelaySettings, lookup: Arc<dyn Lookup>) -> Self {
        let clients = Clients::new(settings, lookup, |client| client.timeout(TIME_MAX));
        Self { clients }
    }

    /// Whether the server may call this address. Its name is looked up only when it is called.
    pub fn permits(&self, address: &str) -> bool {
        self.target(address).is_ok()
    }

    fn target(&self, address: &str) -> Result<(Url, Network), NoAnswer> {
        let host = Url::parse(address).ok();
        let host = host.and_then(|url| url.host_str().map(Box::from));
        // The address's own host counts as listed, so only its addresses decide.
        let permitted = self
            .clients
            .target(address, &[host.ok_or(NoAnswer::Refused)?]);
        permitted.map_err(|_| NoAnswer::Refused)
    }

    /// Makes a call.
    ///
    /// # Errors
    /// The reason why there is no answer. A refusal by status is an answer.
    pub async fn call(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, NoAnswer> {
        let (parts, body) = request.into_parts();
        let (url, network) = self.target(&parts.uri.to_string())?;
        let client = self.clients.client(network).ok_or(NoAnswer::NotReached)?;
        let request = client.request(parts.method, url).headers(parts.headers);
        let sent = async {
            let failed = |error: reqwest::Error| no_answer(&error);
            let mut answer = request.body(body).send().await.map_err(failed)?;
            let mut bytes = Vec::new();
            while let Some(chunk) = answer.chunk().await.map_err(failed)? {
                if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
                    return Err(NoAnswer::TooLarge);
                }
                bytes.extend_from_slice(&chunk);
            }
            let mut response = Response::new(bytes);
            *response.status_mut() = answer.status();
            *response.headers_mut() = answer.headers().clone();
            Ok(response)
        };
        tokio::time::timeout(TIME_MAX, sent)
            .await
            .unwrap_or(Err(NoAnswer::TooSlow))
    }
}

fn no_answer(error: &reqwest::Error) -> NoAnswer {
    match (is_not_public(error), error.is_timeout()) {
        (true, _) => NoAnswer::Private,
        (false, true) => NoAnswer::TooSlow,
        (false, false) => NoAnswer::NotReached,
    }
}
