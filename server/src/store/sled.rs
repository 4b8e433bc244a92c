//! The store on disk: sled behind a journal of the most recent records (docs/decisions/0015-journal-and-folding.md).
//!
//! - A *group* is a batch of records: the journal's unit, under one checksum.
//! - *Folding* moves a visitor's records and documents from the journal into sled's trees. The *folder* is the thread
//!   that does it. *Unfolded* records are only in the journal.
//! - A *line* is one entry of a session. A *head* is a visitor's current state. A *document* is anything else.
//!
//! ```text
//!  append ─► queue ─► committer ─► journal (a commit = one write) ─► fdatasync ─► done
//!                         │            ▲
//!                         ▼            └──────────── releases durably folded files ───────┐
//!                      unfolded ─► folder ─► lines, heads, documents … ─► flush ─► fdatasync
//!                         ▲                        ▲
//!                         └── reads look here first └── and here after
//! ```

mod batch;
mod chunks;
mod committer;
mod database;
mod disk;
mod documents;
mod fold;
mod folder;
mod followed;
mod forget;
mod groups;
mod heads;
mod journal;
mod left_over;
mod lines;
mod meta;
mod opening;
mod options;
mod queue;
pub mod replicated;
mod shared;
mod trees;
mod unfolded;

#[cfg(test)]
pub(crate) use opening::MARKER_TITLE;
pub use opening::OpenError;
pub(crate) use opening::lock;
pub use options::{Probe, SledOptions, Step};

use crate::store::record;
use crate::telemetry::OncePerMinute;
use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{Append, DocumentKind, DocumentSink, Store, StoreError, Stored};
use batch::Batch;
use committer::Committer;
use folder::Folder;
use followed::Followed;
use parking_lot::{Mutex, RwLock};
use queue::Queue;
use shared::Shared;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The store on disk.
pub struct SledStore {
    shared: RwLock<Option<Arc<Shared>>>,
    threads: Mutex<Option<Threads>>,
    followed: Followed,
    epoch: Arc<str>,
}

struct Threads {
    committer: JoinHandle<Committer>,
    folder: JoinHandle<()>,
    asked: Arc<Folder>,
}

/// Counters since the start, for metrics and tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Groups written.
    pub groups: u64,
    /// `fdatasync` calls on the journal's file.
    pub syncs: u64,
    /// Folded visitors; a visitor counts once per fold.
    pub folded: u64,
    /// Size of the journal in bytes.
    pub journal_bytes: u64,
}

impl SledStore {
    /// Opens the store in the options' folder, and creates one if there is none.
    ///
    /// # Errors
    /// Fails if another process has the store open or it cannot be read. [`OpenError`] says how to proceed.
    pub fn open(options: SledOptions) -> Result<Self, OpenError> {
        let opened = opening::open(&options)?;
        let epoch = Arc::clone(&opened.epoch);
        let disk_error = |source| OpenError::Disk {
            folder: options.folder.clone(),
            source,
        };
        let shared = Arc::new(Shared {
            disk: opened.disk,
            unfolded: RwLock::new(opened.unfolded),
            queue: Queue::new(options.waiting_bytes, options.full_wait),
            acknowledged: opened.acknowledged,
            groups: AtomicU64::new(0),
            syncs: AtomicU64::new(0),
            folded: AtomicU64::new(0),
            journal_bytes: AtomicU64::new(0),
            failure: Mutex::new(None),
            full_lines: OncePerMinute::new(),
            room_lines: OncePerMinute::new(),
            _lock: opened.lock,
        });
        let asked = Arc::new(Folder::new(&options));
        let folder = std::thread::Builder::new()
            .name("store-fold".to_owned())
            .spawn({
                let (asked, shared) = (Arc::clone(&asked), Arc::clone(&shared));
                move || asked.run(&shared)
            });
        let folder = folder.map_err(disk_error)?;
        let committer = Committer::new(
            Arc::clone(&shared),
            Arc::clone(&asked),
            opened.journal,
            options.clone(),
        );
        let committer = std::thread::Builder::new()
            .name("store-commit".to_owned())
            .spawn(move || committer.run())
            .map_err(disk_error)?;
        // Opening sled loads its page table and then frees half of that memory, so return it to the system.
        crate::allocator::give_back();
        let threads = Threads {
            committer,
            folder,
            asked,
        };
        Ok(Self {
            shared: RwLock::new(Some(shared)),
            threads: Mutex::new(Some(threads)),
            followed: Followed::default(),
            epoch,
        })
    }

    /// Counters since the start; all zero once the store is closed.
    pub fn counts(&self) -> Counts {
        let Ok(shared) = self.shared() else {
            return Counts::default();
        };
        Counts {
            groups: shared.groups.load(Ordering::Acquire),
            syncs: shared.syncs.load(Ordering::Acquire),
            folded: shared.folded.load(Ordering::Relaxed),
            journal_bytes: shared.journal_bytes.load(Ordering::Acquire),
        }
    }

    fn shared(&self) -> Result<Arc<Shared>, StoreError> {
        self.shared.read().clone().ok_or_else(closed)
    }

