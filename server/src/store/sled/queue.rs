//! What waits for the committer. Whatever gathers here while one flush runs is the next group: nobody waits on
//! purpose, and there is no timer.

use super::unfolded::{Note, What};
use crate::store::record;
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::{Done, StoreError};
use parking_lot::{Condvar, Mutex};
use std::thread::ThreadId;

/// One append, encoded by its caller.
#[derive(Default)]
pub struct Append {
    /// The frames of its records.
    pub frames: Vec<u8>,
    /// What they are; places count from the beginning of `frames`.
    pub notes: Vec<Note>,
    /// Config documents, by key; `None` removes. In order.
    pub documents: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl Append {
    /// The append of `records`.
    pub fn of(records: Vec<Record>) -> Result<Self, StoreError> {
        let mut append = Self::default();
        append.notes.reserve(records.len());
        for record in records {
            crate::store::key::visitor(&record.visitor)?;
            let body = record::frame(&record, &mut append.frames)?;
            let what = match record.body {
                RecordBody::Entry {
                    session,
                    seq,
                    entry,
                }
                | RecordBody::Amend {
                    session,
                    seq,
                    entry,
                } => What::Line {
                    session,
                    seq,
                    at: entry.at,
                },
                RecordBody::Head(head) => What::Head {
                    standing: head.standing,
                    due: head.due,
                },
            };
            append.notes.push(Note {
                visitor: record.visitor,
                what,
                start: place(body.start)?,
                bytes: place(body.len())?,
            });
        }
        Ok(append)
    }
}

fn place(bytes: usize) -> Result<u32, StoreError> {
    let place = u32::try_from(bytes);
    place.map_err(|_| StoreError::TooLarge(format!("an append of {bytes} bytes").into()))
}

/// An append in the queue, or why it is refused: the refusal waits its turn, so that answers keep their order.
pub struct Waiting {
    /// What is to be kept.
    pub append: Result<Append, StoreError>,
    /// Whom to tell.
    pub done: Done,
}

/// What the committer is to do next.
pub enum Work {
    /// Write these; may be empty, then only tidying is asked for.
    Commit(Vec<Waiting>),
    /// Nothing more will come.
    End,
}

/// The queue.
pub struct Queue {
    state: Mutex<State>,
    work: Condvar,
    room: Condvar,
    bytes_max: usize,
}

struct State {
    waiting: Vec<Waiting>,
    bytes: usize,
    refuses: Option<StoreError>,
    tidy: bool,
    ended: bool,
    committer: Option<ThreadId>,
}

impl Queue {
    /// An empty queue that holds callers up when more than `bytes_max` wait.
    pub fn new(bytes_max: usize) -> Self {
        let state = State {
            waiting: Vec::new(),
            bytes: 0,
            refuses: None,
            tidy: false,
            ended: false,
            committer: None,
        };
        Self {
            state: Mutex::new(state),
            work: Condvar::new(),
            room: Condvar::new(),
            bytes_max,
        }
    }

    /// Adds an append at the end; waits where there is no room.
    pub fn push(&self, append: Result<Append, StoreError>, done: Done) {
        let mut state = self.state.lock();
        // A `done` that appends runs on the thread that makes room: it must not wait for itself.
        let may_wait = state.committer != Some(std::thread::current().id());
        while may_wait && state.refuses.is_none() && state.bytes > self.bytes_max {
            self.room.wait(&mut state);
        }
        if let Some(why) = state.refuses.clone() {
            drop(state);
            return done(Err(why));
        }
        state.bytes += append.as_ref().map_or(0, |append| append.frames.len());
        state.waiting.push(Waiting { append, done });
        drop(state);
        self.work.notify_one();
    }

    /// Takes all there is; waits where there is nothing.
    pub fn take(&self) -> Work {
        let mut state = self.state.lock();
        state.committer = Some(std::thread::current().id());
        while state.waiting.is_empty() && !state.tidy && !state.ended {
            self.work.wait(&mut state);
        }
        if state.waiting.is_empty() && !state.tidy {
            return Work::End;
        }
        state.tidy = false;
        state.bytes = 0;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        self.room.notify_all();
        Work::Commit(waiting)
    }

    /// Asks for a commit though nothing waits: something was folded.
    pub fn tidy(&self) {
        self.state.lock().tidy = true;
        self.work.notify_one();
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

    /// Lets the committer end when nothing waits.
    pub fn end(&self) {
        self.state.lock().ended = true;
        self.work.notify_one();
    }

    /// Takes what waits, to be told that it failed.
    pub fn abandon(&self) -> impl Iterator<Item = Done> + use<> {
        let waiting = std::mem::take(&mut self.state.lock().waiting);
        waiting.into_iter().map(|waiting| waiting.done)
    }
}
