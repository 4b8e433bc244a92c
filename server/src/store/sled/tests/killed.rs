//! A store whose process was killed: what it left is read from its files, goes on, and is folded.

use super::damage::copied;
use super::*;
use crate::store::conformance::{append, head, line, queued, visitor};
use parking_lot::Condvar;
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;

/// So often a process is killed as soon as what it wrote is read; later ones live longer, so that a test has an end.
const KILLS: usize = 40;
/// So many writes.
const LATER_LIVES: usize = 64;

/// A store whose process is killed before each read of what it wrote: whatever is read was left by another.
struct Killed {
    options: fn(&Path) -> SledOptions,
    lives: Mutex<Option<(TempDir, SledStore)>>,
    /// What the one that lives wrote.
    writes: AtomicUsize,
    kills: AtomicUsize,
    /// Appends that are not answered: of these it would not be known whether they are there after a kill.
    waiting: Arc<(Mutex<usize>, Condvar)>,
}

impl Killed {
    fn new(options: fn(&Path) -> SledOptions) -> Self {
        let folder = TempDir::new().unwrap();
        let store = SledStore::open(options(folder.path())).unwrap();
        Self {
            options,
            lives: Mutex::new(Some((folder, store))),
            writes: AtomicUsize::default(),
            kills: AtomicUsize::default(),
            waiting: Arc::default(),
        }
    }

    /// What `ask` hears of the store that lives, which writes then.
    fn write<T>(&self, ask: impl FnOnce(&SledStore) -> T) -> T {
        self.writes.fetch_add(1, Ordering::SeqCst);
        self.alive(ask)
    }

    fn alive<T>(&self, ask: impl FnOnce(&SledStore) -> T) -> T {
        ask(&self.lives.lock().as_ref().unwrap().1)
    }

    /// What `ask` hears of one that was opened after a kill.
    fn next<T>(&self, ask: impl FnOnce(&SledStore) -> T) -> T {
        let mut lives = self.lives.lock();
        let (waiting, answered) = &*self.waiting;
        answered.wait_while(&mut waiting.lock(), |waiting| *waiting > 0);
        let (folder, store) = lives.take().unwrap();
        let next = if store.shared().is_ok() && self.is_to_be_killed() {
            let folder = copied(folder.path());
            let next = SledStore::open((self.options)(folder.path())).unwrap();
            (folder, next)
        } else {
            (folder, store)
        };
        ask(&lives.insert(next).1)
    }

    fn is_to_be_killed(&self) -> bool {
        let kills = self.kills.load(Ordering::SeqCst);
        let enough = if kills < KILLS { 1 } else { LATER_LIVES };
        if self.writes.load(Ordering::SeqCst) < enough {
            return false;
        }
        self.writes.store(0, Ordering::SeqCst);
        self.kills.store(kills + 1, Ordering::SeqCst);
        true
    }
}

impl Store for Killed {
    fn append(&self, records: Vec<Record>, done: Done) {
        let counted = Arc::clone(&self.waiting);
        let answer: Done = Box::new(move |result| {
            done(result);
            *counted.0.lock() -= 1;
            counted.1.notify_all();
        });
        self.write(|store| {
            *self.waiting.0.lock() += 1;
            store.append(records, answer);
        });
    }

    fn head(&self, visitor: &VisitorKey) -> Result<Option<Head>, StoreError> {
        self.next(|store| store.head(visitor))
    }

    fn entries(
        &self,
        visitor: &VisitorKey,
        session: SessionNo,
        from: Seq,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        self.next(|store| store.entries(visitor, session, from, limit))
    }

