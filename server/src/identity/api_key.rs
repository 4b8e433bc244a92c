//! API keys: with one, a shop's own server calls `/api/v1/` (Protocol, 'API keys'). The store keeps a key's hash, so a
//! reader of the store cannot use it. All keys are in memory, so a call with a wrong key or too many calls cost no read.

pub mod scope;
mod text;
mod usage;

pub use scope::Scope;
pub use text::{PREFIX, is_whole};

use crate::secrets;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
use usage::Usage;

/// The most keys of a tenant that can be used.
pub const LIVE_MAX: usize = 50;

/// The most keys of a tenant that are listed. Above it, the oldest key that cannot be used is forgotten.
pub const KEPT_MAX: usize = 200;

/// The longest name, in characters.
pub const NAME_CHARS_MAX: usize = 60;

/// A key, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// Its name, which visitors see beside its messages.
    pub name: String,
    /// What it may do. A name that this version does not know permits nothing.
    pub scopes: Vec<String>,
    /// The hash of its text, in hex.
    pub hash: String,
    /// The last characters of its text.
    pub hint: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Who made it.
    pub created_by: AgentId,
    /// It is valid before this time; `None` for no end.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// A key.
#[derive(Debug)]
pub struct ApiKey {
    /// Its id in the tenant.
    pub id: String,
    /// Whose it is.
    pub tenant: TenantId,
    /// What is stored of it.
    pub kept: Kept,
    /// The hash of its text.
    pub hash: [u8; 32],
    usage: Arc<Usage>,
}

/// A key that was just made. It is valid once `change` is committed and [`ApiKeys::hold`] has it.
pub struct Made {
    /// The text, shown this once.
    pub text: String,
    /// The key.
    pub key: ApiKey,
}

/// What a new key is to be.
pub struct NewKey {
    /// Its name.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it ends.
    pub expires_at: Option<Timestamp>,
}

impl ApiKey {
    /// Makes a key.
    pub fn make(tenant: &TenantId, by: &AgentId, new: NewKey, now: Timestamp) -> Made {
        let text = text::drawn();
        let hash = text::hash_of(&text);
        let kept = Kept {
            name: new.name,
            scopes: new
                .scopes
                .into_iter()
                .map(|one| one.name().to_owned())
                .collect(),
            hash: secrets::hex(&hash),
            hint: text[text.len() - 4..].to_owned(),
            created_at: now,
            created_by: by.clone(),
            expires_at: new.expires_at,
            revoked_at: None,
        };
        let key = Self {
            id: secrets::hex(&secrets::random::<8>()),
            tenant: tenant.clone(),
            kept,
            hash,
            usage: Arc::default(),
        };
        Made { text, key }
    }

    /// The same key, revoked.
    #[must_use]
    pub fn revoked(&self, now: Timestamp) -> Self {
        Self {
            id: self.id.clone(),
            tenant: self.tenant.clone(),
            kept: Kept {
                revoked_at: Some(now),
                ..self.kept.clone()
            },
            hash: self.hash,
            usage: Arc::clone(&self.usage),
        }
    }

