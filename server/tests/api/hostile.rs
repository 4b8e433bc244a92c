//! Bad input that concerns several calls: invalid tokens, forged fields, repeated requests and hostile texts.

use crate::helpers::{Page, TestApp, answer, kinds, texts};
use crate::talk_forms::Service;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const SEND: &str = "/api/chat/visitor/sendMsg";

fn seqs(events: &[Value]) -> Vec<u64> {
    let seqs = events.iter().map(|event| event["seq"].as_u64().unwrap());
    seqs.collect()
}

#[actix_web::test]
async fn an_invalid_token_of_any_length_or_key_is_refused() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let (_, rest) = page.token.split_once('.').unwrap();
    let body = json!({ "userId": page.user, "msgType": 1, "msgContent": "x" });

    for token in [
        "x".repeat(10_240),
        format!("{}{}", page.token, "A".repeat(10_240)),
        format!("nokey.{rest}"),
        format!(".{rest}"),
        "..".to_owned(),
        format!("{}.", page.token),
    ] {
        app.post(SEND, Some(&token), &body)
            .await
            .is_refused(401, "login state expired");
    }
    assert_eq!(seqs(&page.events(0).await), [1], "only the greeting");
}

#[actix_web::test]
async fn a_cookie_is_not_a_token_and_none_is_set() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let body = json!({ "userId": page.user, "msgType": 1, "msgContent": "x" });
    for cookie in [
        format!("token={}", page.token),
        format!("Authorization=Bearer {}", page.token),
    ] {
        let request = app.client.post(format!("{}{SEND}", app.url));
        let request = request.header("cookie", cookie);
        let request = request.header("origin", "https://evil.example");
        let refused = answer(request.json(&body).send().await.unwrap()).await;

        refused.is_refused(401, "login state expired");
        assert!(refused.header("set-cookie").is_none());
        assert!(refused.header("access-control-allow-origin").is_none());
    }
    let sent = page.call("sendMsg", body).await;
    sent.data();
    assert!(sent.header("set-cookie").is_none());
}

#[actix_web::test]
async fn the_query_string_and_unknown_fields_are_ignored() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let other = app.visitor().await;
    let path = format!(
        "{SEND}?msgContent=theirs&userId={}&token={}",
        other.user, other.token
    );
    let body = json!({
        "userId": page.user, "id": "1", "msgType": 1, "msgContent": "mine", "__proto__": { "admin": true },
        "tenantId": "rival", "nonsense": [[{}]]
    });

    app.post(&path, Some(&page.token), &body).await.data();
    let without = app.post(&path, None, &body).await;

    without.is_refused(401, "login state expired");
    assert_eq!(texts(&page.events(1).await), ["mine"]);
    assert!(other.events(1).await.is_empty());
}

#[actix_web::test]
async fn invalid_utf8_and_overlong_texts_are_refused() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let json = "application/json";
    let raw = |text: &'static [u8]| app.post_bytes(SEND, Some(&page.token), json, text);

    raw(b"{\"msgType\":1,\"msgContent\":\"\xff\xfe\"}")
        .await
        .is_refused(400, "the body is not JSON");
    raw(b"{\"msgType\":1,\"msgContent\":\"\xed\xa0\x80\"}")
        .await
        .is_refused(400, "the body is not JSON");
    let combining = format!("a{}", "\u{301}".repeat(10_000));
    page.send("1", &combining)
        .await
        .is_refused(400, "msgContent: the text has more than 4000 characters");
    assert_eq!(seqs(&page.events(0).await), [1]);
}

