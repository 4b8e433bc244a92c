//! The unfolded records of one visitor.

use crate::store::record::{self, Subject, SubjectKind};
use crate::store::sled::left_over::LeftFile;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::record::Forget;
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use std::sync::Arc;

/// A group of the journal. Its file can be released once nothing points into the group.
pub struct Group {
    /// Its number; later groups have higher ones.
    pub number: u64,
    /// Its bytes in the journal's file; for a group that a killed process left, only the record that was read.
    pub bytes: Vec<u8>,
    /// The file that such a record was read from. Held so that it is not released.
    pub _file: Option<Arc<LeftFile>>,
}

/// The location of a line or a head in a group.
#[derive(Clone)]
pub struct Location {
    /// The group.
    pub group: Arc<Group>,
    /// The offset in the group's bytes.
    pub start: usize,
    /// The length in bytes.
    pub bytes: u32,
}

impl Location {
    /// The location of a record that was read from a file of a killed process.
    pub fn left(file: &Arc<LeftFile>, number: u64, record: &[u8]) -> Result<Self, StoreError> {
        let bytes = u32::try_from(record.len());
        let group = Group {
            number,
            bytes: record.to_vec(),
            _file: Some(Arc::clone(file)),
        };
        Ok(Self {
            group: Arc::new(group),
            start: 0,
            bytes: bytes.map_err(|_| StoreError::Damaged(Arc::from("a record is too long")))?,
        })
    }

    /// The bytes, as [`crate::store::record::decode`] reads them.
    pub fn bytes(&self) -> &[u8] {
        &self.group.bytes[self.start..][..self.bytes as usize]
    }
}

/// A line that is not folded.
#[derive(Clone)]
pub struct Line {
    /// Its session.
    pub session: SessionNo,
    /// Its number in the session.
    pub seq: Seq,
    /// When it was written.
    pub at: Timestamp,
    /// Where its bytes are.
    pub location: Location,
}

impl Line {
    /// Its sort key among a visitor's lines.
    pub fn key(&self) -> (SessionNo, Seq) {
        (self.session, self.seq)
    }
}

/// A head that is not folded.
#[derive(Clone)]
pub struct HeadNote {
    /// The standing, for the index of waiting and connected visitors.
    pub standing: Standing,
    /// The due time, for the index of due visitors.
    pub due: Option<Timestamp>,
    /// Where its bytes are.
    pub location: Location,
}

/// A frame of a group, with what the indexes need of it.
pub struct Note {
    /// What it holds.
    pub about: About,
    /// Where the bytes of its line, its head or its document begin.
    pub start: usize,
    /// The length in bytes.
    pub bytes: u32,
}

/// What a frame holds.
pub enum About {
    /// A visitor's record.
    Visitor(VisitorKey, What),
    /// A change of the document with this key. It has no bytes if the document is deleted.
    Document(Vec<u8>),
}

/// The kind of a visitor's record.
pub enum What {
    /// A line, new or amended.
    Line {
        /// Its session.
        session: SessionNo,
        /// Its number in the session.
        seq: Seq,
        /// When it was written.
        at: Timestamp,
    },
    /// A head.
    Head {
        /// The visitor's standing.
        standing: Standing,
        /// When the visitor is due.
        due: Option<Timestamp>,
    },
    /// A deletion of earlier records.
    Forget(Forget),
}

impl What {
    /// What a frame holds, from its subject and its body.
    ///
    /// # Errors
    /// The body cannot be read.
    pub fn of(subject: &Subject, body: &[u8]) -> Result<Self, StoreError> {
        Ok(match subject.kind {
            SubjectKind::Line { session, seq } => Self::Line {
                session,
                seq,
                at: record::line_time(body)?,
            },
            SubjectKind::Head => {
                let head: Head = record::decode(body)?;
                Self::Head {
                    standing: head.standing,
                    due: head.due,
                }
            }
            SubjectKind::Forget(forget) => Self::Forget(forget),
        })
    }
}

