//! Encoded appends that wait for the committer.

use super::unfolded::{About, Note, What};
use crate::store::record::{Framed, GROUP_FRAMES_START};
use crate::store::{key, record};
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::{DocumentChange, DocumentKind, Done, StoreError};
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
        self.add_within(usize::MAX, records, documents, done);
    }

    /// Like [`Batch::add`], and refuses an append of more than `bytes_max` bytes.
    pub fn add_within(
        &mut self,
        bytes_max: usize,
        records: Vec<Record>,
        documents: &[DocumentChange],
        done: Done,
    ) {
        let before = self.end();
        let mut records = records.into_iter();
        let outcome = records.try_for_each(|record| self.encode(record));
        let mut documents = documents.iter();
        let outcome =
            outcome.and_then(|()| documents.try_for_each(|one| self.encode_document(one)));
        let bytes = self.frames.len() - before.frames;
        let outcome = outcome.and_then(|()| match bytes <= bytes_max {
            true => Ok(()),
            false => Err(too_large(bytes)),
        });
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

    /// Takes out the first appends, at most `bytes_max` bytes of them but one append at least.
    pub fn take_first(&mut self, bytes_max: usize) -> Self {
        let fits = |end: &&End| end.frames <= bytes_max;
        let count = self.ends.iter().take_while(fits).count().max(1);
        if count >= self.ends.len() {
            return std::mem::take(self);
        }
        let end = self.ends[count - 1];
        let frames = self.frames.split_off(end.frames);
        let notes = self.notes.split_off(end.notes);
        let ends = self.ends.split_off(count);
        let rest = Self {
            frames,
            notes: notes
                .into_iter()
                .map(|note| Note {
                    start: note.start - end.frames,
                    ..note
                })
                .collect(),
            ends: ends
                .into_iter()
                .map(|own| End {
                    frames: own.frames - end.frames,
                    notes: own.notes - end.notes,
                })
                .collect(),
            answers: self.answers.split_off(count),
        };
        std::mem::replace(self, rest)
    }

    /// Makes one append of the sealed group of another node, without a callback.
    ///
    /// # Errors
    /// The group is damaged, or a newer version wrote it.
    pub fn of_group(sealed: &[u8]) -> Result<Self, StoreError> {
        let mut batch = Self {
            frames: sealed
                .get(GROUP_FRAMES_START..)
                .unwrap_or_default()
                .to_vec(),
            ..Self::default()
        };
        for framed in record::open_group(sealed)? {
            let (about, body) = match framed {
                Framed::Record { subject, body, .. } => {
                    let what = What::of(&subject, &sealed[body.clone()])?;
                    (About::Visitor(subject.visitor, what), body)
                }
                Framed::Document { key, sealed } => (About::Document(key), sealed),
            };
            batch.notes.push(Note {
                about,
                start: body.start - GROUP_FRAMES_START,
                bytes: place(body.len())?,
            });
        }
        batch.ends.push(batch.end());
        batch.answers.push((Box::new(|_| ()), Ok(())));
        Ok(batch)
    }

    /// The names of the documents that it changes.
    ///
    /// # Errors
    /// A key cannot be read.
    pub fn documents(&self) -> Result<Vec<(DocumentKind, String)>, StoreError> {
        let keys = self.notes.iter().filter_map(|note| match &note.about {
            About::Document(key) => Some(key),
            About::Visitor(..) => None,
        });
        keys.map(|key| Ok((key::read_kind(key)?, key::read_document(key)?)))
            .collect()
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
    place.map_err(|_| too_large(bytes))
}

fn too_large(bytes: usize) -> StoreError {
    StoreError::TooLarge(format!("an append of {bytes} bytes").into())
}
