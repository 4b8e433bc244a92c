//! Who may call: tokens, user ids, and other visitors' data.

use crate::helpers::{Page, TestApp};
use actors_core::time::Span;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use server::retention::{Pace, remove};
use std::sync::Arc;
use std::time::Duration;

#[actix_web::test]
async fn a_token_may_come_in_the_body_and_the_user_id_may_be_left_out() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let body = json!({ "token": page.token, "msgType": 1, "msgContent": "hello" });
    app.post("/api/chat/visitor/sendMsg", None, &body)
        .await
        .data();
    app.post(
        "/api/chat/visitor/isEvaluate",
        Some(&page.token),
        &json!({}),
    )
    .await
    .data();
}

#[actix_web::test]
async fn a_free_user_id_is_granted_and_a_taken_one_is_not() {
    let app = TestApp::new().await;
    let ask = json!({ "channelId": "web", "userId": "customer-7" });

    let owner = app.page(ask.clone()).await;
    owner.send("1", "a secret").await.data();
    let thief = app.page(ask).await;
    let back = app
        .page(json!({ "channelId": "web", "userId": "customer-7", "token": owner.token }))
        .await;

    assert_eq!(
        (owner.user.as_str(), &owner.started["verified"]),
        ("customer-7", &json!(true))
    );
    assert_ne!(thief.user, "customer-7");
    assert_eq!(thief.started["verified"], false);
    let history = thief.call("getHistoryMsg", json!({})).await;
    assert!(!history.text.contains("a secret"));
    assert_eq!(
        (back.user.as_str(), &back.started["verified"]),
        ("customer-7", &json!(true))
    );
}

#[actix_web::test]
async fn of_many_concurrent_starts_with_a_new_user_id_one_gets_it() {
    let app = TestApp::new().await;
    let ask = || app.page(json!({ "channelId": "web", "userId": "wanted" }));

    let pages = futures_util::future::join_all((0..20).map(|_| ask())).await;

    assert_eq!(pages.iter().filter(|page| page.user == "wanted").count(), 1);
}

const SECRET: &str = "a-secret-of-the-tenant";

fn hash(secret: &str, name: &str) -> String {
    let mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    server::secrets::hex(&mac.chain_update(name).finalize().into_bytes())
}

/// Opens a page with a user id and its hash under this secret.
async fn signed<'a>(app: &'a TestApp, channel: &str, secret: &str, name: &str) -> Page<'a> {
    let body = json!({ "channelId": channel, "userId": name, "userHash": hash(secret, name) });
    app.page(body).await
}

/// Opens a page with a user id and a token, without a hash.
async fn unsigned<'a>(app: &'a TestApp, channel: &str, name: &str, token: &str) -> Page<'a> {
    let body = json!({ "channelId": channel, "userId": name, "token": token });
    app.page(body).await
}

/// Changes a channel's secret. Creates the channel unless it is `vouched`.
async fn change_secret(app: &TestApp, channel: &str, secret: &str) {
    let admin = app.admin().await;
    let mut fields = admin
        .get("channels", json!({ "channelId": "vouched" }))
        .await;
    if channel != "vouched" {
        fields["channelId"] = json!(channel);
        fields["version"] = json!(0);
    }
    fields["identitySecret"] = json!(secret);
    admin.call("channels/put", fields).await.data();
}

async fn history(page: &Page<'_>) -> String {
    page.call("getHistoryMsg", json!({})).await.text
}

#[actix_web::test]
async fn on_a_channel_with_a_secret_only_the_hash_opens_a_user_id() {
    let app = TestApp::new().await;
    let start = |hash: String| {
        app.page(json!({ "channelId": "vouched", "userId": "customer-9", "userHash": hash }))
    };
    let hash = hash(SECRET, "customer-9");

    let first = start(String::new()).await;
    let vouched = start(hash.clone()).await;
    let again = start(hash).await;
    let wrong = start("0".repeat(64)).await;

    assert_ne!(first.user, "customer-9");
    assert_eq!(
        (vouched.user.as_str(), again.user.as_str()),
        ("customer-9", "customer-9")
    );
    assert_eq!(vouched.started["sessionId"], again.started["sessionId"]);
    assert_ne!(wrong.user, "customer-9");
}

