//! The `done` callback, restarts, documents and refusals.

use super::*;
use std::collections::BTreeMap;

pub(crate) fn an_empty_store_returns_nothing(subject: Subject) {
    let store = subject.store;
    let who = visitor("nobody");

    assert_eq!(store.head(&who).unwrap(), None);
    assert_eq!(store.entries(&who, SessionNo(1), Seq(1), 10).unwrap(), []);
    assert_eq!(store.history(&who, END_OF_TIME, 10).unwrap(), []);
    assert_eq!(store.standing().unwrap(), []);
    assert_eq!(store.due(END_OF_TIME, 10).unwrap(), []);
    assert_eq!(store.document(DocumentKind::Tenant, "demo").unwrap(), None);
    assert_eq!(store.documents(DocumentKind::Tenant, "").unwrap(), []);
    store.delete_document(DocumentKind::Tenant, "demo").unwrap();
    store.health().unwrap();
    assert!(!store.epoch().is_empty());
}

pub(crate) fn done_is_called_once_and_in_order(subject: Subject) {
    let (told, heard) = mpsc::channel();

    for number in 1..=500 {
        let told = told.clone();
        let done = Box::new(move |result: Result<(), StoreError>| {
            told.send((number, result.is_ok())).unwrap();
        });
        subject.store.append(vec![line("v", 1, number)], done);
    }
    drop(told);

    let all: Vec<_> = heard.iter().collect();
    assert_eq!(
        all,
        (1..=500).map(|number| (number, true)).collect::<Vec<_>>()
    );
}

pub(crate) fn an_empty_append_waits_for_those_before_it(subject: Subject) {
    let store = subject.store;
    store.append(vec![line("v", 1, 1)], Box::new(|result| result.unwrap()));

    keep(&*store, Vec::new());

    assert_eq!(
        store
            .entries(&visitor("v"), SessionNo(1), Seq(1), 9)
            .unwrap()
            .len(),
        1
    );
}

pub(crate) fn everything_survives_a_restart(subject: Subject) {
    let epoch = subject.store.epoch();
    for name in ["v", "w"] {
        keep_session(&*subject.store, name, 1, 90);
        keep_session(&*subject.store, name, 2, 5);
        keep(
            &*subject.store,
            vec![
                amended(name, 1, 50, "anew"),
                head(name, 2, queued(4), Some(70)),
            ],
        );
    }

    let store = subject.reopened();

    assert_eq!(store.epoch(), epoch);
    for name in ["v", "w"] {
        let lines = store
            .entries(&visitor(name), SessionNo(1), Seq(1), 200)
            .unwrap();
        assert_eq!(
            seqs(&lines),
            (1..=90).map(|seq| (1, seq)).collect::<Vec<_>>()
        );
        assert_eq!(text(&lines[49]), "anew");
        assert_eq!(
            store
                .history(&visitor(name), END_OF_TIME, 200)
                .unwrap()
                .len(),
            95
        );
        assert_eq!(
            store.head(&visitor(name)).unwrap().unwrap().session,
            SessionNo(2)
        );
    }
    let mut found = store.standing().unwrap();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(
        found,
        [(visitor("v"), queued(4)), (visitor("w"), queued(4))]
    );
    assert_eq!(store.due(at(71), 10).unwrap().len(), 2);
    keep(&*store, vec![line("v", 2, 6)]);
    assert_eq!(
        store
            .entries(&visitor("v"), SessionNo(2), Seq(5), 9)
            .unwrap()
            .len(),
        2
    );
}

pub(crate) fn many_writers_at_once_lose_nothing(subject: Subject) {
    let names: Vec<String> = (0..8).map(|number| format!("v{number}")).collect();

    std::thread::scope(|scope| {
        for name in &names {
            let store = &*subject.store;
            scope.spawn(move || {
                for seq in 1..=150 {
                    keep(
                        store,
                        vec![line(name, 1, seq), head(name, 1, queued(1), Some(9))],
                    );
                    let seen = store
                        .entries(&visitor(name), SessionNo(1), Seq(1), 999)
                        .unwrap();
                    assert_eq!(seen.len() as u64, seq);
                }
            });
        }
    });

    let store = subject.reopened();
    for name in &names {
        let lines = store
            .entries(&visitor(name), SessionNo(1), Seq(1), 999)
            .unwrap();
        assert_eq!(
            seqs(&lines),
            (1..=150).map(|seq| (1, seq)).collect::<Vec<_>>()
        );
    }
    assert_eq!(store.standing().unwrap().len(), names.len());
    assert_eq!(store.due(at(10), 99).unwrap().len(), names.len());
}