    /// Queues encoded appends, which change these documents. Leaves `encoded` empty.
    fn push(&self, encoded: &mut Batch, changed: &followed::Names) {
        // Read-lock rather than clone the `Arc`, whose counter all threads would contend for. The lock is recursive,
        // because a `done` called here may append again while another thread waits to close the store.
        let shared = self.shared.read_recursive();
        let Some(shared) = shared.as_ref() else {
            let refused = std::mem::take(&mut encoded.answers);
            encoded.clear();
            for (done, _) in refused {
                done(Err(closed()));
            }
            return;
        };
        match changed.is_empty() {
            true => shared.queue.push(encoded),
            false => self.followed.write(changed, || shared.queue.push(encoded)),
        }
    }
}

fn closed() -> StoreError {
    StoreError::Closed(Arc::from("it was closed"))
}

thread_local! {
    /// The buffers of this thread's appends.
    static APPENDS: Cell<Batch> = Cell::default();
}

impl Store for SledStore {
    fn append_all(&self, appends: Vec<Append>) {
        // Taken, not borrowed: if the queue refuses, it calls `done`, which may append again.
        let mut encoded = APPENDS.take();
        let mut changed = Vec::new();
        for append in appends {
            encoded.add(append.records, &append.documents, append.done);
            let named = append.documents.into_iter();
            changed.extend(named.map(|document| (document.kind, document.key)));
        }
        self.push(&mut encoded, &changed);
        APPENDS.set(encoded);
    }

    fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        let shared = self.shared()?;
        let unfolded = unfolded::visitor(&shared.unfolded, visitor)?;
        match &unfolded.head {
            Some(head) => record::decode(head.location.bytes()).map(Some),
            None if unfolded.hides_head() => Ok(None),
            None => shared.disk.base()?.trees.head(visitor),
        }
    }

    fn entries(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        from: Seq,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        let shared = self.shared()?;
        let unfolded = unfolded::visitor(&shared.unfolded, visitor)?;
        lines::entries(
            &shared.disk.base()?.trees,
            &unfolded,
            visitor,
            session,
            (from, limit),
        )
    }

    fn history(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        let shared = self.shared()?;
        let unfolded = unfolded::visitor(&shared.unfolded, visitor)?;
        lines::history(
            &shared.disk.base()?.trees,
            &unfolded,
            visitor,
            (before, limit),
        )
    }

    fn history_now(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Option<Result<Vec<Stored>, StoreError>> {
        let shared = match self.shared() {
            Ok(shared) => shared,
            Err(closed) => return Some(Err(closed)),
        };
        let unfolded = match unfolded::visitor(&shared.unfolded, visitor) {
            Ok(unfolded) => unfolded,
            Err(unreadable) => return Some(Err(unreadable)),
        };
        let base = shared.disk.base_now()?;
        Some(base.and_then(|base| lines::history(&base.trees, &unfolded, visitor, (before, limit))))
    }

    fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<VisitorId>, StoreError> {
        let shared = self.shared()?;
        let base = shared.disk.base()?;
        forget::visitors(&base.trees, &shared.unfolded, tenant, (after, limit))
    }

    fn standing(&self) -> Result<Vec<(VisitorKey, Standing)>, StoreError> {
        let shared = self.shared()?;
        heads::standing(&shared)
    }

    fn due(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
        let shared = self.shared()?;
        heads::due(&shared, before, limit)
    }

    fn all_documents(&self, put: &mut DocumentSink<'_>) -> Result<(), StoreError> {
        let settle = || match self.change_documents(&[]) {
            // A full disk: no change waits any more, because all were refused.
            Err(StoreError::Full(_)) => Ok(()),
            settled => settled,
        };
        self.followed.read_all(self, settle, put)
    }

    fn document(&self, kind: DocumentKind, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let shared = self.shared()?;
        documents::document(&shared, kind, key)
    }

    fn documents_page(
        &self,
        kind: DocumentKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let shared = self.shared()?;
        documents::page(&shared, kind, prefix, after, limit)
    }

    fn epoch(&self) -> Arc<str> {
        Arc::clone(&self.epoch)
    }

    fn health(&self) -> Result<(), StoreError> {
        match self.shared()?.queue.refusal() {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    fn close(&self) {
        let mut threads = self.threads.lock();
        let (Some(threads), Ok(shared)) = (threads.take(), self.shared()) else {
            return;
        };
        shared
            .queue
            .refuse(StoreError::Closed(Arc::from("it was closed")));
        shared.queue.end();
        let committer = threads.committer.join();
        threads.asked.end();
        let folder = threads.folder.join();
        if let (Ok(committer), Ok(())) = (committer, folder)
            && shared.failure().is_none()
            && let Err(error) = committer.finish()
        {
            tracing::error!(code = "FD105", %error, "unfolded records stay in the journal");
        }
        *self.shared.write() = None;
        read_out(&shared);
    }
}

/// Waits for active readers. The directory stays open until they finish. A read takes milliseconds, so the wait ends
/// after two seconds.
fn read_out(shared: &Arc<Shared>) {
    const LONGEST: Duration = Duration::from_secs(2);
    let until = Instant::now() + LONGEST;
    while Arc::strong_count(shared) > 1 && Instant::now() < until {
        // An `Arc` does not signal when its count falls.
        std::thread::sleep(Duration::from_millis(1));
    }
}

impl Drop for SledStore {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests;
