//! Fills or opens a store in a separate process, because its memory is measured.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actors_core::ids::{Seq, SessionNo};
use actors_runtime::ports::Store;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use server::store::sled::{SledOptions, SledStore};

use super::{Composer, ENCODED_BYTES, visitor};
use crate::process::{forget_memory_peak, memory, memory_peak};

/// Time from the open to reading the memory. The store's own work is done by then.
const SETTLING: Duration = Duration::from_secs(2);

/// The job of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Job {
    /// Fill the store and close it.
    Fill,
    /// Fill the store and wait to be killed.
    FillAndWait,
    /// Open it, then check that everything is there.
    Open,
}

/// How much is stored.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Size {
    /// Messages, all sessions together.
    pub messages: u64,
    /// Sessions they belong to.
    pub sessions: usize,
    /// Sessions that write at the same time, in turns. When they end, the next begin.
    pub at_once: usize,
}

impl Size {
    /// Messages of each session.
    pub(super) fn each(self) -> u64 {
        self.messages / self.sessions as u64
    }

    /// The session of the `number`-th message, and its place in that session.
    pub(super) fn place(self, number: u64) -> (usize, u64) {
        let at_once = self.at_once as u64;
        let (wave, within) = (
            number / (at_once * self.each()),
            number % (at_once * self.each()),
        );
        let session = wave * at_once + within % at_once;
        (
            usize::try_from(session).unwrap_or(usize::MAX),
            within / at_once + 1,
        )
    }
}

/// The process's results.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// Filling, or opening, s.
    pub seconds: f64,
    /// Growth of its memory after filling, or when memory has settled after opening, bytes.
    pub memory: u64,
    /// Peak growth of its memory while filling, or after opening, bytes.
    pub peak: u64,
    /// Peak growth of its memory until the store was open, bytes.
    #[serde(default)]
    pub opening: u64,
    /// Messages found again.
    pub messages: u64,
}

/// Does the job and prints the results as a line of JSON.
pub fn perform(job: Job, folder: &Path, size: Size, mut output: impl Write) -> Result<()> {
    let found = match job {
        Job::Fill | Job::FillAndWait => fill(folder, size, job == Job::Fill)?,
        Job::Open => open(folder, size)?,
    };
    writeln!(output, "{}", serde_json::to_string(&found)?)?;
    output.flush()?;
    if job == Job::FillAndWait {
        loop {
            std::thread::park();
        }
    }
    Ok(())
}

/// The product's store with its default settings.
pub fn open_store(folder: &Path) -> Result<Arc<dyn Store>> {
    Ok(Arc::new(SledStore::open(SledOptions::new(folder))?))
}

fn fill(folder: &Path, size: Size, closes: bool) -> Result<Found> {
    let is_even = size.messages == size.each() * size.sessions as u64;
    ensure!(
        is_even && size.sessions.is_multiple_of(size.at_once),
        "{size:?} does not divide"
    );
    let composer = Composer::new()?;
    let visitors: Vec<_> = (0..size.sessions).map(visitor).collect();
    let own = std::process::id();
    let before = memory(own)?;
    let store = open_store(folder)?;
    let durable = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    for number in 0..size.messages {
        let (index, seq) = size.place(number);
        let mut records = vec![composer.message(visitors[index].clone(), seq)];
        if seq == 1 {
            records.push(composer.head(visitors[index].clone(), seq));
        }
        let durable = Arc::clone(&durable);
        let done = move |outcome: Result<(), _>| {
            durable.fetch_add(u64::from(outcome.is_ok()), Ordering::Release);
        };
        store.append(records, Box::new(done));
    }
    while durable.load(Ordering::Acquire) < size.messages {
        store.health().context("filling the store")?;
        std::thread::sleep(Duration::from_millis(1));
    }
    let seconds = start.elapsed().as_secs_f64();
    if closes {
        store.close();
    } else {
        // Keep the store open until the kill, because dropping it would close it cleanly.
        std::mem::forget(store);
    }
    Ok(Found {
        seconds,
        memory: memory(own)?.saturating_sub(before),
        peak: memory_peak(own)?.saturating_sub(before),
        messages: size.messages,
        ..Found::default()
    })
}

fn open(folder: &Path, size: Size) -> Result<Found> {
    let own = std::process::id();
    let before = memory(own)?;
    let start = Instant::now();
    let store = open_store(folder)?;
    let seconds = start.elapsed().as_secs_f64();
    let opening = memory_peak(own)?.saturating_sub(before);
    forget_memory_peak()?;
    std::thread::sleep(SETTLING);
    let rests = memory(own)?.saturating_sub(before);
    let peak = memory_peak(own)?.saturating_sub(before);
    let messages = count(&*store, size)?;
    store.close();
    Ok(Found {
        seconds,
        memory: rests,
        peak,
        opening,
        messages,
    })
}

/// Reads every session and counts the lines in their right places.
fn count(store: &dyn Store, size: Size) -> Result<u64> {
    let mut found = 0;
    for number in 0..size.sessions {
        let lines = store.entries(&visitor(number), SessionNo(1), Seq(1), usize::MAX)?;
        for (expected, line) in (1..).zip(&lines) {
            ensure!(
                line.seq == Seq(expected),
                "session {number} has {:?} at {expected}",
                line.seq
            );
        }
        found += lines.len() as u64;
    }
    Ok(found)
}

/// Disk space of a folder, bytes.
pub fn disk_bytes(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let about = entry.metadata()?;
            if about.is_dir() {
                folders.push(entry.path());
            } else {
                sum += allocated(&about);
            }
        }
    }
    Ok(sum)
}

#[cfg(unix)]
fn allocated(about: &std::fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    about.blocks() * 512
}

#[cfg(not(unix))]
fn allocated(about: &std::fs::Metadata) -> u64 {
    about.len()
}

/// Bytes of all messages as encoded.
pub fn payload_bytes(size: Size) -> u64 {
    size.messages * ENCODED_BYTES as u64
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn every_session_has_all_its_messages_in_order() {
        let size = Size {
            messages: 60,
            sessions: 6,
            at_once: 3,
        };
        let mut said = [0; 6];
        for number in 0..size.messages {
            let (session, seq) = size.place(number);
            said[session] += 1;
            assert_eq!(said[session], seq);
        }

        assert_eq!(said, [10; 6]);
        assert_eq!(size.place(29), (2, 10));
        assert_eq!(size.place(30), (3, 1));
    }
}
