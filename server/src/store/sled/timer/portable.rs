//! For systems whose kernel keeps no such timer: whoever waits is woken each time it is set.

use super::NEVER;
use parking_lot::{Condvar, Mutex};
use std::io;
use std::time::{Duration, Instant};

/// What one thread waits for and others set.
#[derive(Default)]
pub struct Timer {
    at: Mutex<Option<Instant>>,
    is_set: Condvar,
}

impl Timer {
    /// A timer that is not set.
    #[allow(clippy::unnecessary_wraps)] // as the kernel's is made
    pub fn new() -> io::Result<Self> {
        Ok(Self::default())
    }

    /// Ends the wait after so long.
    pub fn set(&self, after: Duration) {
        *self.at.lock() = Some(Instant::now() + after.min(NEVER));
        self.is_set.notify_one();
    }

    /// Ends no wait.
    pub fn stop(&self) {
        *self.at.lock() = None;
    }

    /// Waits until the moment that is set has come.
    pub fn wait(&self) {
        let mut at = self.at.lock();
        while at.is_none_or(|at| at > Instant::now()) {
            match *at {
                Some(until) => _ = self.is_set.wait_until(&mut at, until),
                None => self.is_set.wait(&mut at),
            }
        }
        *at = None;
    }
}
