//! Those who run several tenants: signing in, the tenants' load, disabling and enabling.

use crate::helpers::{Answer, TestApp, served};
use crate::uploads::{png, upload};
use actors_core::time::Span;
use serde_json::{Value, json};
use server::control::{Done, Order};
use server::settings::Switch;
use std::time::{Duration, Instant};
use totp_rs::{Builder, Secret};

const PASSWORD: &str = "three frogs in a pot";

async fn call(app: &TestApp, token: &str, call: &str, body: Value) -> Answer {
    let path = format!("/api/operator/{call}");
    app.post(&path, Some(token), &body).await
}

async fn login(app: &TestApp, account: &str, password: &str, code: &str) -> Answer {
    let body = json!({ "account": account, "password": password, "code": code });
    app.post("/api/operator/login", None, &body).await
}

async fn join(app: &TestApp, link: &str, password: &str) -> Answer {
    let body = json!({ "token": link, "password": password });
    app.post("/api/operator/join", None, &body).await
}

fn token(answer: &Answer) -> String {
    answer.data()["token"].as_str().unwrap().to_owned()
}

/// The entry of a tenant in the list.
async fn tenant(app: &TestApp, token: &str, id: &str) -> Value {
    let listed = call(app, token, "tenants/list", json!({})).await;
    let list = listed.data()["list"].as_array().unwrap().clone();
    let found = list.into_iter().find(|one| one["tenantId"] == id);
    found.unwrap()
}

fn reset(account: &str, totp: bool) -> Order {
    let account = account.to_owned();
    Order::ResetOperator { account, totp }
}

fn link_of(done: Done) -> String {
    match done {
        Done::Link { link, .. } => link.rsplit_once("#token=").unwrap().1.to_owned(),
        other => panic!("{other:?}"),
    }
}

fn code(app: &TestApp, secret: &str, ahead: u64) -> String {
    let now = u64::try_from(app.state.office.clock().machine().as_millis()).unwrap() / 1_000;
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).with_digits(6);
    let totp = totp.with_skew(1).with_step_duration(30).build().unwrap();
    totp.generate(now + ahead * 30).to_string()
}

