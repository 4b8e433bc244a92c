//! Full-text search of conversations, left messages and work orders (Protocol, 'Search').
//!
//! ```text
//! durable step ─► feed (what changed) ─► indexer, one thread: reads the store ─► index in `search` of the data folder
//!                                                                                   │
//! agent ─► route ─► query ─► asking: which conversations ◄──────────────────────────┘
//!                     └────► store: the texts themselves, as this agent may read them ─► excerpts
//! ```
//!
//! The index is never the source of truth. It is built again when it is missing, broken, of another version or of another
//! store. While it is built, a search finds a part and says so.
//!
//! - [`words`], [`query`], [`said`]: pure. [`subject`]: the things; [`filed`]: what the index holds of them.
//! - [`feed`]: what is not in the index yet. `walk`, `forgotten`: find it after a crash.
//! - [`index`]: the files. `indexer`: the thread that writes them. [`asking`]: searches them.

pub mod asking;
pub mod feed;
pub mod filed;
mod forgotten;
pub mod index;
mod indexer;
pub mod query;
pub mod said;
pub mod subject;
mod walk;
pub mod words;

use crate::catalogue::Catalogue;
use actors_core::ids::TenantId;
use actors_runtime::clock::Clock;
use actors_runtime::ports::Store;
use arc_swap::ArcSwapOption;
use asking::{Filter, Found, Sight};
use feed::Feed;
use index::Shelf;
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use tantivy::TantivyError;

/// How far the index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Everything was read once.
    Whole,
    /// It is being built; so many conversations, messages and orders were read.
    Building(usize),
}

/// What the thread and the calls share.
struct Shared {
    data: PathBuf,
    store: Arc<dyn Store>,
    catalogue: Arc<Catalogue>,
    clock: Arc<dyn Clock>,
    feed: Arc<Feed>,
    shelf: ArcSwapOption<Shelf>,
    progress: Mutex<Progress>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// The search of all tenants.
pub struct Search {
    shared: Arc<Shared>,
}

impl Search {
    /// Starts the thread that opens the index and keeps it up to date.
    ///
    /// # Errors
    /// The system starts no thread.
    pub fn start(
        data: &Path,
        (store, clock): (Arc<dyn Store>, Arc<dyn Clock>),
        catalogue: Arc<Catalogue>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            data: data.to_owned(),
            store,
            catalogue,
            clock,
            feed: Arc::default(),
            shelf: ArcSwapOption::empty(),
            progress: Mutex::new(Progress::Building(0)),
            thread: Mutex::new(None),
        });
        let again = Arc::downgrade(&shared);
        shared.feed.set_starter(Box::new(move || {
            if let Some(shared) = again.upgrade()
                && let Err(error) = spawn(&shared, indexer::go_on)
            {
                tracing::error!(code = "FD802", %error, "the search gets no thread");
            }
        }));
        spawn(&shared, indexer::run)?;
        Ok(Self { shared })
    }

    /// Takes notes of what changes.
    pub fn feed(&self) -> &Arc<Feed> {
        &self.shared.feed
    }

    /// How far the index is.
    pub fn progress(&self) -> Progress {
        *self.shared.progress.lock()
    }

    /// Finds the newest things that match, at most `limit`. Blocks on the disk.
    ///
    /// # Errors
    /// The disk's.
    pub fn ask(
        &self,
        whose: (&TenantId, &Sight),
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Found>, TantivyError> {
        match self.shared.shelf.load_full() {
            Some(shelf) => asking::ask(&shelf, whose, filter, limit),
            None => Ok(Vec::new()),
        }
    }

    /// Waits until everything that is durable by now is in the index. Blocks.
    pub fn settle(&self) {
        self.shared.feed.settle();
    }

    /// Writes what is left, and ends the thread. Call it before the store is closed. Blocks.
    pub fn close(&self) {
        let works = self.shared.feed.stop();
        let thread = self.shared.thread.lock().take();
        if !works {
            if let Some(shelf) = self.shared.shelf.load_full() {
                shelf.note_clean();
            }
        } else if let Some(thread) = thread {
            // A panic is in the log. The next start finds what is missing.
            drop(thread.join());
        }
    }
}

fn spawn(shared: &Arc<Shared>, run: fn(&Arc<Shared>)) -> std::io::Result<()> {
    let for_thread = Arc::clone(shared);
    let thread = std::thread::Builder::new()
        .name("search".to_owned())
        .spawn(move || run(&for_thread))?;
    *shared.thread.lock() = Some(thread);
    Ok(())
}
