//! What the shells need from the outside world, in the terms of the core. Adapters live in `server/src/store`.

use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::record::Record;
pub use actors_core::record::Stored;
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, mpsc};

/// Why a store operation failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// A write failed and the store takes no more writes (Protocol, 'Durability'): requests get 503 until the process
    /// restarts.
    #[error("the store takes no writes: {0}")]
    Closed(Arc<str>),
    /// The disk is full. Nothing was stored; the store takes writes again as soon as there is room.
    #[error("the disk is full: {0}")]
    Full(Arc<str>),
    /// A stored record cannot be read.
    #[error("a stored record cannot be read: {0}")]
    Damaged(Arc<str>),
    /// The disk reported an error.
    #[error("the disk failed: {0}")]
    Disk(Arc<str>),
    /// The record is larger than the store's limit; nothing was stored.
    #[error("larger than the store accepts: {0}")]
    TooLarge(Arc<str>),
}

/// Called once per append, in order, on the thread that makes the append durable. Must be quick and never block.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// One step's records, stored all or none, with a callback.
pub struct Append {
    /// The records to store; may be empty.
    pub records: Vec<Record>,
    /// Documents to store with them; mostly empty.
    pub documents: Vec<DocumentChange>,
    /// Called when they are durable or have failed.
    pub done: Done,
}

/// A config document's kind. Each kind is a namespace of keys, which begin with its number in the store. Never change a
/// number or use one again: 20 was a kind for ratings of answers, which are in the log. Backups and exports spell the
/// name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DocumentKind {
    /// A tenant's own settings.
    Tenant = 0,
    /// A channel.
    Channel = 1,
    /// A group of agents.
    Group = 2,
    /// An agent's account.
    Agent = 3,
    /// A robot.
    Robot = 4,
    /// A document of a knowledge base.
    Knowledge = 5,
    /// An evaluation setting.
    Evaluation = 6,
    /// A signed-in agent, by the hash of their token.
    AgentToken = 7,
    /// An uploaded file's description.
    Upload = 8,
    /// What an agent last chose: online, busy or offline, and how many visitors at once.
    Seat = 9,
    /// A template of a work order's fields.
    Template = 10,
    /// A plain message that a visitor left.
    LeaveMessage = 11,
    /// A work order, without its replies.
    WorkOrder = 12,
    /// A reply to a work order, or a note on it.
    WorkOrderReply = 13,
    /// An index of left messages and work orders by visitor, by tenant and by status, newest first.
    OrderIndex = 14,
    /// A button flow of a robot.
    Flow = 15,
    /// A prepared reply of the agents.
    QuickReply = 16,
    /// Who changed what, newest first.
    Audit = 17,
    /// When an unreferenced uploaded file is to be removed, soonest first.
    UploadDue = 18,
    /// Words that a tenant does not allow in messages.
    SensitiveWords = 19,
    /// When a visitor was erased, by a hash of their name.
    Erased = 21,
    /// A background job: `tenant/job`.
    Job = 22,
    /// How much of its daily budget a tenant's large language model used.
    ModelUse = 23,
    /// A question that the robot could not answer: `tenant/robot/time-message`.
    Unanswered = 24,
    /// A question that tests a robot's knowledge: `tenant/robot/name`.
    TestQuestion = 25,
    /// The state of the clock.
    Clock = 26,
    /// A draft of a channel: `tenant/channel`.
    Draft = 29,
    /// An earlier version of a document: `tenant/robot/name/language/version`.
    DocumentVersion = 30,
    /// A link that is used once, by the hash of its token.
    OneTime = 27,
    /// Something that is true of a tenant beside its settings: `tenant/mark`.
    Mark = 28,
    /// A tag of a tenant's list: `tenant/tag`.
    Tag = 34,
    /// What an agent has typed to a visitor and not sent: `tenant/agent/visitor`.
    AgentDraft = 35,
    /// A mention of an agent in a colleague's note: `tenant/agent/NEWEST/visitor`.
    Mention = 36,
    /// When the alarm of a left message or a work order rings, soonest first: `DUE/tenant/id`.
    ItemDue = 37,
    /// A saved view of left messages and work orders: `tenant/agent/view`; of everybody: `tenant/@/view`.
    ItemView = 39,
    /// When and where an agent signed in: `tenant/agent/hash of the token`.
    SignIn = 31,
    /// An agent's second step of signing in: `tenant/agent`.
    TwoStep = 32,
    /// Somebody who runs several tenants, by their account.
    Operator = 33,
    /// A webhook of a tenant: `tenant/webhook`.
    Webhook = 44,
    /// An event that waits for its delivery to a webhook: `tenant/webhook/number`.
    WebhookQueue = 45,
    /// An attempt to deliver an event: `tenant/webhook/NEWEST`.
    WebhookLog = 46,
    /// How deliveries to a webhook go: `tenant/webhook`.
    WebhookState = 47,
    /// A visitor who is blocked: `tenant/visitor`.
    Block = 38,
    /// An API key of a shop's server: `tenant/key`.
    ApiKey = 40,
    /// A call that a shop's server named by an idempotency key: `tenant/key/hash of the name`.
    Idempotent = 41,
    /// When and from where an API key was last used: `tenant/key`.
    ApiKeyUse = 42,
    /// A mail that waits or bounced: `tenant/id`.
    MailQueue = 50,
    /// What became of a mail, newest first: `tenant/NEWEST/id`.
    MailLog = 51,
    /// An address that wants no more mails, by its hash: `tenant/hash`.
    MailStop = 58,
    /// The server's own key for push services.
    PushKey = 59,
    /// A browser that gets an agent's notifications: `tenant/agent/id`.
    PushDevice = 60,
    /// A browser that gets a visitor's notifications: `tenant/visitor/id`.
    VisitorPushDevice = 65,
    /// How a tenant's agents sign in at a provider of OpenID Connect.
    SignOn = 54,
    /// Whose account a person at a provider has: `tenant/hash of the person`.
    SignOnLink = 56,
    /// What a report knows of an ended session, newest first: `tenant/NEWEST/visitor/session`.
    SessionReport = 64,
    /// The sums of a day's sessions, in one division: `tenant/date/division`. A missing one is made again.
    ReportDay = 61,
    /// How long an agent was online, busy, away and in conversations on a day: `tenant/date/agent`.
    AgentTime = 62,
    /// The last week whose report was sent: `tenant`.
    ReportMail = 63,
    /// What the node knows of its cluster's log. A backup leaves it out.
    Cluster = 66,
}

