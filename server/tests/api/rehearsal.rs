//! Who may rehearse a busy day: the server proves the key, and only its passes lift the limits of an address.

use crate::helpers::{Answer, TestApp};
use actors_core::time::{Span, Timestamp};
use serde_json::json;
use server::rehearsal::{HEADER, PASS_SPAN, RehearsalKey};
use server::settings::Switch;

const KEY: &str = "thirty-two characters or more: 1234";

fn key(text: &str) -> RehearsalKey {
    RehearsalKey::new(text).unwrap()
}

/// A server where one chat a minute and one sign-in a minute are allowed for an address.
async fn strict_app() -> TestApp {
    TestApp::with(|settings| {
        settings.limits = Switch::On;
        settings.rehearsal.key = Some(KEY.to_owned());
        settings.rates.start_per_minute = 1;
        settings.rates.login_per_minute = 1;
    })
    .await
}

async fn call(app: &TestApp, path: &str, pass: &str, body: serde_json::Value) -> u16 {
    let request = app.client.post(format!("{}{path}", app.url));
    let request = request.header(HEADER, pass).json(&body);
    request.send().await.unwrap().status().as_u16()
}

async fn start(app: &TestApp, pass: &str) -> u16 {
    let body = json!({ "channelId": "web", "locale": "en" });
    call(app, "/api/chat/visitor/chatStart", pass, body).await
}

async fn login(app: &TestApp, pass: &str) -> u16 {
    let body = json!({ "tenantId": "shop", "account": "nobody", "password": "a wrong password" });
    call(app, "/api/agent/login", pass, body).await
}

async fn proof(app: &TestApp, nonce: &str) -> Answer {
    app.get(&format!("/rehearsal?nonce={nonce}"), &[]).await
}

#[actix_web::test]
async fn the_server_proves_its_key() {
    let app = strict_app().await;

    let answer = proof(&app, "n1").await;

    assert_eq!(answer.status, 200, "{}", answer.text);
    let time = Timestamp::from_millis(answer.body["time"].as_i64().unwrap());
    let proof = answer.body["proof"].as_str().unwrap();
    assert!(key(KEY).proves("n1", time, proof));
    assert!(!key(KEY).proves("n2", time, proof));
    assert!(!answer.text.contains(KEY));
    app.stop().await;
}

#[actix_web::test]
async fn proofs_are_limited_and_need_a_nonce_and_a_key() {
    let app = strict_app().await;
    let keyless = TestApp::new().await;

    assert_eq!(keyless.get("/rehearsal?nonce=n", &[]).await.status, 404);
    assert_eq!(app.get("/rehearsal", &[]).await.status, 400);
    assert_eq!(proof(&app, "n").await.status, 429);
    app.stop().await;
    keyless.stop().await;
}

#[actix_web::test]
async fn a_pass_lifts_the_limits_of_its_address() {
    let app = strict_app().await;
    let pass = key(KEY).pass(app.state.now());

    for _ in 0..4 {
        assert_eq!(start(&app, &pass).await, 200);
        assert_eq!(login(&app, &pass).await, 401);
    }

    app.stop().await;
}

#[actix_web::test]
async fn a_wrong_or_an_old_pass_lifts_nothing() {
    let app = strict_app().await;
    let now = app.state.now();
    let other = key("another key of thirty-two letters").pass(now);
    let old = key(KEY).pass(now - PASS_SPAN - Span::from_secs(1));
    assert_eq!(start(&app, "").await, 200);
    assert_eq!(login(&app, "").await, 401);

    for pass in ["", &other, &old] {
        assert_eq!(start(&app, pass).await, 429, "{pass}");
        assert_eq!(login(&app, pass).await, 429, "{pass}");
    }

    app.stop().await;
}

#[actix_web::test]
async fn without_a_key_nothing_is_a_pass() {
    let app = TestApp::with(|settings| {
        settings.limits = Switch::On;
        settings.rates.start_per_minute = 1;
    })
    .await;
    let pass = key(KEY).pass(app.state.now());
    assert_eq!(start(&app, &pass).await, 200);

    assert_eq!(start(&app, &pass).await, 429);

    app.stop().await;
}