    fn history(
        &self,
        visitor: &VisitorKey,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Stored>, StoreError> {
        self.next(|store| store.history(visitor, before, limit))
    }

    fn visitors(
        &self,
        tenant: &TenantId,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<VisitorId>, StoreError> {
        self.next(|store| store.visitors(tenant, after, limit))
    }

    fn standing(&self) -> Result<Vec<(VisitorKey, Standing)>, StoreError> {
        self.next(Store::standing)
    }

    fn due(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
        self.next(|store| store.due(before, limit))
    }

    fn put_document(&self, kind: DocumentKind, key: &str, json: &[u8]) -> Result<(), StoreError> {
        self.write(|store| store.put_document(kind, key, json))
    }

    fn put_documents(
        &self,
        documents: &[(DocumentKind, String, Vec<u8>)],
    ) -> Result<(), StoreError> {
        self.write(|store| store.put_documents(documents))
    }

    fn change_documents(&self, changes: &[DocumentChange]) -> Result<(), StoreError> {
        self.write(|store| store.change_documents(changes))
    }

    fn document(&self, kind: DocumentKind, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.next(|store| store.document(kind, key))
    }

    fn documents(
        &self,
        kind: DocumentKind,
        prefix: &str,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.next(|store| store.documents(kind, prefix))
    }

    fn documents_page(
        &self,
        kind: DocumentKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.next(|store| store.documents_page(kind, prefix, after, limit))
    }

    fn delete_document(&self, kind: DocumentKind, key: &str) -> Result<(), StoreError> {
        self.write(|store| store.delete_document(kind, key))
    }

    fn epoch(&self) -> Arc<str> {
        self.alive(SledStore::epoch)
    }

    fn health(&self) -> Result<(), StoreError> {
        self.alive(SledStore::health)
    }

    fn close(&self) {
        self.alive(SledStore::close);
    }
}

mod before_each_read {
    use super::*;

    fn subject() -> Subject {
        Subject {
            store: Arc::new(Killed::new(lazy)),
            reopen: Box::new(|store| store),
        }
    }

    crate::store_conformance!(subject());
}

mod once {
    use super::*;

    /// What a store that folds nothing leaves is folded by the next; that one is closed where a test wants another.
    fn subject() -> Subject {
        let first = TempDir::new().unwrap();
        let store = SledStore::open(lazy(first.path())).unwrap();
        let next = OnceLock::new();
        Subject {
            store: Arc::new(store),
            reopen: Box::new(move |before| {
                let folder: &TempDir = next.get_or_init(|| copied(first.path()));
                before.close();
                Arc::new(SledStore::open(eager(folder.path())).unwrap())
            }),
        }
    }

    crate::store_conformance!(subject());
}

/// A copy of a folder as a killed process left it: so many visitors, of whom nothing is folded, with so many lines each.
fn left(visitors: u64, lines: u64) -> TempDir {
    let folder = TempDir::new().unwrap();
    let store = SledStore::open(lazy(folder.path())).unwrap();
    for number in 0..visitors {
        let name = format!("v{number}");
        let lines = (1..=lines).map(|seq| line(&name, 1, seq));
        let head = head(&name, 1, queued(1), Some(5));
        append(&store, lines.chain([head]).collect()).unwrap();
    }
    copied(folder.path())
}

fn seqs(store: &SledStore, name: &str) -> Vec<u64> {
    let lines = store.entries(&visitor(name), SessionNo(1), Seq(1), 1_000);
    lines.unwrap().iter().map(|line| line.seq.0).collect()
}

#[test]
fn what_a_kill_left_stays_in_its_files_until_there_is_a_reason() {
    let folder = left(3, 4);
    let open = || SledStore::open(lazy(folder.path())).unwrap();
    let store = open();

    assert_eq!(seqs(&store, "v1"), [1, 2, 3, 4]);
    let shared = store.shared().unwrap();
    assert!(!shared.unfolded.read().is_in_memory(&visitor("v1")));
    append(&store, vec![line("v1", 1, 5)]).unwrap();
    assert!(shared.unfolded.read().is_in_memory(&visitor("v1")));
    assert!(!shared.unfolded.read().is_in_memory(&visitor("v2")));
    assert_eq!(store.counts().folded, 0);
    drop(shared);
    assert_eq!(seqs(&store, "v1"), [1, 2, 3, 4, 5]);

    // Closing is such a reason.
    store.close();
    let store = open();
    let shared = store.shared().unwrap();
    assert!(shared.unfolded.read().older(u64::MAX).left.is_empty());
    drop(shared);
    assert_eq!(seqs(&store, "v1"), [1, 2, 3, 4, 5]);
    assert_eq!(seqs(&store, "v2"), [1, 2, 3, 4]);
}

#[test]
fn what_a_kill_left_is_folded_when_the_journal_is_long() {
    let folder = left(40, 10);
    let store = SledStore::open(SledOptions {
        journal_bytes: 20_000,
        ..lazy(folder.path())
    });
    let store = store.unwrap();

    for seq in 1..=40 {
        for number in 0..20 {
            append(&store, vec![line(&format!("w{number}"), 1, seq)]).unwrap();
        }
    }

    // Those who were left are the oldest.
    let shared = store.shared().unwrap();
    assert!(shared.unfolded.read().older(u64::MAX).left.is_empty());
    drop(shared);
    for number in 0..40 {
        assert_eq!(seqs(&store, &format!("v{number}")).len(), 10);
    }
    let due = store.due(Timestamp::from_millis(9), 100).unwrap();
    assert_eq!(due.len(), 40);
}

#[test]
fn who_reads_what_was_left_while_it_is_folded_reads_all_of_it() {
    let folder = left(60, 10);
    let store = Arc::new(SledStore::open(eager(folder.path())).unwrap());
    let (told, heard) = mpsc::channel();

    let reader = Arc::clone(&store);
    let reading = std::thread::spawn(move || {
        let mut rounds = 0;
        while rounds == 0 || heard.try_recv().is_err() {
            for number in 0..60 {
                assert_eq!(seqs(&reader, &format!("v{number}")).len(), 10);
            }
            rounds += 1;
        }
    });
    for number in 0..60 {
        append(&*store, vec![line(&format!("w{number}"), 1, 1)]).unwrap();
    }
    told.send(()).unwrap();

    reading.join().unwrap();
    assert!(store.counts().folded > 0);
}

#[test]
fn a_byte_that_changes_after_the_start_is_told_and_never_read() {
    let folder = left(1, 3);
    let store = SledStore::open(lazy(folder.path())).unwrap();
    assert_eq!(seqs(&store, "v0"), [1, 2, 3]);

    let wanted = b"v0 1/2";
    let files = std::fs::read_dir(folder.path().join("journal")).unwrap();
    for file in files.map(|file| file.unwrap().path()) {
        let mut bytes = std::fs::read(&file).unwrap();
        let found = bytes.windows(wanted.len()).position(|some| some == wanted);
        if let Some(place) = found {
            bytes[place] ^= 1;
            std::fs::write(&file, bytes).unwrap();
        }
    }

    let read = store.entries(&visitor("v0"), SessionNo(1), Seq(1), 9);
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
}
