//! Administration of agents: creating, changing and deleting them.

use crate::helpers::TestApp;
use serde_json::json;

#[actix_web::test]
async fn a_new_agent_signs_in_and_takes_visitors() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = json!({
        "adminId": "zoe", "account": "zoe", "password": "a-long-password", "adminNick": "Zoe",
        "groupIds": ["sales"], "capacity": 2
    });

    let put = admin.call("agents/put", agent).await;

    assert_eq!(put.data()["passwordSet"], true);
    assert!(!put.text.contains("argon2") && !put.text.contains("a-long-password"));
    let mut zoe = app.agent_online("zoe", 2).await;
    let page = app.visitor().await;
    assert_eq!(page.transfer().await.data()["adminNick"], "Zoe");
    let news = zoe.news_within(5_000).await;
    assert!(news.iter().any(|entry| entry["event"] == "assigned"));
    app.stop().await;
}

#[actix_web::test]
async fn a_deleted_agent_is_signed_out_and_their_visitor_returns_to_the_line() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = app.agent_online("mia", 3).await;
    let page = app.visitor().await;
    assert_eq!(page.transfer().await.data()["status"], 2);
    // A second agent is present, so that the visitor can return to the line.
    let _lin = app.agent("lin").await;
    let lin = app.admin_of("shop", "lin").await;
    app.post(
        "/api/agent/setStatus",
        Some(&lin.token),
        &json!({ "status": "busy" }),
    )
    .await
    .data();
    let news = mia.call("getEventMsg", json!({ "wait": 0 })).await;
    let cursor = &news.data()["cursor"];
    let poll = mia.call("getEventMsg", json!({ "cursor": cursor, "wait": 20_000 }));
    let delete = admin.call("agents/delete", json!({ "adminId": "mia" }));

    let (held, deleted) = futures_util::future::join(poll, delete).await;

    deleted.data();
    held.is_refused(401, "login state expired");
    mia.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
    let body = json!({ "tenantId": "shop", "account": "mia", "password": "a-long-password" });
    let login = app.post("/api/agent/login", None, &body).await;
    login.is_refused(401, "the account or the password is wrong");
    let mut cursor = 0;
    let status = loop {
        let answer = page.poll_for(cursor, 5_000).await;
        cursor = answer.data()["cursor"].as_u64().unwrap();
        if answer.data()["status"] != 2 {
            break answer.data()["status"].clone();
        }
    };
    assert_eq!(status, 3);
    app.stop().await;
}

#[actix_web::test]
async fn an_old_token_stays_invalid_when_its_agent_is_created_again() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = app.agent("mia").await;
    admin
        .call("agents/delete", json!({ "adminId": "mia" }))
        .await
        .data();

    let again = json!({
        "adminId": "mia", "account": "mia", "password": "another-password", "adminNick": "Mia"
    });
    admin.call("agents/put", again).await.data();

    mia.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
    app.stop().await;
}

#[actix_web::test]
async fn a_new_password_signs_the_agent_out_everywhere() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = app.agent("mia").await;
    let mut changed = admin.get("agents", json!({ "adminId": "mia" })).await;
    assert!(changed["password"].is_null() && changed["passwordHash"].is_null());
    // A put without a password keeps the old one.
    changed["adminNick"] = json!("Mia M.");
    let put = admin.call("agents/put", changed).await;
    assert_eq!(
        mia.call("me", json!({})).await.data()["adminNick"],
        "Mia M."
    );

    let mut changed = put.data().clone();
    changed["password"] = json!("another-password");
    // The server ignores a hash in the request.
    changed["passwordHash"] = json!("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA");
    admin.call("agents/put", changed).await.data();

    mia.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
    let login =
        |password: &str| json!({ "tenantId": "shop", "account": "mia", "password": password });
    let old = app
        .post("/api/agent/login", None, &login("a-long-password"))
        .await;
    old.is_refused(401, "the account or the password is wrong");
    app.post("/api/agent/login", None, &login("another-password"))
        .await
        .data();
    app.stop().await;
}

#[actix_web::test]
async fn every_invalid_field_of_an_agent_is_named() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let wrong = json!({
        "adminId": "zoe", "account": "mia", "password": "short", "adminNick": " ", "role": "root",
        "groupIds": ["nowhere"], "capacity": 1_000_000_000
    });

    let mut fields = admin.refused_fields("agents", wrong).await;

    fields.sort();
    assert_eq!(
        fields,
        ["account", "adminNick", "capacity", "password", "role"]
    );
    let no_group = json!({
        "adminId": "zoe", "account": "zoe", "password": "a-long-password", "adminNick": "Zoe",
        "groupIds": ["nowhere"]
    });
    assert_eq!(
        admin.refused_fields("agents", no_group).await,
        ["groupIds[0]"]
    );
    app.stop().await;
}

#[actix_web::test]
async fn the_last_administrator_cannot_be_demoted_or_deleted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut ada = admin.get("agents", json!({ "adminId": "ada" })).await;
    ada["role"] = json!("agent");

    assert_eq!(admin.refused_fields("agents", ada).await, ["role"]);
    admin
        .call("agents/delete", json!({ "adminId": "ada" }))
        .await
        .is_refused(409, "the last administrator cannot be deleted");
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_cannot_change_their_role_or_tenant_or_exceed_their_capacity() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;

    let all = mia.call(
        "setStatus",
        json!({ "status": "online", "capacity": 1_000_000_000, "role": "admin", "tenantId": "rival" }),
    );
    all.await.is_refused(400, "capacity is not valid");
    let more = mia.call(
        "setStatus",
        json!({ "status": "online", "capacity": 9_000, "role": "admin", "tenantId": "rival" }),
    );

    assert_eq!(more.await.data()["capacity"], 3);
    let me = mia.call("me", json!({})).await;
    assert_eq!(me.data()["role"], "agent");
    app.post("/api/admin/agents/list", Some(&mia.token), &json!({}))
        .await
        .is_refused(403, "for administrators alone");
    app.stop().await;
}

#[actix_web::test]
async fn a_new_group_accepts_visitors_once_an_agent_joins_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let _mia = app.agent_online("mia", 3).await;
    let group = json!({ "id": "returns", "groupName": "Returns" });
    admin.call("groups/put", group).await.data();
    let mut mia = admin.get("agents", json!({ "adminId": "mia" })).await;
    mia["groupIds"] = json!(["returns"]);
    admin.call("agents/put", mia).await.data();

    let page = app.visitor().await;
    let answer = page
        .call("transferAgent", json!({ "groupId": "returns" }))
        .await;

    assert_eq!(answer.data()["status"], 2);
    app.stop().await;
}
