//! How many refusals there is time for. A refusal costs a fifth of what a cheap call does, and the system's share of that
//! cannot be saved: where ten times as much comes as can be served, refusing all of it at once would take all there is,
//! and nobody would be served. So refusals have a [`Share`] of each thread's time; what comes beyond that waits for its
//! refusal, and its connection, which cannot ask again meanwhile, costs nothing.

use super::share::Share;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// What a refusal takes, reading and writing it in the system included (docs/decisions/0107).
const COST: Duration = Duration::from_micros(12);

/// As many may come at once: what is earned in 15 ms.
const AT_ONCE: usize = 1_000;

/// The refusals of one thread.
pub struct Pace {
    turns: Semaphore,
    /// How many wait for one.
    waiting: Cell<usize>,
    /// When turns were given out last.
    given: Cell<Instant>,
    share: RefCell<Share>,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            turns: Semaphore::new(AT_ONCE),
            waiting: Cell::new(0),
            given: Cell::new(Instant::now()),
            share: RefCell::default(),
        }
    }
}

impl Pace {
    /// Gives out the turns of the time since.
    pub fn beat(&self, now: Instant) {
        let share = self.share.borrow_mut().note(now, self.waiting.get());
        let had = now.saturating_duration_since(self.given.get());
        let earned = (had * share / 100).as_nanos() / COST.as_nanos();
        if earned == 0 {
            return;
        }
        self.given.set(now);
        let room = AT_ONCE.saturating_sub(self.turns.available_permits());
        self.turns
            .add_permits(room.min(usize::try_from(earned).unwrap_or(room)));
    }

    /// Waits for a turn, in the order of asking.
    pub async fn turn(&self) {
        if let Ok(turn) = self.turns.try_acquire() {
            return turn.forget();
        }
        let _waits = Waits::among(&self.waiting);
        // It is closed by nobody.
        if let Ok(turn) = self.turns.acquire().await {
            turn.forget();
        }
    }

    /// Whether there is less time for refusing than all who wait would need.
    pub fn has_less(&self) -> bool {
        self.share.borrow().is_less()
    }
}

/// Somebody who waits for a turn, until they have it or have gone.
struct Waits<'a>(&'a Cell<usize>);

impl<'a> Waits<'a> {
    fn among(waiting: &'a Cell<usize>) -> Self {
        waiting.set(waiting.get() + 1);
        Self(waiting)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    fn refused_at_once(pace: &Pace) -> usize {
        std::iter::from_fn(|| pace.turn().now_or_never()).count()
    }

    #[test]
    fn four_fifths_of_a_threads_time_go_to_refusing_at_most() {
        let pace = Pace::default();
        refused_at_once(&pace);
        let mut time = pace.given.get();
        let mut refused = 0;

        for _ in 0..200 {
            time += Duration::from_millis(5);
            pace.beat(time);
            refused += refused_at_once(&pace);
        }

        let share = COST.as_secs_f64() * refused as f64;
        assert!((0.79..=0.8).contains(&share), "{share}");
    }

    #[test]
    fn who_goes_while_waiting_is_not_counted_any_more() {
        let pace = Pace::default();
        refused_at_once(&pace);
        let mut waiting = Box::pin(pace.turn());
        assert!(waiting.as_mut().now_or_never().is_none());
        assert_eq!(pace.waiting.get(), 1);

        drop(waiting);

        assert_eq!(pace.waiting.get(), 0);
    }

    #[test]
    fn a_thread_that_rested_saves_no_more_than_some_turns() {
        let pace = Pace::default();
        let later = pace.given.get() + Duration::from_secs(60);

        pace.beat(later);

        assert_eq!(refused_at_once(&pace), AT_ONCE);
        pace.beat(later);
        assert_eq!(refused_at_once(&pace), 0);
    }

    #[test]
    fn who_waits_for_their_refusal_longest_is_next() {
        let pace = Pace::default();
        refused_at_once(&pace);
        let (mut first, mut second) = (Box::pin(pace.turn()), Box::pin(pace.turn()));
        assert!(first.as_mut().now_or_never().is_none());
        assert!(second.as_mut().now_or_never().is_none());

        pace.beat(pace.given.get() + COST * 2);

        assert!(second.as_mut().now_or_never().is_none());
        assert!(first.as_mut().now_or_never().is_some());
    }
}
