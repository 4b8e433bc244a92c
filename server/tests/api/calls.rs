//! Voice and video calls: invitation, answer, refusal and signals, in both directions. [FM-03]

use crate::helpers::{Desk, Page, TestApp};
use serde_json::{Value, json};

async fn talking(app: &TestApp) -> (Page<'_>, Desk<'_>) {
    let mut desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    desk.news().await;
    (page, desk)
}

/// The events that concern calls.
fn calls(events: &[Value]) -> Vec<Value> {
    let calls = events.iter().filter(|event| event["callId"].is_string());
    calls.cloned().collect()
}

async fn invite(page: &Page<'_>, kind: &str) -> Value {
    let invited = page
        .call("userVideoInvitation", json!({ "videoType": kind }))
        .await;
    invited.data().clone()
}

/// A server with STUN and TURN servers configured.
async fn with_turn() -> TestApp {
    TestApp::with(|settings| {
        settings.calls.stun_urls = vec!["stun:127.0.0.1:3478".into()];
        settings.calls.turn_urls = vec!["turn:127.0.0.1:3478".into()];
        settings.calls.turn_secret = Some("north".into());
    })
    .await
}

/// [ST-11]
#[actix_web::test]
async fn a_visitor_calls_and_both_exchange_signals() {
    let app = with_turn().await;
    let (page, mut desk) = talking(&app).await;

    let invited = invite(&page, "video").await;
    let call = &invited["callId"];
    assert_eq!(
        (&invited["adminId"], &invited["videoType"]),
        (&json!("mia"), &json!("video"))
    );
    let user = invited["iceServers"][1]["username"].as_str().unwrap();
    assert!(user.ends_with(&format!(":{}", page.user)), "{user}");
    let rings = calls(&desk.news().await).remove(0);
    assert_eq!(
        (
            &rings["event"],
            &rings["kind"],
            &rings["callId"],
            &rings["userId"]
        ),
        (
            &json!("callSignal"),
            &json!("invite"),
            call,
            &json!(page.user)
        )
    );
    assert!(
        rings["iceServers"][1]["username"]
            .as_str()
            .unwrap()
            .ends_with(":mia")
    );

    let answered = desk.call("answerCall", json!({ "callId": call })).await;
    assert_eq!(answered.data()["videoType"], "video");
    let cursor = 0;
    let told = calls(&page.events(cursor).await);
    let kinds: Vec<_> = told
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["invite", "accept"]);
    assert!(
        told.iter()
            .all(|event| event["event"] == 1207 && event["adminId"] == "mia")
    );
    assert!(told.iter().all(|event| event["seq"].is_u64()));

    let sdp = json!({ "type": "offer", "sdp": "v=0\r\n" });
    page.call(
        "callSignal",
        json!({ "callId": call, "kind": "offer", "payload": sdp }),
    )
    .await
    .data();
    let told = calls(&desk.news().await);
    let offer = told.last().unwrap();
    assert_eq!((&offer["kind"], &offer["payload"]), (&json!("offer"), &sdp));
    for number in 1..=3 {
        let body = json!({ "callId": call, "kind": "candidate", "payload": number });
        desk.call("callSignal", body).await.data();
    }
    let told = calls(&page.events(cursor).await);
    let signals: Vec<_> = told.iter().filter(|event| event["seq"].is_null()).collect();
    let payloads: Vec<_> = signals
        .iter()
        .map(|event| event["payload"].as_u64().unwrap())
        .collect();
    assert_eq!(payloads, [1, 2, 3]);
    assert!(
        signals
            .iter()
            .all(|event| event["callSeq"].is_u64() && event["adminId"] == "mia")
    );

    page.call("callSignal", json!({ "callId": call, "kind": "toVoice" }))
        .await
        .data();
    page.call("callSignal", json!({ "callId": call, "kind": "hangup" }))
        .await
        .data();
    let told = calls(&desk.news().await);
    let kinds: Vec<_> = told
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds[kinds.len() - 1..], ["hangup"]);
    assert_eq!(told.last().unwrap()["reason"], "hungUp");
    assert!(told.last().unwrap()["duration"].is_u64());
    let history = page
        .call("getHistoryMsg", json!({ "pageSize": 5, "maxTime": 0 }))
        .await;
    let newest = history.data()["msgList"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .clone();
    assert_eq!(newest["lineKey"], "call_lasted");
    page.call("callSignal", json!({ "callId": call, "kind": "hangup" }))
        .await
        .is_refused(404, "not found");
}

