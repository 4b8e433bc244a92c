//! Documents stored with records, and pages of documents among many changes.

use super::*;
use actors_runtime::ports::Append;
use std::collections::BTreeMap;

const KIND: DocumentKind = DocumentKind::WebhookQueue;

/// What should be stored, by name.
type Model = BTreeMap<String, Vec<u8>>;

/// Appends records and documents together, and waits until they are durable.
pub(crate) fn append_with(
    store: &dyn Store,
    records: Vec<Record>,
    documents: Vec<DocumentChange>,
) -> Result<(), StoreError> {
    let (told, heard) = mpsc::channel();
    store.append_all(vec![Append {
        records,
        documents,
        done: Box::new(move |result| told.send(result).unwrap()),
    }]);
    heard.recv().unwrap()
}

pub(crate) fn an_append_stores_its_records_and_documents_or_nothing(subject: Subject) {
    let store = subject.store;
    let document = |name: &str| DocumentChange::put(KIND, name, b"{}".to_vec());
    append_with(&*store, vec![line("v", 1, 1)], vec![document("demo/1")]).unwrap();

    let long = "k".repeat(5_000);
    let both = vec![document("demo/2"), document(&long)];
    append_with(&*store, vec![line("v", 1, 2)], both).unwrap_err();
    let both = vec![line("v", 1, 2), line(&long, 1, 1)];
    append_with(&*store, both, vec![document("demo/2")]).unwrap_err();

    let lines = store.history(&visitor("v"), END_OF_TIME, 9).unwrap();
    assert_eq!(seqs(&lines), [(1, 1)]);
    let found = store.documents(KIND, "").unwrap();
    assert_eq!(found, [("demo/1".to_owned(), b"{}".to_vec())]);
}

/// Puts and deletes 400 of 700 documents, some of them several times.
pub(crate) fn change_many(store: &dyn Store, model: &mut Model, dice: &mut u64) {
    let mut below = |limit: u64| {
        *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*dice >> 33) % limit
    };
    let mut changes = Vec::new();
    for number in 0..400 {
        let name = format!("k/{:03}", below(700));
        let json = format!(
            "{number} {}",
            "x".repeat(usize::try_from(below(50)).unwrap())
        );
        changes.push(match below(5) {
            0 | 1 => DocumentChange::delete(KIND, name),
            _ => DocumentChange::put(KIND, name, json.into_bytes()),
        });
    }
    for some in changes.chunks(80) {
        store.change_documents(some).unwrap();
    }
    for change in changes {
        match change.json {
            Some(json) => model.insert(change.key, json),
            None => model.remove(&change.key),
        };
    }
}

/// Asserts that the store has exactly the documents of the model, page by page.
pub(crate) fn has_all(store: &dyn Store, model: &Model) {
    let expected = |prefix: &str, after: &str, limit: usize| -> Vec<(String, Vec<u8>)> {
        let found = model.iter().filter(|(name, _)| name.starts_with(prefix));
        let found = found.filter(|(name, _)| name.as_str() > after).take(limit);
        found
            .map(|(name, json)| (name.clone(), json.clone()))
            .collect()
    };
    for (prefix, after, limit) in [
        ("", "", usize::MAX),
        ("k/", "", 1),
        ("k/", "k/3", 7),
        ("k/", "k/350", 300),
        ("k/6", "k/650", 99),
        ("l/", "", 9),
    ] {
        let page = store
            .documents_page(KIND, prefix, Some(after), limit)
            .unwrap();
        assert_eq!(
            page,
            expected(prefix, after, limit),
            "{prefix} {after} {limit}"
        );
    }
    let one = store.document(KIND, "k/300").unwrap();
    assert_eq!(one.as_ref(), model.get("k/300"));
}

pub(crate) fn pages_of_documents_follow_every_change(subject: Subject) {
    let store = subject.store;
    store
        .put_document(DocumentKind::WebhookLog, "k/1", b"of another kind")
        .unwrap();
    store
        .put_document(DocumentKind::Webhook, "k/999", b"of another kind")
        .unwrap();
    let (mut model, mut dice) = (Model::new(), 3);

    for _ in 0..3 {
        change_many(&*store, &mut model, &mut dice);
        has_all(&*store, &model);
    }
}