pub(crate) fn documents_are_kept_by_kind_and_name(subject: Subject) {
    let store = subject.store;
    let put = |kind, key: &str, json: &str| store.put_document(kind, key, json.as_bytes()).unwrap();
    put(DocumentKind::Channel, "demo/web", "{\"a\":1}");
    put(DocumentKind::Channel, "demo/app", "{\"b\":2}");
    put(DocumentKind::Channel, "other/web", "{}");
    put(DocumentKind::Group, "demo/web", "[]");
    put(DocumentKind::Channel, "demo/web", "{\"a\":3}");

    let channels = store.documents(DocumentKind::Channel, "demo/").unwrap();

    let expected = [("demo/app", "{\"b\":2}"), ("demo/web", "{\"a\":3}")];
    let expected = expected.map(|(key, json)| (key.to_owned(), json.as_bytes().to_vec()));
    assert_eq!(channels, expected);
    assert_eq!(
        store.document(DocumentKind::Group, "demo/web").unwrap(),
        Some(b"[]".to_vec())
    );
    store
        .delete_document(DocumentKind::Channel, "demo/web")
        .unwrap();
    assert_eq!(
        store.document(DocumentKind::Channel, "demo/web").unwrap(),
        None
    );
    assert_eq!(store.documents(DocumentKind::Channel, "").unwrap().len(), 2);
}

pub(crate) fn documents_survive_a_restart(subject: Subject) {
    let documents: Vec<_> = (0..300)
        .map(|number| {
            DocumentChange::put(
                DocumentKind::Knowledge,
                format!("demo/r1/{number:03}"),
                vec![b'x'; 10 + number],
            )
        })
        .collect();
    subject.store.change_documents(&documents).unwrap();
    subject
        .store
        .delete_document(DocumentKind::Knowledge, "demo/r1/007")
        .unwrap();

    let store = subject.reopened();

    let kept = store
        .documents(DocumentKind::Knowledge, "demo/r1/")
        .unwrap();
    assert_eq!(kept.len(), 299);
    assert_eq!(kept[298], ("demo/r1/299".to_owned(), vec![b'x'; 309]));
}

fn change(kind: DocumentKind, key: &str, json: Option<&str>) -> DocumentChange {
    DocumentChange {
        kind,
        key: key.to_owned(),
        json: json.map(|json| json.as_bytes().to_vec()),
    }
}

pub(crate) fn changes_of_documents_are_made_all_or_none(subject: Subject) {
    let (order, index) = (DocumentKind::WorkOrder, DocumentKind::OrderIndex);
    let store = &subject.store;
    let first = [
        change(order, "demo/1", Some("{}")),
        change(index, "demo/new/1", Some("")),
    ];
    store.change_documents(&first).unwrap();
    let second = [
        change(order, "demo/1", Some("{\"closed\":true}")),
        change(index, "demo/new/1", None),
        change(index, "demo/closed/1", Some("")),
        change(index, "demo/nothing", None),
    ];
    store.change_documents(&second).unwrap();
    let refused = [
        change(order, "demo/2", Some("{}")),
        change(order, &"k".repeat(5_000), Some("{}")),
    ];
    assert!(store.change_documents(&refused).is_err());

    let store = subject.reopened();

    let kept = store.document(order, "demo/1").unwrap();
    assert_eq!(kept, Some(b"{\"closed\":true}".to_vec()));
    let found = store.documents(index, "").unwrap();
    assert_eq!(found, [("demo/closed/1".to_owned(), Vec::new())]);
    assert_eq!(store.document(order, "demo/2").unwrap(), None);
}

