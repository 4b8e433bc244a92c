//! leaveMsg, getLeaveMsgList, and the agents' calls for these messages.

use crate::helpers::{Answer, Page, TestApp};
use serde_json::{Value, json};
use server::settings::Switch;
use std::sync::Arc;

async fn on_channel<'a>(app: &'a TestApp, channel: &str) -> Page<'a> {
    app.page(json!({ "channelId": channel, "locale": "en" }))
        .await
}

pub async fn leave(page: &Page<'_>, changes: Value) -> Answer {
    let mut body = json!({
        "customerName": "Ann", "customerPhone": "13800138000",
        "customerEmail": "ann@example.com", "msgContent": "Please call me.",
    });
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    page.call("leaveMsg", body).await
}

async fn list(page: &Page<'_>) -> Vec<Value> {
    let answer = page.call("getLeaveMsgList", json!({})).await;
    answer.data().as_array().unwrap().clone()
}

/// [LM-02] [LM-05] [LM-08]
#[actix_web::test]
async fn a_message_is_left_handled_and_read_again() {
    let app = TestApp::new().await;
    let page = on_channel(&app, "leave").await;
    let mut desk = app.agent("mia").await;

    let id = leave(&page, json!({ "channelId": "leave" })).await.data()["id"].clone();
    let heard = desk.news_until("left").await;
    assert_eq!(
        (&heard["what"], &heard["id"], &heard["waiting"]),
        (&json!("leaveMsg"), &id, &json!(1))
    );
    let before = list(&page).await;
    let waiting = desk
        .call("listLeaveMsgs", json!({ "msgState": 0 }))
        .await
        .data()
        .clone();
    let handling = json!({ "id": id, "msgDesc": "Called back." });
    desk.call("handleLeaveMsg", handling).await.data();

    assert_eq!(before.len(), 1);
    let left = &before[0];
    assert_eq!(
        (&left["id"], &left["msgState"], &left["updateTime"]),
        (&id, &json!(0), &json!(0))
    );
    for (field, value) in [
        ("customerName", "Ann"),
        ("customerPhone", "13800138000"),
        ("customerEmail", "ann@example.com"),
        ("msgContent", "Please call me."),
        ("channelId", "leave"),
        ("userId", &page.user),
    ] {
        assert_eq!(left[field], value, "{field}");
    }
    assert!(left["createTime"].as_i64().unwrap() > 1_700_000_000_000);
    assert_eq!(
        (&waiting["list"][0]["id"], &waiting["waiting"]),
        (&id, &json!(1))
    );
    let after = list(&page).await;
    assert_eq!(
        (
            &after[0]["msgState"],
            &after[0]["updateUserName"],
            &after[0]["msgDesc"]
        ),
        (&json!(1), &json!("Mia"), &json!("Called back."))
    );
    assert!(after[0]["updateTime"].as_i64() >= after[0]["createTime"].as_i64());
    let open = desk.call("listLeaveMsgs", json!({ "msgState": 0 })).await;
    assert_eq!(open.data()["list"], json!([]));
    let handled = desk.call("listLeaveMsgs", json!({ "msgState": 1 })).await;
    assert_eq!(handled.data()["list"][0]["id"], id);
    assert_eq!(handled.data()["waiting"], 0);
}

/// [LM-02]
#[actix_web::test]
async fn a_message_needs_a_name_and_a_text_and_the_rest_may_be_empty() {
    let app = TestApp::new().await;
    let page = on_channel(&app, "leave").await;

    for name in ["", "  ", "\u{200b}"] {
        leave(&page, json!({ "customerName": name }))
            .await
            .is_refused(400, "customerName must not be blank");
    }
    for content in ["", " \n", "\u{200b}"] {
        leave(&page, json!({ "msgContent": content }))
            .await
            .is_refused(400, "msgContent: the text is blank");
    }
    leave(&page, json!({ "msgContent": "x".repeat(4_001) }))
        .await
        .is_refused(400, "msgContent: the text has more than 4000 characters");
    leave(&page, json!({ "customerName": "n".repeat(101) }))
        .await
        .is_refused(400, "customerName is not valid");
    leave(&page, json!({ "msgContent": 7 }))
        .await
        .is_refused(400, "msgContent is not valid");
    leave(&page, json!({ "customerPhone": "", "customerEmail": "" }))
        .await
        .data();

    assert_eq!(list(&page).await.len(), 1);
}

