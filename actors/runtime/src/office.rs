//! All actors of this process and how to reach them: the visitors' sessions, each tenant's router, the agents' desks.

mod slot;

use crate::ask::{Answer, Ask, AskError, Letter, Park, Reply, Waiter, draw_ticket};
use crate::clock::Clock;
use crate::counts::TenantCounts;
use crate::desk::DeskDoors;
use crate::desk_watcher::DeskWatcher;
use crate::journal::Traffic;
use crate::model::{LanguageModel, Writings};
use crate::ports::{Outbox, Store, StoreError, Watcher};
use crate::postman::{Notifier, Postman};
use crate::readers::Readers;
use crate::router::RouterDoor;
use crate::service_client::ServiceClient;
use crate::session::{EndWaiting, Open, Origin, SessionActor};
use crate::threads::Threads;
use actix::Handler;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{ChannelId, TenantId, Ticket, VisitorId, VisitorKey};
use actors_core::router::command::FromSession;
use actors_core::routing::RouterRequest;
use actors_core::session::Refusal;
use actors_core::session::commands::start::{Start, Started};
use actors_core::session::commands::{Command, Parked};
use dashmap::DashMap;
use parking_lot::RwLock;
use slot::Slot;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// The part of the tenants' settings that sessions need.
pub trait Directory: Send + Sync + 'static {
    /// A channel of a tenant.
    fn channel(&self, tenant: &TenantId, channel: &ChannelId) -> Option<Arc<ChannelConfig>>;

    /// The revision of the settings: it differs after any change, and is never 0 if settings can change. Every step of
    /// every session reads it, so it must be as cheap as reading a number.
    fn revision(&self) -> u64;
}

/// Number of sessions loaded from the store at the same time.
const LOADS_MAX: usize = 4;

/// The threads that an office's actors run on.
#[derive(Clone, Copy, Debug)]
pub enum Workers {
    /// As many threads of its own.
    Own(usize),
    /// As many threads of the caller, each of which calls [`Office::work_here`]. Messages sent before that wait.
    Callers(usize),
}

/// The process's actors.
pub struct Office {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) directory: Arc<dyn Directory>,
    pub(crate) loads: Arc<Semaphore>,
    pub(crate) readers: Readers,
    pub(crate) threads: Threads,
    pub(crate) desks: DeskDoors,
    pub(crate) model: OnceLock<Arc<dyn LanguageModel>>,
    pub(crate) writings: Writings,
    pub(crate) service_client: OnceLock<Arc<dyn ServiceClient>>,
    pub(crate) postman: OnceLock<Arc<dyn Postman>>,
    pub(crate) notifier: OnceLock<Arc<dyn Notifier>>,
    pub(crate) desk_watcher: OnceLock<Arc<dyn DeskWatcher>>,
    pub(crate) outbox: OnceLock<Arc<dyn Outbox>>,
    pub(crate) watcher: OnceLock<Arc<dyn Watcher>>,
    routers: RwLock<HashMap<TenantId, RouterDoor>>,
    sessions: DashMap<VisitorKey, Slot>,
    /// What is counted of each tenant.
    counts: DashMap<TenantId, Arc<TenantCounts>>,
}

/// The thread on which a session starts that is not in memory.
#[derive(Clone, Copy)]
pub(crate) enum Placement {
    /// The caller's thread, because the caller has the visitor's connection or may soon have it.
    WithCaller,
    /// The thread given by the hash of its name, because the caller wakes many sessions.
    ByName,
}

