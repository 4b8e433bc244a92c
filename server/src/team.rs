//! What agents keep for themselves and tell each other beside the conversations (Protocol, 'Tags, drafts and mentions').
//!
//! - [`drafts`]: what an agent typed and did not send. [`mentions`]: colleagues who are named in notes.
//! - [`tags`]: the tenant's list, as agents read it.

pub mod drafts;
pub mod mentions;
pub mod tags;

use crate::blocking::Locks;
use actors_core::ids::{AgentId, TenantId, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError, each_document};
use parking_lot::MutexGuard;
use std::sync::Arc;

/// The stored drafts and mentions of all agents.
pub struct Team {
    store: Arc<dyn Store>,
    /// One at a time changes what an agent has.
    turns: Locks,
}

impl Team {
    /// Reads and writes this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            turns: Locks::default(),
        }
    }

    fn turn(&self, tenant: &TenantId, agent: &AgentId) -> MutexGuard<'_, ()> {
        self.turns.lock((tenant, agent))
    }
}

/// The kinds that belong to an agent and tell of a visitor.
const KINDS: [DocumentKind; 2] = [DocumentKind::AgentDraft, DocumentKind::Mention];

/// The common prefix of the keys of an agent's documents.
fn prefix(tenant: &TenantId, agent: &AgentId) -> String {
    format!("{tenant}/{agent}/")
}

/// Returns the changes that delete all drafts and mentions about a visitor.
///
/// # Errors
/// The store's.
pub fn forgetting(
    store: &dyn Store,
    visitor: &VisitorKey,
) -> Result<Vec<DocumentChange>, StoreError> {
    forgetting_where(store, &visitor.tenant, |kind, rest, _| {
        let name = match kind {
            DocumentKind::Mention => rest.split_once('/').map(|(_, visitor)| visitor),
            _ => Some(rest),
        };
        name == Some(visitor.visitor.as_str())
    })
}

/// Returns the changes that delete a tenant's drafts and mentions of before a time.
///
/// # Errors
/// The store's.
pub fn forgetting_before(
    store: &dyn Store,
    tenant: &TenantId,
    before: Timestamp,
) -> Result<Vec<DocumentChange>, StoreError> {
    forgetting_where(store, tenant, |kind, _, json| {
        let at = match kind {
            DocumentKind::Mention => mentions::read_kept(json).map(|kept| kept.at),
            _ => drafts::read_kept(json).map(|kept| kept.at),
        };
        at.is_none_or(|at| at < before.as_millis())
    })
}

/// Returns the changes that delete an agent's drafts and mentions.
///
/// # Errors
/// The store's.
pub fn dismissing(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<DocumentChange>, StoreError> {
    let mut changes = Vec::new();
    for kind in KINDS {
        let own = store.documents(kind, &prefix(tenant, agent))?;
        changes.extend(
            own.into_iter()
                .map(|(key, _)| DocumentChange::delete(kind, key)),
        );
    }
    Ok(changes)
}

/// `is_meant` gets the kind, what follows the agent in the key, and the document.
fn forgetting_where(
    store: &dyn Store,
    tenant: &TenantId,
    is_meant: impl Fn(DocumentKind, &str, &[u8]) -> bool,
) -> Result<Vec<DocumentChange>, StoreError> {
    let of_tenant = format!("{tenant}/");
    let mut changes = Vec::new();
    for kind in KINDS {
        each_document(store, (kind, &of_tenant), |key, json| {
            let rest = key.strip_prefix(&of_tenant);
            let rest = rest.and_then(|rest| rest.split_once('/'));
            if rest.is_some_and(|(_, rest)| is_meant(kind, rest, &json)) {
                changes.push(DocumentChange::delete(kind, key));
            }
            Ok(())
        })?;
    }
    Ok(changes)
}
