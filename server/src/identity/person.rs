//! Visitors who are one person, because the shop vouches for the same name (Protocol, 'Visitor identity').
//!
//! The link is computed from the names and the secrets of the tenant's channels. Nothing is stored or moved: each
//! visitor keeps their own log, so a secret that leaked and was replaced links nobody any more.

use crate::blocking::block;
use crate::catalogue::TenantSettings;
use crate::error::ApiError;
use crate::state::State;
use crate::vouching::Vouching;
use actors_core::ids::{VisitorId, VisitorKey, Voucher};
use actors_core::session::restore::Head;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the shop's own name of a visitor; none if no channel has the secret that vouched for it any more.
pub fn vouched_name(settings: &TenantSettings, key: &VisitorKey, by: Voucher) -> Option<String> {
    let secrets = settings.channels.iter();
    let mut vouching = secrets
        .filter_map(|channel| channel.identity_secret.as_ref())
        .map(|secret| Vouching::new(&key.tenant, secret));
    let vouching = vouching.find(|one| one.voucher() == by)?;
    Some(vouching.original(key.visitor.as_str()).to_owned())
}

/// A person: a visitor, and the others with the same verified name.
pub struct Person {
    /// The shop's own name; `None` if the shop does not vouch for the visitor.
    pub identity: Option<String>,
    /// The other visitors of the person, with their heads.
    pub others: Vec<(VisitorKey, Head)>,
}

impl Person {
    /// The visitor and the others.
    pub fn all(&self, visitor: &VisitorKey) -> Vec<VisitorKey> {
        let others = self.others.iter().map(|(key, _)| key.clone());
        std::iter::once(visitor.clone()).chain(others).collect()
    }
}

/// Finds the person of a visitor.
///
/// # Errors
/// 503 if the store cannot be read.
pub async fn of(state: &State, visitor: &VisitorKey) -> Result<Person, ApiError> {
    let (store, whose) = (Arc::clone(state.office.store()), visitor.clone());
    let settings = state.catalogue.tenant(&visitor.tenant);
    block(move || {
        let nobody = Person {
            identity: None,
            others: Vec::new(),
        };
        let vouched = store.head(&whose)?.and_then(|head| head.vouched);
        let Some((settings, by)) = settings.zip(vouched) else {
            return Ok(nobody);
        };
        let Some(identity) = vouched_name(&settings, &whose, by) else {
            return Ok(nobody);
        };
        let mut others = Vec::new();
        for (name, vouchers) in candidates(&settings, &whose, &identity) {
            let key = VisitorKey {
                tenant: whose.tenant.clone(),
                visitor: name,
            };
            if key == whose {
                continue;
            }
            let head = store.head(&key)?;
            // A name that somebody else took without a proof is not this person.
            let is_theirs = |head: &Head| head.vouched.is_some_and(|by| vouchers.contains(&by));
            if let Some(head) = head.filter(is_theirs) {
                others.push((key, head));
            }
        }
        Ok(Person {
            identity: Some(identity),
            others,
        })
    })
    .await
}

/// The names under which a person may be known, each with the secrets that may have vouched for it.
fn candidates(
    settings: &TenantSettings,
    key: &VisitorKey,
    identity: &str,
) -> BTreeMap<VisitorId, Vec<Voucher>> {
    let mut names: BTreeMap<VisitorId, Vec<Voucher>> = BTreeMap::new();
    let secrets = settings.channels.iter();
    for secret in secrets.filter_map(|channel| channel.identity_secret.as_ref()) {
        let vouching = Vouching::new(&key.tenant, secret);
        let beside = vouching.name_beside(identity);
        for name in [VisitorId::from(identity), VisitorId::from(beside)] {
            names.entry(name).or_default().push(vouching.voucher());
        }
    }
    names
}