    /// Returns whether it can be used.
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.kept.revoked_at.is_none() && self.kept.expires_at.is_none_or(|end| now < end)
    }

    /// Returns whether it may do this.
    pub fn may(&self, scope: Scope) -> bool {
        self.kept.scopes.iter().any(|name| name == scope.name())
    }

    /// The name of the key as the one who acts, in audit records and work orders. No agent can be named so.
    pub fn actor(&self) -> AgentId {
        AgentId::from(format!("@key:{}", self.id).as_str())
    }

    /// When and from where it was last used.
    pub fn last_use(&self) -> Option<(Timestamp, Option<IpAddr>)> {
        self.usage.last()
    }

    /// Notes a call. It reaches the store later.
    pub fn note_use(&self, now: Timestamp, address: IpAddr) {
        self.usage.note(now, address);
    }

    /// The change that keeps it.
    pub fn change(&self) -> DocumentChange {
        let json = serde_json::to_vec(&self.kept).expect("texts and numbers are always JSON");
        DocumentChange::put(DocumentKind::ApiKey, self.store_key(), json)
    }

    /// The changes that forget it.
    pub fn forgetting(&self) -> [DocumentChange; 2] {
        [DocumentKind::ApiKey, DocumentKind::ApiKeyUse]
            .map(|kind| DocumentChange::delete(kind, self.store_key()))
    }

    fn store_key(&self) -> String {
        format!("{}/{}", self.tenant, self.id)
    }

    fn read(store_key: &str, json: &[u8]) -> Option<Self> {
        let (tenant, id) = store_key.split_once('/')?;
        let kept: Kept = serde_json::from_slice(json).ok()?;
        let hash = blake3::Hash::from_hex(&kept.hash).ok()?;
        Some(Self {
            id: id.to_owned(),
            tenant: tenant.into(),
            kept,
            hash: *hash.as_bytes(),
            usage: Arc::default(),
        })
    }
}

/// All keys of all tenants.
#[derive(Default)]
pub struct ApiKeys {
    by_hash: DashMap<[u8; 32], Arc<ApiKey>>,
}

impl ApiKeys {
    /// Reads all keys from the store.
    ///
    /// # Errors
    /// The store's.
    pub fn open(store: &dyn Store) -> Result<Self, StoreError> {
        let all = Self::default();
        for (store_key, json) in store.documents(DocumentKind::ApiKey, "")? {
            if let Some(key) = ApiKey::read(&store_key, &json) {
                all.hold(key);
            }
        }
        let used = store.documents(DocumentKind::ApiKeyUse, "")?;
        let used: std::collections::BTreeMap<_, _> = used.into_iter().collect();
        for key in &all.by_hash {
            if let Some(json) = used.get(&key.store_key()) {
                key.usage.restore(json);
            }
        }
        Ok(all)
    }

    /// Returns the key with this text, whether or not it can still be used.
    pub fn find(&self, text: &str) -> Option<Arc<ApiKey>> {
        // The look-up is by hash, so its duration reveals nothing about the key.
        is_whole(text)
            .then(|| {
                self.by_hash
                    .get(&text::hash_of(text))
                    .map(|key| Arc::clone(&key))
            })
            .flatten()
    }

    /// Returns the key of a tenant with this id.
    pub fn named(&self, tenant: &TenantId, id: &str) -> Option<Arc<ApiKey>> {
        let mut all = self.of(tenant).into_iter();
        all.find(|key| key.id == id)
    }

    /// Returns the keys of a tenant, the newest first.
    pub fn of(&self, tenant: &TenantId) -> Vec<Arc<ApiKey>> {
        let all = self.by_hash.iter().filter(|key| key.tenant == *tenant);
        let mut all: Vec<_> = all.map(|key| Arc::clone(&key)).collect();
        all.sort_by(|one, other| {
            let age = |key: &ApiKey| (std::cmp::Reverse(key.kept.created_at), key.id.clone());
            age(one).cmp(&age(other))
        });
        all
    }

    /// Holds a key that the store has kept.
    pub fn hold(&self, key: ApiKey) {
        self.by_hash.insert(key.hash, Arc::new(key));
    }

    /// Forgets keys that the store has forgotten.
    pub fn forget(&self, keys: &[Arc<ApiKey>]) {
        for key in keys {
            self.by_hash.remove(&key.hash);
        }
    }

    /// Returns the changes that keep the uses that the store does not know yet. They count as kept from here on.
    pub fn unwritten_uses(&self) -> Vec<DocumentChange> {
        let all = self.by_hash.iter();
        all.filter_map(|key| {
            let json = key.usage.take_unwritten()?;
            Some(DocumentChange::put(
                DocumentKind::ApiKeyUse,
                key.store_key(),
                json,
            ))
        })
        .collect()
    }
}

#[cfg(test)]
#[path = "api_key/tests.rs"]
mod tests;
