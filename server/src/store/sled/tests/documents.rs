//! Documents: in the journal, in the trees, and on their way between the two.

use super::damage::{copied, files};
use super::*;
use crate::store::conformance::documents::{append_with, change_many, has_all};
use crate::store::conformance::{append, line, visitor};

const KIND: DocumentKind = DocumentKind::Tag;

fn open(folder: &Path) -> SledStore {
    SledStore::open(lazy(folder)).unwrap()
}

fn put(store: &SledStore, name: &str, json: &str) {
    store.put_document(KIND, name, json.as_bytes()).unwrap();
}

fn read(store: &SledStore, name: &str) -> Option<String> {
    let json = store.document(KIND, name).unwrap();
    json.map(|json| String::from_utf8(json).unwrap())
}

fn names(store: &SledStore) -> Vec<String> {
    let all = store.documents(KIND, "").unwrap();
    all.into_iter().map(|(name, _)| name).collect()
}

/// How many changes are not folded.
fn unfolded(store: &SledStore) -> usize {
    let shared = store.shared().unwrap();
    let unfolded = shared.unfolded.read();
    unfolded
        .documents
        .slice(&std::ops::Bound::Unbounded)
        .changes
        .len()
}

#[test]
fn a_document_is_there_after_a_kill_and_is_folded_at_a_close() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    put(&store, "demo/a", "1");
    put(&store, "demo/b", "1");
    put(&store, "demo/a", "2");
    store.delete_document(KIND, "demo/b").unwrap();

    let folder = copied(folder.path());
    let store = open(folder.path());

    assert_eq!(names(&store), ["demo/a"]);
    assert_eq!(read(&store, "demo/a").unwrap(), "2");
    assert_eq!(unfolded(&store), 2);
    store.close();
    let store = open(folder.path());
    assert_eq!(unfolded(&store), 0);
    assert_eq!(names(&store), ["demo/a"]);
    assert_eq!(read(&store, "demo/a").unwrap(), "2");
}

#[test]
fn a_deletion_hides_the_folded_content_and_removes_it() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    put(&store, "demo/a", "1");
    put(&store, "demo/b", "1");
    store.close();

    let store = open(folder.path());
    store.delete_document(KIND, "demo/a").unwrap();
    assert_eq!(
        (read(&store, "demo/a"), names(&store)),
        (None, vec!["demo/b".to_owned()])
    );
    store.close();

    let store = open(folder.path());
    assert_eq!(unfolded(&store), 0);
    assert_eq!(
        (read(&store, "demo/a"), names(&store)),
        (None, vec!["demo/b".to_owned()])
    );
}

#[test]
fn pages_mix_folded_and_unfolded_documents() {
    let folder = TempDir::new().unwrap();
    let (mut model, mut dice) = (std::collections::BTreeMap::new(), 17);

    for _ in 0..4 {
        let store = open(folder.path());
        has_all(&store, &model);
        change_many(&store, &mut model, &mut dice);
        assert!(unfolded(&store) > 0);
        has_all(&store, &model);
        store.close();
    }
}

#[test]
fn a_document_that_changes_ten_thousand_times_takes_no_more_room() {
    let folder = TempDir::new().unwrap();
    let store = SledStore::open(SledOptions {
        journal_bytes: 100_000,
        ..lazy(folder.path())
    });
    let store = store.unwrap();
    put(&store, "demo/rare", "1");

    let (mut most, mut newest) = (0, String::new());
    for round in 0..100 {
        let changes = (0..100).map(|number| {
            newest = format!("{round} {number} {}", "x".repeat(200));
            DocumentChange::put(KIND, "demo/often", newest.clone().into_bytes())
        });
        store
            .change_documents(&changes.collect::<Vec<_>>())
            .unwrap();
        most = most.max(store.counts().journal_bytes);
    }

    assert!(most < 400_000, "{most} bytes in the journal");
    let shared = store.shared().unwrap();
    let bytes = shared.unfolded.read().documents.bytes();
    assert!(bytes < 2_000, "{bytes} bytes in memory");
    drop(shared);
    assert_eq!(read(&store, "demo/often"), Some(newest));
    assert_eq!(read(&store, "demo/rare").unwrap(), "1");
}

#[test]
fn many_documents_are_folded_although_the_journal_is_short() {
    let folder = TempDir::new().unwrap();
    let store = SledStore::open(SledOptions {
        documents_bytes: 20_000,
        ..lazy(folder.path())
    });
    let store = store.unwrap();

    for number in 0..1_000 {
        put(&store, &format!("demo/{number:04}"), "{}");
        let shared = store.shared().unwrap();
        let bytes = shared.unfolded.read().documents.bytes();
        assert!(bytes < 50_000, "{bytes} bytes in memory");
    }

    assert_eq!(names(&store).len(), 1_000);
}

