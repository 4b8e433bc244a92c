//! Agents' passwords: argon2id, two at a time, with a short queue (Protocol, 'Seat').

pub(crate) mod backoff;

use crate::blocking::run_holding;
use crate::error::ApiError;
use crate::settings::Switch;
use actors_core::ids::TenantId;
use actors_core::time::Timestamp;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use backoff::Backoff;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// Number of passwords that are hashed at once.
const THREADS: usize = 2;

/// Number of sign-ins that may wait for a hash; further ones are answered 503.
const QUEUE: usize = 32;

/// Hashes a password for storage. Deliberately slow: do not call it on a session's thread.
///
/// # Errors
/// The operating system gives no random bytes, or the password is too long.
pub fn hash(password: &str) -> Result<String, argon2::password_hash::Error> {
    Ok(Argon2::default()
        .hash_password(password.as_bytes())?
        .to_string())
}

/// Sign-ins of one address that may run or wait at once, so that one attacker cannot fill the queue all tenants share.
const OF_ADDRESS_MAX: usize = 8;

/// The same limit for one tenant; tenants that do not exist share one.
const OF_TENANT_MAX: usize = (THREADS + QUEUE) / 2;

/// An attempt to sign in.
#[derive(Clone, Debug)]
pub struct Attempt<'a> {
    /// The tenant they name; it may not exist.
    pub tenant: &'a TenantId,
    /// Whether that tenant exists.
    pub is_tenant_known: bool,
    /// The account they name; it may not exist.
    pub account: &'a str,
    /// The caller's address, as rate limits count it.
    pub address: IpAddr,
    /// The time of the attempt.
    pub now: Timestamp,
    /// Whether rate limits apply.
    pub limits: Switch,
}

/// Checks passwords, and limits how many are checked at once.
pub struct PasswordChecker {
    threads: Arc<Semaphore>,
    people: Arc<Mutex<People>>,
    backoff: Backoff,
    checked: Arc<AtomicU64>,
}

/// Counts the sign-ins that run or wait.
#[derive(Default)]
struct People {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
    by_tenant: HashMap<Option<TenantId>, usize>,
}

impl Default for PasswordChecker {
    fn default() -> Self {
        Self {
            threads: Arc::new(Semaphore::new(THREADS)),
            people: Arc::default(),
            backoff: Backoff::default(),
            checked: Arc::default(),
        }
    }
}

impl PasswordChecker {
    /// Returns whether `password` is the one that was hashed. Without a hash (the account does not exist) it takes as
    /// long and returns `false`.
    ///
    /// # Errors
    /// 429 after too many wrong passwords, 503 if too many sign-ins wait.
    pub async fn is_right(
        &self,
        attempt: Attempt<'_>,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, ApiError> {
        let name = (attempt.tenant.as_str(), attempt.account);
        let tried = (attempt.limits == Switch::On)
            .then(|| self.backoff.begin(name, attempt.address, attempt.now))
            .transpose()?;
        let slot = self.enter(&attempt).inspect_err(|_| {
            tried
                .iter()
                .for_each(|tried| self.backoff.was_not_heard(tried));
        })?;
        let checked = Arc::clone(&self.checked);
        let is_right = self
            .inside(slot, move || {
                checked.fetch_add(1, Ordering::Relaxed);
                let known = hash.is_some();
                let hash = hash.unwrap_or_else(|| nobodys_hash().to_owned());
                let right = Argon2::default()
                    .verify_password(password.as_bytes(), hash.as_str())
                    .is_ok();
                known && right
            })
            .await?;
        if let Some(tried) = tried.filter(|_| is_right) {
            self.backoff.was_right(&tried, attempt.now);
        }
        Ok(is_right)
    }

    /// Returns how many passwords were checked since the start.
    pub fn checked(&self) -> u64 {
        self.checked.load(Ordering::Relaxed)
    }

