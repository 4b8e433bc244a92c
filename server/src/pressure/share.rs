//! Which part of a thread's time is for refusing. Up to four fifths of it, as long as that is enough to refuse in time. Where it
//! is not, refusals are late however much is spent on them: then they have a quarter, more is served, and now and then it is
//! tried anew whether four fifths are enough (docs/decisions/0098, 0107).

use std::time::{Duration, Instant};

/// Of a thread's time, so many hundredths.
const SHARE: u32 = 80;

/// The same where that is not enough.
const SHARE_WHEN_LATE: u32 = 25;

/// Where more wait for their refusal most of the time, they are late: so many are refused in 15 ms.
const LATE: usize = 1_000;

/// A look at the line is due every 5 ms.
const BEHIND: Duration = Duration::from_millis(15);

/// Whether they are late is said once in a while. A look is a trial too: by then the valve has found its place, and it is
/// seen whether a line grows shorter.
const LOOK: Duration = Duration::from_millis(500);

/// So many looks have to find them late, more than find them in time, before they have less. What came before there was a
/// valve to close, and what came late because of it, has gone by then.
const PATIENCE: u32 = 6;

/// For so long they have less at first; then twice as long, where all they may have is not enough yet, and so on up to a limit.
const PAUSE: Duration = Duration::from_secs(8);
const PAUSE_MAX: Duration = Duration::from_secs(32);

/// The share of one thread's refusals.
#[derive(Debug)]
pub struct Share {
    look: Option<Look>,
    /// How many looks found them late, less those that did not.
    late: u32,
    /// Until when they have less.
    less: Option<Instant>,
    /// For how long they have less next time.
    pause: Duration,
}

/// What was seen of the line since a moment.
#[derive(Debug)]
struct Look {
    began: Instant,
    seen: Instant,
    /// For how long the line was long, or nobody was there to look.
    late: Duration,
    /// How many waited for how long, in the first half of the look and in the second.
    halves: [f64; 2],
}

impl Look {
    fn from(now: Instant) -> Self {
        Self {
            began: now,
            seen: now,
            late: Duration::ZERO,
            halves: [0.0; 2],
        }
    }

    fn see(&mut self, now: Instant, waiting: usize) {
        let had = now.saturating_duration_since(self.seen);
        self.seen = now;
        // A thread that is behind has not read yet who asks: a line that nobody sees.
        if waiting > LATE || had > BEHIND {
            self.late += had;
        }
        let half = usize::from(self.lasted() > LOOK / 2);
        self.halves[half] += waiting as f64 * had.as_secs_f64();
    }

    fn lasted(&self) -> Duration {
        self.seen.saturating_duration_since(self.began)
    }

    /// Whether it was long most of the time, and is not about to be short.
    fn is_late(&self) -> bool {
        let [first, second] = self.halves;
        self.late > self.lasted() / 2 && second > first * 0.75
    }
}

impl Default for Share {
    fn default() -> Self {
        Self {
            look: None,
            late: 0,
            less: None,
            pause: PAUSE,
        }
    }
}

impl Share {
    /// Whether all they may have would not be enough.
    pub fn is_less(&self) -> bool {
        self.less.is_some()
    }

    /// Takes how many wait for their refusal, and says how much time there is for it, in hundredths.
    pub fn note(&mut self, now: Instant, waiting: usize) -> u32 {
        if self.less.is_some_and(|until| now < until) {
            return SHARE_WHEN_LATE;
        }
        self.less = None;
        let look = self.look.get_or_insert_with(|| Look::from(now));
        look.see(now, waiting);
        if look.lasted() < LOOK {
            return SHARE;
        }
        let is_late = look.is_late();
        self.look = None;
        if !is_late {
            self.late = self.late.saturating_sub(1);
            if self.late == 0 {
                self.pause = PAUSE;
            }
            return SHARE;
        }
        self.late += 1;
        if self.late < PATIENCE {
            return SHARE;
        }
        // The next look alone decides whether it is enough by then.
        self.late = PATIENCE - 1;
        self.less = Some(now + self.pause);
        self.pause = (self.pause * 2).min(PAUSE_MAX);
        SHARE_WHEN_LATE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: usize = 6_000;
    const FEW: usize = 100;

    /// A share, and what it says second after second: the mean of what each beat says.
    struct Told {
        share: Share,
        now: Instant,
    }

    impl Told {
        fn new() -> Self {
            Self {
                share: Share::default(),
                now: Instant::now(),
            }
        }

        /// For how much of a time there was less, s, while so many waited.
        fn less_in(&mut self, time: Duration, waiting: impl Fn(Duration) -> usize) -> f64 {
            const BEAT: Duration = Duration::from_millis(5);
            let (began, mut less) = (self.now, Duration::ZERO);
            while self.now < began + time {
                self.now += BEAT;
                if self.share.note(self.now, waiting(self.now - began)) == SHARE_WHEN_LATE {
                    less += BEAT;
                }
            }
            less.as_secs_f64()
        }
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn who_is_refused_in_time_has_all_they_may_have() {
        assert_eq!(Told::new().less_in(seconds(600), |_| FEW), 0.0);
    }

    #[test]
    fn a_line_that_goes_within_seconds_changes_nothing() {
        let mut told = Told::new();
        let began_late = |after| if after < seconds(2) { MANY } else { FEW };

        assert_eq!(told.less_in(seconds(60), began_late), 0.0);
    }

    #[test]
    fn a_line_that_stays_leaves_more_to_be_served_within_seconds() {
        let mut told = Told::new();
        told.less_in(seconds(5), |_| MANY);

        let less = told.less_in(seconds(300), |_| MANY);

        assert!(less > 0.97 * 300.0, "{less}");
    }

    #[test]
    fn a_moment_without_a_line_is_not_the_end_of_it() {
        let mut told = Told::new();
        let with_a_gap = |after| {
            let in_gap = (seconds(2)..seconds(2) + Duration::from_millis(100)).contains(&after);
            if in_gap { FEW } else { MANY }
        };

        assert!(told.less_in(seconds(12), with_a_gap) > 5.0);
    }

    #[test]
    fn a_line_that_grows_shorter_as_it_is_tried_anew_goes_on_doing_so() {
        let mut told = Told::new();
        let less = told.less_in(seconds(5), |_| MANY);
        assert!(less > 0.0);
        let until = told.share.less.unwrap();
        told.less_in(until - told.now, |_| MANY);

        let shrinking = |after: Duration| MANY - 7 * after.as_millis() as usize;
        assert_eq!(told.less_in(Duration::from_millis(800), shrinking), 0.0);
        assert_eq!(told.less_in(seconds(60), |_| FEW), 0.0);
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let mut told = Told::new();
        told.less_in(seconds(100), |_| MANY);
        told.less_in(seconds(60), |_| FEW);

        assert_eq!(told.less_in(seconds(2), |_| MANY), 0.0);
        assert_eq!(told.share.pause, PAUSE);
    }
}
