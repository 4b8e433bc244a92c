//! What the journal holds and the trees do not say yet, by visitor. It lies over what the trees say: a reader copies from
//! here first and reads the trees after that, so that what is folded meanwhile is seen at least once.
//!
//! What this process wrote is in memory. What one that was killed left stays in its files (`left_over`) until it is
//! folded or goes on: whoever asks for it is told where it lies, and reads it while nobody else waits for that.

mod visitor;

pub use visitor::{Group, Line, Note, Place, Visitor, What};

use super::left_over::{LeftOver, Records};
use actors_core::ids::VisitorKey;
use actors_core::routing::Standing;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use hashbrown::HashMap;
use parking_lot::RwLock;
use std::collections::BTreeSet;
use std::sync::Arc;

/// When a visitor is worth folding.
#[derive(Clone, Copy, Debug)]
pub struct Ripeness {
    /// So many lines fill a record.
    pub lines: usize,
    /// So many bytes fill a record.
    pub bytes: usize,
}

/// What was found, in memory and in files that are still to be read.
pub struct Found<T> {
    /// In memory.
    pub here: Vec<T>,
    /// In files.
    pub left: Records,
}

/// Everything that is not folded.
pub struct Unfolded {
    /// Shared with who reads or folds them: what comes meanwhile goes into a copy.
    visitors: HashMap<VisitorKey, Arc<Visitor>>,
    /// Those of whom nothing was said since a process was killed.
    left: LeftOver,
    due: BTreeSet<(Timestamp, VisitorKey)>,
    /// Everybody in memory, by the oldest group that something of them lies in.
    by_age: BTreeSet<(u64, VisitorKey)>,
    ripe: Vec<VisitorKey>,
    ripeness: Ripeness,
}

/// One visitor, as far as not folded. Asked for before the trees are read: what is folded meanwhile is then seen twice and
/// not missed.
pub fn visitor(
    unfolded: &RwLock<Unfolded>,
    visitor: &VisitorKey,
) -> Result<Arc<Visitor>, StoreError> {
    let left = match unfolded.read().look_up(visitor) {
        LookUp::Here(found) => return Ok(found),
        LookUp::Left(left) => left,
    };
    let read = left.visitor(visitor)?;
    Ok(Arc::new(read.map(|read| read.visitor).unwrap_or_default()))
}

/// The same for who folds it: it is in memory from then on, until [`Unfolded::forget`].
pub fn visitor_to_fold(
    unfolded: &RwLock<Unfolded>,
    visitor: &VisitorKey,
) -> Result<Option<Arc<Visitor>>, StoreError> {
    let left = match unfolded.read().look_up(visitor) {
        LookUp::Here(found) => return Ok(Some(found)),
        LookUp::Left(left) => left,
    };
    let Some(read) = left.visitor(visitor)? else {
        return Ok(None);
    };
    let mut unfolded = unfolded.write();
    // Else somebody else took it over meanwhile.
    if unfolded.left.take(&read) {
        unfolded.keep(visitor, read.visitor);
    }
    Ok(unfolded.visitors.get(visitor).cloned())
}

/// Where one visitor is found.
enum LookUp {
    Here(Arc<Visitor>),
    Left(Records),
}

impl Unfolded {
    /// What was left, and nothing else.
    pub fn new(ripeness: Ripeness, left: LeftOver) -> Self {
        Self {
            visitors: HashMap::new(),
            left,
            due: BTreeSet::new(),
            by_age: BTreeSet::new(),
            ripe: Vec::new(),
            ripeness,
        }
    }

    fn look_up(&self, visitor: &VisitorKey) -> LookUp {
        match self.visitors.get(visitor) {
            Some(found) => LookUp::Here(Arc::clone(found)),
            None => LookUp::Left(self.left.visitor(visitor)),
        }
    }

