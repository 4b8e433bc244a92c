//! A full disk: the store can be read and accepts writes again by itself. It loses nothing it acknowledged and stores
//! nothing it refused.

use super::*;
use crate::store::conformance::{append, line, visitor};
use actors_core::record::{Record, RecordBody};
use std::io::{Error, ErrorKind};
use std::sync::atomic::{AtomicBool, AtomicUsize};

/// A disk that becomes full at the first `step` while `fills` is set, until `fills` is cleared.
struct Filling {
    step: Step,
    fills: AtomicBool,
    is_full: AtomicBool,
}

impl Filling {
    fn at(step: Step) -> Arc<Self> {
        Arc::new(Self {
            step,
            fills: AtomicBool::new(false),
            is_full: AtomicBool::new(false),
        })
    }

    fn fill(&self) {
        self.fills.store(true, Ordering::SeqCst);
    }

    fn empty(&self) {
        self.fills.store(false, Ordering::SeqCst);
        self.is_full.store(false, Ordering::SeqCst);
    }

    fn take(&self, step: Step) -> std::io::Result<()> {
        if step == self.step && self.fills.load(Ordering::SeqCst) {
            self.is_full.store(true, Ordering::SeqCst);
        }
        let needs_room = step == self.step || step == Step::Space;
        match needs_room && self.is_full.load(Ordering::SeqCst) {
            true => Err(Error::new(ErrorKind::StorageFull, "no space left")),
            false => Ok(()),
        }
    }

    fn store(self: &Arc<Self>, folder: &Path) -> SledStore {
        let disk = Arc::clone(self);
        let options = SledOptions {
            full_wait: Duration::from_millis(5),
            probe: Some(Arc::new(move |step| disk.take(step))),
            ..eager(folder)
        };
        SledStore::open(options).unwrap()
    }
}

fn lines_of(store: &SledStore, name: &str) -> Vec<u64> {
    let found = store
        .entries(&visitor(name), SessionNo(1), Seq(1), 1_000)
        .unwrap();
    found.iter().map(|line| line.seq.0).collect()
}

/// A line so long that a checkpoint is soon due.
fn long_line(seq: u64) -> Record {
    let body = RecordBody::Entry {
        session: SessionNo(1),
        seq: Seq(seq),
        entry: conformance::entry(1, &"x".repeat(2_000)),
    };
    Record {
        visitor: visitor("v"),
        body,
    }
}

/// Appends lines from `seq` on until one is refused, and returns its number.
#[track_caller]
fn append_until_refused(store: &SledStore, seq: u64) -> u64 {
    for seq in seq..seq + 1_000 {
        if let Err(refused) = append(store, vec![long_line(seq)]) {
            assert!(matches!(refused, StoreError::Full(_)), "{refused}");
            return seq;
        }
    }
    panic!("nothing was refused");
}

/// Waits until the store reports by itself that it is healthy; nobody writes meanwhile.
#[track_caller]
fn wait_until_it_goes_on(store: &SledStore) {
    let until = Instant::now() + Duration::from_secs(20);
    while let Err(why) = store.health() {
        assert!(Instant::now() < until, "{why}");
        std::thread::yield_now();
    }
}

/// A copy of the folder, as a kill at this moment leaves it.
fn killed(folder: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    copy_into(folder, copy.path());
    copy
}

fn copy_into(folder: &Path, copy: &Path) {
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        let to = copy.join(file.file_name());
        if file.file_type().unwrap().is_dir() {
            std::fs::create_dir(&to).unwrap();
            copy_into(&file.path(), &to);
        } else {
            std::fs::copy(file.path(), to).unwrap();
        }
    }
}

fn upto(seq: u64) -> Vec<u64> {
    (1..=seq).collect()
}

