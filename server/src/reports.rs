//! Numbers of ended sessions (Protocol, 'Reports'). None of them reads messages.
//!
//! ```text
//! end of a session ─► record (same commit) ─► sums of its day, made when asked ─► table, file, weekly mail
//! ```
//!
//! - [`record`]: what is kept of a session. [`zone`]: days and hours of a tenant.
//! - [`days`]: sums by day, which are a cache of the records. [`table`]: what a report shows.
//! - [`file`]: CSV and XLSX. [`presence`]: agents' time. [`weekly`]: the weekly mail.

pub mod days;
pub mod file;
pub mod presence;
pub mod record;
pub mod table;
pub mod weekly;
pub mod zone;

use crate::catalogue::Catalogue;
use actors_core::ids::TenantId;
use actors_runtime::clock::Clock;
use actors_runtime::ports::Store;
use days::Days;
use presence::Presence;
use std::sync::Arc;
use zone::Zone;

/// The reports of all tenants.
pub struct Reports {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    catalogue: Arc<Catalogue>,
    /// The sums of days.
    pub days: Days,
    /// Agents' time that is not stored yet.
    pub presence: Presence,
}

impl Reports {
    /// The reports that this store keeps.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        catalogue: Arc<Catalogue>,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            clock,
            catalogue,
            days: Days::default(),
            presence: Presence::default(),
        })
    }

    /// The time zone of a tenant's days.
    pub fn zone(&self, tenant: &TenantId) -> Zone {
        let settings = self.catalogue.tenant(tenant);
        settings.map_or_else(Zone::default, |settings| {
            Zone::named(&settings.tenant.reporting.time_zone)
        })
    }
}
