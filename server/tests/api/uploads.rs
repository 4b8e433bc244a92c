//! upload, and the messages that reference uploaded files.

use crate::helpers::{Answer, Page, TestApp, served};
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::message::Content;
use actors_core::session::commands::send_message::SendMessage;
use actors_runtime::ports::DocumentKind;
use serde_json::json;
use server::error::ApiError;
use server::files::references;
use std::time::Duration;

const EDGE: &str = "edge-of-a-part";

pub fn form(name: &str, content: &[u8]) -> Vec<u8> {
    let mut body = format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: application/octet-stream\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(content);
    body.extend_from_slice(format!("\r\n--{EDGE}--\r\n").as_bytes());
    body
}

pub async fn post(app: &TestApp, path: &str, token: &str, body: Vec<u8>) -> Answer {
    let kind = format!("multipart/form-data; boundary={EDGE}");
    app.post_bytes(path, Some(token), &kind, body).await
}

pub async fn upload(page: &Page<'_>, name: &str, content: &[u8]) -> Answer {
    post(
        page.app,
        "/api/chat/visitor/upload",
        &page.token,
        form(name, content),
    )
    .await
}

pub fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(4, 3)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

/// Two parsers of one form must not read two different visitors.
#[actix_web::test]
async fn a_form_with_a_repeated_field_is_refused() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let user = format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"userId\"\r\n\r\n{}\r\n",
        page.user
    );
    let named = |times: usize| {
        let mut body = user.repeat(times).into_bytes();
        body.extend_from_slice(&form("a.png", &png()));
        post(&app, "/api/chat/visitor/upload", &page.token, body)
    };

    named(1).await.data();
    named(2).await.is_refused(400, "the form has a field twice");
}

#[actix_web::test]
async fn pictures_are_sent_in_both_directions() {
    let app = TestApp::new().await;
    let (page, mut desk) = served(&app).await;
    desk.news().await;

    let mine = upload(&page, "shelf.png", &png()).await.data().clone();
    page.call(
        "sendMsg",
        json!({ "id": "1", "msgType": 2, "msgContent": mine["url"] }),
    )
    .await
    .data();
    let theirs = post(
        &app,
        "/api/agent/upload",
        &desk.token,
        form("pot.png", &png()),
    )
    .await
    .data()
    .clone();
    let body = json!({ "userId": page.user, "id": "1", "msgType": 2, "msgContent": theirs["url"] });
    desk.call("sendMsg", body).await.data();

    assert_eq!(
        (
            &mine["name"],
            &mine["suffix"],
            &mine["width"],
            &mine["height"]
        ),
        (&json!("shelf.png"), &json!("png"), &json!(4), &json!(3))
    );
    let heard = desk.news().await;
    let seen = &heard
        .iter()
        .find(|entry| entry["event"] == "message")
        .unwrap()["msg"];
    assert_eq!(
        (
            &seen["msgType"],
            &seen["msgContent"],
            &seen["fileName"],
            &seen["width"]
        ),
        (&json!(2), &mine["url"], &json!("shelf.png"), &json!(4))
    );
    let told = page.events(0).await;
    assert_eq!(told.last().unwrap()["msgContent"], theirs["url"]);
}

#[actix_web::test]
async fn a_file_is_served_with_headers_that_make_it_harmless() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let url = upload(&page, "a.png", &png()).await.data()["url"]
        .as_str()
        .unwrap()
        .to_owned();

    let file = app.get(&url, &[]).await;
    let part = app.get(&url, &[("range", "bytes=0-3")]).await;

    assert_eq!(file.status, 200);
    assert_eq!(file.header("content-type"), Some("image/png"));
    assert_eq!(file.header("content-disposition"), Some("inline"));
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(
        file.header("content-security-policy"),
        Some("sandbox; default-src 'none'")
    );
    assert_eq!(
        file.header("cross-origin-resource-policy"),
        Some("same-site")
    );
    assert_eq!(
        (part.status, part.header("content-range").is_some()),
        (206, true)
    );
    for other in [
        "/api/files/00000000000000000000000000000000.png",
        "/api/files/..%2ftoken-keys",
        "/api/files/token-keys",
    ] {
        assert_eq!(app.get(other, &[]).await.status, 404, "{other}");
    }
}

#[actix_web::test]
async fn a_visitor_uploads_only_to_an_agent_and_only_accepted_kinds() {
    let app = TestApp::new().await;
    let alone = app.visitor().await;
    upload(&alone, "a.png", &png())
        .await
        .is_refused(400, "not with an agent");
    let (page, _desk) = served(&app).await;

    let wrong = "Wrong file type, only pictures or movies can be sent!";
    upload(&page, "a.pdf", b"%PDF-1.4")
        .await
        .is_refused(400, wrong);
    upload(&page, "a.mp4", b"\0\0\0\x18ftypmp42")
        .await
        .is_refused(400, wrong);
    upload(&page, "a.html", b"<html>")
        .await
        .is_refused(400, wrong);
    upload(&page, "a.png", b"<html>")
        .await
        .is_refused(400, wrong);
    let nothing = post(
        &app,
        "/api/chat/visitor/upload",
        &page.token,
        format!("--{EDGE}--\r\n").into_bytes(),
    )
    .await;

    nothing.is_refused(400, "file is missing");
    let json = app
        .post("/api/chat/visitor/upload", Some(&page.token), &json!({}))
        .await;
    json.is_refused(400, "the form cannot be read");
}

#[actix_web::test]
async fn a_file_over_fifty_megabytes_is_refused_and_leaves_nothing() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;

    let refused = upload(&page, "a.png", &vec![0; 52_428_801]).await;

    refused.is_refused(400, "The file cannot be larger than 50M !");
    let left = std::fs::read_dir(app.folder.path().join("uploads/incoming"))
        .unwrap()
        .count();
    assert_eq!(left, 0);
}

