//! The database and its file: what sled needs beside itself to be durable.
//!
//! - sled's `flush` hands its log to the kernel with `sync_file_range`, which is no barrier against a power cut: the
//!   file is `fdatasync`ed after it, every time.
//! - What is longer than a quarter of a segment sled writes into a file of its own under `blobs/`, which neither its
//!   flush nor the sync of the log reaches: such files are synced here, before the log that names them. Segments are
//!   so large that a group of the journal and a leaf of lines fit into the log.

use super::options::{Probe, Step};
use actors_runtime::ports::StoreError;
use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Size of sled's segments in bytes; what is longer than a quarter of it leaves the log.
pub const SEGMENT_BYTES: usize = 2 * 1024 * 1024;

/// The database and its file.
pub struct Disk {
    db: sled::Db,
    file: File,
    blobs: PathBuf,
    blobs_synced: Mutex<BTreeSet<OsString>>,
    syncs: AtomicU64,
    probe: Option<Probe>,
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

impl Disk {
    /// The database opened in `folder`.
    pub fn new(db: sled::Db, folder: &Path, probe: Option<Probe>) -> std::io::Result<Self> {
        Ok(Self {
            db,
            file: File::open(folder.join("db"))?,
            blobs: folder.join("blobs"),
            blobs_synced: Mutex::default(),
            syncs: AtomicU64::new(0),
            probe,
        })
    }

    /// The database.
    pub fn db(&self) -> &sled::Db {
        &self.db
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
        self.db.flush().map_err(|error| store_error(&error))?;
        self.tell(Step::Sync)?;
        self.sync_blobs(blobs).map_err(|error| disk_error(&error))?;
        self.file.sync_data().map_err(|error| disk_error(&error))?;
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
