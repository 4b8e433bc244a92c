//! A sled database and its file. Opening sled may take long, panic, or find an unreadable snapshot. sled also needs
//! help to be durable:
//!
//! - Its `flush` uses `sync_file_range`, which does not protect against a power cut. So the file is `fdatasync`ed
//!   after each flush.
//! - It writes values longer than a quarter of a segment into files of their own under `blobs/`. Neither its flush nor
//!   the sync of the log reaches these. So they are synced here, before the log that names them. Segments are so large
//!   that a leaf of lines fits into the log.

use actors_runtime::ports::StoreError;
use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Size of sled's segments in bytes. A value longer than a quarter of it is not stored in the log.
const SEGMENT_BYTES: usize = 2 * 1024 * 1024;

/// File name prefix of sled's snapshots. A snapshot repeats the content of the log up to a position in it.
const SNAPSHOT_PREFIX: &str = "snap.";
/// Time limit for opening. sled reports no progress while it reads a damaged log, and may never end.
const OPENING_MAX: Duration = Duration::from_secs(25);
/// How long a database that this process closed may take to release its file.
const RELEASE_MAX: Duration = Duration::from_secs(5);

/// Why sled does not open.
#[derive(Debug)]
pub enum Unopened {
    /// It cannot be read.
    Damaged(String),
    /// The disk reported an error.
    Disk(io::Error),
}

impl From<Unopened> for StoreError {
    fn from(unopened: Unopened) -> Self {
        match unopened {
            Unopened::Damaged(why) => Self::Damaged(Arc::from(why)),
            Unopened::Disk(error) => disk_error(&error),
        }
    }
}

/// Converts an error of sled's.
pub fn store_error(error: &sled::Error) -> StoreError {
    let why = Arc::from(error.to_string());
    match error {
        sled::Error::Io(error) if is_full(error) => StoreError::Full(why),
        sled::Error::Corruption { .. } | sled::Error::ReportableBug(_) => StoreError::Damaged(why),
        sled::Error::CollectionNotFound(_) | sled::Error::Unsupported(_) | sled::Error::Io(_) => {
            StoreError::Disk(why)
        }
    }
}

/// Converts an error of the disk.
pub fn disk_error(error: &io::Error) -> StoreError {
    let why = Arc::from(error.to_string());
    match is_full(error) {
        true => StoreError::Full(why),
        false => StoreError::Disk(why),
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

/// A sled database and its file.
pub struct Database {
    /// sled.
    pub db: sled::Db,
    file: File,
    blobs: PathBuf,
    blobs_synced: Mutex<BTreeSet<OsString>>,
}

impl Database {
    /// Opens the database in `path`, and creates it if missing. The caller keeps other processes out of `path`.
    pub fn open(path: &Path, cache_bytes: u64) -> Result<Self, Unopened> {
        Ok(Self {
            db: open(path, cache_bytes)?,
            file: File::open(file_of(path)).map_err(Unopened::Disk)?,
            blobs: path.join("blobs"),
            blobs_synced: Mutex::default(),
        })
    }

    /// How long its file is, in bytes.
    pub fn length(&self) -> Result<u64, StoreError> {
        let about = self.file.metadata().map_err(|error| disk_error(&error))?;
        Ok(about.len())
    }

    /// Makes everything written so far durable. Calls `flushed` between sled's flush and the sync.
    pub fn make_durable(
        &self,
        flushed: impl FnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        // A blob listed before the flush is complete after it. A later one may be half written.
        let blobs = self.list_blobs().map_err(|error| disk_error(&error))?;
        self.db.flush().map_err(|error| store_error(&error))?;
        flushed()?;
        self.sync_blobs(blobs).map_err(|error| disk_error(&error))?;
        self.file.sync_data().map_err(|error| disk_error(&error))
    }

    fn list_blobs(&self) -> io::Result<BTreeSet<OsString>> {
        std::fs::read_dir(&self.blobs)?
            .map(|file| Ok(file?.file_name()))
            .collect()
    }

    fn sync_blobs(&self, listed: BTreeSet<OsString>) -> io::Result<()> {
        let mut synced = self.blobs_synced.lock();
        let mut is_new = false;
        for name in listed.difference(&synced) {
            match File::open(self.blobs.join(name)) {
                Ok(blob) => blob.sync_data()?,
                // sled has deleted it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
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

/// The file of a database in `path`.
pub fn file_of(path: &Path) -> PathBuf {
    path.join("db")
}

/// Opens sled in `path`.
fn open(path: &Path, cache_bytes: u64) -> Result<sled::Db, Unopened> {
    let started = Instant::now();
    let mut set_aside = false;
    loop {
        let left = OPENING_MAX.saturating_sub(started.elapsed());
        match open_beside(path, cache_bytes, left)? {
            Ok(db) => return Ok(db),
            // No other process can hold the lock: this process closed the database a moment ago.
            Err(sled::Error::Io(error))
                if error.to_string().contains("could not acquire lock")
                    && started.elapsed() < RELEASE_MAX =>
            {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(sled::Error::Io(error)) => return Err(Unopened::Disk(error)),
            Err(error) => {
                let is_first = !std::mem::replace(&mut set_aside, true);
                if !is_first || !set_snapshots_aside(path) {
                    return Err(Unopened::Damaged(error.to_string()));
                }
                tracing::warn!(code = "FD106", %error, "a damaged snapshot of the database was renamed; reading the log");
            }
        }
    }
}

/// Opens sled on another thread, because sled panics or loops on some kinds of damage.
fn open_beside(
    path: &Path,
    cache_bytes: u64,
    wait: Duration,
) -> Result<sled::Result<sled::Db>, Unopened> {
    let config = sled::Config::new()
        .path(path)
        .cache_capacity(cache_bytes)
        .segment_size(SEGMENT_BYTES)
        .flush_every_ms(None);
    let (tell, hear) = mpsc::channel();
    let opener = std::thread::Builder::new().name("store-open".to_owned());
    opener
        .spawn(move || tell.send(config.open()))
        .map_err(Unopened::Disk)?;
    hear.recv_timeout(wait).map_err(|error| {
        let why = match error {
            mpsc::RecvTimeoutError::Disconnected => "sled panicked while it read the log",
            mpsc::RecvTimeoutError::Timeout => "sled did not finish reading the log",
        };
        Unopened::Damaged(why.to_owned())
    })
}

/// Renames sled's snapshots, which only speed up a start. Returns whether there were any.
fn set_snapshots_aside(path: &Path) -> bool {
    let Ok(files) = std::fs::read_dir(path) else {
        return false;
    };
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let mut renamed = false;
    for name in names.filter(|name| name.starts_with(SNAPSHOT_PREFIX)) {
        let aside = path.join(format!("damaged-{name}"));
        renamed |= std::fs::rename(path.join(name), aside).is_ok();
    }
    renamed
}
