//! Records of lines, each under a number, and the index that says which number is whose.
//!
//! sled writes a leaf anew, with all its values, when it splits and at every tenth change: measured 3.6 times the bytes
//! of values of 5 KB that come in any order. Values are written once when they take the place of empty ones that were
//! put there before: a leaf splits while it is empty, and eight changes later it is full. So records lie under numbers
//! in the order they were first written in, with empty places ahead of them, and what is in order of the visitors is an
//! index of small entries.

use super::disk::store_error;
use crate::store::{key, record};
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_runtime::ports::StoreError;
use parking_lot::{RwLock, RwLockReadGuard};
use sled::{Db, IVec, Tree};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Empty places there are ahead of the next record at least: more than a leaf of sled's holds before it splits.
const AHEAD: u64 = 32;

const NUMBER_BYTES: usize = 8;

/// The records of lines.
pub struct Chunks {
    /// Number by visitor, session and first line; behind it the number before, where there was one.
    index: Tree,
    /// Record by number; empty where it is yet to come.
    records: Tree,
    /// The number of the next record.
    next: AtomicU64,
    /// The first number that has no empty place yet.
    made: AtomicU64,
    /// Held while a record goes that another has replaced.
    replacing: RwLock<()>,
}

/// A record of lines, as it was found.
pub struct Chunk {
    key: IVec,
    number: IVec,
    /// The number it had before, which a process that ended may have left there.
    before: Option<IVec>,
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

impl Chunks {
    /// The records of `db`.
    pub fn open(db: &Db) -> Result<Self, StoreError> {
        let open = |name| db.open_tree(name).map_err(|error| store_error(&error));
        let (index, records) = (open("lines")?, open("chunks")?);
        let (mut next, mut made) = (0, None);
        // From the end on there are but empty places, until the newest record.
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

    /// The record of a session's lines that holds `seq`, or else the last one before it.
    pub fn at(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        seq: Seq,
    ) -> Result<Option<Chunk>, StoreError> {
        let first = key::session(visitor, session)?;
        let last = key::lines(visitor, session, seq)?;
        let found = self.index.range(first..=last).next_back();
        found.map(|found| self.chunk(found)).transpose()
    }

    /// The records of a session's lines from the one that holds `seq` on.
    pub fn from(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        seq: Seq,
    ) -> Result<impl Iterator<Item = Result<Chunk, StoreError>>, StoreError> {
        let before = key::session(visitor, session)?;
        let first = key::lines(visitor, session, seq)?;
        let found = self.index.range(before..=first.clone()).next_back();
        let first = match found.transpose().map_err(|error| store_error(&error))? {
            Some((holds, _)) => holds.to_vec(),
            None => first,
        };
        let last = key::lines(visitor, session, Seq(u64::MAX))?;
        let found = self.index.range(first..=last);
        Ok(found.map(|found| self.chunk(found)))
    }

    /// All records of a visitor's lines, newest first.
    pub fn backwards(
        &self,
        visitor: &VisitorKey,
    ) -> Result<impl Iterator<Item = Result<Chunk, StoreError>>, StoreError> {
        let found = self.index.scan_prefix(key::visitor(visitor)?).rev();
        Ok(found.map(|found| self.chunk(found)))
    }

    /// Writes a new record of a session's lines. Called by one thread at a time, as is [`Chunks::replace`].
    pub fn add(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        lines: &[record::ChunkLine<'_>],
    ) -> Result<(), StoreError> {
        let first = lines.first().map_or(Seq(0), |line| line.seq);
        let key = key::lines(visitor, session, first)?;
        // The record first: a process that ends in between leaves a number that nobody names.
        put(&self.index, &key, &self.write(lines)?)
    }

    /// Writes a record anew; its first line stays. It gets another number: sled would keep a change in its old place
    /// beside what it changes, until it writes the leaf anew.
    ///
    /// A process that ends before the old one is removed leaves it to the next call for the same lines, which comes
    /// when the journal is folded again.
    pub fn replace(
        &self,
        chunk: &Chunk,
        lines: &[record::ChunkLine<'_>],
    ) -> Result<(), StoreError> {
        if let Some(before) = &chunk.before {
            self.remove(before)?;
        }
        let mut numbers = self.write(lines)?.to_vec();
        numbers.extend_from_slice(&chunk.number);
        put(&self.index, &chunk.key, numbers)?;
        self.remove(&chunk.number)
    }

    /// Forgets a record. What it said goes first, so that a process that ends in between leaves none of it where nobody
    /// names it.
    pub fn forget(&self, chunk: &Chunk) -> Result<(), StoreError> {
        if let Some(before) = &chunk.before {
            self.remove(before)?;
        }
        put(&self.records, &chunk.number, record::seal_chunk(&[])?)?;
        let gone = self.index.remove(&chunk.key);
        gone.map_err(|error| store_error(&error))?;
        self.remove(&chunk.number)
    }

    fn write(&self, lines: &[record::ChunkLine<'_>]) -> Result<[u8; 8], StoreError> {
        self.make_places()?;
        let number = self.next.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        put(&self.records, &number, record::seal_chunk(lines)?)?;
        Ok(number)
    }

    fn remove(&self, number: &[u8]) -> Result<(), StoreError> {
        let _nobody_reads = self.replacing.write();
        let removed = self.records.remove(number);
        removed.map(drop).map_err(|error| store_error(&error))
    }

    /// While this is held no record goes that the index has named.
    pub fn reading(&self) -> RwLockReadGuard<'_, ()> {
        self.replacing.read()
    }

    fn make_places(&self) -> Result<(), StoreError> {
        let (next, made) = (&self.next, &self.made);
        let (next, first) = (next.load(Ordering::Relaxed), made.load(Ordering::Relaxed));
        if first >= next + AHEAD {
            return Ok(());
        }
        let last = first.max(next) + AHEAD;
        for number in first..last {
            put(&self.records, &number.to_be_bytes(), &[][..])?;
        }
        made.store(last, Ordering::Relaxed);
        Ok(())
    }

    fn chunk(&self, found: sled::Result<(IVec, IVec)>) -> Result<Chunk, StoreError> {
        let (key, numbers) = found.map_err(|error| store_error(&error))?;
        let (number, before) = match numbers.len() > NUMBER_BYTES {
            true => {
                let before = numbers.subslice(NUMBER_BYTES, numbers.len() - NUMBER_BYTES);
                (numbers.subslice(0, NUMBER_BYTES), Some(before))
            }
            false => (numbers, None),
        };
        let sealed = self.records.get(&number);
        let sealed = sealed.map_err(|error| store_error(&error))?;
        let sealed = sealed.ok_or_else(|| StoreError::Damaged(Arc::from("lines are missing")))?;
        Ok(Chunk {
            key,
            number,
            before,
            sealed,
        })
    }
}

fn put(tree: &Tree, key: &[u8], value: impl Into<IVec>) -> Result<(), StoreError> {
    tree.insert(key, value)
        .map(drop)
        .map_err(|error| store_error(&error))
}
