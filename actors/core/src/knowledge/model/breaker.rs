//! Leaves a model alone that fails: after a few failures in a row it rests, then one question tries it, and each time
//! that fails as well it rests twice as long.

use crate::time::{Span, Timestamp};

/// Failures in a row after which it rests.
const FAILURES_MAX: u32 = 3;
/// How long it rests the first time.
const REST: Span = Span::from_secs(30);
/// How long it rests at most.
const REST_MAX: Span = Span::from_minutes(10);

/// Whether a model is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaker {
    /// It is, as far as it did not fail so many times in a row.
    #[default]
    Sound,
    /// It failed this often in a row.
    Shaky(u32),
    /// It rests until then, and next time for so long.
    Resting {
        /// Until when.
        until: Timestamp,
        /// For how long it rests now.
        rest: Span,
    },
    /// One question tries it; no other is asked meanwhile, until then at the latest.
    Tried {
        /// From when on another may try it: the first may have got lost.
        until: Timestamp,
        /// For how long it rested.
        rest: Span,
    },
}

/// How an answer came out, as far as the model is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It answered.
    Answered,
    /// It did not.
    Failed,
    /// It was not its fault either way.
    Neither,
}

impl Breaker {
    /// Whether it may be asked now; whoever is told so asks, and says how it came out.
    pub fn may_ask(&mut self, now: Timestamp) -> bool {
        match *self {
            Self::Sound | Self::Shaky(_) => true,
            Self::Resting { until, rest } | Self::Tried { until, rest } if until <= now => {
                *self = Self::Tried {
                    until: now + rest,
                    rest,
                };
                true
            }
            Self::Resting { .. } | Self::Tried { .. } => false,
        }
    }

    /// How it came out.
    pub fn came_out(&mut self, outcome: Outcome, now: Timestamp) {
        *self = match (outcome, *self) {
            (Outcome::Answered, _) => Self::Sound,
            (Outcome::Failed, Self::Sound) => Self::Shaky(1),
            (Outcome::Failed, Self::Shaky(failures)) if failures + 1 < FAILURES_MAX => {
                Self::Shaky(failures + 1)
            }
            (Outcome::Failed, Self::Shaky(_)) => Self::resting(now, REST),
            (Outcome::Failed, Self::Tried { rest, .. }) => {
                let longer = Span::from_millis(rest.as_millis() * 2);
                Self::resting(now, longer.min(REST_MAX))
            }
            // It was asked before it began to rest.
            (Outcome::Failed, resting @ Self::Resting { .. }) => resting,
            // The next one tries it at once.
            (Outcome::Neither, Self::Tried { rest, .. }) => Self::Resting { until: now, rest },
            (Outcome::Neither, same) => same,
        };
    }

    fn resting(now: Timestamp, rest: Span) -> Self {
        Self::Resting {
            until: now + rest,
            rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn after(seconds: i64) -> Timestamp {
        NOW + Span::from_secs(u64::try_from(seconds).unwrap())
    }

    fn failing(times: u32) -> Breaker {
        let mut breaker = Breaker::default();
        for _ in 0..times {
            assert!(breaker.may_ask(NOW));
            breaker.came_out(Outcome::Failed, NOW);
        }
        breaker
    }

    #[test]
    fn a_model_that_fails_three_times_in_a_row_rests() {
        assert!(failing(2).may_ask(NOW));
        let mut breaker = failing(3);

        assert!(!breaker.may_ask(after(29)));
        assert!(breaker.may_ask(after(30)));
    }

    #[test]
    fn an_answer_in_between_makes_the_count_begin_anew() {
        let mut breaker = failing(2);
        breaker.came_out(Outcome::Answered, NOW);
        breaker.came_out(Outcome::Failed, NOW);

        assert!(breaker.may_ask(NOW));
    }

    #[test]
    fn one_question_tries_it_and_the_others_wait_for_how_that_comes_out() {
        let mut breaker = failing(3);
        assert!(breaker.may_ask(after(31)));
        assert!(!breaker.may_ask(after(31)));

        breaker.came_out(Outcome::Answered, after(32));

        assert!(breaker.may_ask(after(32)) && breaker.may_ask(after(32)));
    }

    #[test]
    fn each_time_it_fails_again_it_rests_twice_as_long_but_not_for_ever() {
        let mut breaker = failing(3);
        let mut now = after(30);
        for rest in [60, 120, 240, 480, 600, 600] {
            assert!(breaker.may_ask(now));
            breaker.came_out(Outcome::Failed, now);
            assert!(!breaker.may_ask(now + Span::from_secs(rest - 1)), "{rest}");
            now = now + Span::from_secs(rest);
        }
        assert!(breaker.may_ask(now));
    }

    #[test]
    fn a_try_that_gets_lost_does_not_close_it_for_ever() {
        let mut breaker = failing(3);
        assert!(breaker.may_ask(after(30)));

        assert!(!breaker.may_ask(after(59)));
        assert!(breaker.may_ask(after(60)));
    }

    #[test]
    fn a_try_that_says_nothing_of_the_model_lets_the_next_one_try() {
        let mut breaker = failing(3);
        assert!(breaker.may_ask(after(30)));
        breaker.came_out(Outcome::Neither, after(31));

        assert!(breaker.may_ask(after(31)));
    }
}
