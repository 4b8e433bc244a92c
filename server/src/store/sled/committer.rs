//! The one thread that writes the journal: it takes what has gathered, writes it as groups, syncs the file, and only then
//! lets the answers go (Contract §5).

use super::folder::Folder;
use super::journal::{self, Journal};
use super::meta::Meta;
use super::opening::Answered;
use super::options::{SledOptions, Step};
use super::queue::{End, Gathered, Work};
use super::shared::Shared;
use super::unfolded::Group;
use actors_runtime::ports::StoreError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A group is closed when it has so many bytes; what gathered beyond that is another of the same commit.
const GROUP_BYTES: usize = 256 * 1024;

/// How long the journal is, in hundredths, when its older half is folded, beside everything else that is done;
const FULL: usize = 100;
/// when that is done before everything else;
const PRESSING: usize = 150;
/// and when nobody writes until some of it is done.
const OVERFULL: usize = 200;

/// The committer's own.
pub struct Committer {
    shared: Arc<Shared>,
    folder: Arc<Folder>,
    journal: Journal,
    /// How many changes of documents there were.
    documents: u64,
    options: SledOptions,
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
    /// A committer that goes on with `journal`, after so many changes of documents.
    pub fn new(
        shared: Arc<Shared>,
        folder: Arc<Folder>,
        (journal, documents): (Journal, u64),
        options: SledOptions,
    ) -> Self {
        Self {
            shared,
            folder,
            journal,
            documents,
            options,
            written: Vec::new(),
        }
    }

    /// Works until the queue ends.
    pub fn run(mut self) -> Self {
        actors_runtime::thread_cache::enable();
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
        let shared = Arc::clone(&self.shared);
        let disk = &shared.disk;
        self.folder.fold_all(&shared)?;
        self.drop_folded(self.journal.parts());
        self.folder.settle(&shared, &mut Vec::new())?;
        self.journal.clear()?;
        disk.checkpoint(self.options.checkpoint_bytes / 16)
    }

    fn round(&mut self, gathered: &mut Gathered) -> Result<(), StoreError> {
        // A panic in the database must not leave callers without an answer.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let wrote = !gathered.frames.is_empty();
            self.commit(gathered)?;
            for _ in &gathered.answers {
                self.shared.disk.tell(Step::Answer)?;
            }
            answer(gathered);
            // After the answers: they need not wait for what can only lag behind.
            if wrote {
                let newest = self.journal.newest();
                self.shared.acknowledged.set(Answered::Groups, newest)?;
            }
            self.drop_folded(self.journal.free());
            if wrote && self.shared.disk.segments.is_short() {
                self.folder.ask_to_prepare();
            }
            self.ask_for_folding();
            self.wait_for_room();
            Ok(())
        }));
        outcome.unwrap_or_else(|_| {
            Err(StoreError::Disk(Arc::from(
                "the database broke off while it wrote",
            )))
        })
    }

    /// Writes what gathered and makes it durable.
    fn commit(&mut self, gathered: &mut Gathered) -> Result<(), StoreError> {
        self.write_documents(gathered)?;
        if gathered.frames.is_empty() {
            return Ok(());
        }
        self.write_groups(gathered)?;
        if self.options.answer_before_flush {
            self.note(gathered);
            answer(gathered);
            return self.make_durable();
        }
        self.make_durable()?;
        self.note(gathered);
        Ok(())
    }

    fn make_durable(&mut self) -> Result<(), StoreError> {
        let disk = &self.shared.disk;
        disk.tell(Step::Flush)?;
        self.journal.write()?;
        disk.tell(Step::Sync)?;
        self.journal.sync()?;
        self.shared.syncs.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Documents are few: they go at once where everything else is folded to.
    fn write_documents(&mut self, gathered: &mut Gathered) -> Result<(), StoreError> {
        if gathered.documents.is_empty() {
            return Ok(());
        }
        let shared = &self.shared;
        let documents = std::mem::take(&mut gathered.documents);
        let sealed = documents.iter().filter_map(|(_, sealed)| sealed.as_ref());
        shared.disk.folded(sealed.map(Vec::len).sum());
        self.documents += 1;
        let base = shared.disk.base()?;
        base.trees.write_documents(documents)?;
        // After them: a process that ends in between has not answered for them.
        Meta::open(&base.database.db)?.set_documents(self.documents)?;
        drop(base);
        shared.disk.make_folded_durable()?;
        let acknowledged = &shared.acknowledged;
        acknowledged.set(Answered::Documents, self.documents)
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
        let group = self
            .journal
            .add(&gathered.frames[from.frames..upto.frames])?;
        self.shared.groups.fetch_add(1, Ordering::Release);
        self.written.push(Written { group, from, upto });
        Ok(())
    }

    /// Lets readers see what was written.
    fn note(&mut self, gathered: &mut Gathered) {
        let mut unfolded = self.shared.unfolded.write();
        let mut notes = gathered.notes.drain(..);
        for Written { group, from, upto } in self.written.drain(..) {
            let base = journal::FRAMES_START.cast_signed() - from.frames.cast_signed();
            unfolded.note(&group, base, notes.by_ref().take(upto.notes - from.notes));
        }
    }

    /// Hands the oldest files over to be given back, once it is durable that they are folded.
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
        let fill = self.journal.fill();
        if fill >= FULL {
            self.folder.ask(self.journal.half(), fill >= PRESSING);
        } else if self.shared.unfolded.read().ripe() >= self.options.fold_visitors {
            self.folder.ask(0, false);
        }
    }

    /// Holds everybody up where folding cannot keep pace, so that the journal stays bounded.
    fn wait_for_room(&mut self) {
        while self.journal.fill() >= OVERFULL && self.shared.failure().is_none() {
            if !self.folder.ask_and_wait(self.journal.half()) {
                return;
            }
            self.drop_folded(self.journal.free());
        }
    }
}

fn answer(gathered: &mut Gathered) {
    for (done, result) in gathered.answers.drain(..) {
        done(result);
    }
}
