//! An item's plan, its note and a saved view are durable when they are acknowledged.

use crate::process::{Kind, Process};
use serde_json::json;
use tempfile::TempDir;

#[actix_web::test]
async fn a_plan_a_note_and_a_view_survive_a_kill() {
    let folder = TempDir::new().unwrap();
    let mut server = Process::start(Kind::Program, folder.path());
    let client = server.client();
    let login = json!({ "tenantId": "shop", "account": "lin", "password": "a-long-password" });
    let signed_in = client.post("/api/agent/login", None, &login).await.unwrap();
    let token = signed_in["token"].as_str().unwrap().to_owned();
    let start = json!({ "channelId": "leave", "locale": "en" });
    let path = "/api/chat/visitor/chatStart";
    let started = client.post(path, None, &start).await.unwrap();
    let visitor = started["token"].as_str();
    let left =
        json!({ "customerName": "Ann", "msgContent": "Call me.", "userId": started["userId"] });
    let path = "/api/chat/visitor/leaveMsg";
    let left = client.post(path, visitor, &left).await.unwrap();
    let id = &left["id"];
    let plan = json!({ "itemIds": [id], "adminId": "mia", "priority": "high", "due": 1_900_000_000_000_i64 });
    client.agent("items/change", &token, &plan).await.unwrap();
    let note = json!({ "itemId": id, "text": "A difficult one." });
    client.agent("items/note", &token, &note).await.unwrap();
    let view = json!({ "name": "Urgent", "shared": 1, "filter": { "priority": "urgent" } });
    client.agent("views/save", &token, &view).await.unwrap();

    server.kill();
    let mut server = Process::start(Kind::Program, folder.path());

    let client = server.client();
    let named = json!({ "itemId": id });
    let whole = client.agent("items/get", &token, &named).await.unwrap();
    let item = &whole["item"];
    assert_eq!(
        (&item["adminId"], &item["priority"], &item["due"]),
        (&json!("mia"), &json!("high"), &json!(1_900_000_000_000_i64))
    );
    assert_eq!(whole["handleList"][0]["handleContent"], "A difficult one.");
    let theirs = json!({ "adminId": "mia", "dueBefore": 1_900_000_000_001_i64 });
    let theirs = client.agent("items/list", &token, &theirs).await.unwrap();
    assert_eq!(&theirs["list"][0]["itemId"], id);
    let views = client
        .agent("views/list", &token, &json!({}))
        .await
        .unwrap();
    assert_eq!(views["list"][0]["name"], "Urgent");
    server.kill();
}
