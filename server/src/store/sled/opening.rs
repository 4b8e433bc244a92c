//! Opens the folder of a store. Only one process at a time has it open. Nothing new is ever created over existing
//! data. An unreadable database is reported within seconds.
//!
//! | file | what |
//! | --- | --- |
//! | `store.txt` | marks the folder as a store, and holds its epoch |
//! | `in-use` | locked by the process that has the store open |
//! | `acknowledged` | the newest acknowledged group |
//! | `journal/` | files of unfolded records |
//! | `sled/` | the database of folded records |
//!
//! These belong together: a backup copies the whole folder while no process has it open. A journal that does not
//! continue the database beside it is refused as damaged.

use super::database::{Unopened, disk_error, file_of};
use super::disk::{Disk, FOLDED, JOURNAL};
use super::journal::{FRAME_BYTES, Journal, Segment};
use super::left_over::{Finding, LeftOver};
use super::meta::Meta;
use super::options::SledOptions;
use super::unfolded::{Documents, Unfolded};
use actors_runtime::ports::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MARKER: &str = "store.txt";
/// The layout version of the whole store. Any other version is refused, except the one before.
pub(crate) const MARKER_TITLE: &str = "frontdesk store 8";
/// The layout before: the journal holds no documents. A start raises it, so that an older program refuses the journal.
const MARKER_BEFORE: &str = "frontdesk store 7";

/// Why a store does not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has the store open.
    #[error("the store in {0} is already in use by another process")]
    InUse(PathBuf),
    /// The store cannot be read, or has lost data.
    #[error(
        "the store in {folder} is damaged: {why}. To restore it, move the folder away and put a backup of it in its \
         place; with no folder there, the start makes an empty store"
    )]
    Damaged {
        /// The store's folder.
        folder: PathBuf,
        /// What is damaged.
        why: String,
    },
    /// Another version of the program wrote the store, and this one does not read it.
    #[error(
        "the store in {folder} says `{found}`, and this program reads `{MARKER_TITLE}`. Start the version that wrote \
         it, or restore a backup that this version made"
    )]
    Layout {
        /// The store's folder.
        folder: PathBuf,
        /// The layout that it has.
        found: String,
    },
    /// The disk reported an error.
    #[error("the store in {folder} cannot be opened: {source}")]
    Disk {
        /// The store's folder.
        folder: PathBuf,
        /// The disk's error.
        source: std::io::Error,
    },
}

/// The number of the newest acknowledged group, in a file of its own. It is written without a sync, after the sync of
/// the journal, so it can only lag behind. A journal that ends before this number has lost something.
pub struct Acknowledged {
    file: File,
}

impl Acknowledged {
    fn open(folder: &Path) -> std::io::Result<Self> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(folder.join("acknowledged"))?;
        Ok(Self { file })
    }

    /// The newest acknowledged number; 0 if there is none.
    fn newest(&self) -> u64 {
        let mut bytes = [0; 12];
        let read = self.file.read_exact_at(&mut bytes, 0);
        let is_whole = bytes[8..] == crc32fast::hash(&bytes[..8]).to_le_bytes();
        match read {
            Ok(()) if is_whole => u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8])),
            Ok(()) | Err(_) => 0,
        }
    }

    /// Records that all groups up to and including `number` are durable.
    pub fn set(&self, number: u64) -> Result<(), StoreError> {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..8]);
        bytes[8..].copy_from_slice(&sum.to_le_bytes());
        let written = self.file.write_all_at(&bytes, 0);
        written.map_err(|error| disk_error(&error))
    }
}

/// An opened store.
pub struct Opened {
    /// The journal's files, and the database.
    pub disk: Disk,
    /// The journal that the last process left.
    pub journal: Journal,
    /// Its records.
    pub unfolded: Unfolded,
    /// The store's epoch.
    pub epoch: Arc<str>,
    /// The number of the newest acknowledged group, on disk.
    pub acknowledged: Acknowledged,
    /// Locks out other processes while it is open.
    pub lock: File,
}

