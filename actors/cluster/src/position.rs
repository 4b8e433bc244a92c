//! The rule of the fold. Every node applies it to the same messages in the same order, so all nodes agree.

use crate::message::{Message, MessageError};
use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// How far a node folded a cell's stream, and who owns the cell there. The default is the beginning of a stream.
///
/// Stored beside the folded part and in snapshots: add fields at the end, and never reorder them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Epoch of the present owner; 0 before the first claim.
    pub epoch: u64,
    /// Nonce of the present owner's claim.
    pub owner: u64,
    /// Number of the present owner's last group that counts; 0 before its first.
    pub number: u64,
    /// Sequence of the last folded message; 0 before the first.
    pub seq: u64,
}

/// What a message means at its place in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A claim with a higher epoch: its node owns the cell from here on.
    Claimed,
    /// The owner's next group: its records are committed.
    Counts,
    /// Everything else: an outbid claim, a group of a former owner, a repeat, or a group whose predecessor is missing.
    Void,
}

/// Why the stream cannot be folded further. The node must not guess: it asks for a snapshot or for an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Messages are missing before this one: they are purged, and a snapshot holds what they were, or they are lost.
    #[error("the stream continues at {found}, but {expected} is next: load a snapshot")]
    Hole {
        /// The sequence after the last folded one.
        expected: u64,
        /// The sequence that was found.
        found: u64,
    },
    /// The stream ends before what was folded: it lost messages, or it is another stream.
    #[error("the stream ends at {end}, but {folded} was already folded from it")]
    Short {
        /// The stream's last sequence, as far as this node can tell.
        end: u64,
        /// The last folded sequence.
        folded: u64,
    },
    /// The message at this sequence is unreadable.
    #[error("message {seq}: {error}")]
    Unreadable {
        /// Its sequence.
        seq: u64,
        /// What is wrong.
        error: MessageError,
    },
    /// The stream refuses a message for its size, so no later one can count either.
    #[error("the stream refuses a message of {bytes} bytes: raise its limit to 8 MiB")]
    TooLarge {
        /// Size of the refused message.
        bytes: usize,
    },
}

impl Position {
    /// Folds the message at `seq`. The caller passes every message in the order of the stream, as [`Self::fold_stored`]
    /// checks. A message that was folded before is void and changes nothing.
    pub fn fold(&mut self, seq: u64, message: &Message) -> Verdict {
        if seq <= self.seq {
            return Verdict::Void;
        }
        self.seq = seq;
        match message {
            Message::Claim(claim) if claim.epoch > self.epoch => {
                self.epoch = claim.epoch;
                self.owner = claim.nonce;
                self.number = 0;
                Verdict::Claimed
            }
            Message::Group(group)
                if self.epoch > 0
                    && (group.epoch, group.nonce) == (self.epoch, self.owner)
                    && self.number.checked_add(1) == Some(group.number) =>
            {
                self.number = group.number;
                Verdict::Counts
            }
            Message::Claim(_) | Message::Group(_) => Verdict::Void,
        }
    }

    /// Folds the message at `seq` as the stream stores it, and returns it with its verdict.
    ///
    /// # Errors
    /// If a message is missing before it, or if it is unreadable. The position then stays.
    pub fn fold_stored(&mut self, seq: u64, stored: &Bytes) -> Result<(Verdict, Message), Damage> {
        let expected = self.next();
        if seq > expected {
            return Err(Damage::Hole {
                expected,
                found: seq,
            });
        }
        let message = Message::decode(stored).map_err(|error| Damage::Unreadable { seq, error })?;
        Ok((self.fold(seq, &message), message))
    }

    /// The sequence of the message to fold next.
    pub fn next(&self) -> u64 {
        self.seq.saturating_add(1)
    }
}

#[cfg(test)]
mod tests;
