//! What is acknowledged is on disk, and what cannot be written is not acknowledged.

use super::*;
use crate::store::conformance::{append, head, line, queued, visitor};
use actors_core::record::{Record, RecordBody};
use parking_lot::Mutex;
use std::io::Error;

fn open(folder: &TempDir) -> SledStore {
    SledStore::open(eager(folder.path())).unwrap()
}

/// A store that fails at `step` after that step has succeeded `after` times since the opening.
fn failing(folder: &TempDir, step: Step, after: usize) -> SledStore {
    let seen = Arc::new(Mutex::new(None));
    let counted = Arc::clone(&seen);
    let probe: Probe = Arc::new(move |now| {
        let mut seen = counted.lock();
        if let Some(seen) = seen.as_mut().filter(|_| now == step) {
            *seen += 1;
            if *seen > after {
                return Err(Error::other("it broke"));
            }
        }
        Ok(())
    });
    let store = SledStore::open(SledOptions {
        probe: Some(probe),
        ..eager(folder.path())
    });
    *seen.lock() = Some(0);
    store.unwrap()
}

/// The steps that a store takes, and the store.
fn observed(folder: &TempDir) -> (Arc<Mutex<Vec<Step>>>, SledStore) {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&steps);
    let probe: Probe = Arc::new(move |step| {
        seen.lock().push(step);
        Ok(())
    });
    let store = SledStore::open(SledOptions {
        probe: Some(probe),
        ..eager(folder.path())
    });
    (steps, store.unwrap())
}

fn lines_of(store: &SledStore, name: &str) -> Vec<u64> {
    let found = store
        .entries(&visitor(name), SessionNo(1), Seq(1), 1_000)
        .unwrap();
    found.iter().map(|line| line.seq.0).collect()
}

#[test]
fn every_group_is_followed_by_a_sync_of_the_journals_file() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let before = store.counts();

    for seq in 1..=50 {
        append(&store, vec![line("v", 1, seq)]).unwrap();
        let now = store.counts();
        assert_eq!(now.groups, before.groups + seq);
        assert!(now.syncs >= before.syncs + seq, "{now:?}");
    }
}

#[test]
fn no_acknowledgement_comes_between_a_write_and_its_sync() {
    let folder = TempDir::new().unwrap();
    let (steps, store) = observed(&folder);

    std::thread::scope(|scope| {
        for writer in 0..6 {
            let store = &store;
            scope.spawn(move || {
                for seq in 1..=60 {
                    append(store, vec![line(&format!("v{writer}"), 1, seq)]).unwrap();
                }
            });
        }
    });

    let (mut flushed, mut synced) = (true, true);
    for step in steps.lock().iter() {
        match step {
            Step::Write => (flushed, synced) = (false, false),
            Step::Flush => flushed = true,
            Step::Sync => synced = flushed,
            Step::Answer => assert!(synced, "an acknowledgement before the sync"),
            Step::Space
            | Step::Fold
            | Step::FlushFolded
            | Step::SyncFolded
            | Step::Drop
            | Step::Checkpoint => {}
        }
    }
    assert_eq!(
        steps
            .lock()
            .iter()
            .filter(|step| **step == Step::Answer)
            .count(),
        360
    );
}

#[test]
fn no_part_of_the_journal_is_dropped_before_folded_data_is_synced() {
    let folder = TempDir::new().unwrap();
    let (steps, store) = observed(&folder);

    for seq in 1..=200 {
        append(&store, vec![line("v", 1, seq), line("w", 1, seq)]).unwrap();
    }
    store.close();

    let (mut flushed, mut synced, mut drops) = (true, true, 0);
    for step in steps.lock().iter() {
        match step {
            Step::Fold => (flushed, synced) = (false, false),
            Step::FlushFolded => flushed = true,
            Step::SyncFolded => synced = flushed,
            Step::Drop => {
                assert!(synced, "a part of the journal was dropped before the sync");
                drops += 1;
            }
            Step::Space
            | Step::Write
            | Step::Flush
            | Step::Sync
            | Step::Answer
            | Step::Checkpoint => {}
        }
    }
    assert!(drops > 10, "{drops} drops");
}

#[test]
fn a_document_is_acknowledged_after_its_sync() {
    let folder = TempDir::new().unwrap();
    let (steps, store) = observed(&folder);
    let before = steps.lock().len();

    store
        .put_document(DocumentKind::Tenant, "demo", b"{}")
        .unwrap();

    assert_eq!(
        steps.lock()[before..],
        [
            Step::Space,
            Step::Write,
            Step::Flush,
            Step::Sync,
            Step::Answer
        ]
    );
}

