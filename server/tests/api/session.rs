//! chatStart, chatClose, getOfflineMsg, msgComplete.

use crate::helpers::{Page, TestApp, texts};
use actix_web::test::TestRequest;
use futures_util::future::join_all;
use serde_json::json;
use server::body::Json;
use server::routes::visitor::session::chat_start;

#[actix_web::test]
async fn a_new_visitor_is_greeted_by_the_robot_in_their_language() {
    let app = TestApp::new().await;

    let english = app.visitor().await;
    let chinese = app
        .page(json!({ "channelId": "web", "locale": "zh" }))
        .await;

    assert_eq!(english.started["status"], 1);
    assert_eq!(english.started["verified"], true);
    assert_eq!(english.started["sessionId"], format!("{}.1", english.user));
    let greeting = &english.events(0).await[0];
    assert_eq!(texts(std::slice::from_ref(greeting)), ["Hello!"]);
    assert_eq!(
        (
            &greeting["senderType"],
            &greeting["senderName"],
            &greeting["seq"]
        ),
        (&json!(3), &json!("Fern"), &json!(1))
    );
    assert_eq!(texts(&chinese.events(0).await), ["您好！"]);
}

#[actix_web::test]
async fn an_unknown_channel_is_not_found_and_guesses_are_rate_limited() {
    let app = TestApp::with(|settings| {
        settings.limits = server::settings::Switch::On;
        settings.rates.miss_per_minute = 2;
    })
    .await;
    let info = |id: &str| {
        let (app, body) = (&app, json!({ "id": id }));
        async move { app.post("/api/chat/visitor/channelInfo", None, &body).await }
    };

    info("a-guess").await.is_refused(404, "not found");
    info("another").await.is_refused(404, "not found");
    let refused = info("a-third").await;

    refused.is_refused(429, "too many requests");
    assert!(
        refused
            .header("retry-after")
            .unwrap()
            .parse::<u64>()
            .unwrap()
            >= 1
    );
    info("web").await.data();
}

#[actix_web::test]
async fn another_tenants_group_or_agent_is_not_available() {
    let app = TestApp::new().await;

    for wish in [
        json!({ "groupId": "theirs" }),
        json!({ "adminId": "ron" }),
        json!({ "groupId": "\"><x" }),
    ] {
        let mut body = json!({ "channelId": "web" });
        body.as_object_mut()
            .unwrap()
            .extend(wish.as_object().unwrap().clone());
        app.post("/api/chat/visitor/chatStart", None, &body)
            .await
            .is_refused(400, "group not available");
    }
}

#[actix_web::test]
async fn a_hundred_starts_at_once_share_one_session_and_leave_one_active_page() {
    let app = TestApp::new().await;
    let first = app.visitor().await;

    let pages = join_all((0..100).map(|_| first.again())).await;

    let mut live = 0;
    for page in &pages {
        assert_eq!(page.started["sessionId"], first.started["sessionId"]);
        let told = page.poll_for(0, 0).await;
        let displaced = told.status == 409 || told.data()["msgList"][0]["outType"] == 3;
        live += u32::from(!displaced);
    }
    assert_eq!(live, 1);
}

#[actix_web::test]
async fn a_displaced_page_is_told_once_and_then_refused() {
    let app = TestApp::new().await;
    let old = app.visitor().await;
    let waiting = {
        let old = old.clone();
        async move { old.poll_for(1, 20_000).await }
    };

    let (told, new) = tokio::join!(waiting, async {
        app.until_held(1).await;
        old.again().await
    });

    let event = &told.data()["msgList"][0];
    assert_eq!(
        (&event["event"], &event["outType"]),
        (&json!(1202), &json!(3))
    );
    assert_eq!(event["msgContent"], "Your session opens in a new window!");
    old.poll_for(1, 0)
        .await
        .is_refused(409, "opened in another window");
    let read = old
        .call("msgComplete", json!({ "pollId": old.poll, "cursor": 1 }))
        .await;
    read.is_refused(409, "opened in another window");
    new.poll_for(1, 0).await.data();
}

#[actix_web::test]
async fn a_cancelled_start_releases_its_user_id() {
    let app = TestApp::new().await;
    let body = json!({ "channelId": "web", "userId": "ann" });
    let request = TestRequest::default().to_http_request();
    let body = Json(serde_json::from_value(body).unwrap());

    let mut start = Box::pin(chat_start(app.state.clone(), request, body));
    assert!(futures_util::poll!(&mut start).is_pending());
    let while_it_starts = app.state.names_in_the_making.len();
    drop(start);

    assert_eq!(while_it_starts, 1);
    assert!(app.state.names_in_the_making.is_empty());
}

#[actix_web::test]
async fn a_session_keeps_its_channel_when_a_page_of_another_channel_opens() {
    let app = TestApp::new().await;
    let _mia = app.agent_online("mia", 5).await;
    let open = app.visitor().await;
    let asleep = app
        .page(json!({ "channelId": "closed", "locale": "en" }))
        .await;

    let elsewhere = open.again_in("closed").await;
    let plain = open.again_in("plain").await;
    let greeting = plain.events(0).await[0].clone();
    let history = plain.call("getHistoryMsg", json!({})).await.data()["msgList"][0].clone();

    assert_eq!(elsewhere.started["sessionId"], open.started["sessionId"]);
    assert_eq!(
        (&greeting["senderName"], &history["senderName"]),
        (&json!("Fern"), &json!("Fern"))
    );
    assert_eq!(elsewhere.transfer().await.data()["status"], 2);
    let awake = asleep.again_in("web").await;
    assert_eq!(awake.transfer().await.data()["status"], 5);
}

/// [FM-05]
#[actix_web::test]
async fn a_closed_chat_accepts_no_message_and_a_start_begins_a_new_one() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.send("a", "hello").await.data();

    page.call("chatClose", json!({})).await.data();
    page.call("chatClose", json!({})).await.data();
    page.send("b", "anybody?")
        .await
        .is_refused(409, "chat ended");
    let ended = page.poll_for(2, 0).await;
    let new = page.again().await;

    assert_eq!(ended.data()["status"], 0);
    assert_eq!(ended.data()["msgList"][0]["event"], 1202);
    assert_eq!(new.started["sessionId"], format!("{}.2", page.user));
    assert_eq!(new.started["status"], 1);
    new.send("b", "hello again").await.data();
}

/// [FM-05]
#[actix_web::test]
async fn an_agents_message_to_an_absent_visitor_is_offline_until_it_is_read() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let desk = app.agent_online("mia", 1).await;
    page.transfer().await.data();
    let seen = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();
    page.poll_for(seen, 0).await.data();
    desk.say(&page, "1", "still there?").await.data();

    let back: Page = page.again().await;
    let offline = back
        .call("getOfflineMsg", json!({ "pollId": back.poll }))
        .await
        .data()
        .clone();
    back.call("msgComplete", json!({ "pollId": back.poll }))
        .await
        .data();
    back.poll_for(0, 0).await.data();
    back.call("msgComplete", json!({ "pollId": back.poll }))
        .await
        .data();
    let later = back.again().await;

    assert!(back.started["offline"].as_u64().unwrap() >= 1);
    assert!(texts(offline["msgList"].as_array().unwrap()).contains(&"still there?"));
    assert_eq!(later.started["offline"], 0);
}
