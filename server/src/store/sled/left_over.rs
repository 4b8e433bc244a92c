//! What a killed process left in the journal: the place of each record, in sixteen bytes, and when visitors are due.
//! Everything else stays in the files until it is needed, except changes of documents. So a start takes as little
//! memory after a kill as after a close (docs/decisions/0016).

mod records;

pub use records::{LeftVisitor, Records};

use super::unfolded::{Documents, Location};
use crate::store::record::{self, Framed, Subject, SubjectKind};
use actors_core::ids::VisitorKey;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::fs::File;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::Range;
use std::sync::Arc;

/// A journal file that a killed process left. While it is referenced, it is neither released nor overwritten.
pub struct LeftFile {
    file: Arc<File>,
    /// The number of its first group.
    first: u64,
    /// The offsets of its groups.
    starts: Vec<u32>,
}

impl LeftFile {
    /// Wraps `file`, which holds `groups`; the first of them has the number `first`.
    pub fn new(file: Arc<File>, first: u64, groups: &[Range<usize>]) -> Result<Self, StoreError> {
        let starts = groups.iter().map(|group| place(group.start));
        Ok(Self {
            file,
            first,
            starts: starts.collect::<Result<_, _>>()?,
        })
    }

    /// The number of the group at this offset.
    fn group_at(&self, place: u32) -> u64 {
        let later = self.starts.partition_point(|start| *start <= place);
        self.first + (later as u64).saturating_sub(1)
    }
}

/// The place of a record. The order puts a visitor's records beside each other, oldest first. Visitors with the same
/// hash are mixed; only reading tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    /// The visitor's hash.
    visitor: u32,
    /// The index of its file.
    file: u16,
    /// The offset in the file.
    at: u32,
    is_line: bool,
    /// The checksum of its bytes.
    sum: u32,
}

struct Kept {
    /// `None` once no record in it is needed.
    file: Option<Arc<LeftFile>>,
    frames: usize,
}

/// Unfolded records that a killed process left.
#[derive(Default)]
pub struct LeftOver {
    hasher: RandomState,
    files: Vec<Kept>,
    frames: BTreeSet<Frame>,
    due: BTreeSet<(Timestamp, Frame)>,
}

/// A [`LeftOver`] under construction, file by file.
#[derive(Default)]
pub struct Finding {
    left: LeftOver,
    frames: Vec<Frame>,
    /// The newest head of each visitor, with its due time.
    heads: HashMap<VisitorKey, (Frame, Option<Timestamp>)>,
    documents: Documents,
}

impl Finding {
    /// Adds the records of a file. `groups` are the ranges of its groups in `bytes`; a group's sealed records begin
    /// after `sealed` bytes. Files come in the order of their groups.
    pub fn add(
        &mut self,
        file: &Arc<LeftFile>,
        bytes: &[u8],
        groups: &[Range<usize>],
        sealed: usize,
    ) -> Result<(), StoreError> {
        let number = self.left.files.len();
        let number = u16::try_from(number).map_err(|_| damaged("it has too many files"))?;
        let before = self.frames.len();
        for group in groups {
            let start = group.start + sealed;
            let sealed = &bytes[start..group.end];
            for framed in record::open_group(sealed)? {
                match framed {
                    Framed::Record {
                        frame,
                        subject,
                        body,
                    } => {
                        let frame = Frame {
                            visitor: self.left.hash(&subject.visitor),
                            file: number,
                            at: place(start + frame.start)?,
                            is_line: matches!(subject.kind, SubjectKind::Line { .. }),
                            sum: crc32fast::hash(&sealed[frame]),
                        };
                        self.add_record(frame, subject, &sealed[body])?;
                    }
                    Framed::Document { key, sealed: range } => {
                        let group = file.group_at(place(group.start)?);
                        let change = Location::left(file, group, &sealed[range])?;
                        self.documents.note(key, change);
                    }
                }
            }
        }
        let frames = self.frames.len() - before;
        self.left.files.push(Kept {
            file: (frames > 0).then(|| Arc::clone(file)),
            frames,
        });
        Ok(())
    }

