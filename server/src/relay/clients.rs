//! The two kinds of outgoing connection: to a name whose addresses are all public, or to a host the operator named.
//! Forms, flows, webhooks, large models, the import of web pages and single sign-on use them; the server opens no other
//! outgoing HTTP connection.

use super::NotAllowed;
use super::address::{Guarded, Lookup, NotPublic};
use crate::settings::Relay as RelaySettings;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Url};
use std::sync::{Arc, OnceLock};

/// Whether a request failed because its host's name has an address that is not public.
pub(crate) fn is_not_public(error: &reqwest::Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<NotPublic>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Whether a host is a name that may have public addresses. A name of this machine has none, and a dot at the end is
/// another spelling of the same name.
pub(crate) fn may_be_public(host: &str) -> bool {
    let own = ["localhost", "localhost.localdomain"];
    !own.contains(&host) && !host.ends_with(".localhost") && !host.ends_with('.')
}

/// The kind of connection a request uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    /// To a name whose addresses are all public.
    Public,
    /// To a host the operator named.
    Private,
}

/// Both kinds of connection. Each has its own HTTP client, which is created on first use.
pub(crate) struct Clients {
    private_hosts: Vec<String>,
    lookup: Arc<dyn Lookup>,
    /// Adds the caller's own options to an HTTP client, such as its timeout.
    finish: fn(ClientBuilder) -> ClientBuilder,
    public: OnceLock<Option<Client>>,
    private: OnceLock<Option<Client>>,
}

impl Clients {
    /// Creates the connections for the operator's settings. `finish` adds options to each client.
    pub fn new(
        settings: &RelaySettings,
        lookup: Arc<dyn Lookup>,
        finish: fn(ClientBuilder) -> ClientBuilder,
    ) -> Self {
        Self {
            private_hosts: settings.hosts(),
            lookup,
            finish,
            public: OnceLock::new(),
            private: OnceLock::new(),
        }
    }

    /// Returns the parsed address and its kind: one of the operator's hosts, or https to a name on the tenant's list.
    ///
    /// # Errors
    /// The address is neither.
    pub fn target(
        &self,
        text: &str,
        tenants_hosts: &[Box<str>],
    ) -> Result<(Url, Network), NotAllowed> {
        let plain = |c: char| !c.is_control() && !c.is_whitespace() && c != '\\';
        if !text.chars().all(plain) {
            return Err(NotAllowed);
        }
        let mut url = Url::parse(text).map_err(|_| NotAllowed)?;
        url.set_fragment(None);
        let names_somebody = !url.username().is_empty() || url.password().is_some();
        if names_somebody || !matches!(url.scheme(), "http" | "https") {
            return Err(NotAllowed);
        }
        let host = url.host_str().ok_or(NotAllowed)?;
        let port = url.port_or_known_default().ok_or(NotAllowed)?;
        if self.private_hosts.contains(&format!("{host}:{port}")) {
            return Ok((url, Network::Private));
        }
        // The parser normalises every spelling of an IP address, so such a host is never taken for a name.
        let is_listed = tenants_hosts.iter().any(|listed| **listed == *host);
        let is_name = matches!(url.domain(), Some(name) if name == host);
        if url.scheme() == "https" && port == 443 && is_listed && is_name {
            Ok((url, Network::Public))
        } else {
            Err(NotAllowed)
        }
    }

    /// Returns the client of this kind, or none if the machine has no usable TLS.
    pub fn client(&self, network: Network) -> Option<&Client> {
        let slot = match network {
            Network::Public => &self.public,
            Network::Private => &self.private,
        };
        let make = || (self.finish)(self.guarded(network)).build().ok();
        slot.get_or_init(make).as_ref()
    }

    /// Builds a client without proxy, redirects or reused connections. The public one uses only checked addresses.
    fn guarded(&self, network: Network) -> ClientBuilder {
        // Fails if another part of the program has installed a provider, which serves as well.
        drop(rustls::crypto::ring::default_provider().install_default());
        let builder = Client::builder()
            .redirect(Policy::none())
            .no_proxy()
            .pool_max_idle_per_host(0);
        match network {
            Network::Public => builder
                .https_only(true)
                .dns_resolver(Arc::new(Guarded(Arc::clone(&self.lookup)))),
            Network::Private => builder,
        }
    }
}
