//! What the journal holds and the trees do not say yet, in memory, by visitor. It lies over what the trees say: a
//! reader copies from here first and reads the trees after that, so that what is folded meanwhile is seen at least
//! once.

use crate::store::record;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::record::Forget;
use actors_core::session::restore::Standing;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A group of the journal. It need not be on disk when nothing here points into it.
pub struct Group {
    /// Its number; they rise.
    pub number: u64,
    /// As it lies in the journal's file.
    pub bytes: Vec<u8>,
}

/// A line or a head in a group.
#[derive(Clone)]
pub struct Place {
    group: Arc<Group>,
    start: usize,
    bytes: u32,
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
    bytes: usize,
    oldest: u64,
    newest: u64,
    ripe: bool,
}

impl Visitor {
    /// Bytes of the lines and heads noted.
    pub fn bytes(&self) -> usize {
        self.bytes
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

/// When a visitor is worth folding.
#[derive(Clone, Copy, Debug)]
pub struct Ripeness {
    /// So many lines fill a record.
    pub lines: usize,
    /// So many bytes fill a record.
    pub bytes: usize,
}

/// Everything that is not folded.
pub struct Unfolded {
    /// Shared with who reads or folds them: what comes meanwhile goes into a copy.
    visitors: HashMap<VisitorKey, Arc<Visitor>>,
    due: BTreeSet<(Timestamp, VisitorKey)>,
    /// Everybody, by the oldest group that something of them lies in.
    by_age: BTreeSet<(u64, VisitorKey)>,
    ripe: Vec<VisitorKey>,
    ripeness: Ripeness,
}

impl Unfolded {
    /// Nothing.
    pub fn new(ripeness: Ripeness) -> Self {
        Self {
            visitors: HashMap::new(),
            due: BTreeSet::new(),
            by_age: BTreeSet::new(),
            ripe: Vec::new(),
            ripeness,
        }
    }

    /// Notes what a group says; what the notes call 0 is `base` in the group. Groups come in the order of their
    /// numbers.
    pub fn note(&mut self, group: &Arc<Group>, base: isize, notes: impl IntoIterator<Item = Note>) {
        for note in notes {
            let start = note.start.saturating_add_signed(base);
            let place = Place {
                group: Arc::clone(group),
                start,
                bytes: note.bytes,
            };
            let visitor = match self.visitors.get_mut(&note.visitor) {
                Some(visitor) => visitor,
                None => {
                    let visitor = Visitor {
                        oldest: group.number,
                        ..Visitor::default()
                    };
                    self.by_age.insert((group.number, note.visitor.clone()));
                    let entry = self.visitors.entry(note.visitor.clone());
                    entry.or_insert_with(|| Arc::new(visitor))
                }
            };
            let visitor = Arc::make_mut(visitor);
            visitor.newest = group.number;
            visitor.bytes += note.bytes as usize;
            let mut rests = false;
            match note.what {
                What::Line { session, seq, at } => {
                    put_line(
                        &mut visitor.lines,
                        Line {
                            session,
                            seq,
                            at,
                            place,
                        },
                    );
                }
                What::Head { standing, due } => {
                    rests = standing == Standing::Ended;
                    let before = visitor.head.take().and_then(|head| head.due);
                    move_due(&mut self.due, &note.visitor, before, due);
                    visitor.head = Some(HeadNote {
                        standing,
                        due,
                        place,
                    });
                }
                What::Forget(what) => {
                    rests = true;
                    visitor.lines.retain(|line| !what.covers(line.at));
                    if let Some(at) = visitor
                        .head
                        .take_if(|_| what.covers_head())
                        .and_then(|head| head.due)
                    {
                        self.due.remove(&(at, note.visitor.clone()));
                    }
                    let before = visitor.forgotten.take().map(|before| before.what);
                    let what = before.map_or(what, |before| before.and(what));
                    visitor.forgotten = Some(Forgotten { what, place });
                }
            }
            let grown =
                visitor.lines.len() >= self.ripeness.lines || visitor.bytes >= self.ripeness.bytes;
            if (grown || rests) && !visitor.ripe {
                visitor.ripe = true;
                self.ripe.push(note.visitor);
            }
        }
    }

    /// Lets go of the room of those who were folded, where most were.
    pub fn shrink(&mut self) {
        self.visitors.shrink_to_fit();
        self.ripe.shrink_to_fit();
    }

    /// One visitor, as far as not folded.
    pub fn visitor(&self, visitor: &VisitorKey) -> Option<Arc<Visitor>> {
        self.visitors.get(visitor).cloned()
    }

    /// Whether what the trees say of the visitor's head is outdated.
    pub fn hides_head(&self, visitor: &VisitorKey) -> bool {
        self.visitors
            .get(visitor)
            .is_some_and(|kept| kept.hides_head())
    }

    /// Everybody of whom the trees still say what is forgotten.
    pub fn forgotten(&self) -> impl Iterator<Item = &VisitorKey> {
        let forgotten = self.visitors.iter();
        let forgotten = forgotten.filter(|(_, kept)| kept.head.is_none() && kept.hides_head());
        forgotten.map(|(visitor, _)| visitor)
    }

    /// Everybody whose head is not folded.
    pub fn heads(&self) -> impl Iterator<Item = (&VisitorKey, &HeadNote)> {
        self.visitors
            .iter()
            .filter_map(|(visitor, kept)| kept.head.as_ref().map(|head| (visitor, head)))
    }

    /// Visitors due before `before`, soonest first, of those whose head is not folded.
    pub fn due(&self, before: Timestamp) -> impl Iterator<Item = &(Timestamp, VisitorKey)> {
        self.due.iter().take_while(move |(at, _)| *at < before)
    }

    /// How many became worth folding since they were taken.
    pub fn ripe(&self) -> usize {
        self.ripe.len()
    }

    /// Those who became worth folding since this was asked the last time.
    pub fn take_ripe(&mut self) -> Vec<VisitorKey> {
        std::mem::take(&mut self.ripe)
    }

    /// Those of whom something lies in a group up to and with `number`, the oldest first.
    pub fn older(&self, number: u64) -> Vec<VisitorKey> {
        let old = self.by_age.iter();
        let old = old.take_while(|(oldest, _)| *oldest <= number);
        old.map(|(_, visitor)| visitor.clone()).collect()
    }

    /// Forgets of a visitor what `folded`, found here, holds; what was noted since stays.
    pub fn forget(&mut self, visitor: &VisitorKey, folded: &Arc<Visitor>) {
        let Some(kept) = self.visitors.get_mut(visitor) else {
            return;
        };
        if Arc::ptr_eq(kept, folded) {
            if let Some(at) = kept.head.as_ref().and_then(|head| head.due) {
                self.due.remove(&(at, visitor.clone()));
            }
            self.by_age.remove(&(kept.oldest, visitor.clone()));
            self.visitors.remove(visitor);
            return;
        }
        let kept = Arc::make_mut(kept);
        self.by_age.remove(&(kept.oldest, visitor.clone()));
        let is_newer = |place: &Place| place.group.number > folded.newest;
        kept.lines.retain(|line| is_newer(&line.place));
        if let Some(head) = kept.head.take_if(|head| !is_newer(&head.place))
            && let Some(at) = head.due
        {
            self.due.remove(&(at, visitor.clone()));
        }
        kept.forgotten
            .take_if(|forgotten| !is_newer(&forgotten.place));
        if kept.lines.is_empty() && kept.head.is_none() && kept.forgotten.is_none() {
            self.visitors.remove(visitor);
            return;
        }
        let places = kept.lines.iter().map(|line| &line.place);
        let places = places.chain(kept.head.iter().map(|head| &head.place));
        let forgotten = kept.forgotten.iter();
        let places = places.chain(forgotten.map(|forgotten| &forgotten.place));
        (kept.bytes, kept.oldest) = places.fold((0, u64::MAX), |(bytes, oldest), place| {
            (bytes + place.bytes as usize, oldest.min(place.group.number))
        });
        self.by_age.insert((kept.oldest, visitor.clone()));
        // Somebody may have grown again while they were folded.
        kept.ripe = kept.lines.len() >= self.ripeness.lines
            || kept.bytes >= self.ripeness.bytes
            || kept.forgotten.is_some();
        if kept.ripe {
            self.ripe.push(visitor.clone());
        }
    }
}

/// Notes when a visitor is due, who was due at another time before.
fn move_due(
    all: &mut BTreeSet<(Timestamp, VisitorKey)>,
    visitor: &VisitorKey,
    before: Option<Timestamp>,
    due: Option<Timestamp>,
) {
    if before == due {
        return;
    }
    if let Some(at) = before {
        all.remove(&(at, visitor.clone()));
    }
    if let Some(at) = due {
        all.insert((at, visitor.clone()));
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

#[cfg(test)]
mod tests;
