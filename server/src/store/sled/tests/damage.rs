//! Folders that are in use, damaged, or exchanged.

use super::*;
use crate::store::conformance::documents::append_with;
use crate::store::conformance::{append, head, line, queued, visitor};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The folded part and the unfolded part, in the order of their creation.
const PARTS: [&str; 2] = ["sled", "journal"];
const KIND: DocumentKind = DocumentKind::WebhookQueue;
const VISITORS: usize = 30;
const LINES: u64 = 60;

/// A folder with some lines in folded records and some in the journal.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let options = SledOptions {
        chunk_lines: 20,
        ..SledOptions::new(folder.path())
    };
    let store = SledStore::open(options.clone()).unwrap();
    fill(&store, 1..=LINES / 2);
    store.close();
    let store = SledStore::open(options).unwrap();
    fill(&store, LINES / 2 + 1..=LINES);
    // As a kill leaves it: the journal is not folded.
    copied(folder.path())
}

fn fill(store: &SledStore, seqs: std::ops::RangeInclusive<u64>) {
    for seq in seqs {
        for number in 0..VISITORS {
            let name = format!("v{number}");
            let records = vec![line(&name, 1, seq), head(&name, 1, queued(1), Some(9))];
            let newest = DocumentChange::put(KIND, name, seq.to_string().into_bytes());
            let old = DocumentChange::delete(KIND, format!("{number}/{}", seq - 1));
            let new = DocumentChange::put(KIND, format!("{number}/{seq}"), b"{}".to_vec());
            append_with(store, records, vec![newest, old, new]).unwrap();
        }
    }
}

/// A copy of the folder, as a kill at this moment leaves it.
pub(super) fn copied(from: &Path) -> TempDir {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for file in std::fs::read_dir(from).unwrap() {
            let file = file.unwrap();
            let target = to.join(file.file_name());
            if file.file_type().unwrap().is_dir() {
                copy(&file.path(), &target);
            } else {
                std::fs::copy(file.path(), target).unwrap();
            }
        }
    }
    let to = TempDir::new().unwrap();
    copy(from, to.path());
    to
}