    /// Notes what a group says; what the notes call 0 is `base` in the group. Groups come in the order of their
    /// numbers.
    pub fn note(
        &mut self,
        group: &Arc<Group>,
        base: isize,
        notes: impl IntoIterator<Item = Note>,
    ) -> Result<(), StoreError> {
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
                    let left = self.take_left(&note.visitor)?;
                    let visitor = left.unwrap_or_else(|| Visitor::new(group.number));
                    self.keep(&note.visitor, visitor);
                    let Some(visitor) = self.visitors.get_mut(&note.visitor) else {
                        continue;
                    };
                    visitor
                }
            };
            let visitor = Arc::make_mut(visitor);
            let before = visitor.due();
            let rests = visitor.take_up(note.what, place);
            move_due(&mut self.due, &note.visitor, before, visitor.due());
            if (rests || is_grown(self.ripeness, visitor)) && !visitor.ripe {
                visitor.ripe = true;
                self.ripe.push(note.visitor);
            }
        }
        Ok(())
    }

    /// What was left of somebody who goes on. This reads files while everybody waits, once for each who was left.
    fn take_left(&mut self, visitor: &VisitorKey) -> Result<Option<Visitor>, StoreError> {
        let Some(read) = self.left.visitor(visitor).visitor(visitor)? else {
            return Ok(None);
        };
        Ok(self.left.take(&read).then_some(read.visitor))
    }

    fn keep(&mut self, key: &VisitorKey, visitor: Visitor) {
        move_due(&mut self.due, key, None, visitor.due());
        self.by_age.insert((visitor.oldest(), key.clone()));
        self.visitors.insert(key.clone(), Arc::new(visitor));
    }

    /// Everybody whose head is not folded, with where they stand; and everybody of whom the trees still say one that is
    /// forgotten, with nothing.
    pub fn heads(&self) -> Found<(VisitorKey, Option<Standing>)> {
        let here = self.visitors.iter().filter(|(_, kept)| kept.hides_head());
        let here = here.map(|(visitor, kept)| {
            let standing = kept.head.as_ref().map(|head| head.standing.clone());
            (visitor.clone(), standing)
        });
        Found {
            here: here.collect(),
            left: self.left.heads(),
        }
    }

    /// Visitors due before `before`, soonest first, of those whose head is not folded; at most `limit` of either kind.
    pub fn due(&self, before: Timestamp, limit: usize) -> Found<(Timestamp, VisitorKey)> {
        let here = self.due.iter().take_while(|(at, _)| *at < before);
        Found {
            here: here.take(limit).cloned().collect(),
            left: self.left.due(before, limit),
        }
    }

    #[cfg(test)]
    pub fn is_in_memory(&self, visitor: &VisitorKey) -> bool {
        self.visitors.contains_key(visitor)
    }

    /// How many became worth folding since they were taken.
    pub fn ripe(&self) -> usize {
        self.ripe.len()
    }

    /// Those who became worth folding since this was asked the last time.
    pub fn take_ripe(&mut self) -> Vec<VisitorKey> {
        std::mem::take(&mut self.ripe)
    }

    /// Those of whom something lies in a group up to and with `number`.
    pub fn older(&self, number: u64) -> Found<VisitorKey> {
        let old = self.by_age.iter();
        let old = old.take_while(|(oldest, _)| *oldest <= number);
        Found {
            here: old.map(|(_, visitor)| visitor.clone()).collect(),
            left: self.left.older(number),
        }
    }

    /// Forgets of a visitor what `folded`, found here, holds; what was noted since stays.
    pub fn forget(&mut self, visitor: &VisitorKey, folded: &Arc<Visitor>) {
        let Some(kept) = self.visitors.get_mut(visitor) else {
            return;
        };
        let due = kept.due();
        self.by_age.remove(&(kept.oldest(), visitor.clone()));
        if Arc::ptr_eq(kept, folded) || !Arc::make_mut(kept).let_go(folded) {
            move_due(&mut self.due, visitor, due, None);
            self.visitors.remove(visitor);
            return;
        }
        let kept = Arc::make_mut(kept);
        move_due(&mut self.due, visitor, due, kept.due());
        self.by_age.insert((kept.oldest(), visitor.clone()));
        // Somebody may have grown again while they were folded.
        kept.ripe = is_grown(self.ripeness, kept) || kept.forgotten.is_some();
        if kept.ripe {
            self.ripe.push(visitor.clone());
        }
    }
}

fn is_grown(ripeness: Ripeness, visitor: &Visitor) -> bool {
    visitor.lines.len() >= ripeness.lines || visitor.bytes() >= ripeness.bytes
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

#[cfg(test)]
mod tests;
