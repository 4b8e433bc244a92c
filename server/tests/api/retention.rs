//! Removal of old messages and visitors (`retentionDays`).

use crate::helpers::{Page, TestApp, texts};
use crate::uploads::{png, upload};
use actors_core::ids::VisitorKey;
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::SteadyClock;
use actors_runtime::ports::DocumentKind;
use serde_json::{Value, json};
use server::files::unused;
use server::retention::{self, Pace, Removed, remove};
use std::sync::Arc;
use std::time::Duration;

const DAY: Span = Span::from_minutes(24 * 60);

fn days(days: u64) -> Span {
    Span::from_minutes(24 * 60 * days)
}

async fn keep_for(app: &TestApp, days: Value) {
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["retentionDays"] = days;
    admin.call("tenant/put", tenant).await.data();
}

const PACE: Pace = Pace {
    listed: 20,
    at_once: 6,
    pause: Duration::ZERO,
};

async fn walk(app: &TestApp) -> Removed {
    let now = || Some(app.state.now());
    let walked = remove(&app.state, &"shop".into(), PACE, &now).await;
    walked.unwrap()
}

async fn history(page: &Page<'_>) -> Vec<Value> {
    let body = json!({ "pageSize": 50, "maxTime": 0 });
    let read = page.call("getHistoryMsg", body).await;
    read.data()["msgList"].as_array().unwrap().clone()
}

fn said(history: &[Value]) -> Vec<&str> {
    let all = texts(history).into_iter();
    all.filter(|text| text.starts_with("word")).collect()
}

#[actix_web::test]
async fn old_messages_are_removed_and_later_ones_survive_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    keep_for(&app, json!(30)).await;
    let page = app.visitor().await;
    page.send("1", "word one").await.data();
    page.call("chatClose", json!({})).await.data();
    app.clock.advance(days(20));
    let page = page.again().await;
    page.send("2", "word two").await.data();
    page.call("chatClose", json!({})).await.data();
    assert_eq!(walk(&app).await, Removed::default());
    app.clock.advance(days(11));

    let removed = walk(&app).await;

    assert_eq!((removed.shortened, removed.erased), (1, 0));
    let page = page.again().await;
    assert_eq!(said(&history(&page).await), ["word two"]);
    assert_eq!(walk(&app).await, Removed::default());
    let lin = app.agent("lin").await;
    let body = json!({ "userId": page.user, "pageSize": 50, "maxTime": 0 });
    let read = lin.call("getHistoryMsg", body).await;
    assert!(!read.text.contains("word one"), "{}", read.text);
    let started = page.started.clone();
    app.stop().await;
    let app = TestApp::on_disk(&folder).await;
    let page = Page::from(&app, started);
    assert_eq!(said(&history(&page).await), ["word two"]);
    app.stop().await;
}

#[actix_web::test]
async fn an_open_session_keeps_its_old_messages() {
    let app = TestApp::new().await;
    keep_for(&app, json!(2)).await;
    let _mia = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.send("1", "word one").await.data();
    page.transfer().await.data();
    app.clock.advance(DAY);
    page.send("2", "word two").await.data();
    app.clock.advance(Span::from_minutes(24 * 60 + 1));

    let removed = walk(&app).await;

    assert_eq!(removed, Removed::default());
    assert_eq!(said(&history(&page).await), ["word one", "word two"]);
    let read = page.call(
        "getSessionMsg",
        json!({ "sessionId": page.started["sessionId"] }),
    );
    assert!(read.await.text.contains("word one"));
    app.stop().await;
}

#[actix_web::test]
async fn a_visitor_who_is_silent_for_the_retention_time_is_erased() {
    let app = TestApp::new().await;
    keep_for(&app, json!(7)).await;
    // More visitors than one listing or one batch holds, and a multiple of neither.
    let mut pages = Vec::new();
    for number in 0..45 {
        let body =
            json!({ "channelId": "web", "locale": "en", "userName": format!("Canary {number}") });
        let page = app.page(body).await;
        page.send("1", "word one").await.data();
        pages.push(page);
    }
    app.clock.advance(days(6));
    pages[7].send("2", "word two").await.data();
    app.clock.advance(days(2));

    let removed = walk(&app).await;

    assert_eq!((removed.shortened, removed.erased), (0, 44));
    let lin = app.agent("lin").await;
    for (number, page) in pages.iter().enumerate() {
        let known = lin.call("getVisitor", json!({ "userId": page.user })).await;
        let expected = if number == 7 { 200 } else { 404 };
        assert_eq!(known.status, expected, "{number}");
    }
    let again = pages[0].again().await;
    assert_eq!(said(&history(&again).await), [""; 0]);
    again.send("1", "word anew").await.data();
    assert_eq!(said(&history(&again).await), ["word anew"]);
    app.stop().await;
}

#[actix_web::test]
async fn a_file_is_removed_with_the_last_message_that_references_it() {
    let app = TestApp::new().await;
    keep_for(&app, json!(10)).await;
    let _mia = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let mut files = Vec::new();
    for name in ["once.png", "twice.png"] {
        let file = upload(&page, name, &png()).await.data()["url"].clone();
        let body = json!({ "id": name, "msgType": 2, "msgContent": file });
        page.call("sendMsg", body).await.data();
        files.push(file.as_str().unwrap().to_owned());
    }
    page.call("chatClose", json!({})).await.data();
    app.clock.advance(days(6));
    let page = page.again().await;
    let mia = app.agent_online("mia", 5).await;
    page.transfer().await.data();
    let body = json!({ "id": "again", "msgType": 2, "msgContent": files[1] });
    page.call("sendMsg", body).await.data();
    page.call("chatClose", json!({})).await.data();
    app.clock.advance(days(6));

    assert_eq!(walk(&app).await.shortened, 1);
    app.clock.advance(DAY);
    unused::remove(&app.state, app.state.now()).await.unwrap();

    assert_eq!(app.get(&files[0], &[]).await.status, 404);
    assert_eq!(app.get(&files[1], &[]).await.status, 200);
    drop(mia);
    app.stop().await;
}

