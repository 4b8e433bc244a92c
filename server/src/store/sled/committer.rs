//! The one thread that writes: it takes what has gathered, writes it as groups of the journal, flushes, syncs the
//! file, and only then lets the answers go (Contract §5).

use super::folder::Folder;
use super::journal::Journal;
use super::options::{SledOptions, Step};
use super::queue::{Append, Waiting, Work};
use super::shared::Shared;
use super::unfolded::{Group, Note};
use crate::store::record;
use actors_runtime::ports::{Done, StoreError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A group is closed when it has so many bytes; what gathered beyond that is another of the same flush. It stays below
/// what sled keeps in its log (`disk`).
const GROUP_BYTES: usize = 384 * 1024;

/// The committer's own.
pub struct Committer {
    shared: Arc<Shared>,
    folder: Arc<Folder>,
    journal: Journal,
    options: SledOptions,
}

/// Groups with what they say.
type Written = Vec<(Arc<Group>, Vec<Note>)>;
/// Whom to tell, and what.
type Answers = Vec<(Done, Result<(), StoreError>)>;

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
        }
    }

    /// Works until the queue ends.
    pub fn run(mut self) -> Self {
        self.ask_for_folding();
        while let Work::Commit(waiting) = self.shared.queue.take() {
            let mut answers = Answers::with_capacity(waiting.len());
            let mut appends = Vec::with_capacity(waiting.len());
            for Waiting { append, done } in waiting {
                answers.push((done, append.as_ref().map(drop).map_err(Clone::clone)));
                appends.extend(append);
            }
            let outcome = match self.shared.failure() {
                Some(closed) => Err(closed),
                None => self.round(appends, &mut answers),
            };
            if let Err(error) = outcome {
                let closed = self.shared.fail(&error);
                answers.extend(self.shared.queue.abandon().map(|done| (done, Ok(()))));
                for (_, result) in &mut answers {
                    *result = Err(closed.clone());
                }
            }
            answer(&mut answers);
        }
        self
    }

    /// Folds what is left, when nothing else writes any more.
    pub fn finish(&mut self) -> Result<(), StoreError> {
        self.folder.fold_all(&self.shared)?;
        // Twice: dropping what is folded is a write as well.
        self.commit(Vec::new(), &mut Answers::new())?;
        self.drop_folded(self.journal.free())?;
        self.shared.disk.make_durable()
    }

    fn round(&mut self, appends: Vec<Append>, answers: &mut Answers) -> Result<(), StoreError> {
        // A panic in the database must not leave callers without an answer.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let free = self.commit(appends, answers)?;
            for _ in answers.iter() {
                self.shared.disk.tell(Step::Answer)?;
            }
            answer(answers);
            self.drop_folded(free)?;
            self.ask_for_folding();
            self.wait_for_room()
        }));
        outcome.unwrap_or_else(|_| {
            Err(StoreError::Disk(Arc::from(
                "the database broke off while it wrote",
            )))
        })
    }

    /// Writes the appends and makes them durable. Returns how many trees of the journal are folded, durably.
    fn commit(&mut self, appends: Vec<Append>, answers: &mut Answers) -> Result<usize, StoreError> {
        let free = self.journal.free();
        let is_empty = appends
            .iter()
            .all(|append| append.frames.is_empty() && append.documents.is_empty());
        if is_empty && free == 0 {
            return Ok(0);
        }
        let written = self.write(appends)?;
        if self.options.answer_before_flush {
            self.note(written);
            answer(answers);
            self.shared.disk.make_durable()?;
            return Ok(free);
        }
        self.shared.disk.make_durable()?;
        self.shared.acknowledged.set(self.journal.newest())?;
        self.note(written);
        Ok(free)
    }

    fn write(&mut self, appends: Vec<Append>) -> Result<Written, StoreError> {
        let mut written = Vec::new();
        let mut frames = Vec::new();
        let mut notes = Vec::new();
        for mut append in appends {
            for (key, sealed) in append.documents {
                self.shared.trees.write_document(&key, sealed.as_deref())?;
            }
            if !frames.is_empty() && frames.len() + append.frames.len() > GROUP_BYTES {
                written.push((self.write_group(&frames)?, std::mem::take(&mut notes)));
                frames.clear();
            }
            let start = u32::try_from(record::GROUP_FRAMES_START + frames.len())
                .map_err(|_| StoreError::TooLarge(Arc::from("a group of the journal")))?;
            for note in &mut append.notes {
                note.start += start;
            }
            frames.append(&mut append.frames);
            notes.append(&mut append.notes);
        }
        if !frames.is_empty() {
            written.push((self.write_group(&frames)?, notes));
        }
        Ok(written)
    }

    fn write_group(&mut self, frames: &[u8]) -> Result<Arc<Group>, StoreError> {
        self.shared.disk.tell(Step::Write)?;
        let group = self
            .journal
            .write(&self.shared.disk, &record::seal_group(frames))?;
        self.shared.groups.fetch_add(1, Ordering::Release);
        Ok(group)
    }

    fn note(&self, written: Written) {
        let mut unfolded = self.shared.unfolded.write();
        for (group, notes) in written {
            unfolded.note(&group, notes);
        }
    }

    fn drop_folded(&mut self, free: usize) -> Result<(), StoreError> {
        if free == 0 {
            return Ok(());
        }
        self.shared.disk.tell(Step::Drop)?;
        self.journal.drop_oldest(&self.shared.disk, free)
    }

    /// Lets the folder know of those who are worth folding, and of too long a journal.
    fn ask_for_folding(&self) {
        self.shared
            .journal_bytes
            .store(self.journal.bytes() as u64, Ordering::Release);
        if self.journal.fill() > 0 {
            self.folder.ask(self.journal.half());
        } else if self.shared.unfolded.read().has_ripe() {
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
                self.drop_folded(free)?;
            }
        }
        Ok(())
    }
}

fn answer(answers: &mut Answers) {
    for (done, result) in answers.drain(..) {
        done(result);
    }
}