#[actix_web::test]
async fn a_phone_number_and_an_email_address_must_be_valid_or_empty() {
    let app = TestApp::new().await;
    let page = on_channel(&app, "leave").await;
    let phone = "rightPhone: customerPhone must have 11 digits and begin with 1";
    let email = "rightEmail: customerEmail must be an e-mail address";

    for wrong in [
        "1380013800",
        "138001380000",
        "23800138000",
        "１３８００１３８０００",
        "+8613800138000",
    ] {
        leave(&page, json!({ "customerPhone": wrong }))
            .await
            .is_refused(400, phone);
    }
    let endless = format!("{}@b.co", "a".repeat(10_240));
    for wrong in ["ann", "a@b..c", "a@b", &endless] {
        leave(&page, json!({ "customerEmail": wrong }))
            .await
            .is_refused(400, email);
    }

    assert_eq!(list(&page).await, [json!(null); 0]);
}

#[actix_web::test]
async fn a_double_click_leaves_one_message() {
    let app = TestApp::new().await;
    let page = on_channel(&app, "leave").await;

    let (one, two) = futures_util::future::join(
        leave(&page, json!({ "id": "c-1" })),
        leave(&page, json!({ "id": "c-1" })),
    )
    .await;
    let other = leave(&page, json!({ "id": "c-1", "msgContent": "Or write." })).await;

    assert_eq!(one.data(), two.data());
    other.is_refused(422, "id already used");
    assert_eq!(list(&page).await.len(), 1);
}

#[actix_web::test]
async fn only_a_channel_set_up_for_messages_accepts_them() {
    let app = TestApp::new().await;
    let plain = on_channel(&app, "web").await;
    let orders = on_channel(&app, "orders").await;
    let page = on_channel(&app, "leave").await;

    let no = "the channel takes no messages";
    leave(&plain, json!({})).await.is_refused(403, no);
    leave(&orders, json!({})).await.is_refused(403, no);
    leave(&page, json!({ "channelId": "web" }))
        .await
        .is_refused(403, no);
    let foreign = leave(&page, json!({ "channelId": "rival" })).await;
    let unknown = leave(&page, json!({ "channelId": "nowhere" })).await;

    foreign.is_refused(404, "not found");
    assert_eq!(foreign.text, unknown.text);
    leave(&plain, json!({ "channelId": "leave" })).await.data();
}

#[actix_web::test]
async fn a_message_is_hidden_from_other_visitors_and_other_tenants() {
    let app = TestApp::new().await;
    let page = on_channel(&app, "leave").await;
    let other = on_channel(&app, "leave").await;
    let id = leave(&page, json!({})).await.data()["id"].clone();
    let path = "/api/chat/visitor/getLeaveMsgList";

    assert_eq!(list(&other).await, [json!(null); 0]);
    other
        .call("getLeaveMsgList", json!({ "userId": page.user }))
        .await
        .is_refused(401, "login state expired");
    let mut forged = page.token.clone();
    forged.pop();
    for token in [None, Some("x"), Some(forged.as_str())] {
        let asked = app.post(path, token, &json!({ "userId": page.user })).await;
        asked.is_refused(401, "login state expired");
    }
    let rival = app.agent_of("rival", "ron").await;
    let foreign = rival.call("handleLeaveMsg", json!({ "id": id })).await;
    let unknown = rival
        .call("handleLeaveMsg", json!({ "id": "0".repeat(32) }))
        .await;
    foreign.is_refused(404, "not found");
    assert_eq!(foreign.text, unknown.text);
    let listed = rival.call("listLeaveMsgs", json!({})).await;
    assert_eq!(listed.data()["list"], json!([]));
    let desk = app
        .post("/api/agent/listLeaveMsgs", Some(&page.token), &json!({}))
        .await;
    desk.is_refused(401, "login state expired");
}