#[test]
fn after_a_failed_write_the_store_accepts_nothing_more() {
    for step in [Step::Write, Step::Flush, Step::Sync] {
        let folder = TempDir::new().unwrap();
        let store = failing(&folder, step, 20);

        let outcomes: Vec<_> = (1..=60)
            .map(|seq| append(&store, vec![line("v", 1, seq)]).is_ok())
            .collect();

        let answered = outcomes.iter().filter(|kept| **kept).count() as u64;
        assert!(answered > 0 && answered < 60, "{step:?}");
        assert!(
            outcomes.is_sorted_by(|one, other| one >= other),
            "{step:?}: a success after a failure"
        );
        let health = store.health().unwrap_err().to_string();
        assert!(health.contains("it broke"), "{step:?}: {health}");
        assert!(
            store
                .put_document(DocumentKind::Tenant, "demo", b"{}")
                .is_err()
        );
        drop(store);
        let kept = lines_of(&open(&folder), "v");
        assert!(kept.len() as u64 >= answered, "{step:?}");
        assert_eq!(
            kept,
            (1..=kept.len() as u64).collect::<Vec<_>>(),
            "{step:?}"
        );
    }
}

#[test]
fn a_failed_fold_loses_nothing() {
    let steps = [
        Step::Fold,
        Step::FlushFolded,
        Step::SyncFolded,
        Step::Drop,
        Step::Checkpoint,
    ];
    for step in steps {
        for after in [0, 1, 2] {
            let folder = TempDir::new().unwrap();
            let store = failing(&folder, step, after);

            let mut answered = 0;
            for seq in 1..=900 {
                let long = conformance::entry(1, &"x".repeat(2_000));
                let (session, seq) = (SessionNo(1), Seq(seq));
                let body = RecordBody::Entry {
                    session,
                    seq,
                    entry: long,
                };
                let said = Record {
                    visitor: visitor("v"),
                    body,
                };
                let records = vec![said, head("v", 1, queued(1), Some(7))];
                match append(&store, records) {
                    Ok(()) => answered = seq.0,
                    Err(_) => break,
                }
            }

            assert!(answered < 900, "{step:?} never failed");
            drop(store);
            let kept = lines_of(&open(&folder), "v");
            assert!(kept.len() as u64 >= answered, "{step:?} after {after}");
            assert_eq!(kept, (1..=kept.len() as u64).collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_journal_stays_short_although_no_visitor_becomes_ripe() {
    let folder = TempDir::new().unwrap();
    // No visitor ever becomes ripe for folding.
    let options = SledOptions {
        chunk_lines: 1_000,
        journal_bytes: 20_000,
        ..lazy(folder.path())
    };
    let store = SledStore::open(options).unwrap();

    for seq in 1..=40 {
        for writer in 0..40 {
            append(&store, vec![line(&format!("v{writer}"), 1, seq)]).unwrap();
            let bytes = store.counts().journal_bytes;
            assert!(bytes < 50_000, "{bytes} bytes in the journal");
        }
    }

    assert!(store.counts().folded > 0);
    for writer in 0..40 {
        assert_eq!(lines_of(&store, &format!("v{writer}")).len(), 40);
    }
}

#[test]
fn closing_a_store_folds_everything() {
    let folder = TempDir::new().unwrap();
    let store = SledStore::open(lazy(folder.path())).unwrap();
    for seq in 1..=20 {
        append(
            &store,
            vec![line("v", 1, seq), head("v", 1, queued(1), None)],
        )
        .unwrap();
    }

    store.close();

    let store = SledStore::open(lazy(folder.path())).unwrap();
    let shared = store.shared().unwrap();
    let unfolded = unfolded::visitor(&shared.unfolded, &visitor("v")).unwrap();
    assert!(unfolded.lines.is_empty() && unfolded.head.is_none());
    drop(shared);
    assert_eq!(lines_of(&store, "v").len(), 20);
    append(&store, vec![line("v", 1, 21)]).unwrap();
    drop(store);
    assert_eq!(lines_of(&open(&folder), "v").len(), 21);
}

#[test]
fn a_very_large_line_is_stored_as_well() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let long = conformance::entry(1, &"x".repeat(700_000));
    let body = RecordBody::Entry {
        session: SessionNo(1),
        seq: Seq(1),
        entry: Arc::clone(&long),
    };

    append(
        &store,
        vec![
            Record {
                visitor: visitor("v"),
                body,
            },
            line("v", 1, 2),
        ],
    )
    .unwrap();

    drop(store);
    let found = open(&folder)
        .entries(&visitor("v"), SessionNo(1), Seq(1), 9)
        .unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].entry, long);
}
