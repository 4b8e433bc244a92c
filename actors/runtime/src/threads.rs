//! The threads actors run on, and the way from one to another (docs/decisions/0014).
//!
//! What one thread hands to another waits in its inbox, and what its actors want kept waits until everything that is
//! ready on this thread has had its turn: one wake-up, and one call of the store, for all that gathered. Nobody waits on
//! purpose: a thread that has nothing else to do comes to it at once.

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

/// Something to be done on another thread.
pub(crate) type Parcel = Box<dyn FnOnce() + Send>;

/// Messages that may wait for an actor which has not begun: it sets its own limit then.
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
    /// Who does the work; nobody before a thread has come for it.
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

    /// Whether this is the caller's own.
    pub(crate) fn is_here(&self) -> bool {
        self.worker.load(Ordering::Relaxed) == NUMBER.with(|number| *number)
    }

    /// Hands something over: it is done on this thread, after what was handed over before.
    pub(crate) fn post(&self, parcel: Parcel) {
        let mut inbox = self.inbox.lock();
        let is_first = inbox.is_empty();
        inbox.push(parcel);
        drop(inbox);
        if is_first {
            self.work.notify_one();
        }
    }

    /// Does something on this thread: now where that is the caller's own.
    pub(crate) fn run(&self, parcel: impl FnOnce() + Send + 'static) {
        if self.is_here() {
            parcel();
        } else {
            self.post(Box::new(parcel));
        }
    }

    /// Hands an append to the store, in this order, once everything that is ready here has had its turn.
    pub(crate) fn keep(&self, append: Append) {
        let mut outbox = self.outbox.lock();
        let is_first = outbox.is_empty();
        outbox.push(append);
        drop(outbox);
        if is_first {
            self.work.notify_one();
        }
    }

    /// Hands what waits to the store now.
    pub(crate) fn hand_over(&self) {
        let appends = std::mem::take(&mut *self.outbox.lock());
        if !appends.is_empty() {
            self.store.append_all(appends);
        }
    }

    /// Starts an actor here.
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
                // One that breaks must not take the others with it; the hook has told of it.
                drop(catch_unwind(AssertUnwindSafe(parcel)));
            }
            self.hand_over();
            // However fast more comes, connections and timers have their turn now and then.
            tokio::task::coop::consume_budget().await;
        }
    }
}

/// Gives a thread's place back when its runtime ends.
struct AtWork(Arc<Thread>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.worker.store(NOBODY, Ordering::Release);
    }
}

/// Threads, each running its share of the actors.
pub(crate) struct Threads {
    threads: Vec<Arc<Thread>>,
    own: Vec<ArbiterHandle>,
    hasher: RandomState,
}

impl Threads {
    /// Places for `count` threads, at least one, which come by [`Threads::join`].
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

    /// Takes the caller's thread, which must be one that runs actors, for the first place that is free; where the
    /// threads were started here, none is.
    pub(crate) fn join(&self) {
        if self.own.is_empty()
            && self.here().is_none()
            && let Some(free) = self.threads.iter().find(|thread| claim(thread))
        {
            begin(Arc::clone(free));
        }
    }

    /// The caller's own thread, where it is one of these.
    pub(crate) fn here(&self) -> Option<&Arc<Thread>> {
        self.threads.iter().find(|thread| thread.is_here())
    }

    /// The thread of whoever has this name; always the same.
    pub(crate) fn of(&self, name: &impl Hash) -> &Arc<Thread> {
        let index = self.hasher.hash_one(name) as usize % self.threads.len();
        &self.threads[index]
    }

    /// Ends those that were started here.
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

/// Works for a place that was claimed.
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
    use crate::testing::SlowStore;

    fn threads() -> (Arc<SlowStore>, Threads) {
        let store = Arc::new(SlowStore::default());
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
    async fn what_is_posted_before_anybody_works_there_is_done_in_order_when_somebody_does() {
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
    async fn one_that_breaks_does_not_take_the_others_with_it() {
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
    async fn the_store_is_called_once_everything_that_is_ready_has_had_its_turn() {
        let (store, threads) = threads();
        threads.join();
        store.hold();
        let done = Arc::default();
        let append = |number| {
            let note = noted(&done, number);
            Append {
                records: Vec::new(),
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
    fn a_place_is_free_again_when_who_worked_there_is_gone() {
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
