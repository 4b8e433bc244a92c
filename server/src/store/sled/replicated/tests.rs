use super::*;
use crate::store::conformance::{Subject, append, line, visitor};
use crate::store::sled::SledOptions;
use actors_cluster::log::{LogError, Read};
use actors_cluster::owner::PublishError;
use actors_cluster::testing::MemoryLog;
use bytes::Bytes;
use futures_util::future::{BoxFuture, ready};
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc;
use tempfile::TempDir;

const SOON: Duration = Duration::from_secs(20);

/// A node of a cluster.
struct Node {
    folder: TempDir,
    log: MemoryLog,
    name: &'static str,
}

impl Node {
    fn new(log: &MemoryLog, name: &'static str) -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            log: log.clone(),
            name,
        }
    }

    fn follow(&self) -> Arc<ReplicatedStore> {
        open(self.folder.path(), &self.log, self.name, true)
    }

    fn own(&self) -> Arc<ReplicatedStore> {
        let store = self.follow();
        claim(&store).unwrap();
        store
    }
}

fn open(folder: &Path, log: &MemoryLog, node: &str, from_the_start: bool) -> Arc<ReplicatedStore> {
    let inner = SledStore::open(SledOptions {
        is_view: true,
        ..SledOptions::new(folder)
    });
    let options = CellOptions {
        from_the_start,
        ..CellOptions::new(node)
    };
    let store = ReplicatedStore::open(inner.unwrap(), Arc::new(log.clone()), options);
    Arc::new(store.unwrap())
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

fn claim(store: &Arc<ReplicatedStore>) -> Result<(), ClaimError> {
    runtime().block_on(Arc::clone(store).claim())
}

/// Waits until the store has this role.
fn becomes(store: &ReplicatedStore, role: &Role) {
    let mut status = store.status();
    let reached = async { status.wait_for(|status| status.role == *role).await.is_ok() };
    let reached = runtime().block_on(async { tokio::time::timeout(SOON, reached).await });
    assert!(reached.unwrap(), "{:?}", store.status().borrow().role);
}

/// Waits until this holds.
fn until(what: impl Fn() -> bool) {
    let since = std::time::Instant::now();
    while !what() {
        assert!(since.elapsed() < SOON);
        std::thread::yield_now();
    }
}

fn texts(store: &ReplicatedStore, name: &str) -> usize {
    let who = visitor(name);
    store
        .entries(&who, SessionNo(1), Seq(1), 1_000)
        .unwrap()
        .len()
}

fn subject() -> Subject {
    let node = Node::new(&MemoryLog::new(), "a");
    Subject {
        store: node.own(),
        reopen: Box::new(move |store| {
            store.close();
            node.own()
        }),
    }
}

crate::store_conformance!(subject());

#[test]
fn a_follower_has_what_the_owner_acknowledged() {
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    let (owner, follower) = (a.own(), b.follow());
    for seq in 1..=50 {
        append(&*owner, vec![line("v", 1, seq)]).unwrap();
    }
    owner
        .put_document(DocumentKind::Tenant, "shop", b"{}")
        .unwrap();

    until(|| {
        follower
            .document(DocumentKind::Tenant, "shop")
            .unwrap()
            .is_some()
    });

    assert_eq!(texts(&follower, "v"), 50);
    assert_eq!(follower.epoch(), owner.epoch());
    assert!(append(&*follower, vec![line("v", 1, 51)]).is_err());
    assert_eq!(texts(&owner, "v"), 50);
}

#[test]
fn a_new_owner_continues_where_the_old_one_acknowledged_and_the_old_one_acknowledges_nothing_more()
{
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    let (first, second) = (a.own(), b.follow());
    for seq in 1..=20 {
        append(&*first, vec![line("v", 1, seq)]).unwrap();
    }

    claim(&second).unwrap();
    assert_eq!(texts(&second, "v"), 20);
    append(&*second, vec![line("v", 1, 21)]).unwrap();

    assert!(append(&*first, vec![line("v", 1, 21)]).is_err());
    becomes(&first, &Role::Lost);
    first.close();
    let again = a.follow();
    until(|| texts(&again, "v") == 21);
}

#[test]
fn an_append_whose_acknowledgement_is_lost_is_stored_once() {
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    let owner = a.own();
    log.lose_acks(1);

    append(&*owner, vec![line("v", 1, 1)]).unwrap();
    append(&*owner, vec![line("v", 1, 2)]).unwrap();

    let follower = b.follow();
    until(|| texts(&follower, "v") == 2);
}

#[test]
fn without_a_quorum_nothing_is_acknowledged_reads_go_on_and_writes_follow_when_it_is_back() {
    let log = MemoryLog::new();
    let node = Node::new(&log, "a");
    let owner = node.own();
    append(&*owner, vec![line("v", 1, 1)]).unwrap();
    log.hold();
    let (told, heard) = mpsc::channel();
    let done = Box::new(move |result: Result<(), StoreError>| told.send(result.is_ok()).unwrap());
    owner.append(vec![line("v", 1, 2)], done);

    until(|| owner.health().is_err());
    let why = owner.health().unwrap_err().to_string();
    assert!(why.contains("NATS") && !why.contains("disk"), "{why}");
    assert!(heard.try_recv().is_err());
    assert_eq!(texts(&owner, "v"), 1);

    log.release();
    assert_eq!(heard.recv_timeout(SOON), Ok(true));
    until(|| owner.health().is_ok());
    assert_eq!(texts(&owner, "v"), 2);
}

#[test]
fn a_node_that_comes_again_folds_only_what_it_has_not() {
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    let (owner, follower) = (a.own(), b.follow());
    append(&*owner, vec![line("v", 1, 1)]).unwrap();
    until(|| texts(&follower, "v") == 1);
    follower.close();
    append(&*owner, vec![line("v", 1, 2)]).unwrap();
    // What it has folded is not needed again.
    log.purge(follower.status().borrow().position.seq);

    let follower = b.follow();

    until(|| texts(&follower, "v") == 2);
}

#[test]
fn an_empty_store_asks_for_a_snapshot_before_it_folds_and_a_purged_log_needs_one() {
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    let owner = a.own();
    append(&*owner, vec![line("v", 1, 1)]).unwrap();

    let fresh = open(b.folder.path(), &log, "b", false);
    becomes(&fresh, &Role::NeedsSnapshot);
    fresh.close();
    log.purge(owner.status().borrow().position.seq);
    becomes(&b.follow(), &Role::NeedsSnapshot);
}

#[test]
fn a_store_of_its_own_is_not_mixed_with_a_clusters() {
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    append(&*a.own(), vec![line("v", 1, 1)]).unwrap();
    let own = SledStore::open(SledOptions::new(b.folder.path())).unwrap();
    own.put_document(DocumentKind::Tenant, "shop", b"{}")
        .unwrap();
    drop(own);

    let mixed = open(b.folder.path(), &log, "b", false);

    until(|| matches!(mixed.status().borrow().role, Role::Failed(_)));
}

/// A log whose first reads answer what a former leader knows: that it is empty.
struct Stale {
    log: MemoryLog,
    reads: AtomicUsize,
}

impl Log for Stale {
    fn publish(&self, message: Bytes, after: u64) -> BoxFuture<'static, Result<u64, PublishError>> {
        self.log.publish(message, after)
    }

    fn read(&self, from: u64, wait: Duration) -> BoxFuture<'static, Result<Read, LogError>> {
        let count = |reads: usize| reads.checked_sub(1);
        match self
            .reads
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, count)
        {
            Ok(_) => Box::pin(ready(Ok(Read::default()))),
            Err(_) => self.log.read(from, wait),
        }
    }
}

