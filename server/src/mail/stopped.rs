//! Addresses whose owner wants no more mails about conversations of a tenant (RFC 8058). Only a hash of each is kept, and
//! it outlives the visitor: an erased visitor must not get mails again because they chat again.

use actors_core::ids::TenantId;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde_json::json;

/// The hash of an address, as a link and the store have it.
pub fn hash(tenant: &TenantId, address: &str) -> String {
    let key = blake3::derive_key("frontdesk: an address that wants no mails", b"");
    let mut hasher = blake3::Hasher::new_keyed(&key);
    hasher.update(tenant.as_str().as_bytes()).update(b"\0");
    hasher.update(address.trim().to_lowercase().as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

/// The change that stops mails to the address of this hash.
pub fn stop(tenant: &TenantId, hash: &str, now: Timestamp) -> DocumentChange {
    let json = json!({ "at": now.as_millis() }).to_string();
    DocumentChange::put(DocumentKind::MailStop, key(tenant, hash), json.into_bytes())
}

/// Whether this address wants no mails.
///
/// # Errors
/// The store's.
pub fn is_stopped(store: &dyn Store, tenant: &TenantId, address: &str) -> Result<bool, StoreError> {
    let key = key(tenant, &hash(tenant, address));
    Ok(store.document(DocumentKind::MailStop, &key)?.is_some())
}

fn key(tenant: &TenantId, hash: &str) -> String {
    format!("{tenant}/{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_hash_in_each_tenant() {
        let (shop, other) = (TenantId::from("shop"), TenantId::from("other"));

        assert_eq!(
            hash(&shop, "Ann@Example.com "),
            hash(&shop, "ann@example.com")
        );
        assert_ne!(
            hash(&shop, "ann@example.com"),
            hash(&other, "ann@example.com")
        );
        assert_eq!(hash(&shop, "ann@example.com").len(), 32);
    }
}
