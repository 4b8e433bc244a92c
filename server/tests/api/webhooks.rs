//! Webhooks: what arrives, in which order, and what becomes of receivers that fail.

#[path = "../common/receiver.rs"]
mod receiver;
mod retention;
mod trouble;

use crate::helpers::{Admin, Answer, TestApp, served};
use actors_core::time::Span;
use receiver::{Arrived, Receiver};
use serde_json::{Value, json};
use server::settings::Settings;
use server::webhooks::event::EventKind;
use server::webhooks::sign;
use std::sync::Arc;
use std::time::Duration;

const EVERYTHING: [&str; 10] = [
    "session.started",
    "session.ended",
    "message.created",
    "message.updated",
    "agent.assigned",
    "evaluation.created",
    "leave_message.created",
    "work_order.created",
    "work_order.updated",
    "visitor.erased",
];

fn allowing(receiver: &Receiver) -> impl FnOnce(&mut Settings) + use<> {
    let host = receiver.host.clone();
    move |settings| settings.relay.private_hosts = vec![host]
}

async fn server_for(receiver: &Receiver) -> TestApp {
    TestApp::with(allowing(receiver)).await
}

async fn put(admin: &Admin<'_>, url: &str, events: &[&str]) -> Answer {
    let body = json!({ "url": url, "events": events, "description": "test", "enabled": true });
    admin.call("webhooks/put", body).await
}

/// Makes a webhook. Returns its id and its secret.
async fn hook(admin: &Admin<'_>, url: &str, events: &[&str]) -> (String, String) {
    let made = put(admin, url, events).await.data().clone();
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    (text("webhookId"), text("secret"))
}

async fn shown(admin: &Admin<'_>, id: &str) -> Value {
    let list = admin.call("webhooks/list", json!({})).await.data()["list"].clone();
    let mut list = list.as_array().unwrap().clone().into_iter();
    list.find(|hook| hook["webhookId"] == id).unwrap()
}

/// Waits until a webhook is as wanted.
async fn until(admin: &Admin<'_>, id: &str, fits: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..3_000 {
        let hook = shown(admin, id).await;
        if fits(&hook) {
            return hook;
        }
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{}", shown(admin, id).await);
}

async fn deliveries(admin: &Admin<'_>, id: &str) -> Vec<Value> {
    let asked = json!({ "webhookId": id });
    let page = admin.call("webhooks/deliveries", asked).await;
    page.data()["list"].as_array().unwrap().clone()
}

/// Waits until this many attempts are in the log.
async fn logged(admin: &Admin<'_>, id: &str, count: usize) -> Vec<Value> {
    for _ in 0..3_000 {
        let list = deliveries(admin, id).await;
        if list.len() >= count {
            return list;
        }
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{:#?}", deliveries(admin, id).await);
}

fn kinds(arrived: &[Arrived]) -> Vec<String> {
    arrived.iter().map(Arrived::kind).collect()
}

fn is_signed(arrived: &Arrived, secret: &str) -> bool {
    let expected = sign::signatures(&[secret], &arrived.id, arrived.seconds, &arrived.body);
    arrived.signature.split(' ').any(|one| one == expected)
}

#[actix_web::test]
async fn a_talk_is_told_in_order_and_signed_and_notes_are_not() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, secret) = hook(&admin, &receiver.url("/hook"), &EVERYTHING).await;
    let (page, desk) = served(&app).await;

    page.send("1", "from the visitor").await.data();
    desk.say(&page, "2", "from the agent").await.data();
    let note = json!({ "userId": page.user, "id": "3", "text": "a secret note" });
    desk.call("note", note).await.data();
    let ended = json!({ "userId": page.user });
    desk.call("closeConversation", ended).await.data();

    let arrived = receiver
        .until_it(|all| kinds(all).contains(&"session.ended".to_owned()))
        .await;
    let told: Vec<(String, String)> = arrived.iter().map(|one| (one.kind(), one.text())).collect();
    let texts: Vec<&str> = told
        .iter()
        .filter(|(kind, text)| kind == "message.created" && text.starts_with("from"))
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(texts, ["from the visitor", "from the agent"]);
    let place = |kind: &str| told.iter().position(|(told, _)| told == kind);
    assert_eq!(place("session.started"), Some(0));
    assert!(place("agent.assigned") < place("session.ended"), "{told:?}");
    assert!(!arrived.iter().any(|one| one.body.contains("secret note")));
    for one in &arrived {
        assert!(is_signed(one, &secret), "{one:?}");
        let body = one.json();
        assert_eq!(body["data"]["userId"], page.user.as_str(), "{body}");
        assert_eq!(body["data"]["channelId"], "web", "{body}");
        assert!(body["timestamp"].as_str().unwrap().ends_with('Z'), "{body}");
    }
    let ids: std::collections::BTreeSet<&str> = arrived.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids.len(), arrived.len());
    let health = until(&admin, &id, |hook| hook["queued"] == 0).await;
    assert_eq!(health["delivered"], arrived.len());
    app.stop().await;
}

