//! Agents' passwords: argon2id, two at a time, a short queue behind them (Contract §3).

use crate::blocking::run_holding;
use crate::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// Threads that hash at once.
const THREADS: usize = 2;

/// Sign-ins that may wait for one of them; further ones are answered 503.
const QUEUE: usize = 32;

/// Hashes a password for storage. Slow on purpose: not for an actor's thread.
///
/// # Errors
/// The operating system gives no random bytes, or the password is absurdly long.
pub fn hash(password: &str) -> Result<String, argon2::password_hash::Error> {
    Ok(Argon2::default()
        .hash_password(password.as_bytes())?
        .to_string())
}

/// Checks passwords without letting them take the machine.
pub struct PasswordDoor {
    threads: Arc<Semaphore>,
    /// Who is inside, waiting or not.
    people: Arc<AtomicUsize>,
    checked: Arc<AtomicU64>,
}

impl Default for PasswordDoor {
    fn default() -> Self {
        Self {
            threads: Arc::new(Semaphore::new(THREADS)),
            people: Arc::default(),
            checked: Arc::default(),
        }
    }
}

impl PasswordDoor {
    /// Whether `password` is the one that was hashed. Without a hash, for an account that does not exist, it takes as
    /// long and says no.
    ///
    /// # Errors
    /// 503 when too many wait already.
    pub async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        let checked = Arc::clone(&self.checked);
        self.inside(move || {
            checked.fetch_add(1, Ordering::Relaxed);
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| nobodys_hash().to_owned());
            let right = Argon2::default()
                .verify_password(password.as_bytes(), hash.as_str())
                .is_ok();
            known && right
        })
        .await
    }

    /// How many passwords were compared with a hash since the start.
    pub fn checked(&self) -> u64 {
        self.checked.load(Ordering::Relaxed)
    }

    /// Works when it is its turn. A place and a thread are taken until the work is over, though the caller has gone.
    async fn inside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.enter()?;
        let thread = Arc::clone(&self.threads).acquire_owned().await;
        let thread = thread.map_err(ApiError::internal)?;
        run_holding((place, thread), work).await
    }

    fn enter(&self) -> Result<Place, ApiError> {
        let inside = self.people.fetch_add(1, Ordering::Relaxed);
        let place = Place(Arc::clone(&self.people));
        if inside >= THREADS + QUEUE {
            return Err(ApiError::unavailable("too many sign-ins at once"));
        }
        Ok(place)
    }
}

struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The hash of a password nobody has.
fn nobodys_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| hash(&crate::secrets::random_name()).unwrap_or_default())
}

/// Makes the hash that unknown accounts are compared with, so that the first of them takes no longer than the rest.
pub fn prepare() {
    nobodys_hash();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn the_right_password_opens_and_nothing_else_does() {
        let door = PasswordDoor::default();
        let hash = hash("fern-and-field").unwrap();

        assert!(hash.starts_with("$argon2id$"));
        assert!(
            door.is_right("fern-and-field".into(), Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(
            !door
                .is_right("fern-and-fields".into(), Some(hash))
                .await
                .unwrap()
        );
        assert!(!door.is_right("fern-and-field".into(), None).await.unwrap());
    }

    /// What an unknown account is compared with is hashed as everybody's password is.
    #[test]
    fn nobodys_hash_takes_as_long_as_anybodys() {
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
    async fn a_crowd_at_the_door_is_told_to_come_back() {
        let door = PasswordDoor::default();
        let places: Vec<_> = (0..THREADS + QUEUE)
            .map(|_| door.enter().unwrap())
            .collect();

        let refused = door.is_right("a".into(), None).await.unwrap_err();

        assert!(matches!(refused, ApiError::Unavailable(_)));
        drop(places);
        assert!(door.enter().is_ok());
    }

    #[actix_web::test]
    async fn whoever_hangs_up_makes_no_room_before_their_password_is_hashed() {
        let door = PasswordDoor::default();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let mut asked = Box::pin(door.inside(move || ended.recv().is_ok()));
        assert!(futures_util::poll!(&mut asked).is_pending());

        drop(asked);
        let while_it_works = (
            door.threads.available_permits(),
            door.people.load(Ordering::Relaxed),
        );
        end.send(()).unwrap();
        let all = door.threads.acquire_many(THREADS as u32).await;

        assert_eq!(while_it_works, (THREADS - 1, 1));
        assert!(all.is_ok());
    }
}
