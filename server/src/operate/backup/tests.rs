use super::check::{Checker, Problems, check};
use super::line::{Line, Session};
use super::pack::{BACKUPS, Manifest, PACKS};
use super::refill::refill;
use super::save::{Saved, backup, export, prune};
use super::source::{FILES, RECORDS, Source};
use crate::files::shelf::Shelf;
use crate::settings::Settings;
use crate::store::conformance::{append, entry, head, line, queued};
use crate::store::sled::{SledOptions, SledStore};
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::message::Content;
use actors_core::message::content::File;
use actors_core::record::{Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

const DAY: i64 = 24 * 3_600 * 1_000;

/// A data folder with a store, an uploaded file and keys.
struct Shop {
    folder: TempDir,
}

impl Shop {
    /// 30 visitors on 30 days, the first with a session of 700 lines and one of two.
    fn open() -> Self {
        let shop = Self {
            folder: TempDir::new().unwrap(),
        };
        let data = shop.data();
        std::fs::create_dir_all(data.join("uploads/incoming")).unwrap();
        std::fs::write(data.join("uploads").join(FILE), b"picture").unwrap();
        std::fs::write(data.join("uploads/incoming/half"), b"pic").unwrap();
        std::fs::write(data.join("token-keys"), "a-key\n").unwrap();
        shop.write(|store| {
            let described = br#"{"owner":"","name":"cat.png","bytes":7,"pixels":null,"used":true}"#;
            for (kind, key, json) in [
                (DocumentKind::Tenant, "demo", b"{\"a\":\n1}".as_slice()),
                (DocumentKind::Upload, FILE, described),
            ] {
                store.put_document(kind, key, json).unwrap();
            }
            for number in 0..30 {
                say(store, &format!("v{number:02}"), 1, number * DAY);
            }
            let more: Vec<_> = (2..=700).map(|seq| line("v00", 1, seq)).collect();
            append(store, more).unwrap();
            append(
                store,
                vec![line("v00", 2, 1), line("v00", 2, 2), next("v00", 2, 3)],
            )
            .unwrap();
        });
        shop
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    fn place(&self) -> Shelf {
        Shelf::at(self.folder.path().join("place").to_str().unwrap()).unwrap()
    }

    fn settings(&self) -> Settings {
        settings(&self.data())
    }

    fn write<T>(&self, change: impl FnOnce(&SledStore) -> T) -> T {
        let store = SledStore::open(SledOptions::new(&self.data().join("store"))).unwrap();
        let changed = change(&store);
        store.close();
        changed
    }

    async fn backup(&self) -> Saved {
        let source = Source::live(&self.settings()).await.unwrap();
        backup(source, &self.place(), &mut |_| {}).await.unwrap()
    }

    async fn check(&self) -> anyhow::Result<Problems> {
        check(Source::live(&self.settings()).await?, &mut |_| {}).await
    }
}

const FILE: &str = "0123456789abcdef0123456789abcdef.png";

fn settings(data: &Path) -> Settings {
    Settings {
        data: data.to_owned(),
        ..Settings::default()
    }
}

/// One message of a visitor, and their state after it.
fn say(store: &dyn Store, name: &str, session: u32, at: i64) {
    let said = Record {
        visitor: VisitorKey {
            tenant: "demo".into(),
            visitor: name.into(),
        },
        body: RecordBody::Entry {
            session: SessionNo(session),
            seq: Seq(1),
            entry: entry(at, "hello"),
        },
    };
    append(store, vec![said, next(name, session, 2)]).unwrap();
}

/// The state of a visitor whose session has lines up to `seq - 1`.
fn next(name: &str, session: u32, seq: u64) -> Record {
    let mut record = head(name, session, queued(1), Some(70));
    if let RecordBody::Head(head) = &mut record.body {
        head.next = Seq(seq);
        head.standing = Standing::Robot;
    }
    record
}

/// Everything in a store, in words.
fn everything(data: &Path) -> BTreeMap<String, String> {
    let store = SledStore::open(SledOptions::new(&data.join("store"))).unwrap();
    let mut all = BTreeMap::new();
    store
        .all_documents(&mut |DocumentChange { kind, key, json }| {
            let json = String::from_utf8(json.unwrap()).unwrap().replace('\n', "");
            all.insert(format!("{kind:?} {key}"), json);
            Ok(())
        })
        .unwrap();
    for visitor in store.visitors(&"demo".into(), None, 100).unwrap() {
        let key = VisitorKey {
            tenant: "demo".into(),
            visitor,
        };
        let head = store.head(&key).unwrap();
        let lines = store
            .history(&key, Timestamp::from_millis(i64::MAX), 1_000)
            .unwrap();
        all.insert(format!("{key:?}"), format!("{head:?} {lines:?}"));
    }
    store.close();
    all
}

async fn failure(source: Source) -> String {
    let error = check(source, &mut |_| {}).await.unwrap_err();
    format!("{error:#}")
}

#[actix_web::test]
async fn a_restored_backup_has_everything_and_a_new_epoch() {
    let shop = Shop::open();
    let saved = shop.backup().await;
    let data = shop.folder.path().join("restored");

    let source = Source::backup(shop.place(), None).await.unwrap();
    let counts = refill(source, &settings(&data), &mut |_| {}).await.unwrap();

    assert_eq!(everything(&data), everything(&shop.data()));
    assert_eq!((counts.visitors, counts.entries), (30, 731));
    assert!(
        saved.written == saved.total && saved.total > 30,
        "{saved:?}"
    );
    assert_eq!(
        std::fs::read(data.join("uploads").join(FILE)).unwrap(),
        b"picture"
    );
    assert_eq!(
        std::fs::read_to_string(data.join("token-keys")).unwrap(),
        "a-key\n"
    );
    assert!(!data.join("uploads/half").exists());
    let epoch = |data: &Path| {
        SledStore::open(SledOptions::new(&data.join("store")))
            .unwrap()
            .epoch()
    };
    assert_ne!(epoch(&data), epoch(&shop.data()));
    let again = Source::backup(shop.place(), None).await.unwrap();
    let refused = refill(again, &settings(&data), &mut |_| {})
        .await
        .unwrap_err();
    assert!(
        refused.to_string().contains("contains a store already"),
        "{refused}"
    );
}

#[actix_web::test]
async fn a_second_backup_writes_only_what_changed() {
    let shop = Shop::open();
    let first = shop.backup().await;

    let same = shop.backup().await;
    shop.write(|store| say(store, "v07", 2, 40 * DAY));
    let changed = shop.backup().await;

    assert_eq!((same.written, same.total), (0, first.total));
    // The new session, and the visitor's state.
    assert_eq!((changed.written, changed.total), (2, first.total + 1));
    assert_eq!(Manifest::names(&shop.place()).await.unwrap().len(), 3);
}

#[actix_web::test]
async fn pruning_keeps_what_the_newest_backups_use() {
    let shop = Shop::open();
    shop.backup().await;
    shop.write(|store| say(store, "v07", 2, 40 * DAY));
    let newest = shop.backup().await;

    let removed = prune(&shop.place(), 1).await.unwrap();

    assert_eq!(removed, 1);
    let manifest = Manifest::read(&shop.place(), None).await.unwrap();
    assert_eq!(Manifest::names(&shop.place()).await.unwrap(), [newest.name]);
    let packs = shop.place().names(PACKS).await.unwrap();
    assert_eq!(packs.len(), manifest.packs.len());
    let source = Source::backup(shop.place(), None).await.unwrap();
    assert_eq!(
        check(source, &mut |_| {}).await.unwrap(),
        Problems::default()
    );
}

#[actix_web::test]
async fn a_damaged_backup_is_detected() {
    let shop = Shop::open();
    let saved = shop.backup().await;
    let place = shop.folder.path().join("place");
    let manifest = Manifest::read(&shop.place(), None).await.unwrap();
    let source = async || {
        Source::backup(shop.place(), Some(&saved.name))
            .await
            .unwrap()
    };
    let pack = place.join(format!("{PACKS}/{}.jsonl.gz", manifest.packs[3].sha256));

    let file = place.join(FILES).join(FILE);
    std::fs::write(&file, b"picturE").unwrap();
    let problems = check(source().await, &mut |_| {}).await.unwrap();
    assert_eq!(
        problems.first,
        [format!(
            "the file {FILE} has other content than was written"
        )]
    );
    let data = shop.folder.path().join("restored");
    let refused = refill(source().await, &settings(&data), &mut |_| {})
        .await
        .unwrap_err();
    assert!(refused.to_string().contains("other content"), "{refused}");
    assert!(!data.join("store").exists());

    let mut bytes = std::fs::read(&pack).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&pack, bytes).unwrap();
    assert!(
        failure(source().await)
            .await
            .contains("has other content than was written")
    );
    std::fs::remove_file(&pack).unwrap();
    assert!(failure(source().await).await.contains("is missing"));
    std::fs::remove_dir_all(place.join(BACKUPS)).unwrap();
    let none = Source::backup(shop.place(), None).await.err().unwrap();
    assert!(
        none.to_string().contains("`frontdesk backup` makes one"),
        "{none}"
    );
}

#[actix_web::test]
async fn an_export_is_imported_whole_or_not_at_all() {
    let shop = Shop::open();
    let folder = shop.folder.path().join("export");
    let source = Source::live(&shop.settings()).await.unwrap();
    export(source, &folder, &mut |_| {}).await.unwrap();
    let data = shop.folder.path().join("imported");

    let source = Source::export(&folder).unwrap();
    refill(source, &settings(&data), &mut |_| {}).await.unwrap();

    assert_eq!(everything(&data), everything(&shop.data()));
    assert_eq!(
        std::fs::read(data.join("uploads").join(FILE)).unwrap(),
        b"picture"
    );
    let again = Source::live(&shop.settings()).await.unwrap();
    let refused = export(again, &folder, &mut |_| {}).await.unwrap_err();
    assert!(refused.to_string().contains("is not empty"), "{refused}");
    let records = std::fs::read_to_string(folder.join(RECORDS)).unwrap();
    let lines: Vec<&str> = records.lines().collect();
    let (last, others) = lines.split_last().unwrap();
    for (damaged, why) in [
        (others.join("\n") + "\n", "they are incomplete"),
        (others.join("\n"), "the last record is cut off"),
        (
            [&others[..5], &[*last]].concat().join("\n") + "\n",
            "records are missing",
        ),
        (
            others[1..].join("\n") + "\n",
            "do not begin with their first line",
        ),
        (
            records.replace("\"format\":1", "\"format\":2"),
            "reads up to 1",
        ),
        (records.clone() + "{}\n", "after the last line"),
        (
            records.replace("\"tokenKeys\"", "\"other\""),
            "a record cannot be read",
        ),
    ] {
        std::fs::write(folder.join(RECORDS), damaged).unwrap();
        let said = failure(Source::export(&folder).unwrap()).await;
        assert!(said.contains(why), "{said}");
    }
}

#[actix_web::test]
async fn a_check_finds_missing_messages_files_and_documents() {
    let shop = Shop::open();
    assert_eq!(shop.check().await.unwrap(), Problems::default());

    shop.write(|store| {
        append(store, vec![line("v01", 1, 2), next("v01", 1, 5)]).unwrap();
        for (kind, key) in [
            (DocumentKind::OrderIndex, "demo/order/all/1/w1"),
            (DocumentKind::OrderIndex, "demo/message/all/1/m1"),
            (DocumentKind::WorkOrderReply, "demo/w1/000001"),
        ] {
            store.put_document(kind, key, b"{}").unwrap();
        }
    });
    std::fs::remove_file(shop.data().join("uploads").join(FILE)).unwrap();

    let problems = shop.check().await.unwrap();

    assert_eq!(
        problems.first,
        [
            "tenant demo, visitor v01: message 3 of session 1 is missing",
            &format!("the file {FILE} is missing"),
            "the list entry demo/message/all/1/m1 leads to nothing",
            "the list entry demo/order/all/1/w1 leads to nothing",
            "the reply demo/w1/000001 belongs to no work order or left message",
        ]
    );
}

#[test]
fn a_check_finds_gaps_and_files_without_a_description() {
    let named = |seq: u64, url: &str| {
        let mut entry = Arc::unwrap_or_clone(entry(1, ""));
        if let actors_core::event::Event::Message(message) = &mut entry.event {
            message.content = Content::Image(Box::new(File {
                url: url.into(),
                name: "cat.png".into(),
                bytes: 7,
                pixels: None,
            }));
        }
        super::line::Numbered {
            seq: Seq(seq),
            entry: Arc::new(entry),
        }
    };
    let url = format!("/api/files/{FILE}");
    let mut checker = Checker::default();

    let entries = vec![named(4, "https://shop.example/cat.png"), named(6, &url)];
    checker.take(&Line::Session(Session {
        tenant: "demo".into(),
        visitor: "v1".into(),
        session: SessionNo(1),
        day: 0,
        entries,
    }));
    let problems = checker.finish(&BTreeMap::new());

    let (name, _) = FILE.split_once('.').unwrap();
    assert_eq!(
        problems.first,
        [
            "tenant demo, visitor v1: message 6 of session 1 does not follow message 4".to_owned(),
            format!(
                "tenant demo, visitor v1: message 6 of session 1: its file {name} has no description"
            ),
        ]
    );
}
