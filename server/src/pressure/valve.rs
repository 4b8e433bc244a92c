//! How far to close: a pure controller, fed with how long things waited for their turn in each window.

use std::time::Duration;

/// One measurement takes so long, and longer where the wait is longer.
pub const WINDOW: Duration = Duration::from_millis(50);

/// A wait that is felt. Half of what a refusal may take.
const TARGET: Duration = Duration::from_millis(5);

/// For so long the wait must be too long before anybody is refused: a machine that was busy with something else for a
/// moment is not a server that has too much to do.
const PATIENCE: Duration = Duration::from_millis(200);

/// The wait that refusing is to lead to: of those who are refused, nearly all wait no more than some times that.
const GOAL: Duration = Duration::from_micros(1_500);

/// Closed entirely: everything that can be refused is.
pub const CLOSED: u32 = 3_000;

/// How far it goes in a window at most: as many steps as the wait is times the goal, up to eight, of this.
const STEP: f64 = 15.0;
const STEPS_MAX: f64 = 8.0;

/// The same where refusals are late whatever is done: too far leaves a thread without work, and nobody is refused sooner.
const STEP_WITH_MORE: f64 = 4.0;

/// And back, where nobody waits: in a window so much more of the rank of which some are refused, for each part of the window in
/// which the thread had nothing to do. The nearer it comes to what can be served, the smaller the step, so that it does not go
/// past that and back for ever; and all the way within some seconds where nothing comes any more.
const BACK: f64 = 0.12;
/// So much of its time a thread keeps free where all are refused in time: what a moment's delay heaped up is done soon
/// (docs/decisions/0110).
const RESERVE: f64 = 0.1;
/// Where nobody has waited too long for a while, more is no longer found out step by step: as much as if all of the rank were
/// accepted. A flood that goes on makes somebody wait within half a second or a second each time it opens.
const A_WHILE: Duration = Duration::from_secs(2);
/// So far in any case: a thread that always has something to do tries as well.
const BACK_LEAST: f64 = 1.0;

/// A thread that had work for so much of the time is busy. Where it had not, whatever made things wait is something else on
/// the machine, and refusing anybody would not help.
const BUSY: f64 = 0.8;

/// What a thread felt in one measurement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Felt {
    /// What was typically waited for a turn ([`typical`]).
    pub wait: Duration,
    /// The longest such wait on the threads beside this one that are busy.
    pub elsewhere: Duration,
    /// How long the measurement took.
    pub lasted: Duration,
    /// For which share of it the thread had work.
    pub busy: f64,
    /// Whether refusing has less time than it would need, and serving more.
    pub serves_more: bool,
}

impl Felt {
    /// The wait that refusing would shorten.
    pub fn line(&self) -> Duration {
        if self.busy >= BUSY {
            self.wait.max(self.elsewhere)
        } else {
            self.elsewhere
        }
    }

    fn step(&self) -> f64 {
        if self.serves_more {
            STEP_WITH_MORE
        } else {
            STEP
        }
    }
}

/// What is typical of these waits: the median. A core that is with something else for some milliseconds makes one or two of a
/// measurement's beats late, and a line makes all of them; refusing shortens lines only.
pub fn typical(waits: &mut [Duration]) -> Duration {
    let middle = waits.len() / 2;
    match waits {
        [] => Duration::ZERO,
        _ => *waits.select_nth_unstable(middle).1,
    }
}

/// The valve; one a worker, fed by its thread and the sessions'.
#[derive(Debug, Default)]
pub struct Valve {
    closed: f64,
    too_long: Duration,
    /// For how long nobody has waited longer than they should.
    quiet: Duration,
    serves_more: bool,
    /// How far it was closed as serving had more last.
    with_more: Option<f64>,
}

