//! Links that are used once (Protocol, 'First start'): 256 random bits in base64url. The store keeps only their hash, so
//! a reader of the store cannot use them. Whoever uses one commits [`Found::used`] with what the link is for.

use crate::secrets;
use crate::store::pick_documents;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// The length of a token in characters.
const TOKEN_CHARS: usize = 43;

/// Links read at a time.
const AT_ONCE: usize = 500;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Making a tenant.
    Setup,
    /// A new agent chooses their first password.
    Invitation,
    /// An agent chooses another password.
    Reset,
    /// An agent chooses another password because they forgot theirs.
    Forgotten,
}

impl Purpose {
    fn valid_for(self) -> Span {
        match self {
            Self::Setup | Self::Reset => Span::from_minutes(24 * 60),
            Self::Invitation => Span::from_minutes(72 * 60),
            Self::Forgotten => Span::from_minutes(60),
        }
    }

    /// For how many hours a link is valid.
    pub fn hours(self) -> u64 {
        self.valid_for().as_millis() / 3_600_000
    }
}

/// A link, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// What it is for.
    pub purpose: Purpose,
    /// It is valid before this time.
    pub until: Timestamp,
    /// The agent whose password it sets.
    pub agent: Option<(TenantId, AgentId)>,
    /// The name that the operator gave a tenant to be made; such a link is for one more tenant.
    pub name: Option<String>,
}

/// A link that was just made. It is valid once `change` is committed.
#[derive(Debug)]
pub struct Made {
    /// The token, shown this once.
    pub token: String,
    /// When it ends.
    pub until: Timestamp,
    /// What the store is to keep.
    pub change: DocumentChange,
}

/// A link that may be used.
#[derive(Clone, Debug)]
pub struct Found {
    key: String,
    /// The link.
    pub link: Link,
}

impl Found {
    /// The change that uses the link up.
    pub fn used(&self) -> DocumentChange {
        DocumentChange::delete(DocumentKind::OneTime, self.key.clone())
    }
}

/// Makes a link to set up a tenant.
pub fn for_tenant(name: Option<String>, now: Timestamp) -> Made {
    made(Purpose::Setup, None, name, now)
}

/// Makes a link for an agent to choose a password.
pub fn for_agent(purpose: Purpose, tenant: &TenantId, agent: &AgentId, now: Timestamp) -> Made {
    let agent = Some((tenant.clone(), agent.clone()));
    made(purpose, agent, None, now)
}

fn made(
    purpose: Purpose,
    agent: Option<(TenantId, AgentId)>,
    name: Option<String>,
    now: Timestamp,
) -> Made {
    let token = URL_SAFE_NO_PAD.encode(secrets::random::<32>());
    let until = now + purpose.valid_for();
    let link = Link {
        purpose,
        until,
        agent,
        name,
    };
    let change = DocumentChange::put(
        DocumentKind::OneTime,
        key(&token),
        serde_json::to_vec(&link).expect("texts and numbers are always JSON"),
    );
    Made {
        token,
        until,
        change,
    }
}

/// The link of this token, if it may still be used.
///
/// # Errors
/// The store's.
pub fn usable(store: &dyn Store, token: &str, now: Timestamp) -> Result<Option<Found>, StoreError> {
    if token.len() != TOKEN_CHARS {
        return Ok(None);
    }
    // The look-up is by hash, so its duration reveals nothing about the token.
    let key = key(token);
    let json = store.document(DocumentKind::OneTime, &key)?;
    let link = json.and_then(|json| serde_json::from_slice::<Link>(&json).ok());
    let link = link.filter(|link| now < link.until);
    Ok(link.map(|link| Found { key, link }))
}

/// The changes that void every link that fits. Reads all links: call it rarely, on a blocking pool.
///
/// # Errors
/// The store's.
pub fn voiding(
    store: &dyn Store,
    fits: impl Fn(&Link) -> bool,
) -> Result<Vec<DocumentChange>, StoreError> {
    pick_documents(store, (DocumentKind::OneTime, ""), |key, json| {
        let link = serde_json::from_slice::<Link>(json).ok();
        let is_meant = link.is_none_or(|link| fits(&link));
        is_meant.then(|| DocumentChange::delete(DocumentKind::OneTime, key))
    })
}

