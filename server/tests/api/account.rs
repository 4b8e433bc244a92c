//! An agent's own account: name, password, sign-ins, and the second step of signing in.

use crate::helpers::{Admin, Answer, TestApp};
use actors_core::time::Span;
use serde_json::{Value, json};
use server::settings::Switch;
use std::sync::Arc;
use totp_rs::{Builder, Secret};

const PASSWORD: &str = "a-long-password";
const NEW: &str = "three frogs in a pot";

/// The code of a secret in `ahead` steps from the app's time.
fn code(app: &TestApp, secret: &str, ahead: u64) -> String {
    let now = u64::try_from(app.state.office.clock().machine().as_millis()).unwrap() / 1_000;
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).with_digits(6);
    let totp = totp.with_skew(1).with_step_duration(30).build().unwrap();
    totp.generate(now + ahead * 30).to_string()
}

async fn login(app: &TestApp, account: &str, password: &str, code: &str) -> Answer {
    let body =
        json!({ "tenantId": "shop", "account": account, "password": password, "code": code });
    app.post("/api/agent/login", None, &body).await
}

/// A call of `/api/agent/account/`.
async fn own(app: &TestApp, token: &str, call: &str, body: Value) -> Answer {
    let path = format!("/api/agent/account/{call}");
    app.post(&path, Some(token), &body).await
}

fn token(answer: &Answer) -> String {
    answer.data()["token"].as_str().unwrap().to_owned()
}

/// Sets the second step of this sign-in's agent up. Returns the secret and the recovery codes.
async fn set_up(app: &TestApp, token: &str) -> (String, Vec<String>) {
    let begun = own(app, token, "totp/begin", json!({ "password": PASSWORD })).await;
    let secret = begun.data()["secret"].as_str().unwrap().to_owned();
    assert!(begun.data()["uri"].as_str().unwrap().contains(&secret));
    let first = json!({ "code": code(app, &secret, 0) });
    let confirmed = own(app, token, "totp/confirm", first).await;
    let codes = confirmed.data()["recoveryCodes"].as_array().unwrap();
    let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned());
    (secret, codes.collect())
}

fn is_field_wrong(answer: &Answer, status: u16, field: &str) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert_eq!(answer.body["data"][0]["field"], field, "{}", answer.text);
}

#[actix_web::test]
async fn a_second_step_needs_a_code_which_works_once() {
    let app = TestApp::new().await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);
    is_field_wrong(
        &own(&app, &mia, "totp/begin", json!({ "password": "wrong" })).await,
        400,
        "password",
    );
    let (secret, _) = set_up(&app, &mia).await;

    let missing = login(&app, "mia", PASSWORD, "").await;
    missing.is_refused(401, "a code is needed");
    is_field_wrong(&missing, 401, "code");
    let used = login(&app, "mia", PASSWORD, &code(&app, &secret, 0)).await;
    used.is_refused(401, "the code is wrong or was used");
    let next = code(&app, &secret, 1);
    // Who does not know the password learns nothing about the code, and does not use it up.
    login(&app, "mia", "wrong-password", &next)
        .await
        .is_refused(401, "the account or the password is wrong");
    login(&app, "mia", PASSWORD, &next).await.data();
    login(&app, "mia", PASSWORD, &next)
        .await
        .is_refused(401, "the code is wrong or was used");

    let told = own(&app, &mia, "get", json!({})).await;
    assert_eq!(told.data()["totpSet"], 1);
    assert_eq!(told.data()["recoveryCodesLeft"], 10);
    assert!(!told.text.contains(&secret));
    let again = own(&app, &mia, "totp/begin", json!({ "password": PASSWORD })).await;
    again.is_refused(409, "the second step is already on");
    app.stop().await;
}

#[actix_web::test]
async fn two_sign_ins_at_once_cannot_share_a_code() {
    let app = TestApp::new().await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);
    let (secret, _) = set_up(&app, &mia).await;
    let next = code(&app, &secret, 1);

    let (one, other) = futures_util::future::join(
        login(&app, "mia", PASSWORD, &next),
        login(&app, "mia", PASSWORD, &next),
    )
    .await;

    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    app.stop().await;
}

#[actix_web::test]
async fn recovery_codes_work_once_and_new_ones_void_the_others() {
    let app = TestApp::new().await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);
    let (_, codes) = set_up(&app, &mia).await;

    login(&app, "mia", PASSWORD, &codes[0]).await.data();
    login(&app, "mia", PASSWORD, &codes[0])
        .await
        .is_refused(401, "the code is wrong or was used");
    let nothing = own(&app, &mia, "totp/recoveryCodes", json!({})).await;
    is_field_wrong(&nothing, 400, "password");
    let renewed = own(
        &app,
        &mia,
        "totp/recoveryCodes",
        json!({ "code": codes[1] }),
    )
    .await;
    assert_eq!(
        renewed.data()["recoveryCodes"].as_array().unwrap().len(),
        10
    );
    assert_eq!(login(&app, "mia", PASSWORD, &codes[2]).await.status, 401);

    let wrong = own(&app, &mia, "totp/off", json!({ "code": "000000" })).await;
    is_field_wrong(&wrong, 400, "code");
    own(&app, &mia, "totp/off", json!({ "password": PASSWORD }))
        .await
        .data();
    login(&app, "mia", PASSWORD, "").await.data();
    let off = own(&app, &mia, "totp/off", json!({ "password": PASSWORD })).await;
    off.is_refused(409, "the second step is off");
    app.stop().await;
}