#[test]
fn a_follower_outlasts_a_former_leader_of_the_log_and_stops_at_a_log_that_stays_shorter() {
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    let owner = a.own();
    append(&*owner, vec![line("v", 1, 1)]).unwrap();
    let follower = b.follow();
    until(|| texts(&follower, "v") == 1);
    follower.close();
    append(&*owner, vec![line("v", 1, 2)]).unwrap();

    let follow_stale = |reads| {
        let inner = SledStore::open(SledOptions {
            is_view: true,
            ..SledOptions::new(b.folder.path())
        });
        let stale = Arc::new(Stale {
            log: log.clone(),
            reads: AtomicUsize::new(reads),
        });
        ReplicatedStore::open(inner.unwrap(), stale, CellOptions::new("b")).unwrap()
    };
    let follower = follow_stale(5);
    until(|| texts(&follower, "v") == 2);
    assert_eq!(follower.status().borrow().role, Role::Follows);
    follower.close();

    let of_another_cluster = follow_stale(usize::MAX);
    until(|| matches!(of_another_cluster.status().borrow().role, Role::Failed(_)));
}

#[test]
fn an_append_beyond_a_message_of_the_log_is_refused() {
    let node = Node::new(&MemoryLog::new(), "a");
    let owner = node.own();
    let large = vec![b'x'; actors_cluster::message::FRAMES_BYTES_MAX + 1];

    let refused = owner.put_document(DocumentKind::Tenant, "shop", &large);

    assert!(
        matches!(refused, Err(StoreError::TooLarge(_))),
        "{refused:?}"
    );
    owner
        .put_document(DocumentKind::Tenant, "shop", b"{}")
        .unwrap();
}

#[test]
fn appends_that_wait_at_the_close_are_written_first() {
    let log = MemoryLog::new();
    let (a, b) = (Node::new(&log, "a"), Node::new(&log, "b"));
    let owner = a.own();
    let (told, heard) = mpsc::channel();
    for seq in 1..=200 {
        let told = told.clone();
        let done =
            Box::new(move |result: Result<(), StoreError>| told.send(result.is_ok()).unwrap());
        owner.append(vec![line("v", 1, seq)], done);
    }
    drop(told);

    owner.close();

    assert!(heard.iter().all(|durable| durable));
    let follower = b.follow();
    until(|| texts(&follower, "v") == 200);
}
