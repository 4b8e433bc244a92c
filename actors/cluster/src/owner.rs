//! The machine of a node that claims a cell and publishes its groups. It decides what to publish and read, and when a
//! group is acknowledged. A shell performs its actions and waits where waiting is wanted.
//!
//! The machine acknowledges a group only when its own fold says that the group counts:
//!
//! - If a publish is stored directly after the last folded sequence, the machine knows what lies there, and folds it
//!   without reading. If there is a gap, it reads first.
//! - A publish that was refused or not answered may still be stored, or not. The machine lets all other publishes end,
//!   reads to the end of the stream, and publishes again, in order, what does not count.
//! - A claim of somebody else that rules ends the machine.
//!
//! Memory: each submitted group until it counts, and some words for each publish without an outcome. The machine sends
//! what is submitted at once, so the shell limits both by [`Owner::in_flight`].

use crate::message::{Claim, Group, Message};
use crate::position::{Damage, Position};
use bytes::Bytes;
use std::collections::{BTreeMap, VecDeque};

/// How many reads in a row may end before what is folded. A former leader of the stream may answer so for a moment. A
/// stream that stays shorter lost messages.
pub const SHORT_READS_MAX: u32 = 20;

/// What the shell does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Publish `message`, and report the outcome by [`Owner::published`]. Publishes are sent in the order of actions.
    Publish {
        /// Names the publish in its outcome.
        publish: u64,
        /// The message's bytes.
        message: Bytes,
        /// The expected last sequence of the stream.
        after: u64,
    },
    /// Read the stream from this sequence, and report by [`Owner::has_read`] or [`Owner::read_failed`]. If the
    /// sequence is that of the read before, that read brought nothing: wait before this one.
    Read {
        /// First sequence to read.
        from: u64,
    },
    /// The claim counts, and the node owns the cell.
    Own,
    /// The oldest group in flight counts: acknowledge it. This comes in order and once for each group.
    Counts {
        /// Where the group lies.
        position: Position,
    },
    /// The machine is finished and acknowledges nothing more. Another claim rules, or [`Owner::damage`] says why.
    Lost {
        /// Epoch of the owner, as far as this machine folded.
        epoch: u64,
    },
}

/// A publish without a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublishError {
    /// The stream refused the message: its last sequence is another one.
    #[error("not stored: the stream's last sequence is not the expected one")]
    NotStored,
    /// Nobody answered. The message may be stored, even later.
    #[error("no answer: the message may be stored")]
    Unknown,
    /// The stream can never store a message of this size.
    #[error("not stored: the message is too large for the stream")]
    TooLarge,
}

/// The machine of an owner, from its claim to its loss.
#[derive(Debug)]
pub struct Owner {
    position: Position,
    epoch: u64,
    nonce: u64,
    owns: bool,
    is_finished: bool,
    damage: Option<Damage>,
    /// What does not count yet, oldest first: the claim, then groups.
    pending: VecDeque<Pending>,
    /// How many of `pending`, from the oldest, were published since the stream was last read to its end.
    sent: usize,
    /// Number of the newest submitted group.
    submitted: u64,
    /// Publishes without an outcome.
    outstanding: BTreeMap<u64, Sent>,
    last_publish: u64,
    /// Own messages beyond a gap: their sequences and numbers.
    beyond: BTreeMap<u64, u64>,
    /// Highest sequence that is known to be stored.
    seen: u64,
    /// Sequence of the newest publish if nobody else publishes.
    expected: u64,
    /// A message of ours is refused or void: later ones would be void as well, so none is sent.
    is_stuck: bool,
    reading: Option<Reading>,
    short_reads: u32,
    actions: VecDeque<Action>,
    #[cfg(feature = "testing")]
    is_unchecked: bool,
}

#[derive(Debug)]
struct Pending {
    /// 0 for the claim.
    number: u64,
    message: Bytes,
}

#[derive(Debug)]
struct Sent {
    number: u64,
    /// What was folded when it was sent. A sound stream stores it later.
    folded: u64,
}

#[derive(Clone, Copy, Debug)]
struct Reading {
    /// What was known to be stored when it began. A shorter answer is that of a former leader.
    known: u64,
    /// It began when the machine was stuck and no publish outstanding, so its end settles what is stored.
    settles: bool,
}