#[actix_web::test]
async fn left_messages_work_orders_and_ratings_are_told() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let wanted = [
        "leave_message.created",
        "work_order.created",
        "work_order.updated",
        "evaluation.created",
    ];
    hook(&admin, &receiver.url("/hook"), &wanted).await;
    let (page, desk) = served(&app).await;
    page.send("1", "hello").await.data();
    desk.say(&page, "2", "hello").await.data();
    let ended = json!({ "userId": page.user });
    desk.call("closeConversation", ended).await.data();

    let rating = json!({ "id": "e", "evaluateAdminStar": 5, "evaluateAdminSolve": 1, "evaluateAdminTag": "friendly" });
    page.call("evaluate", rating).await.data();
    let left = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    let body = json!({ "channelId": "leave", "customerName": "Ann", "customerPhone": "", "customerEmail": "ann@example.com", "msgContent": "Call me." });
    left.call("leaveMsg", body).await.data();
    let maker = app
        .page(json!({ "channelId": "orders", "locale": "en", "userName": "Ann", "phone": "13800138000" }))
        .await;
    let order = json!({
        "userId": maker.user, "tenantId": "shop", "woContent": "It broke.", "woTypeId": "t-sales",
        "cusFieldConfigInfoVoList": [{ "fieldId": "number", "fieldValue": "A-17" }],
    });
    let made = app
        .post("/api/open/wo/addWo", Some(&maker.token), &order)
        .await;
    let order = made.data()["woId"].clone();
    for (kind, text) in [(3, "a note between agents"), (1, "We look into it.")] {
        let handling = json!({ "woId": order, "handleType": kind, "handleContent": text });
        desk.call("handleWorkOrder", handling).await.data();
    }

    let arrived = receiver.until(4).await;
    let by_kind = |kind: &str| {
        let found = arrived.iter().find(|one| one.kind() == kind);
        found
            .unwrap_or_else(|| panic!("{kind}: {arrived:#?}"))
            .json()["data"]
            .clone()
    };
    let rated = by_kind("evaluation.created");
    assert_eq!((&rated["star"], &rated["solved"]), (&json!(5), &json!(1)));
    assert_eq!(by_kind("leave_message.created")["msgContent"], "Call me.");
    assert_eq!(by_kind("work_order.created")["woId"], order);
    let updated = by_kind("work_order.updated");
    assert_eq!(
        updated["handleList"][0]["handleContent"],
        "We look into it."
    );
    assert!(
        !arrived
            .iter()
            .any(|one| one.body.contains("a note between"))
    );
    assert_eq!(arrived.len(), 4);
    app.stop().await;
}

#[actix_web::test]
async fn a_webhook_gets_only_what_it_chose_and_nothing_once_it_is_off_or_deleted() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let url = receiver.url("/hook");
    let (id, _) = hook(&admin, &url, &["message.created"]).await;
    let page = app.visitor().await;
    page.send("1", "one").await.data();
    receiver
        .until_it(|all| all.iter().any(|one| one.text() == "one"))
        .await;

    let off = json!({ "webhookId": id, "url": url, "events": ["message.created"], "enabled": false, "version": 1 });
    let put = admin.call("webhooks/put", off.clone()).await;
    assert_eq!(put.data()["version"], 2);
    assert!(put.data()["secret"].is_null());
    admin
        .call("webhooks/put", off)
        .await
        .is_refused(409, "somebody else changed it meanwhile");
    page.send("2", "two").await.data();
    let on = json!({ "webhookId": id, "url": url, "events": ["message.created"], "enabled": true, "version": 2 });
    admin.call("webhooks/put", on).await.data();
    page.send("3", "three").await.data();
    let arrived = receiver
        .until_it(|all| all.iter().any(|one| one.text() == "three"))
        .await;
    assert!(arrived.iter().all(|one| one.text() != "two"));
    assert!(arrived.iter().all(|one| one.kind() == "message.created"));

    let named = json!({ "webhookId": id });
    admin.call("webhooks/delete", named.clone()).await.data();
    page.send("4", "four").await.data();

    let list = admin.call("webhooks/list", json!({})).await;
    assert_eq!(list.data()["list"], json!([]));
    admin
        .call("webhooks/rotate", named)
        .await
        .is_refused(404, "not found");
    assert!(receiver.arrived().iter().all(|one| one.text() != "four"));
    app.stop().await;
}

