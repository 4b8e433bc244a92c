//! Web Push for agents whose desk is closed or hidden, and for visitors who agreed (Protocol, 'Push').
//!
//! - [`devices`]: the browsers that agents subscribed; [`visitors`]: those of visitors, and what they are told.
//! - [`key`]: the server's own key (VAPID).
//! - [`notice`]: what a notification says; [`queue`]: what waits, for the agent to stay away or for another try.
//! - [`service`]: one request to a push service; [`sending`]: the worker.
//!
//! What waits is in memory alone: a notification is worth nothing an hour later, and the desk has everything.

pub mod devices;
pub mod key;
pub mod notice;
pub mod queue;
pub mod sending;
pub mod service;
pub mod visitors;

use crate::relay::SystemLookup;
use crate::settings::Relay as RelaySettings;
use actors_core::ids::{AgentId, TenantId};
use actors_core::routing::DeskNews;
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::Clock;
use actors_runtime::ports::{Store, StoreError};
use actors_runtime::{DeskWatcher, Notifier, Office};
use anyhow::Context as _;
use dashmap::DashMap;
use devices::Devices;
use key::PushKey;
use parking_lot::Mutex;
use queue::{Added, Queue};
use service::PushService;
use std::sync::Arc;
use tokio::sync::Notify;
use visitors::VisitorDevices;

/// How long no visible page of an agent may have polled before they get notifications.
pub const AWAY_AFTER: Span = Span::from_secs(30);

/// How long a notification waits at least. A page that has just become visible polls within that time.
const SOONEST: Span = Span::from_secs(2);

/// Web Push of one server.
pub struct Push {
    /// The browsers that agents subscribed.
    pub devices: Devices,
    /// The browsers of visitors who agreed.
    pub visitors: VisitorDevices,
    /// The server's own key.
    pub key: PushKey,
    /// Sends to push services.
    pub service: PushService,
    clock: Arc<dyn Clock>,
    /// When a visible page of an agent last polled; of agents with a browser alone.
    seen: DashMap<(TenantId, AgentId), Timestamp>,
    queue: Mutex<Queue>,
    added: Notify,
}

impl Push {
    /// Reads the subscribed browsers, and makes the server's key at the first start.
    ///
    /// # Errors
    /// The store's.
    pub fn open(
        store: &Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        relay: &RelaySettings,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            devices: Devices::open(Arc::clone(store))?,
            visitors: VisitorDevices::new(Arc::clone(store)),
            key: PushKey::open(store.as_ref())?,
            service: PushService::new(relay, Arc::new(SystemLookup)),
            clock,
            seen: DashMap::new(),
            queue: Mutex::default(),
            added: Notify::new(),
        })
    }

    /// Opens it, and lets it hear what happens at desks and what sessions tell their visitors.
    ///
    /// # Errors
    /// The store's.
    pub fn watching(office: &Office, relay: &RelaySettings) -> anyhow::Result<Arc<Self>> {
        let push = Self::open(office.store(), Arc::clone(office.clock()), relay);
        let push = Arc::new(push.context("reading the browsers that get notifications")?);
        office.set_desk_watcher(Arc::clone(&push) as Arc<dyn DeskWatcher>);
        office.set_notifier(Arc::clone(&push) as Arc<dyn Notifier>);
        Ok(push)
    }

    /// Notes that a visible page of the agent polls.
    pub fn saw(&self, tenant: &TenantId, agent: &AgentId, now: Timestamp) {
        let of = (tenant.clone(), agent.clone());
        if self.devices.has(&of) {
            self.seen.insert(of, now);
        }
    }

    /// When a visible page of the agent last polled.
    fn last_seen(&self, of: &(TenantId, AgentId)) -> Option<Timestamp> {
        self.seen.get(of).map(|seen| *seen)
    }
}

impl DeskWatcher for Push {
    fn told(&self, tenant: &TenantId, agent: &AgentId, news: &DeskNews) {
        if self.devices.is_empty() {
            return;
        }
        let of = (tenant.clone(), agent.clone());
        if !self.devices.has(&of) {
            return;
        }
        let Some(notice) = notice::of(of, news, self.clock.now()) else {
            return;
        };
        let seen = self.last_seen(&notice.of);
        let soon = notice.at + SOONEST;
        let due = seen.map_or(soon, |seen| soon.max(seen + AWAY_AFTER));
        match self.queue.lock().add(due, notice) {
            Added::Waits => self.added.notify_one(),
            Added::Full => sending::count("dropped"),
        }
    }
}
