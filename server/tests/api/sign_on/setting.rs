//! The setting: what it refuses, what it hides, and what it closes.

use super::{BACK, CLIENT, Provider, SECRET, ann, app, begin, is_refused, put, sign_in};
use crate::helpers::{Answer, TestApp};
use serde_json::{Value, json};

async fn login(app: &TestApp, account: &str) -> Answer {
    let body = json!({ "tenantId": "shop", "account": account, "password": "a-long-password" });
    app.post("/api/agent/login", None, &body).await
}

#[actix_web::test]
async fn the_secret_is_never_shown_and_goes_to_no_other_provider() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    let kept = put(&admin, &provider.issuer("good"), json!({})).await;
    assert_eq!(kept.data()["clientSecretSet"], true);
    let mut same = admin.get("signOn", json!({})).await;
    same["buttonText"] = json!("Our account");

    let same = admin.call("signOn/put", same).await;
    assert_eq!(same.data()["clientSecretSet"], true);
    sign_in(&app, &provider, ann()).await.data();
    let mut moved = same.data().clone();
    moved["issuer"] = json!(provider.issuer("better"));
    let tested = admin.call("signOn/test", json!({ "signOn": moved })).await;
    assert_eq!(tested.data()["steps"][2]["code"], "client");
    let moved = admin.call("signOn/put", moved).await;

    assert_eq!(moved.data()["clientSecretSet"], false);
    is_refused(&sign_in(&app, &provider, ann()).await, "client");
    let audit = admin.call("audit/list", json!({ "thing": "signOn" })).await;
    assert_eq!(audit.data()["list"].as_array().unwrap().len(), 3);
    let listed = admin.call("signOn/list", json!({})).await;
    for answer in [&kept, &same, &moved, &audit, &listed, &tested] {
        assert!(!answer.text.contains(SECRET), "{}", answer.text);
    }
    app.stop().await;
}

#[actix_web::test]
async fn each_wrong_field_is_named() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;

    for (changes, field) in [
        (json!({ "issuer": "https://10.0.0.1" }), "issuer"),
        (json!({ "issuer": "https://id.example.com:8443" }), "issuer"),
        (json!({ "issuer": "http://id.example.com" }), "issuer"),
        (json!({ "issuer": "http://127.0.0.1:1/x" }), "issuer"),
        (
            json!({ "returnAddress": "https://evil.example/" }),
            "returnAddress",
        ),
        (json!({ "clientId": "" }), "clientId"),
        (json!({ "enabled": 2 }), "enabled"),
        (
            json!({ "groupClaim": "groups", "roles": [{ "value": "x", "groupIds": ["nobody"] }] }),
            "roles[0].groupIds[0]",
        ),
        (
            json!({ "only": 1, "passwordAdmin": "mia" }),
            "passwordAdmin",
        ),
        (
            json!({ "only": 1, "passwordAdmin": "nobody" }),
            "passwordAdmin",
        ),
    ] {
        let refused = put(&admin, &provider.issuer("good"), changes).await;

        assert_eq!(refused.status, 400, "{field}: {}", refused.text);
        assert_eq!(refused.body["data"][0]["field"], field, "{}", refused.text);
    }
    is_refused(&begin(&app).await, "off");
    app.stop().await;
}

#[actix_web::test]
async fn where_it_is_the_only_way_in_one_administrator_keeps_a_password() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    let invited = admin
        .call("agents/invite", json!({ "adminId": "jo" }))
        .await;
    let link = invited.data()["link"]
        .as_str()
        .unwrap()
        .rsplit_once('=')
        .unwrap()
        .1
        .to_owned();
    let only = json!({ "only": 1, "passwordAdmin": "ada" });
    put(&admin, &provider.issuer("good"), only).await.data();

    let mia = login(&app, "mia").await;
    assert_eq!(
        (mia.status, &mia.body["data"][0]["field"]),
        (401, &json!("signOn"))
    );
    login(&app, "ada").await.data();
    let join = json!({ "token": link, "password": "three frogs in a pot" });
    let join = app.post("/api/agent/join", None, &join).await;
    assert_eq!(join.status, 401);
    assert!(join.text.contains("single sign-on only"), "{}", join.text);
    let invite = admin
        .call("agents/invite", json!({ "adminId": "mia" }))
        .await;
    assert_eq!(invite.status, 409);
    sign_in(&app, &provider, ann()).await.data();

    // Nobody takes the one way in away.
    let more = json!({ "adminId": "eve", "account": "eve", "adminNick": "Eve", "role": "admin",
        "password": "three frogs in a pot", "version": 0 });
    admin.call("agents/put", more).await.data();
    let gone = admin
        .call("agents/delete", json!({ "adminId": "ada" }))
        .await;
    assert_eq!(gone.status, 409);
    for (field, value) in [("role", json!("agent")), ("disabled", json!(1))] {
        let mut ada = admin.get("agents", json!({ "adminId": "ada" })).await;
        ada[field] = value;
        let refused = admin.call("agents/put", ada).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
    }
    put(&admin, &provider.issuer("good"), json!({}))
        .await
        .data();
    login(&app, "mia").await.data();
    app.stop().await;
}

#[actix_web::test]
async fn another_shop_has_a_setting_of_its_own() {
    let provider = Provider::start();
    let app = app(&provider).await;
    put(&app.admin().await, &provider.issuer("good"), json!({}))
        .await
        .data();
    let info = async |tenant: &str| {
        let asked = json!({ "tenantId": tenant });
        app.post("/api/agent/signOn/info", None, &asked).await
    };

    let rival = info("rival").await;

    assert_eq!(rival.data()["enabled"], 0);
    assert_eq!(rival.text, info("nobody").await.text);
    let ron = app.admin_of("rival", "ron").await;
    assert_eq!(ron.call("signOn/get", json!({})).await.status, 404);
    app.stop().await;
}

#[actix_web::test]
async fn a_test_says_whether_the_provider_knows_the_client() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    let draft = |changes: Value| {
        let mut draft = json!({
            "issuer": provider.issuer("good"), "clientId": CLIENT, "clientSecret": SECRET, "returnAddress": BACK
        });
        draft
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        json!({ "signOn": draft })
    };

    let good = admin.call("signOn/test", draft(json!({}))).await;
    let bad = admin
        .call("signOn/test", draft(json!({ "clientId": "other" })))
        .await;
    let private = admin
        .call(
            "signOn/test",
            draft(json!({ "issuer": "https://localhost" })),
        )
        .await;
    let empty = admin
        .call("signOn/test", draft(json!({ "issuer": "" })))
        .await;

    assert_eq!(good.data()["ok"], true, "{}", good.text);
    assert_eq!(bad.data()["steps"][2]["code"], "client");
    assert_eq!(private.data()["steps"][0]["code"], "addressPrivate");
    assert_eq!(
        (empty.status, &empty.body["data"][0]["field"]),
        (400, &json!("issuer"))
    );
    assert_eq!(admin.call("signOn/get", json!({})).await.status, 404);
    app.stop().await;
}
