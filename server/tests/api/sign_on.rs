//! Single sign-on at a provider of OpenID Connect, and every way it can fail. The provider is a stub.

mod accounts;
mod provider;
mod setting;

use crate::helpers::{Admin, Answer, TestApp};
use actors_core::time::Span;
use provider::{CLIENT, Provider, SECRET};
use serde_json::{Value, json};
use server::settings::Switch;
use std::time::{Duration, Instant};

pub const BACK: &str = "http://127.0.0.1:8080/desk/signed-in";

async fn app(provider: &Provider) -> TestApp {
    let host = provider.host.clone();
    TestApp::with(|settings| settings.relay.private_hosts = vec![host]).await
}

/// Writes the setting with these changes.
async fn put(admin: &Admin<'_>, issuer: &str, changes: Value) -> Answer {
    let mut setting = json!({
        "enabled": 1, "issuer": issuer, "clientId": CLIENT, "clientSecret": SECRET, "buttonText": "Company account",
        "createAccounts": 1, "returnAddress": BACK, "version": 0
    });
    let stored = admin.call("signOn/get", json!({})).await;
    if stored.status == 200 {
        setting["version"] = stored.data()["version"].clone();
    }
    for (field, value) in changes.as_object().unwrap() {
        setting[field] = value.clone();
    }
    admin.call("signOn/put", setting).await
}

async fn begin(app: &TestApp) -> Answer {
    let shop = json!({ "tenantId": "shop" });
    app.post("/api/agent/signOn/begin", None, &shop).await
}

async fn finish(app: &TestApp, body: Value) -> Answer {
    app.post("/api/agent/signOn/finish", None, &body).await
}

/// Goes the whole way of a person with these claims.
async fn sign_in(app: &TestApp, provider: &Provider, claims: Value) -> Answer {
    let begun = begin(app).await;
    let begun = begun.data();
    let (state, code) = provider.signs_in(begun["url"].as_str().unwrap(), claims);
    let body = json!({ "state": state, "code": code, "secret": begun["secret"] });
    finish(app, body).await
}

fn ann() -> Value {
    json!({ "sub": "ann-1", "email": "ann@example.com", "email_verified": true, "name": "Ann Lee" })
}

/// Asserts that nobody is signed in, for this reason, with a sentence that says what to do.
#[track_caller]
fn is_refused(answer: &Answer, code: &str) {
    assert_eq!(answer.status, 401, "{code}: {}", answer.text);
    assert_eq!(answer.body["data"][0]["code"], code, "{}", answer.text);
    let message = answer.body["message"].as_str().unwrap();
    assert!(
        message.contains(": ") || message.contains("ask "),
        "{message}"
    );
    assert!(!answer.text.contains(SECRET) && !answer.text.contains("token\":\""));
}

#[actix_web::test]
async fn a_person_signs_in_and_works_at_the_desk() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let none = app
        .post(
            "/api/agent/signOn/info",
            None,
            &json!({ "tenantId": "shop" }),
        )
        .await;
    assert_eq!(none.data()["enabled"], 0);
    put(
        &app.admin().await,
        &provider.issuer("good"),
        json!({ "signOutAtProvider": 1 }),
    )
    .await
    .data();

    let told = app
        .post(
            "/api/agent/signOn/info",
            None,
            &json!({ "tenantId": "shop" }),
        )
        .await;
    let answer = sign_in(&app, &provider, ann()).await;

    assert_eq!(told.data()["buttonText"], "Company account");
    assert_eq!(told.data()["returnAddress"], BACK);
    let signed_in = answer.data();
    assert_eq!(signed_in["adminId"], "ann");
    assert_eq!(signed_in["adminNick"], "Ann Lee");
    assert_eq!(
        (&signed_in["role"], &signed_in["tenantId"]),
        (&json!("agent"), &json!("shop"))
    );
    let end = signed_in["signOutUrl"].as_str().unwrap();
    assert!(
        end.starts_with(&format!("{}/end?", provider.issuer("good"))),
        "{end}"
    );
    assert!(
        end.contains("post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fdesk%2F"),
        "{end}"
    );
    let token = signed_in["token"].as_str();
    let me = app.post("/api/agent/me", token, &json!({})).await;
    assert_eq!(me.data()["adminId"], "ann");
    let again = sign_in(&app, &provider, ann()).await;
    assert_eq!(again.data()["adminId"], "ann");
    assert_eq!(provider.calls("openid-configuration"), 1);
    app.stop().await;
}

#[actix_web::test]
async fn every_wrong_token_leaves_nobody_signed_in() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;

    for (how, code) in [
        ("other-audience", "tokenAudience"),
        ("more-audiences", "tokenAudience"),
        ("expired", "tokenExpired"),
        ("future", "tokenExpired"),
        ("replayed", "tokenNonce"),
        ("no-nonce", "tokenNonce"),
        ("other-issuer", "tokenIssuer"),
        ("unknown-key", "tokenKey"),
        ("unsigned", "tokenSignature"),
        ("shared-secret", "tokenSignature"),
        ("forged", "tokenSignature"),
        ("no-token", "noToken"),
        ("nonsense", "tokenBroken"),
    ] {
        put(&admin, &provider.issuer(how), json!({})).await.data();

        is_refused(&sign_in(&app, &provider, ann()).await, code);
    }
    put(
        &admin,
        &provider.issuer("good"),
        json!({ "clientSecret": "wrong" }),
    )
    .await
    .data();
    is_refused(&sign_in(&app, &provider, ann()).await, "client");
    let agents = admin
        .call("agents/list", json!({ "search": "ann@example.com" }))
        .await;
    assert_eq!(agents.data()["list"], json!([]));
    app.stop().await;
}