/// A deletion that the trees do not reflect yet.
#[derive(Clone)]
pub struct Forgotten {
    /// What is deleted.
    pub what: Forget,
    /// Keeps the group that holds the deletion.
    location: Location,
}

/// All unfolded records of one visitor.
#[derive(Clone, Default)]
pub struct Visitor {
    /// Lines by session and seq.
    pub lines: Vec<Line>,
    /// The newest head.
    pub head: Option<HeadNote>,
    /// A deletion to apply to the trees. It covers none of the records here.
    pub forgotten: Option<Forgotten>,
    /// Whether the visitor waits to be folded.
    pub ripe: bool,
    bytes: usize,
    oldest: u64,
    newest: u64,
}

impl Visitor {
    /// Creates a visitor whose first record is in the group `oldest`.
    pub fn new(oldest: u64) -> Self {
        Self {
            oldest,
            ..Self::default()
        }
    }

    /// Adds a record; groups come in the order of their numbers. Returns whether the visitor is ripe because their
    /// session ended or records were deleted.
    pub fn take_up(&mut self, what: What, location: Location) -> bool {
        self.newest = location.group.number;
        self.bytes += location.bytes as usize;
        match what {
            What::Line { session, seq, at } => {
                let line = Line {
                    session,
                    seq,
                    at,
                    location,
                };
                put_line(&mut self.lines, line);
                false
            }
            What::Head { standing, due } => {
                let rests = standing == Standing::Ended;
                self.head = Some(HeadNote {
                    standing,
                    due,
                    location,
                });
                rests
            }
            What::Forget(what) => {
                self.lines.retain(|line| !what.covers(line.at));
                self.head.take_if(|_| what.covers_head());
                let before = self.forgotten.take().map(|before| before.what);
                let what = before.map_or(what, |before| before.and(what));
                self.forgotten = Some(Forgotten { what, location });
                true
            }
        }
    }

    /// Removes the records in `folded`, an earlier copy; newer ones stay. Returns whether any are left.
    pub fn let_go(&mut self, folded: &Self) -> bool {
        let is_newer = |location: &Location| location.group.number > folded.newest;
        self.lines.retain(|line| is_newer(&line.location));
        self.head.take_if(|head| !is_newer(&head.location));
        self.forgotten
            .take_if(|forgotten| !is_newer(&forgotten.location));
        let locations = self.lines.iter().map(|line| &line.location);
        let locations = locations.chain(self.head.iter().map(|head| &head.location));
        let forgotten = self.forgotten.iter();
        let locations = locations.chain(forgotten.map(|forgotten| &forgotten.location));
        let of_groups = locations.map(|location| (location.group.number, location.bytes as usize));
        (self.oldest, self.bytes) = of_groups
            .fold((u64::MAX, 0), |(oldest, sum), (number, bytes)| {
                (oldest.min(number), sum + bytes)
            });
        self.oldest < u64::MAX
    }

    /// Total bytes of the lines and heads.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The oldest group that holds a record of the visitor.
    pub fn oldest(&self) -> u64 {
        self.oldest
    }

    /// When the visitor is due, if their head is unfolded.
    pub fn due(&self) -> Option<Timestamp> {
        self.head.as_ref().and_then(|head| head.due)
    }

    /// Whether a line of the trees, given as bytes, is deleted.
    pub fn hides_line(&self, line: &[u8]) -> Result<bool, StoreError> {
        let Some(forgotten) = &self.forgotten else {
            return Ok(false);
        };
        Ok(forgotten.what.covers(record::line_time(line)?))
    }

    /// Whether the head in the trees is outdated.
    pub fn hides_head(&self) -> bool {
        let forgotten = self.forgotten.as_ref();
        self.head.is_some() || forgotten.is_some_and(|forgotten| forgotten.what.covers_head())
    }
}

fn put_line(lines: &mut Vec<Line>, line: Line) {
    if lines.last().is_none_or(|last| last.key() < line.key()) {
        lines.push(line);
        return;
    }
    match lines.binary_search_by_key(&line.key(), Line::key) {
        Ok(at) => lines[at] = line,
        Err(at) => lines.insert(at, line),
    }
}
