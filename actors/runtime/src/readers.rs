//! Threads for frequent, short reads of the store. A general blocking pool wakes a thread and then the caller for each
//! read, which costs more than the read itself. These threads take one queued read after another without sleeping, and
//! the answers go back in batches through the callers' inboxes.
//!
//! A read from memory takes some microseconds, less than passing it to another thread. So the caller's thread reads a
//! page of history itself, unless such reads were slow recently (docs/decisions/0014).

use crate::ask::{Answer, AskError};
use crate::office::Office;
use crate::ports::{Store, StoreError, Stored};
use crate::threads::Parcel;
use actors_core::ids::VisitorKey;
use actors_core::time::Timestamp;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Number of concurrent reads, so that one slow disk read does not block the others. A thread starts when a read finds
/// all running threads busy.
const THREADS: usize = 4;

#[derive(Default)]
struct Waiting {
    pieces: VecDeque<Parcel>,
    started: usize,
    idle: usize,
    ended: bool,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    work: Condvar,
}

/// If the mean of recent reads is longer than this, they wait for the disk.
const QUICK: Duration = Duration::from_micros(200);

/// The weight of one read in the moving mean is 1/`WEIGHT`, so that a single interrupted read does not count as a slow
/// disk.
const WEIGHT: u32 = 64;

/// How long callers leave reads to the reader threads after reads were slow.
const SLOW_FOR: Duration = Duration::from_secs(5);

/// The reader threads; they end when this is dropped.
pub(crate) struct Readers {
    shared: Arc<Shared>,
    own: OwnReadings,
}

/// Statistics of reads on the callers' own threads. Two concurrent notes may count as one.
struct OwnReadings {
    began: Instant,
    /// The moving mean of their duration, in ns.
    mean: AtomicU32,
    /// Until when callers do not read on their own threads, in ms since `began`.
    slow_until: AtomicU64,
}

impl OwnReadings {
    fn new() -> Self {
        Self {
            began: Instant::now(),
            mean: AtomicU32::new(0),
            slow_until: AtomicU64::new(0),
        }
    }

    fn are_quick(&self, now: Instant) -> bool {
        self.millis(now) >= self.slow_until.load(Ordering::Relaxed)
    }

    fn note(&self, began: Instant, now: Instant) {
        let took = now.saturating_duration_since(began).as_nanos();
        let took = u32::try_from(took).unwrap_or(u32::MAX);
        let mean = self.mean.load(Ordering::Relaxed);
        let mean = mean - mean / WEIGHT + took / WEIGHT;
        let is_slow = Duration::from_nanos(mean.into()) > QUICK;
        if is_slow {
            let until = self.millis(now + SLOW_FOR);
            self.slow_until.store(until, Ordering::Relaxed);
        }
        let mean = if is_slow { 0 } else { mean };
        self.mean.store(mean, Ordering::Relaxed);
    }

    fn millis(&self, now: Instant) -> u64 {
        let since = now.saturating_duration_since(self.began).as_millis();
        u64::try_from(since).unwrap_or(u64::MAX)
    }
}

impl Readers {
    /// Starts no thread.
    pub(crate) fn new() -> Self {
        Self {
            shared: Arc::default(),
            own: OwnReadings::new(),
        }
    }

    fn post(&self, piece: Parcel) {
        let mut waiting = self.shared.waiting.lock();
        waiting.pieces.push_back(piece);
        let is_idle = waiting.idle > 0;
        let starts = !is_idle && waiting.started < THREADS;
        waiting.started += usize::from(starts);
        drop(waiting);
        if is_idle {
            self.shared.work.notify_one();
        } else if starts {
            self.start();
        }
    }

    /// Starts a thread. If the system gives none and no other runs, the caller reads.
    fn start(&self) {
        let shared = Arc::clone(&self.shared);
        let thread = std::thread::Builder::new().name("store-read".to_owned());
        if let Err(error) = thread.spawn(move || shared.work()) {
            tracing::warn!(code = "FD208", %error, "a thread that reads is missing");
            let mut waiting = self.shared.waiting.lock();
            waiting.started -= 1;
            let left = match waiting.started {
                0 => std::mem::take(&mut waiting.pieces),
                _ => VecDeque::new(),
            };
            drop(waiting);
            left.into_iter().for_each(|piece| piece());
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.shared.waiting.lock().ended = true;
        self.shared.work.notify_all();
    }
}

impl Shared {
    fn work(&self) {
        crate::thread_cache::enable();
        while let Some(piece) = self.next() {
            // A panic must not end the thread; the panic hook has logged it.
            drop(catch_unwind(AssertUnwindSafe(piece)));
        }
    }

