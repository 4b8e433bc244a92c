//! The thread that writes the index. It ends while nothing changes, so it holds no memory then.

use super::feed::{Change, Feed, Taken};
use super::filed::{self, Facts};
use super::forgotten::forgotten;
use super::index::{Mark, Needs, Shelf, document, exact, owner};
use super::subject::Subject;
use super::walk::Walk;
use super::{Progress, Shared};
use actors_core::ids::SessionNo;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tantivy::{IndexWriter, TantivyError};

/// The shortest time between two commits.
const COMMITS_EVERY: Duration = Duration::from_secs(2);

/// The shortest time between two commits while everything is read.
const BUILD_COMMITS_EVERY: Duration = Duration::from_secs(20);

/// How often the thread looks whether what rests may be read.
const LOOKS_EVERY: Duration = Duration::from_millis(500);

/// How long the memory for words is kept without work.
const IDLE: Duration = Duration::from_secs(10);

/// How long the thread waits after the disk failed.
const AFTER_FAILURE: Duration = Duration::from_secs(60);

/// A conversation rests after it was read, for this long by line: a long one would be read again for each message.
const RESTS_A_LINE: Duration = Duration::from_millis(100);

/// After a round the thread pauses this many times as long as it worked. The index's own threads work about as long again.
/// So the search takes about a twentieth of a core, however much is said, and what is found lags behind instead.
const PAUSES: u32 = 40;

/// The longest rest.
const RESTS_MAX: Duration = Duration::from_secs(60);

/// How long the thread may work after the server was told to stop.
const STOPS_WITHIN: Duration = Duration::from_secs(3);

/// Why a round failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Of the index.
    #[error("{0}")]
    Index(#[from] TantivyError),
    /// Of the store.
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// The thread's own state.
struct Indexer {
    shared: Arc<Shared>,
    shelf: Arc<Shelf>,
    writer: Option<IndexWriter>,
    /// What is to be read, and since when at the latest it waits.
    due: BTreeMap<Change, Timestamp>,
    rests: HashMap<Subject, Instant>,
    /// When changes were last taken, and the time before.
    taken: Timestamp,
    taken_before: Timestamp,
    committed: Instant,
    /// When the next round may begin, unless somebody waits for it.
    paused_until: Instant,
    /// Whether anything was written after the last commit.
    is_dirty: bool,
    walk: Option<Walk>,
    is_whole: bool,
}

/// Goes on with the index that is open.
pub fn go_on(shared: &Arc<Shared>) {
    let failure = match shared.shelf.load_full() {
        Some(shelf) => Indexer::new(shared, shelf, Needs::Nothing).work(),
        None => None,
    };
    if let Some(failure) = failure {
        report(shared, &failure);
        run(shared);
    }
}

fn report(shared: &Shared, failure: &Failure) {
    tracing::warn!(code = "FD801", cause = %failure, "the search is not up to date; it retries in a minute");
    shared.feed.rest(AFTER_FAILURE);
}

/// Opens the index and keeps it up to date until nothing changes for a while, or the server stops.
pub fn run(shared: &Arc<Shared>) {
    // The work of requests goes first.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "the search keeps its priority");
    }
    let mut known = true;
    while !shared.feed.is_stopping() {
        let opened = match known {
            true => Shelf::open(&shared.data, &shared.store.epoch()),
            false => Shelf::anew(&shared.data),
        };
        let failure = match opened {
            Ok((shelf, needs)) => Indexer::new(shared, Arc::new(shelf), needs).work(),
            Err(error) => Some(Failure::Index(error)),
        };
        let Some(failure) = failure else { return };
        known = !matches!(
            failure,
            Failure::Index(TantivyError::DataCorruption(_) | TantivyError::IncompatibleIndex(_))
        );
        report(shared, &failure);
    }
}

/// How long this thread has worked. Waiting for a core or for the disk is no work.
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

