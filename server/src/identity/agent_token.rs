//! What an agent shows to be recognised (Protocol, 'Tokens'): 256 random bits, kept as a hash, so that who reads the store
//! cannot sign in with it.

use crate::blocking::block;
use crate::error::ApiError;
use crate::secrets;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How long a sign-in lasts.
const VALID_FOR: Span = Span::from_minutes(7 * 24 * 60);

/// The length of a token in hex.
const TOKEN_CHARS: usize = 64;

/// An agent who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Whose agent.
    pub tenant: TenantId,
    /// Which agent.
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

/// The sign-ins this process has seen; the store has them all.
pub struct AgentTokens {
    store: Arc<dyn Store>,
    seen: DashMap<[u8; 32], Arc<SignedIn>>,
}

impl AgentTokens {
    /// The sign-ins of this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            seen: DashMap::new(),
        }
    }

    /// Signs an agent in and keeps whatever else is to be kept of it; answers their token.
    ///
    /// # Errors
    /// 503: the store did not keep it.
    pub async fn issue(
        &self,
        tenant: TenantId,
        agent: AgentId,
        now: Timestamp,
        besides: Option<DocumentChange>,
    ) -> Result<String, ApiError> {
        let token = secrets::hex(&secrets::random::<32>());
        let hash = *blake3::hash(token.as_bytes()).as_bytes();
        let until = now + VALID_FOR;
        let kept = Kept {
            tenant: tenant.clone(),
            agent: agent.clone(),
            until,
        };
        let json = serde_json::to_vec(&kept).map_err(ApiError::internal)?;
        let store = Arc::clone(&self.store);
        let mut changes = vec![DocumentChange {
            kind: DocumentKind::AgentToken,
            key: secrets::hex(&hash),
            json: Some(json),
        }];
        changes.extend(besides);
        block(move || store.change_documents(&changes)).await?;
        self.seen.insert(
            hash,
            Arc::new(SignedIn {
                tenant,
                agent,
                hash,
                until,
            }),
        );
        Ok(token)
    }

    /// Who shows this token, while it is valid.
    ///
    /// # Errors
    /// 401 for any other; 503 where the store cannot be read.
    pub async fn read(&self, token: &str, now: Timestamp) -> Result<Arc<SignedIn>, ApiError> {
        if token.len() != TOKEN_CHARS {
            return Err(ApiError::LoginExpired);
        }
        // Found by its hash: how long the look-up takes says nothing about the token.
        let hash = *blake3::hash(token.as_bytes()).as_bytes();
        let seen = self.seen.get(&hash).map(|seen| Arc::clone(&seen));
        let signed_in = match seen {
            Some(seen) => seen,
            // Seldom: no room for it in each call.
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

    /// Forgets what memory holds of an agent's sign-ins, all but `spared`; the store has forgotten them already.
    pub fn forget_seen(&self, tenant: &TenantId, agent: &AgentId, spared: Option<[u8; 32]>) {
        self.seen.retain(|hash, seen| {
            Some(*hash) == spared || seen.agent != *agent || seen.tenant != *tenant
        });
    }

    /// Removes the sign-ins that have ended, from the store and from memory. How many the store had.
    ///
    /// # Errors
    /// 503: the store did not forget them all; the rest goes the next time.
    pub async fn forget_ended(&self, now: Timestamp) -> Result<usize, ApiError> {
        self.seen.retain(|_, seen| now < seen.until);
        let store = Arc::clone(&self.store);
        block(move || remove_ended(store.as_ref(), now)).await
    }

    /// Signs out.
    ///
    /// # Errors
    /// 503: the store did not forget it.
    pub async fn forget(&self, hash: &[u8; 32]) -> Result<(), ApiError> {
        let (store, name) = (Arc::clone(&self.store), secrets::hex(hash));
        block(move || store.delete_document(DocumentKind::AgentToken, &name)).await?;
        self.seen.remove(hash);
        Ok(())
    }
}

/// Removes the sign-ins that have ended: nobody shows them again, so nothing else would. How many. Reads all there are:
/// for a blocking pool, and not often.
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

/// The names of an agent's sign-ins that a store keeps. Reads all there are: for a blocking pool, and not often.
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

/// Sign-ins that are read or removed at a time.
const AT_ONCE: usize = 500;

/// The names of the sign-ins that fit.
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
