//! What waits for the committer. Whatever gathers here while one flush runs is the next group: nobody waits on
//! purpose. The only timer is for a committer that is late.

use super::gathered::Gathered;
use super::timer::Timer;
use actors_runtime::ports::{Done, StoreError};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::io;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Of so many appends at most is a commit that another may begin beside: of more there are many senders, and a commit of few
/// beside each of theirs would only take the processor from them.
const SMALL: usize = 16;

/// What waits for a committer, and who writes and commits just now.
///
/// One commits, and a stand-in where that one is late: where it was told that there is work and has not looked, or has begun a
/// commit of few and is not done.
pub struct Queue {
    state: Mutex<State>,
    work: Condvar,
    room: Condvar,
    /// Runs out where the one who commits is late.
    watch: Timer,
    bytes_max: usize,
    late: Duration,
}

#[derive(Default)]
struct State {
    gathered: Gathered,
    refuses: Option<StoreError>,
    tidy: bool,
    ended: bool,
    committers: Vec<ThreadId>,
    /// When the one who commits was told that there is work, until it has looked.
    told: Option<Instant>,
    /// The stand-in was told, and has not looked yet.
    is_called: bool,
    /// The watch is set for what was told or is under way.
    is_watched: bool,
    /// Something was taken and is not in the journal's file yet: what is taken next must be written behind it.
    is_writing: bool,
    /// Commits that are not done.
    under_way: Vec<Begun>,
    /// The number of the next.
    next: u64,
}

/// A commit that is not done.
struct Begun {
    number: u64,
    /// When it was begun, or somebody was told to.
    since: Instant,
    /// Whether another may begin beside it.
    is_small: bool,
    is_stand_ins: bool,
    /// Whether another has begun beside it, and so answers for it.
    is_passed: bool,
}

impl Begun {
    fn is_late(&self, late: Duration) -> bool {
        self.is_small && self.since.elapsed() >= late
    }
}

impl State {
    fn waits(&self) -> bool {
        !self.gathered.answers.is_empty() || self.tidy
    }

    /// Whether the one who commits is to take what waits. As long as one commit is under way what waits is gathered: the more
    /// there is of it, the less it costs. Only where that commit takes longer than commits do may another begin.
    fn may_begin(&self, late: Duration) -> bool {
        let has_room = match self.under_way.as_slice() {
            [] => true,
            [commit] => commit.is_late(late),
            _ => false,
        };
        self.waits() && !self.is_writing && has_room
    }

    fn is_first_busy(&self) -> bool {
        self.under_way.iter().any(|commit| !commit.is_stand_ins)
    }

    fn know_committer(&mut self) {
        let own = std::thread::current().id();
        if !self.committers.contains(&own) {
            self.committers.push(own);
        }
    }

    /// Whether there is something for the stand-in: what waits, or a commit that is late and nobody else answers for.
    fn needs_stand_in(&self, late: Duration) -> bool {
        match self.under_way.as_slice() {
            [] => self.waits() && self.told.is_none_or(|told| told.elapsed() >= late),
            [commit] if !commit.is_stand_ins => {
                commit.is_late(late) && (self.waits() || !commit.is_passed)
            }
            _ => false,
        }
    }
}

