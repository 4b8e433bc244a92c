//! What a thread keeps of what it frees, for what it asks for next.
//!
//! The allocator is built so that threads keep nothing (`.cargo/config.toml`): what the seven threads of the database keep
//! they keep for good, and each piece of it a page. Threads that make and drop many small things say so here
//! (`docs/decisions/0016`).

use tikv_jemalloc_ctl::{Access as _, AsName as _};

/// Whether the thread keeps any.
const ENABLED: &str = "thread.tcache.enabled\0";

/// Has the caller's thread keep some, up to what the allocator allows. May be repeated. Without effect in a program that
/// allocates otherwise.
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
    fn a_thread_keeps_what_it_frees_only_where_it_says_so() {
        let before_and_after = std::thread::spawn(|| {
            let before = is_enabled();
            enable();
            (before, is_enabled())
        });

        assert_eq!(before_and_after.join().ok(), Some((false, true)));
    }
}
