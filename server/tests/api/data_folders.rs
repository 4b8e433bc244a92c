//! Data folders of every released version open in this one, with all that is in them (docs/operation.md, 'Upgrade and
//! rollback'). `fixtures/data-folders` holds them: `VERSION.zip` as a stop leaves it, `VERSION-killed.zip` as a kill
//! leaves it, and `VERSION.json` with what must be in both.

use crate::helpers::{Desk, Page, TestApp};
use crate::uploads::{png, upload};
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::SteadyClock;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// All folders together, in bytes, because they are in the repository.
const BYTES_MAX: u64 = 200_000;

/// When the folders were made, in milliseconds since 1970. They are opened a minute later, so that nobody's time is
/// over.
const MADE_AT: i64 = 1_795_608_000_000;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/data-folders")
}

fn clock(minutes: u64) -> SteadyClock {
    SteadyClock::from(Timestamp::from_millis(MADE_AT) + Span::from_minutes(minutes))
}

/// Runs the program on a data folder, and returns what it printed.
#[track_caller]
fn done(data: &Path, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
    let ended = command.args(words).arg("--data").arg(data).output();
    let ended = ended.unwrap();
    let said = String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap();
    assert!(ended.status.success(), "{said}");
    said
}

async fn history(page: &Page<'_>) -> Value {
    let body = json!({ "pageSize": 50, "maxTime": 0 });
    let read = page.call("getHistoryMsg", body).await;
    let list = read.data()["msgList"].as_array().unwrap().clone();
    let said = list.iter();
    said.map(|message| json!([message["msgTime"], message["msgContent"]]))
        .collect()
}

async fn left_messages(page: &Page<'_>) -> Value {
    let list = page.call("getLeaveMsgList", json!({})).await;
    let list = list.data().as_array().unwrap().clone();
    list.iter()
        .map(|left| json!([left["id"], left["msgContent"]]))
        .collect()
}

async fn order(page: &Page<'_>, id: &Value) -> Value {
    let body = json!({ "woId": id, "userId": page.user });
    let path = "/api/open/wo/queryWoById";
    let read = page.app.post(path, Some(&page.token), &body).await;
    read.data()["woContent"].clone()
}

async fn place(page: &Page<'_>) -> Value {
    let told = page.poll_for(0, 0).await;
    json!([told.data()["status"], told.data()["waitIndex"]])
}

async fn found(desk: &Desk<'_>) -> Value {
    let body = json!({ "question": "Do you sell giraffes?" });
    let found = desk.call("searchDocs", body).await;
    found.data()["list"][0]["answer"].clone()
}

#[actix_web::test]
async fn a_data_folder_of_every_released_version_has_everything_and_takes_writes() {
    let mut names = Vec::new();
    let mut bytes = 0;
    for file in fs::read_dir(golden()).unwrap() {
        let file = file.unwrap();
        bytes += file.metadata().unwrap().len();
        let name = file.file_name().into_string().unwrap();
        names.extend(name.strip_suffix(".zip").map(str::to_owned));
    }
    names.sort();
    // A new version brings its own folders.
    for version in ["0.1.0", env!("CARGO_PKG_VERSION")] {
        for name in [version.to_owned(), format!("{version}-killed")] {
            assert!(names.contains(&name), "{name} is not in {names:?}");
        }
    }
    assert!(bytes <= BYTES_MAX, "{bytes} bytes");

    for name in names {
        has_everything(&name).await;
    }
}

async fn has_everything(name: &str) {
    let folder = Arc::new(TempDir::new().unwrap());
    let data = folder.path();
    let zip = File::open(golden().join(format!("{name}.zip"))).unwrap();
    ZipArchive::new(zip).unwrap().extract(data).unwrap();
    let version = name.trim_end_matches("-killed");
    let expected = fs::read(golden().join(format!("{version}.json"))).unwrap();
    let expected: Value = serde_json::from_slice(&expected).unwrap();

    done(data, &["upgrade", "--check"]);
    done(data, &["upgrade"]);
    done(data, &["check"]);
    // Without the fixtures, so that all settings come from the folder.
    let change = |settings: &mut server::settings::Settings| settings.fixtures = None;
    let app = TestApp::on_disk_at_with(&folder, clock(1), change).await;
    let page = |who: &str| Page::from(&app, expected["started"][who].clone());
    let (served, waiting) = (page("served"), page("waiting"));
    let desk = Desk::with(&app, expected["desk"].as_str().unwrap().to_owned());

    assert_eq!(history(&served).await, expected["history"], "{name}");
    assert_eq!(place(&waiting).await, expected["place"], "{name}");
    let left = left_messages(&page("leaver")).await;
    assert_eq!(left, expected["left"], "{name}");
    let read = order(&page("buyer"), &expected["order"]).await;
    assert_eq!(read, "It broke.", "{name}");
    assert_eq!(found(&desk).await, "Only small ones.", "{name}");
    let url = expected["url"].as_str().unwrap();
    let (answer, picture) = app.get_bytes(url, &[]).await;
    assert_eq!((answer.status, picture), (200, png()), "{name}");
    app.agent("mia").await;

    served.send("after", "after the upgrade").await.data();
    desk.say(&served, "after-2", "welcome back").await.data();
    let next = app.visitor().await;
    next.transfer().await.data();
    assert_eq!(place(&next).await, json!([3, 2]), "{name}");
    let said = history(&served).await.as_array().unwrap().len();
    let before = expected["history"].as_array().unwrap().len();
    assert_eq!(said, before + 2, "{name}");
    app.stop().await;
    done(data, &["check"]);
}

