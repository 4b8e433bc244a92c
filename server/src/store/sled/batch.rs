//! Encoded appends that wait for the committer.

use super::unfolded::{About, Note, What};
use crate::store::{key, record};
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::{DocumentChange, Done, StoreError};
use std::ops::Range;

/// A sequence of encoded appends. Each caller encodes into one, and the queue collects them in another. Clearing one
/// keeps its allocated memory.
#[derive(Default)]
pub struct Batch {
    /// The encoded records and documents.
    pub frames: Vec<u8>,
    /// What the indexes need of each of them; `start` counts from the beginning of `frames`.
    pub notes: Vec<Note>,
    /// Where each append ends.
    pub ends: Vec<End>,
    /// Each append's callback, with its result if the commit succeeds. A refused append waits its turn, so that
    /// answers keep their order.
    pub answers: Vec<(Done, Result<(), StoreError>)>,
}

/// Where an append ends.
#[derive(Clone, Copy, Default)]
pub struct End {
    /// The offset in `frames`.
    pub frames: usize,
    /// The index in `notes`.
    pub notes: usize,
}

impl Batch {
    /// Adds an append of `records` and `documents`. If one is refused, nothing is added, and `done` gets the error.
    pub fn add(&mut self, records: Vec<Record>, documents: &[DocumentChange], done: Done) {
        let before = self.end();
        let mut records = records.into_iter();
        let outcome = records.try_for_each(|record| self.encode(record));
        let mut documents = documents.iter();
        let outcome =
            outcome.and_then(|()| documents.try_for_each(|one| self.encode_document(one)));
        if outcome.is_err() {
            self.frames.truncate(before.frames);
            self.notes.truncate(before.notes);
        }
        self.ends.push(self.end());
        self.answers.push((done, outcome));
    }

    fn encode(&mut self, record: Record) -> Result<(), StoreError> {
        key::check_visitor(&record.visitor)?;
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
        self.note(About::Visitor(record.visitor, what), &body)
    }

    fn encode_document(&mut self, change: &DocumentChange) -> Result<(), StoreError> {
        let key = key::document(change.kind, &change.key)?;
        let sealed = record::frame_document(&key, change.json.as_deref(), &mut self.frames)?;
        self.note(About::Document(key), &sealed)
    }

    fn note(&mut self, about: About, body: &Range<usize>) -> Result<(), StoreError> {
        self.notes.push(Note {
            about,
            start: body.start,
            bytes: place(body.len())?,
        });
        Ok(())
    }

    fn end(&self) -> End {
        End {
            frames: self.frames.len(),
            notes: self.notes.len(),
        }
    }

    /// Moves all of `other` to the end of this sequence.
    pub fn take_over(&mut self, other: &mut Self) {
        if self.answers.is_empty() {
            return std::mem::swap(self, other);
        }
        let end = self.end();
        self.frames.append(&mut other.frames);
        self.notes.extend(other.notes.drain(..).map(|note| Note {
            start: note.start + end.frames,
            ..note
        }));
        self.ends.extend(other.ends.drain(..).map(|own| End {
            frames: own.frames + end.frames,
            notes: own.notes + end.notes,
        }));
        self.answers.append(&mut other.answers);
    }

    /// Removes everything, and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.notes.clear();
        self.ends.clear();
        self.answers.clear();
    }
}

fn place(bytes: usize) -> Result<u32, StoreError> {
    let place = u32::try_from(bytes);
    place.map_err(|_| StoreError::TooLarge(format!("an append of {bytes} bytes").into()))
}
