//! The second thread of the store. It folds ripe visitors, many documents, and the oldest records of a long journal. It
//! makes them durable and then releases the journal's files. Meanwhile the committer goes on with the journal.

mod folded;

pub use folded::Folded;

use super::journal::Part;
use super::options::SledOptions;
use super::shared::{Shared, is_full};
use super::unfolded::Ripeness;
use crate::store::key;
use actors_core::ids::VisitorKey;
use actors_runtime::ports::StoreError;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// After this many visitors, folded records are made durable and journal files are released.
const VISITORS_A_STEP: usize = 256;

/// The folding thread and its requests.
pub struct Folder {
    state: Mutex<State>,
    wake: Condvar,
    progress: Condvar,
    full: Ripeness,
    documents_bytes: usize,
    checkpoint_bytes: u64,
}

#[derive(Default)]
struct State {
    asked: bool,
    upto: u64,
    presses: bool,
    /// Journal files to release, oldest first.
    parts: VecDeque<Part>,
    /// Whether spare journal files are requested.
    prepares: bool,
    steps: u64,
    /// The disk is full: the thread does nothing but reopen the database.
    paused: bool,
    /// Whether the database must be reopened.
    reopens: bool,
    ended: bool,
}

impl State {
    fn has_work(&self) -> bool {
        let asked = self.asked || self.prepares || !self.parts.is_empty();
        self.reopens || (asked && !self.paused)
    }
}

impl Folder {
    /// Creates a folder.
    pub fn new(options: &SledOptions) -> Self {
        Self {
            state: Mutex::default(),
            wake: Condvar::new(),
            progress: Condvar::new(),
            full: options.ripeness(),
            documents_bytes: options.documents_bytes,
            checkpoint_bytes: options.checkpoint_bytes,
        }
    }

    /// Requests folding of what is ripe, and of everything in the groups up to and including `upto`. If `presses`,
    /// folding does not yield to other threads.
    pub fn ask(&self, upto: u64, presses: bool) {
        let mut state = self.state.lock();
        state.asked = true;
        state.upto = state.upto.max(upto);
        state.presses = presses;
        drop(state);
        self.wake.notify_one();
    }

    /// Like [`Folder::ask`], and waits until something is folded. Returns `false` if the folder has ended or the disk
    /// is full.
    pub fn ask_and_wait(&self, upto: u64) -> bool {
        let mut state = self.state.lock();
        state.asked = true;
        state.upto = state.upto.max(upto);
        state.presses = true;
        self.wake.notify_one();
        let steps = state.steps;
        while state.steps == steps && !state.ended && !state.paused {
            self.progress.wait(&mut state);
        }
        !state.ended && !state.paused
    }

    /// Requests that the database is reopened after a failed write. It is not suspect afterwards.
    pub fn ask_to_reopen(&self) {
        self.state.lock().reopens = true;
        self.wake.notify_one();
    }

    /// Continues after the disk was full.
    pub fn resume(&self) {
        self.state.lock().paused = false;
        self.wake.notify_one();
    }

    /// Requests the release of journal files, after those requested earlier.
    pub fn ask_to_drop(&self, parts: Vec<Part>) {
        self.state.lock().parts.extend(parts);
        self.wake.notify_one();
    }

    /// Requests spare journal files.
    pub fn ask_to_prepare(&self) {
        self.state.lock().prepares = true;
        self.wake.notify_one();
    }

    /// Ends the thread after the current visitor.
    pub fn end(&self) {
        self.state.lock().ended = true;
        self.wake.notify_one();
        self.progress.notify_all();
    }

