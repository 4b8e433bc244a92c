//! The one thread that writes the journal. It takes all waiting appends, writes them as groups, syncs the file, and
//! then acknowledges them (Protocol, 'Durability').

use super::batch::Batch;
use super::folder::{Folded, Folder};
use super::groups;
use super::journal::Journal;
use super::options::{SledOptions, Step};
use super::shared::{Shared, is_full};
use super::unfolded::Group;
use crate::telemetry::numbers;
use actors_runtime::ports::StoreError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Fill in percent from which the older half of the journal is folded in the background, or all documents,
const FULL: usize = 100;
/// from which that folding has priority,
const PRESSING: usize = 150;
/// and from which writers wait until some of it is folded.
const OVERFULL: usize = 200;

/// The thread that commits.
pub struct Committer {
    shared: Arc<Shared>,
    folder: Arc<Folder>,
    options: SledOptions,
    journal: Journal,
    /// When a check last found enough free space.
    had_room: Option<Instant>,
    /// When a full disk was last checked.
    looked: Option<Instant>,
}

impl Committer {
    /// Creates a committer that continues `journal`.
    pub fn new(
        shared: Arc<Shared>,
        folder: Arc<Folder>,
        journal: Journal,
        options: SledOptions,
    ) -> Self {
        Self {
            shared,
            folder,
            options,
            journal,
            had_room: None,
            looked: None,
        }
    }

    /// Works until the queue ends.
    pub fn run(mut self) -> Self {
        actors_runtime::thread_cache::enable();
        let mut batch = Batch::default();
        while self.shared.queue.take(&mut batch) {
            // A panic in the database must not leave callers without an answer.
            let outcome = catch_unwind(AssertUnwindSafe(|| self.commit(&mut batch)));
            let outcome = outcome.unwrap_or_else(|_| {
                Err(StoreError::Disk(Arc::from(
                    "the database panicked during a write",
                )))
            });
            if let Err(error) = outcome {
                self.fail(&error, &mut batch);
            }
        }
        self
    }

    /// Folds everything and clears the journal. Call it when no other thread writes.
    pub fn finish(mut self) -> Result<(), StoreError> {
        let shared = Arc::clone(&self.shared);
        self.folder.fold_all(&shared)?;
        self.drop_folded(self.journal.parts());
        self.folder.settle(&shared, &mut Folded::default())?;
        self.journal.clear()?;
        shared.disk.checkpoint(self.options.checkpoint_bytes / 16)
    }

    /// Fails all unanswered appends, in their order.
    fn fail(&mut self, error: &StoreError, batch: &mut Batch) {
        numbers().store_failures.increment(1);
        let error = self.shared.disk.cause(error);
        let closed = self.shared.fail(&error);
        if is_full(&closed)
            && let Err(error) = self.journal.take_back()
        {
            tracing::debug!(%error, "refused records are removed when there is room");
        }
        let taken = std::mem::take(&mut batch.answers);
        for (done, _) in taken.into_iter().chain(self.shared.queue.abandon()) {
            done(Err(closed.clone()));
        }
    }

    /// Makes the appends of the batch durable, acknowledges them, and requests folding if it is due.
    fn commit(&mut self, batch: &mut Batch) -> Result<(), StoreError> {
        if let Some(closed) = self.shared.failure()
            && !(is_full(&closed) && self.resume())
        {
            return Err(closed);
        }
        if !batch.answers.is_empty() {
            self.check_room()?;
        }
        let has_groups = !batch.frames.is_empty();
        if has_groups {
            self.write_groups(batch)?;
        }
        for _ in &batch.answers {
            self.shared.disk.tell(Step::Answer)?;
        }
        answer(batch);
        if has_groups {
            // After the acknowledgements, which need not wait for it: this number may lag behind.
            let newest = self.journal.newest();
            self.shared.acknowledged.set(newest)?;
            if self.shared.disk.segments.is_short() {
                self.folder.ask_to_prepare();
            }
        }
        self.drop_folded(self.journal.free());
        self.ask_for_folding();
        self.wait_for_room();
        Ok(())
    }