async fn send(page: &Page<'_>, kind: u8, content: serde_json::Value) -> Answer {
    let body = json!({ "msgType": kind, "msgContent": content });
    page.call("sendMsg", body).await
}

#[actix_web::test]
async fn a_message_references_only_files_of_its_sender() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let other = app.visitor().await;
    other.transfer().await.data();
    let url = upload(&page, "a.png", &png()).await.data()["url"].clone();
    let unknown = "msgContent is not a file that was uploaded";
    send(&other, 2, url.clone()).await.is_refused(400, unknown);
    send(&page, 6, url.clone()).await.is_refused(400, unknown);
    send(&page, 2, json!("https://elsewhere.example/a.png"))
        .await
        .is_refused(400, unknown);
    send(
        &page,
        2,
        json!("/api/files/00000000000000000000000000000000.png"),
    )
    .await
    .is_refused(400, unknown);
    send(&page, 2, url).await.data();
}

#[actix_web::test]
async fn an_upload_needs_its_senders_token() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;

    for token in ["", "x", &desk.token] {
        let answer = post(
            &app,
            "/api/chat/visitor/upload",
            token,
            form("a.png", &png()),
        )
        .await;
        answer.is_refused(401, "login state expired");
    }
    post(
        &app,
        "/api/agent/upload",
        &page.token,
        form("a.png", &png()),
    )
    .await
    .is_refused(401, "login state expired");
}

pub fn form_for(purpose: &str, name: &str, content: &[u8]) -> Vec<u8> {
    let mut body = format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\n{purpose}\r\n"
    )
    .into_bytes();
    body.extend_from_slice(&form(name, content));
    body
}

/// [LM-04]
#[actix_web::test]
async fn an_upload_for_a_left_message_or_work_order_must_be_a_picture() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let offer = |purpose: &str, name: &str, content: &[u8]| {
        let form = form_for(purpose, name, content);
        post(&app, "/api/chat/visitor/upload", &page.token, form)
    };

    for purpose in ["leaveMsg", "workOrder"] {
        offer(purpose, "a.png", &png()).await.data();
        let wrong = "Wrong file type, only pictures or movies can be sent!";
        let others: [(&str, &[u8]); 6] = [
            ("a.pdf", b"%PDF-1.4"),
            ("a.mp4", b"\0\0\0\x18ftypmp42"),
            ("a.zip", b"PK\x03\x04"),
            ("a.docx", b"PK\x03\x04"),
            ("a.txt", b"text"),
            ("a.xml", b"<?xml version=\"1.0\"?>"),
        ];
        for (name, content) in others {
            offer(purpose, name, content).await.is_refused(400, wrong);
        }
    }

    offer("avatar", "a.png", &png())
        .await
        .is_refused(400, "purpose is not valid");
    let (page, _desk) = served(&app).await;
    let form = form_for("workOrder", "a.png", &png());
    let url = post(&app, "/api/chat/visitor/upload", &page.token, form)
        .await
        .data()["url"]
        .clone();
    send(&page, 2, url)
        .await
        .is_refused(400, "msgContent is not a file that was uploaded");
}

/// Number of messages recorded as references to a file.
fn names(app: &TestApp, file: &serde_json::Value) -> serde_json::Value {
    let stored = file["url"]
        .as_str()
        .unwrap()
        .trim_start_matches("/api/files/");
    let store = app.state.office.store();
    let json = store.document(DocumentKind::Upload, stored).unwrap();
    serde_json::from_slice::<serde_json::Value>(&json.unwrap()).unwrap()["names"].clone()
}

#[actix_web::test]
async fn a_repeated_message_counts_its_file_once() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let mine = upload(&page, "shelf.png", &png()).await.data().clone();
    let theirs = form("pot.png", &png());
    let theirs = post(&app, "/api/agent/upload", &desk.token, theirs).await;
    let theirs = theirs.data().clone();

    let body = json!({ "id": "1", "msgType": 2, "msgContent": mine["url"] });
    for _ in 0..3 {
        page.call("sendMsg", body.clone()).await.data();
    }
    let mut body =
        json!({ "userId": page.user, "id": "1", "msgType": 2, "msgContent": theirs["url"] });
    for _ in 0..3 {
        desk.call("sendMsg", body.clone()).await.data();
    }
    assert_eq!(
        (names(&app, &mine), names(&app, &theirs)),
        (json!(1), json!(1))
    );

    body["id"] = json!("2");
    desk.call("sendMsg", body).await.data();
    assert_eq!(names(&app, &theirs), 2);
}

/// Without its message, the counted file would never be removed.
#[actix_web::test]
async fn a_message_with_a_file_is_completed_although_its_sender_left() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let url = upload(&page, "a.png", &png()).await.data()["url"].clone();
    let key = VisitorKey {
        tenant: TenantId::from("shop"),
        visitor: VisitorId::from(page.user.as_str()),
    };
    let content = Content::Text(format!("look: {}", url.as_str().unwrap()).as_str().into());
    let says = |content| SendMessage {
        client_id: None,
        content,
    };

    let mut sending = Box::pin(references::say(
        &app.state,
        &key,
        content,
        says,
        ApiError::from,
    ));
    assert!(futures_util::poll!(&mut sending).is_pending());
    drop(sending);

    let arrives = page.until(0, |event| event["senderType"] == 1);
    let told = actix_web::rt::time::timeout(Duration::from_secs(40), arrives).await;
    assert!(
        told.is_ok(),
        "the file was counted, but the message never arrived"
    );
}
