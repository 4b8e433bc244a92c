//! One visitor, as far as not folded.

use crate::store::record;
use crate::store::sled::left_over::LeftFile;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::record::Forget;
use actors_core::routing::Standing;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use std::sync::Arc;

/// A group of the journal. It need not be on disk when nothing here points into it.
pub struct Group {
    /// Its number; they rise.
    pub number: u64,
    /// As it lies in the journal's file; of one that a process that was killed left, the part that was asked for.
    pub bytes: Vec<u8>,
    /// The file that such a part was read from, which is kept as well.
    pub _file: Option<Arc<LeftFile>>,
}

/// A line or a head in a group.
#[derive(Clone)]
pub struct Place {
    /// Which group.
    pub group: Arc<Group>,
    /// Where it begins there.
    pub start: usize,
    /// How long it is.
    pub bytes: u32,
}

impl Place {
    /// The bytes, as [`crate::store::record::decode`] reads them.
    pub fn bytes(&self) -> &[u8] {
        &self.group.bytes[self.start..][..self.bytes as usize]
    }
}

/// A line that is not folded.
#[derive(Clone)]
pub struct Line {
    /// Which session.
    pub session: SessionNo,
    /// Which line.
    pub seq: Seq,
    /// When it was written.
    pub at: Timestamp,
    /// Where its bytes are.
    pub place: Place,
}

impl Line {
    /// Its place among a visitor's lines.
    pub fn key(&self) -> (SessionNo, Seq) {
        (self.session, self.seq)
    }
}

/// A head that is not folded.
#[derive(Clone)]
pub struct HeadNote {
    /// What the index of the waiting and the talking needs of it.
    pub standing: Standing,
    /// What the index of the due needs of it.
    pub due: Option<Timestamp>,
    /// Where its bytes are.
    pub place: Place,
}

/// One record of a group, as it is noted here.
pub struct Note {
    /// About whom.
    pub visitor: VisitorKey,
    /// What.
    pub what: What,
    /// Where its line or head begins.
    pub start: usize,
    /// How long that is.
    pub bytes: u32,
}

/// What a note is about.
pub enum What {
    /// A line, new or amended.
    Line {
        /// Which session.
        session: SessionNo,
        /// Which line.
        seq: Seq,
        /// When it was written.
        at: Timestamp,
    },
    /// A head.
    Head {
        /// Where the visitor stands.
        standing: Standing,
        /// When they are due.
        due: Option<Timestamp>,
    },
    /// That nothing of before is kept.
    Forget(Forget),
}

/// What is to be forgotten of what the trees say.
#[derive(Clone)]
pub struct Forgotten {
    /// What.
    pub what: Forget,
    /// Keeps the group that says so.
    place: Place,
}

/// All of one visitor that is not folded.
#[derive(Clone, Default)]
pub struct Visitor {
    /// Lines by session and seq.
    pub lines: Vec<Line>,
    /// The newest head.
    pub head: Option<HeadNote>,
    /// What the trees say and is forgotten; everything noted here came after that.
    pub forgotten: Option<Forgotten>,
    /// Whether they wait to be folded.
    pub ripe: bool,
    bytes: usize,
    oldest: u64,
    newest: u64,
}

impl Visitor {
    /// Somebody of whom a group of this number is the first to say something.
    pub fn new(oldest: u64) -> Self {
        Self {
            oldest,
            ..Self::default()
        }
    }

    /// Takes up what a record says; groups come in the order of their numbers. Whether the visitor rests with it.
    pub fn take_up(&mut self, what: What, place: Place) -> bool {
        self.newest = place.group.number;
        self.bytes += place.bytes as usize;
        match what {
            What::Line { session, seq, at } => {
                let line = Line {
                    session,
                    seq,
                    at,
                    place,
                };
                put_line(&mut self.lines, line);
                false
            }
            What::Head { standing, due } => {
                let rests = standing == Standing::Ended;
                self.head = Some(HeadNote {
                    standing,
                    due,
                    place,
                });
                rests
            }
            What::Forget(what) => {
                self.lines.retain(|line| !what.covers(line.at));
                self.head.take_if(|_| what.covers_head());
                let before = self.forgotten.take().map(|before| before.what);
                let what = before.map_or(what, |before| before.and(what));
                self.forgotten = Some(Forgotten { what, place });
                true
            }
        }
    }

    /// Lets go of what `folded`, found here before, holds; what came since stays. Whether anything is left.
    pub fn let_go(&mut self, folded: &Self) -> bool {
        let is_newer = |place: &Place| place.group.number > folded.newest;
        self.lines.retain(|line| is_newer(&line.place));
        self.head.take_if(|head| !is_newer(&head.place));
        self.forgotten
            .take_if(|forgotten| !is_newer(&forgotten.place));
        let places = self.lines.iter().map(|line| &line.place);
        let places = places.chain(self.head.iter().map(|head| &head.place));
        let forgotten = self.forgotten.iter();
        let places = places.chain(forgotten.map(|forgotten| &forgotten.place));
        let of_groups = places.map(|place| (place.group.number, place.bytes as usize));
        (self.oldest, self.bytes) = of_groups
            .fold((u64::MAX, 0), |(oldest, sum), (number, bytes)| {
                (oldest.min(number), sum + bytes)
            });
        self.oldest < u64::MAX
    }

    /// Bytes of the lines and heads noted.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The oldest group that something of them lies in.
    pub fn oldest(&self) -> u64 {
        self.oldest
    }

    /// When they are due, as far as their head is not folded.
    pub fn due(&self) -> Option<Timestamp> {
        self.head.as_ref().and_then(|head| head.due)
    }

    /// Whether a line that the trees have, given as its bytes, is forgotten.
    pub fn hides_line(&self, line: &[u8]) -> Result<bool, StoreError> {
        let Some(forgotten) = &self.forgotten else {
            return Ok(false);
        };
        Ok(forgotten.what.covers(record::line_time(line)?))
    }

    /// Whether what the trees say of the head is outdated.
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
        Ok(place) => lines[place] = line,
        Err(place) => lines.insert(place, line),
    }
}
