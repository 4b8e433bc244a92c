//! The second step of signing in (Protocol, 'Own account'): codes by RFC 6238 (SHA-1, 30 s, 6 digits, one step early or
//! late) and recovery codes. Each code works once. The store keeps the secret, which no call returns after the set-up,
//! and only hashes of recovery codes.

use crate::blocking::Locks;
use crate::error::ApiError;
use crate::passwords::Attempt;
use crate::passwords::backoff::Backoff;
use crate::secrets;
use crate::settings::Switch;
use actors_core::ids::{AgentId, TenantId};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use parking_lot::MutexGuard;
use serde::{Deserialize, Serialize};
use totp_rs::{Builder, Secret, Totp};

/// Number of recovery codes.
pub const RECOVERY_CODES: usize = 10;

/// How long a secret waits for its first code.
const PENDING_FOR: Span = Span::from_minutes(30);

/// Bytes of a secret: RFC 4226 recommends 160 bits.
const SECRET_BYTES: usize = 20;

/// Seconds of a step.
const STEP: u64 = 30;

/// What a second code is refused with.
pub const CODE_WRONG: &str = "the code is wrong or was used";

/// An agent's second step, as stored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TwoStep {
    /// The secret of the codes, in base32; none while the second step is off.
    secret: Option<String>,
    /// The step of the last code. Later steps alone are accepted.
    last_step: u64,
    /// The hashes of unused recovery codes.
    recovery: Vec<String>,
    /// A secret that waits for its first code.
    pending: Option<Pending>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Pending {
    secret: String,
    until: Timestamp,
}

/// Which kind of code was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// One of the authenticator app.
    Code,
    /// A recovery code.
    RecoveryCode,
}

/// Reads an agent's second step; one that is off if there is none.
///
/// # Errors
/// The store's.
pub fn read(store: &dyn Store, tenant: &TenantId, agent: &AgentId) -> Result<TwoStep, StoreError> {
    let json = store.document(DocumentKind::TwoStep, &key(tenant, agent))?;
    // A damaged one must not let anybody in without a code.
    let read = |json: Vec<u8>| {
        let damaged = |_| StoreError::Damaged("a second step".into());
        serde_json::from_slice(&json).map_err(damaged)
    };
    json.map(read).transpose().map(Option::unwrap_or_default)
}

/// The change that removes an agent's second step.
pub fn forgotten(tenant: &TenantId, agent: &AgentId) -> DocumentChange {
    DocumentChange::delete(DocumentKind::TwoStep, key(tenant, agent))
}

fn key(tenant: &TenantId, agent: &AgentId) -> String {
    format!("{tenant}/{agent}")
}

impl TwoStep {
    /// Whether signing in needs a code.
    pub fn is_on(&self) -> bool {
        self.secret.is_some()
    }

    /// Number of unused recovery codes.
    pub fn codes_left(&self) -> usize {
        self.recovery.len()
    }

    /// Draws a secret, in base32. It counts from its first code on.
    pub fn begin(&mut self, now: Timestamp) -> String {
        let secret = Secret::new_stack(secrets::random::<SECRET_BYTES>()).to_base32();
        self.pending = Some(Pending {
            secret: secret.clone(),
            until: now + PENDING_FOR,
        });
        secret
    }

    /// Switches the second step on, if this is a code of the secret that was drawn. Returns the recovery codes.
    pub fn confirm(&mut self, code: &str, now: Timestamp) -> Option<Vec<String>> {
        let pending = self.pending.as_ref().filter(|it| now < it.until)?;
        let step = step_of(&pending.secret, &plain(code), now)?;
        let secret = pending.secret.clone();
        *self = Self {
            secret: Some(secret),
            last_step: step,
            ..Self::default()
        };
        Some(self.renew_codes())
    }