/// [ST-11]
#[actix_web::test]
async fn an_agents_refusal_is_event_1208_and_a_visitors_refusal_reaches_the_agent() {
    let app = TestApp::new().await;
    let (page, mut desk) = talking(&app).await;
    let call = invite(&page, "voice").await["callId"].clone();
    desk.call("refuseCall", json!({ "callId": call }))
        .await
        .data();

    let told = calls(&page.events(0).await);
    let declined = told.last().unwrap();
    assert_eq!(
        (
            &declined["event"],
            &declined["kind"],
            &declined["msgContent"]
        ),
        (
            &json!(1208),
            &json!("refuse"),
            &json!("The agent declined the session request")
        )
    );

    let body = json!({ "userId": page.user, "videoType": "voice" });
    let invited = desk.call("inviteCall", body).await.data().clone();
    assert_eq!(invited["iceServers"], json!([]));
    desk.news().await;
    let rings = calls(&page.events(0).await).pop().unwrap();
    assert_eq!(
        (&rings["kind"], &rings["adminId"], &rings["callId"]),
        (&json!("invite"), &json!("mia"), &invited["callId"])
    );
    let body = json!({ "callId": rings["callId"], "kind": "hangup" });
    page.call("callSignal", body).await.data();
    let told = calls(&desk.news().await).pop().unwrap();
    assert_eq!(
        (&told["kind"], &told["senderType"]),
        (&json!("refuse"), &json!(1))
    );
}

/// A ring ends a held poll. A page that sends `callCursor` misses no signal and gets none twice.
#[actix_web::test]
async fn a_ring_ends_a_held_poll_and_signals_of_a_lost_response_come_again() {
    let app = TestApp::new().await;
    let (page, desk) = talking(&app).await;
    let seq = page.events(0).await.last().unwrap()["seq"]
        .as_u64()
        .unwrap();

    let body = json!({ "userId": page.user, "videoType": "video" });
    let (rung, invited) =
        futures_util::join!(page.poll_for(seq, 20_000), desk.call("inviteCall", body));
    let call = invited.data()["callId"].clone();
    assert_eq!(rung.data()["msgList"][0]["kind"], "invite");
    page.call(
        "callSignal",
        json!({ "callId": call, "kind": "answer", "payload": {} }),
    )
    .await
    .data();
    for number in 1..=2 {
        let body = json!({ "callId": call, "kind": "candidate", "payload": number });
        desk.call("callSignal", body).await.data();
    }
    let poll = |heard: u64| {
        let body = json!({ "pollId": page.poll, "cursor": seq + 2, "callCursor": heard });
        let page = page.clone();
        async move {
            let events = page.call("getEventMsg", body).await.data()["msgList"].clone();
            let events = events.as_array().unwrap().clone();
            let payloads = events
                .iter()
                .map(|event| event["payload"].as_u64().unwrap());
            let numbers = events
                .iter()
                .map(|event| event["callSeq"].as_u64().unwrap());
            (payloads.collect::<Vec<_>>(), numbers.collect::<Vec<_>>())
        }
    };

    let (first, numbers) = poll(0).await;
    assert_eq!(first, [1, 2]);
    assert_eq!(
        poll(0).await.0,
        [1, 2],
        "signals of a lost response come again"
    );
    assert_eq!(poll(numbers[0]).await.0, [2]);
    assert_eq!(poll(numbers[1]).await.0, [0; 0]);
}