    fn next(&self) -> Option<Parcel> {
        let mut waiting = self.waiting.lock();
        loop {
            if let Some(piece) = waiting.pieces.pop_front() {
                return Some(piece);
            }
            if waiting.ended {
                return None;
            }
            waiting.idle += 1;
            self.work.wait(&mut waiting);
            waiting.idle -= 1;
        }
    }
}

impl Office {
    /// Reads the store on a reader thread. For short reads only, because long ones block the others.
    ///
    /// # Errors
    /// [`AskError::Gone`]: the read panicked.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Store) -> T + Send + 'static,
    ) -> Result<T, AskError> {
        let (answer, heard) = Answer::pair(&self.threads);
        let store = Arc::clone(&self.store);
        self.readers.post(Box::new(move || {
            let found = read(store.as_ref());
            // Before the answer, because the caller may then close the store.
            drop(store);
            answer.send(found);
        }));
        heard.await.map_err(|_| AskError::Gone)
    }

    /// A page of a visitor's history, as [`Store::history`] returns it: some tens of lines.
    ///
    /// # Errors
    /// [`AskError::Gone`]: the read panicked.
    pub async fn history(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Result<Result<Vec<Stored>, StoreError>, AskError> {
        let began = Instant::now();
        if self.readers.own.are_quick(began) {
            let found = self.store.history_now(visitor, before, limit);
            self.readers.own.note(began, Instant::now());
            if let Some(found) = found {
                return Ok(found);
            }
        }
        let visitor = visitor.clone();
        self.read(move |store| store.history(&visitor, before, limit))
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{MemoryStore, office};

    #[actix::test]
    async fn concurrent_reads_each_get_their_own_answer() {
        let office = office(&Arc::new(MemoryStore::default()));

        let readings = (0..100).map(|number| office.read(move |_| number));
        let heard = futures_util::future::join_all(readings).await;

        assert_eq!(heard, (0..100).map(Ok).collect::<Vec<_>>());
    }

    #[actix::test]
    async fn a_reader_thread_starts_with_the_first_read() {
        let office = office(&Arc::new(MemoryStore::default()));
        let started = || office.readers.shared.waiting.lock().started;
        assert_eq!(started(), 0);

        assert_eq!(office.read(|_| 7).await, Ok(7));

        assert_eq!(started(), 1);
    }

    #[test]
    fn slow_reads_keep_callers_from_reading_on_their_own_threads_for_a_while() {
        let own = OwnReadings::new();
        let mut now = own.began;
        let mut read = |took: Duration, times: u32| {
            for _ in 0..times {
                let began = now;
                now += took;
                own.note(began, now);
            }
            (own.are_quick(now), own.are_quick(now + SLOW_FOR))
        };

        assert_eq!(read(Duration::from_micros(15), 1_000), (true, true));
        assert_eq!(read(Duration::from_millis(4), 1), (true, true));
        assert_eq!(read(Duration::from_micros(15), 1_000), (true, true));
        assert_eq!(read(Duration::from_millis(1), 30), (false, true));
    }

    #[actix::test]
    async fn a_page_that_would_make_the_caller_wait_is_read_by_a_reader_thread() {
        let office = office(&Arc::new(MemoryStore::default()));
        let nobody = VisitorKey {
            tenant: "demo".into(),
            visitor: "nobody".into(),
        };

        let page = office.history(&nobody, Timestamp::from_millis(0), 20).await;

        assert_eq!(page.unwrap().unwrap(), []);
    }

    #[actix::test]
    async fn a_read_that_panics_reports_an_error_and_the_next_read_succeeds() {
        let office = office(&Arc::new(MemoryStore::default()));

        for _ in 0..THREADS * 2 {
            let broken = office.read(|_| panic!("on purpose")).await;
            assert_eq!(broken, Err::<(), _>(AskError::Gone));
        }

        assert_eq!(office.read(|_| 7).await, Ok(7));
    }
}
