//! Where lines and files come from: a running server, a store that no server has open, a backup, or an export.

use super::line::Line;
use super::lines::{Lines, PIECE_BYTES, Pieces, from_thread};
use super::pack::{self, Manifest};
use super::walk::{WalkError, walk};
use crate::cluster;
use crate::control;
use crate::files::shelf::{Shelf, Stretch};
use crate::format;
use crate::secrets::KEY_FILE;
use crate::settings::Settings;
use crate::settings::uploads::FilePlace;
use crate::store::sled::{SledOptions, SledStore};
use actors_core::time::Timestamp;
use actors_runtime::clock::{Clock as _, SteadyClock};
use actors_runtime::ports::Store;
use anyhow::{Context as _, bail};
use futures_util::{StreamExt as _, TryStreamExt as _};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

/// The file of an export that holds its lines.
pub const RECORDS: &str = "records.jsonl";

/// The folder of a backup or an export that holds its files.
pub const FILES: &str = "files";

/// Lines and files.
pub struct Source {
    /// The lines.
    pub lines: Lines,
    /// The files.
    pub files: Files,
}

/// Files below one folder of a shelf.
pub struct Files {
    shelf: Shelf,
    folder: &'static str,
    /// Each file with its size in bytes.
    pub names: BTreeMap<String, u64>,
    /// The SHA-256 of each file in hex, where it is known.
    pub sums: BTreeMap<String, String>,
}

impl Source {
    /// The data of these settings: asks the server that runs, or opens the store if none runs.
    ///
    /// # Errors
    /// There is no store, or it cannot be read.
    pub async fn live(settings: &Settings) -> anyhow::Result<Self> {
        format::refuse_newer(&settings.data)?;
        let socket = settings.data.join(control::socket::FILE);
        let pieces = match control::command::records(&socket).await? {
            Some(pieces) => pieces,
            None if cluster::control::is_follower(&settings.data) => {
                bail!(cluster::control::NOT_OWNER)
            }
            None => read_store(
                Arc::new(open_store(settings)?),
                SteadyClock::from_machine().now(),
            ),
        };
        let keys = match std::fs::read_to_string(settings.data.join(KEY_FILE)) {
            Ok(keys) => Some(keys),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).context("reading token-keys in the data folder"),
        };
        let shelf = files_of(settings).await?;
        Ok(Self {
            lines: Lines::new(pieces, keys.map(Line::TokenKeys)),
            files: Files::unread(shelf, ""),
        })
    }

    /// A backup: the one of this name, or the newest.
    ///
    /// # Errors
    /// There is no such backup, or it cannot be read.
    pub async fn backup(place: Shelf, name: Option<&str>) -> anyhow::Result<Self> {
        let manifest = Manifest::read(&place, name).await?;
        let sums = manifest.files.iter();
        let sums = sums.map(|(name, file)| (name.clone(), file.sha256.clone()));
        let files = Files {
            shelf: place.clone(),
            folder: FILES,
            names: manifest
                .files
                .iter()
                .map(|(name, file)| (name.clone(), file.bytes))
                .collect(),
            sums: sums.collect(),
        };
        Ok(Self {
            lines: Lines::new(pack::read_all(place, manifest), None),
            files,
        })
    }

    /// An export.
    ///
    /// # Errors
    /// There is none in the folder.
    pub fn export(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(RECORDS);
        let mut file = std::fs::File::open(&path).with_context(|| {
            format!("opening {}: is it the folder of an export?", path.display())
        })?;
        let pieces = from_thread(move |mut put| {
            loop {
                let mut piece = vec![0; PIECE_BYTES];
                let read = file.read(&mut piece).context("reading the export")?;
                if read == 0 {
                    return Ok(());
                }
                piece.truncate(read);
                put(piece)?;
            }
        });
        Ok(Self {
            lines: Lines::new(pieces, None),
            files: Files::unread(Shelf::folder(&folder.join(FILES))?, ""),
        })
    }
}

/// The uploaded files of these settings, beside a server that may be running.
///
/// # Errors
/// Their place cannot be used.
pub async fn files_of(settings: &Settings) -> anyhow::Result<Shelf> {
    if settings.uploads.place == FilePlace::Cluster {
        return cluster::node::files(&settings.cluster).await;
    }
    let folder = settings.data.join("uploads");
    Ok(Shelf::open_beside(&settings.uploads, &folder)?)
}

/// Opens the store of these settings, which no server may have open.
///
/// # Errors
/// There is none, or it cannot be opened.
pub fn open_store(settings: &Settings) -> anyhow::Result<SledStore> {
    let (data, folder) = (&settings.data, settings.data.join("store"));
    if !folder.is_dir() {
        bail!(
            "there is no store in {}: start the server once, or name its folder with --data",
            data.display()
        );
    }
    format::require(data)?;
    Ok(SledStore::open(SledOptions {
        free_bytes_min: settings.disk.reserve_bytes,
        ..SledOptions::new(&folder)
    })?)
}

/// The lines of a store, read on a thread of their own. A reader that is slow makes it wait.
pub fn read_store(store: Arc<dyn Store>, now: Timestamp) -> Pieces {
    from_thread(move |mut put| {
        let mut piece = Vec::with_capacity(2 * PIECE_BYTES);
        walk(store.as_ref(), now, &mut |line| {
            serde_json::to_writer(&mut piece, &line)
                .map_err(|error| WalkError::Document("of a line".to_owned(), error))?;
            piece.push(b'\n');
            if piece.len() < PIECE_BYTES {
                return Ok(());
            }
            let full = std::mem::replace(&mut piece, Vec::with_capacity(2 * PIECE_BYTES));
            put(full).map_err(|_| WalkError::Gone)
        })?;
        put(piece)
    })
}

impl Files {
    /// No files.
    pub fn none(shelf: Shelf) -> Self {
        Self::unread(shelf, FILES)
    }

    fn unread(shelf: Shelf, folder: &'static str) -> Self {
        Self {
            shelf,
            folder,
            names: BTreeMap::new(),
            sums: BTreeMap::new(),
        }
    }

    /// Reads which files there are, after the lines: a file that a line names is then among them.
    ///
    /// # Errors
    /// The shelf does not respond.
    pub async fn list(&mut self) -> anyhow::Result<()> {
        if self.sums.is_empty() && self.names.is_empty() {
            self.names = self.shelf.names(self.folder).await?;
            // What an upload has brought so far is no file yet.
            self.names
                .retain(|name, _| !name.contains('/') && !name.contains('#'));
        }
        Ok(())
    }

    /// The content of a file; `None` if it was removed meanwhile.
    ///
    /// # Errors
    /// The shelf does not respond.
    pub async fn fetch(&self, name: &str) -> anyhow::Result<Option<Pieces>> {
        let path = match self.folder {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        };
        let fetched = self.shelf.fetch(&path, &Stretch::Whole).await?;
        Ok(fetched.map(|fetched| fetched.pieces.map_err(anyhow::Error::from).boxed()))
    }
}