pub(crate) fn a_page_of_documents_continues_where_the_last_one_ended(subject: Subject) {
    let store = subject.store;
    let kind = DocumentKind::OrderIndex;
    for key in ["a/1", "a/2", "a/3", "a/4", "b/1"] {
        store.put_document(kind, key, b"x").unwrap();
    }
    store
        .put_document(DocumentKind::WorkOrder, "a/5", b"x")
        .unwrap();
    let page = |prefix: &str, after: Option<&str>, limit: usize| -> Vec<String> {
        let page = store.documents_page(kind, prefix, after, limit).unwrap();
        page.into_iter().map(|(key, _)| key).collect()
    };

    assert_eq!(page("a/", None, 2), ["a/1", "a/2"]);
    assert_eq!(page("a/", Some("a/2"), 9), ["a/3", "a/4"]);
    assert_eq!(page("a/", Some("a/4"), 9), [""; 0]);
    assert_eq!(
        page("a/", Some("a/22"), 1),
        ["a/3"],
        "the key in `after` need not exist"
    );
    assert_eq!(page("a/", Some(""), 1), ["a/1"]);
    assert_eq!(page("a/", Some("b"), 9), [""; 0]);
    assert_eq!(page("", Some("a/4"), 9), ["b/1"]);
    assert_eq!(page("c/", None, 9), [""; 0]);
}

pub(crate) fn all_documents_are_given_and_those_that_change_meanwhile_once_more(subject: Subject) {
    let store = &*subject.store;
    let change = |kind, key: &str, json: Option<&str>| DocumentChange {
        kind,
        key: key.to_owned(),
        json: json.map(|json| json.as_bytes().to_vec()),
    };
    for number in 0..250 {
        let key = format!("demo/{number:03}");
        store.put_document(DocumentKind::Robot, &key, b"1").unwrap();
    }
    store
        .put_document(DocumentKind::Tenant, "demo", b"1")
        .unwrap();
    let both = [
        change(DocumentKind::Tenant, "demo", Some("2")),
        change(DocumentKind::Robot, "demo/100", None),
        change(DocumentKind::TwoStep, "demo/mia", Some("2")),
    ];

    let mut given = BTreeMap::new();
    let mut changes = Some(&both);
    let all = &mut |change: DocumentChange| {
        given.insert((change.kind, change.key), change.json);
        match changes.take() {
            Some(both) => store.change_documents(both),
            None => Ok(()),
        }
    };
    store.all_documents(all).unwrap();

    given.retain(|_, json| json.is_some());
    let value = |kind, key: &str| given.get(&(kind, key.to_owned())).cloned().flatten();
    // A store that reads all at once gives the documents as they were.
    let (after, before) = (Some(b"2".to_vec()), Some(b"1".to_vec()));
    match value(DocumentKind::Tenant, "demo") == after {
        true => {
            assert_eq!(given.len(), 251);
            assert_eq!(value(DocumentKind::Robot, "demo/100"), None);
            assert_eq!(value(DocumentKind::TwoStep, "demo/mia"), after);
        }
        false => {
            assert_eq!(given.len(), 251);
            assert_eq!(value(DocumentKind::Robot, "demo/100"), before);
            assert_eq!(value(DocumentKind::TwoStep, "demo/mia"), None);
        }
    }
}

pub(crate) fn an_append_with_a_too_long_name_is_refused_completely(subject: Subject) {
    let store = subject.store;
    let endless = "v".repeat(5_000);

    let refused = append(&*store, vec![line("v", 1, 1), line(&endless, 1, 1)]);

    assert!(
        matches!(refused, Err(StoreError::TooLarge(_))),
        "{refused:?}"
    );
    assert_eq!(store.history(&visitor("v"), END_OF_TIME, 9).unwrap(), []);
    assert!(
        store
            .put_document(DocumentKind::Tenant, &endless, b"{}")
            .is_err()
    );
    keep(&*store, vec![line("v", 1, 1)]);
}

pub(crate) fn a_closed_store_refuses_everything_with_an_error(subject: Subject) {
    let store = subject.store;
    keep(&*store, vec![line("v", 1, 1)]);

    store.close();

    assert!(matches!(
        append(&*store, vec![line("v", 1, 2)]),
        Err(StoreError::Closed(_))
    ));
    assert!(matches!(store.health(), Err(StoreError::Closed(_))));
    assert!(
        store
            .put_document(DocumentKind::Tenant, "demo", b"{}")
            .is_err()
    );
    store.close();
}
