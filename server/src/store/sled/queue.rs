//! What waits for the committer. Whatever gathers here while one flush runs is the next group: nobody waits on
//! purpose, and there is no timer.

use super::unfolded::{Note, What};
use crate::store::record;
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::{Done, StoreError};
use parking_lot::{Condvar, Mutex};
use std::thread::ThreadId;

/// Config documents by key, in order; `None` removes.
pub type Documents = Vec<(Vec<u8>, Option<Vec<u8>>)>;

/// Appends one behind the other: a caller encodes its own into one of these, and what waits is one. Whoever empties one
/// keeps its room.
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
    /// Adds an append of documents.
    pub fn add_documents(&mut self, documents: Documents, done: Done) {
        self.documents.extend(documents);
        self.close(Ok(()), done);
    }

    /// Adds an append of `records`: all of them, or its refusal.
    pub fn add(&mut self, records: Vec<Record>, done: Done) {
        let before = self.end();
        let outcome = records
            .into_iter()
            .try_for_each(|record| self.encode(record));
        if outcome.is_err() {
            self.frames.truncate(before.frames);
            self.notes.truncate(before.notes);
        }
        self.close(outcome, done);
    }

    fn encode(&mut self, record: Record) -> Result<(), StoreError> {
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
            RecordBody::Forget(forget) => What::Forget(forget),
        };
        self.notes.push(Note {
            visitor: record.visitor,
            what,
            start: body.start,
            bytes: place(body.len())?,
        });
        Ok(())
    }

    fn close(&mut self, outcome: Result<(), StoreError>, done: Done) {
        self.ends.push(self.end());
        self.answers.push((done, outcome));
    }

    fn end(&self) -> End {
        End {
            frames: self.frames.len(),
            notes: self.notes.len(),
        }
    }

    /// Takes over all of `other`, behind what is here.
    fn take_over(&mut self, other: &mut Self) {
        if self.answers.is_empty() {
            return std::mem::swap(self, other);
        }
        let end = self.end();
        self.frames.append(&mut other.frames);
        self.notes.extend(other.notes.drain(..).map(|note| Note {
            start: note.start + end.frames,
            ..note
        }));
        self.documents.append(&mut other.documents);
        self.ends.extend(other.ends.drain(..).map(|own| End {
            frames: own.frames + end.frames,
            notes: own.notes + end.notes,
        }));
        self.answers.append(&mut other.answers);
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

fn place(bytes: usize) -> Result<u32, StoreError> {
    let place = u32::try_from(bytes);
    place.map_err(|_| StoreError::TooLarge(format!("an append of {bytes} bytes").into()))
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
