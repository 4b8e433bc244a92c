//! Who may call: tokens, names, and what is somebody else's.

use crate::helpers::TestApp;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;

#[actix_web::test]
async fn a_token_may_come_in_the_body_and_the_body_need_not_name_the_visitor() {
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
async fn a_name_nobody_has_had_is_given_and_one_that_is_taken_is_not() {
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
async fn of_many_who_want_a_new_name_at_once_one_gets_it() {
    let app = TestApp::new().await;
    let ask = || app.page(json!({ "channelId": "web", "userId": "wanted" }));

    let pages = futures_util::future::join_all((0..20).map(|_| ask())).await;

    assert_eq!(pages.iter().filter(|page| page.user == "wanted").count(), 1);
}

#[actix_web::test]
async fn where_the_tenant_vouches_only_its_hash_opens_a_name() {
    let app = TestApp::new().await;
    let start = |hash: String| {
        app.page(json!({ "channelId": "vouched", "userId": "customer-9", "userHash": hash }))
    };
    let mac = Hmac::<sha2::Sha256>::new_from_slice(b"a-secret-of-the-tenant").unwrap();
    let hash = server::secrets::hex(&mac.chain_update("customer-9").finalize().into_bytes());

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

#[actix_web::test]
async fn a_name_that_is_none_is_refused() {
    let app = TestApp::new().await;

    for name in ["a b", "a/b", "a\u{0}", &"x".repeat(129)] {
        let body = json!({ "channelId": "web", "userId": name });
        app.post("/api/chat/visitor/chatStart", None, &body)
            .await
            .is_refused(400, "userId is not valid");
    }
}

#[actix_web::test]
async fn a_tenants_token_opens_nothing_at_another_tenant() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let body = json!({ "channelId": "rival", "userId": page.user, "token": page.token });
    let there = app.page(body).await;

    assert_eq!(
        there.started["sessionId"],
        format!("{}.1", page.user),
        "the same name, and another visitor"
    );
    let history = there.call("getHistoryMsg", json!({})).await;
    assert!(!history.text.contains("Hello!"));
}
