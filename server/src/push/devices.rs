//! The browsers that agents subscribed. A browser belongs to the sign-in that subscribed it, and goes with it: signing
//! out, another password and the end of the account end the notifications.

use crate::secrets;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError, each_document};
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Browsers of one agent. One more replaces the oldest.
pub const OF_AGENT_MAX: usize = 10;

/// A browser. Stored: new fields only with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Its id: a hash of its endpoint.
    pub id: String,
    /// Where the push service takes notifications for it.
    pub endpoint: String,
    /// Its public key, in base64url.
    pub p256dh: String,
    /// Its secret, in base64url.
    pub auth: String,
    /// The name of the sign-in that subscribed it; empty for a visitor's.
    pub sign_in: String,
    /// Where this server is, as the browser knows it; the push service may write there.
    pub origin: String,
    /// The browser, in words.
    pub browser: String,
    /// The system, in words.
    pub system: String,
    /// When it was subscribed.
    pub at: Timestamp,
}

type Of = (TenantId, AgentId);

/// The browsers of all agents. The store has them; memory follows.
pub struct Devices {
    store: Arc<dyn Store>,
    all: DashMap<Of, Vec<Arc<Device>>>,
    count: AtomicUsize,
}

impl Devices {
    /// Reads them.
    ///
    /// # Errors
    /// The store's.
    pub fn open(store: Arc<dyn Store>) -> Result<Self, StoreError> {
        let devices = Self {
            all: DashMap::new(),
            count: AtomicUsize::new(0),
            store: Arc::clone(&store),
        };
        each_document(
            store.as_ref(),
            (DocumentKind::PushDevice, ""),
            |key, json| {
                let mut parts = key.split('/');
                if let (Some(tenant), Some(agent)) = (parts.next(), parts.next())
                    && let Ok(device) = serde_json::from_slice::<Device>(&json)
                {
                    let of = (TenantId::from(tenant), AgentId::from(agent));
                    devices.all.entry(of).or_default().push(Arc::new(device));
                    devices.count.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            },
        )?;
        Ok(devices)
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.count.load(Ordering::Relaxed) == 0
    }

    /// Whether the agent has one.
    pub fn has(&self, of: &Of) -> bool {
        self.all.contains_key(of)
    }

    /// The agent's, oldest first.
    pub fn of(&self, of: &Of) -> Vec<Arc<Device>> {
        let mut found = self.all.get(of).map(|all| all.clone()).unwrap_or_default();
        found.sort_by_key(|device| device.at);
        found
    }

    /// Keeps one, with `besides` in the same commit. It replaces the same browser's, and the oldest above the limit.
    /// Blocks.
    ///
    /// # Errors
    /// The store's: nothing changed.
    pub fn keep(
        &self,
        of: &Of,
        device: Device,
        besides: Vec<DocumentChange>,
    ) -> Result<(), StoreError> {
        let mut all = self.of(of);
        all.retain(|known| known.id != device.id);
        let above = (all.len() + 1).saturating_sub(OF_AGENT_MAX);
        let gone: Vec<Arc<Device>> = all.drain(..above).collect();
        let mut changes = besides;
        changes.extend(gone.iter().map(|old| removal(of, &old.id)));
        let json = serde_json::to_vec(&device).unwrap_or_default();
        changes.push(DocumentChange::put(
            DocumentKind::PushDevice,
            key(of, &device.id),
            json,
        ));
        self.store.change_documents(&changes)?;
        all.push(Arc::new(device));
        self.hold(of, all);
        Ok(())
    }

    /// Removes one, with `besides` in the same commit. Returns whether the agent had it. Blocks.
    ///
    /// # Errors
    /// The store's: nothing changed.
    pub fn remove(
        &self,
        of: &Of,
        id: &str,
        besides: Vec<DocumentChange>,
    ) -> Result<bool, StoreError> {
        let mut all = self.of(of);
        let before = all.len();
        all.retain(|known| known.id != id);
        if all.len() == before {
            return Ok(false);
        }
        let mut changes = besides;
        changes.push(removal(of, id));
        self.store.change_documents(&changes)?;
        self.hold(of, all);
        Ok(true)
    }

    /// Whether the sign-in that subscribed the browser is still valid. Blocks.
    ///
    /// # Errors
    /// The store's.
    pub fn is_signed_in(&self, device: &Device) -> Result<bool, StoreError> {
        let token = self
            .store
            .document(DocumentKind::AgentToken, &device.sign_in)?;
        Ok(token.is_some())
    }

    fn hold(&self, of: &Of, all: Vec<Arc<Device>>) {
        let now = all.len();
        let before = match now {
            0 => self.all.remove(of).map(|(_, all)| all),
            _ => self.all.insert(of.clone(), all),
        };
        let before = before.map_or(0, |all| all.len());
        self.count.fetch_add(now, Ordering::Relaxed);
        self.count.fetch_sub(before, Ordering::Relaxed);
    }
}

/// The id of the browser with this endpoint.
pub fn id_of(endpoint: &str) -> String {
    secrets::hex(&blake3::hash(endpoint.as_bytes()).as_bytes()[..16])
}

fn removal(of: &Of, id: &str) -> DocumentChange {
    DocumentChange::delete(DocumentKind::PushDevice, key(of, id))
}

fn key((tenant, agent): &Of, id: &str) -> String {
    format!("{tenant}/{agent}/{id}")
}
