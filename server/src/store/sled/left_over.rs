//! What a process that was killed left in the journal: where each record lies in its file, in sixteen bytes, and when those who
//! are due are. All else stays in the files until somebody asks for it, so that a start takes as little memory after a kill
//! as after a close (docs/decisions/0016).

mod records;

pub use records::{LeftVisitor, Records};

use crate::store::record::{self, SubjectKind};
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

/// A file of the journal that was left. While anybody has it, it is not given back, and says what it said.
pub struct LeftFile {
    file: Arc<File>,
    /// The number of its first group.
    first: u64,
    /// Where its groups begin.
    starts: Vec<u32>,
}

impl LeftFile {
    /// `file`, whose groups lie there, the first of which has the number `first`.
    pub fn new(file: Arc<File>, first: u64, groups: &[Range<usize>]) -> Result<Self, StoreError> {
        let starts = groups.iter().map(|group| place(group.start));
        Ok(Self {
            file,
            first,
            starts: starts.collect::<Result<_, _>>()?,
        })
    }

    /// The number of the group that lies there.
    fn group_at(&self, place: u32) -> u64 {
        let later = self.starts.partition_point(|start| *start <= place);
        self.first + (later as u64).saturating_sub(1)
    }
}

/// Where a record lies. Those of one visitor lie beside each other, oldest first; with those of others whose hash is the
/// same, which only reading tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    /// The visitor's hash.
    visitor: u32,
    /// Which file.
    file: u16,
    /// Where in it.
    at: u32,
    is_line: bool,
    /// The checksum of its bytes.
    sum: u32,
}

struct Kept {
    /// `None` once nothing in it is asked for any more.
    file: Option<Arc<LeftFile>>,
    frames: usize,
}

/// What a process that was killed left and is not folded.
#[derive(Default)]
pub struct LeftOver {
    hasher: RandomState,
    files: Vec<Kept>,
    frames: BTreeSet<Frame>,
    due: BTreeSet<(Timestamp, Frame)>,
}

/// A [`LeftOver`] that is being found, file by file.
#[derive(Default)]
pub struct Finding {
    left: LeftOver,
    frames: Vec<Frame>,
    /// The newest head of each, with when they are due.
    heads: HashMap<VisitorKey, (Frame, Option<Timestamp>)>,
}

impl Finding {
    /// Takes up what lies in a file; `groups` are the places of its groups in `bytes`, where their records are sealed from
    /// `sealed` bytes on. Files come in the order of what they say.
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
                let key = framed.subject.visitor;
                let frame = Frame {
                    visitor: self.left.hash(&key),
                    file: number,
                    at: place(start + framed.frame.start)?,
                    is_line: matches!(framed.subject.kind, SubjectKind::Line { .. }),
                    sum: crc32fast::hash(&sealed[framed.frame]),
                };
                self.frames.push(frame);
                match framed.subject.kind {
                    SubjectKind::Line { .. } => {}
                    SubjectKind::Head => {
                        let head: Head = record::decode(&sealed[framed.body])?;
                        self.heads.insert(key, (frame, head.due));
                    }
                    SubjectKind::Forget(what) if what.covers_head() => {
                        self.heads.remove(&key);
                    }
                    SubjectKind::Forget(_) => {}
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

    /// All that was found.
    pub fn end(self) -> LeftOver {
        let heads = self.heads.into_values();
        let due = heads.filter_map(|(frame, due)| Some((due?, frame)));
        LeftOver {
            due: due.collect(),
            frames: self.frames.into_iter().collect(),
            ..self.left
        }
    }
}

impl LeftOver {
    /// All of one visitor.
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

    /// All heads, and all that says that something is forgotten.
    pub fn heads(&self) -> Records {
        self.records(self.frames.iter().filter(|frame| !frame.is_line))
    }

    /// Heads of visitors due before `before`, soonest first, at most `limit`.
    pub fn due(&self, before: Timestamp, limit: usize) -> Records {
        let due = self.due.iter().take_while(|(at, _)| *at < before);
        self.records(due.take(limit).map(|(_, frame)| frame))
    }

    /// All that lies in groups up to and with `number`.
    pub fn older(&self, number: u64) -> Records {
        let is_old = |frame: &&Frame| {
            let file = self.file(**frame);
            file.is_some_and(|file| file.group_at(frame.at) <= number)
        };
        self.records(self.frames.iter().filter(is_old))
    }

    /// Lets go of somebody who was read; `false` where that was done before.
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
        // Half of it is enough: few have the same, and they are told apart.
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
