//! Erasing visitors and removing old lines.

use super::*;

pub(crate) fn forget(name: &str, what: Forget) -> Record {
    Record {
        visitor: visitor(name),
        body: RecordBody::Forget(what),
    }
}

fn is_gone(store: &dyn Store, name: &str) {
    let who = visitor(name);
    assert_eq!(store.head(&who).unwrap(), None);
    assert_eq!(store.entries(&who, SessionNo(1), Seq(1), 500).unwrap(), []);
    assert_eq!(store.history(&who, END_OF_TIME, 500).unwrap(), []);
    let standing = store.standing().unwrap();
    assert!(standing.iter().all(|(visitor, _)| *visitor != who));
    let due = store.due(END_OF_TIME, 500).unwrap();
    assert!(due.iter().all(|(_, visitor)| *visitor != who));
}

pub(crate) fn an_erased_visitor_is_removed_from_every_index(subject: Subject) {
    // Some records are folded by then, others are new.
    for name in ["v", "w"] {
        keep_session(&*subject.store, name, 1, 300);
        keep(
            &*subject.store,
            vec![head(name, 1, queued(1), Some(70)), line(name, 2, 1)],
        );
    }
    let store = subject.reopened();
    keep(
        &*store,
        vec![line("v", 2, 2), head("v", 2, queued(2), Some(80))],
    );

    keep(&*store, vec![forget("v", Forget::Everything)]);

    is_gone(&*store, "v");
    let subject = Subject {
        store,
        reopen: subject.reopen,
    };
    let store = subject.reopened();
    is_gone(&*store, "v");
    assert_eq!(
        store
            .history(&visitor("w"), END_OF_TIME, 500)
            .unwrap()
            .len(),
        301
    );
    assert!(store.head(&visitor("w")).unwrap().is_some());
}

pub(crate) fn records_after_an_erasure_are_kept(subject: Subject) {
    keep_session(&*subject.store, "v", 1, 200);
    keep(&*subject.store, vec![head("v", 1, queued(1), Some(70))]);
    let store = subject.reopened();

    keep(
        &*store,
        vec![
            forget("v", Forget::Everything),
            line("v", 1, 1),
            head("v", 1, queued(3), Some(90)),
        ],
    );

    let subject = Subject {
        store,
        reopen: subject.reopen,
    };
    for store in [Arc::clone(&subject.store), subject.reopened()] {
        let Ok(()) = store.health() else { continue };
        let lines = store.history(&visitor("v"), END_OF_TIME, 500).unwrap();
        assert_eq!(seqs(&lines), [(1, 1)]);
        assert_eq!(store.due(at(100), 9).unwrap(), [(at(90), visitor("v"))]);
        assert_eq!(store.standing().unwrap(), [(visitor("v"), queued(3))]);
    }
}

pub(crate) fn lines_before_a_time_are_removed_and_later_ones_stay(subject: Subject) {
    keep_session(&*subject.store, "v", 1, 150);
    keep_session(&*subject.store, "v", 2, 150);
    keep(&*subject.store, vec![head("v", 2, queued(1), None)]);
    let store = subject.reopened();

    // Line 100 of the second session was written at 200_100.
    keep(&*store, vec![forget("v", Forget::LinesBefore(at(200_100)))]);
    keep(&*store, vec![line("v", 2, 151)]);

    let expected: Vec<(u32, u64)> = (100..=151).map(|seq| (2, seq)).collect();
    let check = |store: &dyn Store| {
        let lines = store.history(&visitor("v"), END_OF_TIME, 500).unwrap();
        assert_eq!(seqs(&lines), expected);
        let lines = store.entries(&visitor("v"), SessionNo(2), Seq(1), 500);
        assert_eq!(seqs(&lines.unwrap()), expected);
        let lines = store.entries(&visitor("v"), SessionNo(2), Seq(149), 500);
        assert_eq!(lines.unwrap().len(), 3);
        assert!(store.head(&visitor("v")).unwrap().is_some());
    };
    check(&*store);
    let subject = Subject {
        store,
        reopen: subject.reopen,
    };
    check(&*subject.reopened());
}

pub(crate) fn a_tenants_visitors_are_listed_page_by_page(subject: Subject) {
    let tenant = visitor("").tenant;
    for name in ["a", "bb", "c"] {
        keep(&*subject.store, vec![head(name, 1, queued(1), None)]);
    }
    let mut other = head("theirs", 1, queued(1), None);
    other.visitor.tenant = "demo2".into();
    keep(&*subject.store, vec![other]);
    let store = subject.reopened();
    for name in ["d", "ee"] {
        keep(&*store, vec![head(name, 1, queued(1), None)]);
    }
    keep(&*store, vec![forget("c", Forget::Everything)]);

    let (mut listed, mut after) = (Vec::new(), None);
    loop {
        let page = store.visitors(&tenant, after.as_ref(), 2).unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.clone());
        listed.extend(page);
    }

    listed.sort();
    let names: Vec<&str> = listed.iter().map(|visitor| visitor.as_str()).collect();
    assert_eq!(names, ["a", "bb", "d", "ee"]);
}
