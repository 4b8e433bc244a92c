//! Clients that close their connection during a request: the server finishes the work, and drops a long poll.

use crate::helpers::{TestApp, served};
use crate::uploads::{form, png};
use actors_runtime::ports::DocumentKind;
use serde_json::json;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FORM: &str = "multipart/form-data; boundary=edge-of-a-part";

/// Sends a complete request and closes the connection without reading the response.
fn leaves(app: &TestApp, path: &str, token: &str, kind: &str, body: &[u8]) {
    drop(sends(app, path, token, kind, body));
}

/// Sends a complete request. The connection closes when the caller drops the stream.
fn sends(app: &TestApp, path: &str, token: &str, kind: &str, body: &[u8]) -> TcpStream {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(app.url.trim_start_matches("http://")).unwrap();
    stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    stream
}

/// Waits until the condition holds, at most 10 s. Nothing signals it, so this polls.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < Duration::from_secs(10), "never: {what}");
        actix_web::rt::time::sleep(Duration::from_millis(5)).await;
    }
}

#[actix_web::test]
async fn an_agent_whose_connection_closes_during_sign_out_is_signed_out() {
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;
    desk.call("me", json!({})).await.data();

    leaves(
        &app,
        "/api/agent/logout",
        &desk.token,
        "application/json",
        b"{}",
    );

    until("signed out", async || {
        desk.call("me", json!({})).await.status == 401
    })
    .await;
}

#[actix_web::test]
async fn a_recall_also_removes_quotes_of_the_message_after_the_client_left() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let say = |text: &str, reply: &str| json!({ "userId": page.user, "msgType": 1, "msgContent": text, "replyMsg": reply });
    let said = desk.call("sendMsg", say("the secret", "")).await;
    let id = said.data()["msgId"].as_str().unwrap().to_owned();
    let quote = json!({ "msgId": id }).to_string();
    desk.call("sendMsg", say("see above", &quote)).await.data();
    let history = async || {
        let body = json!({ "userId": page.user, "pageSize": 20 });
        desk.call("getHistoryMsg", body).await.text
    };
    assert_eq!(history().await.matches("the secret").count(), 2);

    let body = json!({ "userId": page.user, "msgId": id }).to_string();
    leaves(
        &app,
        "/api/agent/recallMsg",
        &desk.token,
        "application/json",
        body.as_bytes(),
    );

    until("withdrawn", async || {
        !history().await.contains("the secret")
    })
    .await;
}

/// The front reads a small file itself; actix-http reads a large one. actix-http drops unread bytes when the
/// client leaves, so the client of a large file stays until the server has received every byte.
#[actix_web::test]
async fn a_fully_received_file_is_stored_after_its_client_left() {
    for bytes in [0, 200_000] {
        let app = TestApp::new().await;
        let (page, desk) = served(&app).await;
        let mut picture = png();
        picture.resize(picture.len() + bytes, 0);
        let body = form("a.png", &picture);
        let folder = app.folder.path().join("uploads");

        let agents = sends(&app, "/api/agent/upload", &desk.token, FORM, &body);
        let visitors = sends(&app, "/api/chat/visitor/upload", &page.token, FORM, &body);
        if bytes > 0 {
            until("received", async || received(&folder, picture.len()) == 2).await;
        }
        drop((agents, visitors));

        let store = app.state.office.store();
        let described = || store.documents(DocumentKind::Upload, "").unwrap().len();
        until("described", async || described() == 2).await;
        let kept = std::fs::read_dir(folder).unwrap();
        assert_eq!(kept.count(), 3, "two files and the spool folder");
    }
}

/// Number of uploads that the server has received: files of at least `len` bytes in the spool folder, plus kept files.
/// Kept files are shorter because the server rewrites a picture.
fn received(folder: &Path, len: usize) -> usize {
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let (kept, spool): (Vec<_>, Vec<_>) =
        files(folder).into_iter().partition(|path| path.is_file());
    let whole = |path: &&PathBuf| path.metadata().is_ok_and(|file| file.len() >= len as u64);
    let spooled = spool
        .iter()
        .flat_map(|folder| files(folder))
        .collect::<Vec<_>>();
    kept.len() + spooled.iter().filter(whole).count()
}

#[actix_web::test]
async fn a_held_poll_is_dropped_when_its_client_leaves() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    for (path, token, body) in [
        (
            "/api/chat/visitor/getEventMsg",
            &page.token,
            json!({ "pollId": page.poll, "wait": 25_000, "cursor": 99 }),
        ),
        (
            "/api/agent/getEventMsg",
            &desk.token,
            json!({ "wait": 25_000 }),
        ),
    ] {
        let begun = Instant::now();
        leaves(
            &app,
            path,
            token,
            "application/json",
            body.to_string().as_bytes(),
        );
        app.until_held(0).await;
        assert!(begun.elapsed() < Duration::from_secs(10), "{path}");
    }
}
