//! Lines: they are read in order and complete, with their amendments.

use super::*;

pub(crate) fn lines_are_read_oldest_first_up_to_the_limit(subject: Subject) {
    let store = subject.store;
    keep_session(&*store, "v", 1, 100);
    keep_session(&*store, "v", 2, 3);

    let some = store
        .entries(&visitor("v"), SessionNo(1), Seq(40), 30)
        .unwrap();
    let rest = store
        .entries(&visitor("v"), SessionNo(1), Seq(99), 30)
        .unwrap();

    assert_eq!(
        seqs(&some),
        (40..70).map(|seq| (1, seq)).collect::<Vec<_>>()
    );
    assert_eq!(text(&some[0]), "v 1/40");
    assert_eq!(seqs(&rest), [(1, 99), (1, 100)]);
    assert_eq!(
        store
            .entries(&visitor("v"), SessionNo(1), Seq(101), 30)
            .unwrap(),
        []
    );
    assert_eq!(
        store
            .entries(&visitor("v"), SessionNo(3), Seq(1), 30)
            .unwrap(),
        []
    );
    assert_eq!(
        store
            .entries(&visitor("v"), SessionNo(1), Seq(1), 0)
            .unwrap(),
        []
    );
}

/// A page of a history. `history_now`, if it answers, must return the same.
fn history(store: &dyn Store, name: &str, before: Timestamp, limit: usize) -> Vec<Stored> {
    let lines = store.history(&visitor(name), before, limit).unwrap();
    if let Some(now) = store.history_now(&visitor(name), before, limit) {
        assert_eq!(now.unwrap(), lines);
    }
    lines
}

pub(crate) fn history_runs_backwards_through_all_sessions(subject: Subject) {
    let store = subject.store;
    for session in 1..=3 {
        keep_session(&*store, "v", session, 4);
    }

    let newest = history(&*store, "v", END_OF_TIME, 5);
    let older = history(&*store, "v", newest[0].entry.at, 5);

    assert_eq!(seqs(&newest), [(2, 4), (3, 1), (3, 2), (3, 3), (3, 4)]);
    assert_eq!(seqs(&older), [(1, 3), (1, 4), (2, 1), (2, 2), (2, 3)]);
    assert_eq!(history(&*store, "v", at(0), 5), []);
    assert_eq!(history(&*store, "v", END_OF_TIME, 0), []);
}

pub(crate) fn paging_shows_every_line_once(subject: Subject) {
    let store = subject.store;
    let mut expected = Vec::new();
    for session in 1..=5 {
        keep_session(&*store, "v", session, u64::from(session) * 37);
        keep_session(&*store, "w", session, 11);
        expected.extend((1..=u64::from(session) * 37).map(|seq| (session, seq)));
    }

    let mut pages = Vec::new();
    let mut before = END_OF_TIME;
    loop {
        let page = history(&*store, "v", before, 20);
        let Some(first) = page.first() else { break };
        before = first.entry.at;
        pages.push(seqs(&page));
    }

    pages.reverse();
    assert_eq!(pages.concat(), expected);
}

pub(crate) fn an_amended_line_keeps_its_place(subject: Subject) {
    let store = subject.store;
    keep_session(&*store, "v", 1, 60);

    keep(
        &*store,
        vec![amended("v", 1, 3, "withdrawn"), line("v", 1, 61)],
    );
    keep(&*store, vec![amended("v", 1, 61, "filled")]);
    keep(&*store, vec![amended("v", 1, 61, "filled again")]);

    let lines = store
        .entries(&visitor("v"), SessionNo(1), Seq(1), 100)
        .unwrap();
    assert_eq!(
        seqs(&lines),
        (1..=61).map(|seq| (1, seq)).collect::<Vec<_>>()
    );
    assert_eq!(text(&lines[1]), "v 1/2");
    assert_eq!(text(&lines[2]), "withdrawn");
    assert_eq!(text(&lines[60]), "filled again");
    assert_eq!(history(&*store, "v", END_OF_TIME, 59), lines[2..]);
}

pub(crate) fn visitors_with_similar_names_do_not_see_each_other(subject: Subject) {
    let store = subject.store;
    let names = ["", "v", "v1", "v11", "v\0", "v/1", "访客"];
    for name in names {
        keep(&*store, vec![line(name, 1, 1), line(name, 1, 2)]);
    }
    let other = VisitorKey {
        tenant: "demov".into(),
        visitor: "".into(),
    };

    for name in names {
        let lines = history(&*store, name, END_OF_TIME, 10);
        assert_eq!(seqs(&lines), [(1, 1), (1, 2)], "{name:?}");
        assert_eq!(text(&lines[0]), format!("{name} 1/1"));
    }
    assert_eq!(store.history(&other, END_OF_TIME, 10).unwrap(), []);
}
