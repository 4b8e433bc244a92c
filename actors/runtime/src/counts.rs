//! What is counted of each tenant for the operators (Protocol, 'Operators'). In memory only: a restart begins at 0.

use actors_core::time::Timestamp;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

const HOUR_MS: i64 = 3_600_000;

/// Number of hours that are counted.
const HOURS: u64 = 24;

/// The counts of one tenant.
#[derive(Default)]
pub(crate) struct TenantCounts {
    /// Sessions in memory.
    pub(crate) sessions: AtomicUsize,
    /// Durable messages.
    pub(crate) messages: LastDay,
}

/// A count of the last 24 hours: this hour and the 23 before it.
#[derive(Default)]
pub(crate) struct LastDay {
    /// Each number has the hour since the epoch in its upper half, and the count of that hour in its lower half.
    hours: [AtomicU64; HOURS as usize],
}

impl LastDay {
    /// Adds `more` at this time.
    pub(crate) fn add(&self, more: u32, at: Timestamp) {
        let hour = hour(at);
        let counted = |held: u64| match held >> 32 == hour {
            true => Some(held.saturating_add(more.into())),
            false => Some(hour << 32 | u64::from(more)),
        };
        let slot = &self.hours[(hour % HOURS) as usize];
        // Cannot fail: `counted` always has a value.
        let _ = slot.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted);
    }

    /// The sum at this time.
    pub(crate) fn sum(&self, now: Timestamp) -> u64 {
        let now = hour(now);
        let held = self.hours.iter().map(|slot| slot.load(Ordering::Relaxed));
        held.filter(|held| (held >> 32) + HOURS > now)
            .map(|held| held & u64::from(u32::MAX))
            .sum()
    }
}

fn hour(at: Timestamp) -> u64 {
    u64::try_from(at.as_millis() / HOUR_MS).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_counted_for_a_day() {
        let count = LastDay::default();
        let at = |hour: i64| Timestamp::from_millis(hour * HOUR_MS + 7);
        count.add(2, at(497_000));
        count.add(3, at(497_001));
        count.add(1, at(497_001));

        assert_eq!(count.sum(at(497_001)), 6);
        assert_eq!(count.sum(at(497_023)), 6);
        assert_eq!(count.sum(at(497_024)), 4);
        assert_eq!(count.sum(at(497_025)), 0);
        count.add(5, at(497_025));
        assert_eq!(count.sum(at(497_025)), 5);
    }

    #[test]
    fn threads_lose_no_count() {
        let count = LastDay::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1_000 {
                        count.add(1, Timestamp::from_millis(1_790_000_000_000));
                    }
                });
            }
        });

        assert_eq!(count.sum(Timestamp::from_millis(1_790_000_000_000)), 4_000);
    }
}
