//! Entries of the index: which records a session's lines are in.

use crate::store::record;
use actors_core::ids::Seq;
use actors_runtime::ports::StoreError;
use sled::IVec;
use std::sync::Arc;

/// Bits of a word of an entry that are the number of a record; those above say how many lines later its last one is.
const NUMBER_BITS: u32 = 48;
/// So many lines later or more; how many must be read from the record.
const SPAN_MAX: u64 = u16::MAX as u64;

/// An entry of the index: records of a session that follow each other.
#[derive(Default)]
pub struct Entry {
    /// In the order of their lines.
    pub records: Vec<Named>,
    /// A number that was replaced, whose record a process that ended may have left.
    pub before: Option<u64>,
}

/// A record as an entry names it.
#[derive(Clone, Copy)]
pub struct Named {
    /// Its first line, or one before it that is gone.
    pub first: Seq,
    /// What it lies under.
    pub number: u64,
    /// How many lines later than the first its last one is, up to [`SPAN_MAX`].
    span: u64,
}

impl Named {
    /// That of these lines.
    pub fn new(number: u64, lines: &[record::ChunkLine<'_>]) -> Self {
        let first = lines.first().map_or(Seq(0), |line| line.seq);
        let last = lines.last().map_or(Seq(0), |line| line.seq);
        Self {
            first,
            number,
            span: last.0.saturating_sub(first.0).min(SPAN_MAX),
        }
    }

    /// The same as one that begins at a line before.
    pub fn beginning_at(self, first: Seq) -> Self {
        let reached = self.first.0.saturating_sub(first.0) + self.span;
        Self {
            first,
            number: self.number,
            span: reached.min(SPAN_MAX),
        }
    }

    fn read([first, word]: [u64; 2]) -> Self {
        Self {
            first: Seq(first),
            number: word & ((1 << NUMBER_BITS) - 1),
            span: word >> NUMBER_BITS,
        }
    }

    fn words(self) -> [u64; 2] {
        [self.first.0, self.span << NUMBER_BITS | self.number]
    }
}

/// Where lines of a session are, or come to be: an entry of the index.
pub struct Row {
    /// Its key; `None` where the session has none as far as that.
    pub key: Option<IVec>,
    /// What it says.
    pub entry: Entry,
}

impl Row {
    /// The record that holds `seq`, or else the last one before it.
    pub fn before(&self, seq: Seq) -> Option<Named> {
        let last = self.entry.upto(seq).checked_sub(1)?;
        self.entry.records.get(last).copied()
    }

    /// How many lines, at the most, the last record before `seq` holds, where that record does not reach as far; told
    /// without reading it.
    pub fn length_before(&self, seq: Seq) -> Option<u64> {
        let ended = |it: &Named| it.span < SPAN_MAX && it.first.0 + it.span < seq.0;
        self.before(seq).filter(ended).map(|named| named.span + 1)
    }
}

impl Entry {
    /// `[first line][span and number]` of each record, and then a number that was replaced.
    pub fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut entry = Self::default();
        let (records, before) = words.as_chunks::<2>();
        for words in records {
            entry
                .records
                .push(Named::read(words.map(u64::from_be_bytes)));
        }
        entry.before = before.first().map(|number| u64::from_be_bytes(*number));
        match rest {
            [] => Ok(entry),
            _ => Err(StoreError::Damaged(Arc::from("an entry of lines"))),
        }
    }

    /// As [`Entry::read`] reads it.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.records.len() * 16 + 8);
        let words = self.records.iter().flat_map(|named| named.words());
        for word in words.chain(self.before) {
            bytes.extend_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    /// How many of the records begin up to and with `seq`.
    pub fn upto(&self, seq: Seq) -> usize {
        self.records.partition_point(|named| named.first <= seq)
    }
}
