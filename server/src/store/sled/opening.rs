//! Opening a folder: one process at a time, never an empty start on top of what was there, and an end within seconds
//! where the database cannot be read.
//!
//! | file | what |
//! | --- | --- |
//! | `store.txt` | says that a store was made here, and its epoch |
//! | `in-use` | locked by the process that has the store open |
//! | `acknowledged` | the newest group that was answered for |
//! | `sled/` | the database |

use super::database::Unopened;
use super::disk::Disk;
use super::journal::Journal;
use super::meta::Meta;
use super::options::SledOptions;
use super::unfolded::{Note, Unfolded, What};
use crate::store::record::{self, SubjectKind};
use actors_core::session::restore::Head;
use actors_runtime::ports::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MARKER: &str = "store.txt";
/// The layout of the whole; another number is not read.
const MARKER_TITLE: &str = "frontdesk store 5";
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

/// How far answers have gone out, in a file beside the database. It is written without a sync after the sync of the
/// database, so that it can only lag behind; a database that lags behind it has lost something.
pub struct Acknowledged {
    file: File,
}

impl Acknowledged {
    fn open(folder: &Path) -> std::io::Result<(Self, u64)> {
        let path = folder.join("acknowledged");
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut bytes = [0; 12];
        let group = match file.read_exact_at(&mut bytes, 0) {
            Ok(()) => u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8])),
            Err(_) => 0,
        };
        let is_whole = bytes[8..] == crc32fast::hash(&bytes[..8]).to_le_bytes();
        Ok((Self { file }, if is_whole { group } else { 0 }))
    }

    /// Notes that everything up to and with `group` was made durable.
    pub fn set(&self, group: u64) -> Result<(), StoreError> {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&group.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..8]);
        bytes[8..].copy_from_slice(&sum.to_le_bytes());
        let written = self.file.write_all_at(&bytes, 0);
        written.map_err(|error| StoreError::Disk(Arc::from(error.to_string())))
    }
}

/// What was found in a folder.
pub struct Opened {
    /// The database and its file.
    pub disk: Disk,
    /// The journal left over.
    pub journal: Journal,
    /// What it says.
    pub unfolded: Unfolded,
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
    let disk_error = |source| OpenError::Disk {
        folder: folder.clone(),
        source,
    };
    let damaged = |why: String| OpenError::Damaged {
        folder: folder.clone(),
        why,
    };
    let unreadable = |error: StoreError| damaged(error.to_string());

    std::fs::create_dir_all(folder).map_err(disk_error)?;
    let lock = lock(folder)?;
    let marker = match read_marker(folder).map_err(disk_error)? {
        Some((title, _)) if title != MARKER_TITLE => {
            return Err(damaged(format!(
                "it says `{title}`, and this program reads `{MARKER_TITLE}`"
            )));
        }
        marker => marker.map(|(_, epoch)| epoch),
    };
    let path = folder.join("sled");
    if marker.is_some() && !path.join("db").exists() {
        return Err(damaged("its database file is gone".to_owned()));
    }
    let disk = Disk::open(&path, options).map_err(|unopened| match unopened {
        Unopened::Damaged(why) => damaged(why),
        Unopened::Disk(error) => disk_error(error),
    })?;
    let meta = Meta::open(&disk).map_err(unreadable)?;
    let epoch = match meta.epoch().map_err(unreadable)? {
        Some(epoch) if marker.as_ref().is_none_or(|marker| *marker == epoch) => epoch,
        Some(_) => return Err(damaged("its database belongs to another store".to_owned())),
        None if marker.is_some() => {
            return Err(damaged("its database is empty, and was not".to_owned()));
        }
        None => {
            let epoch = meta.make_epoch().map_err(unreadable)?;
            disk.make_durable().map_err(unreadable)?;
            epoch
        }
    };
    if marker.is_none() {
        write_marker(folder, &epoch).map_err(disk_error)?;
    }
    let journal = meta
        .next_group()
        .and_then(|next| Journal::open(&disk, next, options.journal_bytes, options.journal_groups));
    let journal = journal.map_err(unreadable)?;
    let (acknowledged, newest) = Acknowledged::open(folder).map_err(disk_error)?;
    if newest > journal.newest() {
        let lost = newest - journal.newest();
        return Err(damaged(format!(
            "{lost} groups of messages are missing at its end"
        )));
    }
    let mut unfolded = Unfolded::new(options.ripeness());
    replay(&journal, &mut unfolded).map_err(unreadable)?;
    Ok(Opened {
        disk,
        journal,
        unfolded,
        epoch,
        acknowledged,
        lock,
    })
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
    for made in [folder.join("sled"), folder.to_owned()] {
        File::open(made)?.sync_all()?;
    }
    Ok(())
}

fn replay(journal: &Journal, unfolded: &mut Unfolded) -> Result<(), StoreError> {
    for group in journal.groups() {
        let mut notes = Vec::new();
        for framed in record::open_group(&group.bytes)? {
            let body = &group.bytes[framed.body.clone()];
            let what = match framed.subject.kind {
                SubjectKind::Line { session, seq } => What::Line {
                    session,
                    seq,
                    at: record::line_time(body)?,
                },
                SubjectKind::Head => {
                    let head: Head = record::decode(body)?;
                    What::Head {
                        standing: head.standing,
                        due: head.due,
                    }
                }
                SubjectKind::Forget(forget) => What::Forget(forget),
            };
            let bytes = u32::try_from(framed.body.len());
            notes.push(Note {
                visitor: framed.subject.visitor,
                what,
                start: framed.body.start,
                bytes: bytes.map_err(|_| StoreError::Damaged(Arc::from("a group")))?,
            });
        }
        unfolded.note(group, 0, notes);
    }
    Ok(())
}
