//! Refuses the tokens of erased visitors for as long as the tokens would be valid (`docs/decisions/0025`). It stores
//! the time of the erasure and a hash of the visitor's id, salted with the store's epoch.

use crate::blocking::block;
use crate::error::ApiError;
use crate::secrets;
use crate::visitor_token::VALID_FOR;
use actors_core::ids::VisitorKey;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashMap;
use std::sync::Arc;

/// The erased visitors, as hashes.
pub struct Erased {
    store: Arc<dyn Store>,
    since: DashMap<[u8; 32], i64>,
}

impl Erased {
    /// Reads the erased visitors from the store, and deletes those whose tokens have all expired.
    ///
    /// # Errors
    /// The store's.
    pub fn open(store: Arc<dyn Store>, now: Timestamp) -> Result<Self, StoreError> {
        let since = DashMap::new();
        for (name, json) in store.documents(DocumentKind::Erased, "")? {
            let at = serde_json::from_slice::<i64>(&json).unwrap_or(i64::MAX);
            let hash = blake3::Hash::from_hex(name.as_bytes());
            match hash {
                Ok(hash) if (now - VALID_FOR).as_millis() < at => {
                    since.insert(*hash.as_bytes(), at);
                }
                _ => store.delete_document(DocumentKind::Erased, &name)?,
            }
        }
        Ok(Self { store, since })
    }

    /// Whether a token of this visitor, issued at this time, is refused.
    pub fn refuses(&self, visitor: &VisitorKey, issued: Timestamp) -> bool {
        // The usual case: skip the hash.
        if self.since.is_empty() {
            return false;
        }
        let since = self.since.get(&self.hash(visitor));
        since.is_some_and(|since| issued.as_millis() <= *since)
    }

    /// Whether the visitor was erased before. A second erasure is allowed.
    pub fn has(&self, visitor: &VisitorKey) -> bool {
        self.since.contains_key(&self.hash(visitor))
    }

    /// Refuses all tokens the visitor has so far. This is durable when it returns.
    ///
    /// # Errors
    /// 503: the store failed.
    pub async fn note(&self, visitor: &VisitorKey, now: Timestamp) -> Result<(), ApiError> {
        let (hash, at) = (self.hash(visitor), now.as_millis());
        let change = DocumentChange::put(
            DocumentKind::Erased,
            secrets::hex(&hash),
            at.to_string().into_bytes(),
        );
        let store = Arc::clone(&self.store);
        block(move || store.change_documents(&[change])).await?;
        self.since.insert(hash, at);
        Ok(())
    }

    fn hash(&self, visitor: &VisitorKey) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("frontdesk: visitors who were erased");
        for part in [
            &*self.store.epoch(),
            visitor.tenant.as_str(),
            visitor.visitor.as_str(),
        ] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}
