//! The journal: groups of appends, one sled record each, in a row of short trees.
//!
//! One tree would be simpler and costs three to five times the writes: sled writes a leaf anew, with all its values,
//! at every tenth change and at every split. A tree that is left alone after a few large groups is written once, and
//! dropped whole when all it says is folded, durably. Trees are dropped from the oldest on, so that what is left is always the
//! newest part of what was said.

use super::database::store_error;
use super::unfolded::Group;
use crate::store::key;
use actors_runtime::ports::StoreError;
use sled::{Db, IVec, Tree};
use std::collections::VecDeque;
use std::sync::Arc;

const TREE_PREFIX: &[u8] = b"journal-";

/// Groups in a tree at most.
const TREE_GROUPS: usize = 256;
/// Bytes in a tree, but for the last group: all of it must fit into sled's log (`database`) when sled moves it.
const TREE_BYTES: usize = 192 * 1024;
/// A tree is at most one part in so many of what the journal may hold.
const TREES_MIN: usize = 16;

/// The trees of the journal, oldest first.
pub struct Journal {
    trees: VecDeque<JournalTree>,
    /// The newest of them, once something was written into it.
    writing: Option<Tree>,
    next: u64,
    bytes: usize,
    groups: usize,
    bytes_max: usize,
    groups_max: usize,
}

/// A tree of the journal, with the groups it holds.
pub struct JournalTree {
    name: Vec<u8>,
    groups: Vec<Arc<Group>>,
    bytes: usize,
}

impl JournalTree {
    fn is_free(&self) -> bool {
        self.groups
            .iter()
            .all(|group| Arc::strong_count(group) == 1)
    }

    /// The number of its newest group.
    pub fn newest(&self) -> Option<u64> {
        self.groups.last().map(|group| group.number)
    }

    /// Drops it from disk. What is returned is to be let go of when nothing is left to be flushed: sled flushes its log,
    /// again and again until nothing is left, whenever somebody lets go of the last of a tree.
    pub fn drop_from(self, db: &Db) -> Result<Tree, StoreError> {
        let tree = db.open_tree(&self.name);
        let tree = tree.map_err(|error| store_error(&error))?;
        let dropped = db.drop_tree(&self.name);
        dropped.map(|_| tree).map_err(|error| store_error(&error))
    }
}

impl Journal {
    /// Whether the last process left nothing in it, as one does that was not killed.
    pub fn is_empty(db: &Db) -> bool {
        Self::names(db).next().is_none()
    }

    fn names(db: &Db) -> impl Iterator<Item = IVec> {
        let names = db.tree_names().into_iter();
        names.filter(|name| name.starts_with(TREE_PREFIX))
    }

    /// What the last process left. The journal is long when it holds more than `bytes_max` or `groups_max`. Where all
    /// was folded, `next` carries the numbering on.
    pub fn open(
        db: &Db,
        next: u64,
        bytes_max: usize,
        groups_max: usize,
    ) -> Result<Self, StoreError> {
        let mut names: Vec<IVec> = Self::names(db).collect();
        names.sort();
        let mut journal = Self {
            trees: VecDeque::new(),
            writing: None,
            next,
            bytes: 0,
            groups: 0,
            bytes_max,
            groups_max,
        };
        for name in names {
            let tree = db.open_tree(&name).map_err(|error| store_error(&error))?;
            let mut row = JournalTree {
                name: name.to_vec(),
                groups: Vec::new(),
                bytes: 0,
            };
            for pair in &tree {
                let (key, bytes) = pair.map_err(|error| store_error(&error))?;
                let number = key::read_number(&key)?;
                row.bytes += bytes.len();
                row.groups.push(Arc::new(Group { number, bytes }));
                journal.next = number + 1;
            }
            journal.bytes += row.bytes;
            journal.groups += row.groups.len();
            journal.trees.push_back(row);
        }
        Ok(journal)
    }

