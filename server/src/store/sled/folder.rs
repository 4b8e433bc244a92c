//! The second thread: it folds those who are worth it, and the oldest of too long a journal, makes that durable, and only
//! then drops what is folded of the journal, while the committer goes on in the other database.

use super::fold::fold;
use super::journal::Part;
use super::meta::Meta;
use super::options::Step;
use super::shared::{Shared, is_full};
use super::unfolded::{self, Ripeness, Visitor};
use crate::store::key;
use actors_core::ids::VisitorKey;
use actors_runtime::ports::StoreError;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// After so many visitors what was folded is made durable, and the journal is asked to let go of what it need not keep.
const VISITORS_A_STEP: usize = 256;

/// What the folder is asked.
pub struct Folder {
    state: Mutex<State>,
    wake: Condvar,
    progress: Condvar,
    full: Ripeness,
    checkpoint_bytes: u64,
}

/// A visitor who is folded, and what was known of them then.
type Folded = (VisitorKey, Arc<Visitor>);

#[derive(Default)]
struct State {
    asked: bool,
    upto: u64,
    presses: bool,
    /// Files of the journal that nobody needs, oldest first.
    parts: VecDeque<Part>,
    /// Files of the journal are to be made ready.
    prepares: bool,
    steps: u64,
    /// The disk is full: nothing is done but opening again.
    paused: bool,
    /// What is folded is to be opened again.
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
    /// A folder that makes records as full as `full`, and lets sled write a snapshot after `checkpoint_bytes`.
    pub fn new(full: Ripeness, checkpoint_bytes: u64) -> Self {
        Self {
            state: Mutex::default(),
            wake: Condvar::new(),
            progress: Condvar::new(),
            full,
            checkpoint_bytes,
        }
    }

    /// Asks for those who are worth folding, and for all who lie in a group up to and with `upto`; whether that presses,
    /// or may wait for everything else that is to be done.
    pub fn ask(&self, upto: u64, presses: bool) {
        let mut state = self.state.lock();
        state.asked = true;
        state.upto = state.upto.max(upto);
        state.presses = presses;
        drop(state);
        self.wake.notify_one();
    }

    /// As [`Folder::ask`], and waits until something is folded; `false` where the folder has ended or the
    /// disk is full.
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

    /// Asks for what is folded to be opened again, after a write to it failed; it is not suspect afterwards.
    pub fn ask_to_reopen(&self) {
        self.state.lock().reopens = true;
        self.wake.notify_one();
    }

    /// Goes on after the disk was full.
    pub fn resume(&self) {
        self.state.lock().paused = false;
        self.wake.notify_one();
    }

    /// Asks for files of the journal to be given back, after those it was asked for before.
    pub fn ask_to_drop(&self, parts: Vec<Part>) {
        self.state.lock().parts.extend(parts);
        self.wake.notify_one();
    }

    /// Asks for files of the journal to be made ready.
    pub fn ask_to_prepare(&self) {
        self.state.lock().prepares = true;
        self.wake.notify_one();
    }

    /// Ends it after the visitor it is folding.
    pub fn end(&self) {
        self.state.lock().ended = true;
        self.wake.notify_one();
        self.progress.notify_all();
    }

