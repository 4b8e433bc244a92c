//! Whether the clock may be believed where what it says removes something for good (docs/decisions/0116).

use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};

/// How long nothing may have been seen of the clock. It is looked at every hour, and a restart takes some minutes.
const GAP_MAX: Span = Span::from_minutes(2 * 60);

/// How long a clock in doubt must go right until it is believed.
const DOUBT: Span = Span::from_minutes(24 * 60);

/// So old may be what was kept last.
const KEPT_FOR: Span = Span::from_minutes(60);

/// What is known of the clock. It outlives the process, so that a clock that was set meanwhile is found at the next start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockTrust {
    seen: Option<Timestamp>,
    doubted: Option<Timestamp>,
}

impl ClockTrust {
    /// What is known after a look at both clocks: `steady` goes on from the start of the process and cannot be set,
    /// `machine` is the machine's own. The earlier one counts, since it removes less: so a machine's clock that is set
    /// ahead is never believed. A clock that has jumped is in doubt for a day.
    #[must_use]
    pub fn look(self, steady: Timestamp, machine: Timestamp) -> Self {
        let now = steady.min(machine);
        let has_jumped = self.seen.is_none_or(|seen| distance(seen, now) > GAP_MAX);
        let doubted = if has_jumped {
            Some(now)
        } else {
            self.doubted.filter(|since| now.since(*since) < DOUBT)
        };
        Self {
            seen: Some(now),
            doubted,
        }
    }

    /// The time, if it may be believed.
    pub fn believed(self) -> Option<Timestamp> {
        self.seen.filter(|_| self.doubted.is_none())
    }

    /// Whether `later` is to be kept in place of this.
    pub fn is_outdated_by(self, later: Self) -> bool {
        let is_old = |seen| {
            later
                .seen
                .is_some_and(|now| distance(seen, now) >= KEPT_FOR)
        };
        self.seen.is_none_or(is_old)
    }
}

fn distance(one: Timestamp, other: Timestamp) -> Span {
    one.since(other).max(other.since(one))
}
