//! The threads that actors run on, and the way from one to another (docs/decisions/0014).
//!
//! Work from other threads waits in a thread's inbox, and its actors' appends wait in its outbox, until every ready
//! task of the thread has run. So one wake-up and one call of the store serve all that gathered. There is no added
//! delay: an idle thread handles both at once.

use crate::ports::{Append, Store};
use actix::dev::channel;
use actix::{Actor, Addr, Context};
use actix_rt::{Arbiter, ArbiterHandle};
use parking_lot::Mutex;
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Notify;

/// A closure to run on another thread.
pub(crate) type Parcel = Box<dyn FnOnce() + Send>;

/// Number of messages that may wait for an actor that has not started. The actor sets its own limit when it starts.
const FIRST_MAILBOX: usize = 16;

/// No thread has this number.
const NOBODY: u64 = 0;

thread_local! {
    static NUMBER: u64 = {
        static NEXT: AtomicU64 = AtomicU64::new(NOBODY + 1);
        NEXT.fetch_add(1, Ordering::Relaxed)
    };
}

/// One thread, as the others see it.
pub(crate) struct Thread {
    /// The number of the thread that does the work; [`NOBODY`] before one has claimed it.
    worker: AtomicU64,
    inbox: Mutex<Vec<Parcel>>,
    outbox: Mutex<Vec<Append>>,
    work: Notify,
    store: Arc<dyn Store>,
}

impl Thread {
    fn new(store: &Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self {
            worker: AtomicU64::new(NOBODY),
            inbox: Mutex::default(),
            outbox: Mutex::default(),
            work: Notify::new(),
            store: Arc::clone(store),
        })
    }

    /// Whether this is the calling thread.
    pub(crate) fn is_here(&self) -> bool {
        self.worker.load(Ordering::Relaxed) == NUMBER.with(|number| *number)
    }

    /// Queues a closure to run on this thread, after those queued before.
    pub(crate) fn post(&self, parcel: Parcel) {
        let mut inbox = self.inbox.lock();
        let is_first = inbox.is_empty();
        inbox.push(parcel);
        drop(inbox);
        if is_first {
            self.work.notify_one();
        }
    }

    /// Runs a closure on this thread: immediately if it is the calling thread, otherwise queued.
    pub(crate) fn run(&self, parcel: impl FnOnce() + Send + 'static) {
        if self.is_here() {
            parcel();
        } else {
            self.post(Box::new(parcel));
        }
    }

    /// Queues an append for the store. The store gets it, in order, after every ready task of this thread has run.
    pub(crate) fn keep(&self, append: Append) {
        let mut outbox = self.outbox.lock();
        let is_first = outbox.is_empty();
        outbox.push(append);
        drop(outbox);
        if is_first {
            self.work.notify_one();
        }
    }

    /// Hands the queued appends to the store immediately.
    pub(crate) fn hand_over(&self) {
        let appends = std::mem::take(&mut *self.outbox.lock());
        if !appends.is_empty() {
            self.store.append_all(appends);
        }
    }

    /// Starts an actor on this thread.
    pub(crate) fn start<A>(&self, make: impl FnOnce() -> A + Send + 'static) -> Addr<A>
    where
        A: Actor<Context = Context<A>>,
    {
        let (sender, receiver) = channel::channel(FIRST_MAILBOX);
        self.run(move || {
            let context = Context::with_receiver(receiver);
            actix_rt::spawn(context.into_future(make()));
        });
        Addr::new(sender)
    }

    async fn work(&self) {
        let mut parcels = Vec::new();
        loop {
            self.work.notified().await;
            std::mem::swap(&mut *self.inbox.lock(), &mut parcels);
            for parcel in parcels.drain(..) {
                // A panic must not stop the other parcels; the panic hook has logged it.
                drop(catch_unwind(AssertUnwindSafe(parcel)));
            }
            self.hand_over();
            // Under constant load, connections and timers must still get their turn.
            tokio::task::coop::consume_budget().await;
        }
    }
}

/// Frees a thread's place when its runtime ends.
struct AtWork(Arc<Thread>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.worker.store(NOBODY, Ordering::Release);
    }
}

/// The threads that share the actors.
pub(crate) struct Threads {
    threads: Vec<Arc<Thread>>,
    own: Vec<ArbiterHandle>,
    hasher: RandomState,
}

impl Threads {
    /// Places for `count` threads, at least one, that callers fill with [`Threads::join`].
    pub(crate) fn offered(count: usize, store: &Arc<dyn Store>) -> Self {
        Self {
            threads: (0..count.max(1)).map(|_| Thread::new(store)).collect(),
            own: Vec::new(),
            hasher: RandomState::new(),
        }
    }

