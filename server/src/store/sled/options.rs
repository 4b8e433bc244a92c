//! What can be set of the sled store.

use super::unfolded::Ripeness;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Where the store lies and how much it may hold back. The defaults are what the numbers of the README were measured
/// with; tests choose small ones.
#[derive(Clone)]
pub struct SledOptions {
    /// The folder; made when it is not there.
    pub folder: PathBuf,
    /// sled's page cache for what is folded, in bytes; it takes some times that.
    pub cache_bytes: u64,
    /// What may wait for the disk, in bytes, before appends block.
    pub waiting_bytes: usize,
    /// What the journal holds before the oldest of it is folded, in bytes.
    pub journal_bytes: usize,
    /// How many groups the journal holds before the oldest of it is folded.
    pub journal_groups: usize,
    /// How many lines make a record of a session.
    pub chunk_lines: usize,
    /// How many bytes make a record of a session.
    pub chunk_bytes: usize,
    /// So many visitors are folded together, where that is all there is to do: neighbours share a leaf.
    pub fold_visitors: usize,
    /// So much is folded, in bytes, before sled is made to write a snapshot while it is in use.
    pub checkpoint_bytes: u64,
    /// Free space on the disk below which no write is taken, in bytes; a small disk has a smaller limit. 0 is no limit.
    pub free_bytes_min: u64,
    /// How often a store whose disk is full looks for room.
    pub full_wait: Duration,
    /// Answers before anything is in a file: the null control of the kill test, and never anything else.
    #[doc(hidden)]
    pub answer_before_flush: bool,
    /// Hears every step towards the disk, and may fail it.
    #[doc(hidden)]
    pub probe: Option<Probe>,
}

/// A step towards the disk.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The free space of the disk is read.
    Space,
    /// A group is made.
    Write,
    /// The groups are written into the journal's file.
    Flush,
    /// The journal's file is synced.
    Sync,
    /// An append is answered.
    Answer,
    /// A visitor is folded.
    Fold,
    /// What is folded is flushed.
    FlushFolded,
    /// The file of what is folded is synced.
    SyncFolded,
    /// A file of the journal is given back.
    Drop,
    /// What is folded is closed and opened again.
    Checkpoint,
}

/// Hears steps and may fail them.
#[doc(hidden)]
pub type Probe = Arc<dyn Fn(Step) -> std::io::Result<()> + Send + Sync>;

impl SledOptions {
    /// The defaults, in `folder`.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            cache_bytes: 8 * 1024 * 1024,
            waiting_bytes: 2 * 1024 * 1024,
            journal_bytes: 24 * 1024 * 1024,
            journal_groups: 16_384,
            chunk_lines: 52,
            chunk_bytes: 13 * 1024,
            fold_visitors: 256,
            checkpoint_bytes: 192 * 1024 * 1024,
            free_bytes_min: 256 * 1024 * 1024,
            full_wait: Duration::from_secs(1),
            answer_before_flush: false,
            probe: None,
        }
    }

    pub(super) fn ripeness(&self) -> Ripeness {
        Ripeness {
            lines: self.chunk_lines,
            bytes: self.chunk_bytes,
        }
    }
}