/// The changes that void every link of an agent.
///
/// # Errors
/// The store's.
pub fn voiding_agents(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<DocumentChange>, StoreError> {
    voiding(store, |link| {
        link.agent
            .as_ref()
            .is_some_and(|(of, who)| of == tenant && who == agent)
    })
}

/// Removes expired links from the store and returns how many there were.
///
/// # Errors
/// The store's.
pub fn remove_ended(store: &dyn Store, now: Timestamp) -> Result<usize, StoreError> {
    let ended = voiding(store, |link| link.until <= now)?;
    for few in ended.chunks(AT_ONCE) {
        store.change_documents(few)?;
    }
    Ok(ended.len())
}

fn key(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_runtime::testing::MemoryStore;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn kept(store: &MemoryStore, made: Made) -> String {
        store.change_documents(&[made.change]).unwrap();
        made.token
    }

    #[test]
    fn a_link_is_used_once() {
        let store = MemoryStore::new();
        let token = kept(&store, for_tenant(None, NOW));
        let found = usable(&store, &token, NOW).unwrap().unwrap();

        store.change_documents(&[found.used()]).unwrap();

        assert_eq!(found.link.purpose, Purpose::Setup);
        assert!(usable(&store, &token, NOW).unwrap().is_none());
    }

    #[test]
    fn a_link_ends_in_time_and_is_then_forgotten() {
        let store = MemoryStore::new();
        let (shop, ada) = (TenantId::from("shop"), AgentId::from("ada"));
        let hours = |hours: u64| NOW + Span::from_minutes(hours * 60);
        let reset = kept(&store, for_agent(Purpose::Reset, &shop, &ada, NOW));
        let invitation = for_agent(Purpose::Invitation, &shop, &ada, NOW);
        let invitation = kept(&store, invitation);

        let just_before = hours(24) + Span::from_millis(0);
        assert!(usable(&store, &reset, hours(23)).unwrap().is_some());
        assert!(usable(&store, &reset, just_before).unwrap().is_none());
        assert!(usable(&store, &invitation, hours(71)).unwrap().is_some());
        assert_eq!(remove_ended(&store, hours(24)).unwrap(), 1);
        assert_eq!(remove_ended(&store, hours(72)).unwrap(), 1);
        assert!(
            store
                .documents(DocumentKind::OneTime, "")
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn the_store_does_not_hold_the_token_and_another_tokens_link_is_not_found() {
        let store = MemoryStore::new();
        let token = kept(&store, for_tenant(Some("Moss".into()), NOW));

        let (key, json) = store
            .documents(DocumentKind::OneTime, "")
            .unwrap()
            .pop()
            .unwrap();

        assert!(!key.contains(&token) && !String::from_utf8_lossy(&json).contains(&token));
        for other in ["", "x", &token[1..], &format!("A{}", &token[1..])] {
            if *other != token {
                assert!(usable(&store, other, NOW).unwrap().is_none(), "{other}");
            }
        }
    }

    #[test]
    fn an_agents_links_are_voided_and_no_others() {
        let store = MemoryStore::new();
        let shop = TenantId::from("shop");
        let (ada, mia) = (AgentId::from("ada"), AgentId::from("mia"));
        let of_ada = kept(&store, for_agent(Purpose::Reset, &shop, &ada, NOW));
        let of_mia = kept(&store, for_agent(Purpose::Reset, &shop, &mia, NOW));

        let voided = voiding_agents(&store, &shop, &ada).unwrap();
        store.change_documents(&voided).unwrap();

        assert!(usable(&store, &of_ada, NOW).unwrap().is_none());
        assert!(usable(&store, &of_mia, NOW).unwrap().is_some());
    }
}
