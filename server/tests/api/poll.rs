//! getEventMsg: delivery (Protocol, 'Polling' and 'Cursors').

use crate::helpers::{TestApp, texts};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn seqs(events: &[Value]) -> Vec<u64> {
    events
        .iter()
        .filter_map(|event| event["seq"].as_u64())
        .collect()
}

#[actix_web::test]
async fn polling_with_the_same_cursor_returns_the_same_events() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    for index in 0..5 {
        page.send(&format!("m{index}"), &format!("message {index}"))
            .await
            .data();
    }

    let first = page.events(1).await;
    for _ in 0..50 {
        assert_eq!(page.events(1).await, first);
    }

    assert_eq!(seqs(&first), [2, 3, 4, 5, 6]);
    assert_eq!(seqs(&page.events(4).await), [5, 6]);
    assert_eq!(first[0]["id"], "m0");
}

#[actix_web::test]
async fn a_message_ends_a_held_poll_at_once() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let desk = app.agent_online("mia", 1).await;
    page.transfer().await.data();
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();

    let begun = Instant::now();
    let (told, ()) = tokio::join!(page.poll_for(cursor, 25_000), async {
        app.until_held(1).await;
        desk.say(&page, "1", "hello").await.data();
    });

    assert_eq!(texts(told.data()["msgList"].as_array().unwrap()), ["hello"]);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[actix_web::test]
async fn a_second_poll_of_a_page_ends_the_first_one_empty() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let begun = Instant::now();
    let (older, newer) = tokio::join!(page.poll_for(1, 20_000), async {
        app.until_held(1).await;
        page.poll_for(1, 1_000).await
    });

    assert_eq!(older.data()["msgList"], json!([]));
    assert_eq!(newer.data()["msgList"], json!([]));
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[actix_web::test]
async fn a_guessed_poll_id_is_refused_like_a_displaced_page_and_rate_limited() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.miss_per_minute = 2;
    })
    .await;
    let page = app.visitor().await;
    let guess = json!({ "pollId": "0123456789abcdef0123456789abcdef", "cursor": 0 });
    let poll = || page.call("getEventMsg", guess.clone());

    poll().await.is_refused(409, "opened in another window");
    poll().await.is_refused(409, "opened in another window");
    poll().await.is_refused(429, "too many requests");
}

#[actix_web::test]
async fn a_cursor_ahead_of_the_log_is_refused_and_one_of_another_epoch_gets_a_gap() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    page.poll_for(99, 0)
        .await
        .is_refused(400, "cursor is ahead of the log");
    let body = json!({ "pollId": page.poll, "cursor": 99, "epoch": "another", "wait": 20_000 });
    let told = page.call("getEventMsg", body).await;

    assert_eq!(told.data()["gap"], true);
    assert_eq!(told.data()["epoch"], page.started["epoch"]);
}

#[actix_web::test]
async fn more_than_a_hundred_events_come_in_several_responses_without_a_gap() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    for index in 0..250 {
        page.send(&index.to_string(), &format!("message {index}"))
            .await
            .data();
    }

    let mut cursor = 0;
    let mut all = Vec::new();
    loop {
        let answer = page.poll_for(cursor, 0).await;
        let events = answer.data()["msgList"].as_array().unwrap();
        assert!(events.len() <= 100);
        all.extend(seqs(events));
        cursor = answer.data()["cursor"].as_u64().unwrap();
        if answer.data()["more"] == false {
            break;
        }
    }

    assert_eq!(all, (1..=251).collect::<Vec<u64>>());
}

#[actix_web::test]
async fn a_poll_without_a_cursor_returns_unread_messages_of_others() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let desk = app.agent_online("mia", 1).await;
    page.transfer().await.data();
    page.send("1", "mine").await.data();
    desk.say(&page, "1", "theirs").await.data();
    let bare = json!({ "pollId": page.poll });

    let told = page.call("getEventMsg", bare.clone()).await.data()["msgList"]
        .as_array()
        .unwrap()
        .clone();
    page.call("msgComplete", json!({ "pollId": page.poll }))
        .await
        .data();
    let then = page.call("getEventMsg", bare).await.data()["msgList"]
        .as_array()
        .unwrap()
        .clone();

    assert!(texts(&told).contains(&"theirs") && !texts(&told).contains(&"mine"));
    assert_eq!(then, Vec::<Value>::new());
}

#[actix_web::test]
async fn a_poll_is_released_when_its_client_leaves_and_loses_no_event() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    tokio::select! {
        _ = page.poll_for(1, 25_000) => panic!("nothing has happened"),
        () = app.until_held(1) => {}
    }
    let begun = Instant::now();
    app.until_held(0).await;
    page.send("1", "hello").await.data();

    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(texts(&page.events(1).await), ["hello"]);
}