impl Owner {
    /// A machine that claims the cell for `node`, with an epoch above that of `position`. `nonce` is a fresh random
    /// number. The first action publishes the claim.
    pub fn claiming(position: Position, node: &str, nonce: u64) -> Self {
        let epoch = position.epoch.saturating_add(1);
        let claim = Message::Claim(Claim {
            epoch,
            node: node.to_owned(),
            nonce,
        });
        let mut owner = Self {
            position,
            epoch,
            nonce,
            owns: false,
            is_finished: false,
            damage: None,
            pending: VecDeque::from([Pending {
                number: 0,
                message: claim.encode(),
            }]),
            sent: 0,
            submitted: 0,
            outstanding: BTreeMap::new(),
            last_publish: 0,
            beyond: BTreeMap::new(),
            seen: position.seq,
            expected: position.seq,
            is_stuck: false,
            reading: None,
            short_reads: 0,
            actions: VecDeque::new(),
            #[cfg(feature = "testing")]
            is_unchecked: false,
        };
        owner.proceed();
        owner
    }

    /// Takes the next group. Groups that are submitted before [`Action::Own`] wait for it. A group after
    /// [`Action::Lost`] is dropped. At most [`FRAMES_BYTES_MAX`](crate::message::FRAMES_BYTES_MAX) bytes.
    pub fn submit(&mut self, frames: Bytes) {
        if self.is_finished {
            return;
        }
        self.submitted += 1;
        let group = Message::Group(Group {
            epoch: self.epoch,
            nonce: self.nonce,
            number: self.submitted,
            frames,
        });
        self.pending.push_back(Pending {
            number: self.submitted,
            message: group.encode(),
        });
        self.proceed();
    }

    /// The next action. Call it after every input until it returns `None`.
    #[expect(
        clippy::should_implement_trait,
        reason = "a machine is no iterator: it continues after None"
    )]
    pub fn next(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Takes the outcome of a publish: the sequence at which it is stored, or why there is none.
    pub fn published(&mut self, publish: u64, outcome: Result<u64, PublishError>) {
        let Some(sent) = self.outstanding.remove(&publish) else {
            return;
        };
        match outcome {
            Ok(seq) if seq <= sent.folded => self.lose(Some(Damage::Short {
                end: seq,
                folded: sent.folded,
            })),
            Ok(seq) => self.is_stored(publish, sent.number, seq),
            Err(PublishError::NotStored | PublishError::Unknown) => self.is_stuck = true,
            Err(PublishError::TooLarge) => {
                let message = self
                    .pending
                    .iter()
                    .find(|pending| pending.number == sent.number);
                let bytes = message.map_or(0, |pending| pending.message.len());
                self.lose(Some(Damage::TooLarge { bytes }));
            }
        }
        self.proceed();
    }

    /// Takes the oldest sequence that the stream still stores ([`Read::first`](crate::log::Read::first)). Call it before
    /// [`Self::has_read`], which cannot see what is missing if nothing is left to read.
    ///
    /// If messages that were not folded are purged, a claim may be among them: the machine is lost. The node follows
    /// from a snapshot, and may claim again from there.
    pub fn stream_begins(&mut self, first: u64) {
        let expected = self.position.next();
        if self.reading.is_some() && first > expected {
            self.lose(Some(Damage::Hole {
                expected,
                found: first,
            }));
        }
    }

    /// Takes messages, in order, from the sequence that was asked for, and the stream's last sequence when they were
    /// read. They may be fewer than there are.
    pub fn has_read(&mut self, messages: &[(u64, Bytes)], end: u64) {
        let Some(reading) = self.reading.take() else {
            return;
        };
        for (seq, stored) in messages {
            if self.is_finished {
                return;
            }
            self.fold_stored(*seq, stored);
        }
        self.fold_beyond();
        if self.is_finished {
            return;
        }
        let is_short = end < reading.known;
        self.short_reads = if is_short { self.short_reads + 1 } else { 0 };
        if self.short_reads >= SHORT_READS_MAX {
            let folded = self.position.seq;
            self.lose(Some(Damage::Short { end, folded }));
        } else if reading.settles && (is_short || self.position.seq < end.max(self.seen)) {
            self.read(true);
        } else if reading.settles {
            self.sent = 0;
        }
        self.proceed();
    }

    /// Takes that a read failed. The machine wants it again, and the shell decides when.
    pub fn read_failed(&mut self) {
        if let Some(reading) = self.reading {
            self.read(reading.settles);
        }
    }

    /// How far this machine folded the stream.
    pub fn position(&self) -> Position {
        self.position
    }

    /// How many submitted groups do not count yet. After [`Action::Lost`]: how many were not acknowledged.
    pub fn in_flight(&self) -> usize {
        self.pending.len() - usize::from(!self.owns)
    }

    /// Why the machine gave up although no other claim rules: the stream is purged, damaged or too small.
    pub fn damage(&self) -> Option<Damage> {
        self.damage
    }
}

mod steps;
#[cfg(test)]
mod tests;
#[cfg(feature = "testing")]
mod unchecked;
