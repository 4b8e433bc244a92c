//! Records that are in the journal and not yet in the trees, by visitor. A reader copies from here first and reads the
//! trees afterwards, so that records folded in between are seen at least once.
//!
//! Records of this process are in memory. Those of a killed process stay in its files (`left_over`) until they are
//! folded or their visitor writes again. A lookup returns where they are, and the caller reads them without a lock.
//! Changes of documents are in memory in any case.

mod documents;
mod visitor;

pub use documents::{Changes, Documents};
pub use visitor::{About, Group, Line, Location, Note, Visitor, What};

use super::left_over::{LeftOver, Records};
use actors_core::ids::VisitorKey;
use actors_core::routing::Standing;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use hashbrown::HashMap;
use parking_lot::RwLock;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The size from which a visitor's records are worth folding.
#[derive(Clone, Copy, Debug)]
pub struct Ripeness {
    /// Number of lines that fill a record.
    pub lines: usize,
    /// Number of bytes that fill a record.
    pub bytes: usize,
}

/// What a search found in memory, and what it must still read from files.
pub struct Found<T> {
    /// In memory.
    pub here: Vec<T>,
    /// In files.
    pub left: Records,
}

/// All records that are not folded.
pub struct Unfolded {
    /// Shared with readers and the folder; new records then go into a copy.
    visitors: HashMap<VisitorKey, Arc<Visitor>>,
    /// What a killed process left of visitors who have not written since.
    left: LeftOver,
    due: BTreeSet<(Timestamp, VisitorKey)>,
    /// Visitors in memory, by the oldest group that holds a record of theirs.
    by_age: BTreeSet<(u64, VisitorKey)>,
    ripe: Vec<VisitorKey>,
    ripeness: Ripeness,
    /// Changes of documents.
    pub documents: Documents,
}

/// The unfolded records of one visitor. Call this before reading the trees, so that records folded in between are seen
/// twice and never missed.
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

/// Like [`visitor()`], for the folder: the records are in memory from then on, until [`Unfolded::forget`].
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
    // Otherwise another thread took them over meanwhile.
    if unfolded.left.take(&read) {
        unfolded.keep(visitor, read.visitor);
    }
    Ok(unfolded.visitors.get(visitor).cloned())
}

/// Where the records of one visitor are.
enum LookUp {
    Here(Arc<Visitor>),
    Left(Records),
}

impl Unfolded {
    /// Creates an instance that holds only what a killed process left.
    pub fn new(ripeness: Ripeness, (left, documents): (LeftOver, Documents)) -> Self {
        Self {
            visitors: HashMap::new(),
            left,
            due: BTreeSet::new(),
            by_age: BTreeSet::new(),
            ripe: Vec::new(),
            ripeness,
            documents,
        }
    }

    fn look_up(&self, visitor: &VisitorKey) -> LookUp {
        match self.visitors.get(visitor) {
            Some(found) => LookUp::Here(Arc::clone(found)),
            None => LookUp::Left(self.left.visitor(visitor)),
        }
    }

    /// Adds the frames of a group. A note's `start` plus `base` is the offset in the group. Groups come in the order of
    /// their numbers.
    pub fn note(
        &mut self,
        group: &Arc<Group>,
        base: isize,
        notes: impl IntoIterator<Item = Note>,
    ) -> Result<(), StoreError> {
        for note in notes {
            let start = note.start.saturating_add_signed(base);
            let location = Location {
                group: Arc::clone(group),
                start,
                bytes: note.bytes,
            };
            match note.about {
                About::Visitor(visitor, what) => self.note_record(visitor, what, location)?,
                About::Document(key) => self.documents.note(key, location),
            }
        }
        Ok(())
    }

    fn note_record(
        &mut self,
        key: VisitorKey,
        what: What,
        location: Location,
    ) -> Result<(), StoreError> {
        if !self.visitors.contains_key(&key) {
            let left = self.take_left(&key)?;
            let visitor = left.unwrap_or_else(|| Visitor::new(location.group.number));
            self.keep(&key, visitor);
        }
        let Some(visitor) = self.visitors.get_mut(&key) else {
            return Ok(());
        };
        let visitor = Arc::make_mut(visitor);
        let before = visitor.due();
        let rests = visitor.take_up(what, location);
        move_due(&mut self.due, &key, before, visitor.due());
        if (rests || is_grown(self.ripeness, visitor)) && !visitor.ripe {
            visitor.ripe = true;
            self.ripe.push(key);
        }
        Ok(())
    }

    /// Takes over what was left of a visitor who writes again. This reads files under the lock, once for each such
    /// visitor.
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

    /// Visitors with an unfolded head, with its standing, and visitors whose head is deleted but still in the trees,
    /// with `None`.
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

    /// Visitors with an unfolded head that is due before `before`, soonest first; at most `limit` from memory and from
    /// files each.
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

    /// How many visitors became ripe since the last [`Unfolded::take_ripe`].
    pub fn ripe(&self) -> usize {
        self.ripe.len()
    }

    /// Takes the visitors that became ripe since the last call.
    pub fn take_ripe(&mut self) -> Vec<VisitorKey> {
        std::mem::take(&mut self.ripe)
    }

    /// Visitors with a record in a group up to and including `number`.
    pub fn older(&self, number: u64) -> Found<VisitorKey> {
        let old = self.by_age.iter();
        let old = old.take_while(|(oldest, _)| *oldest <= number);
        Found {
            here: old.map(|(_, visitor)| visitor.clone()).collect(),
            left: self.left.older(number),
        }
    }

    /// Removes the records in `folded`, an earlier copy of the visitor; records added since then stay.
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
        // The visitor may have become ripe again while they were folded.
        kept.ripe = is_grown(self.ripeness, kept) || kept.forgotten.is_some();
        if kept.ripe {
            self.ripe.push(visitor.clone());
        }
    }
}

fn is_grown(ripeness: Ripeness, visitor: &Visitor) -> bool {
    visitor.lines.len() >= ripeness.lines || visitor.bytes() >= ripeness.bytes
}

/// Moves a visitor's entry in the due index from `before` to `due`.
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
