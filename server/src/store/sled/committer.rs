//! What writes the journal: it takes what has gathered, writes it as groups, syncs the file, and only then lets the answers go
//! (Contract §5).

use super::database::disk_error;
use super::folder::Folder;
use super::gathered::Gathered;
use super::groups::{self, Written};
use super::journal::Journal;
use super::meta::Meta;
use super::opening::Answered;
use super::options::{SledOptions, Step};
use super::queue::Turn;
use super::shared::Shared;
use super::unfolded::Group;
use actors_runtime::ports::StoreError;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How long the journal is, in hundredths, when its older half is folded, beside everything else that is done;
const FULL: usize = 100;
/// when that is done before everything else;
const PRESSING: usize = 150;
/// and when nobody writes until some of it is done.
const OVERFULL: usize = 200;

/// What the threads that commit share. One is enough for nearly every commit. But a thread that waits, for work or for the
/// disk, may be kept from going on for milliseconds by whatever else has its core (docs/decisions/0109). The second then
/// commits what came meanwhile, and answers for what the first has written.
pub struct Committer {
    shared: Arc<Shared>,
    folder: Arc<Folder>,
    options: SledOptions,
    state: Mutex<State>,
}

struct State {
    journal: Journal,
    /// How many changes of documents there were.
    documents: u64,
    /// Commits that are written and not answered, oldest first.
    written: VecDeque<Commit>,
    /// Buffers to gather in.
    spare: Vec<Gathered>,
}

/// What was taken from the queue, once it is written.
struct Commit {
    number: u64,
    gathered: Gathered,
    groups: Vec<Written>,
}