    /// Writes groups into the journal's file, syncs it, and then shows them to readers.
    fn write_groups(&mut self, batch: &mut Batch) -> Result<(), StoreError> {
        let mut groups = groups::make(batch, |frames| self.add(frames))?;
        if self.options.is_view {
            groups::note(&self.shared.unfolded, &mut groups, batch)?;
            answer(batch);
        }
        let disk = &self.shared.disk;
        disk.tell(Step::Flush)?;
        let begun = Instant::now();
        self.journal.write()?;
        disk.tell(Step::Sync)?;
        self.journal.sync()?;
        numbers().flush.record(begun.elapsed());
        self.shared.syncs.fetch_add(1, Ordering::Release);
        groups::note(&self.shared.unfolded, &mut groups, batch)
    }

    fn add(&mut self, frames: &[u8]) -> Result<Arc<Group>, StoreError> {
        self.shared.disk.tell(Step::Write)?;
        let group = self.journal.add(frames)?;
        self.shared.groups.fetch_add(1, Ordering::Release);
        Ok(group)
    }

    /// Refuses everything before the disk is completely full. Checks at most once per `full_wait`.
    fn check_room(&mut self) -> Result<(), StoreError> {
        let is_known = self
            .had_room
            .is_some_and(|at| at.elapsed() < self.options.full_wait);
        if !is_known {
            self.shared.disk.has_room(4)?;
            self.had_room = Some(Instant::now());
        }
        Ok(())
    }

    /// Accepts writes again when the disk has room and everything refused has been undone. Checks at most once per
    /// `full_wait`, so that a full disk is not retried at every append.
    fn resume(&mut self) -> bool {
        let wait = self.options.full_wait;
        if self.looked.is_some_and(|at| at.elapsed() < wait) {
            return false;
        }
        self.looked = Some(Instant::now());
        let shared = Arc::clone(&self.shared);
        // Require a little more than the reserve, so that the store does not alternate between open and full.
        if shared.disk.has_room(5).is_err() {
            return false;
        }
        if shared.disk.is_suspect() {
            self.folder.ask_to_reopen();
            return false;
        }
        if let Err(error) = self.journal.take_back() {
            shared.fail(&shared.disk.cause(&error));
            return false;
        }
        let recovered = shared.recover();
        if recovered {
            self.folder.resume();
        }
        recovered
    }

    /// Hands the oldest `free` journal files to the folder, which releases them once their folding is durable.
    fn drop_folded(&mut self, free: usize) {
        if free > 0 {
            self.folder.ask_to_drop(self.journal.take_oldest(free));
        }
    }

    /// Wakes the folder if enough is ripe or the journal is too long.
    fn ask_for_folding(&self) {
        let journal = &self.journal;
        self.shared
            .journal_bytes
            .store(journal.bytes() as u64, Ordering::Release);
        numbers().journal_bytes.set(journal.bytes() as f64);
        let (fill, documents) = (journal.fill(), self.fill_of_documents());
        if fill >= FULL {
            self.folder.ask(journal.half(), fill >= PRESSING);
        } else if documents >= FULL
            || self.shared.unfolded.read().ripe() >= self.options.fold_visitors
        {
            self.folder.ask(0, documents >= PRESSING);
        }
    }

    /// What the unfolded documents take, in percent of their limit.
    fn fill_of_documents(&self) -> usize {
        let bytes = self.shared.unfolded.read().documents.bytes();
        bytes * 100 / self.options.documents_bytes.max(1)
    }

    /// Blocks all writers if folding cannot keep pace, so that the journal and the memory for documents stay bounded.
    fn wait_for_room(&mut self) {
        while self.journal.fill().max(self.fill_of_documents()) >= OVERFULL
            && self.shared.failure().is_none()
        {
            if !self.folder.ask_and_wait(self.journal.half()) {
                return;
            }
            self.drop_folded(self.journal.free());
        }
    }
}

fn answer(batch: &mut Batch) {
    for (done, result) in batch.answers.drain(..) {
        done(result);
    }
}
