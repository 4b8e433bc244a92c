//! What the shells need of the outside world, in our nouns. Adapters live in `server/src/store`.

use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::record::Record;
pub use actors_core::record::Stored;
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use std::sync::Arc;

/// Why the store could not do it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// A write failed and the store takes no more (Protocol, 'Durability'): answers are 503 until the process is restarted.
    #[error("the store takes no writes: {0}")]
    Closed(Arc<str>),
    /// The disk has no room. Nothing was kept; the store takes writes again by itself when there is room.
    #[error("the disk is full: {0}")]
    Full(Arc<str>),
    /// What lies on disk cannot be read.
    #[error("a stored record cannot be read: {0}")]
    Damaged(Arc<str>),
    /// The disk said no.
    #[error("the disk failed: {0}")]
    Disk(Arc<str>),
    /// More than the store takes in one piece; nothing of it was kept.
    #[error("too large to be kept: {0}")]
    TooLarge(Arc<str>),
}

/// Called once, in the order of the appends, on whatever thread makes them durable; must be quick and never block.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// One step's records, kept all or none, and whom to tell.
pub struct Append {
    /// What is to be kept; may be nothing.
    pub records: Vec<Record>,
    /// Told when it is.
    pub done: Done,
}

/// A config document's kind: one namespace each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// A tenant's own settings.
    Tenant,
    /// A channel.
    Channel,
    /// A group of agents.
    Group,
    /// An agent's account.
    Agent,
    /// A robot.
    Robot,
    /// A document of a knowledge base.
    Knowledge,
    /// An evaluation setting.
    Evaluation,
    /// A signed-in agent, by the hash of the token.
    AgentToken,
    /// An uploaded file's description.
    Upload,
    /// What an agent last said of themselves: online, busy or offline, and how many at once.
    Seat,
    /// A template of fields that a work order is made from.
    Template,
    /// A plain message somebody left.
    LeaveMessage,
    /// A work order, without its replies.
    WorkOrder,
    /// A reply to a work order, or a note on it.
    WorkOrderReply,
    /// Where messages and work orders are found: by visitor, by tenant and by status, newest first.
    OrderIndex,
    /// A button flow of a robot.
    Flow,
    /// A sentence agents keep ready.
    QuickReply,
    /// Who changed what, newest first.
    Audit,
    /// When an uploaded file is to be removed unless something names it, soonest first.
    UploadDue,
    /// Words a tenant does not want to be said.
    SensitiveWords,
    /// When somebody was erased, by a hash of their name.
    Erased,
    /// Work that takes longer than a call: `tenant/job`.
    Job,
    /// What a tenant's large model used of the day.
    ModelUse,
    /// A question the robot did not help with: `tenant/robot/time-message`.
    Unanswered,
    /// A question that a tenant tries its robots' knowledge with: `tenant/robot/name`.
    TestQuestion,
    /// What is known of the clock.
    Clock,
}

/// One change of a document, for [`Store::change_documents`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentChange {
    /// Its kind.
    pub kind: DocumentKind,
    /// Its name within the kind.
    pub key: String,
    /// What it says from here on; none forgets it.
    pub json: Option<Vec<u8>>,
}

/// Where everything lasts. All reads see what was appended before them and is durable; what an append holds may become
/// visible a little earlier, never later, than its `done` is called with `Ok`. Reads may touch the disk: callers on
/// an actor's thread go through a blocking pool.
pub trait Store: Send + Sync + 'static {
    /// Keeps the records, all or none, and calls `done` when a power cut could not take them back. Appends take
    /// effect in the order of the calls. No records is allowed: `done` then comes after those before it.
    ///
    /// Where far more waits for the disk than it can take, the call blocks until there is room: refusing one append
    /// and taking the next would tear a hole into a log.
    fn append(&self, records: Vec<Record>, done: Done);

    /// Keeps several appends, in this order and each for itself, as so many calls of [`Store::append`] would.
    fn append_all(&self, appends: Vec<Append>) {
        for Append { records, done } in appends {
            self.append(records, done);
        }
    }

    /// A visitor's state.
    fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError>;

    /// Lines of one session from `from` on, oldest first, at most `limit`.
    fn entries(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        from: Seq,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError>;

    /// The newest `limit` lines of all the visitor's sessions that are older than `before`, oldest first.
    fn history(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError>;

    /// The same, where it is told without waiting for what others do with the store just now; `None` where it is not. It
    /// may read the disk all the same.
    fn history_now(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Option<Result<Vec<Stored>, StoreError>> {
        let _ = (visitor, before, limit);
        None
    }

    /// A tenant's visitors, in an order of the store's own, those that come after `after`, at most `limit`.
    fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<VisitorId>, StoreError>;

    /// Everybody who waits or talks with an agent; read at the start, from an index and without loading sessions.
    fn standing(&self) -> Result<Vec<(VisitorKey, Standing)>, StoreError>;

    /// Visitors whose head names a due time before `before`, soonest first, at most `limit`; from an index.
    fn due(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError>;

    /// Keeps a config document (JSON), durable when it returns. `key` is `tenant` or `tenant/id` and so on.
    fn put_document(&self, kind: DocumentKind, key: &str, json: &[u8]) -> Result<(), StoreError>;

    /// Keeps many documents, durable when it returns.
    fn put_documents(
        &self,
        documents: &[(DocumentKind, String, Vec<u8>)],
    ) -> Result<(), StoreError>;

    /// Makes all these changes or, whatever happens to the process, none of them; durable when it returns. Calls from
    /// several threads share a group like appends do.
    fn change_documents(&self, changes: &[DocumentChange]) -> Result<(), StoreError>;

    /// A config document.
    fn document(&self, kind: DocumentKind, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// All documents of a kind whose key begins with `prefix`, by key.
    fn documents(
        &self,
        kind: DocumentKind,
        prefix: &str,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// Documents of a kind whose key begins with `prefix` and lies after `after`, by key, at most `limit`: for lists that
    /// are read page by page.
    fn documents_page(
        &self,
        kind: DocumentKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// Forgets a document, durable when it returns; none is no error.
    fn delete_document(&self, kind: DocumentKind, key: &str) -> Result<(), StoreError>;

    /// Names this store's history; a restored backup has another (Protocol, 'Epoch and gap').
    fn epoch(&self) -> Arc<str>;

    /// Whether it takes writes; the reason where not (/readyz).
    fn health(&self) -> Result<(), StoreError>;

    /// Waits until all that was appended is durable and lets go of the files.
    fn close(&self);
}
