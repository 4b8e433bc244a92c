//! Signing in at a provider of OpenID Connect (Protocol, 'Single sign-on').
//!
//! ```text
//! begin ──► provider's page ──► return page ──finish──► code for token ──► claims ──► account ──► agent's token
//! ```
//!
//! - [`provider`]: what a provider says of itself, and what it proves. [`waiting`]: sign-ins that have begun.
//! - [`person`]: what the claims say of somebody. [`link`]: whose account a person has.
//! - [`trouble`]: everything that can go wrong, with what to do.
//!
//! The account is found, made and changed in `tenants::admin::change::sign_on`.

pub mod link;
pub mod person;
pub mod provider;
pub mod trouble;
pub mod waiting;

use crate::error::ApiError;
use crate::fixtures::findings::Findings;
use crate::fixtures::sign_on::{SignOn, WrittenSignOn};
use crate::relay::address::SystemLookup;
use crate::settings::Relay as RelaySettings;
use actors_core::ids::{AgentId, TenantId};
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use provider::Providers;
use std::sync::Arc;
use waiting::Waiting;

/// What the refusal of a password says where single sign-on is the only way in.
pub const ONLY: &str =
    "this shop signs in by single sign-on only: use its button on the sign-in page";

/// Single sign-on of all tenants.
pub struct SignOns {
    /// The providers.
    pub providers: Providers,
    /// Sign-ins that have begun.
    pub waiting: Waiting,
}

impl SignOns {
    /// Creates it for the operator's settings.
    pub fn new(settings: &RelaySettings) -> Self {
        Self {
            providers: Providers::new(settings, Arc::new(SystemLookup)),
            waiting: Waiting::default(),
        }
    }
}

/// A tenant's setting; none if it was never written.
///
/// # Errors
/// The store's.
pub fn setting(store: &dyn Store, tenant: &TenantId) -> Result<Option<SignOn>, StoreError> {
    let json = store.document(DocumentKind::SignOn, tenant.as_str())?;
    let written = json.and_then(|json| serde_json::from_slice::<WrittenSignOn>(&json).ok());
    Ok(written.map(|written| written.read(&mut Findings::default())))
}

/// Checks that an agent may sign in by a password.
///
/// # Errors
/// 401 if the tenant has single sign-on as the only way in, and the agent is not the one who keeps a password.
pub fn permit_password(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<(), ApiError> {
    let setting = setting(store, tenant)?;
    match setting.is_some_and(|setting| setting.refuses_password_of(agent)) {
        true => Err(ApiError::sign_in_needs("signOn", ONLY)),
        false => Ok(()),
    }
}