#[actix_web::test]
async fn an_agent_sees_a_visitor_whatever_sender_the_visitor_claims() {
    let app = TestApp::new().await;
    let mut desk = app.agent_online("mia", 1).await;
    let start = json!({ "channelId": "web", "locale": "en", "userName": "Ann" });
    let page = app.page(start).await;
    page.transfer().await.data();
    desk.news().await;
    let forged = json!({
        "id": "1", "msgType": 1, "msgContent": "I am the boss", "senderType": 2, "senderName": "Admin",
        "msgTime": 4_070_908_800_000_i64, "recallFlag": 1, "insideFlag": 1, "sensitiveFlag": 1, "adminId": "mia",
    });

    page.call("sendMsg", forged).await.data();
    let heard = desk.news().await;

    assert_eq!(kinds(&heard), ["message"]);
    let msg = &heard[0]["msg"];
    assert_eq!(
        (&msg["senderType"], &msg["recallFlag"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(msg["senderName"], "Ann");
    assert!(msg["insideFlag"].is_null() || msg["insideFlag"] == 0);
    assert!(msg["msgTime"].as_i64().unwrap() < 4_000_000_000_000);
}

#[actix_web::test]
async fn requests_after_the_end_store_nothing_and_open_no_session() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.call("chatClose", json!({})).await.data();
    let before = page.call("getHistoryMsg", json!({})).await.text;
    for kind in [json!(1), json!(2), json!(3)] {
        let body = json!({ "msgType": kind, "msgContent": "{\"title\":\"x\"}" });
        let refused = page.call("sendMsg", body).await;
        assert_ne!(refused.status, 200, "{}", refused.text);
    }

    page.send("1", "anybody?")
        .await
        .is_refused(409, "chat ended");
    page.call("typing", json!({ "msgContent": "x" })).await;
    page.call("transferAgent", json!({}))
        .await
        .is_refused(409, "chat ended");

    assert_eq!(page.call("getHistoryMsg", json!({})).await.text, before);
    assert_eq!(page.poll_for(0, 0).await.data()["status"], 0);
}

#[actix_web::test]
async fn a_refused_start_creates_no_visitor() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    for (wish, refusal) in [
        (json!({ "groupId": "theirs" }), "group not available"),
        (json!({ "adminId": "ron" }), "group not available"),
        (json!({ "groupId": "x".repeat(200) }), "group not available"),
        (json!({ "groupId": "x".repeat(500) }), "groupId is too long"),
        (json!({ "adminId": "../mia" }), "group not available"),
    ] {
        let mut body = json!({ "channelId": "web", "userId": "customer-9" });
        let wish = wish.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(wish);
        app.post("/api/chat/visitor/chatStart", None, &body)
            .await
            .is_refused(400, refusal);
    }

    let unknown = lin.call("getVisitor", json!({ "userId": "customer-9" }));
    unknown.await.is_refused(404, "not found");
    let listed = lin.call("listConversations", json!({ "box": "robot" }));
    assert_eq!(listed.await.data()["list"], json!([]));
    let body = json!({ "channelId": "web", "userId": "customer-9" });
    assert_eq!(
        app.page(body).await.user,
        "customer-9",
        "the user id is still free"
    );
}

#[actix_web::test]
async fn repeated_transfers_keep_one_place_in_the_queue() {
    let app = TestApp::with(|settings| settings.limits = server::settings::Switch::On).await;
    let _desk = app.agent_online("mia", 1).await;
    let served = app.visitor().await;
    served.transfer().await.data();
    let (first, greedy, last) = (
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    );
    for page in [&first, &greedy, &last] {
        assert_eq!(page.transfer().await.data()["status"], 3);
    }

    let asked = (0..200).map(|_| greedy.transfer());
    let answers = futures_util::future::join_all(asked).await;

    let slowed = answers.iter().filter(|answer| answer.status == 429);
    assert!(slowed.clone().count() > 100);
    for refused in slowed {
        assert!(refused.header("retry-after").is_some());
    }
    for taken in answers.iter().filter(|answer| answer.status != 429) {
        assert_eq!(
            (&taken.data()["status"], &taken.data()["waitIndex"]),
            (&json!(3), &json!(2))
        );
    }
    for (page, place) in [(&first, 1), (&last, 3)] {
        assert_eq!(page.poll_for(0, 0).await.data()["waitIndex"], place);
    }
}

#[actix_web::test]
async fn the_server_never_requests_a_url_that_a_visitor_sends() {
    let service = Service::start();
    let app = TestApp::with(|settings| {
        settings.relay.private_hosts = vec![service.host.clone()];
    })
    .await;
    let inside = service.url("/inside");
    let _desk = app.agent_online("mia", 5).await;
    let page = app
        .page(json!({
            "channelId": "talk", "locale": "en", "previousUrl": inside, "refer": inside,
            "params": json!({ "picture": inside, "url": inside }).to_string()
        }))
        .await;
    page.transfer().await.data();

    for field in ["picture", "url"] {
        let card = json!({ "title": "Fern", field: inside }).to_string();
        page.call("sendMsg", json!({ "msgType": 3, "msgContent": card }))
            .await;
    }
    let text = format!("<img src=\"{inside}\"> {inside}");
    page.send("1", &text).await.data();
    page.call("resetInfo", json!({ "pollId": page.poll, "refer": inside }))
        .await
        .data();
    page.call("getHistoryMsg", json!({})).await.data();

    assert!(service.seen().is_empty(), "{:?}", service.seen());
}

/// Reading a visitor's text takes linear time. With quadratic time, a hundred thousand characters would take minutes.
#[actix_web::test]
async fn texts_crafted_to_be_slow_are_read_quickly() {
    let app = TestApp::new().await;
    let page: Page<'_> = app.visitor().await;
    let long = 100_000;
    let hostile = [
        "a".repeat(long),
        "1".repeat(long),
        format!("{}@", "a.".repeat(long / 2)),
        format!("a@{}", "a.".repeat(long / 2)),
        "<rhi>".repeat(long / 5),
        "http://".repeat(long / 7),
        "&amp;".repeat(long / 5),
        format!("{}!", "\u{301}\u{200b}".repeat(long / 4)),
    ];
    let begun = Instant::now();

    for text in &hostile {
        for (call, body) in [
            ("robotTips", json!({ "question": text })),
            ("robotAsk", json!({ "question": text })),
            ("submitUserForm", json!({ "userName": "x", "phone": text })),
            ("submitUserForm", json!({ "userName": "x", "email": text })),
            ("resetInfo", json!({ "pollId": page.poll, "email": text })),
            ("sendMsg", json!({ "msgType": 1, "msgContent": text })),
            ("typing", json!({ "msgContent": text })),
        ] {
            let answer = page.call(call, body).await;
            assert!(answer.status < 500, "{call}: {}", answer.text);
        }
    }

    assert!(begun.elapsed() < Duration::from_secs(30));
}