    /// Forgets expired counts of wrong passwords. Call it periodically.
    pub fn sweep(&self, now: Timestamp) {
        self.backoff.sweep(now);
    }

    /// Takes a slot in the queue for a password that somebody at this address chooses.
    ///
    /// # Errors
    /// 503 if too many wait.
    pub fn slot(&self, address: IpAddr, limits: Switch) -> Result<Slot, ApiError> {
        self.take_slot(address, None, limits)
    }

    /// Runs `work` when it is its turn. The slot and the thread stay taken until the work ends, even if the caller has
    /// gone.
    ///
    /// # Errors
    /// 500 if it was cut short.
    pub async fn inside<T: Send + 'static>(
        &self,
        slot: Slot,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let thread = Arc::clone(&self.threads).acquire_owned().await;
        let thread = thread.map_err(ApiError::internal)?;
        run_holding((slot, thread), work).await
    }

    fn enter(&self, attempt: &Attempt<'_>) -> Result<Slot, ApiError> {
        let tenant = attempt.is_tenant_known.then(|| attempt.tenant.clone());
        self.take_slot(attempt.address, tenant, attempt.limits)
    }

    fn take_slot(
        &self,
        address: IpAddr,
        tenant: Option<TenantId>,
        limits: Switch,
    ) -> Result<Slot, ApiError> {
        let mut people = self.people.lock();
        let of_address = people.by_address.get(&address).copied().unwrap_or(0);
        let of_tenant = people.by_tenant.get(&tenant).copied().unwrap_or(0);
        let is_share_taken =
            limits == Switch::On && (of_address >= OF_ADDRESS_MAX || of_tenant >= OF_TENANT_MAX);
        if people.all >= THREADS + QUEUE || is_share_taken {
            return Err(ApiError::unavailable("too many sign-ins at once"));
        }
        people.all += 1;
        people.by_address.insert(address, of_address + 1);
        people.by_tenant.insert(tenant.clone(), of_tenant + 1);
        Ok(Slot {
            people: Arc::clone(&self.people),
            address,
            tenant,
        })
    }
}

/// A slot in the queue, taken until it is dropped.
pub struct Slot {
    people: Arc<Mutex<People>>,
    address: IpAddr,
    tenant: Option<TenantId>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut people = self.people.lock();
        people.all -= 1;
        leave(&mut people.by_address, &self.address);
        leave(&mut people.by_tenant, &self.tenant);
    }
}

/// Decrements a count, and removes it at zero.
fn leave<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// Returns the hash of a random password, which nobody has.
fn nobodys_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| hash(&crate::secrets::random_name()).unwrap_or_default())
}

