//! Saved views of items: an agent's own, and those that supervisors share.

use crate::admin::thing::SHARED;
use actors_core::ids::{AgentId, TenantId};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use serde::{Deserialize, Serialize};

/// The most views of an agent, and of everybody.
pub const VIEWS_MAX: usize = 30;

/// The longest name of a view, in characters.
pub const NAME_CHARS_MAX: usize = 40;

const KIND: DocumentKind = DocumentKind::ItemView;

/// What a view shows, in the words of the calls; an empty value filters nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ItemViewFilter {
    /// leaveMsg or workOrder.
    pub kind: String,
    /// me: the reader's own; nobody: those of nobody; agent: those of `adminId`.
    pub whose: String,
    /// The agent.
    pub admin_id: String,
    /// low, normal, high or urgent.
    pub priority: String,
    /// overdue, today or week: due before now, or before the end of the reader's day or week.
    pub due: String,
    /// open or ended.
    pub state: String,
    /// A status: new, accepted, waiting, resolved, closed or filed.
    pub status: String,
    /// The search text.
    pub text: String,
}

/// A saved view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ItemView {
    /// Its id.
    pub id: String,
    /// Its name, at most 40 characters.
    pub name: String,
    /// 1: it is everybody's.
    pub shared: u8,
    /// What it shows.
    pub filter: ItemViewFilter,
}

/// Whose a view is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder<'a> {
    /// One agent's.
    Agent(&'a AgentId),
    /// Everybody's.
    Everybody,
}

impl Holder<'_> {
    fn prefix(self, tenant: &TenantId) -> String {
        match self {
            Self::Agent(agent) => format!("{tenant}/{agent}/"),
            Self::Everybody => format!("{tenant}/{SHARED}/"),
        }
    }

    /// The key of a view.
    pub fn key(self, tenant: &TenantId, id: &str) -> String {
        format!("{}{id}", self.prefix(tenant))
    }
}

/// Returns the views of everybody, then the agent's own, each by name.
///
/// # Errors
/// The store's.
pub fn all(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<ItemView>, StoreError> {
    let mut all = of(store, tenant, Holder::Everybody)?;
    all.extend(of(store, tenant, Holder::Agent(agent))?);
    Ok(all)
}

/// Returns the views of one holder, by name.
///
/// # Errors
/// The store's.
pub fn of(
    store: &dyn Store,
    tenant: &TenantId,
    holder: Holder<'_>,
) -> Result<Vec<ItemView>, StoreError> {
    let stored = store.documents(KIND, &holder.prefix(tenant))?;
    let read = |(_, json): &(String, Vec<u8>)| serde_json::from_slice::<ItemView>(json).ok();
    let mut views: Vec<ItemView> = stored.iter().filter_map(read).collect();
    for view in &mut views {
        view.shared = (holder == Holder::Everybody).into();
    }
    views.sort_by_cached_key(|view| view.name.to_lowercase());
    Ok(views)
}

/// Returns the change that stores a view.
pub fn put(tenant: &TenantId, holder: Holder<'_>, view: &ItemView) -> DocumentChange {
    DocumentChange {
        kind: KIND,
        key: holder.key(tenant, &view.id),
        json: serde_json::to_vec(view).ok(),
    }
}

/// Returns the change that deletes a view.
pub fn deleted(tenant: &TenantId, holder: Holder<'_>, id: &str) -> DocumentChange {
    DocumentChange::delete(KIND, holder.key(tenant, id))
}

/// Returns the changes that delete an agent's own views.
///
/// # Errors
/// The store's.
pub fn dismissing(
    store: &dyn Store,
    tenant: &TenantId,
    agent: &AgentId,
) -> Result<Vec<DocumentChange>, StoreError> {
    let own = store.documents(KIND, &Holder::Agent(agent).prefix(tenant))?;
    let own = own.into_iter();
    Ok(own
        .map(|(key, _)| DocumentChange::delete(KIND, key))
        .collect())
}