#[actix_web::test]
async fn both_secrets_sign_for_a_day_after_a_rotation() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, old) = hook(&admin, &receiver.url("/hook"), &["message.created"]).await;
    let named = json!({ "webhookId": id });

    let rotated = admin.call("webhooks/rotate", named.clone()).await;
    let new = rotated.data()["secret"].as_str().unwrap().to_owned();
    assert!(rotated.data()["oldSecretUntil"].is_i64());
    let list = admin.call("webhooks/list", json!({})).await;
    assert!(!list.text.contains(&new) && !list.text.contains(&old));
    admin.call("webhooks/test", named.clone()).await.data();
    app.clock.advance(Span::from_minutes(24 * 60));
    let admin = app.admin().await;
    let after = admin.call("webhooks/test", named).await;

    assert_eq!(after.data()["outcome"], "delivered");
    let [during, after] = &receiver.arrived()[..] else {
        panic!("{:?}", receiver.arrived());
    };
    assert!(is_signed(during, &old) && is_signed(during, &new));
    assert!(!is_signed(after, &old) && is_signed(after, &new));
    assert_eq!(during.kind(), "webhook.test");
    app.stop().await;
}

#[actix_web::test]
async fn a_delivery_is_shown_and_sent_again() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, _) = hook(&admin, &receiver.url("/hook"), &["message.created"]).await;
    let page = app.visitor().await;
    page.send("1", "once").await.data();
    let found = logged(&admin, &id, 1).await;
    let count = found.len();
    let named = json!({ "webhookId": id, "deliveryId": found[0]["deliveryId"] });

    let one = admin.call("webhooks/delivery", named.clone()).await;
    admin.call("webhooks/resend", named).await.data();
    let again = logged(&admin, &id, count + 1).await;

    assert_eq!(one.data()["answer"], "noted");
    assert_eq!(one.data()["status"], 200);
    assert!(
        one.data()["body"]
            .as_str()
            .unwrap()
            .contains("message.created")
    );
    assert_eq!(again[0]["eventId"], found[0]["eventId"]);
    let strange = json!({ "webhookId": id, "deliveryId": "../../x" });
    admin
        .call("webhooks/delivery", strange)
        .await
        .is_refused(404, "not found");
    let audit = admin
        .call("audit/list", json!({ "thing": "webhooks" }))
        .await;
    let audit = audit.data()["list"].as_array().unwrap();
    let actions: Vec<&str> = audit
        .iter()
        .filter_map(|one| one["action"].as_str())
        .collect();
    assert_eq!(actions, ["resend", "put"]);
    assert!(!serde_json::to_string(audit).unwrap().contains("whsec_"));
    app.stop().await;
}

