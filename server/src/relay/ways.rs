//! The two ways out of the server: to a name whose addresses are all public, or to a host the operator named. Forms,
//! flows and large models go by them; nothing else goes out.

use super::NotAllowed;
use super::address::{Guarded, Lookup};
use crate::settings::Relay as RelaySettings;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Url};
use std::sync::{Arc, OnceLock};

/// Which of the two ways a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To a name whose addresses are all public.
    Public,
    /// To a host the operator named.
    Private,
}

/// Both ways, each with a client of its own that is made when it is first needed.
pub(crate) struct Ways {
    private_hosts: Vec<String>,
    lookup: Arc<dyn Lookup>,
    /// What a client has beside what all have.
    finish: fn(ClientBuilder) -> ClientBuilder,
    public: OnceLock<Option<Client>>,
    private: OnceLock<Option<Client>>,
}

impl Ways {
    /// The ways the operator allows, by clients that `finish` has made ready.
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

    /// The way to an address: one of the operator's hosts, or https to a name on the tenant's list.
    ///
    /// # Errors
    /// There is none.
    pub fn to(&self, text: &str, tenants_hosts: &[Box<str>]) -> Result<(Url, Way), NotAllowed> {
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
            return Ok((url, Way::Private));
        }
        // The parser has turned every spelling of an address into numbers; a listed host is a name.
        let is_listed = tenants_hosts.iter().any(|listed| **listed == *host);
        let is_name = matches!(url.domain(), Some(name) if name == host);
        if url.scheme() == "https" && port == 443 && is_listed && is_name {
            Ok((url, Way::Public))
        } else {
            Err(NotAllowed)
        }
    }

    /// Who goes this way; nobody where there is no TLS on this machine.
    pub fn client(&self, way: Way) -> Option<&Client> {
        let slot = match way {
            Way::Public => &self.public,
            Way::Private => &self.private,
        };
        let make = || (self.finish)(self.guarded(way)).build().ok();
        slot.get_or_init(make).as_ref()
    }

    /// No proxy, no redirects, no connection used twice; the public one goes only to addresses that were checked.
    fn guarded(&self, way: Way) -> ClientBuilder {
        // Fails where another part of the program was first, which is as good.
        drop(rustls::crypto::ring::default_provider().install_default());
        let builder = Client::builder()
            .redirect(Policy::none())
            .no_proxy()
            .pool_max_idle_per_host(0);
        match way {
            Way::Public => builder
                .https_only(true)
                .dns_resolver(Arc::new(Guarded(Arc::clone(&self.lookup)))),
            Way::Private => builder,
        }
    }
}
