//! Heads, and the indexes of waiting visitors and of due times.

use super::*;

pub(crate) fn the_newest_head_replaces_the_others(subject: Subject) {
    let store = subject.store;

    keep(
        &*store,
        vec![head("v", 1, Standing::Robot, Some(5)), line("v", 1, 1)],
    );
    keep(&*store, vec![head("v", 1, queued(1), None)]);
    keep(
        &*store,
        vec![
            head("v", 1, Standing::Ended, None),
            head("v", 2, Standing::Robot, None),
        ],
    );

    let newest = store.head(&visitor("v")).unwrap().unwrap();
    assert_eq!(
        (newest.session, newest.standing),
        (SessionNo(2), Standing::Robot)
    );
}

pub(crate) fn waiting_and_connected_visitors_are_listed(subject: Subject) {
    let store = subject.store;
    for place in 0..50 {
        keep(
            &*store,
            vec![head(&format!("v{place}"), 1, queued(place), None)],
        );
        keep(
            &*store,
            vec![head(&format!("w{place}"), 1, Standing::Robot, None)],
        );
    }
    keep(&*store, vec![head("v7", 1, manual("a1"), None)]);
    keep(&*store, vec![head("v8", 1, Standing::Ended, None)]);
    keep(
        &*store,
        vec![
            head("v9", 1, Standing::Robot, None),
            head("w3", 1, manual("a2"), None),
        ],
    );

    let mut found = store.standing().unwrap();

    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut expected: Vec<_> = (0..50)
        .filter(|place| ![7, 8, 9].contains(place))
        .map(|place| (visitor(&format!("v{place}")), queued(place)))
        .collect();
    expected.push((visitor("v7"), manual("a1")));
    expected.push((visitor("w3"), manual("a2")));
    expected.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(found, expected);
}

pub(crate) fn due_visitors_are_listed_soonest_first(subject: Subject) {
    let store = subject.store;
    for number in 0..40 {
        keep(
            &*store,
            vec![head(
                &format!("v{number}"),
                1,
                Standing::Robot,
                Some(1_000 - number),
            )],
        );
        keep(
            &*store,
            vec![head(&format!("w{number}"), 1, Standing::Robot, None)],
        );
    }

    let soon = store.due(at(970), 100).unwrap();
    let soonest = store.due(END_OF_TIME, 3).unwrap();

    let expected: Vec<_> = (961..970)
        .map(|due| (at(due), visitor(&format!("v{}", 1_000 - due))))
        .collect();
    assert_eq!(soon, expected);
    assert_eq!(soonest, expected[..3]);
    assert_eq!(store.due(at(961), 100).unwrap(), []);
}

pub(crate) fn a_changed_due_time_is_not_found_at_its_old_time(subject: Subject) {
    let store = subject.store;
    for due in [300, 100, 200] {
        keep(
            &*store,
            vec![
                head("v", 1, queued(1), Some(due)),
                line("v", 1, due.unsigned_abs()),
            ],
        );
        keep_session(&*store, "w", 1, 9);
    }
    keep(&*store, vec![head("u", 1, queued(1), Some(150))]);
    keep(&*store, vec![head("u", 1, Standing::Ended, None)]);

    assert_eq!(
        store.due(END_OF_TIME, 10).unwrap(),
        [(at(200), visitor("v"))]
    );
    let store = (subject.reopen)(store);
    assert_eq!(
        store.due(END_OF_TIME, 10).unwrap(),
        [(at(200), visitor("v"))]
    );
}
