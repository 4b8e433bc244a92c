//! Sign-ins that have begun and are not finished. Memory holds them for 10 minutes: after a restart, people begin again.

use super::trouble::Trouble;
use actors_core::ids::TenantId;
use actors_core::time::{Span, Timestamp};
use dashmap::DashMap;
use openidconnect::{Nonce, PkceCodeVerifier};
use subtle::ConstantTimeEq as _;

/// How long a sign-in may take (Protocol, 'Single sign-on').
const VALID_FOR: Span = Span::from_minutes(10);

/// The most sign-ins at once.
const ALL_MAX: usize = 10_000;

/// A sign-in that has begun.
#[derive(Debug)]
pub struct Started {
    /// The tenant.
    pub tenant: TenantId,
    /// The provider that was asked. A setting that changes meanwhile ends the sign-in.
    pub issuer: String,
    /// The client that asked.
    pub client_id: String,
    /// What the token must repeat.
    pub nonce: Nonce,
    /// What proves that the code is ours.
    pub verifier: PkceCodeVerifier,
}

/// All of them, by a hash of their state.
#[derive(Debug, Default)]
pub struct Waiting(DashMap<[u8; 32], Kept>);

#[derive(Debug)]
struct Kept {
    started: Started,
    /// A hash of the secret that the tab keeps: a state alone finishes nothing.
    secret: [u8; 32],
    until: Timestamp,
}

impl Waiting {
    /// Keeps a sign-in.
    ///
    /// # Errors
    /// Too many have begun.
    pub fn keep(
        &self,
        (state, secret): (&str, &str),
        started: Started,
        now: Timestamp,
    ) -> Result<(), Trouble> {
        if self.0.len() >= ALL_MAX {
            self.sweep(now);
        }
        if self.0.len() >= ALL_MAX {
            return Err(Trouble::Busy);
        }
        let kept = Kept {
            started,
            secret: hash(secret),
            until: now + VALID_FOR,
        };
        self.0.insert(hash(state), kept);
        Ok(())
    }

    /// Takes a sign-in out: it can be finished once, and only by the tab that began it.
    ///
    /// # Errors
    /// There is none.
    pub fn take(&self, state: &str, secret: &str, now: Timestamp) -> Result<Started, Trouble> {
        let given = hash(secret);
        let is_own = |kept: &Kept| bool::from(kept.secret.ct_eq(&given)) && now < kept.until;
        let taken = self.0.remove_if(&hash(state), |_, kept| is_own(kept));
        taken.map(|(_, kept)| kept.started).ok_or(Trouble::Expired)
    }

    /// Forgets what took too long. Call it regularly.
    pub fn sweep(&self, now: Timestamp) {
        self.0.retain(|_, kept| now < kept.until);
    }
}

fn hash(text: &str) -> [u8; 32] {
    *blake3::hash(text.as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn begun() -> Waiting {
        let waiting = Waiting::default();
        let started = Started {
            tenant: "shop".into(),
            issuer: String::new(),
            client_id: String::new(),
            nonce: Nonce::new("n".into()),
            verifier: PkceCodeVerifier::new("v".into()),
        };
        waiting.keep(("state", "secret"), started, NOW).unwrap();
        waiting
    }

    #[test]
    fn a_sign_in_is_finished_once_by_the_tab_that_began_it() {
        let waiting = begun();

        assert!(waiting.take("state", "other", NOW).is_err());
        assert!(waiting.take("other", "secret", NOW).is_err());
        assert!(waiting.take("state", "secret", NOW).is_ok());
        assert!(waiting.take("state", "secret", NOW).is_err());
    }

    #[test]
    fn a_sign_in_ends_after_ten_minutes() {
        let waiting = begun();
        let ended = NOW + VALID_FOR;

        assert!(waiting.take("state", "secret", ended).is_err());
        waiting.sweep(ended);
        assert!(waiting.0.is_empty());
    }
}
