//! Threads that read the store. What many wait for and is soon read goes here: the threads of a pool for any work are
//! woken, and wake who waits, once for each piece of it, which costs more than the reading. These take what has gathered,
//! one piece after another, and hand the answers back the same way.

use crate::ask::{Answer, AskError};
use crate::office::Office;
use crate::ports::Store;
use crate::threads::Parcel;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// As many pieces are read at once: where one waits for the disk, the others go on.
const THREADS: usize = 4;

#[derive(Default)]
struct Waiting {
    pieces: VecDeque<Parcel>,
    idle: usize,
    ended: bool,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    work: Condvar,
}

/// The threads; they end with this.
pub(crate) struct Readers {
    shared: Arc<Shared>,
    threads: usize,
}

impl Readers {
    /// Starts them. Where the system gives none, whoever reads does it themselves.
    pub(crate) fn start() -> Self {
        let shared = Arc::<Shared>::default();
        let start = |_: &usize| {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name("store-read".to_owned());
            let started = thread.spawn(move || shared.work());
            started
                .inspect_err(|error| tracing::warn!(%error, "a thread that reads is missing"))
                .is_ok()
        };
        let threads = (0..THREADS).filter(start).count();
        Self { shared, threads }
    }

    fn post(&self, piece: Parcel) {
        if self.threads == 0 {
            return piece();
        }
        let mut waiting = self.shared.waiting.lock();
        waiting.pieces.push_back(piece);
        let somebody_rests = waiting.idle > 0;
        drop(waiting);
        if somebody_rests {
            self.shared.work.notify_one();
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
        while let Some(piece) = self.next() {
            // One that breaks must not take the thread with it; the hook has told of it.
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
    /// Reads the store on a thread of its own. For what is soon read: long work would keep others from it.
    ///
    /// # Errors
    /// [`AskError::Gone`]: the reading broke off.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Store) -> T + Send + 'static,
    ) -> Result<T, AskError> {
        let (answer, heard) = Answer::pair(&self.threads);
        let store = Arc::clone(&self.store);
        self.readers.post(Box::new(move || {
            let found = read(store.as_ref());
            // First: whoever hears of it may close the store.
            drop(store);
            answer.send(found);
        }));
        heard.await.map_err(|_| AskError::Gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{SlowStore, office};

    #[actix::test]
    async fn what_is_read_at_once_is_answered_each_to_whoever_asked() {
        let office = office(&Arc::new(SlowStore::default()));

        let readings = (0..100).map(|number| office.read(move |_| number));
        let heard = futures_util::future::join_all(readings).await;

        assert_eq!(heard, (0..100).map(Ok).collect::<Vec<_>>());
    }

    #[actix::test]
    async fn a_reading_that_breaks_off_is_told_and_the_next_is_done() {
        let office = office(&Arc::new(SlowStore::default()));

        for _ in 0..THREADS * 2 {
            let broken = office.read(|_| panic!("on purpose")).await;
            assert_eq!(broken, Err::<(), _>(AskError::Gone));
        }

        assert_eq!(office.read(|_| 7).await, Ok(7));
    }
}
