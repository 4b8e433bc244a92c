//! getHistoryMsg of visitors and agents, and getSessionMsg.

use crate::helpers::{Page, TestApp, texts};
use serde_json::{Value, json};

fn list(answer: &Value) -> Vec<Value> {
    answer["msgList"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn history_pages_join_without_gap_or_overlap_across_sessions() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    for index in 0..30 {
        page.send(&index.to_string(), &format!("first {index}"))
            .await
            .data();
    }
    page.call("chatClose", json!({})).await.data();
    let page = page.again().await;
    for index in 0..30 {
        page.send(&format!("b{index}"), &format!("second {index}"))
            .await
            .data();
    }

    let mut max_time = json!(0);
    let mut pages = Vec::new();
    loop {
        let answer = page
            .call(
                "getHistoryMsg",
                json!({ "pageSize": 20, "maxTime": max_time }),
            )
            .await
            .data()
            .clone();
        let messages = list(&answer);
        let is_last = answer["more"] == false;
        assert!(is_last || answer["more"] == true);
        pages.push(messages);
        if is_last {
            break;
        }
        max_time = answer["maxTime"].clone();
    }

    let all: Vec<Value> = pages.into_iter().rev().flatten().collect();
    let times: Vec<i64> = all
        .iter()
        .map(|message| message["msgTime"].as_i64().unwrap())
        .collect();
    assert!(times.is_sorted_by(|a, b| a < b));
    let said: Vec<&str> = texts(&all)
        .into_iter()
        .filter(|text| text.contains(' ') && text.chars().last().unwrap().is_ascii_digit())
        .collect();
    assert_eq!(said.len(), 60);
    assert_eq!(
        (said[0], said[30], said[59]),
        ("first 0", "second 0", "second 29")
    );
    assert!(all.iter().all(|message| message["event"].is_null()));
}

#[actix_web::test]
async fn the_size_and_start_of_a_history_page_have_limits() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    for index in 0..60 {
        page.send(&index.to_string(), "x").await.data();
    }

    let huge = page
        .call("getHistoryMsg", json!({ "pageSize": 1_000_000_000 }))
        .await;
    assert_eq!(list(huge.data()).len(), 50);
    for wrong in [json!(-1), json!("x"), json!(1.5)] {
        page.call("getHistoryMsg", json!({ "maxTime": wrong }))
            .await
            .is_refused(400, "maxTime is not valid");
    }
    let far = page
        .call(
            "getHistoryMsg",
            json!({ "maxTime": 9_223_372_036_854_775_808_u64 }),
        )
        .await;
    far.is_refused(400, "maxTime is not valid");
    assert_eq!(
        list(
            page.call("getHistoryMsg", json!({ "pageSize": 0 }))
                .await
                .data()
        )
        .len(),
        1
    );
}

#[actix_web::test]
async fn only_a_supervisor_sees_the_text_of_a_recalled_message() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let mia = app.agent_online("mia", 1).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let said = mia.say(&page, "1", "a slip").await.data().clone();

    mia.call(
        "recallMsg",
        json!({ "userId": page.user, "msgId": said["msgId"] }),
    )
    .await
    .data();
    mia.call(
        "recallMsg",
        json!({ "userId": page.user, "msgId": said["msgId"] }),
    )
    .await
    .data();

    let recalled = |answer: &Value| {
        list(answer)
            .iter()
            .find(|message| message["recallFlag"] == 1)
            .unwrap()["msgContent"]
            .clone()
    };
    let body = json!({ "userId": page.user });
    assert_eq!(
        recalled(page.call("getHistoryMsg", json!({})).await.data()),
        ""
    );
    assert_eq!(
        recalled(mia.call("getHistoryMsg", body.clone()).await.data()),
        ""
    );
    assert_eq!(
        recalled(lin.call("getHistoryMsg", body).await.data()),
        "a slip"
    );
    let events = page.events(0).await;
    let event = events.iter().find(|event| event["event"] == 1205).unwrap();
    assert_eq!(event["msgId"], said["msgId"]);
    assert!(!events.iter().any(|event| event["msgContent"] == "a slip"));
}

