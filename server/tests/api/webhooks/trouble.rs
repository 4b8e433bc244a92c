//! Receivers that fail.

use super::receiver::{Arrived, Receiver};
use super::{allowing, deliveries, hook, logged, server_for, shown, until};
use crate::helpers::TestApp;
use actors_core::time::Span;
use actors_runtime::clock::Clock;
use actors_runtime::ports::{DocumentKind, Store as _};
use actors_runtime::testing::MemoryStore;
use serde_json::{Value, json};
use std::sync::Arc;

#[actix_web::test]
async fn a_receiver_cannot_hold_flood_or_redirect_the_server() {
    let receiver = Receiver::start();
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let mut tests = Vec::new();
    for path in ["/hang", "/huge", "/redirect"] {
        let (id, _) = hook(&admin, &receiver.url(path), &["message.created"]).await;
        tests.push(json!({ "webhookId": id }));
    }
    let test = |named: &Value| admin.call("webhooks/test", named.clone());
    let [hang, huge, redirect] = &tests[..] else {
        panic!("three");
    };

    let (hang, huge, redirect) = futures_util::join!(test(hang), test(huge), test(redirect));

    let hang = hang.data();
    assert_eq!(
        (&hang["trouble"], &hang["outcome"]),
        (&json!("tooSlow"), &json!("failed"))
    );
    assert!(
        (9_000..15_000).contains(&hang["ms"].as_u64().unwrap()),
        "{hang}"
    );
    let huge = huge.data();
    assert_eq!(huge["status"], 200);
    assert_eq!(huge["answer"].as_str().unwrap().len(), 1_024);
    // What was read, and what the sockets held besides.
    assert!(receiver.given() < 16 << 20, "{}", receiver.given());
    let redirect = redirect.data();
    assert_eq!(
        (&redirect["status"], &redirect["outcome"]),
        (&json!(307), &json!("failed"))
    );
    assert_eq!(receiver.arrived().len(), 3);
    app.stop().await;
}

#[actix_web::test]
async fn an_address_that_the_operator_did_not_allow_gets_no_request() {
    let (allowed, other) = (Receiver::start(), Receiver::start());
    let store = Arc::new(MemoryStore::new());
    let app = TestApp::in_store(Arc::clone(&store), allowing(&allowed)).await;
    let admin = app.admin().await;

    let body = json!({ "url": other.url("/hook"), "events": ["message.created"] });
    assert_eq!(admin.refused_fields("webhooks", body).await, ["url"]);
    let before = "https://hooks.example.com/hook";
    let (id, _) = hook(&admin, before, &["message.created"]).await;
    app.stop().await;
    // A name that leads to this machine, as the name's owner may decide later.
    let restarted = MemoryStore::new();
    for (key, json) in store.documents(DocumentKind::Webhook, "").unwrap() {
        let json = String::from_utf8(json).unwrap();
        let later = json.replace(before, "https://localhost/hook");
        assert_ne!(json, later);
        restarted
            .put_document(DocumentKind::Webhook, &key, later.as_bytes())
            .unwrap();
    }
    let app = TestApp::in_store(Arc::new(restarted), allowing(&allowed)).await;
    let admin = app.admin().await;
    let named = json!({ "webhookId": id });
    let tested = admin.call("webhooks/test", named).await;

    assert_eq!(tested.data()["trouble"], "notPublic");
    assert_eq!(other.arrived().len(), 0);
    app.stop().await;
}

