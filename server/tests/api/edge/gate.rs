//! A cluster whose store takes no writes.

use super::membership;
use crate::helpers::TestApp;
use actors_runtime::testing::MemoryStore;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[actix_web::test]
async fn while_the_store_takes_no_writes_reading_goes_on() {
    let (node, _tell) = membership("owner");
    let availability = node.availability.clone();
    let app = TestApp::owner(Arc::new(MemoryStore::new()), node, |_| {}).await;
    let desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.send("1", "before").await.data();

    availability.pause();

    for refused in [
        page.send("2", "hello").await,
        page.transfer().await,
        desk.say(&page, "3", "hello").await,
        app.post(
            "/api/chat/visitor/chatStart",
            None,
            &json!({ "channelId": "web" }),
        )
        .await,
    ] {
        refused.is_refused(503, "not available at the moment");
        assert_eq!(refused.header("retry-after"), Some("2"));
    }
    page.call("getHistoryMsg", json!({})).await.data();
    page.poll_for(1, 0).await.data();
    desk.call("listConversations", json!({})).await.data();
    assert_eq!(app.get("/desk/", &[]).await.status, 200);

    availability.resume();

    page.send("2", "hello").await.data();
}

#[actix_web::test]
async fn a_call_that_was_begun_does_not_hang_and_its_repeat_finds_what_it_did() {
    let (node, _tell) = membership("owner");
    let (availability, store) = (node.availability.clone(), Arc::<MemoryStore>::default());
    let app = TestApp::owner(store.clone(), node, |_| {}).await;
    let page = app.visitor().await;
    store.hold();
    let begun = Instant::now();

    let (refused, ()) = tokio::join!(page.send("1", "hello"), async {
        while store.waiting() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        availability.pause();
    });

    refused.is_refused(503, "not available at the moment");
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert!(begun.elapsed() < Duration::from_secs(7));
    availability.resume();
    store.finish();
    let repeat = page.send("1", "hello").await.data().clone();
    let events = page.events(1).await;
    assert_eq!(crate::helpers::texts(&events), ["hello"], "{repeat}");
}
