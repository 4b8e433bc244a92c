//! How far to close: a pure controller, fed with how long things waited for their turn in each window.

use std::time::Duration;

/// One measurement takes so long.
pub const WINDOW: Duration = Duration::from_millis(50);

/// A wait that is felt. Half of what a refusal may take.
const TARGET: Duration = Duration::from_millis(5);

/// Windows in a row with too long a wait before anybody is refused: a machine that was busy with something else for a
/// moment is not a server that has too much to do.
const PATIENCE: u32 = 4;

/// Closed entirely: everything that can be refused is.
const CLOSED: u32 = 3_000;

/// The valve; one a process, fed by every worker.
#[derive(Debug, Default)]
pub struct Valve {
    closed: u32,
    too_long: u32,
}

impl Valve {
    /// Takes a window's mean wait and says how far the valve is closed now, 0 to 3,000.
    pub fn note(&mut self, wait: Duration) -> u32 {
        if wait > TARGET {
            self.too_long += 1;
            if self.closed > 0 || self.too_long >= PATIENCE {
                let times = wait.as_millis() / TARGET.as_millis();
                let step = u32::try_from(times).unwrap_or(u32::MAX).clamp(1, 8) * 40;
                self.closed = (self.closed + step).min(CLOSED);
            }
        } else {
            self.too_long = 0;
            // Slower than it closes: otherwise it would swing between too much and too little.
            let step = if wait < TARGET / 2 { 30 } else { 0 };
            self.closed = self.closed.saturating_sub(step);
        }
        self.closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_millis(40);
    const SHORT: Duration = Duration::from_millis(1);

    #[test]
    fn a_moments_delay_refuses_nobody() {
        let mut valve = Valve::default();

        for _ in 0..10 {
            for _ in 0..PATIENCE - 1 {
                assert_eq!(valve.note(LONG), 0);
            }
            assert_eq!(valve.note(SHORT), 0);
        }
    }

    #[test]
    fn a_wait_that_lasts_closes_it_within_a_second_and_a_half() {
        let mut valve = Valve::default();
        let windows = (1..).find(|_| valve.note(LONG) == CLOSED).unwrap();

        assert!(
            WINDOW * windows <= Duration::from_millis(1_500),
            "{windows}"
        );
    }

    #[test]
    fn it_opens_again_by_itself() {
        let mut valve = Valve::default();
        for _ in 0..100 {
            valve.note(LONG);
        }
        let windows = (1..).find(|_| valve.note(SHORT) == 0).unwrap();

        assert!(WINDOW * windows <= Duration::from_secs(5), "{windows}");
    }

    /// A server that serves a thousand in a window and is asked ten thousand times: a line that is longer than a
    /// window can serve makes everybody wait. Refusing costs a twentieth of serving.
    #[test]
    fn it_settles_where_as_much_is_accepted_as_can_be_served() {
        let mut valve = Valve::default();
        let (asked, capacity, mut line) = (10_000.0, 1_000.0, 0.0_f64);
        let mut accepted = Vec::new();
        for window in 0..400 {
            let wait = WINDOW.mul_f64((line / capacity).min(20.0));
            // All of one rank, so that the valve's third is the share refused.
            let refused = f64::from(valve.note(wait).min(1_000)) / 1_000.0;
            let served = (capacity - asked * refused / 20.0)
                .max(0.0)
                .min(line + asked * (1.0 - refused));
            line = (line + asked * (1.0 - refused) - served).max(0.0);
            if window >= 200 {
                accepted.push(served / capacity);
            }
        }
        let mean = accepted.iter().sum::<f64>() / accepted.len() as f64;

        // What is left for serving when everybody else is refused.
        let best = (1.0 - 10.0 / 20.0) / (1.0 - 1.0 / 20.0);

        assert!(mean / best > 0.75, "{mean} of {best}");
        assert!(line / capacity < 4.0, "{line}");
    }
}
