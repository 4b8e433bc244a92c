//! The store of a cluster's cell. The cell's log is the truth, and the sled store is a view of it
//! (docs/decisions/0134-cluster.md).
//!
//! A node first *follows* the log: it applies each group that counts. When it claims the cell, it *owns* it: it
//! publishes its appends as groups, and applies and answers them once they count.
//!
//! ```text
//!  append ─► queue ─► publish ─► counts ─► apply ─► done        (owner)
//!  log ─► fold ─► counts ─► apply                               (follower)
//! ```

mod applying;
mod driver;
mod writing;

use super::batch::Batch;
use super::queue::Queue;
use super::{SledStore, closed};
use crate::store::record::GROUP_FRAMES_START;
use actors_cluster::log::Log;
use actors_cluster::message::FRAMES_BYTES_MAX;
use actors_cluster::owner::Owner;
use actors_cluster::position::Position;
use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{Append, DocumentKind, DocumentSink, Store, StoreError, Stored};
pub use applying::own_documents;
use driver::{Driver, Order};
use parking_lot::Mutex;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;

/// Bytes of appends that may wait for the log before appends block. They wait while the log has no quorum, and actors
/// go on answering reads meanwhile.
const WAITING_BYTES: usize = 64 * 1024 * 1024;

/// The most bytes of one append: a message of the log holds them.
const APPEND_BYTES_MAX: usize = FRAMES_BYTES_MAX - GROUP_FRAMES_START;

/// What a node is to the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// It applies what the owner writes.
    Follows,
    /// It wants to own the cell, and does not yet.
    Claims,
    /// It writes.
    Owns,
    /// Another node owns the cell now. Open the store again to follow.
    Lost,
    /// The log begins after this store's position, or this store is empty and the log is not: load a snapshot, if there
    /// is one.
    NeedsSnapshot,
    /// The store cannot go on, for this reason.
    Failed(Arc<str>),
    /// It was closed.
    Closed,
}

/// How a node stands to the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// What it is.
    pub role: Role,
    /// What it has folded.
    pub position: Position,
    /// The log's last sequence when it was last read; the owner's is that of its position.
    pub end: u64,
}

/// Why a claim failed.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// Another node's claim came first, or the store can no longer follow.
    #[error("this node does not own the cell: {0:?}")]
    NotOwner(Role),
    /// The local store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How to begin.
#[derive(Clone, Debug)]
pub struct CellOptions {
    /// The node's name, for its claims.
    pub node: String,
    /// Whether an empty store may begin at the log's first message: the caller found no snapshot.
    pub from_the_start: bool,
    /// How it claims. Only a null control claims otherwise than by [`Owner::claiming`].
    #[doc(hidden)]
    pub claiming: Claiming,
}

/// Makes the machine of an owner: its position, the node's name and a nonce.
#[doc(hidden)]
pub type Claiming = fn(Position, &str, u64) -> Owner;

impl CellOptions {
    /// Options of a node with this name, whose store may be empty only if the log is.
    pub fn new(node: &str) -> Self {
        Self {
            node: node.to_owned(),
            from_the_start: false,
            claiming: Owner::claiming,
        }
    }
}

