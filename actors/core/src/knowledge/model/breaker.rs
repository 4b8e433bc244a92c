//! A circuit breaker for a large model. After several failures in a row the model rests. Then one question tries it,
//! and each failed try doubles the rest.

use crate::time::{Span, Timestamp};

/// Failures in a row before it rests.
const FAILURES_MAX: u32 = 3;
/// The first rest.
const REST: Span = Span::from_secs(30);
/// The longest rest.
const REST_MAX: Span = Span::from_minutes(10);

/// The state of the breaker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaker {
    /// The last answer was no failure.
    #[default]
    Sound,
    /// The number of failures in a row; the model is still asked.
    Shaky(u32),
    /// The model rests.
    Resting {
        /// The end of the rest.
        until: Timestamp,
        /// Its length.
        rest: Span,
    },
    /// One question tries the model, and no other is asked before `until`.
    Tried {
        /// When another question may try it, in case the first one is lost.
        until: Timestamp,
        /// The length of the rest before.
        rest: Span,
    },
}

/// The outcome of a question, as far as it concerns the breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It answered.
    Answered,
    /// It failed.
    Failed,
    /// The outcome says nothing about the model.
    Neither,
}

impl Breaker {
    /// Whether the model may be asked. A caller that gets `true` asks, and reports to [`Self::came_out`].
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

    /// Records the outcome of a question.
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
            // This question was asked before the rest began.
            (Outcome::Failed, resting @ Self::Resting { .. }) => resting,
            // The next question tries the model at once.
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
    fn an_answer_resets_the_count_of_failures() {
        let mut breaker = failing(2);
        breaker.came_out(Outcome::Answered, NOW);
        breaker.came_out(Outcome::Failed, NOW);

        assert!(breaker.may_ask(NOW));
    }

    #[test]
    fn one_question_tries_a_resting_model_and_the_others_wait_for_its_outcome() {
        let mut breaker = failing(3);
        assert!(breaker.may_ask(after(31)));
        assert!(!breaker.may_ask(after(31)));

        breaker.came_out(Outcome::Answered, after(32));

        assert!(breaker.may_ask(after(32)) && breaker.may_ask(after(32)));
    }

    #[test]
    fn each_failed_try_doubles_the_rest_up_to_a_limit() {
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
    fn a_lost_try_does_not_block_the_model_forever() {
        let mut breaker = failing(3);
        assert!(breaker.may_ask(after(30)));

        assert!(!breaker.may_ask(after(59)));
        assert!(breaker.may_ask(after(60)));
    }

    #[test]
    fn a_try_with_a_neutral_outcome_lets_the_next_question_try() {
        let mut breaker = failing(3);
        assert!(breaker.may_ask(after(30)));
        breaker.came_out(Outcome::Neither, after(31));

        assert!(breaker.may_ask(after(31)));
    }
}