/// Fault case 'seq hole produced by a bug'.
#[actix_web::test]
async fn a_sequence_gap_that_a_page_reports_is_counted() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let ask = json!({ "pageSize": 20, "maxTime": 0, "seqGap": true });

    page.call("getHistoryMsg", ask).await.data();

    let numbers = app.numbers().await;
    let mut lines = numbers.lines();
    assert!(lines.any(|line| line.starts_with("frontdesk_seq_gaps_total ")));
}

/// Limit of a history page, in bytes of its messages. The rest of a response is small.
const PAGE_BYTES: usize = 256 * 1024;

/// A text of nearly the maximum length: 12 kB in UTF-8.
fn long_text(index: usize) -> String {
    format!("{index} {}", "\u{8a71}".repeat(3_990))
}

async fn with_long_talk(app: &TestApp, messages: usize) -> Page<'_> {
    let page = app.visitor().await;
    for index in 0..messages {
        let sent = page.send(&index.to_string(), &long_text(index)).await;
        sent.data();
    }
    page
}

/// The number at the beginning of each long text.
fn numbers(messages: &[Value]) -> Vec<usize> {
    let words = texts(messages).into_iter();
    words
        .filter(|text| text.contains('\u{8a71}'))
        .map(|text| text.split(' ').next().unwrap().parse().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_page_of_long_texts_is_limited_in_bytes_and_the_next_continues_there() {
    let app = TestApp::new().await;
    let page = with_long_talk(&app, 60).await;
    let desk = app.agent("mia").await;
    let user = json!(page.user);

    for is_agent in [false, true] {
        let mut all = Vec::new();
        let mut max_time = json!(0);
        loop {
            let body = json!({ "userId": user, "pageSize": 50, "maxTime": max_time });
            let answer = match is_agent {
                false => page.call("getHistoryMsg", body).await,
                true => desk.call("getHistoryMsg", body).await,
            };
            assert!(answer.text.len() < PAGE_BYTES + 1_024);
            let mut messages = list(answer.data());
            assert!(messages.len() < 50);
            max_time = answer.data()["maxTime"].clone();
            assert_eq!(max_time, messages[0]["msgTime"]);
            messages.append(&mut all);
            all = messages;
            if answer.data()["more"] == false {
                break;
            }
            assert_eq!(answer.data()["more"], true);
        }
        assert_eq!(numbers(&all), (0..60).collect::<Vec<_>>());
    }
}

#[actix_web::test]
async fn a_page_with_exactly_the_remaining_messages_says_there_is_no_more() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.send("1", "hello").await.data();
    let whole = page.call("getHistoryMsg", json!({})).await;
    let count = list(whole.data()).len();

    let exact = page.call("getHistoryMsg", json!({ "pageSize": count }));
    assert_eq!(exact.await.data()["more"], false);
    let shorter = page.call("getHistoryMsg", json!({ "pageSize": count - 1 }));
    assert_eq!(shorter.await.data()["more"], true);
}

#[actix_web::test]
async fn a_long_session_is_read_in_parts_from_its_beginning() {
    let app = TestApp::new().await;
    let page = with_long_talk(&app, 100).await;
    let session = format!("{}.1", page.user);

    let mut all = Vec::new();
    let mut parts = 0;
    loop {
        let cursor = all
            .last()
            .map_or(json!(0), |last: &Value| last["seq"].clone());
        let body = json!({ "sessionId": session, "cursor": cursor });
        let answer = page.call("getSessionMsg", body).await;
        assert!(answer.text.len() < 4 * PAGE_BYTES + 1_024);
        all.extend(list(answer.data()));
        parts += 1;
        if answer.data()["more"] == false {
            break;
        }
        assert_eq!(answer.data()["more"], true);
    }

    assert_eq!(parts, 2);
    assert_eq!(numbers(&all), (0..100).collect::<Vec<_>>());
}
