//! An agent's sign-in token (Protocol, 'Tokens'): 256 random bits. The store keeps only its hash, so a reader of the
//! store cannot sign in with it. Beside it the store keeps when and where the agent signed in.

mod kept;

pub use kept::{forgetting, kept_of, remove_ended, sign_ins};

use crate::api_key::ApiKey;
use crate::blocking::block;
use crate::error::ApiError;
use crate::secrets;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashMap;
use kept::{Kept, oldest};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How long a sign-in is valid.
const VALID_FOR: Span = Span::from_minutes(7 * 24 * 60);

/// The length of a token in hexadecimal characters.
const TOKEN_CHARS: usize = 64;

/// Sign-ins of one agent at a time. One more ends the oldest.
pub const OF_AGENT_MAX: usize = 20;

/// What a sign-in may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Whatever the agent may do.
    #[default]
    Full,
    /// Only set up the second step, which the tenant requires and the agent does not have.
    SetUp,
}

/// An agent who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The agent's tenant.
    pub tenant: TenantId,
    /// The agent's id.
    pub agent: AgentId,
    /// The token's hash.
    pub hash: [u8; 32],
    /// What the sign-in may do.
    pub reach: Reach,
    until: Timestamp,
}

impl SignedIn {
    /// Who acts in a call with an API key, for changes that record who made them. No sign-in is kept for them.
    pub fn with_key(key: &ApiKey) -> Self {
        Self {
            tenant: key.tenant.clone(),
            agent: key.actor(),
            hash: key.hash,
            reach: Reach::Full,
            until: Timestamp::default(),
        }
    }
}

/// Where an agent signs in, as their list of sign-ins shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The address, as rate limits count it.
    pub address: String,
    /// The browser, in words; empty if unknown.
    pub browser: String,
    /// The system that it runs on, in words; empty if unknown.
    pub system: String,
}

/// A sign-in, as the store keeps it for the agent's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignIn {
    /// When.
    pub at: Timestamp,
    /// When it ends.
    pub until: Timestamp,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A sign-in that was just drawn. It is valid once `changes` are committed.
pub struct Drawn {
    /// The token, shown this once.
    pub token: String,
    /// Whom it signs in.
    pub signed_in: Arc<SignedIn>,
    /// What the store is to keep.
    pub changes: Vec<DocumentChange>,
}

/// Draws a token that signs an agent in.
pub fn draw(
    (tenant, agent): (TenantId, AgentId),
    place: Place,
    reach: Reach,
    now: Timestamp,
) -> Drawn {
    let token = secrets::hex(&secrets::random::<32>());
    let signed_in = Arc::new(SignedIn {
        hash: *blake3::hash(token.as_bytes()).as_bytes(),
        until: now + VALID_FOR,
        tenant,
        agent,
        reach,
    });
    let sign_in = SignIn {
        at: now,
        until: signed_in.until,
        place,
    };
    let name = secrets::hex(&signed_in.hash);
    let listed = DocumentChange {
        kind: DocumentKind::SignIn,
        key: kept::list_key(&signed_in.tenant, &signed_in.agent, &name),
        json: Some(json_of(&sign_in)),
    };
    Drawn {
        token,
        changes: vec![kept_change(&signed_in), listed],
        signed_in,
    }
}

/// The change that keeps a token's hash.
fn kept_change(signed_in: &SignedIn) -> DocumentChange {
    DocumentChange {
        kind: DocumentKind::AgentToken,
        key: secrets::hex(&signed_in.hash),
        json: Some(json_of(&Kept::from(signed_in))),
    }
}

fn json_of(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("texts and numbers are always JSON")
}

/// Signs agents in and reads their tokens. Memory holds the sign-ins this process has seen; the store holds all.
pub struct AgentTokens {
    store: Arc<dyn Store>,
    seen: DashMap<[u8; 32], Arc<SignedIn>>,
    /// Rises whenever the store has changed a sign-in and memory is about to follow.
    changed: AtomicU64,
}

