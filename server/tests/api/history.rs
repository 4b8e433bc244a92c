//! getHistoryMsg, the visitor's and the agent's.

use crate::helpers::{TestApp, texts};
use serde_json::{Value, json};

fn list(answer: &Value) -> Vec<Value> {
    answer["msgList"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn pages_of_a_history_join_without_gap_or_overlap_over_sessions() {
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
        let is_last = messages.len() < 20;
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
async fn a_page_of_a_history_has_limits() {
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
async fn a_withdrawn_text_is_gone_for_visitors_and_agents_and_not_for_supervisors() {
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

/// negative-cases, 'seq hole produced by a bug'
#[actix_web::test]
async fn a_page_that_found_a_hole_is_counted() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let ask = json!({ "pageSize": 20, "maxTime": 0, "seqGap": true });

    page.call("getHistoryMsg", ask).await.data();

    let numbers = app.numbers().await;
    let mut lines = numbers.lines();
    assert!(lines.any(|line| line.starts_with("frontdesk_seq_gaps_total ")));
}
