//! What survives a restart.

use crate::helpers::{Page, TestApp, texts};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[actix_web::test]
async fn everything_acknowledged_survives_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let desk = app.agent_online("mia", 1).await;
    let desk_token = desk.token.clone();
    let (first, second) = (app.visitor().await, app.visitor().await);
    first.transfer().await.data();
    let queued = second.transfer().await.data().clone();
    for index in 0..20 {
        first
            .send(&index.to_string(), &format!("message {index}"))
            .await
            .data();
    }
    let before = first.events(0).await;
    let sent = desk.say(&first, "a", "hello").await.data().clone();
    let started = [first.started.clone(), second.started.clone()];
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let [first, second] = started.map(|started| Page::from(&app, started));
    let after = first.events(0).await;
    let waits = second.poll_for(0, 0).await.data().clone();
    let path = "/api/agent/sendMsg";
    let again = json!({ "userId": first.user, "id": "a", "msgType": 1, "msgContent": "hello" });
    let repeat = app
        .post(path, Some(&desk_token), &again)
        .await
        .data()
        .clone();

    assert_eq!(after[..before.len()], before[..]);
    assert_eq!(texts(&after).last(), Some(&"hello"));
    assert_eq!(
        (&waits["status"], &waits["waitIndex"]),
        (&json!(3), &queued["waitIndex"])
    );
    assert_eq!(repeat, sent);
    first.send("0", "message 0").await.data();
    assert_eq!(first.events(0).await.len(), after.len());
    app.stop().await;
}

#[actix_web::test]
async fn after_a_restart_an_online_agent_is_away_until_they_poll() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let desk = app.agent_online("mia", 2).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let (token, started) = (desk.token.clone(), page.started.clone());
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let page = Page::from(&app, started);
    let me = app
        .post("/api/agent/me", Some(&token), &json!({}))
        .await
        .data()
        .clone();
    let talks = page.poll_for(0, 0).await.data()["status"].clone();
    let gap = app
        .post(
            "/api/agent/getEventMsg",
            Some(&token),
            &json!({ "cursor": 1 }),
        )
        .await
        .data()
        .clone();
    let mut resumed = gap["msgList"].clone();
    let mut cursor = gap["cursor"].clone();
    for _ in 0..20 {
        if resumed
            .as_array()
            .unwrap()
            .iter()
            .any(|entry| entry["event"] == "assigned")
        {
            break;
        }
        let body = json!({ "cursor": cursor, "wait": 1_000 });
        let next = app
            .post("/api/agent/getEventMsg", Some(&token), &body)
            .await
            .data()
            .clone();
        (resumed, cursor) = (next["msgList"].clone(), next["cursor"].clone());
    }
    // The router learns of the sign of life a little later. Each poll waits for the desk's next news.
    let mut back = me.clone();
    for _ in 0..20 {
        back = app
            .post("/api/agent/me", Some(&token), &json!({}))
            .await
            .data()
            .clone();
        if back["status"] == "online" {
            break;
        }
        let body = json!({ "cursor": cursor, "wait": 500 });
        app.post("/api/agent/getEventMsg", Some(&token), &body)
            .await;
    }
    let list = app
        .post("/api/agent/listConversations", Some(&token), &json!({}))
        .await
        .data()["list"]
        .clone();

    assert_eq!(
        (&me["status"], &me["capacity"]),
        (&json!("away"), &json!(2))
    );
    assert_eq!(talks, 2, "the conversation stays theirs");
    assert_eq!(gap["gap"], true);
    assert_eq!(back["status"], "online");
    assert_eq!(list[0]["userId"], page.user);
    app.stop().await;
}

#[actix_web::test]
async fn a_stop_ends_held_polls_at_once() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let (url, poll, token) = (app.url.clone(), page.poll.clone(), page.token.clone());
    let waiting = actix_web::rt::spawn(async move {
        let client = crate::http::client();
        let request = client.post(format!("{url}/api/chat/visitor/getEventMsg"));
        let request = request.bearer_auth(token);
        request
            .json(&json!({ "pollId": poll, "cursor": 1, "wait": 25_000 }))
            .send()
            .await
            .map(|answer| answer.status())
    });
    app.until_held(1).await;

    let begun = Instant::now();
    app.stop().await;

    assert_eq!(waiting.await.unwrap().unwrap().as_u16(), 503);
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

#[actix_web::test]
async fn a_status_without_a_capacity_keeps_the_last_capacity() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let lin = app.agent_online("lin", 5).await;
    let set = |body| lin.call("setStatus", body);
    assert_eq!(
        set(json!({ "status": "online", "capacity": 3 }))
            .await
            .data()["capacity"],
        3
    );
    let before = set(json!({ "status": "busy" })).await.data().clone();
    let token = lin.token.clone();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let me = app.post("/api/agent/me", Some(&token), &json!({})).await;
    let after = app
        .post(
            "/api/agent/setStatus",
            Some(&token),
            &json!({ "status": "online" }),
        )
        .await;

    assert_eq!(
        [
            &before["capacity"],
            &me.data()["capacity"],
            &after.data()["capacity"]
        ],
        [3, 3, 3]
    );
}