#[test]
fn a_store_on_a_full_disk_can_be_read_and_resumes_when_there_is_room() {
    let steps = [
        Step::Space,
        Step::Write,
        Step::Flush,
        Step::Sync,
        Step::Fold,
        Step::FlushFolded,
        Step::SyncFolded,
        Step::Drop,
        Step::Checkpoint,
    ];
    for step in steps {
        let folder = TempDir::new().unwrap();
        let disk = Filling::at(step);
        let store = disk.store(folder.path());
        for seq in 1..=20 {
            append(&store, vec![line("v", 1, seq)]).unwrap();
        }

        disk.fill();
        let refused = append_until_refused(&store, 21);
        assert_eq!(lines_of(&store, "v"), upto(refused - 1), "{step:?}");
        let health = store.health().unwrap_err();
        assert!(matches!(health, StoreError::Full(_)), "{step:?}: {health}");
        append(&store, vec![line("v", 1, refused)]).unwrap_err();
        disk.empty();
        wait_until_it_goes_on(&store);

        assert_eq!(lines_of(&store, "v"), upto(refused - 1), "{step:?}");
        for seq in refused..refused + 100 {
            append(&store, vec![line("v", 1, seq)]).unwrap();
        }
        assert_eq!(lines_of(&store, "v"), upto(refused + 99), "{step:?}");
        drop(store);
        let store = SledStore::open(eager(folder.path())).unwrap();
        assert_eq!(lines_of(&store, "v"), upto(refused + 99), "{step:?}");
    }
}

#[test]
fn a_kill_on_a_full_disk_leaves_exactly_what_was_acknowledged() {
    for step in [Step::Space, Step::Write, Step::Flush, Step::Sync] {
        let folder = TempDir::new().unwrap();
        let disk = Filling::at(step);
        let store = disk.store(folder.path());
        for seq in 1..=20 {
            append(&store, vec![line("v", 1, seq)]).unwrap();
        }

        disk.fill();
        let refused = append_until_refused(&store, 21);
        // Folding may still write, so the copy is made after the store has stopped.
        drop(store);
        let copy = killed(folder.path());

        let store = SledStore::open(eager(copy.path())).unwrap();
        assert_eq!(lines_of(&store, "v"), upto(refused - 1), "{step:?}");
    }
}

#[test]
fn a_store_that_stops_after_its_disk_was_full_opens_again() {
    for step in [Step::Write, Step::Flush, Step::Sync] {
        let folder = TempDir::new().unwrap();
        let disk = Filling::at(step);
        let store = disk.store(folder.path());
        append(&store, vec![line("v", 1, 1)]).unwrap();

        // The refused commit begins a new file of the journal, and nothing follows it.
        disk.fill();
        append(&store, vec![line("v", 1, 2)]).unwrap_err();
        disk.empty();
        wait_until_it_goes_on(&store);
        drop(store);

        let store = SledStore::open(eager(folder.path())).unwrap();
        assert_eq!(lines_of(&store, "v"), upto(1), "{step:?}");
        append(&store, vec![line("v", 1, 2)]).unwrap();
        assert_eq!(lines_of(&store, "v"), upto(2), "{step:?}");
    }
}

#[test]
fn a_refused_document_leaves_the_old_one() {
    for step in [Step::Write, Step::Flush, Step::Sync] {
        let folder = TempDir::new().unwrap();
        let disk = Filling::at(step);
        let store = disk.store(folder.path());
        let put = |text: &[u8]| store.put_document(DocumentKind::Tenant, "demo", text);
        let stands = |store: &SledStore| {
            let kept = store.document(DocumentKind::Tenant, "demo");
            kept.unwrap().unwrap()
        };
        put(b"{\"a\":1}").unwrap();

        disk.fill();
        let refused = put(b"{\"a\":2}").unwrap_err();
        assert!(
            matches!(refused, StoreError::Full(_)),
            "{step:?}: {refused}"
        );
        assert_eq!(stands(&store), b"{\"a\":1}", "{step:?}");
        disk.empty();
        wait_until_it_goes_on(&store);

        assert_eq!(stands(&store), b"{\"a\":1}", "{step:?}");
        drop(store);
        let store = SledStore::open(eager(folder.path())).unwrap();
        assert_eq!(stands(&store), b"{\"a\":1}", "{step:?}");
        store
            .put_document(DocumentKind::Tenant, "demo", b"{\"a\":3}")
            .unwrap();
        assert_eq!(stands(&store), b"{\"a\":3}", "{step:?}");
    }
}

