//! API keys: how they are made, revoked and refused (Protocol, 'API keys').

use crate::helpers::{Answer, TestApp, served};
use actors_core::time::Span;
use actors_runtime::ports::DocumentKind;
use futures_util::stream::{self, StreamExt as _};
use serde_json::{Value, json};
use server::settings::Switch;
use std::time::Instant;

pub const ALL: [&str; 5] = [
    "conversations:read",
    "messages:write",
    "knowledge:manage",
    "channels:manage",
    "reports",
];

/// A key of a tenant with these scopes.
pub struct Key<'a> {
    app: &'a TestApp,
    pub text: String,
    pub id: String,
}

impl<'a> Key<'a> {
    pub async fn of(app: &'a TestApp, (tenant, admin): (&str, &str), scopes: &[&str]) -> Self {
        let admin = app.admin_of(tenant, admin).await;
        let body = json!({ "name": "Orders", "scopes": scopes });
        let made = app
            .post("/api/admin/apiKeys/create", Some(&admin.token), &body)
            .await;
        Self {
            app,
            text: made.data()["key"].as_str().unwrap().to_owned(),
            id: made.data()["apiKey"]["keyId"].as_str().unwrap().to_owned(),
        }
    }

    /// A key that was made before.
    pub fn known(app: &'a TestApp, text: String, id: String) -> Self {
        Self { app, text, id }
    }

    /// A key of the shop that may do everything.
    pub async fn new(app: &'a TestApp) -> Self {
        Self::of(app, ("shop", "ada"), &ALL).await
    }

    pub async fn call(&self, call: &str, body: Value) -> Answer {
        let path = format!("/api/v1/{call}");
        self.app.post(&path, Some(&self.text), &body).await
    }

    /// The same, with an idempotency key.
    pub async fn call_named(&self, call: &str, name: &str, body: &Value) -> Answer {
        let url = format!("{}/api/v1/{call}", self.app.url);
        let request = self.app.client.post(url).bearer_auth(&self.text);
        let request = request.header("Idempotency-Key", name).json(body);
        crate::helpers::answer(request.send().await.unwrap()).await
    }
}

async fn admin(app: &TestApp, call: &str, body: Value) -> Answer {
    let admin = app.admin().await;
    let path = format!("/api/admin/{call}");
    app.post(&path, Some(&admin.token), &body).await
}

