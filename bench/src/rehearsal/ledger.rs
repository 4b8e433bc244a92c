//! What was sent and what arrived, in one direction of one conversation.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Breaches of what the server promises: each message once and in order, and no place in the queue that grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Messages that were acknowledged and did not arrive.
    pub lost: u64,
    /// Messages that arrived again under another `seq`.
    pub twice: u64,
    /// Messages that arrived behind a later one.
    pub disordered: u64,
    /// Places in the queue that grew.
    pub grown: u64,
}

impl Faults {
    /// All together.
    pub fn total(&self) -> u64 {
        self.lost + self.twice + self.disordered + self.grown
    }

    /// Adds others.
    pub fn add(&mut self, other: Self) {
        self.lost += other.lost;
        self.twice += other.twice;
        self.disordered += other.disordered;
        self.grown += other.grown;
    }
}

/// One direction. Messages are numbered in the order in which they are sent.
#[derive(Debug, Default)]
pub struct Way {
    messages: BTreeMap<u32, Message>,
    last: u32,
    faults: Faults,
}

#[derive(Debug)]
struct Message {
    sent: Instant,
    is_acknowledged: bool,
    has_arrived: bool,
}

impl Way {
    /// A message is about to be sent.
    pub fn send(&mut self, number: u32, at: Instant) {
        let message = Message {
            sent: at,
            is_acknowledged: false,
            has_arrived: false,
        };
        self.messages.insert(number, message);
    }

    /// The sender has the acknowledgement.
    pub fn acknowledge(&mut self, number: u32) {
        if let Some(message) = self.messages.get_mut(&number) {
            message.is_acknowledged = true;
        }
    }

    /// The message is at the other side. Returns when it was sent and how long it took, if it is the first time.
    pub fn arrive(&mut self, number: u32, at: Instant) -> Option<(Instant, Duration)> {
        let message = self.messages.get_mut(&number)?;
        if std::mem::replace(&mut message.has_arrived, true) {
            self.faults.twice += 1;
            return None;
        }
        if number < self.last {
            self.faults.disordered += 1;
        }
        self.last = self.last.max(number);
        Some((message.sent, at.saturating_duration_since(message.sent)))
    }

    /// Everything that went wrong, when nothing more can arrive.
    pub fn faults(&self) -> Faults {
        let is_lost = |message: &&Message| message.is_acknowledged && !message.has_arrived;
        Faults {
            lost: self.messages.values().filter(is_lost).count() as u64,
            ..self.faults
        }
    }
}

/// The places of one waiting visitor.
#[derive(Debug, Default)]
pub struct Places {
    last: Option<u32>,
    /// How often the place grew.
    pub grown: u64,
}

impl Places {
    /// The visitor reads a place; 0 is none.
    pub fn read(&mut self, place: u32) {
        if place == 0 {
            return;
        }
        if self.last.is_some_and(|last| place > last) {
            self.grown += 1;
        }
        self.last = Some(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_arrives_once_and_in_order_has_no_fault() {
        let (mut way, now) = (Way::default(), Instant::now());
        for number in 1..=3 {
            way.send(number, now);
            way.acknowledge(number);
        }

        let took = way.arrive(1, now + Duration::from_millis(5));
        way.arrive(2, now);
        way.arrive(3, now);

        assert_eq!(took, Some((now, Duration::from_millis(5))));
        assert_eq!(way.faults(), Faults::default());
    }

    #[test]
    fn lost_repeated_and_disordered_messages_are_counted() {
        let (mut way, now) = (Way::default(), Instant::now());
        for number in 1..=4 {
            way.send(number, now);
        }
        way.acknowledge(1);
        way.acknowledge(2);

        way.arrive(3, now);
        way.arrive(2, now);
        way.arrive(2, now);

        let expected = Faults {
            lost: 1,
            twice: 1,
            disordered: 1,
            grown: 0,
        };
        assert_eq!(way.faults(), expected, "4 was never acknowledged");
    }

    #[test]
    fn a_place_may_only_shrink() {
        let mut places = Places::default();

        for place in [5, 5, 3, 0, 4, 2] {
            places.read(place);
        }

        assert_eq!(places.grown, 1);
    }
}
