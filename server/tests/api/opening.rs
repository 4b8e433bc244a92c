//! How a visit begins on each channel, and the results of transferAgent (Protocol, 'receiveMode' and 'transferAgent').

use crate::helpers::{Desk, Page, TestApp, texts};
use serde_json::{Value, json};

/// Opens a page and asks for an agent. Returns the response, and the texts after the greeting.
async fn asks(app: &TestApp, channel: &str, locale: &str, wish: Value) -> (Value, Vec<String>) {
    let page = app
        .page(json!({ "channelId": channel, "locale": locale }))
        .await;
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();
    let answer = page.call("transferAgent", wish).await.data().clone();
    let events = page.events(cursor).await;
    (
        answer,
        texts(&events).into_iter().map(str::to_owned).collect(),
    )
}

async fn closes(desk: &Desk<'_>, user: &Value) {
    desk.call("closeConversation", json!({ "userId": user }))
        .await
        .data();
}

/// [ST-02] The server's part: a visit begins with the robot, and a repeated transfer changes nothing.
#[actix_web::test]
async fn every_visit_begins_with_the_robot_and_its_greeting_if_it_has_one() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;

    for (channel, greeting, result) in [
        ("web", Some("Hello!"), 2),
        ("first", Some("Hello!"), 2),
        ("alone", Some("Hello!"), 4),
        ("plain", None, 2),
    ] {
        let page = app
            .page(json!({ "channelId": channel, "locale": "en" }))
            .await;
        let greeted = page.events(0).await;
        assert_eq!(page.started["status"], 1, "{channel}");
        assert_eq!(texts(&greeted).first().copied(), greeting, "{channel}");

        let first = page.transfer().await.data().clone();
        let again = page.transfer().await.data().clone();
        assert_eq!(
            (&first["status"], &first),
            (&json!(result), &again),
            "{channel}"
        );
        let back = page.again_in(channel).await;
        let expected = if result == 2 { 2 } else { 1 };
        assert_eq!(back.started["status"], expected, "{channel}");
        if result == 2 {
            assert_eq!(back.started["adminNick"], "Mia");
            closes(&mia, &json!(page.user)).await;
        }
    }
}

#[actix_web::test]
async fn a_channel_without_a_robot_refuses_questions() {
    let app = TestApp::new().await;
    let page = app.page(json!({ "channelId": "plain" })).await;

    let asked = page.call("robotAsk", json!({ "question": "When?" })).await;

    asked.is_refused(403, "the channel has no robot");
    page.send("1", "hello").await.data();
}

/// [ST-03] [ST-14]
#[actix_web::test]
async fn no_agent_online_is_said_in_the_tenants_text_and_the_visitors_language() {
    let app = TestApp::new().await;

    let english = asks(&app, "worded", "en", json!({})).await;
    let chinese = asks(&app, "worded", "zh", json!({})).await;

    assert_eq!(
        (&english.0["status"], english.1),
        (&json!(1), vec!["Nobody is in.".to_owned()])
    );
    assert_eq!(
        (&chinese.0["status"], chinese.1),
        (&json!(1), vec!["客服不在线。".to_owned()])
    );
}

