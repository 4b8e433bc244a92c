//! Slows down guessing of an account's password: after a few wrong passwords, each further one doubles the wait
//! (docs/decisions/0021). It counts by name alone, so an account that does not exist is answered alike.

use crate::error::ApiError;
use actors_core::time::{Span, Timestamp};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;

/// Wrong passwords that cause no wait, because people mistype.
const FREE: u32 = 5;

/// The longest wait. Accounts are never locked: after this wait, another password is checked.
const WAIT_MAX: Span = Span::from_secs(15 * 60);

/// How long wrong passwords count after the wait they caused.
const COUNT_FOR: Span = Span::from_secs(60 * 60);

/// How long an address counts as the account's own after a sign-in.
const OWN_FOR: Span = Span::from_minutes(30 * 24 * 60);

/// Counts the wrong passwords of each account. It records only attempts that reach hashing, which bounds its size.
#[derive(Default)]
pub(crate) struct Backoff {
    // Randomly seeded, so that nobody can choose names that collide with another account's count.
    hasher: RandomState,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    tries: HashMap<u64, Tries>,
    /// The addresses that accounts signed in from. Each has its own count, so that strangers cannot keep the agent out.
    own: HashMap<u64, Timestamp>,
}

#[derive(Clone, Copy)]
struct Tries {
    wrong: u32,
    /// No further password is checked before this time.
    until: Timestamp,
}

/// An attempt that may proceed. It counts as wrong until the password proves right.
pub(crate) struct Try {
    counted: u64,
    here: u64,
    before: Option<Tries>,
}

impl Backoff {
    /// Starts an attempt.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn begin(
        &self,
        (tenant, account): (&str, &str),
        address: IpAddr,
        now: Timestamp,
    ) -> Result<Try, ApiError> {
        let here = self.hasher.hash_one((tenant, account, Some(address)));
        let anywhere = self.hasher.hash_one((tenant, account, None::<IpAddr>));
        let mut known = self.known.lock();
        let is_own = known.own.get(&here).is_some_and(|at| now < *at + OWN_FOR);
        let counted = if is_own { here } else { anywhere };
        let before = known.tries.get(&counted).copied();
        let before = before.filter(|tries| now < tries.until + COUNT_FOR);
        if let Some(tries) = before
            && now < tries.until
        {
            let wait = tries.until.as_millis() - now.as_millis();
            let seconds = u64::try_from(wait).unwrap_or_default().div_ceil(1_000);
            return Err(ApiError::TooMany(seconds));
        }
        let wrong = before.map_or(0, |tries| tries.wrong).saturating_add(1);
        let until = now + wait_after(wrong);
        known.tries.insert(counted, Tries { wrong, until });
        Ok(Try {
            counted,
            here,
            before,
        })
    }

    /// Records that the password was right, and resets the count.
    pub fn was_right(&self, tried: &Try, now: Timestamp) {
        let mut known = self.known.lock();
        known.tries.remove(&tried.counted);
        known.own.insert(tried.here, now);
    }

    /// Takes back an attempt whose password was not checked.
    pub fn was_not_heard(&self, tried: &Try) {
        let mut known = self.known.lock();
        match tried.before {
            Some(before) => known.tries.insert(tried.counted, before),
            None => known.tries.remove(&tried.counted),
        };
    }

    /// Forgets expired counts.
    pub fn sweep(&self, now: Timestamp) {
        let mut known = self.known.lock();
        known.tries.retain(|_, tries| now < tries.until + COUNT_FOR);
        known.own.retain(|_, at| now < *at + OWN_FOR);
        known.tries.shrink_to_fit();
    }
}

fn wait_after(wrong: u32) -> Span {
    match wrong.checked_sub(FREE + 1) {
        None => Span::ZERO,
        Some(doubled) => Span::from_secs(1_u64 << doubled.min(20)).min(WAIT_MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: (&str, &str) = ("shop", "ada");

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(1_790_000_000_000 + seconds * 1_000)
    }

    /// Returns the wait that another attempt is refused with, in seconds.
    fn refused(backoff: &Backoff, from: u8, now: Timestamp) -> Option<u64> {
        match backoff.begin(ADA, address(from), now) {
            Ok(tried) => {
                backoff.was_not_heard(&tried);
                None
            }
            Err(ApiError::TooMany(wait)) => Some(wait),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn waits_double_up_to_fifteen_minutes_from_any_address_and_never_lock_the_account() {
        let backoff = Backoff::default();
        let (mut now, mut waits) = (at(0), Vec::new());
        for from in 0..20 {
            backoff.begin(ADA, address(from), now).map(drop).unwrap();
            let wait = refused(&backoff, from, now).unwrap_or(0);
            waits.push(wait);
            now = now + Span::from_secs(wait);
        }

        let doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
        assert_eq!(waits[..5], [0; 5]);
        assert_eq!(waits[5..15], doubled);
        assert_eq!(waits[15..], [900; 5]);
        assert!(backoff.begin(("shop", "mia"), address(1), now).is_ok());
        let later = now + Span::from_secs(2 * 3_600);
        backoff.sweep(later);
        assert!(backoff.known.lock().tries.is_empty());
    }

    #[test]
    fn strangers_cannot_keep_an_agent_out_from_an_address_they_signed_in_from() {
        let backoff = Backoff::default();
        let home = backoff.begin(ADA, address(1), at(0)).unwrap();
        backoff.was_right(&home, at(0));
        for from in 10..16 {
            backoff.begin(ADA, address(from), at(1)).map(drop).unwrap();
        }

        assert_eq!(refused(&backoff, 99, at(1)), Some(1));
        assert_eq!(refused(&backoff, 1, at(1)), None);
        for _ in 0..6 {
            backoff.begin(ADA, address(1), at(1)).map(drop).unwrap();
        }
        assert_eq!(
            refused(&backoff, 1, at(1)),
            Some(1),
            "wrong passwords from the own address"
        );
    }

    #[test]
    fn a_right_password_resets_the_count_and_an_unchecked_one_does_not_count() {
        let backoff = Backoff::default();
        for _ in 0..100 {
            let tried = backoff.begin(ADA, address(1), at(0)).unwrap();
            backoff.was_not_heard(&tried);
        }
        for _ in 0..5 {
            backoff.begin(ADA, address(1), at(0)).map(drop).unwrap();
        }
        let right = backoff.begin(ADA, address(1), at(0)).unwrap();
        backoff.was_right(&right, at(0));

        assert_eq!(refused(&backoff, 1, at(0)), None);
    }
}