impl Office {
    /// An office without sessions. Must be called inside an actix system.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        directory: Arc<dyn Directory>,
        workers: Workers,
    ) -> Arc<Self> {
        let threads = match workers {
            Workers::Own(count) => Threads::start(count, &store),
            Workers::Callers(count) => Threads::offered(count, &store),
        };
        Arc::new(Self {
            store,
            clock,
            directory,
            loads: Arc::new(Semaphore::new(LOADS_MAX)),
            readers: Readers::new(),
            threads,
            desks: DeskDoors::default(),
            model: OnceLock::new(),
            writings: Writings::default(),
            service_client: OnceLock::new(),
            postman: OnceLock::new(),
            notifier: OnceLock::new(),
            desk_watcher: OnceLock::new(),
            outbox: OnceLock::new(),
            watcher: OnceLock::new(),
            routers: RwLock::default(),
            sessions: DashMap::new(),
            counts: DashMap::new(),
        })
    }

    /// Lets actors run on the caller's thread, which must be inside an actix system. Without effect if the office
    /// started its own threads or already has enough.
    pub fn work_here(&self) {
        self.threads.join();
    }

    /// Sets what hears the news of agents' desks. Only the first call has an effect.
    pub fn set_desk_watcher(&self, watcher: Arc<dyn DeskWatcher>) {
        drop(self.desk_watcher.set(watcher));
    }

    /// Sets what mails visitors. Only the first call has an effect.
    pub fn set_postman(&self, postman: Arc<dyn Postman>) {
        drop(self.postman.set(postman));
    }

    /// Sets what sends pushes to visitors. Only the first call has an effect.
    pub fn set_notifier(&self, notifier: Arc<dyn Notifier>) {
        drop(self.notifier.set(notifier));
    }

    /// Sets what sends requests to tenants' services. Only the first call has an effect.
    pub fn set_service_client(&self, client: Arc<dyn ServiceClient>) {
        drop(self.service_client.set(client));
    }

    /// Sets what tells others what happens in sessions. Only the first call has an effect.
    pub fn set_outbox(&self, outbox: Arc<dyn Outbox>) {
        drop(self.outbox.set(outbox));
    }

    /// Sets what hears of durable steps. Only the first call has an effect.
    pub fn set_watcher(&self, watcher: Arc<dyn Watcher>) {
        drop(self.watcher.set(watcher));
    }

    /// The durable store.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The clock of all actors.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// The number of sessions in memory.
    pub fn sessions_in_memory(&self) -> usize {
        self.sessions.len()
    }

    /// The number of a tenant's sessions in memory.
    pub fn sessions_of(&self, tenant: &TenantId) -> usize {
        let count = self.counts.get(tenant);
        count.map_or(0, |count| count.sessions.load(Ordering::Relaxed))
    }

    /// The number of a tenant's messages that became durable in the last 24 hours, since the process started.
    pub fn messages_of(&self, tenant: &TenantId) -> u64 {
        let count = self.counts.get(tenant);
        count.map_or(0, |count| count.messages.sum(self.clock.now()))
    }

    /// A tenant's visitors whose sessions are in memory and whose names come after `after`, by name, at most `limit`.
    /// Scans every session, so call it on a blocking pool.
    pub fn visitors_of(&self, tenant: &TenantId, after: &str, limit: usize) -> Vec<VisitorId> {
        let mut first = BTreeSet::new();
        for slot in &self.sessions {
            let VisitorKey {
                tenant: whose,
                visitor,
            } = slot.key();
            if whose == tenant && visitor.as_str() > after {
                first.insert(visitor.clone());
                if first.len() > limit {
                    first.pop_last();
                }
            }
        }
        first.into_iter().collect()
    }

    /// The visitors whose sessions are in memory, by tenant, in no particular order. Scans every session, so call it on
    /// a blocking pool.
    pub fn visitors_by_tenant(&self) -> HashMap<TenantId, Vec<VisitorId>> {
        let mut all: HashMap<TenantId, Vec<VisitorId>> = HashMap::new();
        for slot in &self.sessions {
            let VisitorKey { tenant, visitor } = slot.key();
            match all.get_mut(tenant) {
                Some(visitors) => visitors.push(visitor.clone()),
                None => drop(all.insert(tenant.clone(), vec![visitor.clone()])),
            }
        }
        all
    }

    fn count_of(&self, tenant: &TenantId) -> Arc<TenantCounts> {
        if let Some(count) = self.counts.get(tenant) {
            return Arc::clone(&count);
        }
        Arc::clone(&self.counts.entry(tenant.clone()).or_default())
    }

    /// Whether a visitor's session is in memory.
    pub fn is_here(&self, visitor: &VisitorKey) -> bool {
        self.sessions.contains_key(visitor)
    }

    /// Opens a page for a visitor whom the store may know. The rules refuse a page with another voucher.
    ///
    /// # Errors
    /// [`AskError`]: the page did not open.
    pub async fn open(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        start: Start,
    ) -> Result<Result<Started, Refusal>, AskError> {
        self.open_from(visitor, start, Origin::Stored).await
    }

    /// Opens a page for a visitor whose name was just generated, so that the store need not be read.
    ///
    /// # Errors
    /// [`AskError`]: the page did not open.
    pub async fn open_new(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        start: Start,
    ) -> Result<Result<Started, Refusal>, AskError> {
        self.open_from(visitor, start, Origin::Fresh).await
    }

    async fn open_from(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        start: Start,
        origin: Origin,
    ) -> Result<Result<Started, Refusal>, AskError> {
        let open = |reply| Open {
            start: start.clone(),
            reply,
        };
        self.request(visitor, origin, open).await
    }

    /// Sends a letter to a visitor's session and waits for the reply. If a bug stopped the session, loads it again and
    /// retries once.
    pub(crate) async fn request<M, R>(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        origin: Origin,
        letter: impl Fn(Reply<R>) -> M,
    ) -> Result<R, AskError>
    where
        M: Letter,
        R: Send + 'static,
        SessionActor: Handler<M>,
    {
        for _ in 0..ATTEMPTS {
            let (reply, answer) = Answer::pair(&self.threads);
            self.post(visitor, origin, Placement::WithCaller, letter(reply));
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(AskError::Gone)
    }

    /// Sends a command to a visitor's session and waits until its effects are durable. If a bug stopped the session,
    /// loads it again and retries once.
    ///
    /// # Errors
    /// [`AskError`]: there is no answer.
    pub async fn ask<C: Command + Clone>(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        command: C,
    ) -> Result<C::Reply, AskError> {
        let ask = |reply| Ask {
            command: command.clone(),
            reply: Some(reply),
        };
        self.request(visitor, Origin::Stored, ask).await
    }

    /// Sends a visitor's session a command whose answer may take a while.
    pub fn park<C: Parked>(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        command: impl FnOnce(Ticket) -> C,
    ) -> Waiter<C> {
        let ticket = draw_ticket();
        let (sender, waiter) = Waiter::new(&self.threads);
        let park = Park {
            ticket,
            command: command(ticket),
            waiter: sender,
        };
        self.post(visitor, Origin::Stored, Placement::WithCaller, park);
        waiter
    }

    /// Closes a tenant's desks. They open empty with the next call, whose poll reports a gap.
    pub fn close_desks(&self, tenant: &TenantId) {
        self.desks.close_all_of(tenant);
    }

    /// Sends a command to a visitor's session without waiting for a reply.
    pub fn tell<C: Command>(self: &Arc<Self>, visitor: &VisitorKey, command: C) {
        let told = Ask {
            command,
            reply: None,
        };
        self.post(visitor, Origin::Stored, Placement::ByName, told);
    }

    /// Loads a session into memory, so that it handles the deadlines that have passed.
    pub(crate) fn wake(self: &Arc<Self>, visitor: &VisitorKey) {
        drop(self.slot(visitor, Origin::Stored, Placement::ByName));
    }

    /// Puts a letter into a session's mailbox, on the session's own thread. If that fails, refuses the letter.
    pub(crate) fn post<M>(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        origin: Origin,
        placement: Placement,
        mut letter: M,
    ) where
        M: Letter,
        SessionActor: Handler<M>,
    {
        for _ in 0..ATTEMPTS {
            let (slot, ahead) = self.expected(visitor, origin, placement);
            if ahead >= slot::MAILBOX && letter.is_a_question() {
                slot.traffic.undelivered.fetch_sub(1, Ordering::AcqRel);
                return letter.refuse(AskError::Busy);
            }
            if !slot.thread.is_here() {
                let (office, visitor) = (Arc::clone(self), visitor.clone());
                let thread = Arc::clone(&slot.thread);
                return thread.post(Box::new(move || {
                    if let Err(letter) = slot.deliver(letter) {
                        office.forget(&visitor, &slot.traffic);
                        office.post(&visitor, Origin::Stored, Placement::WithCaller, letter);
                    }
                }));
            }
            match slot.deliver(letter) {
                Ok(()) => return,
                Err(returned) => {
                    self.forget(visitor, &slot.traffic);
                    letter = returned;
                }
            }
        }
        letter.refuse(AskError::Gone);
    }

    /// Returns a session's slot, starting its actor if needed, and announces one letter to it. The actor stays in
    /// memory until it receives that letter. Also returns the number of letters announced before and not yet received.
    fn expected(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        origin: Origin,
        placement: Placement,
    ) -> (Slot, u32) {
        // The map's lock on the slot keeps the actor from retiring: see `release`.
        let slot = self.slot(visitor, origin, placement);
        let ahead = slot.traffic.undelivered.fetch_add(1, Ordering::AcqRel);
        (slot.clone(), ahead)
    }

    fn slot(
        self: &Arc<Self>,
        visitor: &VisitorKey,
        origin: Origin,
        placement: Placement,
    ) -> dashmap::mapref::one::Ref<'_, VisitorKey, Slot> {
        if let Some(slot) = self.sessions.get(visitor) {
            return slot;
        }
        self.sessions
            .entry(visitor.clone())
            .or_insert_with(|| {
                let traffic = Arc::new(Traffic::among(&self.count_of(&visitor.tenant)));
                let (visitor, office, kept) =
                    (visitor.clone(), Arc::clone(self), Arc::clone(&traffic));
                let here = match placement {
                    Placement::WithCaller => self.threads.here(),
                    Placement::ByName => None,
                };
                let thread = Arc::clone(here.unwrap_or_else(|| self.threads.of(&visitor)));
                let actor = thread.start(move || SessionActor::new(visitor, office, kept, origin));
                Slot {
                    actor,
                    thread,
                    traffic,
                }
            })
            .downgrade()
    }

    /// Ends every request that waits in a session or at a desk, because the process is about to stop.
    pub fn end_waiting_requests(&self) {
        for slot in &self.sessions {
            slot.actor.do_send(EndWaiting);
        }
        self.desks.end_waiting_requests();
    }

    /// Whether the visitor is in memory or in the store. Reads the store, so call it on a blocking pool.
    ///
    /// # Errors
    /// [`StoreError`]: the store cannot be read.
    pub fn knows(&self, visitor: &VisitorKey) -> Result<bool, StoreError> {
        Ok(self.is_here(visitor) || self.store.head(visitor)?.is_some())
    }

    /// Stops the threads. Steps that are not durable by then are lost, and none of them was acknowledged.
    pub fn close(&self) {
        self.threads.stop();
    }

    /// Removes an actor that wants to retire, unless a letter is on its way to it. Returns whether it was removed.
    pub(crate) fn release(&self, visitor: &VisitorKey, traffic: &Arc<Traffic>) -> bool {
        self.sessions
            .remove_if(visitor, |_, slot| {
                Arc::ptr_eq(&slot.traffic, traffic)
                    && traffic.undelivered.load(Ordering::Acquire) == 0
            })
            .is_some()
    }

    /// Removes an actor that has stopped.
    pub(crate) fn forget(&self, visitor: &VisitorKey, traffic: &Arc<Traffic>) {
        self.sessions
            .remove_if(visitor, |_, slot| Arc::ptr_eq(&slot.traffic, traffic));
    }

    /// Sets a tenant's router.
    pub(crate) fn set_router(&self, tenant: TenantId, router: RouterDoor) {
        self.routers.write().insert(tenant, router);
    }

    /// A tenant's router.
    pub fn router(&self, tenant: &TenantId) -> Option<RouterDoor> {
        self.routers.read().get(tenant).cloned()
    }

    pub(crate) fn ask_router(&self, visitor: &VisitorKey, request: RouterRequest) {
        match self.router(&visitor.tenant) {
            Some(router) => router.tell(FromSession {
                visitor: visitor.visitor.clone(),
                request,
            }),
            None => tracing::warn!(code = "FD302", %visitor, "the tenant has no router"),
        }
    }
}

/// Number of attempts. If a bug stopped a session, the command is retried once, not for ever.
const ATTEMPTS: usize = 2;
