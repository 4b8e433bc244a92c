//! An agent's sign-in token (Protocol, 'Tokens'): 256 random bits. The store keeps only its hash, so a reader of the
//! store cannot sign in with it.

use crate::blocking::block;
use crate::error::ApiError;
use crate::secrets;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How long a sign-in is valid.
const VALID_FOR: Span = Span::from_minutes(7 * 24 * 60);

/// The length of a token in hexadecimal characters.
const TOKEN_CHARS: usize = 64;

/// An agent who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The agent's tenant.
    pub tenant: TenantId,
    /// The agent's id.
    pub agent: AgentId,
    /// The token's hash.
    pub hash: [u8; 32],
    until: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    tenant: TenantId,
    agent: AgentId,
    until: Timestamp,
}

/// A sign-in that was just drawn. It is valid once `change` is committed.
pub struct Drawn {
    /// The token, shown this once.
    pub token: String,
    /// Whom it signs in.
    pub signed_in: Arc<SignedIn>,
    /// What the store is to keep.
    pub change: DocumentChange,
}

/// Draws a token that signs an agent in.
pub fn draw(tenant: TenantId, agent: AgentId, now: Timestamp) -> Drawn {
    let token = secrets::hex(&secrets::random::<32>());
    let hash = *blake3::hash(token.as_bytes()).as_bytes();
    let until = now + VALID_FOR;
    let kept = Kept {
        tenant: tenant.clone(),
        agent: agent.clone(),
        until,
    };
    let change = DocumentChange {
        kind: DocumentKind::AgentToken,
        key: secrets::hex(&hash),
        json: Some(serde_json::to_vec(&kept).expect("texts and numbers are always JSON")),
    };
    let signed_in = Arc::new(SignedIn {
        tenant,
        agent,
        hash,
        until,
    });
    Drawn {
        token,
        signed_in,
        change,
    }
}

/// Signs agents in and reads their tokens. Memory holds the sign-ins this process has seen; the store holds all.
pub struct AgentTokens {
    store: Arc<dyn Store>,
    seen: DashMap<[u8; 32], Arc<SignedIn>>,
}

impl AgentTokens {
    /// Creates the sign-ins backed by this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            seen: DashMap::new(),
        }
    }

    /// Signs an agent in, commits `besides` in the same change, and returns the token.
    ///
    /// # Errors
    /// 503 if the store does not commit it.
    pub async fn issue(
        &self,
        tenant: TenantId,
        agent: AgentId,
        now: Timestamp,
        besides: Option<DocumentChange>,
    ) -> Result<String, ApiError> {
        let store = Arc::clone(&self.store);
        let drawn = draw(tenant, agent, now);
        let mut changes = vec![drawn.change];
        changes.extend(besides);
        block(move || store.change_documents(&changes)).await?;
        self.seen.insert(drawn.signed_in.hash, drawn.signed_in);
        Ok(drawn.token)
    }

    /// Returns the agent this token signs in.
    ///
    /// # Errors
    /// 401 if the token is unknown or expired; 503 if the store cannot be read.
    pub async fn read(&self, token: &str, now: Timestamp) -> Result<Arc<SignedIn>, ApiError> {
        if token.len() != TOKEN_CHARS {
            return Err(ApiError::LoginExpired);
        }
        // The look-up is by hash, so its duration reveals nothing about the token.
        let hash = *blake3::hash(token.as_bytes()).as_bytes();
        let seen = self.seen.get(&hash).map(|seen| Arc::clone(&seen));
        let signed_in = match seen {
            Some(seen) => seen,
            // Rare: boxed, so that the common call's future stays small.
            None => Box::pin(self.read_kept(hash)).await?,
        };
        if now < signed_in.until {
            return Ok(signed_in);
        }
        Box::pin(self.forget(&hash)).await?;
        Err(ApiError::LoginExpired)
    }

    async fn read_kept(&self, hash: [u8; 32]) -> Result<Arc<SignedIn>, ApiError> {
        let store = Arc::clone(&self.store);
        let json =
            block(move || store.document(DocumentKind::AgentToken, &secrets::hex(&hash))).await?;
        let json = json.ok_or(ApiError::LoginExpired)?;
        let Kept {
            tenant,
            agent,
            until,
        } = serde_json::from_slice(&json).map_err(ApiError::internal)?;
        let signed_in = Arc::new(SignedIn {
            tenant,
            agent,
            hash,
            until,
        });
        self.seen.insert(hash, Arc::clone(&signed_in));
        Ok(signed_in)
    }

    /// Removes an agent's sign-ins from memory, except `spared`. The store has already removed them.
    pub fn forget_seen(&self, tenant: &TenantId, agent: &AgentId, spared: Option<[u8; 32]>) {
        self.seen.retain(|hash, seen| {
            Some(*hash) == spared || seen.agent != *agent || seen.tenant != *tenant
        });
    }

    /// Removes expired sign-ins from the store and from memory. Returns how many the store had.
    ///
    /// # Errors
    /// 503 if the store did not remove all of them; the next run removes the rest.
    pub async fn forget_ended(&self, now: Timestamp) -> Result<usize, ApiError> {
        self.seen.retain(|_, seen| now < seen.until);
        let store = Arc::clone(&self.store);
        block(move || remove_ended(store.as_ref(), now)).await
    }

    /// Signs out.
    ///
    /// # Errors
    /// 503 if the store does not remove it.
    pub async fn forget(&self, hash: &[u8; 32]) -> Result<(), ApiError> {
        let (store, name) = (Arc::clone(&self.store), secrets::hex(hash));
        block(move || store.delete_document(DocumentKind::AgentToken, &name)).await?;
        self.seen.remove(hash);
        Ok(())
    }
}

/// Removes expired sign-ins from the store and returns how many there were. Nothing else removes a token that is never
/// shown again. Reads all sign-ins: call it rarely, on a blocking pool.
///
/// # Errors
/// The store's.
pub fn remove_ended(store: &dyn Store, now: Timestamp) -> Result<usize, StoreError> {
    let ended = named(store, |kept| kept.until <= now)?;
    let forgetting = ended.into_iter().map(|key| DocumentChange {
        kind: DocumentKind::AgentToken,
        key,
        json: None,
    });
    let changes: Vec<_> = forgetting.collect();
    for few in changes.chunks(AT_ONCE) {
        store.change_documents(few)?;
    }
    Ok(changes.len())
}

/// Returns the keys of an agent's sign-ins in the store. Reads all sign-ins: call it rarely, on a blocking pool.
///
/// # Errors
/// The store's.
pub fn kept_of(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<String>, StoreError> {
    named(store, |kept| kept.tenant == *tenant && kept.agent == *agent)
}

/// Number of sign-ins read or removed at a time.
const AT_ONCE: usize = 500;

/// Returns the keys of the sign-ins that fit.
fn named(store: &dyn Store, fits: impl Fn(&Kept) -> bool) -> Result<Vec<String>, StoreError> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.documents_page(DocumentKind::AgentToken, "", after.as_deref(), AT_ONCE)?;
        let is_last = page.len() < AT_ONCE;
        for (name, json) in page {
            let kept = serde_json::from_slice::<Kept>(&json).ok();
            if kept.is_some_and(|kept| fits(&kept)) {
                found.push(name.clone());
            }
            after = Some(name);
        }
        if is_last {
            return Ok(found);
        }
    }
}