#[actix_web::test]
async fn wrong_codes_are_slowed_down_as_wrong_passwords_are() {
    let app = TestApp::with(|settings| settings.limits = Switch::On).await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);
    let (secret, _) = set_up(&app, &mia).await;

    let mut statuses = Vec::new();
    for _ in 0..7 {
        let answer = login(&app, "mia", PASSWORD, "000000").await;
        statuses.push(answer.status);
    }

    assert_eq!(statuses[..6], [401; 6]);
    assert_eq!(statuses[6], 429);
    app.clock.advance(Span::from_secs(2));
    let right = code(&app, &secret, 1);
    login(&app, "mia", PASSWORD, &right).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn the_second_step_and_the_sign_ins_survive_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);
    let (secret, codes) = set_up(&app, &mia).await;
    let used = code(&app, &secret, 1);
    login(&app, "mia", PASSWORD, &used).await.data();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;

    let list = own(&app, &mia, "signIns", json!({})).await;
    assert_eq!(list.data()["list"].as_array().unwrap().len(), 2);
    login(&app, "mia", PASSWORD, "")
        .await
        .is_refused(401, "a code is needed");
    login(&app, "mia", PASSWORD, &used)
        .await
        .is_refused(401, "the code is wrong or was used");
    login(&app, "mia", PASSWORD, &codes[0]).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn a_shop_that_requires_it_lets_nobody_in_before_the_second_step_is_set_up() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["requireTotp"] = json!(1);
    admin.call("tenant/put", tenant).await.data();

    let signed_in = login(&app, "mia", PASSWORD, "").await;

    assert_eq!(signed_in.data()["mustSetUpTotp"], 1);
    let mia = token(&signed_in);
    for call in [
        "me",
        "getEventMsg",
        "account/get",
        "account/signIns",
        "sendMsg",
    ] {
        let refused = app
            .post(&format!("/api/agent/{call}"), Some(&mia), &json!({}))
            .await;
        refused.is_refused(403, "set up the second step of signing in first");
    }
    set_up(&app, &mia).await;
    app.post("/api/agent/me", Some(&mia), &json!({}))
        .await
        .data();
    own(&app, &mia, "totp/off", json!({ "password": PASSWORD }))
        .await
        .is_refused(403, "the shop requires the second step");
    app.stop().await;
}

#[actix_web::test]
async fn an_administrator_resets_a_colleagues_second_step() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);
    let body = json!({ "adminId": "mia" });
    admin
        .call("agents/resetTotp", body.clone())
        .await
        .is_refused(409, "the agent has no second step");
    set_up(&app, &mia).await;
    assert_eq!(admin.get("agents", body.clone()).await["totpSet"], true);

    admin.call("agents/resetTotp", body.clone()).await.data();

    own(&app, &mia, "get", json!({}))
        .await
        .is_refused(401, "login state expired");
    login(&app, "mia", PASSWORD, "").await.data();
    assert_eq!(admin.get("agents", body).await["totpSet"], false);
    for stranger in ["nobody", "vera"] {
        admin
            .call("agents/resetTotp", json!({ "adminId": stranger }))
            .await
            .is_refused(404, "not found");
    }
    let log = admin.call("audit/list", json!({ "thing": "agents" })).await;
    let list = log.data()["list"].as_array().unwrap();
    let told: Vec<_> = list
        .iter()
        .map(|one| {
            (
                one["adminId"].as_str().unwrap(),
                one["fields"][0].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(told, [("ada", "totp"), ("mia", "totp")]);
    app.stop().await;
}

#[actix_web::test]
async fn a_link_to_choose_a_password_does_not_replace_the_second_step() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);
    let (secret, _) = set_up(&app, &mia).await;
    let link = admin
        .call("agents/invite", json!({ "adminId": "mia" }))
        .await;
    let link = link.data()["link"].as_str().unwrap();
    let link = link.strip_prefix("/desk/join#token=").unwrap();

    let body = json!({ "token": link, "password": NEW });
    let joined = app.post("/api/agent/join", None, &body).await;

    assert!(joined.data()["token"].is_null());
    login(&app, "mia", NEW, "")
        .await
        .is_refused(401, "a code is needed");
    login(&app, "mia", NEW, &code(&app, &secret, 1))
        .await
        .data();
    app.stop().await;
}

