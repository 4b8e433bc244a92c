//! Fetches a web page that an administrator names (Protocol, 'Other calls', `docs/readPage`).
//!
//! The relay's rules hold for the address and for every redirect: https on port 443 to a name whose addresses are all
//! public, or a host that the operator named. Limits: 10 s altogether, 5 redirects, 2 MiB, HTML alone.

use super::address::{Lookup, NotPublic};
use super::clients::{Clients, Network};
use crate::settings::Relay as RelaySettings;
use reqwest::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::{Response, StatusCode, Url};
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

/// How long fetching a page may take, redirects included (Protocol, 'Other calls').
const TIME_MAX: Duration = Duration::from_secs(10);

/// The largest page, in bytes (Protocol, 'Other calls').
const PAGE_BYTES_MAX: usize = 2 << 20;

/// The most redirects that are followed (Protocol, 'Other calls').
const REDIRECTS_MAX: usize = 5;

/// The longest address, in characters.
pub const ADDRESS_CHARS_MAX: usize = 2_000;

/// Fetches web pages.
pub struct Pages {
    clients: Clients,
}

/// A fetched page.
#[derive(Debug)]
pub struct Fetched {
    /// The address after all redirects.
    pub address: Url,
    /// The charset that the server named, if any.
    pub charset: Option<String>,
    /// The bytes as they came.
    pub html: Vec<u8>,
}

/// Why there is no page, as a sentence for the administrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPage {
    /// The address is not one that the server may fetch.
    #[error("must be a public page with https://, without port and password")]
    Refused,
    /// The name leads to a private network.
    #[error("leads to a private network, which is not allowed")]
    Private,
    /// The name is unknown, or the connection failed.
    #[error("cannot be reached; check the spelling and whether the page opens in a browser")]
    NotReached,
    /// The page took too long.
    #[error("did not answer within 10 seconds; try again later")]
    TooSlow,
    /// 404 or 410.
    #[error("leads to a page that does not exist (404)")]
    NotFound,
    /// 401, 403 or 407.
    #[error("leads to a page that needs a sign-in or refuses programs ({0})")]
    Closed(u16),
    /// Any other status than 200.
    #[error("leads to a page that cannot be read at the moment ({0})")]
    Status(u16),
    /// A redirect without end.
    #[error("redirects too often")]
    TooManyRedirects,
    /// The page is not HTML, or is compressed.
    #[error("leads to something that is not a web page; name a page of text (HTML)")]
    NotHtml,
    /// The page is too large.
    #[error("leads to a page of more than 2 MB")]
    TooLarge,
}

impl Pages {
    /// Creates the connection. The hosts the operator named for the relay are allowed too.
    pub fn new(settings: &RelaySettings, lookup: Arc<dyn Lookup>) -> Self {
        let clients = Clients::new(settings, lookup, |client| client.timeout(TIME_MAX));
        Self { clients }
    }

    /// Fetches the page at an address. Without a scheme the address counts as https.
    ///
    /// # Errors
    /// The reason why there is no page.
    pub async fn fetch(&self, address: &str) -> Result<Fetched, NoPage> {
        let address = address.trim();
        if address.is_empty() || address.chars().count() > ADDRESS_CHARS_MAX {
            return Err(NoPage::Refused);
        }
        let address = match address.contains("://") {
            true => address.to_owned(),
            false => format!("https://{address}"),
        };
        tokio::time::timeout(TIME_MAX, self.follow(address))
            .await
            .unwrap_or(Err(NoPage::TooSlow))
    }

    async fn follow(&self, mut address: String) -> Result<Fetched, NoPage> {
        for _ in 0..=REDIRECTS_MAX {
            let (url, answer) = self.ask(&address).await?;
            if !answer.status().is_redirection() {
                return read(url, answer).await;
            }
            let next = answer.headers().get(LOCATION);
            let next = next.and_then(|next| next.to_str().ok());
            let next = next.and_then(|next| url.join(next).ok());
            address = next
                .ok_or(NoPage::Status(answer.status().as_u16()))?
                .to_string();
        }
        Err(NoPage::TooManyRedirects)
    }

    /// Sends one request. The page's own host counts as listed, so only its addresses decide.
    async fn ask(&self, address: &str) -> Result<(Url, Response), NoPage> {
        let host = Url::parse(address).ok();
        let host = host.and_then(|url| url.host_str().map(Box::from));
        let permitted = self
            .clients
            .target(address, &[host.ok_or(NoPage::Refused)?]);
        let (url, network) = permitted.map_err(|_| NoPage::Refused)?;
        let client = self.clients.client(network).ok_or(NoPage::NotReached)?;
        let request = client.get(url.clone()).headers(headers());
        let answer = request
            .send()
            .await
            .map_err(|error| no_page(&error, network))?;
        Ok((url, answer))
    }
}

fn headers() -> HeaderMap {
    let fixed = |value: &'static str| reqwest::header::HeaderValue::from_static(value);
    HeaderMap::from_iter([
        (ACCEPT, fixed("text/html,application/xhtml+xml")),
        (reqwest::header::ACCEPT_ENCODING, fixed("identity")),
        (reqwest::header::USER_AGENT, fixed("Frontdesk page import")),
    ])
}

fn no_page(error: &reqwest::Error, network: Network) -> NoPage {
    let mut cause = error.source();
    while let Some(why) = cause {
        if network == Network::Public && why.is::<NotPublic>() {
            return NoPage::Private;
        }
        cause = why.source();
    }
    match error.is_timeout() {
        true => NoPage::TooSlow,
        false => NoPage::NotReached,
    }
}

async fn read(address: Url, mut answer: Response) -> Result<Fetched, NoPage> {
    check_status(answer.status())?;
    let kind = answer.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    let (media, rest) = kind.split_once(';').unwrap_or((&kind, ""));
    let is_html = matches!(media.trim(), "text/html" | "application/xhtml+xml");
    let is_plain = answer
        .headers()
        .get(CONTENT_ENCODING)
        .is_none_or(|coding| coding == "identity");
    if !is_html || !is_plain {
        return Err(NoPage::NotHtml);
    }
    let charset = rest
        .split(';')
        .find_map(|part| part.trim().strip_prefix("charset="));
    let charset = charset.map(|name| name.trim_matches('"').to_owned());
    let mut html = Vec::new();
    let cut = |error: reqwest::Error| no_page(&error, Network::Private);
    while let Some(chunk) = answer.chunk().await.map_err(cut)? {
        if html.len() + chunk.len() > PAGE_BYTES_MAX {
            return Err(NoPage::TooLarge);
        }
        html.extend_from_slice(&chunk);
    }
    Ok(Fetched {
        address,
        charset,
        html,
    })
}

fn check_status(status: StatusCode) -> Result<(), NoPage> {
    match status.as_u16() {
        200 => Ok(()),
        404 | 410 => Err(NoPage::NotFound),
        code @ (401 | 403 | 407) => Err(NoPage::Closed(code)),
        code => Err(NoPage::Status(code)),
    }
}
