//! Index entries: which records hold a session's lines.

use crate::store::record;
use actors_core::ids::Seq;
use actors_runtime::ports::StoreError;
use sled::IVec;
use std::sync::Arc;

/// Low bits of a record's second word in an entry: its number. The bits above are its span.
const NUMBER_BITS: u32 = 48;
/// Largest span in an entry. At this value, the last line is known only from the record itself.
const SPAN_MAX: u64 = u16::MAX as u64;

/// An index entry: consecutive records of a session.
#[derive(Default)]
pub struct Entry {
    /// In the order of their lines.
    pub records: Vec<RecordRef>,
    /// The number of a replaced record, which a crash may have left behind.
    pub before: Option<u64>,
}

/// A record as an entry names it.
#[derive(Clone, Copy)]
pub struct RecordRef {
    /// Its first line, or a deleted line before that.
    pub first: Seq,
    /// The record's key.
    pub number: u64,
    /// The distance from its first line to its last, up to [`SPAN_MAX`].
    span: u64,
}

impl RecordRef {
    /// Names the record `number`, which holds `lines`.
    pub fn new(number: u64, lines: &[record::ChunkLine<'_>]) -> Self {
        let first = lines.first().map_or(Seq(0), |line| line.seq);
        let last = lines.last().map_or(Seq(0), |line| line.seq);
        Self {
            first,
            number,
            span: last.0.saturating_sub(first.0).min(SPAN_MAX),
        }
    }

    /// The same record, beginning at an earlier line.
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

/// The index entry for a line that is searched or added.
pub struct Row {
    /// Its key; `None` if the session has no entry up to that line.
    pub key: Option<IVec>,
    /// Its content.
    pub entry: Entry,
}

impl Row {
    /// The record that holds `seq`, or the last one before it.
    pub fn before(&self, seq: Seq) -> Option<RecordRef> {
        let last = self.entry.upto(seq).checked_sub(1)?;
        self.entry.records.get(last).copied()
    }

    /// The maximum number of lines in the last record before `seq`, if that record ends before `seq`. Known without
    /// reading the record.
    pub fn length_before(&self, seq: Seq) -> Option<u64> {
        let ended = |it: &RecordRef| it.span < SPAN_MAX && it.first.0 + it.span < seq.0;
        self.before(seq).filter(ended).map(|named| named.span + 1)
    }
}

impl Entry {
    /// Reads `[first line][span and number]` of each record, and then the number of a replaced record.
    pub fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut entry = Self::default();
        let (records, before) = words.as_chunks::<2>();
        for words in records {
            entry
                .records
                .push(RecordRef::read(words.map(u64::from_be_bytes)));
        }
        entry.before = before.first().map(|number| u64::from_be_bytes(*number));
        match rest {
            [] => Ok(entry),
            _ => Err(StoreError::Damaged(Arc::from("an entry of lines"))),
        }
    }

    /// Writes the bytes that [`Entry::read`] reads.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.records.len() * 16 + 8);
        let words = self.records.iter().flat_map(|named| named.words());
        for word in words.chain(self.before) {
            bytes.extend_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    /// How many of the records begin at or before `seq`.
    pub fn upto(&self, seq: Seq) -> usize {
        self.records.partition_point(|named| named.first <= seq)
    }
}
