//! The disk's own limit: appends a number of bytes to a growing file and calls `fdatasync`, on schedule.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::generator::{Durations, Percentiles};

/// Appends `bytes` bytes `rate` times a second and reports how long each append and sync took.
///
/// The time a write waits for the previous one does not count. The comparison is with a single write on a quiet disk,
/// which is stricter.
pub fn measure(folder: &Path, bytes: usize, rate: u32, seconds: f64) -> Result<Percentiles> {
    let path = folder.join("append.log");
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .with_context(|| format!("opening {}", path.display()))?;
    let record = vec![0x5a; bytes];
    let mut durations = Durations::new()?;
    let spacing = Duration::from_secs(1) / rate;
    let start = Instant::now();
    for number in 0..(f64::from(rate) * seconds) as u32 {
        let due = start + spacing * number;
        // Each write has its own due time, however long the previous one took.
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let begin = Instant::now();
        file.write_all(&record)?;
        file.sync_data()?;
        durations.add(begin.elapsed());
    }
    drop(file);
    std::fs::remove_file(&path)?;
    Ok(durations.percentiles())
}