impl AgentTokens {
    /// Creates the sign-ins backed by this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            seen: DashMap::new(),
            changed: AtomicU64::new(0),
        }
    }

    /// Commits a sign-in and `besides` in one change, and returns the token. The agent's oldest sign-ins above the
    /// limit end. Blocks: call it on a blocking pool.
    ///
    /// # Errors
    /// The store's: nobody is signed in.
    pub fn keep(&self, drawn: Drawn, besides: Vec<DocumentChange>) -> Result<String, StoreError> {
        let of = &drawn.signed_in;
        let all = sign_ins(self.store.as_ref(), &of.tenant, &of.agent)?;
        let ended = oldest(all, OF_AGENT_MAX - 1);
        let mut changes = drawn.changes;
        changes.extend(besides);
        for name in &ended {
            changes.extend(forgetting(&of.tenant, &of.agent, name));
        }
        self.store.change_documents(&changes)?;
        for name in &ended {
            self.forget_named(name);
        }
        self.seen.insert(of.hash, Arc::clone(of));
        Ok(drawn.token)
    }

    /// Lets a sign-in do whatever its agent may do: commits that and `besides` in one change. Blocks.
    ///
    /// # Errors
    /// The store's: the sign-in stays as it is.
    pub fn widen(&self, who: &SignedIn, besides: Vec<DocumentChange>) -> Result<(), StoreError> {
        let mut changes = besides;
        let wide = Arc::new(SignedIn {
            reach: Reach::Full,
            ..who.clone()
        });
        if who.reach != Reach::Full {
            changes.push(kept_change(&wide));
        }
        self.store.change_documents(&changes)?;
        self.note_change();
        self.seen.insert(wide.hash, wide);
        Ok(())
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
        Box::pin(self.forget(&signed_in)).await?;
        Err(ApiError::LoginExpired)
    }

    /// Reads a sign-in that memory does not hold, and holds it from here on.
    async fn read_kept(&self, hash: [u8; 32]) -> Result<Arc<SignedIn>, ApiError> {
        loop {
            let before = self.changed.load(Ordering::SeqCst);
            let signed_in = self.stored(hash).await?;
            if let Some(held) = self.hold(hash, signed_in, before) {
                return Ok(held);
            }
        }
    }

    /// Holds what was read, unless a sign-in has changed since `before`: memory would never hear of that change. The
    /// entry is locked during the check. A later change of this sign-in waits for the lock and then removes the entry.
    fn hold(&self, hash: [u8; 32], signed_in: Arc<SignedIn>, before: u64) -> Option<Arc<SignedIn>> {
        let entry = self.seen.entry(hash);
        let is_current = self.changed.load(Ordering::SeqCst) == before;
        is_current.then(|| Arc::clone(&entry.or_insert(signed_in)))
    }

    async fn stored(&self, hash: [u8; 32]) -> Result<Arc<SignedIn>, ApiError> {
        let store = Arc::clone(&self.store);
        let json =
            block(move || store.document(DocumentKind::AgentToken, &secrets::hex(&hash))).await?;
        let json = json.ok_or(ApiError::LoginExpired)?;
        let kept: Kept = serde_json::from_slice(&json).map_err(ApiError::internal)?;
        Ok(Arc::new(kept.signed_in(hash)))
    }

    /// Call it after the store has changed a sign-in, and before memory follows.
    fn note_change(&self) {
        self.changed.fetch_add(1, Ordering::SeqCst);
    }

    /// Whether a sign-in that a call began with is still valid.
    pub fn holds(&self, who: &SignedIn) -> bool {
        self.seen.contains_key(&who.hash)
    }

    /// Removes an agent's sign-ins from memory, except `spared`. The store has already removed them.
    pub fn forget_seen(&self, tenant: &TenantId, agent: &AgentId, spared: Option<[u8; 32]>) {
        self.note_change();
        self.seen.retain(|hash, seen| {
            Some(*hash) == spared || seen.agent != *agent || seen.tenant != *tenant
        });
    }

    /// Removes the sign-in with this hash, in hex, from memory. The store has already removed it.
    pub fn forget_named(&self, name: &str) {
        self.note_change();
        self.seen.retain(|hash, _| secrets::hex(hash) != name);
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
    pub async fn forget(&self, who: &SignedIn) -> Result<(), ApiError> {
        let store = Arc::clone(&self.store);
        let changes = forgetting(&who.tenant, &who.agent, &secrets::hex(&who.hash));
        block(move || store.change_documents(&changes)).await?;
        self.note_change();
        self.seen.remove(&who.hash);
        Ok(())
    }
}

#[cfg(test)]
#[path = "agent_token/tests.rs"]
mod tests;