impl Valve {
    /// Takes a measurement and says how far the valve is closed now, 0 to 3,000.
    pub fn note(&mut self, felt: Felt) -> u32 {
        self.share_out(felt.serves_more);
        let windows = felt.lasted.as_secs_f64() / WINDOW.as_secs_f64();
        let wait = felt.line();
        if wait > TARGET {
            self.too_long += felt.lasted;
        } else if wait < GOAL {
            self.too_long = Duration::ZERO;
        }
        if self.closed > 0.0 || self.too_long >= PATIENCE {
            let times = wait.as_secs_f64() / GOAL.as_secs_f64();
            let step = if times > 1.0 {
                self.quiet = Duration::ZERO;
                (times - 1.0).min(STEPS_MAX) * felt.step()
            } else {
                self.quiet += felt.lasted;
                self.back(&felt)
            };
            self.closed = (self.closed + step * windows).clamp(0.0, f64::from(CLOSED));
        }
        self.closed as u32
    }

    /// The step back where nobody waits, 0 or less.
    fn back(&self, felt: &Felt) -> f64 {
        let idle = (1.0 - felt.busy).max(0.0);
        // Of the rank of which some are refused, in thousandths; where all of one is, the way back begins with a leap.
        let (kept_free, accepted) = match 1_000.0 - self.closed % 1_000.0 {
            _ if self.quiet > A_WHILE => (0.0, 1_000.0),
            accepted if felt.serves_more => (0.0, accepted),
            accepted => (RESERVE, accepted),
        };
        if idle < kept_free {
            0.0
        } else {
            -(idle - kept_free) * BACK * accepted - BACK_LEAST
        }
    }

