//! Notifications of agents whose desk is closed or hidden, against a push service of the test's own that decrypts them.

#[path = "../common/push_service.rs"]
mod push_service;
mod visitors;

use crate::helpers::{Admin, Desk, Page, TestApp};
use crate::leave_messages::leave;
use actors_core::time::Span;
use push_service::PushService;
use serde_json::{Value, json};
use server::wall::alarms::tell_alarms;
use std::time::Duration;

async fn server_for(service: &PushService) -> TestApp {
    let host = service.host.clone();
    TestApp::with(move |settings| settings.relay.private_hosts = vec![host]).await
}

/// Sets tenant fields. Agents keep their conversations, however long their desk is closed.
async fn tenant(admin: &Admin<'_>, changes: Value) {
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["service"] = json!({ "agentAwayTime": 1440, "agentGoneTime": 1440 });
    for (field, value) in changes.as_object().unwrap() {
        tenant[field] = value.clone();
    }
    admin.call("tenant/put", tenant).await.data();
}

/// The agent Mia, who subscribed a browser of this name and then closed the desk, and her visitor.
async fn away<'a>(app: &'a TestApp, service: &PushService, browser: &str) -> (Desk<'a>, Page<'a>) {
    let mut desk = app.agent_online("mia", 5).await;
    let page = json!({ "channelId": "web", "locale": "en", "userName": "Ann" });
    let page = app.page(page).await;
    page.transfer().await.data();
    desk.news().await;
    subscribe(&desk, service, browser).await;
    app.clock.advance(Span::from_secs(31));
    (desk, page)
}

async fn subscribe(desk: &Desk<'_>, service: &PushService, browser: &str) -> String {
    let subscribed = desk
        .call("push/subscribe", service.subscription(browser))
        .await;
    subscribed.data()["deviceId"].as_str().unwrap().to_owned()
}

async fn listed(desk: &Desk<'_>) -> Vec<Value> {
    let list = desk.call("push/list", json!({})).await.data()["list"].clone();
    list.as_array().unwrap().clone()
}

