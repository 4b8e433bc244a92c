//! Sign-ins in the store: one document by the token's hash, and one by the agent for their list.

use super::{Reach, SignIn, SignedIn};
use crate::store::pick_documents;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde::{Deserialize, Serialize};

/// Number of sign-ins read or removed at a time.
const AT_ONCE: usize = 500;

/// What the store keeps by the token's hash.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    tenant: TenantId,
    agent: AgentId,
    until: Timestamp,
    #[serde(default)]
    reach: Reach,
}

impl From<&SignedIn> for Kept {
    fn from(signed_in: &SignedIn) -> Self {
        Self {
            tenant: signed_in.tenant.clone(),
            agent: signed_in.agent.clone(),
            until: signed_in.until,
            reach: signed_in.reach,
        }
    }
}

impl Kept {
    pub(super) fn signed_in(self, hash: [u8; 32]) -> SignedIn {
        SignedIn {
            tenant: self.tenant,
            agent: self.agent,
            hash,
            reach: self.reach,
            until: self.until,
        }
    }
}

/// The key of a sign-in in the agent's list. `name` is the token's hash in hex.
pub(super) fn list_key(tenant: &TenantId, agent: &AgentId, name: &str) -> String {
    format!("{tenant}/{agent}/{name}")
}

/// An agent's sign-ins by the hash of their tokens, expired ones included.
///
/// # Errors
/// The store's.
pub fn sign_ins(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<(String, SignIn)>, StoreError> {
    let prefix = list_key(tenant, agent, "");
    let all = store.documents(DocumentKind::SignIn, &prefix)?.into_iter();
    let read = |(key, json): (String, Vec<u8>)| {
        let sign_in = serde_json::from_slice(&json).ok()?;
        Some((key.strip_prefix(&prefix)?.to_owned(), sign_in))
    };
    Ok(all.filter_map(read).collect())
}

/// The names of the oldest sign-ins, so many that `left` stay.
pub(super) fn oldest(mut all: Vec<(String, SignIn)>, left: usize) -> Vec<String> {
    all.sort_by_key(|(_, sign_in)| std::cmp::Reverse(sign_in.at));
    let ended = all.into_iter().skip(left);
    ended.map(|(name, _)| name).collect()
}

/// The changes that end a sign-in.
pub fn forgetting(tenant: &TenantId, agent: &AgentId, name: &str) -> [DocumentChange; 2] {
    [
        DocumentChange::delete(DocumentKind::AgentToken, name.to_owned()),
        DocumentChange::delete(DocumentKind::SignIn, list_key(tenant, agent, name)),
    ]
}

/// Removes expired sign-ins from the store and returns how many there were. Nothing else removes a token that is never
/// shown again. Reads all sign-ins: call it rarely, on a blocking pool.
///
/// # Errors
/// The store's.
pub fn remove_ended(store: &dyn Store, now: Timestamp) -> Result<usize, StoreError> {
    let ended = kept_where(store, |kept| kept.until <= now)?;
    let changes: Vec<_> = ended.iter().flat_map(KeptSignIn::forgetting).collect();
    for few in changes.chunks(AT_ONCE) {
        store.change_documents(few)?;
    }
    Ok(ended.len())
}

/// The changes that end all sign-ins of an agent, except the one of this name. Reads all sign-ins: call it rarely, on a
/// blocking pool.
///
/// # Errors
/// The store's.
pub fn kept_of(
    store: &dyn Store,
    (tenant, agent): (&TenantId, &AgentId),
    spared: Option<&str>,
) -> Result<Vec<DocumentChange>, StoreError> {
    let all = kept_where(store, |kept| kept.tenant == *tenant && kept.agent == *agent)?;
    let others = all.iter().filter(|one| Some(one.name.as_str()) != spared);
    Ok(others.flat_map(KeptSignIn::forgetting).collect())
}

/// A sign-in by its name.
struct KeptSignIn {
    name: String,
    kept: Kept,
}

impl KeptSignIn {
    fn forgetting(&self) -> [DocumentChange; 2] {
        forgetting(&self.kept.tenant, &self.kept.agent, &self.name)
    }
}

/// Returns the sign-ins that fit.
fn kept_where(
    store: &dyn Store,
    fits: impl Fn(&Kept) -> bool,
) -> Result<Vec<KeptSignIn>, StoreError> {
    pick_documents(store, (DocumentKind::AgentToken, ""), |name, json| {
        let kept = serde_json::from_slice::<Kept>(json).ok();
        let kept = kept.filter(|kept| fits(kept))?;
        let name = name.to_owned();
        Some(KeptSignIn { name, kept })
    })
}
