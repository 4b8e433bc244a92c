//! What lies on disk: the files of the journal, which every commit makes durable, and the database of what is folded out of
//! it, which is made durable before any of the journal goes. So a commit waits for the journal alone, and what stays for
//! good does not lie between what is gone a moment later, where sled would have to move it.

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

/// What is folded.
pub const FOLDED: &str = "sled";
/// What is not.
pub const JOURNAL: &str = "journal";

/// A checkpoint is worth it when more was written than one part in so many of the file.
const CHECKPOINT_PART: u64 = 16;

/// A file of so many bytes is closed and opened again within a tenth of a second; 10 million messages are half of that.
const REOPENED_MAX: u64 = 4 * 1024 * 1024 * 1024;

/// The journal's files and the database.
pub struct Disk {
    /// The files of the journal.
    pub segments: Arc<Segments>,
    folded_path: PathBuf,
    cache_bytes: u64,
    base: RwLock<Option<Base>>,
    /// Bytes folded since sled wrote its last snapshot, of ours; its log has some times that.
    unread: AtomicU64,
    /// What is folded may hold what was refused, or lack what was taken, and must be opened again.
    suspect: AtomicBool,
    folder: PathBuf,
    free_bytes_min: u64,
    probe: Option<Probe>,
}

/// What is folded, while it is open.
pub struct Base {
    /// Its database.
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

/// What a process that was killed left has a long log to be read, and what that takes lies between what stays. Closed and
/// opened again, it is as if it had been closed.
fn open_killed(open: impl Fn() -> Result<Base, Unopened>) -> Result<Base, Unopened> {
    let base = open()?;
    let is_short = |length| length <= REOPENED_MAX;
    if !base.database.length().is_ok_and(is_short) {
        return Ok(base);
    }
    drop(base);
    // Else what is opened now would lie in between.
    crate::allocator::collect();
    crate::allocator::sparing(open)
}

fn opened(
    base: RwLockReadGuard<'_, Option<Base>>,
) -> Result<MappedRwLockReadGuard<'_, Base>, StoreError> {
    RwLockReadGuard::try_map(base, Option::as_ref)
        .map_err(|_| StoreError::Disk(Arc::from("the database did not open again")))
}

impl Disk {
    /// Both in the options' folder, and the files of the journal that were begun; made where they are not there.
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

    /// Makes files of the journal ready to be written next.
    pub fn prepare(&self) -> Result<(), StoreError> {
        let prepared = self.segments.prepare();
        prepared.map_err(|error| disk_error(&error))
    }

    /// What is folded. It must be let go of soon: a checkpoint waits for all who have it.
    pub fn base(&self) -> Result<MappedRwLockReadGuard<'_, Base>, StoreError> {
        opened(self.base.read())
    }

    /// The same; `None` while a checkpoint has it, or waits for it.
    pub fn base_now(&self) -> Option<Result<MappedRwLockReadGuard<'_, Base>, StoreError>> {
        self.base.try_read().map(opened)
    }

    /// Makes durable everything that was folded before.
    pub fn make_folded_durable(&self) -> Result<(), StoreError> {
        if self.is_suspect() {
            // A sync after one that failed says nothing of what that one left.
            return Err(StoreError::Full(Arc::from(
                "the database is to be opened again",
            )));
        }
        let made = self.tell(Step::FlushFolded).and_then(|()| {
            let base = self.base()?;
            base.database.make_durable(|| self.tell(Step::SyncFolded))
        });
        made.inspect_err(|_| self.suspect())
    }

    /// Has what is folded opened again before anything relies on it: a write to it failed.
    pub fn suspect(&self) {
        self.suspect.store(true, Ordering::Release);
    }

    /// Whether a write to what is folded failed since it was opened.
    pub fn is_suspect(&self) -> bool {
        self.suspect.load(Ordering::Acquire)
    }

    /// Why a write failed. On a full disk sled breaks off in ways that do not say so.
    pub fn cause(&self, error: &StoreError) -> StoreError {
        match (error, self.has_room(4)) {
            (StoreError::Disk(_), Err(full @ StoreError::Full(_))) => full,
            _ => error.clone(),
        }
    }

    /// Fails when the disk has less room than all but reading needs. `fourths` says how many
    /// fourths of that.
    ///
    /// The last of the room is not for writes: sled does not stand a full disk well, and folding must go on.
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

    /// Counts bytes that were folded.
    pub fn folded(&self, bytes: usize) {
        self.unread.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Closes what is folded and opens it again where so much was folded since the last time that the next start would
    /// take long: that makes sled write a snapshot, and a start reads the log from there on. Who reads waits meanwhile,
    /// and who writes does not.
    ///
    /// Less than `bytes` is read in no time; of a large file it must be a part that counts, so that this is rare.
    pub fn checkpoint(&self, bytes: u64) -> Result<(), StoreError> {
        let unread = self.unread.load(Ordering::Relaxed);
        if unread < bytes || unread <= self.base()?.database.length()? / CHECKPOINT_PART {
            return Ok(());
        }
        // What that frees is needed again within seconds: given back at once, each page of it would be a fault.
        self.reopen()
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.tell(Step::Checkpoint)?;
        self.make_folded_durable()?;
        self.open_again()
    }

    /// Opens what is folded as it is on disk. What was not durable of it is in the journal.
    pub fn open_again(&self) -> Result<(), StoreError> {
        let mut base = self.base.write();
        *base = None;
        *base = Some(Base::open(&self.folded_path, self.cache_bytes)?);
        drop(base);
        self.unread.store(0, Ordering::Relaxed);
        self.suspect.store(false, Ordering::Release);
        Ok(())
    }

    /// Tells a test what comes now, and hears from it whether it fails.
    pub fn tell(&self, step: Step) -> Result<(), StoreError> {
        match &self.probe {
            Some(probe) => probe(step).map_err(|error| disk_error(&error)),
            None => Ok(()),
        }
    }
}