#[actix_web::test]
async fn an_agent_whose_desk_is_closed_gets_an_encrypted_notification() {
    let service = PushService::start();
    let app = server_for(&service).await;
    tenant(&app.admin().await, json!({})).await;
    let (desk, page) = away(&app, &service, "laptop").await;

    page.send("1", "Where is my order?").await.data();

    let pushed = service.until(1).await.remove(0);
    assert_eq!(pushed.to, "laptop");
    let content = json!({ "what": "message", "userId": page.user, "name": "Ann", "words": "Where is my order?" });
    assert_eq!(pushed.content, content);
    assert_eq!(pushed.audience, format!("http://{}", service.host));
    let shown = desk.call("push/list", json!({})).await.data().clone();
    assert_eq!(shown["publicKey"], pushed.sender);
    assert!(
        app.numbers()
            .await
            .contains("frontdesk_push_total{outcome=\"delivered\"}")
    );
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_who_looks_at_the_desk_gets_none_until_it_is_hidden_for_a_while() {
    let service = PushService::start();
    let app = server_for(&service).await;
    tenant(&app.admin().await, json!({})).await;
    let (mut desk, page) = away(&app, &service, "laptop").await;
    desk.news().await;

    // The desk is open: it shows the message.
    page.send("1", "one").await.data();
    app.clock.advance(Span::from_secs(1));
    desk.news().await;
    app.clock.advance(Span::from_secs(40));
    // Hidden: a poll that says so is no look.
    page.send("2", "two").await.data();
    let hidden = json!({ "wait": 0, "hidden": 1 });
    desk.call("getEventMsg", hidden).await.data();

    let pushed = service.until(1).await;
    assert_eq!(pushed[0].content["words"], "two");
    assert_eq!(pushed.len(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_who_only_watches_gets_none_of_a_colleagues_visitor() {
    let service = PushService::start();
    let app = server_for(&service).await;
    tenant(&app.admin().await, json!({})).await;
    let (mia, page) = away(&app, &service, "laptop").await;
    let lin = app.agent("lin").await;
    subscribe(&lin, &service, "phone").await;
    app.clock.advance(Span::from_secs(31));
    lin.call("watch", json!({ "userId": page.user }))
        .await
        .data();

    page.send("1", "for Mia").await.data();
    let pushed = service.until(1).await;
    // Whatever Lin's own news were, they would have gone first: her queue is the same.
    let note = json!({ "userId": page.user, "text": "@Lin", "mentions": ["lin"] });
    mia.call("note", note).await.data();
    let all = service.until(2).await;

    assert_eq!(
        (&*pushed[0].to, &pushed[0].content["words"]),
        ("laptop", &json!("for Mia"))
    );
    let of_lin: Vec<_> = all.iter().filter(|one| one.to == "phone").collect();
    assert_eq!(of_lin.len(), 1);
    assert_eq!(of_lin[0].content["what"], "mentioned");
    app.stop().await;
}

#[actix_web::test]
async fn a_shop_may_keep_all_content_out_of_notifications() {
    let service = PushService::start();
    let app = server_for(&service).await;
    tenant(&app.admin().await, json!({ "pushWithoutContent": 1 })).await;
    let (desk, page) = away(&app, &service, "laptop").await;

    page.send("1", "secret").await.data();

    let pushed = service.until(1).await.remove(0);
    let content = json!({ "what": "message", "userId": page.user, "name": "", "words": "" });
    assert_eq!(pushed.content, content);
    let shown = desk.call("push/list", json!({})).await.data().clone();
    assert_eq!(shown["withoutContent"], 1);
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_whose_desk_is_closed_hears_that_an_item_is_due() {
    let service = PushService::start();
    let app = server_for(&service).await;
    let mia = app.agent("mia").await;
    subscribe(&mia, &service, "laptop").await;
    let page = json!({ "channelId": "leave", "locale": "en" });
    let left = leave(&app.page(page).await, json!({})).await;
    let item = left.data()["id"].clone();
    let due = app.clock_now() + 3_600_000;
    let plan = json!({ "itemIds": [item], "adminId": "mia", "due": due });
    mia.call("items/change", plan).await.data();

    app.clock.advance(Span::from_minutes(61));

    let pushed = service.until(1).await.remove(0);
    let shown = mia.call("items/get", json!({ "itemId": item })).await;
    let shown = shown.data()["item"].clone();
    let content = json!({ "what": "due", "kind": "leaveMsg", "itemId": item,
        "name": shown["userName"], "words": shown["content"] });
    assert_eq!(pushed.content, content);
    app.stop().await;
}

#[actix_web::test]
async fn a_supervisor_whose_desk_is_closed_hears_of_a_threshold_once() {
    let service = PushService::start();
    let app = server_for(&service).await;
    tenant(&app.admin().await, json!({ "wall": { "waiting": 1 } })).await;
    let (lin, mia) = (app.agent("lin").await, app.agent_online("mia", 3).await);
    subscribe(&lin, &service, "phone").await;
    subscribe(&mia, &service, "laptop").await;
    let busy = json!({ "status": "busy" });
    mia.call("setStatus", busy).await.data();
    app.clock.advance(Span::from_secs(31));
    let page = json!({ "channelId": "web", "locale": "en", "userName": "Ann" });
    app.page(page).await.transfer().await.data();

    tell_alarms(&app.state).await;
    tell_alarms(&app.state).await;
    app.clock.advance(Span::from_secs(3));
    lin.call("push/test", json!({})).await.data();

    let pushed = service.until(2).await;
    let of = |what: &str| {
        let those = pushed.iter().filter(|one| one.content["what"] == what);
        those.collect::<Vec<_>>()
    };
    let content = json!({ "what": "alarm", "kind": "waiting", "name": "", "words": "" });
    let alarms = of("alarm");
    assert_eq!(
        (&*alarms[0].to, &alarms[0].content),
        ("phone", &content),
        "Mia looks after nobody"
    );
    assert_eq!((alarms.len(), of("test").len()), (1, 1));
    app.stop().await;
}

#[actix_web::test]
async fn a_push_service_that_is_busy_is_tried_again_and_one_that_knows_the_browser_no_longer_is_not()
 {
    let service = PushService::start();
    let app = server_for(&service).await;
    tenant(&app.admin().await, json!({})).await;
    let (desk, page) = away(&app, &service, "laptop").await;
    service.set_status(503);
    page.send("1", "one").await.data();
    service.until(1).await;

    service.set_status(201);
    app.clock.advance(Span::from_secs(11));
    assert_eq!(service.until(2).await[1].content["words"], "one");
    assert_eq!(listed(&desk).await.len(), 1);

    service.set_status(410);
    page.send("2", "two").await.data();
    service.until(3).await;
    while !listed(&desk).await.is_empty() {
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }
    desk.call("push/test", json!({}))
        .await
        .is_refused(409, "no browser gets notifications");
    app.stop().await;
}

#[actix_web::test]
async fn notifications_end_with_the_sign_in_that_asked_for_them() {
    let service = PushService::start();
    let app = server_for(&service).await;
    tenant(&app.admin().await, json!({})).await;
    let (desk, page) = away(&app, &service, "laptop").await;
    let phone = app.agent("mia").await;
    subscribe(&phone, &service, "phone").await;
    app.clock.advance(Span::from_secs(31));

    desk.call("logout", json!({})).await.data();
    page.send("1", "one").await.data();
    assert_eq!(service.until(1).await[0].to, "phone");
    while listed(&phone).await.len() != 1 {
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }

    assert_eq!(
        phone.call("push/test", json!({})).await.data(),
        &json!({ "delivered": 1, "failed": 0 })
    );
    let id = listed(&phone).await[0]["deviceId"].clone();
    let unsubscribe = json!({ "deviceId": id });
    phone
        .call("push/unsubscribe", unsubscribe.clone())
        .await
        .data();
    phone
        .call("push/unsubscribe", unsubscribe)
        .await
        .is_refused(404, "not found");
    assert!(listed(&phone).await.is_empty());
    assert_eq!(service.pushed().len(), 2);
    app.stop().await;
}

#[actix_web::test]
async fn only_addresses_that_the_server_may_call_are_subscribed() {
    let service = PushService::start();
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;
    let subscription = service.subscription("laptop");

    for endpoint in [
        subscription["endpoint"].as_str().unwrap(),
        "https://127.0.0.1/x",
        "https://push.example.com:8443/x",
        "https://localhost/x",
        "https://push.localhost/x",
        "https://push.example.com./x",
        "file:///etc/passwd",
        "",
    ] {
        let mut wrong = subscription.clone();
        wrong["endpoint"] = json!(endpoint);
        let refused = desk.call("push/subscribe", wrong).await;
        assert_eq!(refused.status, 400, "{endpoint}");
    }
    for field in ["p256dh", "auth"] {
        let mut wrong = subscription.clone();
        wrong["endpoint"] = json!("https://push.example.com/x");
        wrong[field] = json!("AAAA");
        let refused = desk.call("push/subscribe", wrong).await;
        assert_eq!(refused.status, 400, "{field}");
    }
    assert!(listed(&desk).await.is_empty());
    app.stop().await;
}