/// What makes a commit durable, and all that was written before it.
struct Sync {
    file: Arc<File>,
    /// The newest group in it.
    upto: u64,
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
            state: Mutex::new(State {
                journal,
                documents,
                written: VecDeque::new(),
                spare: Vec::new(),
            }),
        }
    }

    /// Works until the queue ends, as the thread of this number: 0 commits, 1 stands in for it.
    pub fn run(&self, own: usize) {
        actors_runtime::thread_cache::enable();
        let mut gathered = Gathered::default();
        while let Some(mut turn) = self.take(own, &mut gathered) {
            // A panic in the database must not leave callers without an answer.
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let sync = self.write(own, &mut turn, &mut gathered)?;
                if let Some(sync) = &sync {
                    self.sync(sync)?;
                }
                self.complete(turn.number, sync, &mut gathered)
            }));
            let outcome = outcome.unwrap_or_else(|_| {
                Err(StoreError::Disk(Arc::from(
                    "the database broke off while it wrote",
                )))
            });
            if let Err(error) = outcome {
                self.fail(&error, &mut gathered);
            }
        }
    }

    fn take(&self, own: usize, gathered: &mut Gathered) -> Option<Turn<'_>> {
        let queue = &self.shared.queue;
        match own {
            0 => queue.take(gathered),
            _ => queue.take_late(gathered),
        }
    }

    /// Folds what is left, when nothing else writes any more.
    pub fn finish(&self) -> Result<(), StoreError> {
        let journal = &mut self.state.lock().journal;
        let disk = &self.shared.disk;
        self.folder.fold_all(&self.shared)?;
        self.drop_folded(journal, journal.parts());
        self.folder.settle(&self.shared, &mut Vec::new())?;
        journal.clear()?;
        disk.checkpoint(self.options.checkpoint_bytes / 16)
    }

    /// Tells everybody who has no answer yet that it failed, in their order.
    fn fail(&self, error: &StoreError, gathered: &mut Gathered) {
        let closed = self.shared.fail(error);
        let written = std::mem::take(&mut self.state.lock().written);
        let written = written.into_iter().map(|commit| commit.gathered.answers);
        let taken = std::mem::take(&mut gathered.answers);
        let waiting = self.shared.queue.abandon();
        for (done, _) in written.flatten().chain(taken).chain(waiting) {
            done(Err(closed.clone()));
        }
    }

    /// Writes what gathered into the journal's file, behind what was taken before; and says what is to be synced.
    fn write(
        &self,
        own: usize,
        turn: &mut Turn<'_>,
        gathered: &mut Gathered,
    ) -> Result<Option<Sync>, StoreError> {
        let mut state = self.state.lock();
        if let Some(closed) = self.shared.failure() {
            return Err(closed);
        }
        self.write_documents(&mut state.documents, gathered)?;
        let has_groups = !gathered.frames.is_empty();
        let mut groups = Vec::new();
        if has_groups {
            groups = groups::make(gathered, |frames| self.add(&mut state.journal, frames))?;
            if self.options.answer_before_flush {
                groups::note(&self.shared.unfolded, &mut groups, gathered)?;
                answer(gathered);
            }
            self.shared.disk.tell(Step::Flush)?;
            state.journal.write()?;
        }
        // Whoever is before this one is answered with it, and so must be durable with it.
        let is_unsynced = |commit: &Commit| !commit.groups.is_empty();
        let sync = if has_groups || state.written.iter().any(is_unsynced) {
            Some(Sync {
                file: state.journal.file_of(own)?,
                upto: state.journal.newest(),
            })
        } else {
            None
        };
        state.written.push_back(Commit {
            number: turn.number,
            gathered: std::mem::take(gathered),
            groups,
        });
        turn.wrote();
        Ok(sync)
    }

    fn add(&self, journal: &mut Journal, frames: &[u8]) -> Result<Arc<Group>, StoreError> {
        self.shared.disk.tell(Step::Write)?;
        let group = journal.add(frames)?;
        self.shared.groups.fetch_add(1, Ordering::Release);
        Ok(group)
    }

    fn sync(&self, sync: &Sync) -> Result<(), StoreError> {
        self.shared.disk.tell(Step::Sync)?;
        sync.file.sync_data().map_err(|error| disk_error(&error))?;
        self.shared.syncs.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Answers for all commits up to and with this one, which are durable, where the other thread has not done so; and leaves room
    /// to gather in.
    fn complete(
        &self,
        number: u64,
        sync: Option<Sync>,
        room: &mut Gathered,
    ) -> Result<(), StoreError> {
        let state = &mut *self.state.lock();
        let synced = sync.map(|sync| sync.upto);
        if let Some(upto) = synced {
            state.journal.synced(upto);
        }
        let mut answered = None;
        while let Some(commit) = state.written.front_mut()
            && commit.number <= number
        {
            groups::note(
                &self.shared.unfolded,
                &mut commit.groups,
                &mut commit.gathered,
            )?;
            for _ in &commit.gathered.answers {
                self.shared.disk.tell(Step::Answer)?;
            }
            answer(&mut commit.gathered);
            answered = synced;
            let done = state.written.pop_front();
            state.spare.extend(done.map(|commit| commit.gathered));
        }
        *room = state.spare.pop().unwrap_or_default();
        // After the answers: they need not wait for what can only lag behind.
        if let Some(newest) = answered {
            self.shared.acknowledged.set(Answered::Groups, newest)?;
        }
        let journal = &mut state.journal;
        self.drop_folded(journal, journal.free());
        if answered.is_some() && self.shared.disk.segments.is_short() {
            self.folder.ask_to_prepare();
        }
        self.ask_for_folding(journal);
        self.wait_for_room(journal);
        Ok(())
    }

    /// Documents are few: they go at once where everything else is folded to.
    fn write_documents(
        &self,
        changes: &mut u64,
        gathered: &mut Gathered,
    ) -> Result<(), StoreError> {
        if gathered.documents.is_empty() {
            return Ok(());
        }
        let shared = &self.shared;
        let documents = std::mem::take(&mut gathered.documents);
        let sealed = documents.iter().filter_map(|(_, sealed)| sealed.as_ref());
        shared.disk.folded(sealed.map(Vec::len).sum());
        *changes += 1;
        let base = shared.disk.base()?;
        base.trees.write_documents(documents)?;
        // After them: a process that ends in between has not answered for them.
        Meta::open(&base.database.db)?.set_documents(*changes)?;
        drop(base);
        shared.disk.make_folded_durable()?;
        let acknowledged = &shared.acknowledged;
        acknowledged.set(Answered::Documents, *changes)
    }

    /// Hands the oldest files over to be given back, once it is durable that they are folded.
    fn drop_folded(&self, journal: &mut Journal, free: usize) {
        if free > 0 {
            self.folder.ask_to_drop(journal.take_oldest(free));
        }
    }

    /// Lets the folder know of those who are worth folding, and of too long a journal.
    fn ask_for_folding(&self, journal: &Journal) {
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
    fn wait_for_room(&self, journal: &mut Journal) {
        while journal.fill() >= OVERFULL && self.shared.failure().is_none() {
            if !self.folder.ask_and_wait(journal.half()) {
                return;
            }
            self.drop_folded(journal, journal.free());
        }
    }
}

fn answer(gathered: &mut Gathered) {
    for (done, result) in gathered.answers.drain(..) {
        done(result);
    }
}
