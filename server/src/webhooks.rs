//! Tells tenants' own services what happens (Protocol, 'Webhooks'), as <https://www.standardwebhooks.com> describes.
//!
//! ```text
//! step of a session ─► outbox ─► queue (same batch as the step) ─► worker ─► sender ─► receiver
//!                                   ▲                                 │
//!                                   └──── recorder (a commit every 200 ms) ◄──── what came of it
//! ```
//!
//! - [`event`]: what is told. [`hook`]: a webhook, its queue and its log, as they are stored.
//! - `outbox`: writes events into queues. [`line`]: which event may be sent next; pure.
//! - `worker`: one task a webhook. `sender`: one request. `recorder`: stores what came of requests.
//! - [`change`]: the administration's calls. [`sign`]: secrets and signatures.

pub mod change;
pub mod deliveries;
pub mod event;
pub mod forgetting;
pub mod hook;
pub mod line;
mod outbox;
mod recorder;
mod sender;
pub mod sign;
mod worker;

use crate::catalogue::Catalogue;
use crate::settings::Relay as RelaySettings;
use crate::state::State;
use crate::system_texts::Sentences;
use actix_web::web::Data;
use actors_core::ids::TenantId;
use actors_core::time::Timestamp;
use actors_runtime::clock::Clock;
use actors_runtime::ports::{DocumentKind, Store, StoreError, each_document};
use arc_swap::ArcSwap;
use hook::{Config, Health, Hook, Waiting};
use outbox::Numbers;
pub use outbox::Post;
use parking_lot::Mutex;
use recorder::Recorder;
use sender::Sender;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::Notify;

/// The largest number of webhooks a tenant (Protocol, 'Webhooks').
pub const HOOKS_MAX: usize = 20;

/// The largest number of events that wait for one webhook (Protocol, 'Webhooks').
pub const QUEUE_MAX: usize = 50_000;

/// A tenant's webhooks, by id.
type OfTenant = Arc<Vec<Arc<Hook>>>;

/// The webhooks of all tenants.
pub struct Webhooks {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    catalogue: Arc<Catalogue>,
    sentences: Arc<Sentences>,
    hooks: ArcSwap<HashMap<TenantId, OfTenant>>,
    /// Held while `hooks` is replaced.
    replacing: Mutex<()>,
    numbers: Mutex<Numbers>,
    recorder: Recorder,
    sender: Sender,
    /// Told when there is a webhook without a worker.
    changed: Notify,
}

impl Webhooks {
    /// Reads all webhooks and counts what waits for them.
    ///
    /// # Errors
    /// The store's.
    pub fn open(
        (store, clock): (Arc<dyn Store>, Arc<dyn Clock>),
        catalogue: Arc<Catalogue>,
        sentences: Arc<Sentences>,
        relay: &RelaySettings,
    ) -> Result<Arc<Self>, StoreError> {
        let mut hooks: HashMap<TenantId, Vec<Arc<Hook>>> = HashMap::new();
        for (key, json) in store.documents(DocumentKind::Webhook, "")? {
            let config = serde_json::from_slice::<Config>(&json);
            let (Some((tenant, id)), Ok(config)) = (key.split_once('/'), config) else {
                continue;
            };
            let health = store.document(DocumentKind::WebhookState, &key)?;
            let health = health.and_then(|json| serde_json::from_slice::<Health>(&json).ok());
            let tenant = TenantId::from(tenant);
            let hook = Hook::new(tenant.clone(), id, config, health.unwrap_or_default());
            hooks.entry(tenant).or_default().push(Arc::new(hook));
        }
        let mut last = 0;
        each_document(
            store.as_ref(),
            (DocumentKind::WebhookQueue, ""),
            |key, _| {
                let Some((place, number)) = key.rsplit_once('/') else {
                    return Ok(());
                };
                last = last.max(u64::from_str_radix(number, 16).unwrap_or(0));
                let owner = place.split_once('/').and_then(|(tenant, id)| {
                    let of_tenant = hooks.get(&TenantId::from(tenant))?;
                    of_tenant.iter().find(|hook| hook.id == id)
                });
                match owner {
                    Some(hook) => drop(hook.queued.fetch_add(1, Ordering::Relaxed)),
                    None => store.delete_document(DocumentKind::WebhookQueue, &key)?,
                }
                Ok(())
            },
        )?;
        let numbers = Numbers::after(last, clock.now());
        let hooks = hooks.into_iter().map(|(tenant, of)| (tenant, Arc::new(of)));
        Ok(Arc::new(Self {
            numbers: Mutex::new(numbers),
            hooks: ArcSwap::from_pointee(hooks.collect()),
            replacing: Mutex::default(),
            sender: Sender::new(relay),
            recorder: Recorder::default(),
            changed: Notify::new(),
            store,
            clock,
            catalogue,
            sentences,
        }))
    }

    /// A tenant's webhooks.
    pub fn of(&self, tenant: &TenantId) -> OfTenant {
        self.hooks.load().get(tenant).cloned().unwrap_or_default()
    }

    /// One of a tenant's webhooks.
    pub fn find(&self, tenant: &TenantId, id: &str) -> Option<Arc<Hook>> {
        let hooks = self.hooks.load();
        let mut of = hooks.get(tenant)?.iter();
        of.find(|hook| hook.id == id).cloned()
    }

    /// Whether the address may be called.
    pub fn permits(&self, url: &str) -> bool {
        self.sender.permits(url)
    }

    fn replace(&self, tenant: &TenantId, change: impl FnOnce(&mut Vec<Arc<Hook>>)) {
        let _alone = self.replacing.lock();
        let mut all = HashMap::clone(&self.hooks.load());
        let mut of = all.get(tenant).map(|of| Vec::clone(of)).unwrap_or_default();
        change(&mut of);
        match of.is_empty() {
            true => drop(all.remove(tenant)),
            false => drop(all.insert(tenant.clone(), Arc::new(of))),
        }
        self.hooks.store(Arc::new(all));
        self.changed.notify_one();
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Starts the workers and the recorder, as long as the server runs. Call it on the thread that is to run them.
    pub fn start(state: &Data<State>) {
        actix_web::rt::spawn(recorder::run(state.clone()));
        actix_web::rt::spawn(worker::supervise(state.clone()));
    }
}

/// Reads a waiting event.
fn waiting(json: &[u8]) -> Option<Waiting> {
    serde_json::from_slice(json).ok()
}
