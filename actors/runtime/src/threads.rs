//! The threads actors run on.

use actix_rt::{Arbiter, ArbiterHandle};
use std::hash::{BuildHasher as _, Hash, RandomState};

/// Threads, each running its share of the actors.
pub(crate) struct Threads {
    threads: Vec<ArbiterHandle>,
    hasher: RandomState,
}

impl Threads {
    /// Starts `count` threads, at least one.
    pub(crate) fn start(count: usize) -> Self {
        Self {
            threads: (0..count.max(1)).map(|_| Arbiter::new().handle()).collect(),
            hasher: RandomState::new(),
        }
    }

    /// The caller's own thread alone, for tests in which time stands still.
    #[cfg(feature = "testing")]
    pub(crate) fn this_one() -> Self {
        Self {
            threads: vec![Arbiter::current()],
            hasher: RandomState::new(),
        }
    }

    /// The thread of whoever has this name; always the same.
    pub(crate) fn of(&self, name: &impl Hash) -> ArbiterHandle {
        let index = self.hasher.hash_one(name) as usize % self.threads.len();
        self.threads[index].clone()
    }

    /// Ends them all.
    pub(crate) fn stop(&self) {
        for thread in &self.threads {
            thread.stop();
        }
    }
}
