//! What waits for the committer. Appends that arrive while a commit runs form the next commit: nobody waits on purpose,
//! and there is no timer.

use super::gathered::Gathered;
use actors_runtime::ports::{Done, StoreError};
use parking_lot::{Condvar, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

/// Appends that wait for the committer.
pub struct Queue {
    state: Mutex<State>,
    work: Condvar,
    room: Condvar,
    bytes_max: usize,
    /// How often the committer looks for room on a full disk.
    full_wait: Duration,
}

#[derive(Default)]
struct State {
    gathered: Gathered,
    refuses: Option<StoreError>,
    tidy: bool,
    ended: bool,
    committer: Option<ThreadId>,
}

impl State {
    fn waits(&self) -> bool {
        !self.gathered.answers.is_empty() || self.tidy
    }

    fn is_full(&self) -> bool {
        matches!(self.refuses, Some(StoreError::Full(_)))
    }
}

impl Queue {
    /// An empty queue that holds callers up when more than `bytes_max` wait.
    pub fn new(bytes_max: usize, full_wait: Duration) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            bytes_max,
            full_wait,
        }
    }

    /// Adds appends at the end; waits where there is no room. `appends` is empty afterwards.
    pub fn push(&self, appends: &mut Gathered) {
        let mut state = self.state.lock();
        // A `done` that appends runs on the thread that makes room: it must not wait for itself.
        let may_wait = state.committer != Some(std::thread::current().id());
        while may_wait && state.refuses.is_none() && state.gathered.frames.len() > self.bytes_max {
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
        drop(state);
        self.work.notify_one();
    }

    /// Takes all there is, in exchange for an empty `gathered`; waits where there is nothing. What is taken may be empty:
    /// then only tidying is asked for, or room is to be looked for on a full disk. `false` when nothing more comes.
    pub fn take(&self, gathered: &mut Gathered) -> bool {
        gathered.clear();
        let mut state = self.state.lock();
        state.committer = Some(std::thread::current().id());
        while !state.waits() && !state.ended {
            if !state.is_full() {
                self.work.wait(&mut state);
            } else if self.work.wait_for(&mut state, self.full_wait).timed_out() {
                state.tidy = true;
            }
        }
        if !state.waits() {
            return false;
        }
        state.tidy = false;
        std::mem::swap(&mut state.gathered, gathered);
        drop(state);
        self.room.notify_all();
        true
    }

    /// Asks for a commit though nothing waits: something was folded.
    pub fn tidy(&self) {
        self.state.lock().tidy = true;
        self.work.notify_one();
    }

    /// Refuses what comes from here on; what waits stays. A full disk is the weakest reason.
    pub fn refuse(&self, why: StoreError) {
        let mut state = self.state.lock();
        if state.refuses.is_none() || state.is_full() {
            state.refuses = Some(why);
        }
        drop(state);
        self.room.notify_all();
        // A committer that rests must look for room from here on.
        self.work.notify_one();
    }

    /// Takes writes again after the disk was full; `false` when it refuses for another reason.
    pub fn accept(&self) -> bool {
        let mut state = self.state.lock();
        if state.is_full() {
            state.refuses = None;
        }
        state.refuses.is_none()
    }

    /// Why it refuses, where it does.
    pub fn refusal(&self) -> Option<StoreError> {
        self.state.lock().refuses.clone()
    }

    /// Lets the committer end when nothing waits.
    pub fn end(&self) {
        self.state.lock().ended = true;
        self.work.notify_one();
    }

    /// Takes those who wait, to be told that it failed.
    pub fn abandon(&self) -> Vec<(Done, Result<(), StoreError>)> {
        std::mem::take(&mut self.state.lock().gathered).answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::conformance::line;

    #[test]
    fn the_committer_never_waits_for_room_that_only_it_can_make() {
        let queue = Queue::new(0, Duration::from_secs(1));
        let mut gathered = Gathered::default();
        queue.tidy();
        assert!(queue.take(&mut gathered));

        for seq in 1..=2 {
            gathered.add(vec![line("v", 1, seq)], Box::new(|_| ()));
            queue.push(&mut gathered);
        }

        assert!(queue.take(&mut gathered));
        assert_eq!(gathered.answers.len(), 2);
    }

    #[test]
    fn commits_that_wait_at_the_end_are_still_taken() {
        let queue = Queue::new(1_000, Duration::from_secs(1));
        let mut gathered = Gathered::default();
        gathered.add(Vec::new(), Box::new(|_| ()));
        queue.push(&mut gathered);
        queue.end();

        assert!(queue.take(&mut gathered));
        assert_eq!(gathered.answers.len(), 1);
        assert!(!queue.take(&mut gathered));
    }
}
