//! What an agent owes, a queue ticket and the record of an ended session are durable when they are acknowledged.

use crate::client::Client;
use crate::process::{Kind, Process};
use serde_json::{Value, json};
use tempfile::TempDir;

async fn signed_in(client: &Client, account: &str) -> String {
    let login = json!({ "tenantId": "shop", "account": account, "password": "a-long-password" });
    let path = "/api/agent/login";
    let signed_in = client.post(path, None, &login).await.unwrap();
    signed_in["token"].as_str().unwrap().to_owned()
}

/// A visitor who asks for an agent: their id and their token.
async fn asking(client: &Client) -> (Value, String) {
    let start = json!({ "channelId": "groups", "locale": "en" });
    let path = "/api/chat/visitor/chatStart";
    let started = client.post(path, None, &start).await.unwrap();
    let token = started["token"].as_str().unwrap().to_owned();
    let body = json!({ "userId": started["userId"], "groupId": "sales" });
    let asked = client.visitor("transferAgent", &token, &body).await;
    asked.unwrap();
    (json!({ "userId": started["userId"] }), token)
}

/// Agents are away until they poll.
async fn polled(client: &Client, mia: &str) {
    let poll = json!({ "cursor": 0, "wait": 0 });
    client.agent("getEventMsg", mia, &poll).await.unwrap();
}

/// What the agent owes in their only conversation. After a start, the desk may have to read it again.
async fn owed(client: &Client, mia: &str) -> Value {
    for _ in 0..200 {
        polled(client, mia).await;
        let listed = client.agent("listConversations", mia, &json!({})).await;
        let listed = listed.unwrap();
        if !listed["list"][0].is_null() {
            return listed["list"][0]["duty"].clone();
        }
    }
    Value::Null
}

#[actix_web::test]
async fn a_duty_a_ticket_and_a_record_survive_a_kill() {
    let folder = TempDir::new().unwrap();
    let mut server = Process::start(Kind::Program, folder.path());
    let client = server.client();
    let ada = signed_in(&client, "ada").await;
    let path = "/api/admin/tenant/get";
    let mut tenant = client.post(path, Some(&ada), &json!({})).await.unwrap();
    tenant["service"] = json!({ "acceptTime": 5 });
    let path = "/api/admin/tenant/put";
    client.post(path, Some(&ada), &tenant).await.unwrap();
    let mia = signed_in(&client, "mia").await;
    polled(&client, &mia).await;
    let online = json!({ "status": "online", "capacity": 1 });
    client.agent("setStatus", &mia, &online).await.unwrap();
    let (served, _) = asking(&client).await;
    let duty = owed(&client, &mia).await;
    assert!(duty["acceptBy"].is_i64(), "{duty}");
    let (waiting, token) = asking(&client).await;
    let ticket = client.visitor("queueTicket", &token, &waiting).await;
    let ticket = ticket.unwrap()["ticket"].clone();

    server.kill();
    let mut server = Process::start(Kind::Program, folder.path());

    let client = server.client();
    assert_eq!(owed(&client, &mia).await["acceptBy"], duty["acceptBy"]);
    let open = json!({ "channelId": "groups", "ticket": ticket });
    let path = "/api/chat/visitor/chatStart";
    let phone = client.post(path, None, &open).await.unwrap();
    assert_eq!(
        (&phone["userId"], &phone["waitIndex"]),
        (&waiting["userId"], &json!(1))
    );
    let ended = client.agent("closeConversation", &mia, &served).await;
    ended.unwrap();

    server.kill();
    let mut server = Process::start(Kind::Program, folder.path());

    let client = server.client();
    let lin = signed_in(&client, "lin").await;
    let days = json!({ "from": "2020-01-01", "to": "2020-01-01", "by": "day" });
    let none = client.agent("reports/get", &lin, &days).await.unwrap();
    assert_eq!(none["total"]["sessions"], 0);
    let today = chrono::Utc::now().date_naive();
    let (from, to) = (today - chrono::Days::new(1), today + chrono::Days::new(1));
    let days = json!({ "from": from.to_string(), "to": to.to_string(), "by": "agent" });
    let report = client.agent("reports/get", &lin, &days).await.unwrap();
    assert_eq!(report["total"]["sessions"], 1);
    assert_eq!(report["rows"][0]["key"], "mia");
    server.kill();
}
