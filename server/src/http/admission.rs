//! Admission: requests that may be refused wait for a permit, so that messages and polls never wait behind many of them
//! (docs/decisions/0021).
//!
//! A worker serves a limited number of them at a time. The others wait in the order of arrival, and are answered 503
//! after a time. Messages, polls, closing calls and agents' calls never pass through here.

use crate::error::ApiError;
use crate::rates::Limits;
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Requests that a worker serves at a time. A question to a robot takes about half a millisecond, so a message waits
/// about 32 ms behind all of them.
const PERMITS: usize = 64;

/// The longest wait that is acceptable permanently.
const TARGET: Duration = Duration::from_millis(250);

/// How long waits may exceed the target before requests are refused.
const INTERVAL: Duration = Duration::from_millis(250);

thread_local! {
    static WORKER: Worker = Worker {
        permits: Arc::new(Semaphore::new(PERMITS)),
        queue: Cell::default(),
    };
}

/// What one worker thread keeps.
struct Worker {
    permits: Arc<Semaphore>,
    queue: Cell<QueueDelay>,
}

/// A request's permit. Dropping it gives the permit to the request that has waited longest.
#[must_use]
pub struct Permit(
    #[expect(dead_code, reason = "held until it is dropped")] Option<OwnedSemaphorePermit>,
);

/// Waits for a permit on the calling worker. If limits are off, every request gets its permit at once.
///
/// # Errors
/// 503 if the request has waited too long.
pub async fn admit(limits: &Limits) -> Result<Permit, ApiError> {
    if !limits.are_on() {
        return Ok(Permit(None));
    }
    let (permits, queue) = WORKER.with(|worker| (Arc::clone(&worker.permits), worker.queue.get()));
    let arrived = now();
    let permit = timeout(queue.wait_max(arrived), permits.acquire_owned()).await;
    let mut queue = WORKER.with(|worker| worker.queue.get());
    queue.note(arrived, now());
    WORKER.with(|worker| worker.queue.set(queue));
    match permit {
        Ok(Ok(permit)) => Ok(Permit(Some(permit))),
        _ => Err(ApiError::Busy),
    }
}

/// Returns the time of the timers, which tests can stop.
fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

/// Decides how long a request may wait: CoDel (RFC 8289) with a deadline in place of drops from the head of the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct QueueDelay {
    /// When waits exceeded the target first, if no wait has been short since.
    late_since: Option<Instant>,
}

impl QueueDelay {
    /// How long a request that arrives at `now` may wait for its permit.
    fn wait_max(self, now: Instant) -> Duration {
        let late_for = self
            .late_since
            .map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        TARGET + INTERVAL.saturating_sub(late_for)
    }

    /// Records a request that arrived at `arrived` and stops waiting at `now`, with or without a permit.
    fn note(&mut self, arrived: Instant, now: Instant) {
        let waited = now.saturating_duration_since(arrived);
        if waited >= TARGET {
            self.late_since.get_or_insert(arrived + TARGET);
        } else if waited < TARGET / 2 {
            // Requests that wait just less than the deadline are a sign of overload, not of its end.
            self.late_since = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Settings, Switch};
    use futures_util::FutureExt as _;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_burst_may_exceed_the_target_for_an_interval() {
        let start = Instant::now();
        let mut queue = QueueDelay::default();
        assert_eq!(queue.wait_max(start), millis(500));

        queue.note(start, start + millis(300));

        // Late since 250 ms after the start, so the interval ends after 500 ms.
        assert_eq!(queue.wait_max(start + millis(300)), millis(450));
        assert_eq!(queue.wait_max(start + millis(500)), millis(250));
        assert_eq!(queue.wait_max(start + millis(9_000)), millis(250));
    }

    #[test]
    fn only_a_short_wait_ends_the_overload() {
        let start = Instant::now();
        let mut queue = QueueDelay::default();
        queue.note(start, start + millis(400));
        let now = start + millis(2_000);

        queue.note(now - millis(200), now);
        assert_eq!(queue.wait_max(now), millis(250));

        queue.note(now - millis(100), now);
        assert_eq!(queue.wait_max(now), millis(500));
    }

    fn limits(limits: Switch) -> Limits {
        let settings = Settings {
            limits,
            ..Settings::default()
        };
        Limits::new(&settings, 10)
    }

    async fn all_permits(limits: &Limits) -> Vec<Permit> {
        let mut permits = Vec::new();
        for _ in 0..PERMITS {
            permits.push(admit(limits).await.unwrap());
        }
        permits
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_without_a_turn_is_refused_sooner_while_the_queue_stays_long() {
        let limits = limits(Switch::On);
        let permits = all_permits(&limits).await;
        let mut waits = Vec::new();

        for _ in 0..3 {
            let arrived = now();
            assert!(matches!(admit(&limits).await, Err(ApiError::Busy)));
            waits.push(arrived.elapsed_at(now()));
        }
        drop(permits);
        let arrived = now();
        let served = admit(&limits).await;

        assert_eq!(waits, [500, 250, 250].map(millis));
        assert!(served.is_ok());
        assert_eq!(arrived.elapsed_at(now()), Duration::ZERO);
    }

    trait ElapsedAt {
        fn elapsed_at(self, now: Instant) -> Duration;
    }

    impl ElapsedAt for Instant {
        /// Whole milliseconds: timers are no finer.
        fn elapsed_at(self, now: Instant) -> Duration {
            millis(u64::try_from((now - self).as_millis()).unwrap())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_request_that_has_waited_longest_gets_the_next_turn() {
        let limits = limits(Switch::On);
        let mut permits = all_permits(&limits).await;
        let (mut first, mut second) = (Box::pin(admit(&limits)), Box::pin(admit(&limits)));
        assert!(first.as_mut().now_or_never().is_none());
        assert!(second.as_mut().now_or_never().is_none());

        permits.pop();

        assert!(second.as_mut().now_or_never().is_none());
        assert!(
            first
                .as_mut()
                .now_or_never()
                .is_some_and(|permit| permit.is_ok())
        );
    }

    #[tokio::test(start_paused = true)]
    async fn with_limits_off_no_request_waits() {
        let limits = limits(Switch::Off);
        let _turns = all_permits(&limits).await;

        assert!(
            admit(&limits)
                .now_or_never()
                .is_some_and(|permit| permit.is_ok())
        );
    }
}
