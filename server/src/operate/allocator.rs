//! Returns memory to the operating system.

use parking_lot::Mutex;
use tikv_jemalloc_ctl::{Access as _, AsName as _, Result};

/// Collection rounds. Each frees some hundreds of objects, so this is enough for the largest journal.
const COLLECTIONS: usize = 4_096;

/// Held while the allocator keeps no freed memory, so that two callers do not restore each other's setting.
static KEEPING: Mutex<()> = Mutex::new(());

/// Returns freed memory to the operating system at once. The program's allocator does this over ten seconds by itself.
/// Call it after work that needs much memory once. Without effect in a program with another allocator.
pub fn give_back() {
    collect();
    if let Err(error) = empty_own_cache() {
        tracing::debug!(%error, "cannot empty this thread's cache of freed memory");
    }
    // Setting the decay time to zero purges what the allocator holds. A nonzero time takes effect only when the
    // background thread next wakes.
    sparing(|| ());
}

/// Empties the calling thread's cache of freed memory: each cached piece keeps its page from being returned.
fn empty_own_cache() -> Result<()> {
    let cache = "thread.tcache.enabled\0".name();
    let is_enabled: bool = cache.read()?;
    cache.write(false)?;
    cache.write(is_enabled)
}

/// Frees the memory that sled has released. sled defers freeing until no thread can still read it, and does so in small
/// portions when it is used.
pub fn collect() {
    for _ in 0..COLLECTIONS {
        crossbeam_epoch::pin().flush();
    }
}

/// Runs `work` while the allocator keeps no freed memory. Zeroed memory in a reused block is cleared by hand, which
/// makes all its pages resident. In a fresh block, only pages in use are. sled allocates tables of some megabytes that
/// stay nearly empty.
pub fn sparing<T>(work: impl FnOnce() -> T) -> T {
    let _alone = KEEPING.lock();
    let kept = keep_nothing();
    if let Err(error) = &kept {
        tracing::debug!(%error, "cannot set the decay time: memory is returned later");
    }
    let _again = kept.ok().map(KeptAgain);
    work()
}

/// Restores the decay time, in milliseconds, when dropped.
struct KeptAgain(isize);

impl Drop for KeptAgain {
    fn drop(&mut self) {
        if let Err(error) = keep(self.0) {
            tracing::debug!(%error, "cannot restore the decay time: memory is returned early");
        }
    }
}

/// Sets the decay time to zero and returns the previous one, in milliseconds.
fn keep_nothing() -> Result<isize> {
    let kept = DEFAULT.name().read()?;
    keep(0)?;
    Ok(kept)
}

/// Sets the decay time of all arenas, present and future, in milliseconds.
fn keep(milliseconds: isize) -> Result<()> {
    DEFAULT.name().write(milliseconds)?;
    let arenas: u32 = "arenas.narenas\0".name().read()?;
    for arena in 0..arenas {
        let name = format!("arena.{arena}.dirty_decay_ms\0");
        // An arena that no thread has used returns an error.
        let _unused = name.as_str().name().write(milliseconds);
    }
    Ok(())
}

/// The decay time of future arenas.
const DEFAULT: &str = "arenas.dirty_decay_ms\0";

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    #[test]
    fn freed_memory_is_returned_at_once_while_work_runs() {
        let meanwhile: isize = sparing(|| DEFAULT.name().read()).unwrap();

        assert_eq!(meanwhile, 0);
        // While this lock is held, no other test can set the decay time to zero.
        let _alone = KEEPING.lock();
        let kept: isize = DEFAULT.name().read().unwrap();
        assert_ne!(kept, 0);
    }

    #[test]
    fn memory_that_sled_released_is_freed() {
        let page = Arc::new(());
        let kept = Arc::clone(&page);
        crossbeam_epoch::pin().defer(move || drop(kept));

        // Another test may hold back collection while it reads sled.
        let started = Instant::now();
        while Arc::strong_count(&page) > 1 {
            give_back();
            assert!(started.elapsed() < Duration::from_secs(30));
        }
    }
}
