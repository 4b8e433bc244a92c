//! A full disk: what is refused, what still works, and recovery without a restart (docs/decisions/0115).

use crate::helpers::{Answer, Page, TestApp, texts};
use crate::uploads::{png, upload};
use serde_json::{Value, json};
use server::settings::Settings;
use server::store::sled::{SledOptions, Step};
use std::io::{Error, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

const NO_ROOM: &str = "the server has no room to store this at the moment";

async fn app_on(folder: &Arc<TempDir>, is_full: &Arc<AtomicBool>) -> TestApp {
    let is_full = Arc::clone(is_full);
    let options = SledOptions {
        full_wait: Duration::from_millis(20),
        probe: Some(Arc::new(move |step| {
            let needs_room = matches!(step, Step::Space | Step::Flush | Step::FlushFolded);
            match needs_room && is_full.load(Ordering::SeqCst) {
                true => Err(Error::new(ErrorKind::StorageFull, "no space left")),
                false => Ok(()),
            }
        })),
        ..SledOptions::new(&folder.path().join("store"))
    };
    TestApp::on_disk_as(folder, options, |_| {}).await
}

fn has_no_room(answer: &Answer) {
    answer.is_refused(503, NO_ROOM);
    assert_eq!(answer.header("retry-after"), Some("10"));
}

async fn history(page: &Page<'_>) -> Vec<Value> {
    let body = json!({ "pageSize": 50, "maxTime": 0 });
    let read = page.call("getHistoryMsg", body).await;
    read.data()["msgList"].as_array().unwrap().clone()
}

fn said(history: &[Value]) -> Vec<&str> {
    let all = texts(history).into_iter();
    all.filter(|text| text.starts_with("word")).collect()
}

async fn is_ready(app: &TestApp) -> bool {
    app.get("/readyz", &[]).await.status == 200
}

#[actix_web::test]
async fn a_full_disk_refuses_messages_and_accepts_them_again_without_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let is_full = Arc::default();
    let app = app_on(&folder, &is_full).await;
    let desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    page.send("1", "word one").await.data();
    assert!(is_ready(&app).await);

    is_full.store(true, Ordering::SeqCst);
    // The last reading of the free space is recent, so the first message fails at the write itself.
    has_no_room(&page.send("2", "word two").await);
    has_no_room(&page.send("2", "word two").await);
    has_no_room(&desk.say(&page, "3", "word three").await);
    let start = json!({ "channelId": "web", "locale": "en" });
    has_no_room(&app.post("/api/chat/visitor/chatStart", None, &start).await);
    assert_eq!(said(&history(&page).await), ["word one"]);
    has_no_room(&app.get("/readyz", &[]).await);
    assert_eq!(app.get("/healthz", &[]).await.status, 200);

    is_full.store(false, Ordering::SeqCst);
    let resumes = async {
        while !is_ready(&app).await {
            actix_web::rt::task::yield_now().await;
        }
    };
    let resumed = tokio::time::timeout(Duration::from_secs(20), resumes).await;
    resumed.expect("the store accepts writes again");
    assert_eq!(said(&history(&page).await), ["word one"]);
    page.send("2", "word two").await.data();
    page.send("2", "word two").await.data();
    desk.say(&page, "3", "word three").await.data();
    let all = ["word one", "word two", "word three"];
    assert_eq!(said(&history(&page).await), all);
    let started = page.started.clone();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let page = Page::from(&app, started);
    assert_eq!(said(&history(&page).await), all);
    app.stop().await;
}

/// With 100 percent, no disk has enough room.
#[actix_web::test]
async fn a_nearly_full_disk_refuses_uploads_while_chats_continue() {
    let app = TestApp::with(|settings| settings.uploads.disk_free_percent = 100).await;
    let _desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    has_no_room(&upload(&page, "pot.png", &png()).await);
    page.send("1", "word one").await.data();
    app.stop().await;
}

#[actix_web::test]
async fn on_a_nearly_full_disk_open_chats_continue_and_new_ones_are_refused() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let (open, ended) = (app.visitor().await, app.visitor().await);
    let (open, ended) = (open.started.clone(), {
        ended.call("chatClose", json!({})).await.data();
        ended.started.clone()
    });
    app.stop().await;

    let full = |settings: &mut Settings| settings.disk.chat_free_percent = 100;
    let app = TestApp::on_disk_with(&folder, full).await;
    let start = async |who: &Value, proof: &str| {
        let body = json!({
            "channelId": "web", "locale": "en", "userId": who["userId"], "token": who[proof],
        });
        app.post("/api/chat/visitor/chatStart", None, &body).await
    };
    has_no_room(&start(&json!({}), "token").await);
    has_no_room(&start(&ended, "token").await);
    // A user id without its token would begin a new chat.
    has_no_room(&start(&open, "nothing").await);
    let again = start(&open, "token").await;
    assert_eq!(again.data()["sessionId"], open["sessionId"]);
    assert!(is_ready(&app).await);
    app.stop().await;
}