#[actix_web::test]
async fn a_visitor_may_leave_five_messages_an_hour_without_errors_and_repeats() {
    let app = TestApp::with(|settings| settings.limits = Switch::On).await;
    let page = on_channel(&app, "leave").await;
    let other = on_channel(&app, "leave").await;

    for number in 0..5 {
        leave(&page, json!({ "customerPhone": "1" }))
            .await
            .is_refused(
                400,
                "rightPhone: customerPhone must have 11 digits and begin with 1",
            );
        leave(&page, json!({ "id": number.to_string() }))
            .await
            .data();
    }
    let sixth = leave(&page, json!({ "id": "6" })).await;

    sixth.is_refused(429, "too many requests");
    let wait: u64 = sixth.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=720).contains(&wait), "{wait}");
    leave(&page, json!({ "id": "4" })).await.data();
    leave(&other, json!({})).await.data();
    assert_eq!(list(&page).await.len(), 5);
}

/// [LM-02]
#[actix_web::test]
async fn a_new_visitor_does_not_reset_the_limit_of_their_address() {
    let app = TestApp::with(|settings| {
        settings.limits = Switch::On;
        settings.rates.leave_per_address_per_hour = 7;
    })
    .await;

    for _ in 0..7 {
        let page = on_channel(&app, "leave").await;
        leave(&page, json!({ "id": "1" })).await.data();
    }
    let page = on_channel(&app, "leave").await;
    let eighth = leave(&page, json!({})).await;

    eighth.is_refused(429, "too many requests");
    let wait: u64 = eighth.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=515).contains(&wait), "{wait}");
    assert_eq!(list(&page).await.len(), 0);
}

#[actix_web::test]
async fn an_agent_searches_messages_and_reads_them_page_by_page() {
    let app = TestApp::new().await;
    let page = on_channel(&app, "leave").await;
    for number in 0..55 {
        leave(&page, json!({ "msgContent": format!("number {number}") }))
            .await
            .data();
    }
    leave(
        &page,
        json!({ "customerName": "Zoë", "msgContent": "blue pots" }),
    )
    .await
    .data();
    let desk = app.agent("mia").await;

    let first = desk.call("listLeaveMsgs", json!({})).await.data().clone();
    let next = json!({ "cursor": first["cursor"] });
    let second = desk.call("listLeaveMsgs", next).await.data().clone();
    let found = desk.call("listLeaveMsgs", json!({ "search": "ZOË" })).await;

    let size = |answer: &Value| answer["list"].as_array().unwrap().len();
    assert_eq!((size(&first), size(&second)), (50, 6));
    assert_eq!(first["list"][0]["msgContent"], "blue pots");
    assert_eq!(
        (&second["cursor"], &second["list"][5]["msgContent"]),
        (&json!(""), &json!("number 0"))
    );
    assert_eq!(first["waiting"], 56);
    assert_eq!(size(found.data()), 1);
    desk.call("listLeaveMsgs", json!({ "cursor": "../.." }))
        .await
        .is_refused(400, "cursor is not valid");
    let mine = list(&page).await;
    let older = json!({ "maxTime": mine[49]["createTime"] });
    let rest = page.call("getLeaveMsgList", older).await;
    assert_eq!((mine.len(), rest.data().as_array().unwrap().len()), (50, 6));
}

#[actix_web::test]
async fn an_acknowledged_message_survives_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let page = on_channel(&app, "leave").await;
    let id = leave(&page, json!({ "id": "c-1" })).await.data()["id"].clone();
    let (token, user) = (page.token.clone(), page.user.clone());
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let body = json!({ "userId": user });
    let path = "/api/chat/visitor/getLeaveMsgList";
    let kept = app.post(path, Some(&token), &body).await;
    let body = json!({
        "id": "c-1", "customerName": "Ann", "customerPhone": "13800138000",
        "customerEmail": "ann@example.com", "msgContent": "Please call me.",
    });
    let path = "/api/chat/visitor/leaveMsg";
    let again = app.post(path, Some(&token), &body).await;

    assert_eq!(kept.data()[0]["id"], id);
    assert_eq!(again.data()["id"], id);
    app.stop().await;
}
