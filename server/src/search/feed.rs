//! What changed and is not in the index yet. It takes a note after each durable step, and never waits for the index.

use super::subject::Subject;
use actors_core::ids::{SessionNo, VisitorKey};
use actors_runtime::ports::Watcher;
use parking_lot::{Condvar, Mutex};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The most changes that wait, some 60 bytes each. Beyond it the index is brought up to date from the store.
const CHANGES_MAX: usize = 100_000;

/// How long changes wait for others.
const GATHERS_FOR: Duration = Duration::from_millis(200);

/// A change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Of one thing.
    Subject(Subject),
    /// Of all conversations of a visitor: they were erased, or lost old lines.
    Visitor(VisitorKey),
}

/// Starts the thread that takes changes.
type Starter = Box<dyn Fn() + Send + Sync>;

/// The changes that wait.
#[derive(Default)]
pub struct Feed {
    inbox: Mutex<Inbox>,
    rings: Condvar,
    settles: Condvar,
    starter: OnceLock<Starter>,
}

#[derive(Default)]
struct Inbox {
    changes: BTreeSet<Change>,
    is_behind: bool,
    is_stopping: bool,
    /// No thread takes changes, because there were none for a while.
    is_asleep: bool,
    /// How often somebody asked for everything at once, and how many of them were answered.
    asked: u64,
    answered: u64,
}

/// What waited.
#[derive(Default)]
pub struct Taken {
    /// The changes.
    pub changes: BTreeSet<Change>,
    /// Some changes are missing here.
    pub is_behind: bool,
    /// The server stops.
    pub is_stopping: bool,
    /// Somebody waits until all of it is in the index: [`Feed::answer`].
    pub asked: Option<u64>,
}

impl Feed {
    /// Notes a change.
    pub fn note(&self, change: Change) {
        let mut inbox = self.inbox.lock();
        if inbox.changes.len() >= CHANGES_MAX {
            inbox.is_behind = true;
            return;
        }
        let was_empty = inbox.changes.is_empty();
        inbox.changes.insert(change);
        if was_empty {
            self.wake(&mut inbox);
        }
    }

    /// Sets what starts the thread that takes changes. The first thread is started elsewhere.
    pub fn set_starter(&self, starter: Starter) {
        drop(self.starter.set(starter));
    }

    fn wake(&self, inbox: &mut Inbox) {
        if std::mem::take(&mut inbox.is_asleep)
            && let Some(start) = self.starter.get()
        {
            start();
        }
        self.rings.notify_one();
    }

    /// Lets the thread end, unless there is something to do. The next change starts another one.
    pub fn fall_asleep(&self) -> bool {
        let mut inbox = self.inbox.lock();
        let is_idle = inbox.changes.is_empty() && !inbox.is_behind && !inbox.is_urgent();
        inbox.is_asleep = is_idle;
        is_idle
    }

    /// Ends the work. Returns whether a thread still works.
    pub fn stop(&self) -> bool {
        let mut inbox = self.inbox.lock();
        inbox.is_stopping = true;
        self.rings.notify_one();
        self.settles.notify_all();
        !inbox.is_asleep
    }

    /// Waits until everything that was noted before is in the index, or the server stops.
    pub fn settle(&self) {
        let mut inbox = self.inbox.lock();
        inbox.asked += 1;
        let ticket = inbox.asked;
        self.wake(&mut inbox);
        while inbox.answered < ticket && !inbox.is_stopping {
            self.settles.wait(&mut inbox);
        }
    }

    /// Tells those who asked that everything is in the index.
    pub fn answer(&self, asked: u64) {
        self.inbox.lock().answered = asked;
        self.settles.notify_all();
    }

    /// Waits for a change, as long as `at_most`; then until `not_before`, so that changes come together.
    pub fn take(&self, at_most: Duration, not_before: Instant) -> Taken {
        let mut inbox = self.inbox.lock();
        let until = Instant::now() + at_most;
        while inbox.changes.is_empty()
            && !inbox.is_urgent()
            && !self.rings.wait_until(&mut inbox, until).timed_out()
        {}
        if !inbox.changes.is_empty() {
            let until = not_before.max(Instant::now() + GATHERS_FOR);
            while !inbox.is_urgent() && !self.rings.wait_until(&mut inbox, until).timed_out() {}
        }
        Taken {
            changes: std::mem::take(&mut inbox.changes),
            is_behind: std::mem::take(&mut inbox.is_behind),
            is_stopping: inbox.is_stopping,
            asked: (inbox.asked > inbox.answered).then_some(inbox.asked),
        }
    }

    /// Waits, unless the server stops meanwhile.
    pub fn rest(&self, how_long: Duration) {
        let until = Instant::now() + how_long;
        let mut inbox = self.inbox.lock();
        while !inbox.is_stopping && !self.rings.wait_until(&mut inbox, until).timed_out() {}
    }

    /// Whether the server stops.
    pub fn is_stopping(&self) -> bool {
        self.inbox.lock().is_stopping
    }
}

impl Inbox {
    fn is_urgent(&self) -> bool {
        self.is_stopping || self.asked > self.answered
    }
}

impl Watcher for Feed {
    fn changed(&self, visitor: &VisitorKey, session: SessionNo) {
        let subject = Subject::Conversation(visitor.clone(), session);
        self.note(Change::Subject(subject));
    }

    fn forgot(&self, visitor: &VisitorKey) {
        self.note(Change::Visitor(visitor.clone()));
    }
}