/// Protocol, 'Visitor identity': identitySecret
#[actix_web::test]
async fn a_conversation_planted_under_a_user_id_is_not_continued_by_its_owner() {
    let app = TestApp::new().await;
    let planted = unsigned(&app, "web", "ann", "").await;
    assert_eq!(planted.user, "ann");
    planted.send("1", "call this number").await.data();

    let ann = signed(&app, "vouched", SECRET, "ann").await;
    ann.send("1", "my address").await.data();
    let elsewhere = signed(&app, "vouched", SECRET, "ann").await;

    assert_eq!(ann.started["verified"], true);
    assert_ne!(ann.user, "ann");
    assert_eq!(ann.user, elsewhere.user, "the same id on every device");
    assert!(!history(&elsewhere).await.contains("call this number"));
    assert!(history(&elsewhere).await.contains("my address"));
    assert!(!history(&planted).await.contains("my address"));
    for (channel, token) in [("web", &planted.token), ("vouched", &planted.token)] {
        let thief = unsigned(&app, channel, &ann.user, token).await;
        assert_ne!(thief.user, ann.user, "{channel}");
        assert_eq!(thief.started["verified"], false);
    }
}

/// Protocol, 'Visitor identity': identitySecret
#[actix_web::test]
async fn a_token_of_a_channel_without_a_secret_claims_no_user_id_on_one_with_a_secret() {
    let app = TestApp::new().await;
    let planted = unsigned(&app, "web", "boss", "").await;
    let drawn = unsigned(&app, "web", "", "").await;

    let named = unsigned(&app, "vouched", "boss", &planted.token).await;
    let silent = unsigned(&app, "vouched", "", &planted.token).await;
    let nobody = unsigned(&app, "vouched", "", &drawn.token).await;

    assert_ne!(named.user, "boss");
    assert_eq!(named.started["verified"], false);
    assert_ne!(silent.user, "boss");
    assert_eq!(nobody.user, drawn.user, "a generated id claims no identity");
}

/// Protocol, 'Visitor identity': identitySecret
#[actix_web::test]
async fn a_verified_visitor_is_opened_on_other_channels_only_by_their_token() {
    let app = TestApp::new().await;
    let ann = signed(&app, "vouched", SECRET, "ann").await;
    ann.send("1", "my address").await.data();

    let thief = unsigned(&app, "web", "ann", "").await;
    let guess = unsigned(&app, "web", "ann", &thief.token).await;
    let ann_there = unsigned(&app, "web", "ann", &ann.token).await;
    let ann_back = unsigned(&app, "vouched", "ann", &ann_there.token).await;

    assert_ne!(thief.user, "ann");
    assert_ne!(guess.user, "ann");
    assert!(!history(&thief).await.contains("my address"));
    assert_eq!(ann_there.user, "ann");
    assert_eq!(ann_back.user, "ann");
    assert!(history(&ann_back).await.contains("my address"));
    assert_eq!(
        signed(&app, "vouched", SECRET, "ann").await.user,
        "ann",
        "the token of another channel has changed nothing"
    );
}

/// Protocol, 'Visitor identity': 'opened by that secret or its token alone'
#[actix_web::test]
async fn channels_with_different_secrets_have_separate_visitors() {
    let app = TestApp::new().await;
    change_secret(&app, "other-shop", "the-secret-of-another-shop").await;
    let one = signed(&app, "vouched", SECRET, "17").await;
    one.send("1", "of the first shop").await.data();

    let other = signed(&app, "other-shop", "the-secret-of-another-shop", "17").await;
    let same_browser = json!({ "channelId": "other-shop", "userId": "17", "token": one.token,
        "userHash": hash("the-secret-of-another-shop", "17") });
    let same_browser = app.page(same_browser).await;

    assert_eq!(one.user, "17");
    assert_ne!(other.user, "17");
    assert_eq!(
        same_browser.user, other.user,
        "a hash takes precedence over a token"
    );
    assert!(!history(&other).await.contains("of the first shop"));
    assert!(history(&one).await.contains("of the first shop"));
}