    /// Whether refusing can have more is tried anew now and then. Where it cannot, as much is accepted as before: finding
    /// the way back by steps would take longer than the trial.
    fn share_out(&mut self, serves_more: bool) {
        if self.serves_more == serves_more {
            return;
        }
        self.serves_more = serves_more;
        if !serves_more {
            self.with_more = Some(self.closed);
        } else if let Some(before) = self.with_more.take() {
            self.closed = self.closed.min(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_millis(40);
    const SHORT: Duration = Duration::from_micros(100);

    fn felt(wait: Duration) -> Felt {
        Felt {
            wait,
            lasted: WINDOW,
            elsewhere: Duration::ZERO,
            busy: 0.9,
            serves_more: false,
        }
    }

    #[test]
    fn a_stall_is_not_typical_and_a_line_is() {
        let stalled = &mut [SHORT, SHORT, LONG, SHORT, LONG, SHORT, SHORT];

        assert_eq!(typical(stalled), SHORT);
        assert_eq!(typical(&mut [LONG, SHORT, LONG]), LONG);
        assert_eq!(typical(&mut []), Duration::ZERO);
    }

    #[test]
    fn a_moments_delay_refuses_nobody() {
        let mut valve = Valve::default();

        for _ in 0..10 {
            for _ in 0..3 {
                assert_eq!(valve.note(felt(LONG)), 0);
            }
            assert_eq!(valve.note(felt(SHORT)), 0);
        }
    }

    #[test]
    fn a_wait_that_lasts_closes_it_within_a_second_and_a_half() {
        let mut valve = Valve::default();
        let windows = (1..).find(|_| valve.note(felt(LONG)) == CLOSED).unwrap();

        assert!(
            WINDOW * windows <= Duration::from_millis(1_500),
            "{windows}"
        );
    }

    #[test]
    fn one_measurement_that_took_long_closes_it_as_far_as_many_short_ones() {
        let mut valve = Valve::default();
        let wait = Duration::from_secs(2);

        let closed = valve.note(Felt {
            lasted: wait,
            ..felt(wait)
        });

        assert_eq!(closed, CLOSED);
    }

    #[test]
    fn a_machine_that_is_busy_with_something_else_makes_it_refuse_nobody() {
        let mut valve = Valve::default();
        let elsewhere = Felt {
            busy: 0.5,
            ..felt(LONG)
        };

        assert!((0..100).all(|_| valve.note(elsewhere) == 0));
    }

    #[test]
    fn a_line_on_another_thread_closes_it_and_none_lets_it_open() {
        let mut valve = Valve::default();
        let idle = |elsewhere| Felt {
            elsewhere,
            busy: 0.1,
            ..felt(SHORT)
        };

        let closed = (0..100).map(|_| valve.note(idle(LONG))).max();
        let windows = (1..).find(|_| valve.note(idle(SHORT)) == 0).unwrap();

        assert_eq!(closed, Some(CLOSED));
        assert!(WINDOW * windows <= Duration::from_secs(5), "{windows}");
    }

    #[test]
    fn it_opens_again_by_itself() {
        let mut valve = Valve::default();
        for _ in 0..100 {
            valve.note(felt(LONG));
        }
        let rests = Felt {
            busy: 0.1,
            ..felt(SHORT)
        };
        let windows = (1..).find(|_| valve.note(rests) == 0).unwrap();

        assert!(WINDOW * windows <= Duration::from_secs(5), "{windows}");
    }

    #[test]
    fn a_tenth_of_the_time_is_kept_free_until_nobody_has_waited_for_a_while() {
        let mut valve = Valve::default();
        let mut before = 0;
        for _ in 0..10 {
            before = valve.note(felt(LONG));
        }
        let windows = (A_WHILE.as_secs_f64() / WINDOW.as_secs_f64()) as u32;
        let full = Felt {
            busy: 0.95,
            ..felt(SHORT)
        };

        assert!((0..windows).all(|_| valve.note(full) == before));
        assert!((0..600).any(|_| valve.note(full) == 0));
    }

    #[test]
    fn a_trial_in_vain_leaves_it_where_it_was() {
        let mut valve = Valve::default();
        let with = |serves_more, wait| Felt {
            serves_more,
            busy: 1.0,
            ..felt(wait)
        };
        for _ in 0..12 {
            valve.note(with(true, LONG));
        }
        let before = valve.note(with(true, Duration::from_micros(1_500)));

        for _ in 0..10 {
            valve.note(with(false, LONG));
        }
        let in_trial = valve.note(with(false, LONG));
        let after = valve.note(with(true, Duration::from_micros(1_500)));

        assert!(in_trial > before + 1_000, "{before}, then {in_trial}");
        assert!(after.abs_diff(before) <= 1, "{before}, then {after}");
    }

    /// A server that serves a thousand in a window and is asked ten thousand times: a line that is longer than a
    /// window can serve makes everybody wait. Refusing costs a fiftieth of serving.
    #[test]
    fn it_settles_where_as_much_is_accepted_as_can_be_served() {
        let mut valve = Valve::default();
        let (asked, capacity, mut line) = (10_000.0, 1_000.0, 0.0_f64);
        let mut busy = 0.0;
        let mut accepted = Vec::new();
        for window in 0..2_000 {
            let wait = WINDOW.mul_f64((line / capacity).min(20.0));
            // All of one rank, so that the valve's third is the share refused.
            let felt = Felt { busy, ..felt(wait) };
            let refused = f64::from(valve.note(felt).min(1_000)) / 1_000.0;
            let served = (capacity - asked * refused / 50.0)
                .max(0.0)
                .min(line + asked * (1.0 - refused));
            line = (line + asked * (1.0 - refused) - served).max(0.0);
            busy = (served + asked * refused / 50.0) / capacity;
            if window >= 1_000 {
                accepted.push(served / capacity);
            }
        }
        let mean = accepted.iter().sum::<f64>() / accepted.len() as f64;

        // What is left for serving when everybody else is refused, and some of the time is kept free.
        let best = (1.0 - RESERVE - 10.0 / 50.0) / (1.0 - 1.0 / 50.0);

        assert!(mean / best > 0.9, "{mean} of {best}");
        assert!(line / capacity < 4.0, "{line}");
    }
}
