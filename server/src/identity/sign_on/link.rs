//! Whose account a person at a provider has. The person is stored as a hash of provider and name.

use crate::secrets;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde::{Deserialize, Serialize};

/// A link, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// The agent.
    pub admin_id: AgentId,
    /// Since when.
    pub since: Timestamp,
    /// Whether the agent was removed. The person does not get a new account by themselves.
    #[serde(default)]
    pub is_removed: bool,
}

/// The key of a person's link.
pub fn key(tenant: &TenantId, issuer: &str, subject: &str) -> String {
    let mut hash = blake3::Hasher::new_derive_key("frontdesk 2026 person at a provider");
    hash.update(&(issuer.len() as u64).to_le_bytes());
    hash.update(issuer.as_bytes());
    hash.update(subject.as_bytes());
    format!(
        "{tenant}/{}",
        secrets::hex(&hash.finalize().as_bytes()[..16])
    )
}

/// Reads a link.
///
/// # Errors
/// The store's.
pub fn read(store: &dyn Store, key: &str) -> Result<Option<Link>, StoreError> {
    let json = store.document(DocumentKind::SignOnLink, key)?;
    Ok(json.and_then(|json| serde_json::from_slice(&json).ok()))
}

/// The change that links a person to an agent.
pub fn linking(key: String, agent: &AgentId, now: Timestamp) -> DocumentChange {
    let link = Link {
        admin_id: agent.clone(),
        since: now,
        is_removed: false,
    };
    written(key, &link)
}

/// The changes that note that an agent was removed. A later agent of the same id is somebody else.
///
/// # Errors
/// The store's.
pub fn removing(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<DocumentChange>, StoreError> {
    let all = store.documents(DocumentKind::SignOnLink, &format!("{tenant}/"))?;
    let of_agent = all.into_iter().filter_map(|(key, json)| {
        let link: Link = serde_json::from_slice(&json).ok()?;
        (link.admin_id == *agent && !link.is_removed).then_some((key, link))
    });
    let removed = of_agent.map(|(key, link)| {
        let is_removed = true;
        written(key, &Link { is_removed, ..link })
    });
    Ok(removed.collect())
}

fn written(key: String, link: &Link) -> DocumentChange {
    let json = serde_json::to_vec(link).expect("texts and numbers are always JSON");
    DocumentChange::put(DocumentKind::SignOnLink, key, json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_people_share_a_key() {
        let shop = TenantId::from("shop");
        let one = key(&shop, "https://a", "bc");

        for other in [
            key(&shop, "https://ab", "c"),
            key(&shop, "https://a", "BC"),
            key(&"rival".into(), "https://a", "bc"),
        ] {
            assert_ne!(one, other);
        }
    }
}