/// [ST-01] [ST-04] [ST-05] [ST-14]
#[actix_web::test]
async fn a_connected_visitor_is_greeted_and_a_waiting_one_learns_their_place() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 1).await;

    let page = app
        .page(json!({ "channelId": "worded", "locale": "zh" }))
        .await;
    let connected = page.transfer().await.data().clone();
    let told = page.until(0, |event| event["event"] == 1200).await;
    let (english, waits) = asks(&app, "worded", "en", json!({})).await;
    let (chinese, behind) = asks(&app, "worded", "zh", json!({})).await;
    closes(&mia, &json!(page.user)).await;
    let ended = page.poll_for(0, 0).await.data().clone();

    assert_eq!(
        (&connected["status"], &connected["adminNick"]),
        (&json!(2), &json!("Mia"))
    );
    assert_eq!(told["status"], 2);
    assert!(texts(told["msgList"].as_array().unwrap()).contains(&"我是Mia。"));
    assert_eq!(
        (&english["status"], &english["waitIndex"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(waits, ["You are number 1."]);
    assert_eq!(
        (&chinese["status"], &chinese["waitIndex"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(behind, ["您排在第 2 位。"]);
    assert_eq!(ended["status"], 0);
    assert!(texts(ended["msgList"].as_array().unwrap()).contains(&"再见。"));
}

/// [ST-06]
#[actix_web::test]
async fn a_failed_transfer_and_off_work_hours_have_different_results() {
    let app = TestApp::new().await;
    let _mia = app.agent_online("mia", 5).await;

    let nobody = asks(&app, "worded", "en", json!({ "adminId": "nobody" })).await;
    let nowhere = asks(&app, "worded", "en", json!({ "groupId": "theirs" })).await;
    let elsewhere = asks(&app, "first", "en", json!({ "groupId": "support" })).await;
    let other = asks(&app, "first", "en", json!({ "adminId": "jo" })).await;
    let asleep = asks(&app, "asleep", "zh", json!({})).await;

    for failed in [nobody, nowhere, elsewhere, other] {
        assert_eq!(
            (&failed.0["status"], failed.1),
            (&json!(4), vec!["Transfer to manual failed!".to_owned()])
        );
    }
    assert_eq!(
        (&asleep.0["status"], asleep.1),
        (&json!(5), vec!["我们休息了。".to_owned()])
    );
}

/// [ST-07]
#[actix_web::test]
async fn one_group_is_chosen_by_itself_and_several_groups_require_a_choice() {
    let app = TestApp::new().await;
    let (_mia, _jo) = (
        app.agent_online("mia", 3).await,
        app.agent_online("jo", 1).await,
    );

    let one = asks(&app, "one-group", "en", json!({})).await.0;
    let none = asks(&app, "no-group", "en", json!({})).await;
    let several = app
        .page(json!({ "channelId": "groups", "locale": "en" }))
        .await;

    assert_eq!((&one["status"], &one["adminId"]), (&json!(2), &json!("jo")));
    assert_eq!(
        (&none.0["status"], none.1),
        (&json!(1), vec!["No group takes you.".to_owned()])
    );
    several
        .transfer()
        .await
        .is_refused(400, "groupId: a group must be named");
    let named = several
        .call("transferAgent", json!({ "groupId": "sales" }))
        .await;
    assert_eq!(named.data()["adminId"], "mia");
}

/// [ST-07]
#[actix_web::test]
async fn a_requested_agent_is_assigned_or_waited_for_in_their_group() {
    let app = TestApp::new().await;
    let (_mia, jo) = (
        app.agent_online("mia", 3).await,
        app.agent_online("jo", 1).await,
    );
    let ask_jo = json!({ "adminId": "jo" });

    let given = asks(&app, "groups", "en", ask_jo.clone()).await.0;
    let waits = app
        .page(json!({ "channelId": "groups", "locale": "en" }))
        .await;
    let queued = waits
        .call("transferAgent", ask_jo.clone())
        .await
        .data()
        .clone();
    let listed = jo
        .call("listConversations", json!({ "box": "queue" }))
        .await
        .data()["list"][0]
        .clone();

    assert_eq!(
        (&given["status"], &given["adminId"]),
        (&json!(2), &json!("jo"))
    );
    assert_eq!(
        (&queued["status"], &queued["waitIndex"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(
        (&listed["userId"], &listed["groupId"]),
        (&json!(waits.user), &json!("support"))
    );
}

/// [ST-08] The page transfers and then sends. If it repeats both, the agent still receives the message once.
#[actix_web::test]
async fn a_message_sent_after_a_transfer_reaches_the_agent_once() {
    let app = TestApp::new().await;
    let mut mia = app.agent_online("mia", 1).await;
    let (page, waits) = (
        app.page(json!({ "channelId": "first", "locale": "en" }))
            .await,
        app.page(json!({ "channelId": "first", "locale": "en" }))
            .await,
    );

    for page in [&page, &waits] {
        page.transfer().await.data();
        page.send("m-1", "Is the fern in stock?").await.data();
        page.transfer().await.data();
        page.send("m-1", "Is the fern in stock?").await.data();
    }
    let said = mia.news_until("message").await;
    let first = mia.call("listConversations", json!({})).await.data()["list"][0].clone();
    closes(&mia, &json!(page.user)).await;
    let next = waits.until(0, |event| event["event"] == 1200).await;
    let second = mia.call("listConversations", json!({})).await.data()["list"][0].clone();

    assert_eq!(said["userId"], page.user);
    for (listed, whose) in [(&first, &page), (&second, &waits)] {
        assert_eq!(
            (&listed["userId"], &listed["unread"]),
            (&json!(whose.user), &json!(1))
        );
        assert_eq!(listed["lastMsg"]["msgContent"], "Is the fern in stock?");
    }
    assert_eq!(next["status"], 2);
}

/// [ID-09] [ID-10]
#[actix_web::test]
async fn a_returning_visitor_gets_their_current_status() {
    let app = TestApp::new().await;
    let _mia = app.agent_online("mia", 1).await;
    let body = json!({
        "channelId": "worded", "pid": "p-1", "params": "{\"plan\":\"gold\"}", "userName": "Ann",
        "userId": "ann-1", "email": "ann@example.com", "phone": "13800138000", "groupId": "sales",
        "adminId": "mia", "locale": "en", "fiyBookCode": "F-1", "previousUrl": "https://shop.example/cart",
        "refer": "https://shop.example/"
    });
    let first = app.page(body).await;
    let second = app
        .page(json!({ "channelId": "worded", "locale": "en" }))
        .await;

    for field in [
        "userId",
        "sessionId",
        "pollId",
        "status",
        "serverTime",
        "adminNick",
        "token",
        "epoch",
    ] {
        assert!(!first.started[field].is_null(), "{field}");
    }
    assert_eq!(first.started["userId"], "ann-1");
    first.transfer().await.data();
    second.transfer().await.data();
    let (talks, waits) = (
        first.again_in("worded").await,
        second.again_in("worded").await,
    );

    assert_eq!(
        (&talks.started["status"], &talks.started["adminNick"]),
        (&json!(2), &json!("Mia"))
    );
    assert_eq!(
        (&waits.started["status"], &waits.started["waitIndex"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(talks.started["sessionId"], first.started["sessionId"]);
    talks.call("chatClose", json!({})).await.data();
    let anew = talks.again_in("worded").await;
    assert_eq!(
        (&anew.started["status"], &anew.started["adminNick"]),
        (&json!(1), &json!(""))
    );
}

/// [ID-09]
#[actix_web::test]
async fn every_field_of_a_start_is_stored_and_shown_to_the_agent() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 1).await;
    let said = json!({
        "pid": "p-1", "params": "{\"plan\":\"gold\"}", "userName": "Ann", "email": "ann@example.com",
        "phone": "13800138000", "groupId": "sales", "adminId": "mia", "locale": "en", "fiyBookCode": "F-1",
        "previousUrl": "https://shop.example/cart", "refer": "https://shop.example/"
    });
    let mut start = said.clone();
    start["channelId"] = json!("web");
    let page = app.page(start).await;
    let silent = app.page(json!({ "channelId": "web" })).await;
    for asks in [&page, &silent] {
        asks.transfer().await.data();
    }
    let seen = async |page: &Page<'_>| {
        let body = json!({ "userId": page.user });
        desk.call("getVisitor", body).await.data().clone()
    };

    let (seen, default) = (seen(&page).await, seen(&silent).await);

    for (field, value) in said.as_object().unwrap() {
        assert_eq!(&seen[field], value, "{field}");
    }
    assert_eq!(default["locale"], "zh");
}