    /// Starts `count` threads, at least one.
    pub(crate) fn start(count: usize, store: &Arc<dyn Store>) -> Self {
        let mut threads = Self::offered(count, store);
        threads.own = threads.threads.iter().map(start_arbiter).collect();
        threads
    }

    /// Gives the calling thread, which must be inside an actix system, the first free place. Without effect if
    /// [`Threads::start`] filled the places.
    pub(crate) fn join(&self) {
        if self.own.is_empty()
            && self.here().is_none()
            && let Some(free) = self.threads.iter().find(|thread| claim(thread))
        {
            begin(Arc::clone(free));
        }
    }

    /// The calling thread, if it is one of these.
    pub(crate) fn here(&self) -> Option<&Arc<Thread>> {
        self.threads.iter().find(|thread| thread.is_here())
    }

    /// The thread for a name; always the same one.
    pub(crate) fn of(&self, name: &impl Hash) -> &Arc<Thread> {
        let index = self.hasher.hash_one(name) as usize % self.threads.len();
        &self.threads[index]
    }

    /// Stops the threads that [`Threads::start`] started.
    pub(crate) fn stop(&self) {
        for thread in &self.own {
            thread.stop();
        }
    }
}

fn claim(thread: &Thread) -> bool {
    let number = NUMBER.with(|number| *number);
    thread
        .worker
        .compare_exchange(NOBODY, number, Ordering::AcqRel, Ordering::Acquire)
        .is_ok()
}

/// Starts the work loop of a claimed place.
fn begin(thread: Arc<Thread>) {
    let at_work = AtWork(thread);
    actix_rt::spawn(async move { at_work.0.work().await });
}

fn start_arbiter(thread: &Arc<Thread>) -> ArbiterHandle {
    let arbiter = Arbiter::new().handle();
    let thread = Arc::clone(thread);
    arbiter.spawn_fn(move || {
        crate::thread_cache::enable();
        if claim(&thread) {
            begin(thread);
        }
    });
    arbiter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::MemoryStore;

    fn threads() -> (Arc<MemoryStore>, Threads) {
        let store = Arc::new(MemoryStore::default());
        let port: Arc<dyn Store> = Arc::clone(&store) as Arc<dyn Store>;
        (store, Threads::offered(1, &port))
    }

    fn noted(notes: &Arc<Mutex<Vec<u32>>>, number: u32) -> impl FnOnce() + Send + 'static {
        let notes = Arc::clone(notes);
        move || notes.lock().push(number)
    }

    async fn settle() {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }

    #[actix::test]
    async fn parcels_posted_before_a_thread_joins_run_in_order_when_it_joins() {
        let (_, threads) = threads();
        let notes = Arc::default();
        let thread = threads.of(&"anybody");
        for number in 1..=3 {
            thread.post(Box::new(noted(&notes, number)));
        }
        settle().await;
        assert!(notes.lock().is_empty());

        threads.join();
        settle().await;

        assert_eq!(*notes.lock(), [1, 2, 3]);
    }

    #[actix::test]
    async fn a_parcel_that_panics_does_not_stop_the_others() {
        let (_, threads) = threads();
        threads.join();
        let notes = Arc::default();
        let thread = threads.of(&"anybody");

        thread.post(Box::new(|| panic!("on purpose")));
        thread.post(Box::new(noted(&notes, 1)));
        settle().await;
        thread.post(Box::new(noted(&notes, 2)));
        settle().await;

        assert_eq!(*notes.lock(), [1, 2]);
    }

    #[actix::test]
    async fn the_store_gets_all_appends_after_every_ready_task_has_run() {
        let (store, threads) = threads();
        threads.join();
        store.hold();
        let done = Arc::default();
        let append = |number| {
            let note = noted(&done, number);
            Append {
                records: Vec::new(),
                documents: Vec::new(),
                done: Box::new(|_| note()),
            }
        };

        threads.of(&"anybody").keep(append(1));
        threads.of(&"anybody").keep(append(2));
        assert_eq!(store.waiting(), 0);
        settle().await;
        assert_eq!(store.waiting(), 2);
        store.finish();

        assert_eq!(*done.lock(), [1, 2]);
    }

    #[test]
    fn a_place_is_free_again_when_its_thread_ends() {
        let (_, threads) = threads();
        let threads = Arc::new(threads);
        for _ in 0..2 {
            let threads = Arc::clone(&threads);
            let worker = std::thread::spawn(move || {
                actix_rt::System::new().block_on(async {
                    threads.join();
                    threads.here().is_some()
                })
            });
            assert!(worker.join().is_ok_and(|has_a_place| has_a_place));
        }
    }
}
