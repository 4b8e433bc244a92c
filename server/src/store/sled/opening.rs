//! Opening a folder: one process at a time, never an empty start on top of what was there, and an end within seconds
//! where the database cannot be read.
//!
//! | file | what |
//! | --- | --- |
//! | `store.txt` | says that a store was made here, and its epoch |
//! | `in-use` | locked by the process that has the store open |
//! | `acknowledged` | the newest group that was answered for |
//! | `journal/` | files of what is not folded yet |
//! | `sled/` | the database of what is |
//!
//! The two belong together: a copy is of the whole folder, made while no process has it open. A journal whose beginning is
//! not folded in the database beside it is refused like everything else that is not whole.

use super::database::{Unopened, disk_error, file_of};
use super::disk::{Disk, FOLDED, JOURNAL};
use super::journal::{FRAME_BYTES, Journal, Segment};
use super::left_over::{Finding, LeftOver};
use super::meta::Meta;
use super::options::SledOptions;
use super::unfolded::Unfolded;
use actors_runtime::ports::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MARKER: &str = "store.txt";
/// The layout of the whole; another number is not read.
const MARKER_TITLE: &str = "frontdesk store 7";

/// Why a store does not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it.
    #[error("the store in {0} is already in use by another process")]
    InUse(PathBuf),
    /// It cannot be read, or is not what it was.
    #[error(
        "the store in {folder} is damaged: {why}. To restore it, move the folder away and put a backup of it in its \
         place; with no folder there, the start makes an empty store"
    )]
    Damaged {
        /// Where it lies.
        folder: PathBuf,
        /// What was found.
        why: String,
    },
    /// The disk said no.
    #[error("the store in {folder} cannot be opened: {source}")]
    Disk {
        /// Where it lies.
        folder: PathBuf,
        /// What the disk said.
        source: std::io::Error,
    },
}

/// How far answers have gone out, in a file beside both. It is written without a sync after the sync of what it
/// tells of, so that it can only lag behind; a database that lags behind it has lost something.
pub struct Acknowledged {
    file: File,
}

/// What is answered for.
#[derive(Clone, Copy)]
pub enum Answered {
    /// Groups of the journal, by number.
    Groups = 0,
    /// Changes of documents, as many as there were.
    Documents = 1,
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

    /// The newest that was answered for; 0 where none was.
    fn newest(&self, what: Answered) -> u64 {
        let mut bytes = [0; 12];
        let read = self.file.read_exact_at(&mut bytes, Self::place(what));
        let is_whole = bytes[8..] == crc32fast::hash(&bytes[..8]).to_le_bytes();
        match read {
            Ok(()) if is_whole => u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8])),
            Ok(()) | Err(_) => 0,
        }
    }

    /// Notes that everything up to and with `number` was made durable.
    pub fn set(&self, what: Answered, number: u64) -> Result<(), StoreError> {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..8]);
        bytes[8..].copy_from_slice(&sum.to_le_bytes());
        let written = self.file.write_all_at(&bytes, Self::place(what));
        written.map_err(|error| disk_error(&error))
    }

    fn place(what: Answered) -> u64 {
        what as u64 * 16
    }
}

/// What was found in a folder.
pub struct Opened {
    /// The files of the journal, and the database.
    pub disk: Disk,
    /// The journal left over.
    pub journal: Journal,
    /// What it says.
    pub unfolded: Unfolded,
    /// How many changes of documents there were.
    pub documents: u64,
    /// The store's epoch.
    pub epoch: Arc<str>,
    /// How far answers have gone out.
    pub acknowledged: Acknowledged,
    /// Keeps other processes out.
    pub lock: File,
}

/// Opens the store in the options' folder; makes one where there is none.
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
    let marker = match read_marker(folder).map_err(no_disk)? {
        Some((title, _)) if title != MARKER_TITLE => {
            return Err(damaged(format!(
                "it says `{title}`, and this program reads `{MARKER_TITLE}`"
            )));
        }
        marker => marker.map(|(_, epoch)| epoch),
    };
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
    if marker.is_none() {
        write_marker(folder, &epoch).map_err(no_disk)?;
    }
    let (journal, left) = read_journal(&disk, &epoch, begun, options).map_err(unreadable)?;
    let documents = count_documents(&disk).map_err(unreadable)?;
    let acknowledged = Acknowledged::open(folder).map_err(no_disk)?;
    for (what, there, called) in [
        (Answered::Groups, journal.newest(), "groups of messages"),
        (Answered::Documents, documents, "changes of documents"),
    ] {
        let lost = acknowledged.newest(what).saturating_sub(there);
        if lost > 0 {
            return Err(damaged(format!("{called} are missing at its end: {lost}")));
        }
    }
    Ok(Opened {
        disk,
        journal,
        unfolded: Unfolded::new(options.ripeness(), left),
        documents,
        epoch,
        acknowledged,
        lock,
    })
}

/// The epoch both parts belong to; a new one where both are new.
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
            // The journal is begun last, and the marker is written after it.
            None if marker.is_some() || (name == FOLDED && second.is_some()) => {
                "is empty, and was not"
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

/// The journal, where nothing lies between what is folded and what it says, and where it says what.
fn read_journal(
    disk: &Disk,
    epoch: &Arc<str>,
    begun: Vec<Segment>,
    options: &SledOptions,
) -> Result<(Journal, LeftOver), StoreError> {
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

fn count_documents(disk: &Disk) -> Result<u64, StoreError> {
    Meta::open(&disk.base()?.database.db)?.documents()
}

fn lock(folder: &Path) -> Result<File, OpenError> {
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

/// The title and the epoch.
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
