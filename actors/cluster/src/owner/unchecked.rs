//! An owner without its checks, for the null control of the simulation.

use super::Owner;
use crate::message::Message;
use crate::position::{Position, Verdict};

impl Owner {
    /// Like [`Self::claiming`], but the machine believes each PubAck and ignores other claims. It acknowledges groups
    /// that do not count, beside another owner.
    pub fn claiming_unchecked(position: Position, node: &str, nonce: u64) -> Self {
        let mut owner = Self::claiming(position, node, nonce);
        owner.is_unchecked = true;
        owner
    }

    /// An own message counts as soon as it is stored, whatever lies before it.
    pub(super) fn verdict_unchecked(&mut self, seq: u64, message: &Message) -> Verdict {
        self.position.seq = self.position.seq.max(seq);
        match message {
            Message::Claim(claim) if claim.nonce == self.nonce && !self.owns => {
                self.position.epoch = self.epoch;
                self.position.owner = self.nonce;
                Verdict::Claimed
            }
            Message::Group(group) if group.nonce == self.nonce && self.owns => {
                let is_it = |pending: &super::Pending| pending.number == group.number;
                let found = self.pending.iter().position(is_it);
                let Some(pending) = found.and_then(|at| self.pending.remove(at)) else {
                    return Verdict::Void;
                };
                self.position.number = group.number;
                self.pending.push_front(pending);
                Verdict::Counts
            }
            Message::Claim(_) | Message::Group(_) => Verdict::Void,
        }
    }
}
