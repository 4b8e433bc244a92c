//! Changes of documents that are in the journal and not yet in the trees, by key. A later change of a key replaces the
//! earlier one. So a document that changes often is written to the trees once.

use super::visitor::Location;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Bound;

/// Maximum number of changes in a [`Slice`]. Whoever needs more asks again, so that the committer never waits long.
const SLICE: usize = 256;

/// What a change takes in memory beside its key and content, in bytes.
const ENTRY_BYTES: usize = 128;

/// Changes of documents with their keys. The content of a deleted document is empty.
pub type Changes = Vec<(Vec<u8>, Location)>;

/// The changes up to some key.
pub struct Slice {
    /// The changes, in the order of their keys.
    pub changes: Changes,
    /// The key up to which these are all.
    pub upto: Bound<Vec<u8>>,
}

/// All changes that are not folded.
#[derive(Default)]
pub struct Documents {
    changes: BTreeMap<Vec<u8>, Location>,
    bytes: usize,
}

impl Documents {
    /// Adds a change. Changes come in the order of their groups.
    pub fn note(&mut self, key: Vec<u8>, change: Location) {
        self.bytes += room_of(&key, &change);
        match self.changes.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(change);
            }
            Entry::Occupied(mut entry) => {
                let before = entry.insert(change);
                self.bytes -= room_of(entry.key(), &before);
            }
        }
    }

    /// The change of one document; `None` if the trees hold its newest content.
    pub fn get(&self, key: &[u8]) -> Option<Location> {
        self.changes.get(key).cloned()
    }

    /// Changes from `from` on, at most [`SLICE`].
    pub fn slice(&self, from: &Bound<Vec<u8>>) -> Slice {
        let from = from.as_ref().map(Vec::as_slice);
        let found = self.changes.range::<[u8], _>((from, Bound::Unbounded));
        let found = found.map(|(key, change)| (key.clone(), change.clone()));
        let changes: Changes = found.take(SLICE).collect();
        let last = changes.get(SLICE - 1);
        let upto = last.map_or(Bound::Unbounded, |(key, _)| Bound::Included(key.clone()));
        Slice { changes, upto }
    }

    /// Removes a change that the trees hold, unless a later one has replaced it.
    pub fn forget(&mut self, key: &[u8], folded: &Location) {
        let is_it = |change: &Location| change.group.number == folded.group.number;
        if self.changes.get(key).is_some_and(is_it) {
            self.changes.remove(key);
            self.bytes -= room_of(key, folded);
        }
    }

    /// How much memory the changes take, in bytes, with their content in the groups.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

fn room_of(key: &[u8], change: &Location) -> usize {
    ENTRY_BYTES + key.len() + change.bytes as usize
}