/// The data files of one of the two parts.
pub(super) fn files(folder: &Path, part: &str) -> Vec<PathBuf> {
    let found = std::fs::read_dir(folder.join(part)).unwrap();
    let mut files: Vec<_> = found
        .map(|file| file.unwrap().path())
        .filter(|path| path.ends_with("db") || path.extension().is_some_and(|end| end == "log"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn open(folder: &Path) -> Result<SledStore, OpenError> {
    SledStore::open(SledOptions::new(folder))
}

/// Asserts that opening fails, and that the message names the folder and what to do. Returns the message.
fn refuses(folder: &Path) -> String {
    let Err(error) = open(folder) else {
        panic!("the damaged store opened")
    };
    let message = error.to_string();
    assert!(message.contains(folder.to_str().unwrap()), "{message}");
    assert!(message.contains("restore"), "{message}");
    message
}

/// Asserts that everything is there or that an error reports the loss. Returns which.
fn is_whole_or_says_so(folder: &Path) -> &'static str {
    let started = Instant::now();
    let opened = open(folder);
    assert!(started.elapsed() < Duration::from_secs(30));
    let store = match opened {
        Ok(store) => store,
        Err(error) => {
            assert!(error.to_string().contains(folder.to_str().unwrap()));
            return "refused";
        }
    };
    let mut outcome = "whole";
    for number in 0..VISITORS {
        match store.entries(&visitor(&format!("v{number}")), SessionNo(1), Seq(1), 1_000) {
            Ok(lines) => assert_eq!(
                lines.len() as u64,
                LINES,
                "lines are missing without an error"
            ),
            Err(_) => outcome = "said so when it was read",
        }
        match store.document(KIND, &format!("v{number}")) {
            Ok(newest) => assert_eq!(newest, Some(LINES.to_string().into_bytes())),
            Err(_) => outcome = "said so when it was read",
        }
        match store.documents(KIND, &format!("{number}/")) {
            Ok(found) => assert_eq!(found, [(format!("{number}/{LINES}"), b"{}".to_vec())]),
            Err(_) => outcome = "said so when it was read",
        }
    }
    outcome
}

#[test]
fn a_folder_in_use_is_refused_until_it_is_released() {
    let folder = TempDir::new().unwrap();
    let first = open(folder.path()).unwrap();

    let Err(error) = open(folder.path()) else {
        panic!("the store opened twice")
    };

    assert!(matches!(&error, OpenError::InUse(used) if used == folder.path()));
    assert!(error.to_string().contains("already in use"), "{error}");
    first.close();
    open(folder.path()).unwrap();
}

#[test]
fn closing_waits_for_active_readers_before_it_releases_the_folder() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(open(folder.path()).unwrap());
    let (reading, closing) = (store.shared().unwrap(), Arc::clone(&store));
    let has_read = Arc::new(AtomicBool::new(false));
    let reader = std::thread::spawn({
        let (has_read, path) = (Arc::clone(&has_read), folder.path().to_owned());
        move || {
            while closing.shared().is_ok() {
                std::thread::yield_now();
            }
            // Closed to new readers, but the folder is still in use.
            let refused = open(&path);
            assert!(matches!(refused, Err(OpenError::InUse(_))));
            has_read.store(true, Ordering::SeqCst);
            drop(reading);
        }
    });

    store.close();

    assert!(has_read.load(Ordering::SeqCst));
    open(folder.path()).unwrap();
    reader.join().unwrap();
}

#[test]
fn a_missing_database_is_refused_and_not_created_anew() {
    let gone: [fn(&Path, &str); 3] = [
        |folder, part| std::fs::remove_dir_all(folder.join(part)).unwrap(),
        |folder, part| {
            for file in files(folder, part) {
                std::fs::remove_file(file).unwrap();
            }
        },
        |folder, part| {
            let file = files(folder, part).remove(0);
            std::fs::remove_dir_all(folder.join(part)).unwrap();
            std::fs::create_dir(folder.join(part)).unwrap();
            std::fs::write(file, b"").unwrap();
        },
    ];
    for part in PARTS {
        for remove in gone {
            let folder = folder();
            remove(folder.path(), part);
            let message = refuses(folder.path());
            assert!(message.contains(&format!("`{part}`")), "{message}");
        }
    }
}

#[test]
fn an_interrupted_first_start_is_repeated() {
    for made in [0, 1, 2] {
        let folder = TempDir::new().unwrap();
        drop(open(folder.path()).unwrap());
        std::fs::remove_file(folder.path().join("store.txt")).unwrap();
        for part in PARTS.iter().skip(made) {
            std::fs::remove_dir_all(folder.path().join(part)).unwrap();
        }

        let store = open(folder.path()).unwrap();
        append(&store, vec![line("v", 1, 1)]).unwrap();
        drop(store);

        open(folder.path()).unwrap();
    }
}

#[test]
fn a_database_of_another_store_is_refused() {
    for part in PARTS {
        let (one, other) = (folder(), folder());
        put_in_place(part, other.path(), one.path());

        let message = refuses(one.path());
        assert!(message.contains(&format!("`{part}`")), "{message}");
    }
}

/// Replaces a part of `to` by the same part of `from`.
fn put_in_place(part: &str, from: &Path, to: &Path) {
    std::fs::remove_dir_all(to.join(part)).unwrap();
    std::fs::rename(from.join(part), to.join(part)).unwrap();
}

#[test]
fn a_journal_that_lost_its_end_is_refused() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    fill(&store, 1..=5);
    let earlier = copied(folder.path());
    fill(&store, 6..=10);
    let later = copied(folder.path());

    put_in_place("journal", earlier.path(), later.path());

    refuses(later.path());
}

