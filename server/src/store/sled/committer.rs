//! The one thread that writes: it takes what has gathered, writes it as groups of the journal, flushes, syncs the
//! file, and only then lets the answers go (Contract §5).

use super::folder::Folder;
use super::journal::Journal;
use super::meta::Meta;
use super::options::{SledOptions, Step};
use super::queue::{End, Gathered, Work};
use super::shared::Shared;
use super::unfolded::Group;
use crate::store::record;
use actors_runtime::ports::StoreError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A group is closed when it has so many bytes; what gathered beyond that is another of the same flush. It stays below
/// what sled keeps in its log (`disk`).
const GROUP_BYTES: usize = 256 * 1024;

/// The committer's own.
pub struct Committer {
    shared: Arc<Shared>,
    folder: Arc<Folder>,
    journal: Journal,
    options: SledOptions,
    /// Room for a group, made once.
    sealed: Vec<u8>,
    /// Groups that are written and not noted yet.
    written: Vec<Written>,
}

/// A group with the part of what gathered that it holds.
struct Written {
    group: Arc<Group>,
    from: End,
    upto: End,
}

impl Committer {
    /// A committer that goes on with `journal`.
    pub fn new(
        shared: Arc<Shared>,
        folder: Arc<Folder>,
        journal: Journal,
        options: SledOptions,
    ) -> Self {
        Self {
            shared,
            folder,
            journal,
            options,
            sealed: Vec::new(),
            written: Vec::new(),
        }
    }

    /// Works until the queue ends.
    pub fn run(mut self) -> Self {
        let mut gathered = Gathered::default();
        while self.shared.queue.take(&mut gathered) == Work::Commit {
            let outcome = match self.shared.failure() {
                Some(closed) => Err(closed),
                None => self.round(&mut gathered),
            };
            if let Err(error) = outcome {
                let closed = self.shared.fail(&error);
                gathered.answers.extend(self.shared.queue.abandon());
                for (_, result) in &mut gathered.answers {
                    *result = Err(closed.clone());
                }
            }
            answer(&mut gathered);
        }
        self
    }

    /// Folds what is left, when nothing else writes any more.
    pub fn finish(&mut self) -> Result<(), StoreError> {
        self.folder.fold_all(&self.shared)?;
        Meta::open(&self.shared.disk)?.set_next_group(self.journal.newest() + 1)?;
        // Twice: dropping what is folded is a write as well.
        self.shared.disk.make_durable()?;
        self.drop_folded(self.journal.trees());
        self.folder.drop_all(&self.shared)?;
        self.shared.disk.make_durable()?;
        self.checkpoint(self.options.checkpoint_bytes / 16)
    }

    fn checkpoint(&self, bytes: u64) -> Result<(), StoreError> {
        if self.shared.disk.wants_checkpoint(bytes)? {
            self.shared.disk.tell(Step::Checkpoint)?;
            self.shared.disk.checkpoint()?;
        }
        Ok(())
    }

    fn round(&mut self, gathered: &mut Gathered) -> Result<(), StoreError> {
        // A panic in the database must not leave callers without an answer.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let free = self.commit(gathered)?;
            for _ in &gathered.answers {
                self.shared.disk.tell(Step::Answer)?;
            }
            answer(gathered);
            self.drop_folded(free);
            self.ask_for_folding();
            self.wait_for_room()?;
            self.checkpoint(self.options.checkpoint_bytes)
        }));
        outcome.unwrap_or_else(|_| {
            Err(StoreError::Disk(Arc::from(
                "the database broke off while it wrote",
            )))
        })
    }

    /// Writes what gathered and makes it durable. Returns how many trees of the journal are folded, durably.
    fn commit(&mut self, gathered: &mut Gathered) -> Result<usize, StoreError> {
        let free = self.journal.free();
        if gathered.is_empty() && free == 0 {
            return Ok(0);
        }
        if !gathered.documents.is_empty() {
            let documents = std::mem::take(&mut gathered.documents);
            let sealed = documents.iter().filter_map(|(_, sealed)| sealed.as_ref());
            let bytes = sealed.map(Vec::len).sum();
            self.shared.disk.base()?.trees.write_documents(documents)?;
            self.shared.disk.wrote(bytes);
        }
        self.write_groups(gathered)?;
        if self.options.answer_before_flush {
            self.note(gathered);
            answer(gathered);
            self.shared.disk.make_durable()?;
            return Ok(free);
        }
        self.shared.disk.make_durable()?;
        self.shared.acknowledged.set(self.journal.newest())?;
        self.note(gathered);
        Ok(free)
    }

    /// Writes as many groups as it takes; an append is in one of them, whole.
    fn write_groups(&mut self, gathered: &Gathered) -> Result<(), StoreError> {
        let (mut from, mut upto) = (End::default(), End::default());
        for end in &gathered.ends {
            if end.frames - from.frames > GROUP_BYTES {
                self.write_group(gathered, from, upto)?;
                from = upto;
            }
            upto = *end;
        }
        self.write_group(gathered, from, upto)
    }

    fn write_group(&mut self, gathered: &Gathered, from: End, upto: End) -> Result<(), StoreError> {
        if from.frames == upto.frames {
            return Ok(());
        }
        self.shared.disk.tell(Step::Write)?;
        record::seal_group(&gathered.frames[from.frames..upto.frames], &mut self.sealed);
        let group = self.journal.write(&self.shared.disk, &self.sealed)?;
        self.shared.groups.fetch_add(1, Ordering::Release);
        self.written.push(Written { group, from, upto });
        Ok(())
    }

    /// Lets readers see what was written.
    fn note(&mut self, gathered: &mut Gathered) {
        let mut unfolded = self.shared.unfolded.write();
        let mut notes = gathered.notes.drain(..);
        for Written { group, from, upto } in self.written.drain(..) {
            let base = record::GROUP_FRAMES_START.cast_signed() - from.frames.cast_signed();
            unfolded.note(&group, base, notes.by_ref().take(upto.notes - from.notes));
        }
    }

    /// Hands the oldest trees over to be dropped: whoever drops one may have to move what sled keeps beside it, and those
    /// who wait for the next group must not wait for that.
    fn drop_folded(&mut self, free: usize) {
        if free > 0 {
            self.folder.ask_to_drop(self.journal.take_oldest(free));
        }
    }

    /// Lets the folder know of those who are worth folding, and of too long a journal.
    fn ask_for_folding(&self) {
        self.shared
            .journal_bytes
            .store(self.journal.bytes() as u64, Ordering::Release);
        if self.journal.fill() > 0 {
            self.folder.ask(self.journal.half());
        } else if self.shared.unfolded.read().ripe() >= self.options.fold_visitors {
            self.folder.ask(0);
        }
    }

    /// Holds everybody up where folding cannot keep pace, so that the journal stays bounded.
    fn wait_for_room(&mut self) -> Result<(), StoreError> {
        while self.journal.fill() > 1 && self.shared.failure().is_none() {
            if !self.folder.ask_and_wait(self.journal.half()) {
                return Ok(());
            }
            let free = self.journal.free();
            if free > 0 {
                self.shared.disk.make_durable()?;
                self.drop_folded(free);
            }
        }
        Ok(())
    }
}

fn answer(gathered: &mut Gathered) {
    for (done, result) in gathered.answers.drain(..) {
        done(result);
    }
}
