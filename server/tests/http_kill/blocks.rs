//! A block and a corrected name are durable when they are acknowledged.

use crate::process::{Kind, Process};
use serde_json::json;
use tempfile::TempDir;

#[actix_web::test]
async fn a_block_and_a_corrected_name_survive_a_kill() {
    let folder = TempDir::new().unwrap();
    let mut server = Process::start(Kind::Program, folder.path());
    let client = server.client();
    let login = json!({ "tenantId": "shop", "account": "lin", "password": "a-long-password" });
    let signed_in = client.post("/api/agent/login", None, &login).await.unwrap();
    let token = signed_in["token"].as_str().unwrap().to_owned();
    let start = json!({ "channelId": "web", "locale": "en" });
    let path = "/api/chat/visitor/chatStart";
    let started = client.post(path, None, &start).await.unwrap();
    let user = started["userId"].as_str().unwrap();
    let edit = json!({ "userId": user, "userName": "Ann Baker" });
    client.agent("editVisitor", &token, &edit).await.unwrap();
    let block = json!({ "userId": user, "for": "day", "reason": "insults" });
    client.agent("blockVisitor", &token, &block).await.unwrap();

    server.kill();
    let mut server = Process::start(Kind::Program, folder.path());

    let client = server.client();
    let name = json!({ "userId": user });
    let known = client.agent("getVisitor", &token, &name).await.unwrap();
    assert_eq!(known["userName"], "Ann Baker");
    assert_eq!(known["block"]["reason"], "insults");
    let again = json!({ "channelId": "web", "userId": user, "token": started["token"] });
    let refused = client.post(path, None, &again).await.unwrap_err();
    assert!(refused.contains("403"), "{refused}");
    server.kill();
}
