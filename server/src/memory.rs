//! Giving memory back to the machine.

use tikv_jemalloc_ctl::{Access as _, AsName as _, Result};

/// Of what was let go of, some hundreds of pieces are freed at a time; so often is enough for what the journal holds at most.
const COLLECTIONS: usize = 4_096;

/// Gives back what is freed and kept for whoever needs memory next. The program's allocator does that by itself, over ten
/// seconds; here it is done at once, after something that needed much for a moment and will not again. Without effect in
/// a program that allocates otherwise.
pub fn give_back() {
    // What sled let go of lies in a heap of its own until no thread can be reading it, of which somebody must make sure: sled
    // does when it is used, some of it at a time.
    for _ in 0..COLLECTIONS {
        crossbeam_epoch::pin().flush();
    }
    if let Err(error) = give_back_of_all() {
        tracing::debug!(%error, "memory is given back later");
    }
}

fn give_back_of_all() -> Result<()> {
    let arenas: u32 = "arenas.narenas\0".name().read()?;
    for arena in 0..arenas {
        let name = format!("arena.{arena}.dirty_decay_ms\0");
        // One that nobody has used yet says no.
        let kept: Result<isize> = name.as_str().name().read();
        if let Ok(milliseconds) = kept {
            // Without a time to wait it gives back what it keeps at this moment; a new time alone would tell only the
            // thread that gives back in the background, when it next wakes.
            name.as_str().name().write(0_isize)?;
            name.as_str().name().write(milliseconds)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    #[test]
    fn what_is_kept_is_given_back() {
        give_back_of_all().unwrap();
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
