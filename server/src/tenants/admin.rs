//! Changing a tenant's settings while the server runs (Protocol, 'Administration API', `/api/admin/`).
//!
//! ```text
//! body ──written──► what was written ──check──► the tenant as a whole ──► store, with the audit ──► catalogue, router
//! ```
//!
//! - [`thing`]: what can be administered, and how each is named. [`written`]: reading it from a body.
//! - [`change`]: put and delete. [`listing`]: list and get. [`audit`]: who changed what.
//! - [`import`], [`export`]: knowledge as a file. [`jobs`]: what takes longer than a call.
//! - [`trial`]: test questions put to a robot before a change of its knowledge is let out.
//! - [`visitor`], [`erased`]: a visitor's data, all of it and none. [`volume`]: who takes a lot out is told of.

pub mod audit;
pub mod change;
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

/// What the administration of all tenants shares.
#[derive(Default)]
pub struct Administration {
    turns: DashMap<TenantId, Arc<Mutex<()>>>,
    channel_names: Arc<Mutex<()>>,
    /// When things were changed.
    pub audit: AuditClock,
    /// Work that takes longer than a call.
    pub jobs: Jobs,
    /// Changes of knowledge that are tried before they are let out.
    pub trials: Trials,
}

impl Administration {
    /// Waits for the caller's turn: a tenant's changes come one after another.
    pub async fn turn(&self, tenant: &TenantId) -> OwnedMutexGuard<()> {
        let turn = Arc::clone(&self.turns.entry(tenant.clone()).or_default());
        turn.lock_owned().await
    }

    /// Waits for the turn to give a channel its name, which no two tenants may have.
    pub async fn naming_a_channel(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.channel_names).lock_owned().await
    }
}
