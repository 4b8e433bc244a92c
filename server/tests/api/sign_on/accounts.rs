//! Whose account a person gets, and what they may do.

use super::{Provider, ann, app, is_refused, put, sign_in};
use crate::helpers::{Admin, TestApp};
use serde_json::{Value, json};

async fn agent(admin: &Admin<'_>, id: &str) -> Value {
    admin.get("agents", json!({ "adminId": id })).await
}

/// Adds an agent without a password.
async fn add(admin: &Admin<'_>, id: &str, account: &str) {
    let agent = json!({ "adminId": id, "account": account, "adminNick": id, "role": "agent", "version": 0 });
    admin.call("agents/put", agent).await.data();
}

#[actix_web::test]
async fn a_verified_address_links_an_account_if_the_shop_allows_it() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    add(&admin, "annie", "Ann@Example.com").await;
    let good = provider.issuer("good");
    put(&admin, &good, json!({})).await.data();
    is_refused(&sign_in(&app, &provider, ann()).await, "accountTaken");
    let linking = json!({ "linkByEmail": 1, "createAccounts": 0 });
    put(&admin, &good, linking).await.data();
    let mut unproven = ann();
    unproven["email_verified"] = json!(false);
    is_refused(
        &sign_in(&app, &provider, unproven.clone()).await,
        "emailUnproven",
    );

    let linked = sign_in(&app, &provider, ann()).await;

    assert_eq!(linked.data()["adminId"], "annie");
    // The link is by the subject from here on, whatever the address is.
    assert_eq!(
        sign_in(&app, &provider, unproven).await.data()["adminId"],
        "annie"
    );
    let other = json!({ "sub": "ben-1", "email": "ben@example.com", "email_verified": true });
    is_refused(&sign_in(&app, &provider, other).await, "noAccount");
    let audit = json!({ "thing": "agents", "search": "signOnLink" });
    let audit = admin.call("audit/list", audit).await;
    let records = audit.data()["list"].as_array().unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(
        (&records[0]["adminId"], &records[0]["id"]),
        (&json!("@signOn"), &json!("annie"))
    );
    app.stop().await;
}

#[actix_web::test]
async fn a_new_account_gets_a_free_name_and_its_audit_record() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    put(&admin, &provider.issuer("good"), json!({}))
        .await
        .data();
    let person = |sub: &str, more: Value| {
        let mut claims = json!({ "sub": sub });
        claims
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        claims
    };

    let mia = person(
        "1",
        json!({ "email": "mia@example.com", "email_verified": true }),
    );
    let mia = sign_in(&app, &provider, mia).await;
    let kim = person("2", json!({ "preferred_username": "kim", "name": "Kim" }));
    let kim = sign_in(&app, &provider, kim).await;
    // The name of somebody else's account is not taken over.
    let lin = person("3", json!({ "preferred_username": "lin" }));
    let lin = sign_in(&app, &provider, lin).await;
    let nobody = sign_in(&app, &provider, person("4", json!({ "name": "\u{202e}" }))).await;

    assert_eq!(mia.data()["adminId"], "mia-2");
    assert_eq!(agent(&admin, "mia-2").await["account"], "mia@example.com");
    assert_eq!(kim.data()["adminId"], "kim");
    let lin = lin.data()["adminId"].as_str().unwrap();
    assert!(lin.starts_with("sso-"), "{lin}");
    assert_eq!(nobody.data()["adminNick"], "?");
    assert_eq!(agent(&admin, "kim").await["passwordSet"], false);
    let audit = json!({ "thing": "agents", "adminId": "@signOn", "search": "kim" });
    let audit = admin.call("audit/list", audit).await;
    assert_eq!(audit.data()["list"].as_array().unwrap().len(), 2);
    let password = json!({ "tenantId": "shop", "account": "kim", "password": "" });
    let password = app.post("/api/agent/login", None, &password).await;
    password.is_refused(401, "the account or the password is wrong");
    app.stop().await;
}