#[actix_web::test]
async fn two_sides_that_call_at_once_share_one_call() {
    let app = TestApp::new().await;
    let (page, desk) = talking(&app).await;

    let body = json!({ "userId": page.user, "videoType": "video" });
    let (mine, theirs) = futures_util::join!(invite(&page, "video"), desk.call("inviteCall", body));

    assert_eq!(mine["callId"], theirs.data()["callId"]);
    let told = calls(&page.events(0).await);
    assert_eq!(
        told.iter()
            .filter(|event| event["kind"] == "accept")
            .count(),
        1
    );
}

#[actix_web::test]
async fn only_the_two_parties_can_act_on_a_call() {
    let app = TestApp::new().await;
    let (page, desk) = talking(&app).await;
    let alone = app.visitor().await;
    alone
        .call("userVideoInvitation", json!({ "videoType": "voice" }))
        .await
        .is_refused(409, "not with an agent");
    page.call("userVideoInvitation", json!({ "videoType": "screen" }))
        .await
        .is_refused(400, "videoType is not valid");
    let call = invite(&page, "voice").await["callId"].clone();

    let signal = |call: &Value, kind: &str| json!({ "callId": call, "kind": kind, "payload": 1 });
    let unknown = json!(format!("{}.{}", alone.user, "0".repeat(32)));
    for call in [&call, &unknown, &json!("nothing"), &json!("")] {
        alone
            .call("callSignal", signal(call, "hangup"))
            .await
            .is_refused(404, "not found");
    }
    page.call("callSignal", signal(&call, "refuse"))
        .await
        .is_refused(400, "kind is not valid");
    let long = json!({ "callId": call, "kind": "offer", "payload": "x".repeat(16 * 1_024) });
    page.call("callSignal", long)
        .await
        .is_refused(400, "the payload is too long");
    let lin = app.agent_online("lin", 5).await;
    for name in ["answerCall", "refuseCall"] {
        lin.call(name, json!({ "callId": call }))
            .await
            .is_refused(409, "the conversation is not yours");
    }
    let login = json!({ "tenantId": "rival", "account": "ron", "password": "a-long-password" });
    let ron = app.post("/api/agent/login", None, &login).await;
    let ron = ron.data()["token"].as_str().unwrap().to_owned();
    app.post(
        "/api/agent/answerCall",
        Some(&ron),
        &json!({ "callId": call }),
    )
    .await
    .is_refused(404, "not found");
    desk.call("answerCall", json!({ "callId": call }))
        .await
        .data();
}

/// [ST-17]
#[actix_web::test]
async fn a_restart_ends_a_call_and_tells_both_sides() {
    let folder = std::sync::Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let (page, desk) = talking(&app).await;
    let call = invite(&page, "voice").await["callId"].clone();
    desk.call("answerCall", json!({ "callId": call }))
        .await
        .data();
    let (user, token, poll) = (page.user.clone(), page.token.clone(), page.poll.clone());
    drop((page, desk));
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let mut desk = app.agent("mia").await;
    let body = json!({ "userId": user, "pollId": poll, "cursor": 0, "wait": 0 });
    let polled = app
        .post("/api/chat/visitor/getEventMsg", Some(&token), &body)
        .await;
    let told = calls(polled.data()["msgList"].as_array().unwrap());

    let over = told.last().unwrap();
    assert_eq!(
        (&over["kind"], &over["reason"], &over["callId"]),
        (&json!("hangup"), &json!("restart"), &call)
    );
    let mut told = Vec::new();
    while told.is_empty() {
        told = calls(&desk.news_within(5_000).await);
    }
    assert_eq!(told[0]["reason"], "restart");
}

#[actix_web::test]
async fn call_invitations_are_rate_limited() {
    let app = TestApp::with(|settings| settings.limits = server::settings::Switch::On).await;
    let (page, _desk) = talking(&app).await;
    for _ in 0..10 {
        invite(&page, "voice").await;
    }

    let refused = page
        .call("userVideoInvitation", json!({ "videoType": "voice" }))
        .await;

    refused.is_refused(429, "too many requests");
    assert!(refused.header("retry-after").is_some());
}
