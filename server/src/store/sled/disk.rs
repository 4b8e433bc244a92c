//! The data on disk: the journal's files, which every commit makes durable, and the database of folded records. The
//! database is made durable before any journal file is released. So a commit waits only for the journal, and permanent
//! records do not lie between short-lived ones, where sled would have to move them.

use super::database::{Database, Unopened, disk_error};
use super::journal::{Segment, Segments, part_bytes};
use super::options::{Probe, SledOptions, Step};
use super::trees::Trees;
use crate::disk_space::Space;
use actors_runtime::ports::StoreError;
use parking_lot::{MappedRwLockReadGuard, RwLock, RwLockReadGuard};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The directory of the database with the folded records.
pub const FOLDED: &str = "sled";
/// The directory of the journal.
pub const JOURNAL: &str = "journal";

/// A checkpoint is worth it when more than 1/16 of the file was written.
const CHECKPOINT_PART: u64 = 16;

/// Maximum size of a database that is reopened after a kill, in bytes. This takes a tenth of a second. 10 million
/// messages fill half of it.
const REOPENED_MAX: u64 = 4 * 1024 * 1024 * 1024;

/// The journal's files and the database.
pub struct Disk {
    /// The files of the journal.
    pub segments: Arc<Segments>,
    folded_path: PathBuf,
    cache_bytes: u64,
    base: RwLock<Option<Base>>,
    /// Bytes folded since sled's last snapshot, as we encode them; sled's log has several times that.
    unread: AtomicU64,
    /// A write to the database failed. It may hold refused data or lack accepted data, and must be reopened.
    suspect: AtomicBool,
    folder: PathBuf,
    free_bytes_min: u64,
    probe: Option<Probe>,
}

/// The open database of folded records.
pub struct Base {
    /// The database.
    pub database: Database,
    /// Its trees.
    pub trees: Trees,
}

impl Base {
    fn open(path: &Path, cache_bytes: u64) -> Result<Self, Unopened> {
        let database = Database::open(path, cache_bytes)?;
        let trees = Trees::open(&database.db);
        let trees = trees.map_err(|error| Unopened::Damaged(error.to_string()))?;
        Ok(Self { database, trees })
    }
}

/// Opens the database after a kill. sled then reads a long log, and the memory for that lies between memory that stays
/// in use. Closing and reopening leaves memory as after a normal close.
fn open_killed(open: impl Fn() -> Result<Base, Unopened>) -> Result<Base, Unopened> {
    let base = open()?;
    let is_short = |length| length <= REOPENED_MAX;
    if !base.database.length().is_ok_and(is_short) {
        return Ok(base);
    }
    drop(base);
    // Otherwise the reopened database would fill the gaps of the first.
    crate::allocator::collect();
    crate::allocator::sparing(open)
}

fn opened(
    base: RwLockReadGuard<'_, Option<Base>>,
) -> Result<MappedRwLockReadGuard<'_, Base>, StoreError> {
    RwLockReadGuard::try_map(base, Option::as_ref)
        .map_err(|_| StoreError::Disk(Arc::from("reopening the database failed")))
}

impl Disk {
    /// Opens both in the options' folder, and creates them if missing. Also returns the journal's files in use.
    pub fn open(options: &SledOptions) -> Result<(Self, Vec<Segment>), Unopened> {
        let folded_path = options.folder.join(FOLDED);
        let (segments, begun) = Segments::open(
            &options.folder.join(JOURNAL),
            part_bytes(options.journal_bytes),
        )
        .map_err(Unopened::Disk)?;
        let open = || Base::open(&folded_path, options.cache_bytes);
        let base = if begun.iter().all(Segment::is_cleared) {
            crate::allocator::sparing(open)?
        } else {
            open_killed(open)?
        };
        let disk = Self {
            segments: Arc::new(segments),
            base: RwLock::new(Some(base)),
            folded_path,
            cache_bytes: options.cache_bytes,
            unread: AtomicU64::new(0),
            suspect: AtomicBool::new(false),
            folder: options.folder.clone(),
            free_bytes_min: options.free_bytes_min,
            probe: options.probe.clone(),
        };
        Ok((disk, begun))
    }

