//! What waits for the committer. Whatever gathers here while one flush runs is the next group: nobody waits on
//! purpose, and there is no timer.

use super::unfolded::{Note, What};
use crate::store::record;
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::{Done, StoreError};
use parking_lot::{Condvar, Mutex};
use std::thread::ThreadId;

/// One append, encoded by its caller; kept by the caller's thread, so that its buffers are made once.
#[derive(Default)]
pub struct Append {
    frames: Vec<u8>,
    notes: Vec<Note>,
    documents: Documents,
}

/// Config documents by key, in order; `None` removes.
pub type Documents = Vec<(Vec<u8>, Option<Vec<u8>>)>;

impl Append {
    /// An append of documents.
    pub fn of_documents(documents: Documents) -> Self {
        Self {
            documents,
            ..Self::default()
        }
    }

    /// Makes this the append of `records`.
    pub fn encode(&mut self, records: Vec<Record>) -> Result<(), StoreError> {
        self.frames.clear();
        self.notes.clear();
        self.documents.clear();
        for record in records {
            crate::store::key::check_visitor(&record.visitor)?;
            let body = record::frame(&record, &mut self.frames)?;
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
            let visitor = record.visitor;
            self.notes.push(Note {
                visitor,
                what,
                start: body.start,
                bytes: place(body.len())?,
            });
        }
        Ok(())
    }
}

fn place(bytes: usize) -> Result<u32, StoreError> {
    let place = u32::try_from(bytes);
    place.map_err(|_| StoreError::TooLarge(format!("an append of {bytes} bytes").into()))
}

/// All that gathered: appends one behind the other.
#[derive(Default)]
pub struct Gathered {
    /// The frames of all records.
    pub frames: Vec<u8>,
    /// What they are; places count from the beginning of `frames`.
    pub notes: Vec<Note>,
    /// Documents to be written.
    pub documents: Documents,
    /// Where each append ends.
    pub ends: Vec<End>,
    /// Whom to tell, and what if nothing fails. A refusal waits its turn, so that answers keep their order.
    pub answers: Vec<(Done, Result<(), StoreError>)>,
}

/// Where an append ends.
#[derive(Clone, Copy, Default)]
pub struct End {
    /// In the frames.
    pub frames: usize,
    /// In the notes.
    pub notes: usize,
}

impl Gathered {
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty() && self.documents.is_empty()
    }

    /// Forgets everything and keeps the room.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.notes.clear();
        self.documents.clear();
        self.ends.clear();
        self.answers.clear();
    }
}

/// What the committer is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Write what gathered; that may be nothing, then only tidying is asked for.
    Commit,
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

#[derive(Default)]
struct State {
    gathered: Gathered,
    refuses: Option<StoreError>,
    tidy: bool,
    ended: bool,
    committer: Option<ThreadId>,
}

impl Queue {
    /// An empty queue that holds callers up when more than `bytes_max` wait.
    pub fn new(bytes_max: usize) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            bytes_max,
        }
    }

    /// Adds an append at the end, or its refusal; waits where there is no room. The append is empty afterwards.
    pub fn push(&self, append: &mut Append, outcome: Result<(), StoreError>, done: Done) {
        let mut state = self.state.lock();
        // A `done` that appends runs on the thread that makes room: it must not wait for itself.
        let may_wait = state.committer != Some(std::thread::current().id());
        while may_wait && state.refuses.is_none() && state.gathered.frames.len() > self.bytes_max {
            self.room.wait(&mut state);
        }
        if let Some(why) = state.refuses.clone() {
            drop(state);
            return done(Err(why));
        }
        let gathered = &mut state.gathered;
        if outcome.is_ok() {
            let start = gathered.frames.len();
            gathered.frames.extend_from_slice(&append.frames);
            for mut note in append.notes.drain(..) {
                note.start += start;
                gathered.notes.push(note);
            }
            gathered.documents.append(&mut append.documents);
        }
        gathered.ends.push(End {
            frames: gathered.frames.len(),
            notes: gathered.notes.len(),
        });
        gathered.answers.push((done, outcome));
        drop(state);
        self.work.notify_one();
    }

    /// Takes all there is, in exchange for an empty `gathered`; waits where there is nothing.
    pub fn take(&self, gathered: &mut Gathered) -> Work {
        gathered.clear();
        let mut state = self.state.lock();
        state.committer = Some(std::thread::current().id());
        while state.gathered.answers.is_empty() && !state.tidy && !state.ended {
            self.work.wait(&mut state);
        }
        if state.gathered.answers.is_empty() && !state.tidy {
            return Work::End;
        }
        state.tidy = false;
        std::mem::swap(&mut state.gathered, gathered);
        drop(state);
        self.room.notify_all();
        Work::Commit
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

    /// Takes those who wait, to be told that it failed.
    pub fn abandon(&self) -> Vec<(Done, Result<(), StoreError>)> {
        std::mem::take(&mut self.state.lock().gathered).answers
    }
}