    /// Uses a code up. None if it is wrong, or was used.
    pub fn use_up(&mut self, code: &str, now: Timestamp) -> Option<Used> {
        let code = plain(code);
        let is_digits = code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit());
        if is_digits {
            let step = step_of(self.secret.as_ref()?, &code, now)?;
            if step <= self.last_step {
                return None;
            }
            self.last_step = step;
            return Some(Used::Code);
        }
        let hash = hash(&code);
        let at = self.recovery.iter().position(|known| *known == hash)?;
        self.recovery.remove(at);
        Some(Used::RecoveryCode)
    }

    /// Replaces the recovery codes. Returns them this once.
    pub fn renew_codes(&mut self) -> Vec<String> {
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| secrets::password()).collect();
        self.recovery = codes.iter().map(|code| hash(&plain(code))).collect();
        codes
    }

    /// The change that stores it.
    pub fn change(&self, tenant: &TenantId, agent: &AgentId) -> DocumentChange {
        DocumentChange::put(
            DocumentKind::TwoStep,
            key(tenant, agent),
            serde_json::to_vec(self).expect("texts and numbers are always JSON"),
        )
    }
}

/// The address that an authenticator app reads from a QR code.
pub fn address(shop: &str, account: &str, secret: &str) -> Option<String> {
    // A colon would separate the two.
    let named = |text: &str| text.replace(':', " ");
    let totp = builder(secret)?
        .with_issuer(Some(named(shop)))
        .with_account_name(named(account));
    totp.build().ok()?.to_url().ok()
}

/// The step of this code, if it is one around `now`.
fn step_of(secret: &str, code: &str, now: Timestamp) -> Option<u64> {
    let seconds = u64::try_from(now.as_millis()).ok()? / 1_000;
    let totp: Totp = builder(secret)?.build().ok()?;
    totp.check(code, seconds)
}

fn builder(secret: &str) -> Option<Builder> {
    let secret = Secret::try_from_base32(secret).ok()?;
    let builder = Builder::new().with_secret(secret).with_digits(6);
    Some(builder.with_skew(1).with_step_duration(STEP))
}

/// A code as it is compared: people type spaces, hyphens and capitals.
fn plain(code: &str) -> String {
    let signs = code.chars().filter(|sign| sign.is_alphanumeric());
    signs.take(64).flat_map(char::to_lowercase).collect()
}

fn hash(code: &str) -> String {
    secrets::hex(&blake3::derive_key(
        "frontdesk 2026 recovery code",
        code.as_bytes(),
    ))
}

/// Guards the agents' second steps: one change of an agent's at a time, and few wrong codes.
#[derive(Default)]
pub struct TwoSteps {
    locks: Locks,
    backoff: Backoff,
}

impl TwoSteps {
    /// Waits for the agent's turn. Hold it from reading a [`TwoStep`] to its commit: a code must not work twice at once.
    /// Blocks for other commits: call it on a blocking pool.
    pub fn turn(&self, tenant: &TenantId, agent: &AgentId) -> MutexGuard<'_, ()> {
        self.locks.lock((tenant, agent))
    }

    /// Checks a code and uses it up in `held`. Wrong codes count for the account as wrong passwords do, but apart from
    /// them: only who knows the password gets here.
    ///
    /// # Errors
    /// 429 after too many wrong codes; `wrong` for a wrong code.
    pub fn check(
        &self,
        held: &mut TwoStep,
        code: &str,
        attempt: &Tried<'_>,
        wrong: ApiError,
    ) -> Result<Used, ApiError> {
        self.counted(attempt, wrong, || held.use_up(code, attempt.machine))
    }

    /// Like [`Self::check`] for the first code of a new secret. Returns the recovery codes.
    ///
    /// # Errors
    /// 429 after too many wrong codes; `wrong` for a wrong code.
    pub fn confirm(
        &self,
        held: &mut TwoStep,
        code: &str,
        attempt: &Tried<'_>,
        wrong: ApiError,
    ) -> Result<Vec<String>, ApiError> {
        self.counted(attempt, wrong, || held.confirm(code, attempt.machine))
    }

    fn counted<T>(
        &self,
        tried: &Tried<'_>,
        wrong: ApiError,
        check: impl FnOnce() -> Option<T>,
    ) -> Result<T, ApiError> {
        let Tried { attempt, .. } = tried;
        let name = (attempt.tenant.as_str(), attempt.account);
        let counted = (attempt.limits == Switch::On)
            .then(|| self.backoff.begin(name, attempt.address, attempt.now))
            .transpose()?;
        let right = check().ok_or(wrong)?;
        if let Some(counted) = counted {
            self.backoff.was_right(&counted, attempt.now);
        }
        Ok(right)
    }

    /// Forgets expired counts of wrong codes. Call it periodically.
    pub fn sweep(&self, now: Timestamp) {
        self.backoff.sweep(now);
    }
}

