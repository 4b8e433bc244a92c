//! Changes a tenant's settings while the server runs (Protocol, 'Administration API', `/api/admin/`).
//!
//! ```text
//! body ──written──► setting ──check──► all settings of the tenant ──► store, with audit record ──► catalogue, router
//! ```
//!
//! - [`thing`]: the kinds of settings and their ids. [`written`]: parses a setting from a body.
//! - [`change`]: put and delete. [`listing`]: list and get. [`audit`]: records who changed what.
//! - [`api_keys`]: keys of the shop's own servers.
//! - [`block`]: blocks and unblocks visitors.
//! - [`import`], [`export`]: knowledge as a file. [`jobs`]: work that takes longer than a request.
//! - [`trial`]: asks a robot its test questions before a change of its knowledge takes effect.
//! - [`visitor`], [`erased`]: exports and erases a visitor's data. [`volume`]: reports unusually large exports.

pub mod api_keys;
pub mod audit;
pub mod block;
pub mod change;
pub mod difference;
pub mod erased;
pub mod export;
pub mod import;
pub mod jobs;
pub mod listing;
mod publish;
pub mod thing;
pub mod trial;
pub mod visitor;
pub mod volume;
pub mod written;

use actors_core::ids::TenantId;
use audit::AuditClock;
use dashmap::DashMap;
use jobs::Jobs;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard};
use trial::Trials;

/// The state of the administration API, shared by all tenants.
#[derive(Default)]
pub struct Administration {
    turns: DashMap<TenantId, Arc<Mutex<()>>>,
    channel_names: Arc<Mutex<()>>,
    tenants: Arc<Mutex<()>>,
    /// The clock of audit records.
    pub audit: AuditClock,
    /// Work that takes longer than a request.
    pub jobs: Jobs,
    /// Trials of changes of knowledge before they take effect.
    pub trials: Trials,
}

impl Administration {
    /// Waits for the tenant's lock. A tenant's changes run one after another.
    pub async fn turn(&self, tenant: &TenantId) -> OwnedMutexGuard<()> {
        let turn = Arc::clone(&self.turns.entry(tenant.clone()).or_default());
        turn.lock_owned().await
    }

    /// Waits for the turn to make, disable or enable a tenant: one after another.
    pub async fn changing_tenants(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.tenants).lock_owned().await
    }

    /// Waits for the lock for channel ids, which must be unique across tenants.
    pub async fn naming_a_channel(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.channel_names).lock_owned().await
    }
}