impl Queue {
    /// An empty queue that holds callers up when more than `bytes_max` wait. The stand-in looks when what was told, or a small
    /// commit, takes longer than `late`.
    ///
    /// # Errors
    /// Where the process has no file left to open.
    pub fn new(bytes_max: usize, late: Duration) -> io::Result<Self> {
        Ok(Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            watch: Timer::new()?,
            bytes_max,
            late,
        })
    }

    /// Adds appends at the end; waits where there is no room. `appends` is empty afterwards.
    pub fn push(&self, appends: &mut Gathered) {
        let mut state = self.state.lock();
        // A `done` that appends runs on a thread that makes room: it must not wait for itself.
        while state.refuses.is_none()
            && state.gathered.frames.len() > self.bytes_max
            && !state.committers.contains(&std::thread::current().id())
        {
            self.room.wait(&mut state);
        }
        if let Some(why) = state.refuses.clone() {
            drop(state);
            let refused = std::mem::take(&mut appends.answers);
            appends.clear();
            for (done, _) in refused {
                done(Err(why.clone()));
            }
            return;
        }
        state.gathered.take_over(appends);
        self.tell(state);
    }

    /// Tells whoever is to take what waits, where there is something.
    fn tell(&self, mut state: MutexGuard<'_, State>) {
        if state.told.is_none() && state.may_begin(self.late) && !state.is_first_busy() {
            state.told = Some(Instant::now());
            self.watch_for(&mut state, self.late);
            drop(state);
            self.work.notify_one();
        } else if !state.is_called && state.waits() && state.needs_stand_in(self.late) {
            self.watch_for(&mut state, Duration::ZERO);
            state.is_called = true;
        }
    }

    /// Has the stand-in look after so long, whatever was set before.
    fn watch_for(&self, state: &mut State, after: Duration) {
        state.is_called = false;
        state.is_watched = true;
        // The word of the end stays: setting it anew would take it back.
        if !state.ended {
            self.watch.set(after);
        }
    }

    fn stop_watch(&self, state: &mut State) {
        state.is_called = false;
        if std::mem::take(&mut state.is_watched) && !state.ended {
            self.watch.stop();
        }
    }

    /// Takes all there is, in exchange for an empty `gathered`; waits where there is nothing, or where it is not this
    /// committer's turn. That may be nothing: then only tidying is asked for. `None` where nothing more will come.
    pub fn take(&self, gathered: &mut Gathered) -> Option<Turn<'_>> {
        gathered.clear();
        let mut state = self.state.lock();
        state.know_committer();
        loop {
            let told = state.told.take();
            if state.may_begin(self.late) {
                // Else the watch has run out, and what was told is done.
                let told = told.filter(|told| told.elapsed() < self.late);
                let since = told.unwrap_or_else(Instant::now);
                let turn = self.begin(&mut state, gathered, since, false);
                self.watch_over(&mut state, told.is_some());
                return Some(turn);
            }
            if state.ended && !state.waits() {
                return None;
            }
            self.stop_watch(&mut state);
            self.work.wait(&mut state);
        }
    }

    /// As [`Queue::take`], for the stand-in: waits until the one who commits is late. There may be nothing to take but a commit
    /// to answer for.
    pub fn take_late(&self, gathered: &mut Gathered) -> Option<Turn<'_>> {
        gathered.clear();
        loop {
            let mut state = self.state.lock();
            state.know_committer();
            state.is_called = false;
            if state.ended {
                return None;
            }
            if state.needs_stand_in(self.late) {
                if !state.is_writing {
                    return Some(self.begin(&mut state, gathered, Instant::now(), true));
                }
                self.watch_for(&mut state, self.late);
            }
            drop(state);
            self.watch.wait();
        }
    }

    fn begin(
        &self,
        state: &mut State,
        gathered: &mut Gathered,
        since: Instant,
        is_stand_ins: bool,
    ) -> Turn<'_> {
        state.tidy = false;
        state.is_writing = true;
        std::mem::swap(&mut state.gathered, gathered);
        let number = state.next;
        state.next += 1;
        for commit in &mut state.under_way {
            commit.is_passed = true;
        }
        state.under_way.push(Begun {
            number,
            since,
            is_small: gathered.answers.len() <= SMALL,
            is_stand_ins,
            is_passed: false,
        });
        self.room.notify_all();
        Turn {
            queue: self,
            number,
            is_writing: true,
        }
    }

    /// Has the stand-in look where the commit that was just begun becomes late; nobody passes one of many.
    fn watch_over(&self, state: &mut State, is_set: bool) {
        let is_small = state.under_way.last().is_some_and(|commit| commit.is_small);
        if !is_small {
            self.stop_watch(state);
        } else if !is_set {
            self.watch_for(state, self.late);
        }
    }

    /// Asks for a commit though nothing waits: something was folded.
    pub fn tidy(&self) {
        let mut state = self.state.lock();
        state.tidy = true;
        self.tell(state);
    }

    /// Refuses what comes from here on; what waits stays.
    pub fn refuse(&self, why: StoreError) {
        self.state.lock().refuses.get_or_insert(why);
        self.room.notify_all();
    }

    /// Why it refuses, where it does.
    pub fn refusal(&self) -> Option<StoreError> {
        self.state.lock().refuses.clone()
    }

    /// Lets the committers end when nothing waits.
    pub fn end(&self) {
        let mut state = self.state.lock();
        self.watch_for(&mut state, Duration::ZERO);
        state.ended = true;
        drop(state);
        self.work.notify_all();
    }

    /// Takes those who wait, to be told that it failed.
    pub fn abandon(&self) -> Vec<(Done, Result<(), StoreError>)> {
        std::mem::take(&mut self.state.lock().gathered).answers
    }
}

/// A commit, for as long as it is under way.
pub struct Turn<'a> {
    queue: &'a Queue,
    /// They rise with what was taken.
    pub number: u64,
    is_writing: bool,
}

impl Turn<'_> {
    /// What was taken is in the journal's file: what is taken next lies behind it.
    pub fn wrote(&mut self) {
        self.is_writing = false;
        let mut state = self.queue.state.lock();
        state.is_writing = false;
        self.queue.tell(state);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state.lock();
        state.is_writing &= !self.is_writing;
        let is_own = |begun: &mut Begun| begun.number == self.number;
        let done = state.under_way.extract_if(.., is_own).next();
        if state.ended {
            self.queue.work.notify_all();
        } else if done.is_some_and(|begun| begun.is_stand_ins) {
            // Where the first has looked meanwhile, it is its turn again. Else the stand-in, which is here first, would be
            // for as long as there is always something, and what both have freed would be kept in memory.
            self.queue.tell(state);
        }
    }
}

#[cfg(test)]
mod tests;
