//! The rate limits of API keys. Their answers have the numbers that a shop's server needs to slow down in time
//! (Protocol, 'Rates').

use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

type Limiter<K> =
    RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>;

/// One token bucket for each key, by the hash of the key, or for each tenant with keys.
pub struct KeyBuckets<K: Hash + Eq + Clone> {
    limiter: Limiter<K>,
    per_second: NonZeroU32,
    clock: DefaultClock,
}

/// What a call with a key found in its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Calls a second.
    pub limit: u32,
    /// Calls that are possible at once after this one.
    pub remaining: u32,
    /// Seconds until the bucket is full again; for a refused call, until the next one is possible.
    pub reset: u64,
    /// The call is refused.
    pub is_refused: bool,
}

impl<K: Hash + Eq + Clone> KeyBuckets<K> {
    /// Creates the buckets: each holds `per_second` calls and gets as many a second.
    pub fn new(per_second: NonZeroU32) -> Self {
        Self {
            limiter: RateLimiter::keyed(Quota::per_second(per_second)).with_middleware(),
            per_second,
            clock: DefaultClock::default(),
        }
    }

    /// Counts one call of this caller.
    pub fn spend(&self, caller: &K) -> Spent {
        let limit = self.per_second.get();
        match self.limiter.check_key(caller) {
            Ok(left) => {
                let remaining = left.remaining_burst_capacity();
                Spent {
                    limit,
                    remaining,
                    reset: u64::from(limit.saturating_sub(remaining).div_ceil(limit)),
                    is_refused: false,
                }
            }
            Err(no) => Spent {
                limit,
                remaining: 0,
                reset: whole_seconds(no.wait_time_from(self.clock.now())).max(1),
                is_refused: true,
            },
        }
    }

    /// Removes callers whose buckets are full again.
    pub fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_counts_down_is_refused_and_does_not_limit_another() {
        let buckets = KeyBuckets::new(NonZeroU32::new(3).unwrap());

        let spent: Vec<Spent> = (0..4).map(|_| buckets.spend(&[1; 32])).collect();

        let left: Vec<u32> = spent.iter().map(|one| one.remaining).collect();
        assert_eq!(left, [2, 1, 0, 0]);
        assert_eq!((spent[0].limit, spent[0].reset), (3, 1));
        assert!(spent[3].is_refused && spent[3].reset == 1);
        assert!(!buckets.spend(&[2; 32]).is_refused);
    }
}
