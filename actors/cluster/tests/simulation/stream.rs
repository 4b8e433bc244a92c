//! A model of a stream: messages in one order, purged from the front.

use bytes::Bytes;

/// The model.
#[derive(Debug)]
pub struct Stream {
    /// Everything that was ever stored; the first lies at sequence 1. Purged messages stay here for the ledger.
    all: Vec<Bytes>,
    /// Oldest sequence that a node can read.
    first: u64,
}

/// What a read brings.
#[derive(Debug)]
pub struct Answer {
    /// Sequences and messages.
    pub messages: Vec<(u64, Bytes)>,
    /// Last sequence.
    pub end: u64,
    /// Oldest sequence that is still stored.
    pub first: u64,
}

impl Default for Stream {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            first: 1,
        }
    }
}

impl Stream {
    /// Stores a message if `after` is the last sequence, or if nobody looks.
    pub fn publish(&mut self, message: Bytes, after: Option<u64>) -> Option<u64> {
        if after.is_some_and(|after| after != self.end()) {
            return None;
        }
        self.all.push(message);
        Some(self.end())
    }

    /// Reads at most `count` messages, as if the stream ended `missing` earlier.
    pub fn read(&self, from: u64, count: usize, missing: u64) -> Answer {
        let end = self.end().saturating_sub(missing).max(self.first - 1);
        let from = from.max(self.first);
        let last = end.min(from + count as u64 - 1);
        Answer {
            messages: (from..=last)
                .map(|seq| (seq, self.at(seq).clone()))
                .collect(),
            end,
            first: self.first,
        }
    }

    /// Removes messages up to `upto`.
    pub fn purge(&mut self, upto: u64) {
        self.first = self.first.max(upto + 1);
    }

    /// The message at a sequence, also if it is purged.
    pub fn at(&self, seq: u64) -> &Bytes {
        &self.all[seq as usize - 1]
    }

    /// Last sequence.
    pub fn end(&self) -> u64 {
        self.all.len() as u64
    }

    /// Oldest sequence that a node can read.
    pub fn first(&self) -> u64 {
        self.first
    }
}
