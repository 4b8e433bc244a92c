//! Opening sled itself: it may take long, panic, or find a snapshot it cannot read.

use super::disk::SEGMENT_BYTES;
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// What sled's snapshots are called; they say what its log says, up to a place in it.
const SNAPSHOT_PREFIX: &str = "snap.";
/// sled gives no sign of life while it reads a damaged log; past this it is taken for stuck.
const OPENING_MAX: Duration = Duration::from_secs(25);
/// How long a database that was closed in this process may take to let go of its file.
const RELEASE_MAX: Duration = Duration::from_secs(5);

/// Why sled does not open.
#[derive(Debug)]
pub enum Unopened {
    /// It cannot be read.
    Damaged(String),
    /// The disk said no.
    Disk(io::Error),
}

/// Opens sled in `path`. Called by whoever keeps other processes out of it.
pub fn open(path: &Path, cache_bytes: u64) -> Result<sled::Db, Unopened> {
    let started = Instant::now();
    let mut set_aside = false;
    loop {
        let left = OPENING_MAX.saturating_sub(started.elapsed());
        match open_beside(path, cache_bytes, left)? {
            Ok(db) => return Ok(db),
            // No other process can have it: it is this one's own, closed a moment ago.
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
                tracing::warn!(%error, "a snapshot of the database is set aside, its log is read");
            }
        }
    }
}

/// Opens it beside this thread: sled panics or loops on some kinds of damage.
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
            mpsc::RecvTimeoutError::Disconnected => "reading its log broke off",
            mpsc::RecvTimeoutError::Timeout => "reading its log comes to no end",
        };
        Unopened::Damaged(why.to_owned())
    })
}

/// Renames sled's snapshots, which only shorten the reading of the log. Whether there were any.
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
