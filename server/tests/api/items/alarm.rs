//! The alarm of a due time.

use super::{change, item, left, ordered};
use crate::helpers::{TestApp, kinds};
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::SteadyClock;
use serde_json::json;
use std::sync::Arc;
use tempfile::TempDir;

#[actix_web::test]
async fn an_alarm_reaches_the_assignee_alone_and_rings_once() {
    let app = TestApp::new().await;
    let (mut mia, mut lin) = (app.agent("mia").await, app.agent("lin").await);
    let id = left(&app).await;
    let due = app.clock_now() + 3_600_000;
    change(&lin, &[&id], json!({ "adminId": "mia", "due": due }))
        .await
        .data();
    mia.call("items/read", json!({ "itemId": id })).await.data();
    mia.news().await;
    lin.news().await;

    app.clock.advance(Span::from_minutes(61));

    let rung = mia.news_until("itemDue").await;
    assert_eq!(
        (&rung["item"]["itemId"], &rung["item"]["unread"]),
        (&json!(id), &json!(1))
    );
    let others = lin.news_until("item").await;
    assert_eq!(others["item"]["itemId"], json!(id));
    app.clock.advance(Span::from_minutes(61));
    // Another alarm shows that the first has had its time.
    let second = ordered(&app).await;
    let at = app.clock_now() + 1;
    change(&lin, &[&second], json!({ "adminId": "mia", "due": at }))
        .await
        .data();
    let next = mia.news_until("itemDue").await;
    assert_eq!(next["item"]["itemId"], json!(second));
    let news = lin.news().await;
    assert!(!kinds(&news).contains(&"itemDue"), "{news:?}");
    app.stop().await;
}

#[actix_web::test]
async fn a_later_due_time_and_a_done_item_silence_the_alarm() {
    let app = TestApp::new().await;
    let mut mia = app.agent("mia").await;
    let (later, done, last) = (left(&app).await, left(&app).await, left(&app).await);
    let now = app.clock_now();
    let in_hours = |hours: i64| json!({ "adminId": "mia", "due": now + hours * 3_600_000 });
    change(&mia, &[&later, &done], in_hours(1)).await.data();
    change(&mia, &[&later], in_hours(9)).await.data();
    change(&mia, &[&done], json!({ "status": "resolved" }))
        .await
        .data();
    change(&mia, &[&last], in_hours(2)).await.data();

    app.clock.advance(Span::from_minutes(3 * 60));

    let rung = mia.news_until("itemDue").await;
    assert_eq!(rung["item"]["itemId"], json!(last));
    app.stop().await;
}

#[actix_web::test]
async fn an_alarm_that_came_due_while_the_server_was_down_rings_at_its_start_and_never_again() {
    let folder = Arc::new(TempDir::new().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let mia = app.agent("mia").await;
    let id = left(&app).await;
    let now = app.clock_now();
    let plan = json!({ "adminId": "mia", "due": now + 3_600_000 });
    change(&mia, &[&id], plan).await.data();
    app.stop().await;
    let start = |hours: i64| SteadyClock::from(Timestamp::from_millis(now + hours * 3_600_000));

    let app = TestApp::on_disk_at(&folder, start(2)).await;

    let mia = app.agent("mia").await;
    while item(&mia, &id).await["unread"] == 0 {
        tokio::task::yield_now().await;
    }
    mia.call("items/read", json!({ "itemId": id })).await.data();
    app.stop().await;

    let app = TestApp::on_disk_at(&folder, start(3)).await;
    let mut mia = app.agent("mia").await;
    mia.news().await;
    let second = left(&app).await;
    let at = app.clock_now() + 1;
    change(&mia, &[&second], json!({ "adminId": "mia", "due": at }))
        .await
        .data();
    let next = mia.news_until("itemDue").await;
    assert_eq!(next["item"]["itemId"], json!(second));
    assert_eq!(item(&mia, &id).await["unread"], 0);
    app.stop().await;
}
