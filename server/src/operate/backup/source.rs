//! Where lines and files come from: a running server, a store that no server has open, a backup, or an export.

use super::line::{Begin, Counts, FORMAT, Line};
use super::pack::{self, Manifest};
use super::walk::{WalkError, walk};
use crate::control;
use crate::files::shelf::{Shelf, Stretch};
use crate::secrets::KEY_FILE;
use crate::settings::{Settings, StoreKind};
use crate::store::sled::{SledOptions, SledStore};
use actors_core::time::Timestamp;
use actors_runtime::clock::{Clock as _, SteadyClock};
use actors_runtime::ports::Store;
use anyhow::{Context as _, bail, ensure};
use bytes::{Buf as _, Bytes, BytesMut};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::mpsc;

/// The file of an export that holds its lines.
pub const RECORDS: &str = "records.jsonl";

/// The folder of a backup or an export that holds its files.
pub const FILES: &str = "files";

/// Size of the pieces that lines are passed on in.
const PIECE_BYTES: usize = 64 << 10;

/// Pieces that may wait for the reader.
const PIECES_WAITING: usize = 8;

/// The longest line that is read.
const LINE_BYTES_MAX: usize = 64 << 20;

/// Bytes of lines, in pieces of any size.
pub type Pieces = BoxStream<'static, anyhow::Result<Bytes>>;

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
        let socket = settings.data.join(control::socket::FILE);
        let pieces = match control::command::records(&socket).await? {
            Some(pieces) => pieces,
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
        let shelf = Shelf::open_beside(&settings.uploads, &settings.data.join("uploads"))?;
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

/// Opens the store of these settings, which no server may have open.
///
/// # Errors
/// There is none, or it cannot be opened.
pub fn open_store(settings: &Settings) -> anyhow::Result<SledStore> {
    let (data, folder) = (&settings.data, settings.data.join("store"));
    if settings.store == StoreKind::Memory {
        bail!("no server runs, and a store in memory is gone with its server");
    }
    if !folder.is_dir() {
        bail!(
            "there is no store in {}: start the server once, or name its folder with --data",
            data.display()
        );
    }
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

type PutPiece = Box<dyn FnMut(Vec<u8>) -> anyhow::Result<()>>;

fn from_thread(read: impl FnOnce(PutPiece) -> anyhow::Result<()> + Send + 'static) -> Pieces {
    let (tell, mut hear) = mpsc::channel::<anyhow::Result<Bytes>>(PIECES_WAITING);
    let failed = tell.clone();
    let reader = move || {
        let put: PutPiece = Box::new(move |piece| {
            let sent = tell.blocking_send(Ok(Bytes::from(piece)));
            sent.context("the reader is gone")
        });
        if let Err(error) = read(put) {
            // Nobody reads the error of a reader that is gone.
            let _ = failed.blocking_send(Err(error));
        }
    };
    match std::thread::Builder::new()
        .name("records".to_owned())
        .spawn(reader)
    {
        Ok(_) => stream::poll_fn(move |task| hear.poll_recv(task)).boxed(),
        Err(error) => stream::once(async { Err(error.into()) }).boxed(),
    }
}

impl Files {
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

/// Lines of a source, checked for completeness.
pub struct Lines {
    pieces: Pieces,
    unread: BytesMut,
    /// Given after the first line.
    injected: Option<Line>,
    begun: Option<Begin>,
    counts: Counts,
    ended: bool,
}

impl Lines {
    fn new(pieces: Pieces, injected: Option<Line>) -> Self {
        Self {
            pieces,
            unread: BytesMut::new(),
            injected,
            begun: None,
            counts: Counts::default(),
            ended: false,
        }
    }

    /// What was read so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The first line, once it was read.
    pub fn begun(&self) -> Option<&Begin> {
        self.begun.as_ref()
    }

    /// The next line; `None` after the last.
    ///
    /// # Errors
    /// The source fails, a line cannot be read, or lines are missing.
    pub async fn next(&mut self) -> anyhow::Result<Option<Line>> {
        if self.begun.is_some()
            && let Some(line) = self.injected.take()
        {
            return Ok(Some(line));
        }
        let Some(text) = self.text().await? else {
            ensure!(
                self.ended,
                "the records end before their last line: they are incomplete"
            );
            return Ok(None);
        };
        ensure!(!self.ended, "there are records after the last line");
        let line = serde_json::from_slice(&text).with_context(|| {
            let begin = String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned();
            format!("a record cannot be read: {begin}")
        })?;
        match &line {
            Line::Begin(begin) => {
                ensure!(
                    begin.format <= FORMAT,
                    "the records have format {}, and this version reads up to {FORMAT}: use version {} or later",
                    begin.format,
                    begin.version
                );
                self.begun = Some(begin.clone());
            }
            _ => ensure!(
                self.begun.is_some(),
                "the records do not begin with their first line"
            ),
        }
        if let Line::End(counts) = &line {
            let read = self.counts;
            ensure!(
                *counts == read,
                "records are missing: there should be {counts}, and there are {read}"
            );
            self.ended = true;
        }
        self.counts = self.counts.with(&line);
        Ok(Some(line))
    }

    async fn text(&mut self) -> anyhow::Result<Option<Bytes>> {
        let mut searched = 0;
        loop {
            if let Some(length) = memchr::memchr(b'\n', &self.unread[searched..]) {
                let text = self.unread.split_to(searched + length).freeze();
                self.unread.advance(1);
                return Ok(Some(text));
            }
            searched = self.unread.len();
            ensure!(
                searched <= LINE_BYTES_MAX,
                "a record is longer than {LINE_BYTES_MAX} bytes"
            );
            match self.pieces.try_next().await? {
                Some(piece) => self.unread.extend_from_slice(&piece),
                None if self.unread.is_empty() => return Ok(None),
                None => bail!("the last record is cut off"),
            }
        }
    }
}
