//! What waits for the committer. Whatever gathers here while one flush runs is the next group: nobody waits on
//! purpose, and there is no timer.

use super::gathered::Gathered;
use actors_runtime::ports::{Done, StoreError};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Of so many appends at most is a commit that another may begin beside: of more there are many senders, and a commit of few
/// beside each of theirs would only take the processor from them.
const SMALL: usize = 16;

/// What waits for a committer, and who writes and commits just now.
pub struct Queue {
    state: Mutex<State>,
    work: Condvar,
    room: Condvar,
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
    /// A committer was told that there is work, and has not looked yet.
    is_told: bool,
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
    taken: Instant,
    /// Whether another may begin beside it.
    is_small: bool,
}

impl State {
    fn waits(&self) -> bool {
        !self.gathered.answers.is_empty() || self.tidy
    }

    /// Whether a committer is to take what waits. As long as one commit is under way what waits is gathered: the more there is
    /// of it, the less it costs. Only where that commit takes longer than commits do may another begin.
    fn may_begin(&self, late: Duration) -> bool {
        let has_room = match self.under_way.as_slice() {
            [] => true,
            [commit] => commit.is_small && commit.taken.elapsed() >= late,
            _ => false,
        };
        self.waits() && !self.is_writing && has_room
    }
}

impl Queue {
    /// An empty queue that holds callers up when more than `bytes_max` wait. A small commit that takes longer than `late`
    /// holds nobody else up.
    pub fn new(bytes_max: usize, late: Duration) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            bytes_max,
            late,
        }
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

    /// Tells a committer where there is something for it to do.
    fn tell(&self, mut state: MutexGuard<'_, State>) {
        if !state.is_told && state.may_begin(self.late) {
            state.is_told = true;
            drop(state);
            self.work.notify_one();
        }
    }

    /// Takes all there is, in exchange for an empty `gathered`; waits where there is nothing, or where it is not this
    /// committer's turn. That may be nothing: then only tidying is asked for. `None` where nothing more will come.
    pub fn take(&self, gathered: &mut Gathered) -> Option<Turn<'_>> {
        gathered.clear();
        let mut state = self.state.lock();
        let own = std::thread::current().id();
        if !state.committers.contains(&own) {
            state.committers.push(own);
        }
        loop {
            state.is_told = false;
            if state.may_begin(self.late) {
                break;
            }
            if state.ended && !state.waits() {
                self.work.notify_all();
                return None;
            }
            self.work.wait(&mut state);
        }
        state.tidy = false;
        state.is_writing = true;
        std::mem::swap(&mut state.gathered, gathered);
        let number = state.next;
        state.next += 1;
        state.under_way.push(Begun {
            number,
            taken: Instant::now(),
            is_small: gathered.answers.len() <= SMALL,
        });
        drop(state);
        self.room.notify_all();
        Some(Turn {
            queue: self,
            number,
            is_writing: true,
        })
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
        self.state.lock().ended = true;
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
        state.under_way.retain(|begun| begun.number != self.number);
        if state.ended {
            self.queue.work.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(queue: &Queue, appends: usize) {
        let mut gathered = Gathered::default();
        for _ in 0..appends {
            gathered.add(Vec::new(), Box::new(|_| ()));
        }
        queue.push(&mut gathered);
    }

    fn may_begin(queue: &Queue) -> bool {
        queue.state.lock().may_begin(queue.late)
    }

    #[test]
    fn beside_a_late_commit_of_few_another_begins_and_no_third() {
        let queue = Queue::new(1_000, Duration::ZERO);
        let mut gathered = Gathered::default();

        push(&queue, SMALL);
        let mut first = queue.take(&mut gathered).unwrap();
        push(&queue, 1);
        assert!(!may_begin(&queue), "what was taken before is not written");
        first.wrote();
        assert!(may_begin(&queue));
        let mut second = queue.take(&mut gathered).unwrap();
        second.wrote();
        push(&queue, 1);
        assert!(!may_begin(&queue));
        drop(second);
        assert!(may_begin(&queue), "the first is still under way");
        assert_eq!(
            (first.number, queue.take(&mut gathered).unwrap().number),
            (0, 2)
        );
    }

    #[test]
    fn beside_a_commit_in_time_or_one_of_many_none_begins() {
        for (late, appends) in [(Duration::MAX, 1), (Duration::ZERO, SMALL + 1)] {
            let queue = Queue::new(1_000, late);
            let mut gathered = Gathered::default();

            push(&queue, appends);
            let mut first = queue.take(&mut gathered).unwrap();
            first.wrote();
            push(&queue, 1);
            assert!(!may_begin(&queue));
            drop(first);
            assert!(may_begin(&queue));
        }
    }

    #[test]
    fn a_commit_that_breaks_off_before_it_wrote_lets_the_next_begin() {
        let queue = Queue::new(1_000, Duration::ZERO);
        push(&queue, 1);
        drop(queue.take(&mut Gathered::default()));

        push(&queue, 1);

        assert!(may_begin(&queue));
    }
}
