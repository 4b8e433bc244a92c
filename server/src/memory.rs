//! Giving memory back to the machine.

use tikv_jemalloc_ctl::{Access as _, AsName as _, Result};

/// Gives back what is freed and kept for whoever needs memory next. The program's allocator does that by itself, over ten
/// seconds; here it is done at once, after something that needed much for a moment and will not again. Without effect in
/// a program that allocates otherwise.
pub fn give_back() {
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
            // Setting the time has all that is kept at this moment given back, whatever the time was.
            name.as_str().name().write(milliseconds)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_given_back() {
        give_back_of_all().unwrap();
    }
}