#[actix_web::test]
async fn a_failed_event_is_repeated_later_and_its_conversation_keeps_its_order() {
    let receiver = Receiver::start();
    receiver.set_status(500);
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, _) = hook(&admin, &receiver.url("/hook"), &["message.created"]).await;
    let page = app.visitor().await;
    page.send("1", "n1").await.data();
    page.send("2", "n2").await.data();
    until(&admin, &id, |hook| hook["lastStatus"] == 500).await;
    assert_eq!(logged(&admin, &id, 1).await[0]["outcome"], "retried");
    let first = receiver.arrived();

    receiver.set_status(200);
    app.clock.advance(Span::from_secs(10));
    let health = until(&admin, &id, |hook| hook["queued"] == 0).await;

    assert_eq!(health["failingSince"], Value::Null);
    let all = receiver.arrived();
    assert_eq!(all[first.len()].id, first[0].id);
    let mut texts: Vec<String> = all.iter().map(Arrived::text).collect();
    texts.retain(|text| text.starts_with('n'));
    texts.dedup();
    assert_eq!(texts, ["n1", "n2"]);
    app.stop().await;
}

#[actix_web::test]
async fn an_event_counts_as_failed_after_a_day() {
    let receiver = Receiver::start();
    receiver.set_status(500);
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, _) = hook(&admin, &receiver.url("/hook"), &["session.started"]).await;
    app.visitor().await;
    until(&admin, &id, |hook| hook["lastStatus"] == 500).await;

    for _ in 0..7 {
        let tried = tried_after(&app, &id, Span::from_minutes(180)).await;
        assert_eq!(tried["queued"], 1);
    }
    app.clock.advance(Span::from_minutes(240));
    let admin = app.admin().await;
    let over = until(&admin, &id, |hook| hook["failed"] == 1).await;

    assert_eq!(
        (&over["queued"], &over["delivered"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(over["enabled"], true);
    app.stop().await;
}

/// Turns the clock on, and waits until the server has counted an attempt that it made then: the receiver hears of one
/// before the server counts it.
async fn tried_after(app: &TestApp, id: &str, span: Span) -> Value {
    let due = (app.clock.now() + span).as_millis();
    app.clock.advance(span);
    let admin = app.admin().await;
    until(&admin, id, |hook| hook["lastAt"].as_i64() >= Some(due)).await
}

/// Fails for so many days, with a new session each.
async fn fail_for(app: &TestApp, id: &str, days: u64) {
    for _ in 0..days * 2 {
        app.visitor().await;
        // A receiver that keeps failing rests for five minutes at most.
        tried_after(app, id, Span::from_minutes(6)).await;
        app.clock.advance(Span::from_minutes(12 * 60 - 6));
    }
}

#[actix_web::test]
async fn a_webhook_that_fails_for_five_days_is_turned_off_and_the_audit_says_so() {
    let receiver = Receiver::start();
    receiver.set_status(500);
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, _) = hook(&admin, &receiver.url("/hook"), &["session.started"]).await;

    fail_for(&app, &id, 4).await;
    let admin = app.admin().await;
    assert_eq!(shown(&admin, &id).await["enabled"], true);
    fail_for(&app, &id, 1).await;
    app.visitor().await;
    app.clock.advance(Span::from_minutes(6));
    let admin = app.admin().await;
    let off = until(&admin, &id, |hook| hook["enabled"] == false).await;

    assert_eq!(off["offReason"], "failing");
    let audit = admin
        .call("audit/list", json!({ "thing": "webhooks" }))
        .await;
    let newest = &audit.data()["list"][0];
    assert_eq!(newest["adminId"], "@server");
    assert_eq!(newest["fields"], json!(["enabled", "off"]));
    app.stop().await;
}

#[actix_web::test]
async fn a_receiver_that_is_gone_turns_its_webhook_off_at_once() {
    let receiver = Receiver::start();
    receiver.set_status(410);
    let app = server_for(&receiver).await;
    let admin = app.admin().await;
    let (id, _) = hook(&admin, &receiver.url("/hook"), &["message.created"]).await;
    let page = app.visitor().await;
    page.send("1", "hello").await.data();

    let off = until(&admin, &id, |hook| hook["enabled"] == false).await;

    assert_eq!(off["offReason"], "gone");
    assert!(off["offAt"].is_i64());
    let log = deliveries(&admin, &id).await;
    assert!(log.iter().all(|one| one["outcome"] == "failed"), "{log:?}");
    app.stop().await;
}