#[actix_web::test]
async fn groups_at_the_provider_decide_roles_at_every_sign_in() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    let rows = json!({ "groupClaim": "groups", "roles": [
        { "value": "staff", "role": "agent", "groupIds": ["sales"] },
        { "value": "owners", "role": "admin", "groupIds": ["support"] }
    ] });
    put(&admin, &provider.issuer("good"), rows).await.data();
    let with = |groups: Value| {
        let mut claims = ann();
        claims["groups"] = groups;
        claims
    };

    let as_staff = sign_in(&app, &provider, with(json!(["staff"]))).await;
    assert_eq!(
        (&as_staff.data()["role"], &as_staff.data()["groupIds"]),
        (&json!("agent"), &json!(["sales"]))
    );
    let as_owner = sign_in(&app, &provider, with(json!(["staff", "owners"]))).await;
    assert_eq!(as_owner.data()["role"], "admin");
    assert_eq!(
        agent(&admin, "ann").await["groupIds"],
        json!(["sales", "support"])
    );
    let version = agent(&admin, "ann").await["version"].clone();
    sign_in(&app, &provider, with(json!(["owners", "staff"])))
        .await
        .data();
    assert_eq!(agent(&admin, "ann").await["version"], version);
    // Every sign-in of an administrator is recorded.
    let audit = json!({ "thing": "login", "adminId": "ann" });
    let audit = admin.call("audit/list", audit).await;
    assert_eq!(audit.data()["list"].as_array().unwrap().len(), 2);
    assert_eq!(audit.data()["list"][0]["fields"], json!(["signOn"]));
    is_refused(
        &sign_in(&app, &provider, with(json!(["guests"]))).await,
        "noRole",
    );
    let token = as_owner.data()["token"].as_str();
    let lowered = sign_in(&app, &provider, with(json!(["staff"]))).await;
    assert_eq!(lowered.data()["role"], "agent");
    let refused = app.post("/api/admin/agents/list", token, &json!({})).await;
    assert_eq!(refused.status, 403);
    app.stop().await;
}

#[actix_web::test]
async fn the_provider_cannot_take_the_last_administrator_away() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    let mut ada = agent(&admin, "ada").await;
    ada["account"] = json!("ada@example.com");
    admin.call("agents/put", ada).await.data();
    let rows =
        json!({ "groupClaim": "groups", "unmatched": "agent", "linkByEmail": 1, "roles": [] });
    put(&admin, &provider.issuer("good"), rows).await.data();
    let claims = json!({ "sub": "ada-1", "email": "ada@example.com", "email_verified": true });

    is_refused(&sign_in(&app, &provider, claims.clone()).await, "lastAdmin");
    let rows = json!({
        "groupClaim": "groups", "unmatched": "agent", "linkByEmail": 1, "roles": [], "passwordAdmin": "ada"
    });
    put(&admin, &provider.issuer("good"), rows).await.data();
    assert_eq!(
        sign_in(&app, &provider, claims).await.data()["role"],
        "admin"
    );
    app.stop().await;
}

#[actix_web::test]
async fn a_disabled_or_removed_person_stays_out() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    put(&admin, &provider.issuer("good"), json!({}))
        .await
        .data();
    let first = sign_in(&app, &provider, ann()).await;
    let mut ann_now = agent(&admin, "ann").await;
    ann_now["disabled"] = json!(1);

    admin.call("agents/put", ann_now).await.data();
    let token = first.data()["token"].as_str();
    assert_eq!(
        app.post("/api/agent/me", token, &json!({})).await.status,
        401
    );
    is_refused(&sign_in(&app, &provider, ann()).await, "disabled");
    let name = json!({ "adminId": "ann" });
    admin.call("agents/delete", name).await.data();
    is_refused(&sign_in(&app, &provider, ann()).await, "removed");
    // Another agent of the same id is somebody else.
    add(&admin, "ann", "ann").await;
    is_refused(&sign_in(&app, &provider, ann()).await, "removed");
    // An administrator lets them in again by their address.
    let mut again = agent(&admin, "ann").await;
    again["account"] = json!("ann@example.com");
    admin.call("agents/put", again).await.data();
    put(
        &admin,
        &provider.issuer("good"),
        json!({ "linkByEmail": 1 }),
    )
    .await
    .data();
    assert_eq!(
        sign_in(&app, &provider, ann()).await.data()["adminId"],
        "ann"
    );
    app.stop().await;
}

#[actix_web::test]
async fn a_second_step_of_our_own_is_not_asked_again() {
    let provider = Provider::start();
    let app = app(&provider).await;
    let admin = app.admin().await;
    put(&admin, &provider.issuer("good"), json!({}))
        .await
        .data();
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["requireTotp"] = json!(1);
    admin.call("tenant/put", tenant).await.data();

    let answer = sign_in(&app, &provider, ann()).await;

    assert!(answer.data()["mustSetUpTotp"].is_null());
    let me = app
        .post("/api/agent/me", answer.data()["token"].as_str(), &json!({}))
        .await;
    me.data();
    app.stop().await;
}

#[actix_web::test]
async fn first_sign_ins_at_once_make_one_account() {
    let provider = Provider::start();
    let app: TestApp = app(&provider).await;
    let admin = app.admin().await;
    put(&admin, &provider.issuer("good"), json!({}))
        .await
        .data();

    let at_once = (0..8).map(|_| sign_in(&app, &provider, ann()));
    for signed_in in futures_util::future::join_all(at_once).await {
        assert_eq!(signed_in.data()["adminId"], "ann");
    }
    let agents = admin.call("agents/list", json!({ "search": "ann@" })).await;
    assert_eq!(agents.data()["list"].as_array().unwrap().len(), 1);
    app.stop().await;
}