#[actix_web::test]
async fn an_operator_chooses_a_good_password_by_a_link_that_works_once() {
    let app = TestApp::new().await;
    let link = app.operator_link("olga@example.com");
    let asked = json!({ "token": link });
    let told = app.post("/api/operator/joinInfo", None, &asked).await;
    assert_eq!(
        told.data(),
        &json!({ "account": "olga@example.com", "purpose": "invite" })
    );
    // An agent's page does not know the link.
    let elsewhere = app.post("/api/agent/joinInfo", None, &asked).await;
    assert_eq!(elsewhere.status, 401);
    assert_eq!(
        login(&app, "olga@example.com", "", "").await.status,
        401,
        "no password yet"
    );
    for bad in ["short", "passwordpassword", "olga@example.com"] {
        let refused = join(&app, &link, bad).await;
        assert_eq!(
            (refused.status, &refused.body["data"][0]["field"]),
            (400, &json!("password")),
            "{bad}"
        );
    }

    let entered = token(&join(&app, &link, PASSWORD).await);

    assert_eq!(
        call(&app, &entered, "me", json!({})).await.data(),
        &json!({ "account": "olga@example.com", "totpSet": 0, "recoveryCodesLeft": 0 })
    );
    assert_eq!(join(&app, &link, PASSWORD).await.status, 401);
    let again = token(&login(&app, " OLGA@example.com", PASSWORD, "").await);
    call(&app, &again, "logout", json!({})).await.data();
    call(&app, &again, "me", json!({}))
        .await
        .is_refused(401, "login state expired");
    call(&app, &entered, "me", json!({})).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn a_reset_and_a_removal_end_password_and_sign_ins_at_once() {
    let app = TestApp::new().await;
    let olga = app.operator("olga").await;
    let otto = app.operator("otto").await;
    let again = app.order(Order::AddOperator {
        account: "olga".to_owned(),
    });
    assert!(again.unwrap_err().contains("reset-password"));

    let link = link_of(app.order(reset("olga", false)).unwrap());

    assert_eq!(login(&app, "olga", PASSWORD, "").await.status, 401);
    let olga_is = async |token: &str| call(&app, token, "me", json!({})).await.status;
    // This server carried nothing out in memory: as one that starts anew, it reads the store.
    app.state
        .agents
        .forget_seen(&server::operators::home(), &"olga".into(), None);
    assert_eq!(olga_is(&olga).await, 401);
    let entered = token(&join(&app, &link, "four newts in a jar").await);
    assert_eq!((olga_is(&entered).await, olga_is(&otto).await), (200, 200));

    let remove = || Order::RemoveOperator {
        account: "olga".to_owned(),
    };
    app.order(remove()).unwrap();

    assert_eq!(olga_is(&entered).await, 401);
    assert_eq!(
        login(&app, "olga", "four newts in a jar", "").await.status,
        401
    );
    assert!(app.order(remove()).unwrap_err().contains("operator list"));
    assert_eq!(olga_is(&otto).await, 200);
    app.stop().await;
}

#[actix_web::test]
async fn an_operator_changes_the_password_and_their_other_sign_ins_end() {
    let app = TestApp::new().await;
    let here = app.operator("olga").await;
    let there = token(&login(&app, "olga", PASSWORD, "").await);
    let change = async |old: &str, new: &str| {
        let body = json!({ "oldPassword": old, "password": new });
        call(&app, &here, "account/changePassword", body).await
    };
    for (old, new, field) in [
        ("wrong", "four newts in a jar", "oldPassword"),
        (PASSWORD, "short", "password"),
    ] {
        let refused = change(old, new).await;
        assert_eq!(refused.status, 400);
        assert_eq!(refused.body["data"][0]["field"], field);
    }
    let signed_in = call(&app, &here, "account/signIns", json!({})).await;
    assert_eq!(signed_in.data()["list"].as_array().unwrap().len(), 2);

    change(PASSWORD, "four newts in a jar").await.data();

    assert_eq!(call(&app, &there, "me", json!({})).await.status, 401);
    call(&app, &here, "me", json!({})).await.data();
    assert_eq!(login(&app, "olga", PASSWORD, "").await.status, 401);
    let other = token(&login(&app, "olga", "four newts in a jar", "").await);
    call(&app, &here, "account/signOut", json!({})).await.data();
    assert_eq!(call(&app, &other, "me", json!({})).await.status, 401);
    app.stop().await;
}

#[actix_web::test]
async fn an_operators_second_step_needs_a_code_until_the_command_line_removes_it() {
    let app = TestApp::new().await;
    let olga = app.operator("olga").await;
    let asked = json!({ "password": PASSWORD });
    let begun = call(&app, &olga, "account/totp/begin", asked).await;
    let secret = begun.data()["secret"].as_str().unwrap().to_owned();
    let uri = begun.data()["uri"].as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/Frontdesk:olga"), "{uri}");
    let first = json!({ "code": code(&app, &secret, 0) });
    let confirmed = call(&app, &olga, "account/totp/confirm", first).await;
    assert_eq!(
        confirmed.data()["recoveryCodes"].as_array().unwrap().len(),
        10
    );
    let told = call(&app, &olga, "me", json!({})).await;
    assert_eq!(told.data()["totpSet"], 1);

    let without = login(&app, "olga", PASSWORD, "").await;

    assert_eq!(without.status, 401);
    assert_eq!(without.body["data"][0]["field"], "code");
    let next = code(&app, &secret, 1);
    login(&app, "olga", PASSWORD, &next).await.data();
    assert_eq!(login(&app, "olga", PASSWORD, &next).await.status, 401);
    let link = link_of(app.order(reset("olga", false)).unwrap());
    let joined = join(&app, &link, "four newts in a jar").await;
    assert_eq!(joined.data(), &json!({ "account": "olga" }), "needs a code");
    let link = link_of(app.order(reset("olga", true)).unwrap());
    token(&join(&app, &link, PASSWORD).await);
    let off = token(&login(&app, "olga", PASSWORD, "").await);
    let told = call(&app, &off, "me", json!({})).await;
    assert_eq!(told.data()["totpSet"], 0);
    app.stop().await;
}

#[actix_web::test]
async fn wrong_passwords_of_an_operator_wait_longer_and_longer() {
    let app = TestApp::with(|settings| settings.limits = Switch::On).await;
    let link = app.operator_link("olga");
    join(&app, &link, PASSWORD).await.data();
    let mut last = 0;
    for _ in 0..7 {
        last = login(&app, "olga", "wrong", "").await.status;
    }
    assert_eq!(last, 429);
    let unknown = login(&app, "nobody", "wrong", "").await;
    unknown.is_refused(401, "the account or the password is wrong");
    app.clock.advance(Span::from_secs(5));
    login(&app, "olga", PASSWORD, "").await.data();
    app.stop().await;
}

#[actix_web::test]
async fn an_operator_sees_the_load_of_every_tenant_and_no_conversation() {
    let app = TestApp::new().await;
    let olga = app.operator("olga").await;
    let quiet = tenant(&app, &olga, "rival").await;
    assert_eq!(quiet["enabled"], 1);
    let mia = app.agent_online("mia", 1).await;
    let (talks, waits, _asks) = (
        app.visitor().await,
        app.visitor().await,
        app.visitor().await,
    );
    talks.transfer().await.data();
    waits.transfer().await.data();
    talks.send("1", "a secret of theirs").await.data();

    let busy = tenant(&app, &olga, "shop").await;

    let agents = busy["load"]["agents"].as_u64().unwrap();
    assert!(agents > 1, "{busy}");
    let messages = busy["load"]["messages"].as_u64().unwrap();
    assert!(messages > 0, "{busy}");
    assert_eq!(
        busy["load"],
        json!({
            "visitors": 3, "withRobot": 1, "waiting": 1, "talking": 1, "agentsOnline": 1, "agents": agents,
            "messages": messages
        })
    );
    assert_eq!(tenant(&app, &olga, "rival").await["load"], quiet["load"]);
    assert_eq!(quiet["load"]["messages"], 0);
    talks.send("2", "another one").await.data();
    let busy = tenant(&app, &olga, "shop").await;
    assert_eq!(busy["load"]["messages"], messages + 1);
    app.clock.advance(Span::from_minutes(25 * 60));
    let later = tenant(&app, &olga, "shop").await;
    assert_eq!(later["load"]["messages"], 0);
    let all = call(&app, &olga, "tenants/list", json!({})).await;
    assert!(!all.text.contains("secret") && !all.text.contains(&talks.user));
    drop(mia);
    app.stop().await;
}

#[actix_web::test]
async fn an_operator_disables_a_tenant_and_enables_it_again() {
    let app = TestApp::new().await;
    let olga = app.operator("olga").await;
    let page = app.visitor().await;
    let ada = app.admin().await;
    let start = json!({ "channelId": "web", "locale": "en" });
    let opened = async || {
        app.post("/api/chat/visitor/chatStart", None, &start)
            .await
            .status
    };
    let of = |id: &str| json!({ "tenantId": id });

    call(&app, &olga, "tenants/disable", of("shop"))
        .await
        .data();

    let shop = tenant(&app, &olga, "shop").await;
    assert_eq!((&shop["enabled"], &shop["load"]), (&json!(0), &Value::Null));
    assert!(!shop["name"].as_str().unwrap().is_empty());
    assert_eq!(opened().await, 404);
    assert_eq!(page.call("getHistoryMsg", json!({})).await.status, 401);

    call(&app, &olga, "tenants/enable", of("shop")).await.data();

    assert_eq!(opened().await, 200);
    page.call("getHistoryMsg", json!({})).await.data();
    let log = ada.call("audit/list", json!({ "thing": "tenant" })).await;
    let list = log.data()["list"].as_array().unwrap();
    let told: Vec<_> = list
        .iter()
        .map(|one| (&one["adminId"], &one["fields"]))
        .collect();
    let record = (&json!("@operator:olga"), &json!(["disabled"]));
    assert_eq!(told, [record, record]);
    let after = |one: &Value| one["changes"][0]["after"].clone();
    assert_eq!([after(&list[0]), after(&list[1])], [false, true]);
    for stranger in ["nobody", ""] {
        for way in ["disable", "enable"] {
            call(&app, &olga, &format!("tenants/{way}"), of(stranger))
                .await
                .is_refused(404, "not found");
        }
    }
    app.stop().await;
}

#[actix_web::test]
async fn the_operators_log_has_their_sign_ins_accounts_and_tenants_and_nothing_of_a_shop() {
    let app = TestApp::new().await;
    let olga = app.operator("olga").await;
    let ada = app.admin().await;
    let of_shop = json!({ "tenantId": "shop" });
    call(&app, &olga, "tenants/disable", of_shop.clone())
        .await
        .data();
    call(&app, &olga, "tenants/enable", of_shop).await.data();
    login(&app, "olga", PASSWORD, "").await;

    let log = call(&app, &olga, "audit/list", json!({})).await;

    let list = log.data()["list"].as_array().unwrap();
    let told = |one: &Value| {
        let text = |field: &str| one[field].as_str().unwrap().to_owned();
        [text("adminId"), text("action"), text("thing"), text("id")]
    };
    let told: Vec<_> = list.iter().map(told).collect();
    assert!(told.contains(&["olga", "put", "tenant", "shop"].map(str::to_owned)));
    assert!(told.contains(&["@operator", "invite", "operators", "olga"].map(str::to_owned)));
    assert!(list.iter().all(|one| one["thing"] != "channels"));
    let filters = json!({ "thing": "tenant", "adminId": "olga" });
    let filtered = call(&app, &olga, "audit/list", filters).await;
    assert_eq!(filtered.data()["list"].as_array().unwrap().len(), 2);
    let foreign = app
        .post("/api/operator/audit/list", Some(&ada.token), &json!({}))
        .await;
    assert_eq!(foreign.status, 401);
    app.stop().await;
}

#[actix_web::test]
async fn an_operator_sees_how_many_bytes_of_files_each_tenant_has() {
    let app = TestApp::new().await;
    let olga = app.operator("olga").await;
    let (page, _desk) = served(&app).await;
    upload(&page, "a.png", &png()).await.data();
    let deadline = Instant::now() + Duration::from_secs(20);

    let shop = loop {
        let shop = tenant(&app, &olga, "shop").await;
        if shop["fileBytes"].is_u64() {
            break shop;
        }
        assert!(Instant::now() < deadline, "the files were not counted");
        actix_web::rt::task::yield_now().await;
    };

    assert!(shop["fileBytes"].as_u64().unwrap() > 0, "{shop}");
    assert_eq!(tenant(&app, &olga, "rival").await["fileBytes"], 0);
    app.stop().await;
}
