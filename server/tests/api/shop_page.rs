//! What the page of the shop around the chat says: title, context, priority (Protocol, 'Starting and ending').

use crate::helpers::{Page, TestApp};
use serde_json::{Value, json};

const SECRET: &str = "a-secret-of-the-tenant";

fn hash(text: &str) -> String {
    server::secrets::hmac_hex(SECRET, text)
}

/// Opens a page of a customer with a priority under this hash.
async fn with_priority<'a>(app: &'a TestApp, name: &str, priority_hash: &str) -> Page<'a> {
    let body = json!({
        "channelId": "vouched", "userId": name, "userHash": hash(name),
        "priority": 1, "priorityHash": priority_hash,
    });
    app.page(body).await
}

async fn waits(page: &Page<'_>) -> Value {
    page.transfer().await.data()["waitIndex"].clone()
}

#[actix_web::test]
async fn an_agent_sees_the_title_and_the_context_of_the_page_as_it_changes() {
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;
    let page = app
        .page(json!({ "channelId": "web", "title": "Fern", "context": "{\"Cart\":\"2 ferns\"}" }))
        .await;
    let name = json!({ "userId": page.user });
    let seen = desk.call("getVisitor", name.clone()).await;
    assert_eq!(seen.data()["title"], "Fern");
    assert_eq!(seen.data()["context"], "{\"Cart\":\"2 ferns\"}");
    assert_eq!(seen.data()["priority"], 0);

    let change = json!({ "pollId": page.poll, "title": "Moss", "context": "" });
    page.call("resetInfo", change).await.data();
    let seen = desk.call("getVisitor", name).await;

    assert_eq!(
        (&seen.data()["title"], &seen.data()["context"]),
        (&json!("Moss"), &json!(""))
    );
    let wrong = json!({ "channelId": "web", "context": "{\"Cart\":[]}" });
    let wrong = app.post("/api/chat/visitor/chatStart", None, &wrong).await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.text.contains("context must be"), "{}", wrong.text);
    app.stop().await;
}

#[actix_web::test]
async fn only_a_signed_priority_waits_before_the_others() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 1).await;
    let first = app.page(json!({ "channelId": "vouched" })).await;
    first.transfer().await.data();
    let usual = app.page(json!({ "channelId": "vouched" })).await;
    assert_eq!(waits(&usual).await, 1);

    let copied = with_priority(&app, "bob", &hash("priority=1\nann")).await;
    let unsigned = with_priority(&app, "cat", "").await;
    let named = with_priority(&app, "dan", &hash("dan")).await;
    assert_eq!(waits(&copied).await, 2);
    assert_eq!(waits(&unsigned).await, 3);
    assert_eq!(waits(&named).await, 4);

    let ann = with_priority(&app, "ann", &hash("priority=1\nann")).await;
    assert_eq!(waits(&ann).await, 1);
    assert_eq!(waits(&usual).await, 2);
    let seen = desk.call("getVisitor", json!({ "userId": ann.user })).await;
    assert_eq!(seen.data()["priority"], 1);
    app.stop().await;
}
