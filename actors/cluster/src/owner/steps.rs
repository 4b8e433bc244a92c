//! How the machine folds, and what it wants next.

use super::{Action, Owner, Reading, Sent};
use crate::message::{Claim, Group, Message};
use crate::position::{Damage, Verdict};
use bytes::Bytes;

impl Owner {
    /// A publish is stored at `seq`. Folds it, unless there is a gap before it.
    pub(super) fn is_stored(&mut self, publish: u64, number: u64, seq: u64) {
        self.seen = self.seen.max(seq);
        let later = self.outstanding.range(publish..).count() as u64;
        self.expected = self.expected.max(seq.saturating_add(later));
        if self.is_unchecked() {
            self.fold_own(seq, number);
        } else if seq > self.position.seq {
            self.beyond.insert(seq, number);
            self.fold_beyond();
        }
    }

    /// Folds own messages that follow directly, and forgets those that a read folded.
    pub(super) fn fold_beyond(&mut self) {
        self.beyond = self.beyond.split_off(&self.position.next());
        while let Some(number) = self.beyond.remove(&self.position.next()) {
            self.fold_own(self.position.next(), number);
        }
    }

    /// Folds a message that was read, unless it is folded.
    pub(super) fn fold_stored(&mut self, seq: u64, stored: &Bytes) {
        if seq <= self.position.seq {
            return;
        }
        #[cfg(feature = "testing")]
        if self.is_unchecked() {
            if let Ok(message) = Message::decode(stored) {
                let verdict = self.verdict_unchecked(seq, &message);
                self.follow(verdict);
            }
            return;
        }
        match self.position.fold_stored(seq, stored) {
            Ok((verdict, _)) => self.follow(verdict),
            Err(damage) => self.lose(Some(damage)),
        }
    }

    /// Ends the machine. What was folded before still counts.
    pub(super) fn lose(&mut self, damage: Option<Damage>) {
        self.is_finished = true;
        self.damage = damage;
        self.reading = None;
        self.outstanding.clear();
        self.beyond.clear();
        self.actions
            .retain(|action| matches!(action, Action::Own | Action::Counts { .. }));
        self.actions.push_back(Action::Lost {
            epoch: self.position.epoch,
        });
    }

    /// Wants what is next: a read, or publishes.
    pub(super) fn proceed(&mut self) {
        if self.is_finished {
            return;
        }
        if self.reading.is_none() {
            let is_quiet = self.outstanding.is_empty();
            if self.position.seq < self.seen && !self.is_unchecked() {
                self.read(is_quiet && self.is_stuck);
            } else if is_quiet && self.sent > 0 {
                // These have outcomes, everything known is folded, and yet they do not count.
                self.is_stuck = true;
                self.read(true);
            } else if is_quiet {
                self.is_stuck = false;
            }
        }
        self.publish();
    }

    /// Wants a read from the first message that is not folded.
    pub(super) fn read(&mut self, settles: bool) {
        self.reading = Some(Reading {
            known: self.seen.max(self.position.seq),
            settles,
        });
        self.actions.push_back(Action::Read {
            from: self.position.next(),
        });
    }

    /// Wants all publishes that may go now.
    fn publish(&mut self) {
        while !self.is_stuck
            && let Some(pending) = self.pending.get(self.sent)
            && (self.owns || pending.number == 0)
        {
            if self.outstanding.is_empty() {
                self.expected = self.seen.max(self.position.seq);
            }
            self.last_publish += 1;
            self.actions.push_back(Action::Publish {
                publish: self.last_publish,
                message: pending.message.clone(),
                after: self.expected,
            });
            self.expected = self.expected.saturating_add(1);
            self.sent += 1;
            self.outstanding.insert(
                self.last_publish,
                Sent {
                    number: pending.number,
                    folded: self.position.seq,
                },
            );
        }
    }

    /// Folds an own message without reading it. The fold does not look at the frames.
    fn fold_own(&mut self, seq: u64, number: u64) {
        let message = if number == 0 {
            Message::Claim(Claim {
                epoch: self.epoch,
                node: String::new(),
                nonce: self.nonce,
            })
        } else {
            Message::Group(Group {
                epoch: self.epoch,
                nonce: self.nonce,
                number,
                frames: Bytes::new(),
            })
        };
        let verdict = self.verdict(seq, &message);
        self.follow(verdict);
        if verdict == Verdict::Void && number > self.position.number {
            self.is_stuck = true;
        }
    }

    fn verdict(&mut self, seq: u64, message: &Message) -> Verdict {
        #[cfg(feature = "testing")]
        if self.is_unchecked() {
            return self.verdict_unchecked(seq, message);
        }
        self.position.fold(seq, message)
    }

    /// Does what the message that was just folded means for this owner.
    fn follow(&mut self, verdict: Verdict) {
        let is_ours = (self.position.epoch, self.position.owner) == (self.epoch, self.nonce);
        match verdict {
            Verdict::Claimed if is_ours => {
                self.owns = true;
                self.settle_oldest(0, Action::Own);
            }
            Verdict::Claimed => self.lose(None),
            Verdict::Counts if is_ours => {
                let position = self.position;
                self.settle_oldest(position.number, Action::Counts { position });
            }
            Verdict::Counts | Verdict::Void => {}
        }
    }

    /// The oldest pending message counts.
    fn settle_oldest(&mut self, number: u64, action: Action) {
        if self
            .pending
            .front()
            .is_some_and(|oldest| oldest.number == number)
        {
            self.pending.pop_front();
            self.sent = self.sent.saturating_sub(1);
            self.actions.push_back(action);
        } else {
            // Somebody else publishes under this claim: its nonce was used twice.
            self.lose(None);
        }
    }

    fn is_unchecked(&self) -> bool {
        #[cfg(feature = "testing")]
        return self.is_unchecked;
        #[cfg(not(feature = "testing"))]
        false
    }
}
