//! A visitor who agreed hears of an answer, against the same push service.

use super::{PushService, server_for, tenant};
use crate::admin_visitors::personal;
use crate::helpers::{Answer, Desk, Page, TestApp};
use actors_core::ids::{VisitorId, VisitorKey};
use serde_json::{Value, json};
use server::push::devices::Device;
use std::sync::Arc;
use std::time::Duration;

/// The agent Mia and her visitor, whose page has seen that she came: nothing is pushed before she speaks.
/// A page that does not poll counts as away after 1.8 s, and agents never do.
async fn talking(app: &TestApp) -> (Desk<'_>, Page<'_>) {
    let service = json!({ "visitorAwayTime": 0.03, "agentAwayTime": 1440, "agentGoneTime": 1440 });
    tenant(&app.admin().await, json!({ "service": service })).await;
    let desk = app.agent_online("mia", 5).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    connected(&page).await;
    (desk, page)
}

/// Calls for an agent and sees that one came.
async fn connected(page: &Page<'_>) {
    page.transfer().await.data();
    page.poll_for(0, 0).await.data();
}

async fn subscribe(page: &Page<'_>, service: &PushService, browser: &str) -> Answer {
    page.call("push/subscribe", service.subscription(browser))
        .await
}

fn stored(app: &TestApp, user: &str) -> Vec<Device> {
    let visitor = VisitorKey {
        tenant: "shop".into(),
        visitor: VisitorId::from(user),
    };
    app.state.push.visitors.of(&visitor).unwrap()
}

fn answer() -> Value {
    json!({
        "title": "The shop",
        "body": "You have an answer",
        "path": "/chat_online/index?channelId=web&locale=en",
    })
}

#[actix_web::test]
async fn a_visitor_whose_page_is_closed_gets_one_push_without_words_until_they_read() {
    let service = PushService::start();
    let app = server_for(&service).await;
    let (desk, page) = talking(&app).await;
    let key = page.call("push/key", json!({})).await.data()["publicKey"].clone();
    let id = subscribe(&page, &service, "phone").await.data()["deviceId"].clone();

    desk.say(&page, "1", "Your code is 4711").await.data();
    desk.say(&page, "2", "And your name?").await.data();

    let pushed = service.until(1).await.remove(0);
    assert_eq!((pushed.to.as_str(), &pushed.content), ("phone", &answer()));
    assert_eq!(pushed.sender, key);
    desk.say(&page, "3", "Are you there?").await.data();
    let back = page.again().await;
    back.poll_for(0, 0).await.data();
    assert_eq!(service.pushed().len(), 1);
    let read = json!({ "pollId": back.poll });
    back.call("msgComplete", read).await.data();

    desk.say(&page, "4", "Goodbye").await.data();
    service.until(2).await;

    // The visitor ends it.
    let read = json!({ "pollId": back.poll, "cursor": null });
    back.poll_for(0, 0).await.data();
    back.call("msgComplete", read).await.data();
    let wrong = back.call("push/unsubscribe", json!({ "deviceId": "0" }));
    wrong.await.is_refused(404, "not found");
    let end = json!({ "deviceId": id });
    back.call("push/unsubscribe", end).await.data();
    desk.say(&page, "5", "One more thing").await.data();
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(service.pushed().len(), 2);
    app.stop().await;
}

#[actix_web::test]
async fn a_visitor_who_speaks_chinese_is_told_in_chinese() {
    let service = PushService::start();
    let app = server_for(&service).await;
    let (desk, _) = talking(&app).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "zh" }))
        .await;
    connected(&page).await;
    subscribe(&page, &service, "phone").await.data();

    desk.say(&page, "1", "您好").await.data();

    let pushed = service.until(1).await.remove(0);
    assert_eq!(pushed.content["body"], "您有新回复");
    let path = "/chat_online/index?channelId=web&locale=zh";
    assert_eq!(pushed.content["path"], path);
    app.stop().await;
}

#[actix_web::test]
async fn five_browsers_of_a_visitor_are_kept_and_one_that_is_gone_is_forgotten() {
    let service = PushService::start();
    let app = server_for(&service).await;
    let (desk, page) = talking(&app).await;
    for browser in ["a", "b", "c", "d", "e", "f", "f"] {
        subscribe(&page, &service, browser).await.data();
        app.clock.advance(actors_core::time::Span::from_millis(5));
    }
    assert_eq!(stored(&app, &page.user).len(), 5);
    service.set_status(410);

    desk.say(&page, "1", "Hello").await.data();

    let mut told: Vec<String> = service
        .until(5)
        .await
        .into_iter()
        .map(|one| one.to)
        .collect();
    told.sort();
    assert_eq!(told, ["b", "c", "d", "e", "f"]);
    while !stored(&app, &page.user).is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    app.stop().await;
}

#[actix_web::test]
async fn only_addresses_that_the_server_may_call_are_kept() {
    let service = PushService::start();
    let app = TestApp::new().await;
    let page = app.visitor().await;

    for endpoint in ["http://127.0.0.1/x", "https://10.0.0.1/x", "file:///x", ""] {
        let mut wrong = service.subscription("phone");
        wrong["endpoint"] = json!(endpoint);
        let refused = page.call("push/subscribe", wrong).await;
        assert_eq!(refused.status, 400, "{endpoint}");
    }
    assert!(stored(&app, &page.user).is_empty());
    app.stop().await;
}

#[actix_web::test]
async fn a_browser_outlives_the_server_is_exported_and_erased_with_its_visitor() {
    let service = PushService::start();
    let host = service.host.clone();
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let settings = move |settings: &mut server::settings::Settings| {
        settings.relay.private_hosts = vec![host];
    };
    let app = TestApp::on_disk_with(&folder, settings.clone()).await;
    let (_, page) = talking(&app).await;
    subscribe(&page, &service, "phone").await.data();
    let user = page.user.clone();
    app.stop().await;

    let app = TestApp::on_disk_with(&folder, settings).await;
    assert_eq!(stored(&app, &user).len(), 1);
    let desk = app.agent("mia").await;
    let message = json!({ "userId": user, "id": "1", "msgType": 1, "msgContent": "Hello" });
    desk.call("sendMsg", message).await.data();
    assert_eq!(service.until(1).await[0].content, answer());

    let admin = app.admin().await;
    let export = personal(&admin, "export", &user).await;
    let devices = export.data()["pushDevices"].as_array().unwrap();
    assert_eq!(devices.len(), 1);
    assert!(!export.text.contains(&service.host));
    personal(&admin, "erase", &user).await.data();
    assert!(stored(&app, &user).is_empty());
    app.stop().await;
}
