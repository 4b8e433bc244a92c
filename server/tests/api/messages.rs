//! sendMsg and typing of the visitor.

use crate::helpers::{Desk, Page, TestApp, kinds, texts};
use actors_core::time::Span;
use serde_json::{Value, json};

#[actix_web::test]
async fn a_repeated_message_gets_the_first_response_and_is_stored_once() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let first = page.send("c-1", "hello").await.data().clone();
    let repeat = page.send("c-1", "hello").await.data().clone();
    let other = page.send("c-1", "something else").await;

    assert_eq!(first, repeat);
    assert_eq!((&first["id"], &first["seq"]), (&json!("c-1"), &json!(2)));
    assert_eq!(first["msgId"], format!("{}.1.2", page.user));
    other.is_refused(422, "id already used");
    assert_eq!(texts(&page.events(1).await), ["hello"]);
}

#[actix_web::test]
async fn sender_and_time_in_a_request_are_ignored() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let forged = json!({
        "id": "1", "msgType": 1, "msgContent": "I am the boss", "senderType": 2, "senderName": "Admin",
        "msgTime": 4_070_908_800_000_i64, "recallFlag": 1, "sensitiveFlag": 1, "seq": 900,
    });

    let sent = page.call("sendMsg", forged).await.data().clone();
    let told = page.events(1).await;

    assert_eq!(told[0]["senderType"], 1);
    assert_eq!(told[0]["senderName"], "");
    assert_eq!(told[0]["recallFlag"], 0);
    assert_eq!(sent["seq"], 2);
    assert!(sent["msgTime"].as_i64().unwrap() < 4_000_000_000_000);
}

#[actix_web::test]
async fn a_blank_or_overlong_text_and_an_invalid_type_are_refused() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    for blank in ["", "   \n\t", "\u{200b}\u{200c}\u{feff}"] {
        page.send("1", blank)
            .await
            .is_refused(400, "msgContent: the text is blank");
    }
    page.send("1", "a\0b")
        .await
        .is_refused(400, "msgContent: the text holds a NUL character");
    page.send("1", &"x".repeat(4_001))
        .await
        .is_refused(400, "msgContent: the text has more than 4000 characters");
    page.send("1", &"好".repeat(4_000)).await.data();
    for kind in [
        json!(7),
        json!(99),
        json!(5),
        json!(8),
        json!(12),
        json!("cards"),
        json!(-1),
        json!(null),
        json!({}),
    ] {
        let body = json!({ "id": "2", "msgType": kind, "msgContent": "x" });
        page.call("sendMsg", body)
            .await
            .is_refused(400, "msgType is not valid");
    }
    page.call("sendMsg", json!({ "id": "2", "msgType": 1 }))
        .await
        .is_refused(400, "msgContent is missing");
}

#[actix_web::test]
async fn a_text_is_stored_exactly_as_typed() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let odd = "<script>alert(1)</script> {{7*7}} ${x} %s <img onerror=x> 👩‍👩‍👧";

    page.send("1", odd).await.data();

    assert_eq!(texts(&page.events(1).await), [odd]);
    assert_eq!(page.events(1).await[0]["msgType"], 1);
}

/// [FM-05]
#[actix_web::test]
async fn typing_signals_reach_the_agent_throttled_and_are_not_stored() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let mut desk = app.agent_online("mia", 1).await;
    page.transfer().await.data();
    desk.news().await;
    let before = page.poll_for(0, 0).await.data()["cursor"].clone();

    let (heard, ()) = tokio::join!(desk.news_within(5_000), async {
        app.until_held(1).await;
        for _ in 0..50 {
            page.call("typing", json!({ "msgContent": "Where is" }))
                .await
                .data();
        }
    });

    assert_eq!(kinds(&heard), ["typing"]);
    assert!(heard[0]["seq"].is_null());
    assert_eq!(page.poll_for(0, 0).await.data()["cursor"], before);
}

#[actix_web::test]
async fn with_typing_preview_the_agent_reads_the_text_and_the_page_is_told() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    let mut desk = app.agent_online("mia", 1).await;
    page.transfer().await.data();
    desk.news().await;
    let told = || async {
        let info = page.call("channelInfo", json!({ "id": "web" })).await;
        info.data()["typingPreview"].clone()
    };

    let before = told().await;
    let unread = typed(&app, &page, &mut desk).await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["typingPreview"] = json!(1);
    admin.call("tenant/put", tenant).await.data();
    app.clock.advance(Span::from_secs(1));
    let read = typed(&app, &page, &mut desk).await;

    assert_eq!((before, told().await), (json!(0), json!(1)));
    assert_eq!((unread, read), (json!(""), json!("Where is")));
}

/// Sends a typing signal and returns the text that the desk receives.
async fn typed(app: &TestApp, page: &Page<'_>, desk: &mut Desk<'_>) -> Value {
    let (heard, ()) = tokio::join!(desk.news_within(5_000), async {
        app.until_held(1).await;
        page.call("typing", json!({ "msgContent": "Where is" }))
            .await
            .data();
    });
    assert_eq!(kinds(&heard), ["typing"]);
    heard[0]["msgContent"].clone()
}