impl DocumentKind {
    /// All kinds.
    pub const ALL: [Self; 59] = [
        Self::Tenant,
        Self::Channel,
        Self::Group,
        Self::Agent,
        Self::Robot,
        Self::Knowledge,
        Self::Evaluation,
        Self::AgentToken,
        Self::Upload,
        Self::Seat,
        Self::Template,
        Self::LeaveMessage,
        Self::WorkOrder,
        Self::WorkOrderReply,
        Self::OrderIndex,
        Self::Flow,
        Self::QuickReply,
        Self::Audit,
        Self::UploadDue,
        Self::SensitiveWords,
        Self::Erased,
        Self::Job,
        Self::ModelUse,
        Self::Unanswered,
        Self::TestQuestion,
        Self::Clock,
        Self::Draft,
        Self::DocumentVersion,
        Self::OneTime,
        Self::Mark,
        Self::Tag,
        Self::AgentDraft,
        Self::Mention,
        Self::ItemDue,
        Self::ItemView,
        Self::SignIn,
        Self::TwoStep,
        Self::Operator,
        Self::Webhook,
        Self::WebhookQueue,
        Self::WebhookLog,
        Self::WebhookState,
        Self::Block,
        Self::ApiKey,
        Self::Idempotent,
        Self::ApiKeyUse,
        Self::MailQueue,
        Self::MailLog,
        Self::MailStop,
        Self::PushKey,
        Self::PushDevice,
        Self::VisitorPushDevice,
        Self::SignOn,
        Self::SignOnLink,
        Self::SessionReport,
        Self::ReportDay,
        Self::AgentTime,
        Self::ReportMail,
        Self::Cluster,
    ];
}

/// A change of one document, for [`Store::change_documents`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentChange {
    /// Its kind.
    pub kind: DocumentKind,
    /// Its name within the kind.
    pub key: String,
    /// Its new content; `None` deletes it.
    pub json: Option<Vec<u8>>,
}

impl DocumentChange {
    /// Stores this content.
    pub fn put(kind: DocumentKind, key: impl Into<String>, json: Vec<u8>) -> Self {
        Self {
            kind,
            key: key.into(),
            json: Some(json),
        }
    }

    /// Deletes the document. A missing one is no error.
    pub fn delete(kind: DocumentKind, key: impl Into<String>) -> Self {
        Self {
            kind,
            key: key.into(),
            json: None,
        }
    }
}

/// Receives documents, each as a change that makes it so; fails to end the reading.
pub type DocumentSink<'a> = dyn FnMut(DocumentChange) -> Result<(), StoreError> + 'a;

/// Tells others what happens in sessions (Protocol, 'Webhooks'). It turns the records of a step into documents, which
/// are stored in the same batch.
pub trait Outbox: Send + Sync + 'static {
    /// Returns what to store with these records of a visitor, or `None` if nobody wants to know. Every step of every
    /// session calls it, so it must be quick.
    fn post(&self, visitor: &VisitorKey, records: &[Record]) -> Option<Posted>;
}

/// What an [`Outbox`] stores with a step.
pub struct Posted {
    /// The documents.
    pub documents: Vec<DocumentChange>,
    /// Called with whether the step became durable. Must be quick and never block.
    pub settled: Box<dyn FnOnce(Settled) + Send>,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It is durable.
    Durable,
    /// Nothing of it is stored.
    Refused,
}

