//! Compares the sent messages with those that arrived.

use serde::{Deserialize, Serialize};

use super::payload::Payload;

/// Counts and faults of a run.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct Counts {
    /// Messages that the server acknowledged with 200.
    pub acknowledged: u64,
    /// Messages that reached their visitor.
    pub delivered: u64,
    /// Messages that never arrived, or arrived after a later one.
    pub lost: u64,
    /// Messages delivered again after the page acknowledged them.
    pub duplicates: u64,
    /// Messages that reached another visitor.
    pub misdelivered: u64,
    /// Events sent again after the cursor passed them.
    pub redelivered: u64,
    /// Answers other than 200.
    pub refused: u64,
    /// Polls answered 503; their visitors retry.
    pub polls_refused: u64,
    /// Connections that closed without a response; the request was repeated.
    pub broken: u64,
    /// The text of the first refusal.
    pub first_refusal: Option<String>,
}

impl Counts {
    /// Whether nothing was lost, repeated or misdelivered, and no call was refused.
    pub fn is_clean(&self) -> bool {
        self.lost + self.duplicates + self.misdelivered + self.refused == 0
    }
}

/// One conversation's count.
#[derive(Debug, Default, Clone)]
pub struct Conversation {
    /// The number of the newest message sent.
    pub sent: u32,
    /// The number of the newest message received.
    pub received: u32,
}

impl Conversation {
    /// Whether a message is in flight.
    pub fn is_open(&self) -> bool {
        self.sent > self.received
    }

    /// Notes that a message reached `visitor`.
    pub fn arrive(&mut self, visitor: u32, payload: Payload, counts: &mut Counts) {
        if payload.visitor != visitor {
            counts.misdelivered += 1;
            return;
        }
        if payload.number <= self.received {
            counts.duplicates += 1;
            return;
        }
        counts.delivered += 1;
        counts.lost += u64::from(payload.number - self.received - 1);
        self.received = payload.number;
    }

    /// Counts messages that have not arrived as lost.
    pub fn close(&mut self, counts: &mut Counts) {
        counts.lost += u64::from(self.sent - self.received);
        self.received = self.sent;
    }
}

#[cfg(test)]
mod tests {
    use super::{Conversation, Counts, Payload};

    fn payload(visitor: u32, number: u32) -> Payload {
        Payload {
            visitor,
            number,
            due_ns: 0,
        }
    }

    #[test]
    fn holes_repeats_and_strangers_are_each_counted() {
        let mut counts = Counts::default();
        let mut conversation = Conversation {
            sent: 5,
            received: 0,
        };
        for arriving in [payload(7, 1), payload(7, 1), payload(7, 3), payload(8, 4)] {
            conversation.arrive(7, arriving, &mut counts);
        }
        conversation.close(&mut counts);

        assert_eq!(
            (counts.delivered, counts.duplicates, counts.misdelivered),
            (2, 1, 1)
        );
        assert_eq!(
            counts.lost, 3,
            "number 2 was passed over, 4 and 5 never came"
        );
        assert!(!counts.is_clean());
    }
}
