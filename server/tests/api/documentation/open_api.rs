//! The sample in Python answers a visitor through the real server.

use super::markdown::Page;
use crate::helpers::TestApp;
use crate::keys::Key;
use serde_json::json;
use std::process::{Child, Command};

/// A program that runs until the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself, so errors do not matter.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[actix_web::test]
async fn the_sample_answers_a_visitor_once() {
    let app = TestApp::new().await;
    let scopes = ["conversations:read", "messages:write"];
    let key = Key::of(&app, ("shop", "ada"), &scopes).await;
    let page = app.visitor().await;
    let ask = json!({ "id": "q1", "question": "Where is my parcel?" });
    page.call("robotAsk", ask).await.data();
    let sample = Page::read("docs/site/open-api.md");
    let sample = sample
        .blocks
        .into_iter()
        .find(|block| block.language == "python");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.py");
    std::fs::write(&file, sample.unwrap().code).unwrap();
    let begin = || {
        let mut python = Command::new("python3");
        let python = python.arg(&file).env("FRONTDESK_HOST", &app.url);
        Running(python.env("FRONTDESK_KEY", &key.text).spawn().unwrap())
    };
    let answer = "Your parcel left this morning.";

    let first = begin();
    let heard = page.until(0, |event| event["msgContent"] == answer).await;
    drop(first);
    // Another start reads the same question again, and asks about another visitor after it.
    let other = app.visitor().await;
    let ask = json!({ "id": "q1", "question": "A parcel came open" });
    other.call("robotAsk", ask).await.data();
    let _second = begin();
    other.until(0, |event| event["msgContent"] == answer).await;

    let said = heard["msgList"].as_array().unwrap().iter();
    let said: Vec<_> = said.filter(|event| event["msgContent"] == answer).collect();
    assert_eq!(
        (&said[0]["senderType"], &said[0]["senderName"]),
        (&json!(2), &json!("Orders"))
    );
    let told = key
        .call("messages/list", json!({ "userId": page.user }))
        .await;
    let told = told.data()["list"].as_array().unwrap().clone();
    assert_eq!(
        told.iter()
            .filter(|line| line["msgContent"] == answer)
            .count(),
        1
    );
}