    /// All groups there are, oldest first.
    pub fn groups(&self) -> impl Iterator<Item = &Arc<Group>> {
        self.trees.iter().flat_map(|row| &row.groups)
    }

    /// Writes a group; it is not durable yet.
    pub fn write(&mut self, db: &Db, sealed: &[u8]) -> Result<Arc<Group>, StoreError> {
        let is_full = self.trees.back().is_none_or(|row| self.is_full(row));
        let group = Arc::new(Group {
            number: self.next,
            bytes: IVec::from(sealed),
        });
        if is_full {
            let mut name = TREE_PREFIX.to_vec();
            name.extend_from_slice(&self.next.to_be_bytes());
            self.trees.push_back(JournalTree {
                name,
                groups: Vec::new(),
                bytes: 0,
            });
            self.writing = None;
        }
        if let Some(row) = self.trees.back_mut() {
            // Kept: to look for it by name would wait for the folder, where that drops one.
            let tree = match self.writing.take() {
                Some(tree) => tree,
                None => db
                    .open_tree(&row.name)
                    .map_err(|error| store_error(&error))?,
            };
            let key = group.number.to_be_bytes();
            tree.insert(key, group.bytes.clone())
                .map_err(|error| store_error(&error))?;
            self.writing = Some(tree);
            row.bytes += sealed.len();
            row.groups.push(Arc::clone(&group));
        }
        self.next += 1;
        self.bytes += sealed.len();
        self.groups += 1;
        Ok(group)
    }

    fn is_full(&self, row: &JournalTree) -> bool {
        row.bytes >= TREE_BYTES.min(self.bytes_max / TREES_MIN)
            || row.groups.len() >= TREE_GROUPS.min(self.groups_max / TREES_MIN).max(1)
    }

    /// How many trees from the oldest on nobody needs any more. The newest is not among them: it is being written.
    pub fn free(&self) -> usize {
        let older = self.trees.len().saturating_sub(1);
        let free = self
            .trees
            .iter()
            .take(older)
            .take_while(|row| row.is_free());
        free.count()
    }

    /// The newest group of all trees but the newest, which is not dropped while it is written.
    pub fn last_to_drop(&self) -> Option<u64> {
        self.trees.iter().rev().nth(1).and_then(JournalTree::newest)
    }

    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// Takes the oldest `count` trees out; they are to be dropped in this order.
    pub fn take_oldest(&mut self, count: usize) -> Vec<JournalTree> {
        let taken: Vec<_> = self.trees.drain(..count).collect();
        for row in &taken {
            self.bytes -= row.bytes;
            self.groups -= row.groups.len();
        }
        if self.trees.is_empty() {
            self.writing = None;
        }
        taken
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How long the journal is, in hundredths of what it may hold.
    pub fn fill(&self) -> usize {
        // The newest tree cannot be dropped, and so does not count.
        let (bytes, groups) = self
            .trees
            .back()
            .map_or((0, 0), |row| (row.bytes, row.groups.len()));
        let bytes = (self.bytes - bytes) * 100 / self.bytes_max.max(1);
        bytes.max((self.groups - groups) * 100 / self.groups_max.max(1))
    }

    /// The number of the oldest group it has; of the next one where it has none.
    pub fn oldest(&self) -> u64 {
        self.groups().next().map_or(self.next, |group| group.number)
    }

    /// The number of the newest group; 0 where there was none.
    pub fn newest(&self) -> u64 {
        self.next - 1
    }

    /// The group up to which half of the journal lies, whole trees of it.
    pub fn half(&self) -> u64 {
        let (mut bytes, mut groups) = (0, 0);
        for row in &self.trees {
            bytes += row.bytes;
            groups += row.groups.len();
            if let Some(newest) = row.newest()
                && (bytes * 2 >= self.bytes || groups * 2 >= self.groups)
            {
                return newest;
            }
        }
        self.newest()
    }
}