/// Opens the store in the options' folder, and creates one if there is none.
pub fn open(options: &SledOptions) -> Result<Opened, OpenError> {
    let folder = &options.folder;
    let no_disk = |source| OpenError::Disk {
        folder: folder.clone(),
        source,
    };
    let damaged = |why: String| OpenError::Damaged {
        folder: folder.clone(),
        why,
    };
    let unreadable = |error: StoreError| damaged(error.to_string());

    std::fs::create_dir_all(folder).map_err(no_disk)?;
    let lock = lock(folder)?;
    let (title, marker) = read_marker(folder).map_err(no_disk)?.unzip();
    let is_current = title.as_deref() == Some(MARKER_TITLE);
    if let Some(found) = title.filter(|title| !is_current && title != MARKER_BEFORE) {
        let folder = folder.clone();
        return Err(OpenError::Layout { folder, found });
    }
    if marker.is_some() {
        for (name, path) in [
            (FOLDED, file_of(&folder.join(FOLDED))),
            (JOURNAL, folder.join(JOURNAL)),
        ] {
            if !path.exists() {
                return Err(damaged(format!("`{name}`, one of its two parts, is gone")));
            }
        }
    }
    let (disk, begun) = Disk::open(options).map_err(|unopened| match unopened {
        Unopened::Damaged(why) => damaged(why),
        Unopened::Disk(error) => no_disk(error),
    })?;
    let epoch = agree_on_epoch(&disk, &begun, marker.as_deref()).map_err(unreadable)?;
    if !is_current {
        write_marker(folder, &epoch).map_err(no_disk)?;
    }
    let (journal, found) = read_journal(&disk, &epoch, begun, options).map_err(unreadable)?;
    let acknowledged = Acknowledged::open(folder).map_err(no_disk)?;
    let lost = acknowledged.newest().saturating_sub(journal.newest());
    if lost > 0 {
        let why = format!("groups of messages are missing at its end: {lost}");
        return Err(damaged(why));
    }
    Ok(Opened {
        disk,
        journal,
        unfolded: Unfolded::new(options.ripeness(), found),
        epoch,
        acknowledged,
        lock,
    })
}

/// The epoch that both parts share; a new one if both are new. Fails if a part belongs to another store.
fn agree_on_epoch(
    disk: &Disk,
    begun: &[Segment],
    marker: Option<&str>,
) -> Result<Arc<str>, StoreError> {
    let meta = Meta::open(&disk.base()?.database.db)?;
    let first = meta.epoch()?;
    let told = marker.or(first.as_deref());
    let mut journal = begun.iter().map(|segment| segment.header.epoch.as_ref());
    let second = journal
        .clone()
        .find(|epoch| told != Some(*epoch))
        .or_else(|| journal.next());
    for (name, epoch) in [(FOLDED, first.as_deref()), (JOURNAL, second)] {
        let why = match epoch {
            Some(epoch) if told.is_some_and(|told| told != epoch) => "belongs to another store",
            // The journal is created after the database, and the marker after both.
            None if marker.is_some() || (name == FOLDED && second.is_some()) => {
                "has lost its content"
            }
            Some(_) | None => continue,
        };
        let why = format!("`{name}`, one of its two parts, {why}");
        return Err(StoreError::Damaged(Arc::from(why)));
    }
    let epoch = first.unwrap_or_else(|| Arc::from(uuid::Uuid::new_v4().simple().to_string()));
    if second.is_none() {
        meta.set_epoch(&epoch)?;
        disk.make_folded_durable()?;
        let begun = disk.segments.clear(&epoch, meta.folded()? + 1);
        begun.map_err(|error| disk_error(&error))?;
    }
    Ok(epoch)
}

/// Reads the journal. Fails if groups after the folded ones are missing.
fn read_journal(
    disk: &Disk,
    epoch: &Arc<str>,
    begun: Vec<Segment>,
    options: &SledOptions,
) -> Result<(Journal, (LeftOver, Documents)), StoreError> {
    let folded = Meta::open(&disk.base()?.database.db)?.folded()?;
    let mut found = Finding::default();
    let journal = Journal::open(
        (Arc::clone(&disk.segments), Arc::clone(epoch)),
        begun,
        folded,
        (options.journal_bytes, options.journal_groups),
        |file, content| found.add(file, &content.bytes, &content.groups, FRAME_BYTES),
    )?;
    Ok((journal, found.end()))
}

/// Locks a store's folder against other processes while the file is open.
///
/// # Errors
/// Another process has it locked, or the disk fails.
pub(crate) fn lock(folder: &Path) -> Result<File, OpenError> {
    let disk_error = |source| OpenError::Disk {
        folder: folder.to_owned(),
        source,
    };
    let path = folder.join("in-use");
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    let file = file.map_err(disk_error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(source)) => Err(disk_error(source)),
    }
}

/// Reads the title and the epoch.
fn read_marker(folder: &Path) -> std::io::Result<Option<(String, Arc<str>)>> {
    match std::fs::read_to_string(folder.join(MARKER)) {
        Ok(text) => {
            let mut lines = text.lines();
            let title = lines.next().unwrap_or_default().to_owned();
            Ok(Some((title, Arc::from(lines.next().unwrap_or_default()))))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn write_marker(folder: &Path, epoch: &str) -> std::io::Result<()> {
    let draft = folder.join("store.txt.new");
    let mut file = File::create(&draft)?;
    writeln!(file, "{MARKER_TITLE}\n{epoch}")?;
    file.sync_all()?;
    std::fs::rename(&draft, folder.join(MARKER))?;
    for made in [folder.join(FOLDED), folder.join(JOURNAL), folder.to_owned()] {
        File::open(made)?.sync_all()?;
    }
    Ok(())
}
