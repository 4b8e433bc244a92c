//! Giving memory back to the machine.

use parking_lot::Mutex;
use tikv_jemalloc_ctl::{Access as _, AsName as _, Result};

/// Of what was let go of, some hundreds of pieces are freed at a time; so often is enough for what the journal holds at most.
const COLLECTIONS: usize = 4_096;

/// Held while the allocator is told to keep nothing.
static KEEPING: Mutex<()> = Mutex::new(());

/// Gives back what is freed and kept for whoever needs memory next. The program's allocator does that by itself, over ten
/// seconds; here it is done at once, after something that needed much for a moment and will not again. Without effect in
/// a program that allocates otherwise.
pub fn give_back() {
    collect();
    if let Err(error) = empty_own_cache() {
        tracing::debug!(%error, "a thread keeps what it freed");
    }
    // Without a time to wait the allocator gives back what it keeps at that moment; a new time alone would tell only the
    // thread that gives back in the background, when it next wakes.
    sparing(|| ());
}

/// Has the caller's thread keep nothing for itself of what it freed: each such piece keeps a page from being given back.
fn empty_own_cache() -> Result<()> {
    let cache = "thread.tcache.enabled\0".name();
    let is_enabled: bool = cache.read()?;
    cache.write(false)?;
    cache.write(is_enabled)
}

/// Frees what sled let go of. That lies in a heap of its own until no thread can be reading it, of which somebody must make
/// sure: sled does when it is used, some of it at a time.
pub fn collect() {
    for _ in 0..COLLECTIONS {
        crossbeam_epoch::pin().flush();
    }
}

/// Does `work` and keeps nothing of what is freed meanwhile. What is to be clear and is made in the room of something freed
/// is cleared by hand, and so is in memory as a whole; what is made in new room is in memory where it is used. sled's tables
/// are of some megabytes each, and nearly empty.
pub fn sparing<T>(work: impl FnOnce() -> T) -> T {
    let _alone = KEEPING.lock();
    let kept = keep_nothing();
    if let Err(error) = &kept {
        tracing::debug!(%error, "memory is given back later");
    }
    let _again = kept.ok().map(KeptAgain);
    work()
}

/// Lets the allocator keep what is freed for so many milliseconds again, at the end.
struct KeptAgain(isize);

impl Drop for KeptAgain {
    fn drop(&mut self) {
        if let Err(error) = keep(self.0) {
            tracing::debug!(%error, "memory is given back early");
        }
    }
}

/// Returns how long what is freed was kept, in milliseconds.
fn keep_nothing() -> Result<isize> {
    let kept = DEFAULT.name().read()?;
    keep(0)?;
    Ok(kept)
}

/// Has all arenas keep what is freed for so many milliseconds, those that are yet to come as well.
fn keep(milliseconds: isize) -> Result<()> {
    DEFAULT.name().write(milliseconds)?;
    let arenas: u32 = "arenas.narenas\0".name().read()?;
    for arena in 0..arenas {
        let name = format!("arena.{arena}.dirty_decay_ms\0");
        // One that nobody has used yet says no.
        let _unused = name.as_str().name().write(milliseconds);
    }
    Ok(())
}

/// For arenas that are yet to come.
const DEFAULT: &str = "arenas.dirty_decay_ms\0";

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    #[test]
    fn nothing_is_kept_while_much_is_done() {
        let meanwhile: isize = sparing(|| DEFAULT.name().read()).unwrap();

        assert_eq!(meanwhile, 0);
        // Nobody else is told to keep nothing while this is held.
        let _alone = KEEPING.lock();
        let kept: isize = DEFAULT.name().read().unwrap();
        assert_ne!(kept, 0);
    }

    #[test]
    fn what_sled_let_go_of_is_freed() {
        let page = Arc::new(());
        let kept = Arc::clone(&page);
        crossbeam_epoch::pin().defer(move || drop(kept));

        // Another test may be reading sled at this moment.
        let started = Instant::now();
        while Arc::strong_count(&page) > 1 {
            give_back();
            assert!(started.elapsed() < Duration::from_secs(30));
        }
    }
}