/// A leaked secret opens nothing after it was changed.
#[actix_web::test]
async fn a_new_secret_together_with_the_visitors_token_replaces_the_old_one() {
    let app = TestApp::new().await;
    let thief = signed(&app, "vouched", SECRET, "ann").await;
    let ann = signed(&app, "vouched", SECRET, "ann").await;
    ann.send("1", "my address").await.data();
    change_secret(&app, "vouched", "a-new-secret-of-the-tenant").await;

    let no_token = signed(&app, "vouched", "a-new-secret-of-the-tenant", "ann").await;
    let old_hash = signed(&app, "vouched", SECRET, "ann").await;
    let both = json!({ "channelId": "vouched", "userId": "ann", "token": ann.token,
        "userHash": hash("a-new-secret-of-the-tenant", "ann") });
    app.clock.advance(Span::from_millis(5));
    let both = app.page(both).await;

    assert_ne!(
        no_token.user, "ann",
        "the new secret needs the token as well"
    );
    assert_ne!(old_hash.user, "ann");
    assert_eq!(both.user, "ann");
    assert!(history(&both).await.contains("my address"));
    assert_eq!(thief.call("getHistoryMsg", json!({})).await.status, 401);
    let again = signed(&app, "vouched", "a-new-secret-of-the-tenant", "ann").await;
    assert_eq!(again.user, "ann");
    assert_ne!(unsigned(&app, "web", "ann", &ann.token).await.user, "ann");
}

/// A token stays invalid if its user id was removed and then taken again.
#[actix_web::test]
async fn an_old_token_cannot_open_a_user_id_that_was_removed_and_taken_again() {
    let app = TestApp::new().await;
    let planted = unsigned(&app, "web", "ann", "").await;
    planted.call("chatClose", json!({})).await.data();
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["retentionDays"] = json!(7);
    admin.call("tenant/put", tenant).await.data();
    app.clock.advance(Span::from_minutes(8 * 24 * 60));
    let pace = Pace {
        listed: 20,
        at_once: 20,
        pause: Duration::ZERO,
    };
    let now = || Some(app.state.now());
    remove(&app.state, &"shop".into(), pace, &now)
        .await
        .unwrap();

    app.clock.advance(Span::from_millis(5));
    let ann = signed(&app, "vouched", SECRET, "ann").await;
    ann.send("1", "my address").await.data();

    assert_eq!(ann.user, "ann");
    let stolen = planted.call("getHistoryMsg", json!({})).await;
    assert_eq!(stolen.status, 401, "{}", stolen.text);
}

#[actix_web::test]
async fn a_verified_visitor_stays_verified_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    signed(&app, "vouched", SECRET, "ann").await;
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;

    assert_ne!(unsigned(&app, "web", "ann", "").await.user, "ann");
    assert_eq!(signed(&app, "vouched", SECRET, "ann").await.user, "ann");
    app.stop().await;
}

#[actix_web::test]
async fn an_invalid_user_id_is_refused() {
    let app = TestApp::new().await;

    for name in ["a b", "a/b", "a\u{0}", &"x".repeat(129)] {
        let body = json!({ "channelId": "web", "userId": name });
        app.post("/api/chat/visitor/chatStart", None, &body)
            .await
            .is_refused(400, "userId is not valid");
    }
}

#[actix_web::test]
async fn a_token_of_one_tenant_opens_nothing_at_another() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let body = json!({ "channelId": "rival", "userId": page.user, "token": page.token });
    let there = app.page(body).await;

    assert_eq!(
        there.started["sessionId"],
        format!("{}.1", page.user),
        "the same id, but another visitor"
    );
    let history = there.call("getHistoryMsg", json!({})).await;
    assert!(!history.text.contains("Hello!"));
}