/// Who tries a code, and when.
pub struct Tried<'a> {
    /// The account, and from where.
    pub attempt: Attempt<'a>,
    /// The time of the machine, which authenticator apps share.
    pub machine: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn code(secret: &str, at: Timestamp) -> String {
        let seconds = u64::try_from(at.as_millis()).unwrap() / 1_000;
        let totp = builder(secret).unwrap().build().unwrap();
        totp.generate(seconds).to_string()
    }

    fn on() -> (TwoStep, String, Vec<String>) {
        let mut two_step = TwoStep::default();
        let secret = two_step.begin(NOW);
        let codes = two_step.confirm(&code(&secret, NOW), NOW).unwrap();
        (two_step, secret, codes)
    }

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // RFC 6238, appendix B: the last six digits.
        let secret = Secret::new_stack(*b"12345678901234567890").to_base32();
        let at = |seconds: i64| Timestamp::from_millis(seconds * 1_000);

        for (seconds, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code(&secret, at(seconds)), expected);
            assert!(step_of(&secret, expected, at(seconds)).is_some());
        }
    }

    #[test]
    fn a_code_works_one_step_early_or_late_and_once() {
        let (mut two_step, secret, _) = on();
        let after = |seconds: u64| NOW + Span::from_secs(seconds);

        let first = code(&secret, NOW);
        assert_eq!(two_step.use_up(&first, NOW), None, "the set-up used it");
        let next = code(&secret, after(30));
        assert_eq!(two_step.use_up(&next, NOW), Some(Used::Code));
        assert_eq!(two_step.use_up(&next, after(30)), None, "used");
        let late = code(&secret, after(90));
        let spaced = format!("{} {}", &late[..3], &late[3..]);
        assert_eq!(two_step.use_up(&spaced, after(120)), Some(Used::Code));
        let old = code(&secret, after(150));
        assert_eq!(two_step.use_up(&old, after(240)), None, "two steps late");
    }

    #[test]
    fn a_recovery_code_works_once_however_it_is_typed() {
        let (mut two_step, _, codes) = on();

        assert_eq!(codes.len(), RECOVERY_CODES);
        let typed = codes[3].to_uppercase().replace('-', " ");
        assert_eq!(two_step.use_up(&typed, NOW), Some(Used::RecoveryCode));
        assert_eq!(two_step.use_up(&typed, NOW), None);
        assert_eq!(two_step.codes_left(), RECOVERY_CODES - 1);
        let renewed = two_step.renew_codes();
        assert_eq!(two_step.use_up(&codes[0], NOW), None);
        assert!(two_step.use_up(&renewed[0], NOW).is_some());
    }

    #[test]
    fn the_store_has_no_recovery_code_and_a_secret_counts_from_its_first_code_on() {
        let mut two_step = TwoStep::default();
        let secret = two_step.begin(NOW);
        assert!(!two_step.is_on());
        assert_eq!(two_step.use_up(&code(&secret, NOW), NOW), None);
        let late = NOW + PENDING_FOR;
        assert!(two_step.confirm(&code(&secret, late), late).is_none());

        let codes = two_step.confirm(&code(&secret, NOW), NOW).unwrap();

        let change = two_step.change(&"shop".into(), &AgentId::from("ada"));
        let json = String::from_utf8(change.json.unwrap()).unwrap();
        assert!(two_step.is_on());
        assert!(codes.iter().all(|code| !json.contains(code)));
    }

    #[test]
    fn an_app_reads_shop_account_and_secret() {
        let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

        let address = address("Fern & Field: Shop", "ada", secret).unwrap();

        assert!(address.starts_with("otpauth://totp/Fern"), "{address}");
        assert!(address.contains(secret), "{address}");
    }
}
