//! The one thread that writes the journal: it takes what has gathered, writes it as groups, syncs the file, and only then
//! lets the answers go (Protocol, 'Durability').

use super::folder::Folder;
use super::gathered::{Documents, Gathered};
use super::groups;
use super::journal::Journal;
use super::meta::Meta;
use super::opening::Answered;
use super::options::{SledOptions, Step};
use super::shared::{Shared, is_full};
use super::unfolded::Group;
use actors_runtime::ports::StoreError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How long the journal is, in hundredths, when its older half is folded, beside everything else that is done;
const FULL: usize = 100;
/// when that is done before everything else;
const PRESSING: usize = 150;
/// and when nobody writes until some of it is done.
const OVERFULL: usize = 200;

/// The thread that commits.
pub struct Committer {
    shared: Arc<Shared>,
    folder: Arc<Folder>,
    options: SledOptions,
    journal: Journal,
    /// How many changes of documents there were.
    documents: u64,
    /// What stood where a commit writes documents. A commit that is refused puts it back.
    before: Option<Documents>,
    /// When the disk was last seen to have room.
    had_room: Option<Instant>,
    /// When a full disk was last looked at.
    looked: Option<Instant>,
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
            options,
            journal,
            documents,
            before: None,
            had_room: None,
            looked: None,
        }
    }

    /// Works until the queue ends.
    pub fn run(mut self) -> Self {
        actors_runtime::thread_cache::enable();
        let mut gathered = Gathered::default();
        while self.shared.queue.take(&mut gathered) {
            // A panic in the database must not leave callers without an answer.
            let outcome = catch_unwind(AssertUnwindSafe(|| self.commit(&mut gathered)));
            let outcome = outcome.unwrap_or_else(|_| {
                Err(StoreError::Disk(Arc::from(
                    "the database broke off while it wrote",
                )))
            });
            if let Err(error) = outcome {
                self.fail(&error, &mut gathered);
            }
        }
        self
    }

    /// Folds what is left, when nothing else writes any more.
    pub fn finish(mut self) -> Result<(), StoreError> {
        let shared = Arc::clone(&self.shared);
        self.folder.fold_all(&shared)?;
        self.drop_folded(self.journal.parts());
        self.folder.settle(&shared, &mut Vec::new())?;
        self.journal.clear()?;
        shared.disk.checkpoint(self.options.checkpoint_bytes / 16)
    }

    /// Tells everybody who has no answer yet that it failed, in their order.
    fn fail(&mut self, error: &StoreError, gathered: &mut Gathered) {
        let error = self.shared.disk.cause(error);
        let closed = self.shared.fail(&error);
        if is_full(&closed)
            && let Err(error) = self.take_back()
        {
            tracing::debug!(%error, "what was refused is taken back when there is room");
        }
        let taken = std::mem::take(&mut gathered.answers);
        for (done, _) in taken.into_iter().chain(self.shared.queue.abandon()) {
            done(Err(closed.clone()));
        }
    }

    /// Makes durable what gathered, answers for it, and has the journal kept short.
    fn commit(&mut self, gathered: &mut Gathered) -> Result<(), StoreError> {
        if let Some(closed) = self.shared.failure()
            && !(is_full(&closed) && self.resume())
        {
            return Err(closed);
        }
        if !gathered.answers.is_empty() {
            self.check_room()?;
        }
        self.write_documents(gathered)?;
        let has_groups = !gathered.frames.is_empty();
        if has_groups {
            self.write_groups(gathered)?;
        }
        for _ in &gathered.answers {
            self.shared.disk.tell(Step::Answer)?;
        }
        self.before = None;
        answer(gathered);
        if has_groups {
            // After the answers: they need not wait for what can only lag behind.
            let newest = self.journal.newest();
            self.shared.acknowledged.set(Answered::Groups, newest)?;
            if self.shared.disk.segments.is_short() {
                self.folder.ask_to_prepare();
            }
        }
        self.drop_folded(self.journal.free());
        self.ask_for_folding();
        self.wait_for_room();
        Ok(())
    }

    /// Writes groups into the journal's file, syncs it, and only then lets readers see them.
    fn write_groups(&mut self, gathered: &mut Gathered) -> Result<(), StoreError> {
        let mut groups = groups::make(gathered, |frames| self.add(frames))?;
        if self.options.answer_before_flush {
            groups::note(&self.shared.unfolded, &mut groups, gathered)?;
            answer(gathered);
        }
        let disk = &self.shared.disk;
        disk.tell(Step::Flush)?;
        self.journal.write()?;
        disk.tell(Step::Sync)?;
        self.journal.sync()?;
        self.shared.syncs.fetch_add(1, Ordering::Release);
        groups::note(&self.shared.unfolded, &mut groups, gathered)
    }

    fn add(&mut self, frames: &[u8]) -> Result<Arc<Group>, StoreError> {
        self.shared.disk.tell(Step::Write)?;
        let group = self.journal.add(frames)?;
        self.shared.groups.fetch_add(1, Ordering::Release);
        Ok(group)
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
        self.before = Some(shared.disk.base()?.trees.sealed(&documents)?);
        let count = self.documents + 1;
        if let Err(error) = self.keep_documents(documents, count) {
            self.shared.disk.suspect();
            return Err(error);
        }
        self.documents = count;
        let acknowledged = &self.shared.acknowledged;
        acknowledged.set(Answered::Documents, count)
    }

    fn keep_documents(&self, documents: Documents, count: u64) -> Result<(), StoreError> {
        let disk = &self.shared.disk;
        let base = disk.base()?;
        base.trees.write_documents(documents)?;
        // After them: a process that ends in between has not answered for them.
        Meta::open(&base.database.db)?.set_documents(count)?;
        drop(base);
        disk.make_folded_durable()
    }

    /// Refuses everything before the disk is quite full. A store that is written to looks once in a while.
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

    /// Takes writes again when the disk has room and nothing is left of what was refused. It looks once in a while only: a
    /// disk that refuses the next write must not be tried at every turn.
    fn resume(&mut self) -> bool {
        let wait = self.options.full_wait;
        if self.looked.is_some_and(|at| at.elapsed() < wait) {
            return false;
        }
        self.looked = Some(Instant::now());
        let shared = Arc::clone(&self.shared);
        // A little more than is kept free, or writes would come and go.
        if shared.disk.has_room(5).is_err() {
            return false;
        }
        if shared.disk.is_suspect() {
            self.folder.ask_to_reopen();
            return false;
        }
        if let Err(error) = self.take_back() {
            shared.fail(&shared.disk.cause(&error));
            return false;
        }
        let recovered = shared.recover();
        if recovered {
            self.folder.resume();
        }
        recovered
    }

    /// Takes back what was written of a commit that is refused.
    fn take_back(&mut self) -> Result<(), StoreError> {
        self.journal.take_back()?;
        if let Some(before) = self.before.clone() {
            self.keep_documents(before, self.documents)?;
            self.before = None;
        }
        Ok(())
    }

    /// Hands the oldest files over to be given back, once it is durable that they are folded.
    fn drop_folded(&mut self, free: usize) {
        if free > 0 {
            self.folder.ask_to_drop(self.journal.take_oldest(free));
        }
    }

    /// Lets the folder know of those who are worth folding, and of too long a journal.
    fn ask_for_folding(&self) {
        let journal = &self.journal;
        self.shared
            .journal_bytes
            .store(journal.bytes() as u64, Ordering::Release);
        let fill = journal.fill();
        if fill >= FULL {
            self.folder.ask(journal.half(), fill >= PRESSING);
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