#[actix_web::test]
async fn wrong_fields_are_named_and_there_are_twenty_webhooks_at_most() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for url in [
        "",
        "http://hooks.example.com/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest",
        "https://user@hooks.example.com/",
        "https://hooks.example.com:22/",
        "ftp://hooks.example.com/",
        "https://localhost/",
        "https://LOCALHOST/",
        "https://hooks.localhost/",
        "https://localhost./",
        "https://hooks.example.com./x",
    ] {
        let body = json!({ "url": url, "events": ["message.created"], "enabled": true });
        let refused = admin.call("webhooks/put", body).await;
        assert_eq!(
            refused.body["data"],
            json!([{
                "field": "url",
                "message": "must be an https address with a public host name and port 443, or one that the operator allows",
            }]),
            "{url}"
        );
    }
    let long = format!("https://hooks.example.com/{}", "x".repeat(2_000));
    let body = json!({ "url": long, "events": ["message.created"], "enabled": true });
    let refused = admin.call("webhooks/put", body).await;
    assert_eq!(
        refused.body["data"],
        json!([{ "field": "url", "message": "must have at most 2,000 bytes" }])
    );
    let body = json!({ "url": "x", "events": ["webhook.test"], "description": "x".repeat(501) });
    assert_eq!(
        admin.refused_fields("webhooks", body).await,
        ["url", "description", "events"]
    );

    for _ in 0..20 {
        put(&admin, "https://hooks.example.com/", &["message.created"])
            .await
            .data();
    }
    put(&admin, "https://hooks.example.com/", &["message.created"])
        .await
        .is_refused(409, "a shop has at most 20 webhooks");

    let agent = app.admin_of("shop", "mia").await;
    assert_eq!(agent.call("webhooks/list", json!({})).await.status, 403);
    let rival = app.admin_of("rival", "ron").await;
    let list = admin.call("webhooks/list", json!({})).await;
    let id = &list.data()["list"][0]["webhookId"];
    let named = json!({ "webhookId": id });
    for call in ["delete", "rotate", "test", "deliveries"] {
        let answer = rival.call(&format!("webhooks/{call}"), named.clone()).await;
        assert!(
            [403, 404].contains(&answer.status),
            "{call}: {}",
            answer.text
        );
    }
    app.stop().await;
}

#[actix_web::test]
async fn an_erased_visitor_leaves_queues_and_logs_and_the_receiver_is_told() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, _) = hook(
        &admin,
        &receiver.url("/hook"),
        &["message.created", "visitor.erased"],
    )
    .await;
    let page = app.visitor().await;
    page.send("1", "delivered before").await.data();
    receiver
        .until_it(|all| all.iter().any(|one| one.text() == "delivered before"))
        .await;
    until(&admin, &id, |hook| hook["queued"] == 0).await;
    receiver.set_status(500);
    page.send("2", "never delivered").await.data();
    until(&admin, &id, |hook| hook["lastStatus"] == 500).await;
    let before = logged(&admin, &id, 2).await;

    let personal = json!({ "userId": page.user, "password": "a-long-password" });
    admin.call("visitor/erase", personal).await.data();
    receiver.set_status(200);
    let arrived = receiver
        .until_it(|all| kinds(all).contains(&"visitor.erased".to_owned()))
        .await;
    let health = until(&admin, &id, |hook| hook["queued"] == 0).await;

    assert_eq!(
        arrived.last().unwrap().json()["data"],
        json!({ "userId": page.user })
    );
    assert_eq!(health["enabled"], true);
    for one in before {
        let named = json!({ "webhookId": id, "deliveryId": one["deliveryId"] });
        let shown = admin.call("webhooks/delivery", named.clone()).await;
        assert_eq!(shown.data()["body"], Value::Null);
        assert_eq!(shown.data()["answer"], "");
        admin
            .call("webhooks/resend", named)
            .await
            .is_refused(409, "the visitor of this event was erased");
    }
    app.stop().await;
}

#[actix_web::test]
async fn what_waits_survives_a_restart_and_a_backup_carries_it() {
    let receiver = Receiver::start();
    receiver.set_status(500);
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk_with(&folder, allowing(&receiver)).await;
    let admin = app.admin().await;
    let (id, secret) = hook(&admin, &receiver.url("/hook"), &["message.created"]).await;
    let page = app.visitor().await;
    for number in 0..5 {
        page.send(&format!("{number}"), &format!("n{number}"))
            .await
            .data();
    }
    until(&admin, &id, |hook| hook["lastStatus"] == 500).await;
    app.stop().await;

    receiver.set_status(200);
    let app = TestApp::on_disk_with(&folder, allowing(&receiver)).await;
    let admin = app.admin().await;
    app.clock.advance(Span::from_minutes(1));
    let health = until(&admin, &id, |hook| hook["queued"] == 0).await;

    let arrived = receiver.arrived();
    let mut texts: Vec<String> = arrived.iter().map(Arrived::text).collect();
    texts.retain(|text| text.starts_with('n'));
    texts.dedup();
    assert_eq!(texts, ["n0", "n1", "n2", "n3", "n4"]);
    assert!(arrived.iter().all(|one| is_signed(one, &secret)));
    assert!(health["delivered"].as_u64().unwrap() >= 5);
    app.stop().await;
}

#[test]
fn the_documents_names_of_events_are_the_choices() {
    let names = EventKind::CHOICES.map(EventKind::name);

    assert_eq!(names, EVERYTHING);
}