/// The store of a cell.
pub struct ReplicatedStore {
    inner: Arc<SledStore>,
    queue: Arc<Queue>,
    orders: UnboundedSender<Order>,
    status: watch::Receiver<Status>,
    is_writable: Arc<AtomicBool>,
    /// Whether this node owns the cell, or did: what it queued then is refused by the queue.
    owns: Arc<AtomicBool>,
    epoch: OnceLock<Arc<str>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl ReplicatedStore {
    /// Follows `log` with `inner`, whose options say that it is a view.
    ///
    /// # Errors
    /// The position cannot be read, or no thread can be started.
    pub fn open(
        inner: SledStore,
        log: Arc<dyn Log>,
        options: CellOptions,
    ) -> Result<Self, StoreError> {
        let inner = Arc::new(inner);
        let position = applying::position(&inner)?;
        let begun = Status {
            role: Role::Follows,
            position: position.unwrap_or_default(),
            end: 0,
        };
        let (tell, status) = watch::channel(begun);
        let (orders, ordered) = unbounded_channel();
        let queue = Arc::new(Queue::new(WAITING_BYTES, Duration::from_secs(1)));
        let is_writable = Arc::new(AtomicBool::new(true));
        let owns = Arc::new(AtomicBool::new(false));
        let driver = Driver {
            is_known: position.is_some() || options.from_the_start,
            is_asked: false,
            short_reads: 0,
            inner: Arc::clone(&inner),
            log,
            node: options.node,
            claiming: options.claiming,
            queue: Arc::clone(&queue),
            orders: ordered,
            status: tell,
            is_writable: Arc::clone(&is_writable),
            owns: Arc::clone(&owns),
            position: position.unwrap_or_default(),
        };
        let thread = std::thread::Builder::new()
            .name("store-log".to_owned())
            .spawn(move || driver.run())
            .map_err(|error| StoreError::Disk(Arc::from(error.to_string())))?;
        Ok(Self {
            inner,
            queue,
            orders,
            status,
            is_writable,
            owns,
            epoch: OnceLock::new(),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// How the node stands to the cell, and each change of it.
    pub fn status(&self) -> watch::Receiver<Status> {
        self.status.clone()
    }

    /// Whether the log takes writes. It does not while a group has waited for the log for two seconds.
    pub fn takes_writes(&self) -> bool {
        self.is_writable.load(Ordering::Acquire)
    }

    /// Whether the store has records, and they are not of a cluster: it ran alone before.
    ///
    /// # Errors
    /// The store's.
    pub fn is_seed(&self) -> Result<bool, StoreError> {
        Ok(applying::position(&self.inner)?.is_none() && !applying::is_empty(&self.inner)?)
    }

    /// Claims the cell. Returns once this node owns it and has applied everything before: as long as the log has no
    /// quorum, that is never.
    ///
    /// # Errors
    /// [`ClaimError`]; open the store again to follow.
    pub async fn claim(self: Arc<Self>) -> Result<(), ClaimError> {
        let _ = self.orders.send(Order::Claim);
        let mut status = self.status.clone();
        let is_settled = |status: &Status| !matches!(status.role, Role::Follows | Role::Claims);
        let settled = status.wait_for(is_settled).await;
        let role = settled.map_or(Role::Closed, |status| status.role.clone());
        if role != Role::Owns {
            return Err(ClaimError::NotOwner(role));
        }
        let settled = tokio::task::spawn_blocking(move || self.settle_claim()).await;
        Ok(settled.unwrap_or_else(|_| Err(closed()))?)
    }

    /// Waits until everything before the claim can be read. The first owner's epoch becomes the cluster's.
    fn settle_claim(&self) -> Result<(), StoreError> {
        self.inner.change_documents(&[])?;
        if self.agreed_epoch().is_none() {
            let epoch = applying::epoch_document(&self.inner.epoch());
            self.change_documents(&[epoch])?;
        }
        Ok(())
    }

    /// Ends the writing: refuses new appends, and waits until those that wait are acknowledged. Another node may claim
    /// the cell then. Reads go on until the store is closed.
    pub fn finish(&self) {
        self.queue.refuse(closed());
        self.queue.end();
        let _ = self.orders.send(Order::Close);
        if let Some(thread) = self.thread.lock().take()
            && thread.join().is_err()
        {
            tracing::error!(code = "FD125", "the thread of the cell's log ended early");
        }
    }

    /// The position whose groups readers see, for a snapshot of what they see.
    ///
    /// # Errors
    /// The store's.
    pub fn applied(&self) -> Result<Position, StoreError> {
        Ok(applying::position(&self.inner)?.unwrap_or_default())
    }

    fn agreed_epoch(&self) -> Option<Arc<str>> {
        applying::epoch(&self.inner).ok().flatten()
    }
}

fn follows() -> StoreError {
    StoreError::Closed(Arc::from("this node does not own the cluster's cell"))
}

thread_local! {
    /// The buffers of this thread's appends.
    static APPENDS: Cell<Batch> = Cell::default();
}

impl Store for ReplicatedStore {
    fn append_all(&self, appends: Vec<Append>) {
        if !self.owns.load(Ordering::Acquire) {
            for append in appends {
                (append.done)(Err(follows()));
            }
            return;
        }
        // Taken, not borrowed: if the queue refuses, it calls `done`, which may append again.
        let mut encoded = APPENDS.take();
        for append in appends {
            encoded.add_within(
                APPEND_BYTES_MAX,
                append.records,
                &append.documents,
                append.done,
            );
        }
        self.queue.push(&mut encoded);
        APPENDS.set(encoded);
    }

    fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        self.inner.head(visitor)
    }

    fn entries(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        from: Seq,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        self.inner.entries(visitor, session, from, limit)
    }

    fn history(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        self.inner.history(visitor, before, limit)
    }

    fn history_now(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Option<Result<Vec<Stored>, StoreError>> {
        self.inner.history_now(visitor, before, limit)
    }

    fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<VisitorId>, StoreError> {
        self.inner.visitors(tenant, after, limit)
    }

    fn standing(&self) -> Result<Vec<(VisitorKey, Standing)>, StoreError> {
        self.inner.standing()
    }

    fn due(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
        self.inner.due(before, limit)
    }

    fn all_documents(&self, put: &mut DocumentSink<'_>) -> Result<(), StoreError> {
        self.inner.all_documents(put)
    }

    fn document(&self, kind: DocumentKind, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.document(kind, key)
    }

    fn documents_page(
        &self,
        kind: DocumentKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.inner.documents_page(kind, prefix, after, limit)
    }

    /// The cluster's, so that cursors stay valid when another node takes over.
    fn epoch(&self) -> Arc<str> {
        if let Some(epoch) = self.epoch.get() {
            return Arc::clone(epoch);
        }
        match self.agreed_epoch() {
            Some(epoch) => Arc::clone(self.epoch.get_or_init(|| epoch)),
            None => self.inner.epoch(),
        }
    }

    fn health(&self) -> Result<(), StoreError> {
        if let Some(why) = self.queue.refusal() {
            return Err(why);
        }
        if !self.takes_writes() {
            return Err(StoreError::Closed(Arc::from(
                "most of the cluster's NATS servers do not answer",
            )));
        }
        self.inner.health()
    }

    fn close(&self) {
        self.finish();
        self.inner.close();
    }
}

impl Drop for ReplicatedStore {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests;