    fn add_record(
        &mut self,
        frame: Frame,
        subject: Subject,
        body: &[u8],
    ) -> Result<(), StoreError> {
        self.frames.push(frame);
        match subject.kind {
            SubjectKind::Line { .. } => {}
            SubjectKind::Head => {
                let head: Head = record::decode(body)?;
                self.heads.insert(subject.visitor, (frame, head.due));
            }
            SubjectKind::Forget(what) if what.covers_head() => {
                self.heads.remove(&subject.visitor);
            }
            SubjectKind::Forget(_) => {}
        }
        Ok(())
    }

    /// Returns everything found.
    pub fn end(self) -> (LeftOver, Documents) {
        let heads = self.heads.into_values();
        let due = heads.filter_map(|(frame, due)| Some((due?, frame)));
        let left = LeftOver {
            due: due.collect(),
            frames: self.frames.into_iter().collect(),
            ..self.left
        };
        (left, self.documents)
    }
}

impl LeftOver {
    /// All records of one visitor.
    pub fn visitor(&self, visitor: &VisitorKey) -> Records {
        if self.frames.is_empty() {
            return Records::default();
        }
        let hash = self.hash(visitor);
        let first = |visitor| Frame {
            visitor,
            file: 0,
            at: 0,
            is_line: false,
            sum: 0,
        };
        match hash.checked_add(1) {
            Some(next) => self.records(self.frames.range(first(hash)..first(next))),
            None => self.records(self.frames.range(first(hash)..)),
        }
    }

    /// All heads and all deletions.
    pub fn heads(&self) -> Records {
        self.records(self.frames.iter().filter(|frame| !frame.is_line))
    }

    /// Heads of visitors due before `before`, soonest first, at most `limit`.
    pub fn due(&self, before: Timestamp, limit: usize) -> Records {
        let due = self.due.iter().take_while(|(at, _)| *at < before);
        self.records(due.take(limit).map(|(_, frame)| frame))
    }

    /// All records in groups up to and including `number`.
    pub fn older(&self, number: u64) -> Records {
        let is_old = |frame: &&Frame| {
            let file = self.file(**frame);
            file.is_some_and(|file| file.group_at(frame.at) <= number)
        };
        self.records(self.frames.iter().filter(is_old))
    }

    /// Removes a visitor who was read. Returns `false` if they were removed before.
    pub fn take(&mut self, read: &LeftVisitor) -> bool {
        let mut was_there = false;
        for frame in &read.frames {
            if !self.frames.remove(frame) {
                continue;
            }
            was_there = true;
            if let Some(kept) = self.files.get_mut(usize::from(frame.file)) {
                kept.frames -= 1;
                if kept.frames == 0 {
                    kept.file = None;
                }
            }
            if let Some(at) = read.visitor.due() {
                self.due.remove(&(at, *frame));
            }
        }
        was_there
    }

    fn records<'a>(&self, frames: impl Iterator<Item = &'a Frame>) -> Records {
        let found = frames.filter_map(|frame| Some((Arc::clone(self.file(*frame)?), *frame)));
        Records::new(found.collect())
    }

    fn file(&self, frame: Frame) -> Option<&Arc<LeftFile>> {
        self.files.get(usize::from(frame.file))?.file.as_ref()
    }

    fn hash(&self, visitor: &VisitorKey) -> u32 {
        // 32 bits are enough: collisions are rare, and reading tells them apart.
        self.hasher.hash_one(visitor) as u32
    }
}

fn place(at: usize) -> Result<u32, StoreError> {
    u32::try_from(at).map_err(|_| damaged("a file of it is too long"))
}

fn damaged(why: &str) -> StoreError {
    StoreError::Damaged(Arc::from(format!("the journal: {why}")))
}

#[cfg(test)]
mod tests;