#[actix_web::test]
async fn a_new_password_needs_the_old_one_and_ends_the_other_sign_ins() {
    let app = TestApp::new().await;
    let here = token(&login(&app, "mia", PASSWORD, "").await);
    let there = token(&login(&app, "mia", PASSWORD, "").await);
    let change = |old: &str, new: &str| json!({ "oldPassword": old, "password": new });

    let wrong = own(&app, &here, "changePassword", change("wrong", NEW)).await;
    is_field_wrong(&wrong, 400, "oldPassword");
    for weak in ["short", "passwordpassword"] {
        let weak = own(&app, &here, "changePassword", change(PASSWORD, weak)).await;
        is_field_wrong(&weak, 400, "password");
    }
    own(&app, &there, "get", json!({})).await.data();
    own(&app, &here, "changePassword", change(PASSWORD, NEW))
        .await
        .data();

    own(&app, &here, "get", json!({})).await.data();
    own(&app, &there, "get", json!({}))
        .await
        .is_refused(401, "login state expired");
    assert_eq!(login(&app, "mia", PASSWORD, "").await.status, 401);
    login(&app, "mia", NEW, "").await.data();
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_ends_their_own_sign_ins_and_nobody_elses() {
    let app = TestApp::new().await;
    let here = token(&login(&app, "mia", PASSWORD, "").await);
    let there = token(&login(&app, "mia", PASSWORD, "").await);
    let admin = app.admin().await;
    let list = |answer: &Answer| answer.data()["list"].as_array().unwrap().clone();

    let mine = list(&own(&app, &here, "signIns", json!({})).await);
    assert_eq!(mine.len(), 2);
    let current: Vec<_> = mine.iter().filter(|one| one["current"] == 1).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["address"], "127.0.0.1");
    let other = mine.iter().find(|one| one["current"] == 0).unwrap();
    let theirs = list(&own(&app, &admin.token, "signIns", json!({})).await);
    own(&app, &here, "signOut", json!({ "id": theirs[0]["id"] }))
        .await
        .is_refused(404, "not found");
    own(&app, &here, "signOut", json!({ "id": other["id"] }))
        .await
        .data();
    assert_eq!(own(&app, &there, "get", json!({})).await.status, 401);

    for _ in 0..25 {
        login(&app, "mia", PASSWORD, "").await.data();
    }
    assert_eq!(own(&app, &here, "get", json!({})).await.status, 401);
    let last = token(&login(&app, "mia", PASSWORD, "").await);
    let mine = list(&own(&app, &last, "signIns", json!({})).await);
    assert_eq!(mine.len(), 20);
    own(&app, &last, "signOut", json!({})).await.data();
    let mine = list(&own(&app, &last, "signIns", json!({})).await);
    assert_eq!(mine.len(), 1);
    own(&app, &admin.token, "get", json!({})).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_changes_their_own_name_and_picture() {
    let app = TestApp::new().await;
    let mia = token(&login(&app, "mia", PASSWORD, "").await);

    let wrong = json!({ "adminNick": " ", "adminFace": "http://elsewhere.example/a.png" });
    let wrong = own(&app, &mia, "update", wrong).await;
    assert_eq!(wrong.body["data"].as_array().unwrap().len(), 2);
    let changed = own(&app, &mia, "update", json!({ "adminNick": "Mia M." })).await;

    assert_eq!(changed.data()["adminNick"], "Mia M.");
    let me = app.post("/api/agent/me", Some(&mia), &json!({})).await;
    assert_eq!(me.data()["adminNick"], "Mia M.");
    app.stop().await;
}

async fn disable(admin: &Admin<'_>, agent: &str, disabled: u8) -> Answer {
    let mut written = admin.get("agents", json!({ "adminId": agent })).await;
    written["disabled"] = json!(disabled);
    admin.call("agents/put", written).await
}

#[actix_web::test]
async fn a_disabled_agent_is_signed_out_cannot_sign_in_and_comes_back() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = app.agent_online("mia", 3).await;
    let page = app.visitor().await;
    assert_eq!(page.transfer().await.data()["status"], 2);

    disable(&admin, "mia", 1).await.data();

    mia.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
    login(&app, "mia", PASSWORD, "")
        .await
        .is_refused(401, "the account or the password is wrong");
    admin
        .call("agents/invite", json!({ "adminId": "mia" }))
        .await
        .is_refused(409, "the agent is disabled: enable them first");
    let mut cursor = 0;
    loop {
        let answer = page.poll_for(cursor, 5_000).await;
        cursor = answer.data()["cursor"].as_u64().unwrap();
        if answer.data()["status"] != 2 {
            break;
        }
    }
    disable(&admin, "mia", 0).await.data();
    login(&app, "mia", PASSWORD, "").await.data();
    is_field_wrong(&disable(&admin, "ada", 1).await, 400, "disabled");
    app.stop().await;
}

#[actix_web::test]
async fn where_there_are_several_shops_the_sign_in_asks_for_one() {
    let app = TestApp::new().await;
    let body = json!({ "account": "mia", "password": PASSWORD });

    let asked = app.post("/api/agent/login", None, &body).await;

    asked.is_refused(401, "name the shop");
    is_field_wrong(&asked, 401, "tenantId");
    app.stop().await;
}
