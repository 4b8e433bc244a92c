//! Timeouts of silent agents and visitors, set in fractions of minutes (Protocol, 'Silence').

use crate::helpers::{Desk, Page, TestApp, texts};
use actors_core::ids::VisitorKey;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A conversation on the channel `timed`: the agent's timeout is 600 ms, the visitor's 1,200 ms.
async fn talking(app: &TestApp) -> (Page<'_>, Desk<'_>) {
    let desk = app.agent_online("mia", 3).await;
    let page = app
        .page(json!({ "channelId": "timed", "locale": "en" }))
        .await;
    page.transfer().await.data();
    (page, desk)
}

fn says(text: &'static str) -> impl Fn(&Value) -> bool {
    move |event| event["msgContent"] == text
}

/// How often the text was sent.
async fn times(page: &Page<'_>, text: &str) -> usize {
    let events = page.events(0).await;
    texts(&events).iter().filter(|said| **said == text).count()
}

/// [ST-13]
#[actix_web::test]
async fn a_late_agent_is_excused_once_in_each_turn() {
    let app = TestApp::new().await;
    let (page, desk) = talking(&app).await;

    let begun = Instant::now();
    page.send("1", "hello?").await.data();
    page.send("2", "anybody?").await.data();
    page.until(0, says("One moment.")).await;
    let waited = begun.elapsed();
    page.send("3", "well?").await.data();
    actix_web::rt::time::sleep(Duration::from_millis(900)).await;
    let in_one_turn = times(&page, "One moment.").await;
    desk.say(&page, "a", "here I am").await.data();
    page.send("4", "good").await.data();
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();
    page.until(cursor, says("One moment.")).await;

    assert!(waited >= Duration::from_millis(590), "{waited:?}");
    assert_eq!(in_one_turn, 1);
    assert_eq!(times(&page, "One moment.").await, 2);
}

/// [ST-12] [ST-13]
#[actix_web::test]
async fn a_silent_visitor_is_reminded_and_after_a_second_timeout_the_session_ends() {
    let app = TestApp::new().await;
    let (page, mut desk) = talking(&app).await;
    desk.news().await;

    let begun = Instant::now();
    desk.say(&page, "a", "anything else?").await.data();
    page.until(0, says("Still there?")).await;
    let reminded = begun.elapsed();
    let over = page.until(0, |event| event["event"] == 1202).await;
    let ended = begun.elapsed();
    let told = desk.news_until("closed").await;

    assert!(reminded >= Duration::from_millis(1_190), "{reminded:?}");
    assert!(ended >= Duration::from_millis(2_390), "{ended:?}");
    let events = over["msgList"].as_array().unwrap();
    let closed = events.iter().find(|event| event["event"] == 1202).unwrap();
    assert_eq!(
        (&over["status"], &closed["outType"]),
        (&json!(0), &json!(1))
    );
    assert!(texts(&page.events(0).await).contains(&"Until next time."));
    assert_eq!(told["outType"], 1);
    page.send("1", "wait!").await.is_refused(409, "chat ended");
}

/// [ST-13] [ST-17]
#[actix_web::test]
async fn timeouts_that_passed_while_the_server_was_down_fire_after_its_start() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let (page, desk) = talking(&app).await;
    desk.say(&page, "a", "anything else?").await.data();
    let started = page.started.clone();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let page = Page::from(&app, started);
    // No request names the session, so its due time alone must load it.
    let visitor = VisitorKey {
        tenant: "shop".into(),
        visitor: page.user.as_str().into(),
    };
    let head = || app.state.office.store().head(&visitor).unwrap().unwrap();
    while head().ended.is_none() {
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }
    let told = page.poll_for(0, 0).await.data().clone();

    let events = told["msgList"].as_array().unwrap();
    let at = |text: &str| {
        let event = events.iter().find(|event| event["msgContent"] == text);
        event.unwrap_or_else(|| panic!("{text}: {events:#?}"))["msgTime"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(told["status"], 0);
    let (word, reminder) = (at("anything else?"), at("Still there?"));
    assert!(reminder - word >= 1_200, "never early");
    assert!(at("Until next time.") >= reminder);
    app.stop().await;
}