#[test]
fn a_database_that_lost_documents_is_refused() {
    let folder = TempDir::new().unwrap();
    let put = |json: &[u8]| {
        let store = open(folder.path()).unwrap();
        let kind = DocumentKind::Tenant;
        store.put_document(kind, "demo", json).unwrap();
        // Closing folds it.
        store.close();
        copied(folder.path())
    };
    let (earlier, later) = (put(b"{}"), put(b"[]"));

    put_in_place("sled", earlier.path(), later.path());

    let message = refuses(later.path());
    assert!(message.contains("not of the same time"), "{message}");
}

#[test]
fn parts_from_different_times_are_refused() {
    let folder = TempDir::new().unwrap();
    let store = SledStore::open(eager(folder.path())).unwrap();
    fill(&store, 1..=2);
    store.close();
    let earlier = copied(folder.path());
    let store = SledStore::open(eager(folder.path())).unwrap();
    fill(&store, 3..=6);
    store.close();
    let later = copied(folder.path());

    put_in_place("sled", earlier.path(), later.path());

    let message = refuses(later.path());
    assert!(message.contains("not of the same time"), "{message}");
}

#[test]
fn a_damaged_snapshot_is_ignored_and_the_log_is_read() {
    let folder = folder();
    damage_snapshots(&folder.path().join("sled"));

    assert_eq!(is_whole_or_says_so(folder.path()), "whole");
}

/// The path in `copy` that corresponds to `file` in `of`.
fn same_in(copy: &TempDir, of: &TempDir, file: &Path) -> PathBuf {
    copy.path().join(file.strip_prefix(of.path()).unwrap())
}

fn damage_snapshots(database: &Path) {
    let files = std::fs::read_dir(database)
        .unwrap()
        .map(|file| file.unwrap().path());
    let snapshots: Vec<PathBuf> = files
        .filter(|file| {
            file.file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with("snap.")
        })
        .collect();
    assert!(!snapshots.is_empty());
    for snapshot in snapshots {
        let mut bytes = std::fs::read(&snapshot).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        std::fs::write(&snapshot, bytes).unwrap();
    }
}

#[test]
fn flipped_bits_never_lose_lines_without_an_error() {
    let folder = folder();
    let mut outcomes = std::collections::BTreeMap::new();
    for part in PARTS {
        let files = files(folder.path(), part);
        let mut dice: u64 = 11;
        for at in 0..60 {
            let file = &files[at % files.len()];
            let mut bytes = std::fs::read(file).unwrap();
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let place = usize::try_from(dice >> 33).unwrap() % bytes.len();
            let damaged = copied(folder.path());
            bytes[place] ^= 1 << (dice >> 30 & 7);
            std::fs::write(same_in(&damaged, &folder, file), bytes).unwrap();
            let outcome = is_whole_or_says_so(damaged.path());
            *outcomes.entry((part, outcome)).or_insert(0) += 1;
        }
    }
    eprintln!("{outcomes:?}");
}

#[test]
fn a_truncated_database_never_loses_lines_without_an_error() {
    let folder = folder();
    let mut outcomes = std::collections::BTreeMap::new();
    for part in PARTS {
        for file in files(folder.path(), part) {
            let length = std::fs::metadata(&file).unwrap().len();
            for eighth in 0..8 {
                let damaged = copied(folder.path());
                let file = std::fs::OpenOptions::new()
                    .write(true)
                    .open(same_in(&damaged, &folder, &file));
                file.unwrap().set_len(length * eighth / 8).unwrap();
                let outcome = is_whole_or_says_so(damaged.path());
                *outcomes.entry((part, outcome)).or_insert(0) += 1;
            }
        }
    }
    eprintln!("{outcomes:?}");
}

#[test]
fn a_folder_of_another_layout_is_refused() {
    let folder = folder();
    let marker = folder.path().join("store.txt");
    let text = std::fs::read_to_string(&marker).unwrap();
    let (_title, epoch) = text.split_once('\n').unwrap();
    for other in ["frontdesk store 6", "frontdesk store 9"] {
        std::fs::write(&marker, format!("{other}\n{epoch}")).unwrap();

        let message = refuses(folder.path());

        assert!(message.contains(&format!("says `{other}`")), "{message}");
        assert!(message.contains("the version that wrote it"), "{message}");
    }
}