/// A backup to another disk must work while this one is full.
#[test]
fn all_documents_can_be_read_while_the_disk_is_full() {
    let folder = TempDir::new().unwrap();
    let disk = Filling::at(Step::Space);
    let store = disk.store(folder.path());
    store
        .put_document(DocumentKind::Tenant, "demo", b"{}")
        .unwrap();
    disk.fill();
    append_until_refused(&store, 1);

    let mut read = Vec::new();
    store
        .all_documents(&mut |change| {
            read.push(change.key);
            Ok(())
        })
        .unwrap();

    assert_eq!(read, ["demo"]);
}

#[test]
fn nothing_is_written_while_too_little_space_is_free() {
    let folder = TempDir::new().unwrap();
    let disk = Filling::at(Step::Space);
    let store = disk.store(folder.path());
    append(&store, vec![line("v", 1, 1)]).unwrap();
    disk.fill();
    append_until_refused(&store, 2);
    let groups = store.counts().groups;

    for seq in 2..50 {
        append(&store, vec![line("v", 1, seq)]).unwrap_err();
    }

    assert_eq!(store.counts().groups, groups);
}

/// Like a quota: there is free space, but each write fails.
#[test]
fn a_disk_that_refuses_each_write_is_not_retried_at_every_append() {
    let folder = TempDir::new().unwrap();
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&tries);
    let store = SledStore::open(SledOptions {
        full_wait: Duration::from_hours(1),
        probe: Some(Arc::new(move |step| {
            if step != Step::Fold {
                return Ok(());
            }
            counted.fetch_add(1, Ordering::SeqCst);
            Err(Error::new(ErrorKind::QuotaExceeded, "no more"))
        })),
        ..eager(folder.path())
    });
    let store = store.unwrap();
    let refused = append_until_refused(&store, 1);

    let until = Instant::now() + Duration::from_millis(200);
    while Instant::now() < until {
        append(&store, vec![long_line(refused)]).unwrap_err();
        std::thread::yield_now();
    }

    assert_eq!(tries.load(Ordering::SeqCst), 1);
}

/// Everything that waits at the same time is one commit, whatever its source.
#[test]
fn a_document_is_refused_with_the_messages_of_its_commit() {
    for step in [Step::Write, Step::Flush, Step::Sync] {
        let folder = TempDir::new().unwrap();
        let disk = Filling::at(step);
        let store = disk.store(folder.path());
        append(&store, vec![line("v", 1, 1)]).unwrap();
        let put = |text: &[u8]| store.put_document(DocumentKind::Tenant, "demo", text);
        put(b"{\"a\":1}").unwrap();
        let holds_nothing_refused = |store: &SledStore| {
            let kept = store.document(DocumentKind::Tenant, "demo").unwrap();
            assert_eq!(kept.unwrap(), b"{\"a\":1}", "{step:?}");
            let new = store.document(DocumentKind::Tenant, "new").unwrap();
            assert_eq!(new, None, "{step:?}");
            assert_eq!(lines_of(store, "v"), [1], "{step:?}");
        };

        disk.fill();
        let (told, answers) = std::sync::mpsc::channel();
        let done = || -> actors_runtime::ports::Done {
            let told = told.clone();
            Box::new(move |kept| told.send(kept).unwrap())
        };
        let documents = ["demo", "new"]
            .map(|name| DocumentChange::put(DocumentKind::Tenant, name, b"{\"a\":2}".to_vec()));
        let mut commit = Batch::default();
        commit.add(Vec::new(), &documents, done());
        commit.add(vec![line("v", 1, 2)], &[], done());
        store.shared().unwrap().queue.push(&mut commit);
        for kept in answers.iter().take(2) {
            let refused = kept.unwrap_err();
            assert!(matches!(refused, StoreError::Full(_)), "{refused}");
        }
        holds_nothing_refused(&store);
        drop(store);

        let store = SledStore::open(eager(folder.path())).unwrap();
        holds_nothing_refused(&store);
    }
}
