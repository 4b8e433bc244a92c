//! The database and its file: what sled needs beside itself to be durable.
//!
//! - sled's `flush` hands its log to the kernel with `sync_file_range`, which is no barrier against a power cut: the
//!   file is `fdatasync`ed after it, every time.
//! - What is longer than a quarter of a segment sled writes into a file of its own under `blobs/`, which neither its
//!   flush nor the sync of the log reaches: such files are synced here, before the log that names them. Segments are
//!   so large that a group of the journal and a leaf of lines fit into the log.

use super::database::{self, Unopened};
use super::options::{Probe, SledOptions, Step};
use super::trees::Trees;
use actors_runtime::ports::StoreError;
use parking_lot::{MappedRwLockReadGuard, Mutex, RwLock, RwLockReadGuard};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Size of sled's segments in bytes; what is longer than a quarter of it leaves the log.
pub const SEGMENT_BYTES: usize = 2 * 1024 * 1024;

/// A checkpoint is worth it when more was written than one part in so many of the file.
const CHECKPOINT_PART: u64 = 16;

/// The database and its file.
pub struct Disk {
    path: PathBuf,
    cache_bytes: u64,
    base: RwLock<Option<Base>>,
    blobs: PathBuf,
    blobs_synced: Mutex<BTreeSet<OsString>>,
    syncs: AtomicU64,
    /// Bytes written since sled wrote its last snapshot, of ours; its log has some times that.
    unread: AtomicU64,
    probe: Option<Probe>,
}

/// The database while it is open.
pub struct Base {
    /// sled.
    pub db: sled::Db,
    /// What is folded.
    pub trees: Trees,
    file: File,
}

/// What sled says, as callers hear it.
pub fn store_error(error: &sled::Error) -> StoreError {
    let why = Arc::from(error.to_string());
    match error {
        sled::Error::Corruption { .. } | sled::Error::ReportableBug(_) => StoreError::Damaged(why),
        sled::Error::CollectionNotFound(_) | sled::Error::Unsupported(_) | sled::Error::Io(_) => {
            StoreError::Disk(why)
        }
    }
}

fn disk_error(error: &std::io::Error) -> StoreError {
    StoreError::Disk(Arc::from(error.to_string()))
}

impl Base {
    fn open(path: &Path, cache_bytes: u64) -> Result<Self, Unopened> {
        let db = database::open(path, cache_bytes)?;
        let trees = Trees::open(&db).map_err(|error| Unopened::Damaged(error.to_string()))?;
        let file = File::open(path.join("db")).map_err(Unopened::Disk)?;
        Ok(Self { db, trees, file })
    }
}

impl Disk {
    /// The database opened in `path`.
    pub fn open(path: &Path, options: &SledOptions) -> Result<Self, Unopened> {
        Ok(Self {
            path: path.to_owned(),
            cache_bytes: options.cache_bytes,
            base: RwLock::new(Some(Base::open(path, options.cache_bytes)?)),
            blobs: path.join("blobs"),
            blobs_synced: Mutex::default(),
            syncs: AtomicU64::new(0),
            unread: AtomicU64::new(0),
            probe: options.probe.clone(),
        })
    }

    /// The database. It must be let go of soon: a checkpoint waits for all who have it.
    pub fn base(&self) -> Result<MappedRwLockReadGuard<'_, Base>, StoreError> {
        RwLockReadGuard::try_map(self.base.read(), Option::as_ref)
            .map_err(|_| StoreError::Disk(Arc::from("the database did not open again")))
    }

    /// Counts bytes that were written.
    pub fn wrote(&self, bytes: usize) {
        self.unread.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Whether so much was written since the last checkpoint that the next start would take long. A file of less than
    /// `bytes` is read in no time; of a larger one it must be a part that counts, so that checkpoints are few.
    pub fn wants_checkpoint(&self, bytes: u64) -> Result<bool, StoreError> {
        let unread = self.unread.load(Ordering::Relaxed);
        if unread < bytes / CHECKPOINT_PART {
            return Ok(false);
        }
        let length = self
            .base()?
            .file
            .metadata()
            .map_err(|error| disk_error(&error))?
            .len();
        Ok(length >= bytes && unread > length / CHECKPOINT_PART)
    }

    /// Closes sled and opens it again, which is what makes it write a snapshot: a start reads the log from there on.
    /// Everybody waits meanwhile.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.make_durable()?;
        let mut base = self.base.write();
        *base = None;
        let opened =
            Base::open(&self.path, self.cache_bytes).map_err(|unopened| match unopened {
                Unopened::Damaged(why) => StoreError::Damaged(Arc::from(why)),
                Unopened::Disk(error) => disk_error(&error),
            })?;
        *base = Some(opened);
        self.unread.store(0, Ordering::Relaxed);
        Ok(())
    }

    /// How often the file was synced.
    pub fn syncs(&self) -> u64 {
        self.syncs.load(Ordering::Acquire)
    }

    /// Makes durable everything that was written before.
    pub fn make_durable(&self) -> Result<(), StoreError> {
        // A blob that is there before the flush is whole after it; one that comes later may be half written.
        let blobs = self.list_blobs().map_err(|error| disk_error(&error))?;
        self.tell(Step::Flush)?;
        let base = self.base()?;
        base.db.flush().map_err(|error| store_error(&error))?;
        self.tell(Step::Sync)?;
        self.sync_blobs(blobs).map_err(|error| disk_error(&error))?;
        base.file.sync_data().map_err(|error| disk_error(&error))?;
        self.syncs.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Tells a test what comes now, and hears from it whether it fails.
    pub fn tell(&self, step: Step) -> Result<(), StoreError> {
        match &self.probe {
            Some(probe) => probe(step).map_err(|error| disk_error(&error)),
            None => Ok(()),
        }
    }

    fn list_blobs(&self) -> std::io::Result<BTreeSet<OsString>> {
        std::fs::read_dir(&self.blobs)?
            .map(|file| Ok(file?.file_name()))
            .collect()
    }

    fn sync_blobs(&self, listed: BTreeSet<OsString>) -> std::io::Result<()> {
        let mut synced = self.blobs_synced.lock();
        let mut is_new = false;
        for name in listed.difference(&synced) {
            match File::open(self.blobs.join(name)) {
                Ok(blob) => blob.sync_data()?,
                // sled has let go of it meanwhile.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            }
            is_new = true;
        }
        if is_new {
            File::open(&self.blobs)?.sync_all()?;
        }
        *synced = listed;
        Ok(())
    }
}