    /// Serves requests until the folder ends.
    pub fn run(&self, shared: &Shared) {
        actors_runtime::thread_cache::enable();
        while let Some(asked) = self.next() {
            // A panic in the database stops the writes, not the process.
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                self.reopen(shared)?;
                if self.state.lock().paused {
                    return Ok(());
                }
                self.prepare(shared)?;
                self.settle(shared, &mut Folded::default())?;
                asked.map_or(Ok(()), |upto| self.fold_asked(shared, upto))
            }));
            let outcome = outcome.unwrap_or_else(|_| {
                Err(StoreError::Disk(Arc::from(
                    "the database panicked during folding",
                )))
            });
            let failed = outcome.is_err();
            if let Err(error) = outcome {
                self.stop_at(&error, shared);
            }
            // Released files alone need no commit.
            if asked.is_some() || failed {
                self.step(shared);
            }
        }
    }

    /// Pauses on a full disk, which is temporary. Ends on any other error.
    fn stop_at(&self, error: &StoreError, shared: &Shared) {
        let error = shared.disk.cause(error);
        shared.disk.suspect();
        if is_full(&error) {
            self.state.lock().paused = true;
            shared.fail(&error);
        } else {
            shared.fail(&error);
            self.end();
        }
    }

    fn reopen(&self, shared: &Shared) -> Result<(), StoreError> {
        if std::mem::take(&mut self.state.lock().reopens) && shared.disk.is_suspect() {
            shared.disk.open_again()?;
            shared.queue.tidy();
        }
        Ok(())
    }

    fn prepare(&self, shared: &Shared) -> Result<(), StoreError> {
        if std::mem::take(&mut self.state.lock().prepares) {
            shared.disk.prepare()?;
        }
        Ok(())
    }

    /// Folds everything, on the caller's thread.
    pub fn fold_all(&self, shared: &Shared) -> Result<(), StoreError> {
        let everybody = in_order(older(shared, u64::MAX)?);
        let mut folded = Folded::default();
        folded.fold_documents(shared, u64::MAX, || true)?;
        for some in everybody.chunks(VISITORS_A_STEP) {
            for visitor in some {
                folded.fold_visitor(shared, self.full, visitor)?;
            }
            self.settle(shared, &mut folded)?;
        }
        self.settle(shared, &mut folded)
    }

    /// Makes folded records durable. Then removes them from the unfolded ones and releases the requested journal
    /// files, oldest first, so that a crash midway leaves the newest.
    pub fn settle(&self, shared: &Shared, folded: &mut Folded) -> Result<(), StoreError> {
        let mut parts = std::mem::take(&mut self.state.lock().parts);
        if folded.is_empty() && parts.is_empty() {
            return Ok(());
        }
        let settled = folded.settle(shared, &mut parts);
        if settled.is_err() {
            let mut state = self.state.lock();
            let later = std::mem::replace(&mut state.parts, parts);
            state.parts.extend(later);
        }
        settled
    }

    /// Waits for a request. Returns `None` when the folder ends, `Some(None)` if there is nothing to fold, and
    /// otherwise the group up to which to fold.
    fn next(&self) -> Option<Option<u64>> {
        let mut state = self.state.lock();
        while !state.has_work() && !state.ended {
            self.wake.wait(&mut state);
        }
        if state.ended {
            return None;
        }
        // A pause keeps the request.
        let asked = !state.paused && std::mem::take(&mut state.asked);
        Some(asked.then(|| std::mem::take(&mut state.upto)))
    }

    fn fold_asked(&self, shared: &Shared, upto: u64) -> Result<(), StoreError> {
        let mut visitors = shared.unfolded.write().take_ripe();
        if upto > 0 {
            visitors.extend(older(shared, upto)?);
        }
        let mut folded = Folded::default();
        let is_full = shared.unfolded.read().documents.bytes() >= self.documents_bytes;
        let upto = if is_full { u64::MAX } else { upto };
        if !folded.fold_documents(shared, upto, || self.let_others_go_first())? {
            return Ok(());
        }
        for some in in_order(visitors).chunks(VISITORS_A_STEP) {
            for visitor in some {
                if !self.let_others_go_first() {
                    return Ok(());
                }
                folded.fold_visitor(shared, self.full, visitor)?;
            }
            self.settle(shared, &mut folded)?;
            self.step(shared);
            self.prepare(shared)?;
        }
        self.settle(shared, &mut folded)?;
        shared.disk.checkpoint(self.checkpoint_bytes)
    }

    /// Yields the core to other threads unless folding has priority. A thread otherwise keeps a core for some
    /// milliseconds, which is longer than the delivery of a message takes. Returns `false` if the folder has ended.
    fn let_others_go_first(&self) -> bool {
        let (ended, presses) = {
            let state = self.state.lock();
            (state.ended, state.presses)
        };
        if !ended && !presses {
            std::thread::yield_now();
        }
        !ended
    }

    fn step(&self, shared: &Shared) {
        self.state.lock().steps += 1;
        self.progress.notify_all();
        shared.queue.tidy();
    }
}

/// Visitors with a record in a group up to and including `upto`; some may occur more than once.
fn older(shared: &Shared, upto: u64) -> Result<Vec<VisitorKey>, StoreError> {
    let found = shared.unfolded.read().older(upto);
    let mut visitors = found.here;
    visitors.extend(found.left.keys()?);
    Ok(visitors)
}

/// Sorts the visitors by key and removes duplicates, so that visitors in the same leaf of a tree follow each other.
fn in_order(mut visitors: Vec<VisitorKey>) -> Vec<VisitorKey> {
    visitors.sort_by_cached_key(|visitor| key::visitor(visitor).unwrap_or_default());
    visitors.dedup();
    visitors
}
