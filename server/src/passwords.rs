//! Agents' passwords: argon2id, two at a time, a short queue behind them (Contract §3).

use crate::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    threads: Semaphore,
    inside: AtomicUsize,
}

impl Default for PasswordDoor {
    fn default() -> Self {
        Self {
            threads: Semaphore::new(THREADS),
            inside: AtomicUsize::new(0),
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
        let _place = self.enter()?;
        let _thread = self.threads.acquire().await.map_err(ApiError::internal)?;
        actix_web::web::block(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| nobodys_hash().to_owned());
            let right = Argon2::default()
                .verify_password(password.as_bytes(), hash.as_str())
                .is_ok();
            known && right
        })
        .await
        .map_err(ApiError::internal)
    }

    fn enter(&self) -> Result<Place<'_>, ApiError> {
        let inside = self.inside.fetch_add(1, Ordering::Relaxed);
        let place = Place(self);
        if inside >= THREADS + QUEUE {
            return Err(ApiError::unavailable("too many sign-ins at once"));
        }
        Ok(place)
    }
}

struct Place<'a>(&'a PasswordDoor);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::Relaxed);
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
}