/// Makes the files of this version: `cargo nextest run -p server --test api make_the_golden --run-ignored only`. Do it
/// once for each release, before it, and never again for that version (CONTRIBUTING.md, 'The data folder').
#[actix_web::test]
#[ignore = "writes fixtures/data-folders"]
async fn make_the_golden_data_folder_of_this_version() {
    let folder = Arc::new(TempDir::new().unwrap());
    let data = folder.path();
    server::format::begin(data).unwrap();
    let app = TestApp::on_disk_at(&folder, clock(0)).await;
    let desk = app.agent_online("mia", 1).await;
    let admin = app.admin().await;
    let document = json!({
        "robotNo": "fern", "docId": "giraffe", "lang": "en", "question": "Do you sell giraffes?",
        "answer": "Only small ones."
    });
    admin.call("docs/put", document).await.data();
    let (served, waiting) = (app.visitor().await, app.visitor().await);
    served.transfer().await.data();
    waiting.transfer().await.data();
    for number in 0..5 {
        let id = number.to_string();
        served.send(&id, &format!("question {id}")).await.data();
        let answer = format!("answer {id}");
        desk.say(&served, &id, &answer).await.data();
    }
    let url = upload(&served, "pot.png", &png()).await.data()["url"].clone();
    let picture = json!({ "id": "picture", "msgType": 2, "msgContent": url });
    served.call("sendMsg", picture).await.data();
    let on = async |channel: &str| {
        let start = json!({ "channelId": channel, "locale": "en" });
        app.page(start).await
    };
    let (leaver, buyer) = (on("leave").await, on("orders").await);
    let left = json!({
        "customerName": "Ann", "customerPhone": "13800138000", "customerEmail": "ann@example.com",
        "msgContent": "Please call me.", "channelId": "leave",
    });
    leaver.call("leaveMsg", left).await.data();
    let broken = json!({
        "tenantId": "shop", "woContent": "It broke.", "woTypeId": "t-sales", "userId": buyer.user,
        "cusFieldConfigInfoVoList": [{ "fieldId": "number", "fieldValue": "A-17" }],
    });
    let added = app
        .post("/api/open/wo/addWo", Some(&buyer.token), &broken)
        .await;
    let expected = json!({
        "started": {
            "served": served.started, "waiting": waiting.started,
            "leaver": leaver.started, "buyer": buyer.started,
        },
        "desk": desk.token,
        "history": history(&served).await,
        "place": place(&waiting).await,
        "left": left_messages(&leaver).await,
        "order": added.data()["woId"],
        "url": url,
    });

    let version = env!("CARGO_PKG_VERSION");
    fs::create_dir_all(golden()).unwrap();
    let json = serde_json::to_vec_pretty(&expected).unwrap();
    fs::write(golden().join(format!("{version}.json")), json).unwrap();
    // Nobody writes: the folder is as a kill at this moment leaves it.
    pack(data, &golden().join(format!("{version}-killed.zip")));
    app.stop().await;
    pack(data, &golden().join(format!("{version}.zip")));
}

/// Packs a data folder without its sockets.
fn pack(data: &Path, to: &Path) {
    let mut zip = ZipWriter::new(File::create(to).unwrap());
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9));
    let mut folders = vec![data.to_owned()];
    while let Some(folder) = folders.pop() {
        let name = folder.strip_prefix(data).unwrap().to_str().unwrap();
        if !name.is_empty() {
            zip.add_directory(name, options).unwrap();
        }
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.is_file() {
                let name = path.strip_prefix(data).unwrap().to_str().unwrap();
                zip.start_file(name, options).unwrap();
                zip.write_all(&fs::read(&path).unwrap()).unwrap();
            }
        }
    }
    zip.finish().unwrap();
}
