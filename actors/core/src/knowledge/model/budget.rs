//! The tokens that a tenant's model may use in a day. The day is UTC's, because the limit concerns costs and not office
//! hours.

use crate::time::Timestamp;

/// A day of UTC, counted from the epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub i64);

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1_000;

impl Day {
    /// The day of a moment.
    pub fn of(now: Timestamp) -> Self {
        Self(now.as_millis().div_euclid(DAY_MILLIS))
    }
}

/// The tokens used on a day, and those set aside for answers in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    day: Day,
    used: u64,
    set_aside: u64,
}

impl Budget {
    /// A budget with the tokens used on a day so far.
    pub fn new(day: Day, used: u64) -> Self {
        Self {
            day,
            used,
            set_aside: 0,
        }
    }

    /// Sets tokens aside for an answer if they fit into `most`. Returns whether they do.
    pub fn set_aside(&mut self, tokens: u64, most: u64, now: Timestamp) -> bool {
        self.turn(now);
        let taken = self.used.saturating_add(self.set_aside);
        let fits = taken.saturating_add(tokens) <= most;
        if fits {
            self.set_aside += tokens;
        }
        fits
    }

    /// Replaces the tokens set aside by those the answer used. Returns the day and its total.
    pub fn settle(&mut self, set_aside: u64, used: u64, now: Timestamp) -> (Day, u64) {
        self.turn(now);
        self.set_aside = self.set_aside.saturating_sub(set_aside);
        self.used = self.used.saturating_add(used);
        (self.day, self.used)
    }

    fn turn(&mut self, now: Timestamp) {
        let day = Day::of(now);
        if day > self.day {
            self.day = day;
            self.used = 0;
        }
    }
}

/// Estimates the tokens of a text if the model does not report them: three bytes each, which is more than most models
/// need.
pub fn estimate(text: &str) -> u64 {
    text.len() as u64 / 3 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    #[test]
    fn concurrent_answers_never_exceed_the_budget() {
        let mut budget = Budget::new(Day::of(NOW), 500);

        assert!(budget.set_aside(300, 1_000, NOW));
        assert!(!budget.set_aside(300, 1_000, NOW));
        assert_eq!(budget.settle(300, 100, NOW), (Day::of(NOW), 600));
        assert!(budget.set_aside(300, 1_000, NOW));
    }

    #[test]
    fn the_next_day_starts_with_an_empty_count() {
        let mut budget = Budget::new(Day::of(NOW), 1_000);
        let tomorrow = NOW + Span::from_minutes(24 * 60);

        assert!(!budget.set_aside(1, 1_000, NOW));
        assert!(budget.set_aside(1_000, 1_000, tomorrow));
        assert_eq!(budget.settle(1_000, 7, tomorrow), (Day::of(tomorrow), 7));
    }

    #[test]
    fn an_answer_across_midnight_counts_for_the_day_it_ends_on() {
        let mut budget = Budget::new(Day::of(NOW), 0);
        let tomorrow = NOW + Span::from_minutes(24 * 60);

        assert!(budget.set_aside(900, 1_000, NOW));
        assert!(!budget.set_aside(900, 1_000, tomorrow));
        assert_eq!(budget.settle(900, 40, tomorrow), (Day::of(tomorrow), 40));
    }
}