    /// Prepares spare journal files.
    pub fn prepare(&self) -> Result<(), StoreError> {
        let prepared = self.segments.prepare();
        prepared.map_err(|error| disk_error(&error))
    }

    /// The database of folded records. Release it soon: a checkpoint waits for all holders.
    pub fn base(&self) -> Result<MappedRwLockReadGuard<'_, Base>, StoreError> {
        opened(self.base.read())
    }

    /// Like [`Disk::base`]; `None` while a checkpoint holds it or waits for it.
    pub fn base_now(&self) -> Option<Result<MappedRwLockReadGuard<'_, Base>, StoreError>> {
        self.base.try_read().map(opened)
    }

    /// Makes all folded records durable.
    pub fn make_folded_durable(&self) -> Result<(), StoreError> {
        if self.is_suspect() {
            // A successful sync after a failed one does not prove that the earlier data is durable.
            return Err(StoreError::Full(Arc::from(
                "the database must be reopened after a failed write",
            )));
        }
        let made = self.tell(Step::FlushFolded).and_then(|()| {
            let base = self.base()?;
            base.database.make_durable(|| self.tell(Step::SyncFolded))
        });
        made.inspect_err(|_| self.suspect())
    }

    /// Marks the database as suspect after a failed write: it must be reopened before anything relies on it.
    pub fn suspect(&self) {
        self.suspect.store(true, Ordering::Release);
    }

    /// Whether a write to the database failed since it was opened.
    pub fn is_suspect(&self) -> bool {
        self.suspect.load(Ordering::Acquire)
    }

    /// The real cause of a failed write. On a full disk, sled fails in ways that do not say so.
    pub fn cause(&self, error: &StoreError) -> StoreError {
        match (error, self.has_room(4)) {
            (StoreError::Disk(_), Err(full @ StoreError::Full(_))) => full,
            _ => error.clone(),
        }
    }

    /// Fails if less space is free than `fourths` quarters of the reserve.
    ///
    /// The reserve is not for writes: sled handles a full disk badly, and folding must go on.
    pub fn has_room(&self, fourths: u64) -> Result<(), StoreError> {
        self.tell(Step::Space)?;
        let space = Space::of(&self.folder).map_err(|error| disk_error(&error))?;
        let least = space.reserve(self.free_bytes_min);
        if space.free < least.saturating_mul(fourths) / 4 {
            let why = format!("{} bytes are free, {least} are kept free", space.free);
            return Err(StoreError::Full(Arc::from(why)));
        }
        Ok(())
    }

    /// Counts folded bytes.
    pub fn folded(&self, bytes: usize) {
        self.unread.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Closes and reopens the database if the next start would otherwise take long. sled writes a snapshot only when
    /// it opens, and a start reads the log from the last snapshot on. Readers wait meanwhile; writers do not.
    ///
    /// A log below `bytes` is read quickly. In a large file the new part must also be significant, so that checkpoints
    /// stay rare.
    pub fn checkpoint(&self, bytes: u64) -> Result<(), StoreError> {
        let unread = self.unread.load(Ordering::Relaxed);
        if unread < bytes || unread <= self.base()?.database.length()? / CHECKPOINT_PART {
            return Ok(());
        }
        // Keep the freed memory: it is needed again within seconds, and each returned page would cost a page fault.
        self.reopen()
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.tell(Step::Checkpoint)?;
        self.make_folded_durable()?;
        self.open_again()
    }

    /// Reopens the database as it is on disk. Records that are not durable in it are still in the journal.
    pub fn open_again(&self) -> Result<(), StoreError> {
        let mut base = self.base.write();
        *base = None;
        *base = Some(Base::open(&self.folded_path, self.cache_bytes)?);
        drop(base);
        self.unread.store(0, Ordering::Relaxed);
        self.suspect.store(false, Ordering::Release);
        Ok(())
    }

    /// Reports a step to the test's probe, which may fail it.
    pub fn tell(&self, step: Step) -> Result<(), StoreError> {
        match &self.probe {
            Some(probe) => probe(step).map_err(|error| disk_error(&error)),
            None => Ok(()),
        }
    }
}
