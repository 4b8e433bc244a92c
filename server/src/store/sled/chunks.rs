//! Records of lines, each stored under a number, and the index that maps sessions to numbers.
//!
//! sled rewrites a leaf with all its values when it splits and at every tenth change. For values of 5 KB in random
//! order, it wrote 3.6 times their size. A value is written only once if it replaces an empty one: the leaf splits
//! while it is empty, and is full eight changes later. So records get rising numbers, with empty places ahead of them.
//! Only the index of small entries is ordered by visitor.

mod entry;

use self::entry::{Entry, RecordRef, Row};
use super::database::store_error;
use crate::store::{key, record};
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_runtime::ports::StoreError;
use parking_lot::{RwLock, RwLockReadGuard};
use sled::{Db, IVec, Tree};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Minimum number of empty places ahead of the next record: more than a leaf of sled's holds before it splits.
const AHEAD: u64 = 32;

/// Maximum number of records in an index entry. An entry is rewritten with each new record.
const ENTRY_RECORDS: usize = 32;

/// Places in a leaf. sled splits a leaf of seventeen into nine, and eight that then grow.
const LEAF_PLACES: u64 = 9;
/// How many of these places, the first ones, are filled; the others stay empty. sled keeps the positions of a leaf and
/// of its changes in a list of eight while the database is open. One more position would double the list's memory for
/// every leaf.
const LEAF_RECORDS: u64 = 7;

/// The records of lines.
pub struct Chunks {
    /// Index entries by visitor, session and first line.
    index: Tree,
    /// Records by number; a record not written yet is empty.
    records: Tree,
    /// The number of the next record.
    next: AtomicU64,
    /// The first number without an empty place.
    made: AtomicU64,
    /// Locked for writing while a replaced record is removed.
    replacing: RwLock<()>,
}

/// A record of lines, as read.
pub struct Chunk {
    /// The key of its index entry.
    key: IVec,
    first: Seq,
    sealed: IVec,
}

impl Chunk {
    /// Its lines, oldest first.
    pub fn lines(&self) -> Result<Vec<record::ChunkLine<'_>>, StoreError> {
        record::open_chunk(&self.sealed)
    }

    /// The session its lines belong to.
    pub fn session(&self) -> Result<SessionNo, StoreError> {
        key::read_lines(&self.key).map(|(session, _)| session)
    }
}

type Pair = (IVec, IVec);

impl Chunks {
    /// Opens the records of `db`.
    pub fn open(db: &Db) -> Result<Self, StoreError> {
        let open = |name| db.open_tree(name).map_err(|error| store_error(&error));
        let (index, records) = (open("lines")?, open("chunks")?);
        let (mut next, mut made) = (0, None);
        // The end of the tree holds only empty places, up to the newest record.
        for pair in records.iter().rev() {
            let (number, sealed) = pair.map_err(|error| store_error(&error))?;
            let number = key::read_number(&number)?;
            made.get_or_insert(number + 1);
            if !sealed.is_empty() {
                next = number + 1;
                break;
            }
        }
        Ok(Self {
            index,
            records,
            next: AtomicU64::new(next),
            made: AtomicU64::new(made.unwrap_or(0)),
            replacing: RwLock::new(()),
        })
    }

    /// The index entry for a session's line `seq`, which need not exist yet.
    pub fn row(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        seq: Seq,
    ) -> Result<Row, StoreError> {
        let found = self.entry(visitor, session, seq)?;
        let (key, entry) = found.map_or_else(Default::default, |(key, entry)| (Some(key), entry));
        Ok(Row { key, entry })
    }

    /// The record of `row` that holds `seq`, or the last one before it.
    pub fn at(&self, row: &Row, seq: Seq) -> Result<Option<Chunk>, StoreError> {
        let found = row.key.as_ref().zip(row.before(seq));
        found.map(|(key, named)| self.chunk(key, named)).transpose()
    }

    /// A session's records, from the one that holds `seq` on.
    pub fn from(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        seq: Seq,
    ) -> Result<impl Iterator<Item = Result<Chunk, StoreError>>, StoreError> {
        let first = match self.entry(visitor, session, seq)? {
            Some((key, _)) => key.to_vec(),
            None => key::lines(visitor, session, seq)?,
        };
        let last = key::lines(visitor, session, Seq(u64::MAX))?;
        let found = self.index.range(first..=last);
        Ok(found.flat_map(move |found| {
            self.chunks(found, move |entry| {
                let before = entry.upto(seq).saturating_sub(1);
                entry.records.split_off(before)
            })
        }))
    }

