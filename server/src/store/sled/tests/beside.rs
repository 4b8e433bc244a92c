//! A commit beside one that takes long.

use super::*;
use crate::store::conformance::{line, visitor};
use std::sync::Barrier;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Longer than anything here takes.
const SOON: Duration = Duration::from_secs(20);

/// A store that folds nothing, and begins a commit beside one of few whenever something waits.
fn open(folder: &TempDir, probe: Probe) -> SledStore {
    let options = SledOptions {
        probe: Some(probe),
        late: Duration::ZERO,
        ..SledOptions::new(folder.path())
    };
    SledStore::open(options).unwrap()
}

/// A store that keeps the first commit from going on as it syncs.
struct Stuck {
    store: SledStore,
    /// Hears when it is there.
    arrived: Receiver<()>,
    /// Lets it go on, and says whether that fails.
    release: Sender<bool>,
}

fn stuck(folder: &TempDir) -> Stuck {
    let (tell, arrived) = channel();
    let (release, released) = channel();
    let first = Mutex::new(Some((tell, released)));
    let probe: Probe = Arc::new(move |step| {
        let first = (step == Step::Sync).then(|| first.lock().take());
        if let Some((tell, released)) = first.flatten() {
            tell.send(()).unwrap();
            if released.recv().unwrap() {
                return Err(std::io::Error::other("the disk is gone"));
            }
        }
        Ok(())
    });
    Stuck {
        store: open(folder, probe),
        arrived,
        release,
    }
}

/// Appends a line and goes on; its number is told with the answer.
fn send(store: &SledStore, seq: u64, answers: &Sender<(u64, bool)>) {
    let answers = answers.clone();
    let done: Done = Box::new(move |result| answers.send((seq, result.is_ok())).unwrap());
    store.append(vec![line("v", 1, seq)], done);
}

fn lines(folder: &TempDir) -> Vec<u64> {
    let store = SledStore::open(SledOptions::new(folder.path())).unwrap();
    let found = store.entries(&visitor("v"), SessionNo(1), Seq(1), 1_000);
    found.unwrap().iter().map(|line| line.seq.0).collect()
}

#[test]
fn a_commit_that_is_stuck_is_answered_with_the_next() {
    let folder = TempDir::new().unwrap();
    let stuck = stuck(&folder);
    let (answers, answered) = channel();

    send(&stuck.store, 1, &answers);
    stuck.arrived.recv_timeout(SOON).unwrap();
    for seq in 2..=9 {
        send(&stuck.store, seq, &answers);
        if seq == 2 {
            assert_eq!(answered.recv_timeout(SOON), Ok((1, true)));
        }
        assert_eq!(answered.recv_timeout(SOON), Ok((seq, true)));
    }
    stuck.release.send(false).unwrap();
    send(&stuck.store, 10, &answers);
    assert_eq!(answered.recv_timeout(SOON), Ok((10, true)));

    drop(stuck);
    assert_eq!(lines(&folder), (1..=10).collect::<Vec<_>>());
}

#[test]
fn a_commit_that_is_stuck_is_answered_though_nothing_else_comes() {
    let folder = TempDir::new().unwrap();
    let (release, released) = channel::<()>();
    let released = Mutex::new(released);
    let probe: Probe = Arc::new(move |step| {
        let is_first = std::thread::current().name() == Some("store-commit-0");
        if step == Step::Sync && is_first {
            // Until the other end is dropped.
            let _ = released.lock().recv();
        }
        Ok(())
    });
    let options = SledOptions {
        probe: Some(probe),
        ..SledOptions::new(folder.path())
    };
    let store = SledStore::open(options).unwrap();
    let (answers, answered) = channel();

    for seq in 1..=20 {
        send(&store, seq, &answers);
        assert_eq!(answered.recv_timeout(SOON), Ok((seq, true)));
    }

    drop(release);
    drop(store);
    assert_eq!(lines(&folder), (1..=20).collect::<Vec<_>>());
}

#[test]
fn a_stuck_commit_that_fails_takes_nothing_back_and_ends_the_writing() {
    let folder = TempDir::new().unwrap();
    let stuck = stuck(&folder);
    let (answers, answered) = channel();

    send(&stuck.store, 1, &answers);
    stuck.arrived.recv_timeout(SOON).unwrap();
    send(&stuck.store, 2, &answers);
    for seq in [1, 2] {
        assert_eq!(answered.recv_timeout(SOON), Ok((seq, true)));
    }
    stuck.release.send(true).unwrap();
    let refused = (3..).find(|seq| {
        send(&stuck.store, *seq, &answers);
        answered.recv_timeout(SOON) == Ok((*seq, false))
    });

    drop(stuck);
    let kept = refused.unwrap() - 1;
    assert!(lines(&folder).starts_with(&(1..=kept).collect::<Vec<_>>()));
}

#[test]
fn where_a_commit_fails_beside_another_neither_is_answered_twice_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    let both = Arc::new(Barrier::new(2));
    let fails = AtomicBool::new(true);
    let meet = Arc::clone(&both);
    // Both have written when the first of them fails.
    let probe: Probe = Arc::new(move |step| {
        if step == Step::Sync {
            meet.wait();
            if fails.swap(false, Ordering::Relaxed) {
                return Err(std::io::Error::other("the disk is gone"));
            }
        }
        Ok(())
    });
    let store = open(&folder, probe);
    let (answers, answered) = channel();

    send(&store, 1, &answers);
    // The first must be under way, or the two are one commit.
    while store.counts().groups == 0 {
        std::thread::yield_now();
    }
    send(&store, 2, &answers);
    let mut heard = [answered.recv_timeout(SOON), answered.recv_timeout(SOON)].map(Result::unwrap);
    heard.sort_unstable();

    assert_eq!(heard.map(|(seq, _)| seq), [1, 2]);
    drop(store);
    drop(answers);
    assert!(answered.recv().is_err(), "an answer came twice");
    let kept = lines(&folder);
    let durable = heard.iter().filter(|(_, is_durable)| *is_durable);
    assert!(durable.into_iter().all(|(seq, _)| kept.contains(seq)));
}

#[test]
fn what_many_write_in_two_commits_at_a_time_is_all_there() {
    let folder = TempDir::new().unwrap();
    let store = SledStore::open(hasty(folder.path())).unwrap();

    std::thread::scope(|scope| {
        for writer in 0..8 {
            let store = &store;
            scope.spawn(move || {
                let (answers, answered) = channel();
                let name = format!("v{writer}");
                for seq in 1..=60 {
                    let answers = answers.clone();
                    let done: Done = Box::new(move |result| answers.send(result).unwrap());
                    store.append(vec![line(&name, 1, seq)], done);
                    answered.recv_timeout(SOON).unwrap().unwrap();
                    let found = store.entries(&visitor(&name), SessionNo(1), Seq(seq), 9);
                    assert_eq!(found.unwrap().len(), 1, "who is answered reads it");
                }
            });
        }
    });

    drop(store);
    let store = SledStore::open(hasty(folder.path())).unwrap();
    for writer in 0..8 {
        let name = visitor(&format!("v{writer}"));
        let found = store.entries(&name, SessionNo(1), Seq(1), 99).unwrap();
        let seqs: Vec<_> = found.iter().map(|line| line.seq.0).collect();
        assert_eq!(seqs, (1..=60).collect::<Vec<_>>());
    }
}