#[actix_web::test]
async fn an_answer_is_used_once_by_the_tab_that_began_within_ten_minutes() {
    let provider = Provider::start();
    let app = app(&provider).await;
    put(&app.admin().await, &provider.issuer("good"), json!({}))
        .await
        .data();
    let (one, other) = (begin(&app).await, begin(&app).await);
    let url = one.data()["url"].as_str().unwrap();
    let (state, code) = provider.signs_in(url, ann());
    let own = json!({ "state": state, "code": code, "secret": one.data()["secret"] });
    let with = |field: &str, value: Value| {
        let mut body = own.clone();
        body[field] = value;
        body
    };

    is_refused(
        &finish(&app, with("secret", other.data()["secret"].clone())).await,
        "expired",
    );
    is_refused(&finish(&app, with("secret", json!(""))).await, "expired");
    is_refused(&finish(&app, with("state", json!("x"))).await, "expired");
    finish(&app, own.clone()).await.data();
    is_refused(&finish(&app, own.clone()).await, "expired");

    // The code of one sign-in in another: the provider refuses it, as it would a stolen one.
    let third = begin(&app).await;
    let (state, _) = provider.signs_in(third.data()["url"].as_str().unwrap(), ann());
    let replayed = json!({ "state": state, "code": code, "secret": third.data()["secret"] });
    is_refused(&finish(&app, replayed).await, "code");

    let url = other.data()["url"].as_str().unwrap();
    let (state, code) = provider.signs_in(url, ann());
    app.clock.advance(Span::from_minutes(10));
    let late = json!({ "state": state, "code": code, "secret": other.data()["secret"] });
    is_refused(&finish(&app, late).await, "expired");
    app.stop().await;
}

#[actix_web::test]
async fn an_answer_of_another_provider_is_refused() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    put(&admin, &provider.issuer("good"), json!({}))
        .await
        .data();
    let begun = begin(&app).await;
    let (state, code) = provider.signs_in(begun.data()["url"].as_str().unwrap(), ann());
    let mixed = json!({ "state": state, "code": code, "secret": begun.data()["secret"], "iss": "https://evil.example" });
    is_refused(&finish(&app, mixed).await, "tokenIssuer");

    let begun = begin(&app).await;
    let (state, code) = provider.signs_in(begun.data()["url"].as_str().unwrap(), ann());
    put(&admin, &provider.issuer("better"), json!({}))
        .await
        .data();
    let body = json!({ "state": state, "code": code, "secret": begun.data()["secret"] });
    is_refused(&finish(&app, body).await, "expired");
    app.stop().await;
}

#[actix_web::test]
async fn a_provider_that_cannot_be_used_says_why_and_takes_no_long_time() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;

    for (how, code) in [
        ("hangs", "tooSlow"),
        ("huge", "tooLarge"),
        ("named-otherwise", "otherIssuer"),
        ("page", "noDocument"),
        ("gone", "status"),
        ("moved", "status"),
        ("no-keys", "noKeys"),
        ("keys-inside", "addressRefused"),
        ("keys-private", "addressPrivate"),
        ("script", "endpoint"),
    ] {
        put(&admin, &provider.issuer(how), json!({})).await.data();
        let from = Instant::now();

        let begun = begin(&app).await;
        let tested = admin.call("signOn/test", json!({})).await;

        is_refused(&begun, code);
        assert!(from.elapsed() < Duration::from_secs(25), "{how}");
        let steps = tested.data()["steps"].as_array().unwrap();
        assert_eq!(tested.data()["ok"], false);
        assert_eq!(
            steps.last().unwrap()["code"],
            code,
            "{how}: {}",
            tested.text
        );
    }
    app.stop().await;
}

#[actix_web::test]
async fn a_provider_may_change_its_keys() {
    let provider = Provider::start();
    let app = app(&provider).await;
    put(&app.admin().await, &provider.issuer("good"), json!({}))
        .await
        .data();
    sign_in(&app, &provider, ann()).await.data();
    provider.publishes("k2");

    // The keys were read just now: an unknown one does not make the server ask again and again.
    is_refused(&sign_in(&app, &provider, ann()).await, "tokenKey");
    assert_eq!(provider.calls("/keys"), 1);
    app.clock.advance(Span::from_minutes(1));
    sign_in(&app, &provider, ann()).await.data();
    sign_in(&app, &provider, ann()).await.data();

    assert_eq!(provider.calls("/keys"), 2);
    app.stop().await;
}

#[actix_web::test]
async fn beginning_and_guessing_are_limited_by_address() {
    let provider = Provider::start();
    let host = provider.host.clone();
    let app = TestApp::with(|settings| {
        settings.relay.private_hosts = vec![host];
        settings.limits = Switch::On;
    })
    .await;
    let guess = json!({ "state": "x", "code": "y", "secret": "z" });

    for _ in 0..20 {
        is_refused(&finish(&app, guess.clone()).await, "expired");
    }

    assert_eq!(finish(&app, guess).await.status, 429);
    assert_eq!(begin(&app).await.status, 429);
    app.stop().await;
}
