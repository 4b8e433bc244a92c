use super::*;
use actors_core::time::Span;
use actors_runtime::testing::MemoryStore;

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

fn made(expires_at: Option<Timestamp>) -> Made {
    let new = NewKey {
        name: "Orders".into(),
        scopes: vec![Scope::ConversationsRead],
        expires_at,
    };
    ApiKey::make(&"shop".into(), &"ada".into(), new, NOW)
}

#[test]
fn a_restarted_server_knows_the_key_and_its_last_use_and_never_stores_its_text() {
    let store = MemoryStore::new();
    let Made { text, key } = made(None);
    store.change_documents(&[key.change()]).unwrap();
    let before = ApiKeys::default();
    before.hold(key);
    let address = "192.0.2.7".parse().unwrap();
    before.find(&text).unwrap().note_use(NOW, address);
    store.change_documents(&before.unwritten_uses()).unwrap();
    assert!(before.unwritten_uses().is_empty());

    let after = ApiKeys::open(&store).unwrap();

    let found = after.find(&text).unwrap();
    assert_eq!(found.last_use(), Some((NOW, Some(address))));
    assert!(found.may(Scope::ConversationsRead) && !found.may(Scope::MessagesWrite));
    assert!(after.unwritten_uses().is_empty());
    let (_, json) = store.documents(DocumentKind::ApiKey, "").unwrap().remove(0);
    assert!(
        !String::from_utf8(json)
            .unwrap()
            .contains(&text[PREFIX.len()..70])
    );
}

#[test]
fn a_key_ends_in_time_or_when_it_is_revoked() {
    let end = NOW + Span::from_minutes(60);
    let key = made(Some(end)).key;

    assert!(key.is_live(NOW) && !key.is_live(end));
    assert!(!key.revoked(NOW).is_live(NOW));
}

#[test]
fn a_scope_of_a_later_version_permits_nothing_and_keeps_the_key_readable() {
    let mut key = made(None).key;
    key.kept.scopes = vec!["reports:read".into()];
    let change = key.change();

    let read = ApiKey::read(&change.key, &change.json.unwrap()).unwrap();

    assert!(Scope::ALL.into_iter().all(|scope| !read.may(scope)));
}

#[test]
fn forgetting_a_key_removes_all_of_it() {
    let store = MemoryStore::new();
    let Made { text, key } = made(None);
    let keys = ApiKeys::default();
    store.change_documents(&[key.change()]).unwrap();
    keys.hold(key);
    let key = keys.find(&text).unwrap();
    key.note_use(NOW, "192.0.2.7".parse().unwrap());
    store.change_documents(&keys.unwritten_uses()).unwrap();

    store.change_documents(&key.forgetting()).unwrap();
    keys.forget(&[key]);

    assert!(keys.find(&text).is_none() && keys.of(&"shop".into()).is_empty());
    for kind in [DocumentKind::ApiKey, DocumentKind::ApiKeyUse] {
        assert!(store.documents(kind, "").unwrap().is_empty());
    }
}