/// Hears what became durable, to keep something up to date with the store (Protocol, 'Search'). Every step of every
/// session calls it, so it must be quick and never block.
pub trait Watcher: Send + Sync + 'static {
    /// A session has new or changed lines, or another state.
    fn changed(&self, visitor: &VisitorKey, session: SessionNo);

    /// A visitor was erased, or lost old lines.
    fn forgot(&self, visitor: &VisitorKey);
}

/// The durable store. Reads see every earlier append that is durable. An append may become visible a little before its
/// `done` is called with `Ok`, never after. Reads may touch the disk, so callers on an actor's thread use a blocking
/// pool.
pub trait Store: Send + Sync + 'static {
    /// Stores the records, all or none, and calls `done` when they are durable. Appends take effect in the order of the
    /// calls. `records` may be empty: `done` is then called after those of earlier appends.
    ///
    /// If far more waits for the disk than it can take, the call blocks until there is room (back-pressure). Refusing
    /// one append and taking the next would leave a gap in the log.
    fn append(&self, records: Vec<Record>, done: Done) {
        self.append_all(vec![Append {
            records,
            documents: Vec::new(),
            done,
        }]);
    }

    /// Stores several independent appends in this order, like repeated calls of [`Store::append`]. The records and the
    /// documents of an append are stored all or none, even if the process crashes.
    fn append_all(&self, appends: Vec<Append>);

    /// A visitor's stored state.
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

    /// The same as [`Store::history`], but `None` if the answer would have to wait for other users of the store. It may
    /// still read the disk.
    fn history_now(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Option<Result<Vec<Stored>, StoreError>> {
        let _ = (visitor, before, limit);
        None
    }

    /// A tenant's visitors after `after`, at most `limit`, in the store's own order.
    fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<VisitorId>, StoreError>;

    /// All visitors who wait for or talk with an agent. Read at start from an index, without loading sessions.
    fn standing(&self) -> Result<Vec<(VisitorKey, Standing)>, StoreError>;

    /// Visitors whose head names a due time before `before`, soonest first, at most `limit`; from an index.
    fn due(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError>;

    /// Stores a config document (JSON); durable when it returns. `key` is `tenant`, `tenant/id` and so on.
    fn put_document(&self, kind: DocumentKind, key: &str, json: &[u8]) -> Result<(), StoreError> {
        self.change_documents(&[DocumentChange::put(kind, key, json.to_vec())])
    }

    /// Makes all these changes or none of them, even if the process crashes; durable when it returns. Calls from
    /// several threads share a group commit, as appends do.
    fn change_documents(&self, changes: &[DocumentChange]) -> Result<(), StoreError> {
        let (tell, hear) = mpsc::channel();
        self.append_all(vec![Append {
            records: Vec::new(),
            documents: changes.to_vec(),
            done: Box::new(move |result| drop(tell.send(result))),
        }]);
        let gone = || StoreError::Closed(Arc::from("it gave no answer"));
        hear.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// A config document.
    fn document(&self, kind: DocumentKind, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// All documents of a kind whose key begins with `prefix`, by key.
    fn documents(
        &self,
        kind: DocumentKind,
        prefix: &str,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.documents_page(kind, prefix, None, usize::MAX)
    }

    /// One page of the documents of a kind whose key begins with `prefix` and comes after `after`, by key, at most
    /// `limit`.
    fn documents_page(
        &self,
        kind: DocumentKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// Gives all documents of all kinds but [`DocumentKind::Cluster`] to `put`. Making these changes in order leads to the documents of one moment: a
    /// document that changes meanwhile is given again.
    fn all_documents(&self, put: &mut DocumentSink<'_>) -> Result<(), StoreError>;

    /// Deletes a document; durable when it returns. A missing document is no error.
    fn delete_document(&self, kind: DocumentKind, key: &str) -> Result<(), StoreError> {
        self.change_documents(&[DocumentChange::delete(kind, key)])
    }

    /// Identifies this store's history; a restored backup has another (Protocol, 'Epoch and gap').
    fn epoch(&self) -> Arc<str>;

    /// Whether it takes writes, and if not, why (/readyz).
    fn health(&self) -> Result<(), StoreError>;

    /// Waits until all appends are durable and closes the files.
    fn close(&self);
}

/// Gives the documents of a kind whose key begins with `prefix` to `each`, by key, page by page.
///
/// # Errors
/// The store's, and what `each` returns.
pub fn each_document<S: Store + ?Sized>(
    store: &S,
    (kind, prefix): (DocumentKind, &str),
    mut each: impl FnMut(String, Vec<u8>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    const PAGE: usize = 500;
    let mut after: Option<String> = None;
    loop {
        let page = store.documents_page(kind, prefix, after.as_deref(), PAGE)?;
        let is_last = page.len() < PAGE;
        after = page.last().map(|(key, _)| key.clone());
        for (key, json) in page {
            each(key, json)?;
        }
        if is_last {
            return Ok(());
        }
    }
}