#[actix_web::test]
async fn without_retention_days_everything_is_kept_and_invalid_values_are_refused() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.send("1", "word one").await.data();
    page.call("chatClose", json!({})).await.data();
    app.clock.advance(days(25));

    assert_eq!(walk(&app).await, Removed::default());

    let page = page.again().await;
    assert_eq!(said(&history(&page).await), ["word one"]);
    let admin = app.admin().await;
    for wrong in [json!(0), json!(3_651), json!(70_000)] {
        let mut tenant = admin.get("tenant", json!({})).await;
        tenant["retentionDays"] = wrong;
        assert_eq!(
            admin.refused_fields("tenant", tenant).await,
            ["retentionDays"]
        );
    }
    app.stop().await;
}

#[actix_web::test]
async fn expired_sign_ins_are_removed_from_the_store() {
    let app = TestApp::new().await;
    let kept = |app: &TestApp| {
        let store = app.state.office.store();
        let all = store.documents(DocumentKind::AgentToken, "").unwrap();
        all.len()
    };
    for _ in 0..3 {
        app.agent("mia").await;
    }
    app.clock.advance(days(4));
    let lin = app.agent("lin").await;
    let now = app.state.now();
    assert_eq!(app.state.agents.forget_ended(now).await.unwrap(), 0);
    assert_eq!(kept(&app), 4);
    app.clock.advance(days(4));

    let now = app.state.now();
    assert_eq!(app.state.agents.forget_ended(now).await.unwrap(), 3);

    assert_eq!(kept(&app), 1);
    lin.call("me", json!({})).await.data();
}

/// Advances the clock hour by hour. The server records the time after each hour, as it does in operation.
async fn hours_pass(app: &TestApp, hours: u64) {
    for _ in 0..hours {
        app.clock.advance(Span::from_minutes(60));
        app.state
            .believed
            .keep(app.state.office.store().as_ref())
            .unwrap();
    }
}

#[actix_web::test]
async fn a_clock_that_jumps_ahead_removes_nothing() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let noon = Timestamp::from_millis(1_790_000_000_000);
    let app = TestApp::on_disk_at(&folder, SteadyClock::from(noon)).await;
    keep_for(&app, json!(30)).await;
    // From its start, the server records the time by itself.
    let store = app.state.office.store();
    let looks = async {
        while store.documents(DocumentKind::Clock, "").unwrap().is_empty() {
            actix_web::rt::task::yield_now().await;
        }
    };
    let looked = tokio::time::timeout(Duration::from_secs(20), looks).await;
    looked.expect("the time is recorded");
    hours_pass(&app, 25).await;
    let page = app.visitor().await;
    page.send("1", "word one").await.data();
    page.call("chatClose", json!({})).await.data();
    let started = page.started.clone();
    // Retention runs and finds nothing old enough yet.
    assert!(app.state.believed.now().is_some());
    retention::walk(&app.state, PACE).await;
    app.stop().await;
    let kept = async |app: &TestApp| {
        retention::walk(&app.state, PACE).await;
        let store = app.state.office.store();
        let visitor = VisitorKey {
            tenant: "shop".into(),
            visitor: started["userId"].as_str().unwrap().into(),
        };
        store.head(&visitor).unwrap().is_some()
    };

    // The machine starts with a clock that is a year ahead, and later with the right one.
    for days_ahead in [365, 2] {
        let now = noon + days(days_ahead);
        let app = TestApp::on_disk_at(&folder, SteadyClock::from(now)).await;
        assert!(kept(&app).await, "{days_ahead}");
        hours_pass(&app, 5).await;
        assert!(kept(&app).await, "{days_ahead}");
        app.stop().await;
    }
    // Somebody sets the clock while the server runs.
    let app = TestApp::on_disk_at(&folder, SteadyClock::from(noon + days(3))).await;
    hours_pass(&app, 25).await;
    app.clock.set_machine_ahead(days(365));
    hours_pass(&app, 25).await;
    assert!(kept(&app).await);
    // A month later the message is old enough.
    hours_pass(&app, 24 * 31).await;
    assert!(!kept(&app).await);
    app.stop().await;
}

#[actix_web::test]
async fn what_a_retention_would_remove_is_counted_first() {
    let app = TestApp::new().await;
    let count = async |days: u64| {
        let body = json!({ "retentionDays": days });
        app.admin().await.call("tenant/retentionCount", body).await
    };
    let page = app.visitor().await;
    page.send("1", "word one").await.data();
    page.call("chatClose", json!({})).await.data();
    app.clock.advance(days(20));
    let page = page.again().await;
    page.send("2", "word two").await.data();
    page.call("chatClose", json!({})).await.data();

    let counted = count(10).await.data().clone();

    assert_eq!(
        (
            &counted["visitors"],
            &counted["erasedVisitors"],
            &counted["complete"]
        ),
        (&json!(1), &json!(0), &json!(true))
    );
    assert!(counted["messages"].as_u64() >= Some(1), "{counted}");
    assert_eq!(count(30).await.data()["messages"], 0);
    keep_for(&app, json!(10)).await;
    let removed = walk(&app).await;
    assert_eq!((removed.shortened, removed.erased), (1, 0));
    assert_eq!(count(10).await.data()["messages"], 0);
    assert_eq!(count(0).await.status, 400);
    app.stop().await;
}