/// Computes the hash for unknown accounts in advance, so that the first such sign-in takes no longer than others.
pub fn prepare() {
    nobodys_hash();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    static SHOP: LazyLock<TenantId> = LazyLock::new(|| "shop".into());
    static RIVAL: LazyLock<TenantId> = LazyLock::new(|| "rival".into());

    fn attempt(tenant: &TenantId, last: u8) -> Attempt<'_> {
        Attempt {
            tenant,
            is_tenant_known: true,
            account: "ada",
            address: IpAddr::from([10, 0, 0, last]),
            now: Timestamp::from_millis(1_790_000_000_000),
            limits: Switch::On,
        }
    }

    #[actix_web::test]
    async fn only_the_right_password_is_accepted() {
        let checker = PasswordChecker::default();
        let hash = hash("fern-and-field").unwrap();

        assert!(hash.starts_with("$argon2id$"));
        assert!(
            checker
                .is_right(
                    attempt(&SHOP, 1),
                    "fern-and-field".into(),
                    Some(hash.clone())
                )
                .await
                .unwrap()
        );
        assert!(
            !checker
                .is_right(attempt(&SHOP, 1), "fern-and-fields".into(), Some(hash))
                .await
                .unwrap()
        );
        assert!(
            !checker
                .is_right(attempt(&SHOP, 1), "fern-and-field".into(), None)
                .await
                .unwrap()
        );
    }

    /// An unknown account's password is compared with a hash that is as expensive as any other.
    #[test]
    fn an_unknown_accounts_hash_takes_as_long_as_any_other() {
        let price = |hash: &str| hash.rsplitn(3, '$').nth(2).map(str::to_owned);

        let anybodys = price(&hash("fern-and-field").unwrap());

        assert!(
            anybodys
                .as_deref()
                .is_some_and(|price| price.contains("m="))
        );
        assert_eq!(price(nobodys_hash()), anybodys);
    }

    #[actix_web::test]
    async fn too_many_sign_ins_at_once_are_answered_503() {
        let checker = PasswordChecker::default();
        let names: Vec<TenantId> = (0..40)
            .map(|number| format!("t{number}").as_str().into())
            .collect();
        let attempts = names
            .iter()
            .zip(0..)
            .map(|(tenant, last)| attempt(tenant, last));
        let slots: Vec<_> = attempts
            .map_while(|attempt| checker.enter(&attempt).ok())
            .collect();

        let refused = checker.is_right(attempt(&SHOP, 99), "a".into(), None).await;

        assert_eq!(slots.len(), THREADS + QUEUE);
        assert!(matches!(refused, Err(ApiError::Unavailable(_))));
        drop(slots);
        assert!(checker.enter(&attempt(&SHOP, 99)).is_ok());
        assert!(checker.people.lock().by_address.is_empty());
    }

    #[test]
    fn one_address_and_one_tenant_leave_room_for_others() {
        let checker = PasswordChecker::default();
        let from_one = (0..100).filter_map(|_| checker.enter(&attempt(&SHOP, 1)).ok());
        let mut slots: Vec<_> = from_one.collect();
        assert_eq!(slots.len(), OF_ADDRESS_MAX);
        assert!(checker.enter(&attempt(&SHOP, 2)).is_ok());

        slots.extend((0..100).filter_map(|last| checker.enter(&attempt(&SHOP, last)).ok()));

        assert_eq!(slots.len(), OF_TENANT_MAX);
        assert!(checker.enter(&attempt(&RIVAL, 200)).is_ok());
        let made_up = (0..100).filter_map(|last| {
            let tenant = format!("made-up-{last}").as_str().into();
            let attempt = Attempt {
                is_tenant_known: false,
                ..attempt(&tenant, 100 + last)
            };
            checker.enter(&attempt).ok()
        });
        assert_eq!(made_up.collect::<Vec<_>>().len(), OF_TENANT_MAX);
    }

    #[actix_web::test]
    async fn a_sign_in_refused_for_lack_of_room_does_not_count_as_a_wrong_password() {
        let checker = PasswordChecker::default();
        let own = attempt(&SHOP, 1);
        let slots: Vec<_> = (0..OF_ADDRESS_MAX)
            .map(|_| checker.enter(&own).unwrap())
            .collect();
        for _ in 0..10 {
            let refused = checker.is_right(own.clone(), "a".into(), None).await;
            assert!(matches!(refused, Err(ApiError::Unavailable(_))));
        }

        drop(slots);

        assert!(!checker.is_right(own, "a".into(), None).await.unwrap());
    }

    #[actix_web::test]
    async fn a_disconnected_caller_keeps_their_place_until_their_password_is_hashed() {
        let checker = PasswordChecker::default();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let mut asked = Box::pin(
            checker.inside(checker.enter(&attempt(&SHOP, 1)).unwrap(), move || {
                ended.recv().is_ok()
            }),
        );
        assert!(futures_util::poll!(&mut asked).is_pending());

        drop(asked);
        let while_it_works = (
            checker.threads.available_permits(),
            checker.people.lock().all,
        );
        end.send(()).unwrap();
        let all = checker.threads.acquire_many(THREADS as u32).await;

        assert_eq!(while_it_works, (THREADS - 1, 1));
        assert!(all.is_ok());
    }
}