    /// All records of a visitor's lines, newest first.
    pub fn backwards(
        &self,
        visitor: &VisitorKey,
    ) -> Result<impl Iterator<Item = Result<Chunk, StoreError>>, StoreError> {
        let found = self.index.scan_prefix(key::visitor(visitor)?).rev();
        Ok(found.flat_map(|found| {
            self.chunks(found, |entry| {
                entry.records.reverse();
                std::mem::take(&mut entry.records)
            })
        }))
    }

    /// Writes a new record of a session's lines. Only one thread at a time may call this or [`Chunks::replace`].
    pub fn add(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        lines: &[record::ChunkLine<'_>],
    ) -> Result<(), StoreError> {
        let first = lines.first().map_or(Seq(0), |line| line.seq);
        let row = self.row(visitor, session, first)?;
        self.add_to(row, visitor, session, lines)
    }

    /// Like [`Chunks::add`], with the `row` of the first line. Nothing may have been written since the row was read.
    pub fn add_to(
        &self,
        row: Row,
        visitor: &VisitorKey,
        session: SessionNo,
        lines: &[record::ChunkLine<'_>],
    ) -> Result<(), StoreError> {
        let first = lines.first().map_or(Seq(0), |line| line.seq);
        // The record first: a crash midway leaves a number that no entry names.
        let new = RecordRef::new(self.write(lines)?, lines);
        if let Row {
            key: Some(key),
            mut entry,
        } = row
        {
            let place = entry.upto(first);
            // An interrupted fold may have written this record already.
            let same = entry.records[..place].last_mut();
            if let Some(named) = same.filter(|named| named.first == first) {
                let before = std::mem::replace(named, new).number;
                return self.put_entry(&key, entry, Some(before));
            }
            if entry.records.len() < ENTRY_RECORDS || place < entry.records.len() {
                entry.records.insert(place, new);
                return self.put_entry(&key, entry, None);
            }
        }
        let entry = Entry {
            records: vec![new],
            before: None,
        };
        self.put_entry(&key::lines(visitor, session, first)?, entry, None)
    }

    /// Replaces a record under a new number; its first line stays. If it kept its number, sled would store the change
    /// beside the old value until it rewrites the leaf.
    ///
    /// If a crash leaves the old record behind, the next change of the entry removes it. That change comes when the
    /// journal is folded again.
    pub fn replace(
        &self,
        chunk: &Chunk,
        lines: &[record::ChunkLine<'_>],
    ) -> Result<(), StoreError> {
        let new = RecordRef::new(self.write(lines)?, lines);
        let mut entry = self.entry_at(&chunk.key)?;
        let place = entry.upto(chunk.first).checked_sub(1);
        let Some(named) = place.and_then(|place| entry.records.get_mut(place)) else {
            return Err(StoreError::Damaged(Arc::from(
                "an index entry of lines is missing",
            )));
        };
        // The entry may name a deleted line, which is still before all remaining ones.
        let before = std::mem::replace(named, new.beginning_at(named.first)).number;
        self.put_entry(&chunk.key, entry, Some(before))
    }

    /// Deletes a record. Overwrites its content first, so that a crash midway leaves none of it unreachable in the
    /// tree.
    pub fn forget(&self, chunk: &Chunk) -> Result<(), StoreError> {
        let mut entry = self.entry_at(&chunk.key)?;
        let place = entry.upto(chunk.first).checked_sub(1);
        let Some(place) = place.filter(|place| entry.records[*place].first == chunk.first) else {
            return Ok(());
        };
        let number = entry.records.remove(place).number;
        put(
            &self.records,
            &number.to_be_bytes(),
            record::seal_chunk(&[])?,
        )?;
        if !entry.records.is_empty() {
            // The entry's key may name a deleted line, which is still before all remaining ones.
            return self.put_entry(&chunk.key, entry, Some(number));
        }
        if let Some(before) = entry.before {
            self.remove(before)?;
        }
        let gone = self.index.remove(&chunk.key);
        gone.map_err(|error| store_error(&error))?;
        self.remove(number)
    }

    /// Writes an entry, and removes the record `replaced`.
    fn put_entry(
        &self,
        key: &[u8],
        mut entry: Entry,
        replaced: Option<u64>,
    ) -> Result<(), StoreError> {
        if let Some(before) = std::mem::replace(&mut entry.before, replaced) {
            self.remove(before)?;
        }
        put(&self.index, key, entry.bytes())?;
        replaced.map_or(Ok(()), |replaced| self.remove(replaced))
    }

    fn write(&self, lines: &[record::ChunkLine<'_>]) -> Result<u64, StoreError> {
        let mut number = self.next.load(Ordering::Relaxed);
        if number % LEAF_PLACES >= LEAF_RECORDS {
            number = number.next_multiple_of(LEAF_PLACES);
        }
        self.make_places(number)?;
        self.next.store(number + 1, Ordering::Relaxed);
        put(
            &self.records,
            &number.to_be_bytes(),
            record::seal_chunk(lines)?,
        )?;
        Ok(number)
    }

    fn remove(&self, number: u64) -> Result<(), StoreError> {
        let _nobody_reads = self.replacing.write();
        let removed = self.records.remove(number.to_be_bytes());
        removed.map(drop).map_err(|error| store_error(&error))
    }

    /// While this guard is held, no record that the index named is removed.
    pub fn reading(&self) -> RwLockReadGuard<'_, ()> {
        self.replacing.read()
    }

    /// Makes empty places ahead of `next`.
    fn make_places(&self, next: u64) -> Result<(), StoreError> {
        let first = self.made.load(Ordering::Relaxed);
        if first >= next + AHEAD {
            return Ok(());
        }
        let last = first.max(next) + AHEAD;
        for number in first..last {
            put(&self.records, &number.to_be_bytes(), &[][..])?;
        }
        self.made.store(last, Ordering::Relaxed);
        Ok(())
    }

    /// The entry that holds `seq`, or the last one before it, with its key.
    fn entry(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        seq: Seq,
    ) -> Result<Option<(IVec, Entry)>, StoreError> {
        let first = key::session(visitor, session)?;
        let last = key::lines(visitor, session, seq)?;
        let found = self.index.range(first..=last).next_back();
        let found = found.transpose().map_err(|error| store_error(&error))?;
        found
            .map(|(key, bytes)| Ok((key, Entry::read(&bytes)?)))
            .transpose()
    }

    /// The entry under `key`; empty if there is none.
    fn entry_at(&self, key: &[u8]) -> Result<Entry, StoreError> {
        let bytes = self.index.get(key).map_err(|error| store_error(&error))?;
        Entry::read(&bytes.unwrap_or_default())
    }

    /// The records of an entry that `choose` selects.
    fn chunks(
        &self,
        found: sled::Result<Pair>,
        choose: impl FnOnce(&mut Entry) -> Vec<RecordRef>,
    ) -> impl Iterator<Item = Result<Chunk, StoreError>> {
        let read = found
            .map_err(|error| store_error(&error))
            .and_then(|(key, bytes)| Ok((key, choose(&mut Entry::read(&bytes)?))));
        let (found, error) = match read {
            Ok(found) => (Some(found), None),
            Err(error) => (None, Some(Err(error))),
        };
        let chunks = found.into_iter().flat_map(move |(key, places)| {
            let places = places.into_iter();
            places.map(move |place| self.chunk(&key, place))
        });
        error.into_iter().chain(chunks)
    }

    fn chunk(&self, key: &IVec, named: RecordRef) -> Result<Chunk, StoreError> {
        let sealed = self.records.get(named.number.to_be_bytes());
        let sealed = sealed.map_err(|error| store_error(&error))?;
        let sealed = sealed.ok_or_else(|| StoreError::Damaged(Arc::from("lines are missing")))?;
        Ok(Chunk {
            key: key.clone(),
            first: named.first,
            sealed,
        })
    }
}

fn put(tree: &Tree, key: &[u8], value: impl Into<IVec>) -> Result<(), StoreError> {
    tree.insert(key, value)
        .map(drop)
        .map_err(|error| store_error(&error))
}