impl Indexer {
    fn new(shared: &Arc<Shared>, shelf: Arc<Shelf>, needs: Needs) -> Self {
        let walk = match needs {
            Needs::Nothing => None,
            Needs::Since(since) => Some(Walk::new(
                &shared.catalogue,
                shared.store.as_ref(),
                Some(since),
            )),
            Needs::Everything => Some(Walk::new(&shared.catalogue, shared.store.as_ref(), None)),
        };
        let is_whole = needs != Needs::Everything;
        *shared.progress.lock() = match is_whole {
            true => Progress::Whole,
            false => Progress::Building(0),
        };
        shared.shelf.store(Some(Arc::clone(&shelf)));
        let now = Instant::now();
        let mut indexer = Self {
            shared: Arc::clone(shared),
            shelf,
            writer: None,
            due: BTreeMap::new(),
            rests: HashMap::new(),
            taken: shared.clock.now(),
            taken_before: shared.clock.now(),
            // The first change is found at once.
            committed: now.checked_sub(COMMITS_EVERY).unwrap_or(now),
            paused_until: now,
            is_dirty: false,
            walk,
            is_whole,
        };
        if let Needs::Since(since) = needs {
            indexer.taken = since;
            indexer.find_forgotten(since);
        }
        indexer
    }

    fn feed(&self) -> &Feed {
        &self.shared.feed
    }

    fn is_idle(&self) -> bool {
        self.walk.is_none() && self.due.is_empty() && !self.is_dirty
    }

    /// Works until nothing changes for a while, the server stops, or something fails.
    fn work(mut self) -> Option<Failure> {
        loop {
            if self.writer.is_none() && self.is_idle() && self.feed().fall_asleep() {
                return None;
            }
            let taken = self.take();
            if taken.is_stopping {
                return self.stop().err();
            }
            let before = worked();
            if let Err(failure) = self.round(&taken) {
                return Some(failure);
            }
            // The first building has no pauses: until its end nothing is found at all.
            if self.is_whole {
                self.paused_until = Instant::now() + worked().saturating_sub(before) * PAUSES;
            }
            if let Some(asked) = taken.asked
                && self.is_idle()
            {
                self.feed().answer(asked);
            }
        }
    }

    fn take(&mut self) -> Taken {
        let pause = self.paused_until.saturating_duration_since(Instant::now());
        let (at_most, not_before) = match self.walk {
            Some(_) => (Duration::ZERO, self.paused_until),
            None if !self.due.is_empty() || self.is_dirty => (LOOKS_EVERY, self.paused_until),
            None => (IDLE, self.paused_until.max(self.committed + COMMITS_EVERY)),
        };
        let before = self.taken;
        self.taken_before = before;
        let taken = self.feed().take(at_most.max(pause), not_before);
        self.taken = self.shared.clock.now();
        for change in &taken.changes {
            self.due.entry(change.clone()).or_insert(before);
        }
        taken
    }

    fn round(&mut self, taken: &Taken) -> Result<(), Failure> {
        if taken.is_behind && self.walk.is_none() {
            let since = self.due.values().min().copied();
            let since = since.unwrap_or(self.taken_before);
            self.walk = Some(Walk::new(
                &self.shared.catalogue,
                self.shared.store.as_ref(),
                Some(since),
            ));
        }
        let is_urgent = taken.asked.is_some();
        self.read_due(
            |rests| is_urgent || rests.is_none_or(|until| until <= Instant::now()),
            None,
        )?;
        self.walk_on()?;
        let every = match self.walk {
            Some(_) => BUILD_COMMITS_EVERY,
            None => COMMITS_EVERY,
        };
        if self.is_dirty && (is_urgent || self.committed.elapsed() >= every) {
            self.commit()?;
        }
        let is_idle = self.is_idle() && taken.changes.is_empty();
        if is_idle && self.committed.elapsed() >= IDLE {
            // Merges come to their end first.
            if let Some(writer) = self.writer.take() {
                writer.wait_merging_threads()?;
            }
            self.rests.clear();
        }
        Ok(())
    }

    /// Reads what is due and does not rest, as long as there is time.
    fn read_due(
        &mut self,
        may_be_read: impl Fn(Option<Instant>) -> bool,
        until: Option<Instant>,
    ) -> Result<(), Failure> {
        for change in self.due.keys().cloned().collect::<Vec<_>>() {
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let rests = match &change {
                Change::Subject(subject) => self.rests.get(subject).copied(),
                Change::Visitor(_) => None,
            };
            if may_be_read(rests) {
                self.read(&change)?;
                self.due.remove(&change);
            }
        }
        Ok(())
    }

    fn read(&mut self, change: &Change) -> Result<(), Failure> {
        match change {
            Change::Subject(subject) => self.file(subject),
            Change::Visitor(visitor) => {
                let gone = exact(self.shelf.fields.owner, &owner(visitor));
                self.writer()?.delete_term(gone);
                self.is_dirty = true;
                let store = Arc::clone(&self.shared.store);
                let newest = store.head(visitor)?.map_or(0, |head| head.session.0);
                for session in 1..=newest {
                    self.file(&Subject::Conversation(visitor.clone(), SessionNo(session)))?;
                }
                Ok(())
            }
        }
    }

