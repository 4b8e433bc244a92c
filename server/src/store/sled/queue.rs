//! The appends that wait for the committer. Appends that arrive during a commit form the next commit. There is no
//! timer and no deliberate delay.

use super::batch::Batch;
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
    /// How often the committer checks a full disk for room.
    full_wait: Duration,
}

#[derive(Default)]
struct State {
    batch: Batch,
    refuses: Option<StoreError>,
    tidy: bool,
    ended: bool,
    committer: Option<ThreadId>,
}

impl State {
    fn waits(&self) -> bool {
        !self.batch.answers.is_empty() || self.tidy
    }

    fn is_full(&self) -> bool {
        matches!(self.refuses, Some(StoreError::Full(_)))
    }
}

impl Queue {
    /// Creates an empty queue. Callers block while more than `bytes_max` bytes wait.
    pub fn new(bytes_max: usize, full_wait: Duration) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            bytes_max,
            full_wait,
        }
    }

    /// Adds appends at the end. Blocks while there is no room. Leaves `appends` empty.
    pub fn push(&self, appends: &mut Batch) {
        let mut state = self.state.lock();
        // The committer makes the room. A `done` that appends runs on its thread, so it must not wait for itself.
        let may_wait = state.committer != Some(std::thread::current().id());
        while may_wait && state.refuses.is_none() && state.batch.frames.len() > self.bytes_max {
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
        state.batch.take_over(appends);
        drop(state);
        self.work.notify_one();
    }

    /// Swaps everything that waits into `batch`; blocks while there is nothing. The result may be empty: then only
    /// tidying was requested, or a full disk is due for a check. Returns `false` when the queue has ended.
    pub fn take(&self, batch: &mut Batch) -> bool {
        batch.clear();
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
        std::mem::swap(&mut state.batch, batch);
        drop(state);
        self.room.notify_all();
        true
    }

    /// Requests a commit although no append waits, because something was folded.
    pub fn tidy(&self) {
        self.state.lock().tidy = true;
        self.work.notify_one();
    }

    /// Refuses new appends; waiting ones stay. Any other reason replaces a full disk.
    pub fn refuse(&self, why: StoreError) {
        let mut state = self.state.lock();
        if state.refuses.is_none() || state.is_full() {
            state.refuses = Some(why);
        }
        drop(state);
        self.room.notify_all();
        // A sleeping committer must start to check for room.
        self.work.notify_one();
    }

    /// Accepts writes again after the disk was full. Returns `false` if the queue refuses for another reason.
    pub fn accept(&self) -> bool {
        let mut state = self.state.lock();
        if state.is_full() {
            state.refuses = None;
        }
        state.refuses.is_none()
    }

    /// Why the queue refuses appends, or `None`.
    pub fn refusal(&self) -> Option<StoreError> {
        self.state.lock().refuses.clone()
    }

    /// Ends the committer once nothing waits.
    pub fn end(&self) {
        self.state.lock().ended = true;
        self.work.notify_one();
    }

    /// Takes all waiting answers, so that the caller can fail them.
    pub fn abandon(&self) -> Vec<(Done, Result<(), StoreError>)> {
        std::mem::take(&mut self.state.lock().batch).answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::conformance::line;

    #[test]
    fn the_committer_never_waits_for_room_that_only_it_can_make() {
        let queue = Queue::new(0, Duration::from_secs(1));
        let mut batch = Batch::default();
        queue.tidy();
        assert!(queue.take(&mut batch));

        for seq in 1..=2 {
            batch.add(vec![line("v", 1, seq)], &[], Box::new(|_| ()));
            queue.push(&mut batch);
        }

        assert!(queue.take(&mut batch));
        assert_eq!(batch.answers.len(), 2);
    }

    #[test]
    fn commits_that_wait_at_the_end_are_still_taken() {
        let queue = Queue::new(1_000, Duration::from_secs(1));
        let mut batch = Batch::default();
        batch.add(Vec::new(), &[], Box::new(|_| ()));
        queue.push(&mut batch);
        queue.end();

        assert!(queue.take(&mut batch));
        assert_eq!(batch.answers.len(), 1);
        assert!(!queue.take(&mut batch));
    }
}