/// The documents and the records of an append, in copies of the folder at each `step`, as a kill leaves it.
fn copies_at(step: Step) -> Vec<(u64, TempDir)> {
    const COPIES: usize = 12;
    let folder = TempDir::new().unwrap();
    let answered = Arc::new(AtomicU64::new(0));
    let copies = Arc::new(Mutex::new(Vec::new()));
    let probe: Probe = {
        let (answered, copies) = (Arc::clone(&answered), Arc::clone(&copies));
        let path = folder.path().to_owned();
        Arc::new(move |now| {
            // The lock stops the other thread at its next step.
            let mut copies = copies.lock();
            let answered = answered.load(Ordering::SeqCst);
            if now == step && answered > 0 && copies.len() < COPIES {
                copies.push((answered, copied(&path)));
            }
            Ok(())
        })
    };
    let eager = eager(folder.path());
    let store = SledStore::open(SledOptions {
        // A reopened database renames files, which a copy on another thread must not meet.
        checkpoint_bytes: if step == Step::Checkpoint {
            0
        } else {
            u64::MAX
        },
        probe: Some(probe),
        ..eager
    });
    let store = store.unwrap();
    // Only much data makes a checkpoint due.
    let content = vec![b' '; if step == Step::Checkpoint { 8_000 } else { 8 }];
    for number in 1..=80 {
        let changes = vec![
            DocumentChange::put(KIND, "demo/newest", number.to_string().into_bytes()),
            DocumentChange::put(KIND, format!("demo/of/{number}"), content.clone()),
            DocumentChange::delete(KIND, format!("demo/of/{}", number - 1)),
        ];
        append_with(&store, vec![line("v", 1, number)], changes).unwrap();
        answered.store(number, Ordering::SeqCst);
    }
    store.close();
    drop(store);
    std::mem::take(&mut *copies.lock())
}

#[test]
fn a_kill_at_any_step_leaves_all_of_an_append_or_nothing() {
    for step in [
        Step::Write,
        Step::Flush,
        Step::Sync,
        Step::Answer,
        Step::Fold,
        Step::FlushFolded,
        Step::SyncFolded,
        Step::Drop,
        Step::Checkpoint,
    ] {
        let copies = copies_at(step);
        assert!(!copies.is_empty(), "{step:?} never came");
        for (answered, copy) in copies {
            let store = open(copy.path());
            let lines = store
                .entries(&visitor("v"), SessionNo(1), Seq(1), 999)
                .unwrap();
            let last = lines.len() as u64;
            assert!(last >= answered, "{step:?}: {last} of {answered}");
            assert_eq!(
                read(&store, "demo/newest"),
                Some(last.to_string()),
                "{step:?}"
            );
            let expected = ["demo/newest".to_owned(), format!("demo/of/{last}")];
            assert_eq!(names(&store), expected, "{step:?}");
        }
    }
}

/// Turns a folder whose journal holds no documents into one of the layout before.
fn make_it_older(folder: &Path) {
    // The lengths of a file's header, and of the frame before each group.
    const HEADER: usize = 60;
    const FRAME: usize = 16;
    let marker = folder.join("store.txt");
    let text = std::fs::read_to_string(&marker).unwrap();
    std::fs::write(&marker, text.replace(MARKER_TITLE, "frontdesk store 7")).unwrap();
    let mut groups = 0;
    for file in files(folder, "journal") {
        let mut bytes = std::fs::read(&file).unwrap();
        let mut at = HEADER;
        while let Some(frame) = bytes
            .get(at..at + FRAME)
            .filter(|frame| frame[8..12] != [0; 4])
        {
            let length = u32::from_le_bytes(frame[8..12].try_into().unwrap());
            let group = at + FRAME..at + FRAME + length as usize;
            let frames = &bytes[group.clone()][record::GROUP_FRAMES_START..];
            let sealed = record::seal(1, frames);
            bytes[group.clone()].copy_from_slice(&sealed);
            (at, groups) = (group.end, groups + 1);
        }
        std::fs::write(&file, bytes).unwrap();
    }
    assert!(groups > 0);
}

#[test]
fn a_store_of_the_layout_before_is_read_and_gets_the_new_one() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    put(&store, "demo/a", "1");
    store.close();
    let store = open(folder.path());
    append(&store, vec![line("v", 1, 1)]).unwrap();
    append(&store, vec![line("v", 1, 2)]).unwrap();
    let folder = copied(folder.path());
    make_it_older(folder.path());

    let store = open(folder.path());

    let marker = std::fs::read_to_string(folder.path().join("store.txt")).unwrap();
    assert_eq!(marker.lines().next(), Some(MARKER_TITLE));
    put(&store, "demo/b", "1");
    append(&store, vec![line("v", 1, 3)]).unwrap();
    let folder = copied(folder.path());
    let store = open(folder.path());
    assert_eq!(names(&store), ["demo/a", "demo/b"]);
    let lines = store.entries(&visitor("v"), SessionNo(1), Seq(1), 9);
    assert_eq!(lines.unwrap().len(), 3);
}