async fn listed(app: &TestApp) -> Vec<Value> {
    let answer = admin(app, "apiKeys/list", json!({})).await;
    answer.data()["list"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn a_key_is_shown_once_listed_without_its_text_and_in_the_audit() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;

    let list = admin(&app, "apiKeys/list", json!({})).await;

    assert!(key.text.starts_with("fdk_live_") && !list.text.contains(&key.text));
    let one = &list.data()["list"][0];
    assert_eq!(
        (&one["name"], &one["state"], &one["scopes"]),
        (&json!("Orders"), &json!("active"), &json!(ALL))
    );
    assert!(one["lastUsedAt"].is_null());
    let stored = app
        .state
        .office
        .store()
        .documents(DocumentKind::ApiKey, "")
        .unwrap();
    let stored = String::from_utf8(stored[0].1.clone()).unwrap();
    assert!(!stored.contains(&key.text));

    admin(&app, "apiKeys/revoke", json!({ "keyId": key.id }))
        .await
        .data();
    admin(&app, "apiKeys/revoke", json!({ "keyId": key.id }))
        .await
        .data();
    let audit = admin(&app, "audit/list", json!({ "thing": "apiKeys" })).await;
    let audit = audit.data()["list"].as_array().unwrap().clone();
    let actions: Vec<_> = audit
        .iter()
        .map(|one| one["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["delete", "put"]);
    assert!(audit.iter().all(|one| one["id"] == key.id.as_str()));
}

#[actix_web::test]
async fn every_wrong_field_is_named() {
    let app = TestApp::new().await;
    let wrong = json!({ "name": " ", "scopes": ["reports:read"], "expiresAt": 1 });

    let refused = admin(&app, "apiKeys/create", wrong).await;

    assert_eq!(refused.status, 400);
    let fields = refused.body["data"].as_array().unwrap().iter();
    let fields: Vec<_> = fields.map(|one| one["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["name", "scopes", "expiresAt"]);
    let about = refused.body["data"][1]["message"].as_str().unwrap();
    for scope in ALL {
        assert!(about.contains(scope), "{about}");
    }
    let long = json!({ "name": "x".repeat(61), "scopes": ["messages:write"] });
    assert_eq!(admin(&app, "apiKeys/create", long).await.status, 400);
    let none = json!({ "name": "x", "scopes": [] });
    assert_eq!(admin(&app, "apiKeys/create", none).await.status, 400);
    assert_eq!(listed(&app).await, [] as [Value; 0]);
}

#[actix_web::test]
async fn a_tenant_has_at_most_fifty_keys_that_can_be_used() {
    let app = TestApp::new().await;
    let token = app.admin().await.token;
    let create = || async {
        let body = json!({ "name": "Orders", "scopes": ["messages:write"] });
        app.post("/api/admin/apiKeys/create", Some(&token), &body)
            .await
    };
    let mut last = String::new();
    for _ in 0..50 {
        last = create().await.data()["apiKey"]["keyId"]
            .as_str()
            .unwrap()
            .to_owned();
    }

    create()
        .await
        .is_refused(409, "the tenant has 50 keys: revoke one first");
    admin(&app, "apiKeys/revoke", json!({ "keyId": last }))
        .await
        .data();

    create().await.data();
    assert_eq!(listed(&app).await.len(), 51);
}

#[actix_web::test]
async fn unknown_revoked_and_expired_keys_get_the_same_bytes_and_another_tenants_key_opens_nothing()
{
    let app = TestApp::new().await;
    let body = json!({ "userId": "v_0000000000000000" });
    let revoked = Key::new(&app).await;
    revoked
        .call("conversations/get", body.clone())
        .await
        .is_refused(404, "not found");
    admin(&app, "apiKeys/revoke", json!({ "keyId": revoked.id }))
        .await
        .data();
    let soon = app.state.now().as_millis() + 60_000;
    let ending = json!({ "name": "Soon", "scopes": ["conversations:read"], "expiresAt": soon });
    let made = admin(&app, "apiKeys/create", ending).await;
    let ending = made.data()["key"].as_str().unwrap().to_owned();
    let path = "/api/v1/conversations/get";
    assert_eq!(app.post(path, Some(&ending), &body).await.status, 404);
    app.clock.advance(Span::from_minutes(1));
    let unknown = format!("fdk_live_{}", "0".repeat(72));

    let answers = [
        app.post(path, Some(&unknown), &body).await,
        app.post(path, Some(&revoked.text), &body).await,
        app.post(path, Some(&ending), &body).await,
        app.post(path, None, &body).await,
    ];

    for answer in &answers {
        answer.is_refused(401, "login state expired");
        assert_eq!(answer.text, answers[0].text);
    }
    let states: Vec<_> = listed(&app)
        .await
        .iter()
        .map(|key| key["state"].clone())
        .collect();
    assert_eq!(states, ["expired", "revoked"]);

    let visitor = app.visitor().await;
    let rival = Key::of(&app, ("rival", "ron"), &ALL).await;
    let theirs = rival
        .call("conversations/get", json!({ "userId": visitor.user }))
        .await;
    let nobody = rival.call("conversations/get", body.clone()).await;
    assert_eq!((theirs.status, &theirs.text), (404, &nobody.text));
    rival.call("conversations/list", json!({})).await.data();
    let not_mine = admin(&app, "apiKeys/revoke", json!({ "keyId": rival.id })).await;
    not_mine.is_refused(404, "not found");
}

#[actix_web::test]
async fn a_missing_scope_is_named_before_the_body_is_read() {
    let app = TestApp::new().await;
    let key = Key::of(&app, ("shop", "ada"), &["knowledge:manage"]).await;

    let refused = key.call("conversations/list", json!("no object")).await;

    refused.is_refused(403, "the key does not have the scope conversations:read");
    key.call("docs/list", json!({})).await.data();
    assert_eq!(key.call("nothing", json!({})).await.status, 404);
    let got = app.get("/api/v1/docs/list", &[]).await;
    got.is_refused(405, "method not allowed");
}

#[actix_web::test]
async fn only_administrators_manage_keys() {
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;
    for call in ["list", "create", "revoke"] {
        let path = format!("/api/admin/apiKeys/{call}");
        let answer = app.post(&path, Some(&desk.token), &json!({})).await;
        assert_eq!(answer.status, 403, "{call}");
    }
}

#[actix_web::test]
async fn calls_count_down_and_too_many_are_refused_before_their_body_is_read() {
    let app = TestApp::with(|settings| {
        settings.limits = Switch::On;
        settings.rates.key_call_per_second = 3;
    })
    .await;
    let key = Key::new(&app).await;
    let other = Key::of(&app, ("shop", "ada"), &["knowledge:manage"]).await;

    let first = key.call("docs/list", json!({})).await;
    assert_eq!(first.header("ratelimit-limit"), Some("3"));
    assert_eq!(first.header("ratelimit-remaining"), Some("2"));
    assert_eq!(first.header("ratelimit-reset"), Some("1"));
    let mut refused = None;
    for _ in 0..200 {
        let answer = key.call("docs/list", json!("no object")).await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
        assert_eq!(answer.status, 400);
    }

    let refused = refused.unwrap();
    refused.is_refused(429, "too many requests");
    assert_eq!(refused.header("ratelimit-remaining"), Some("0"));
    assert_eq!(
        refused.header("retry-after"),
        refused.header("ratelimit-reset")
    );
    other.call("docs/list", json!({})).await.data();
    let chat = app.visitor().await;
    chat.send("1", "nobody is slowed down").await;
}

/// 1,000 calls of one key come beside chats. The bound grows with the time that the test takes, so a slow machine passes.
#[actix_web::test]
async fn a_flood_of_one_key_is_refused_early_and_no_message_of_a_visitor_is() {
    const CALLS: usize = 1_000;
    const AT_ONCE: usize = 50;
    let app = TestApp::with(|settings| settings.limits = Switch::On).await;
    let key = Key::new(&app).await;
    let mut pages = vec![served(&app).await.0];
    for _ in 0..9 {
        pages.push(app.visitor().await);
    }
    let from = Instant::now();

    // Only a call that is admitted finds out that its body is wrong.
    let flood = stream::iter(0..CALLS).map(|_| key.call("messages/list", json!("no object")));
    let flood = flood.buffer_unordered(AT_ONCE).collect::<Vec<_>>();
    let pages = &pages;
    let chats = stream::iter(0..200).map(|number| async move {
        let id = number.to_string();
        pages[number % pages.len()].send(&id, "hello").await
    });
    let chats = chats.buffer_unordered(10).collect::<Vec<_>>();
    let (calls, messages) = tokio::join!(flood, chats);

    let seconds = usize::try_from(from.elapsed().as_secs()).unwrap() + 1;
    let (refused, admitted): (Vec<_>, Vec<_>) =
        calls.into_iter().partition(|answer| answer.status == 429);
    assert!(admitted.iter().all(|answer| answer.status == 400));
    assert!(
        admitted.len() <= 20 * (seconds + 1),
        "{} in {seconds} s",
        admitted.len()
    );
    assert_eq!(admitted.len() + refused.len(), CALLS);
    for answer in &refused {
        answer.is_refused(429, "too many requests");
        assert_eq!(answer.header("ratelimit-limit"), Some("20"));
        assert_eq!(answer.header("ratelimit-remaining"), Some("0"));
        assert_eq!(answer.header("ratelimit-reset"), Some("1"));
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
    let acknowledged = messages.iter().filter(|answer| answer.status == 200);
    assert_eq!(acknowledged.count(), 200);
    app.stop().await;
}

#[actix_web::test]
async fn the_keys_of_a_tenant_have_a_limit_together() {
    let app = TestApp::with(|settings| {
        settings.limits = Switch::On;
        settings.rates.tenant_key_call_per_second = 3;
    })
    .await;
    let keys = [Key::new(&app).await, Key::new(&app).await];
    let rival = Key::of(&app, ("rival", "ron"), &ALL).await;

    let first = keys[0].call("docs/list", json!({})).await;
    let mut refused = None;
    for key in keys.iter().cycle().take(200) {
        let answer = key.call("docs/list", json!({})).await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }

    assert_eq!(first.header("ratelimit-limit"), Some("3"));
    assert_eq!(first.header("ratelimit-remaining"), Some("2"));
    let refused = refused.unwrap();
    refused.is_refused(429, "too many requests");
    assert_eq!(refused.header("ratelimit-limit"), Some("3"));
    rival.call("docs/list", json!({})).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn the_last_use_is_shown_at_once_and_survives_a_restart() {
    let folder = std::sync::Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let key = Key::new(&app).await;
    key.call("docs/list", json!({})).await.data();

    let shown = listed(&app).await;
    assert!(shown[0]["lastUsedAt"].is_i64());
    assert_eq!(shown[0]["lastUsedAddress"], "127.0.0.1");
    let uses = app.state.api_keys.unwritten_uses();
    app.state.office.store().change_documents(&uses).unwrap();
    let (text, id) = (key.text.clone(), key.id.clone());
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let again = listed(&app).await;
    assert_eq!(again[0]["lastUsedAt"], shown[0]["lastUsedAt"]);
    let key = Key::known(&app, text, id);
    key.call("docs/list", json!({})).await.data();
}