    /// Folds what it is asked until it is ended.
    pub fn run(&self, shared: &Shared) {
        actors_runtime::thread_cache::enable();
        while let Some(asked) = self.next() {
            // A panic in the database stops the writes and not the process.
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                self.reopen(shared)?;
                if self.state.lock().paused {
                    return Ok(());
                }
                self.prepare(shared)?;
                self.settle(shared, &mut Vec::new())?;
                asked.map_or(Ok(()), |upto| self.fold_asked(shared, upto))
            }));
            let outcome = outcome.unwrap_or_else(|_| {
                Err(StoreError::Disk(Arc::from(
                    "the database broke off while it folded",
                )))
            });
            let failed = outcome.is_err();
            if let Err(error) = outcome {
                self.stop_at(&error, shared);
            }
            // What was only dropped is no reason for a commit.
            if asked.is_some() || failed {
                self.step(shared);
            }
        }
    }

    /// A full disk ends: then it goes on. Nothing else does.
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

    /// Folds everything there is, on the caller's thread.
    pub fn fold_all(&self, shared: &Shared) -> Result<(), StoreError> {
        let everybody = in_order(older(shared, u64::MAX)?);
        let mut folded = Vec::new();
        for some in everybody.chunks(VISITORS_A_STEP) {
            for visitor in some {
                self.fold_visitor(shared, visitor, &mut folded)?;
            }
            self.settle(shared, &mut folded)?;
        }
        Ok(())
    }

    /// Makes durable what was folded, and only then forgets that it was not and gives back the files of the journal it was
    /// asked to; the oldest first, so that what a process that ends in between leaves is the newest.
    pub fn settle(&self, shared: &Shared, folded: &mut Vec<Folded>) -> Result<(), StoreError> {
        let mut parts = std::mem::take(&mut self.state.lock().parts);
        if folded.is_empty() && parts.is_empty() {
            return Ok(());
        }
        let settled = settle_parts(shared, folded, &mut parts);
        if settled.is_err() {
            let mut state = self.state.lock();
            let later = std::mem::replace(&mut state.parts, parts);
            state.parts.extend(later);
        }
        settled
    }

    /// Waits until there is something to do: to drop what it was given, and to fold, where that was asked for, up to and
    /// with a group.
    fn next(&self) -> Option<Option<u64>> {
        let mut state = self.state.lock();
        while !state.has_work() && !state.ended {
            self.wake.wait(&mut state);
        }
        if state.ended {
            return None;
        }
        // A pause keeps what was asked.
        let asked = !state.paused && std::mem::take(&mut state.asked);
        Some(asked.then(|| std::mem::take(&mut state.upto)))
    }

    fn fold_asked(&self, shared: &Shared, upto: u64) -> Result<(), StoreError> {
        let mut visitors = shared.unfolded.write().take_ripe();
        if upto > 0 {
            visitors.extend(older(shared, upto)?);
        }
        let mut folded = Vec::new();
        for some in in_order(visitors).chunks(VISITORS_A_STEP) {
            for visitor in some {
                if !self.let_others_go_first() {
                    return Ok(());
                }
                self.fold_visitor(shared, visitor, &mut folded)?;
            }
            self.settle(shared, &mut folded)?;
            self.step(shared);
            self.prepare(shared)?;
        }
        shared.disk.checkpoint(self.checkpoint_bytes)
    }

    /// Lets whoever wants to run on this core do so, where nothing presses: a core is given to one thread for some
    /// milliseconds at a time, which is longer than a message takes from its sender to who reads it. `false` where the
    /// folder has ended.
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

    fn fold_visitor(
        &self,
        shared: &Shared,
        visitor: &VisitorKey,
        folded: &mut Vec<Folded>,
    ) -> Result<(), StoreError> {
        let Some(unfolded) = unfolded::visitor_to_fold(&shared.unfolded, visitor)? else {
            return Ok(());
        };
        shared.disk.tell(Step::Fold)?;
        fold(&shared.disk.base()?.trees, self.full, visitor, &unfolded)?;
        shared.disk.folded(unfolded.bytes());
        folded.push((visitor.clone(), unfolded));
        Ok(())
    }

    fn step(&self, shared: &Shared) {
        self.state.lock().steps += 1;
        self.progress.notify_all();
        shared.queue.tidy();
    }
}

/// Makes durable what was folded, forgets that it was not, and gives back `parts`, all but those it fails at.
fn settle_parts(
    shared: &Shared,
    folded: &mut Vec<Folded>,
    parts: &mut VecDeque<Part>,
) -> Result<(), StoreError> {
    let disk = &shared.disk;
    if let Some(newest) = parts.back().and_then(Part::newest) {
        // All they say was durable before they were asked for; that it is must be so before they are gone.
        Meta::open(&disk.base()?.database.db)?.set_folded(newest)?;
    }
    disk.make_folded_durable()?;
    shared
        .folded
        .fetch_add(folded.len() as u64, Ordering::Relaxed);
    for (visitor, seen) in folded.drain(..) {
        shared.unfolded.write().forget(&visitor, &seen);
    }
    while !parts.is_empty() {
        disk.tell(Step::Drop)?;
        if let Some(part) = parts.pop_front() {
            disk.segments.give_back(part.into_segment());
        }
    }
    Ok(())
}

/// Those of whom something lies in a group up to and with `upto`; some of them more than once.
fn older(shared: &Shared, upto: u64) -> Result<Vec<VisitorKey>, StoreError> {
    let found = shared.unfolded.read().older(upto);
    let mut visitors = found.here;
    visitors.extend(found.left.keys()?);
    Ok(visitors)
}

/// Each once, in the order of their keys, so that those in one leaf of a tree follow each other.
fn in_order(mut visitors: Vec<VisitorKey>) -> Vec<VisitorKey> {
    visitors.sort_by_cached_key(|visitor| key::visitor(visitor).unwrap_or_default());
    visitors.dedup();
    visitors
}
