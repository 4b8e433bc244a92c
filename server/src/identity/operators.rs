//! Operators run an installation with several tenants (Protocol, 'Operators'). They are made on the command line, belong
//! to no tenant, and see no conversation. Their sign-ins, links and second steps are stored as those of agents, under a
//! name that no tenant can have.

use crate::account_name;
use crate::agent_token;
use crate::one_time;
use actors_core::ids::{AgentId, TenantId};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde::{Deserialize, Serialize};

/// The most operators of an installation.
pub const MOST: usize = 100;

/// Where an operator chooses a password; the token of the link follows.
pub const JOIN_PAGE: &str = "/desk/operator#token=";

/// What stands in for the tenant of an operator's sign-ins. A tenant's id has no `@`.
pub fn home() -> TenantId {
    TenantId::from("@operators")
}

/// An operator, as stored.
#[derive(Clone, Serialize, Deserialize)]
pub struct Operator {
    /// What they sign in with, in its normal form.
    pub account: String,
    /// The hash of their password; none until they choose one.
    pub password_hash: Option<String>,
}

impl Operator {
    /// Somebody who has no password yet.
    pub fn new(account: String) -> Self {
        Self {
            account,
            password_hash: None,
        }
    }

    /// Who they are in sign-ins, links and audit records.
    pub fn id(&self) -> AgentId {
        AgentId::from(self.account.as_str())
    }

    /// The change that stores them.
    pub fn change(&self) -> DocumentChange {
        let json = serde_json::to_vec(self).expect("texts are always JSON");
        DocumentChange::put(DocumentKind::Operator, self.account.clone(), json)
    }

    /// The change that removes them.
    pub fn removed(&self) -> DocumentChange {
        DocumentChange::delete(DocumentKind::Operator, self.account.clone())
    }

    /// The changes that end their sign-ins, except the one of this name, and void their links. Reads all of them: call it
    /// rarely, on a blocking pool.
    ///
    /// # Errors
    /// The store's.
    pub fn shut_out(
        &self,
        store: &dyn Store,
        spared: Option<&str>,
    ) -> Result<Vec<DocumentChange>, StoreError> {
        let (home, id) = (home(), self.id());
        let mut changes = agent_token::kept_of(store, (&home, &id), spared)?;
        changes.extend(one_time::voiding_agents(store, &home, &id)?);
        Ok(changes)
    }
}

/// The operator of this account.
///
/// # Errors
/// The store's.
pub fn find(store: &dyn Store, account: &str) -> Result<Option<Operator>, StoreError> {
    let account = account_name::normal(account);
    if !account_name::is_valid(&account) {
        return Ok(None);
    }
    let json = store.document(DocumentKind::Operator, &account)?;
    Ok(json.and_then(|json| serde_json::from_slice(&json).ok()))
}

/// All operators, by account.
///
/// # Errors
/// The store's.
pub fn all(store: &dyn Store) -> Result<Vec<Operator>, StoreError> {
    let kept = store.documents(DocumentKind::Operator, "")?.into_iter();
    let read = kept.filter_map(|(_, json)| serde_json::from_slice(&json).ok());
    Ok(read.collect())
}