    /// Reads a thing from the store and replaces its document.
    fn file(&mut self, subject: &Subject) -> Result<(), Failure> {
        let facts = self.facts(subject)?;
        if let (Subject::Conversation(..), Some(facts)) = (subject, &facts) {
            let lines = u32::try_from(facts.texts.len()).unwrap_or(u32::MAX);
            let rests = RESTS_A_LINE.saturating_mul(lines).min(RESTS_MAX);
            if self.walk.is_none() {
                self.rests.insert(subject.clone(), Instant::now() + rests);
            }
        }
        let fields = self.shelf.fields;
        let key = exact(fields.key, &subject.name());
        let writer = self.writer()?;
        writer.delete_term(key);
        if let Some(facts) = facts {
            writer.add_document(document(&fields, subject, &facts))?;
        }
        self.is_dirty = true;
        Ok(())
    }

    fn facts(&self, subject: &Subject) -> Result<Option<Facts>, StoreError> {
        let Shared {
            store, catalogue, ..
        } = self.shared.as_ref();
        Ok(match subject {
            Subject::Conversation(visitor, session) => {
                filed::talk(store.as_ref(), catalogue, (visitor, *session))?.map(|talk| talk.facts)
            }
            Subject::LeftMessage(key) => {
                filed::left_message(store.as_ref(), key)?.map(|(_, facts)| facts)
            }
            Subject::WorkOrder(key) => filed::order(store.as_ref(), key)?.map(|order| order.facts),
        })
    }

    /// Goes one step through the store.
    fn walk_on(&mut self) -> Result<(), Failure> {
        let Some(walk) = &mut self.walk else {
            return Ok(());
        };
        let store = Arc::clone(&self.shared.store);
        let Some(changes) = walk.step(store.as_ref())? else {
            self.walk = None;
            self.is_whole = true;
            self.is_dirty = true;
            self.commit()?;
            *self.shared.progress.lock() = Progress::Whole;
            return Ok(());
        };
        let count = changes.len();
        for change in changes {
            self.read(&change)?;
        }
        if let Progress::Building(read) = &mut *self.shared.progress.lock() {
            *read += count;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), Failure> {
        let upto = self.due.values().min().copied().unwrap_or(self.taken);
        let epoch = self.shared.store.epoch();
        let mark = match (self.is_whole, &self.walk) {
            (true, None) => Mark::whole(&epoch, upto),
            // The walk begins again if it ends early.
            (true, Some(walk)) => Mark::whole(&epoch, walk.since().map_or(upto, |at| at.min(upto))),
            (false, _) => Mark::part(&epoch, upto),
        };
        let mut commit = self.writer()?.prepare_commit()?;
        commit.set_payload(&mark.written());
        commit.commit()?;
        self.committed = Instant::now();
        self.is_dirty = false;
        let now = Instant::now();
        self.rests.retain(|_, until| *until > now);
        self.shelf.reader.reload()?;
        Ok(())
    }

    fn stop(mut self) -> Result<(), Failure> {
        let until = Instant::now() + STOPS_WITHIN;
        self.read_due(|_| true, Some(until))?;
        if self.is_dirty {
            self.commit()?;
        }
        if let Some(writer) = self.writer.take() {
            writer.wait_merging_threads()?;
        }
        if self.due.is_empty() && self.walk.is_none() {
            self.shelf.note_clean();
        }
        Ok(())
    }

    fn writer(&mut self) -> Result<&mut IndexWriter, Failure> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => self.shelf.writer()?,
        };
        Ok(self.writer.insert(writer))
    }

    /// Finds conversations in the index that the store has not, or has less of: the server ended while they were being
    /// forgotten.
    fn find_forgotten(&mut self, since: Timestamp) {
        let found = forgotten(&self.shelf, self.shared.store.as_ref());
        match found {
            Ok(found) => {
                let found = found
                    .into_iter()
                    .map(|subject| (Change::Subject(subject), since));
                self.due.extend(found);
            }
            // Everything is read again.
            Err(_) => {
                self.walk = Some(Walk::new(
                    &self.shared.catalogue,
                    self.shared.store.as_ref(),
                    None,
                ));
            }
        }
    }
}
