//! The allocator's per-thread cache of freed memory.
//!
//! The allocator is built with the cache off (`.cargo/config.toml`). The database's seven threads would never return
//! what they cache, and each cached piece holds a page. Threads that allocate many small objects turn the cache on here
//! (`docs/decisions/0016`).

use tikv_jemalloc_ctl::{Access as _, AsName as _};

/// The allocator's setting that turns the calling thread's cache on.
const ENABLED: &str = "thread.tcache.enabled\0";

/// Turns the cache on for the calling thread, up to the allocator's limit. Idempotent; without effect in a program with
/// another allocator.
pub fn enable() {
    if let Err(error) = ENABLED.name().write(true) {
        tracing::debug!(%error, "a thread keeps nothing of what it frees");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_enabled() -> bool {
        ENABLED.name().read().unwrap_or_default()
    }

    #[test]
    fn a_thread_has_a_cache_only_after_enabling_it() {
        let before_and_after = std::thread::spawn(|| {
            let before = is_enabled();
            enable();
            (before, is_enabled())
        });

        assert_eq!(before_and_after.join().ok(), Some((false, true)));
    }
}
