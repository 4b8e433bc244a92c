//! A store whose process was killed. The next process reads what it left from its files, continues, and folds it.

use super::damage::copied;
use super::*;
use crate::store::conformance::{append, head, line, queued, visitor};
use parking_lot::Condvar;
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;

/// Processes killed before the first read of what they wrote. Later ones live longer, so that a test ends.
const KILLS: usize = 40;
/// Writes of a later process before it is killed.
const LATER_LIVES: usize = 64;

/// A store whose process is killed before each read of what it wrote, so every read sees what another one left.
struct Killed {
    options: fn(&Path) -> SledOptions,
    lives: Mutex<Option<(TempDir, SledStore)>>,
    /// Number of writes of the living process.
    writes: AtomicUsize,
    kills: AtomicUsize,
    /// Appends without an acknowledgement. A kill waits for them: otherwise it would be open whether they are stored.
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

    /// Calls `ask` with the living store, and counts a write.
    fn write<T>(&self, ask: impl FnOnce(&SledStore) -> T) -> T {
        self.writes.fetch_add(1, Ordering::SeqCst);
        self.alive(ask)
    }

    fn alive<T>(&self, ask: impl FnOnce(&SledStore) -> T) -> T {
        ask(&self.lives.lock().as_ref().unwrap().1)
    }

    /// Calls `ask` with a store that was opened after a kill.
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
    fn append_all(&self, mut appends: Vec<Append>) {
        for append in &mut appends {
            let counted = Arc::clone(&self.waiting);
            let done = std::mem::replace(&mut append.done, Box::new(|_| ()));
            append.done = Box::new(move |result| {
                done(result);
                *counted.0.lock() -= 1;
                counted.1.notify_all();
            });
        }
        self.write(|store| {
            *self.waiting.0.lock() += appends.len();
            store.append_all(appends);
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

    fn change_documents(&self, changes: &[DocumentChange]) -> Result<(), StoreError> {
        self.write(|store| store.change_documents(changes))
    }

    fn document(&self, kind: DocumentKind, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.next(|store| store.document(kind, key))
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

    fn all_documents(&self, put: &mut DocumentSink<'_>) -> Result<(), StoreError> {
        // `put` may write to this store, so it is called without the lock.
        let mut all = Vec::new();
        self.next(|store| {
            store.all_documents(&mut |change| {
                all.push(change);
                Ok(())
            })
        })?;
        all.into_iter().try_for_each(put)
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

    /// The first store folds nothing; the next one folds what it left. It is closed when a test reopens again.
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

/// A copy of a folder as a killed process left it. No visitor is folded; each has `lines` lines.
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
fn records_left_by_a_kill_stay_in_their_files_until_an_append_or_a_close() {
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

    // Closing folds them.
    store.close();
    let store = open();
    let shared = store.shared().unwrap();
    assert!(shared.unfolded.read().older(u64::MAX).left.is_empty());
    drop(shared);
    assert_eq!(seqs(&store, "v1"), [1, 2, 3, 4, 5]);
    assert_eq!(seqs(&store, "v2"), [1, 2, 3, 4]);
}

#[test]
fn records_left_by_a_kill_are_folded_when_the_journal_is_long() {
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

    // The visitors left by the kill are the oldest, so they are folded first.
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
fn reading_what_a_kill_left_while_it_is_folded_returns_all_of_it() {
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
fn a_byte_that_changes_after_the_start_is_reported_as_damage() {
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
