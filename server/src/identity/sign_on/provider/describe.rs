//! What a provider says of itself: its pages and its public keys. Memory holds it for an hour. A token with an unknown
//! key makes the server read the keys again, at most once a minute.

use super::Providers;
use crate::fixtures::sign_on::SignOn;
use crate::identity::sign_on::trouble::Trouble;
use crate::relay::exchange::{Exchange, NoAnswer};
use actors_core::ids::TenantId;
use actors_core::time::{Span, Timestamp};
use openidconnect::core::{CoreClientAuthMethod, CoreJsonWebKey};
use openidconnect::{
    DiscoveryError, EndSessionUrl, IssuerUrl, JsonWebKeySet, ProviderMetadataWithLogout,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How long a description is used.
const VALID_FOR: Span = Span::from_minutes(60);

/// How long keys are used at least, whatever a token says.
const KEYS_KEPT: Span = Span::from_minutes(1);

/// The largest number of descriptions in memory: one a tenant.
const KNOWN_MAX: usize = 10_000;

/// A provider's description.
pub struct Description {
    /// What it says.
    pub metadata: ProviderMetadataWithLogout,
    is_private: bool,
    read_at: Timestamp,
    keys_at: Timestamp,
}

/// The part of a description that could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its pages.
    Pages,
    /// Its keys.
    Keys,
}

impl Description {
    /// Whether the client's secret is sent in the body: the standard way is a header.
    pub fn wants_secret_in_body(&self) -> bool {
        let methods = self.metadata.token_endpoint_auth_methods_supported();
        methods.is_some_and(|methods| {
            !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
                && methods.contains(&CoreClientAuthMethod::ClientSecretPost)
        })
    }

    /// The page for signing out, if there is one that a browser may be sent to.
    pub fn sign_out_page(&self) -> Option<EndSessionUrl> {
        let page = &self.metadata.additional_metadata().end_session_endpoint;
        let page = page.clone()?;
        self.may_be_opened(page.url().scheme()).then_some(page)
    }

    fn may_be_opened(&self, scheme: &str) -> bool {
        scheme == "https" || (self.is_private && scheme == "http")
    }
}

impl Providers {
    /// The description of a tenant's provider, from memory if it is new enough.
    pub(super) async fn described(
        &self,
        tenant: &TenantId,
        setting: &SignOn,
        now: Timestamp,
    ) -> Result<Arc<Description>, Trouble> {
        let known = self.known.get(tenant).map(|known| Arc::clone(&known));
        let known = known.filter(|known| {
            known.metadata.issuer().as_str() == setting.issuer && now < known.read_at + VALID_FOR
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let read = describe(&self.exchange, &setting.issuer, now).await;
        let read = Arc::new(read.map_err(|(_, trouble)| trouble)?);
        if self.known.len() >= KNOWN_MAX {
            self.known.clear();
        }
        self.known.insert(tenant.clone(), Arc::clone(&read));
        Ok(read)
    }

    /// The description with the keys of this moment; none if they were read just before.
    pub(super) async fn with_new_keys(
        &self,
        tenant: &TenantId,
        known: &Description,
        now: Timestamp,
    ) -> Result<Option<Arc<Description>>, Trouble> {
        if now < known.keys_at + KEYS_KEPT {
            return Ok(None);
        }
        let http = |request| self.exchange.call(request);
        let keys = JsonWebKeySet::fetch_async(known.metadata.jwks_uri(), &http).await;
        let keys: JsonWebKeySet<CoreJsonWebKey> = keys.map_err(|error| told(&error))?;
        let newer = Arc::new(Description {
            metadata: known.metadata.clone().set_jwks(keys),
            is_private: known.is_private,
            read_at: known.read_at,
            keys_at: now,
        });
        self.known.insert(tenant.clone(), Arc::clone(&newer));
        Ok(Some(newer))
    }
}

/// Reads a provider's description and its keys.
pub(super) async fn describe(
    exchange: &Exchange,
    issuer: &str,
    now: Timestamp,
) -> Result<Description, (Part, Trouble)> {
    let calls = AtomicUsize::new(0);
    let http = |request| {
        calls.fetch_add(1, Ordering::Relaxed);
        exchange.call(request)
    };
    let pages = |trouble| (Part::Pages, trouble);
    let refused = pages(Trouble::Provider(NoAnswer::Refused));
    let address = IssuerUrl::new(issuer.to_owned()).map_err(|_| refused)?;
    let read = ProviderMetadataWithLogout::discover_async(address, &http).await;
    let metadata = read.map_err(|error| match calls.load(Ordering::Relaxed) {
        0 | 1 => pages(told(&error)),
        _ => (Part::Keys, told(&error)),
    })?;
    let described = Description {
        is_private: issuer.starts_with("http://"),
        metadata,
        read_at: now,
        keys_at: now,
    };
    let page = described.metadata.authorization_endpoint().url();
    if !described.may_be_opened(page.scheme()) || described.metadata.token_endpoint().is_none() {
        return Err(pages(Trouble::Endpoint));
    }
    if described.metadata.jwks().keys().is_empty() {
        return Err((Part::Keys, Trouble::NoKeys));
    }
    Ok(described)
}

fn told(error: &DiscoveryError<NoAnswer>) -> Trouble {
    match error {
        DiscoveryError::Request(no) => Trouble::Provider(*no),
        // A page of HTML, for example.
        DiscoveryError::Response(status, ..) if status.is_success() => Trouble::NoDocument,
        DiscoveryError::Response(..) => Trouble::Status,
        DiscoveryError::Validation(_) => Trouble::OtherIssuer,
        DiscoveryError::UrlParse(_) => Trouble::Provider(NoAnswer::Refused),
        _ => Trouble::NoDocument,
    }
}
