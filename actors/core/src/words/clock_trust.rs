//! Decides whether to trust the clock for permanent deletion (docs/decisions/0025).

use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};

/// The longest time between two looks at the clock without doubt. The server looks every ten minutes, and a
/// restart takes some minutes.
const GAP_MAX: Span = Span::from_minutes(2 * 60);

/// How long a doubted clock must run without a jump to be trusted again.
const DOUBT: Span = Span::from_minutes(24 * 60);

/// The age at which the stored state is replaced.
const KEPT_FOR: Span = Span::from_minutes(60);

/// The history of the clock. It is stored, so that the next start detects a clock that was set in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockTrust {
    seen: Option<Timestamp>,
    doubted: Option<Timestamp>,
}

impl ClockTrust {
    /// Updates the history with a look at both clocks. `steady` runs on from the start of the process and cannot be
    /// set; `machine` is the machine's own. The earlier one counts, because it deletes less, so a machine's clock that
    /// is set ahead is never trusted. A clock that jumped is doubted for a day.
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

    /// The time, if it can be trusted.
    pub fn believed(self) -> Option<Timestamp> {
        self.seen.filter(|_| self.doubted.is_none())
    }

    /// Whether to store `later` in place of this state.
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
