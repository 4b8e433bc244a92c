//! The options of the sled store.

use super::unfolded::Ripeness;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Where the store is, and its limits. The numbers in the README were measured with the defaults; tests choose smaller
/// ones.
#[derive(Clone)]
pub struct SledOptions {
    /// The store's folder; created if missing.
    pub folder: PathBuf,
    /// sled's page cache for folded records, in bytes; sled takes several times that.
    pub cache_bytes: u64,
    /// Bytes that may wait for the disk before appends block.
    pub waiting_bytes: usize,
    /// Bytes in the journal from which its older half is folded.
    pub journal_bytes: usize,
    /// Groups in the journal from which its older half is folded.
    pub journal_groups: usize,
    /// Bytes of unfolded documents from which they are folded, as they lie in memory.
    pub documents_bytes: usize,
    /// Number of lines that fill a record of a session.
    pub chunk_lines: usize,
    /// Number of bytes that fill a record of a session.
    pub chunk_bytes: usize,
    /// Number of ripe visitors from which they are folded, if nothing else is due. Neighbours share a leaf.
    pub fold_visitors: usize,
    /// Bytes folded before sled is made to write a snapshot while it is in use.
    pub checkpoint_bytes: u64,
    /// Free disk space, in bytes, below which writes are refused. A small disk has a smaller limit; 0 means no limit.
    pub free_bytes_min: u64,
    /// How often the store checks a full disk for room.
    pub full_wait: Duration,
    /// Whether another log is the truth and this store a view of it, as in a cluster. It then answers an append as soon as
    /// readers see it, before its file is synced. The null control of the kill tests sets it without such a log.
    pub is_view: bool,
    /// Called at every step towards the disk, and may fail it.
    #[doc(hidden)]
    pub probe: Option<Probe>,
}

/// A step towards the disk.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The free space of the disk is read.
    Space,
    /// A group is added to the journal, in memory.
    Write,
    /// The groups are written into the journal's file.
    Flush,
    /// The journal's file is synced.
    Sync,
    /// An append is answered.
    Answer,
    /// A visitor or a document is folded.
    Fold,
    /// The database of folded records is flushed.
    FlushFolded,
    /// The file of that database is synced.
    SyncFolded,
    /// A journal file is released.
    Drop,
    /// The database is closed and reopened.
    Checkpoint,
}

/// Called with each step, and may fail it.
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
            documents_bytes: 4 * 1024 * 1024,
            chunk_lines: 52,
            chunk_bytes: 13 * 1024,
            fold_visitors: 256,
            checkpoint_bytes: 192 * 1024 * 1024,
            free_bytes_min: 256 * 1024 * 1024,
            full_wait: Duration::from_secs(1),
            is_view: false,
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
