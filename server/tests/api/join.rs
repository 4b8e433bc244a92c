//! One-time links of agents: invitations, other passwords, and signing out everywhere.

use crate::helpers::{Admin, Answer, Desk, TestApp};
use actors_core::time::Span;
use serde_json::{Value, json};

const SPENT: &str = "this link was used or has expired: ask an administrator for a new one";
const PASSWORD: &str = "three frogs in a pot";

/// The token of a link that the administrator makes.
async fn invited(admin: &Admin<'_>, agent: &str) -> String {
    let link = admin
        .call("agents/invite", json!({ "adminId": agent }))
        .await;
    let link = link.data()["link"].as_str().unwrap();
    link.strip_prefix("/desk/join#token=").unwrap().to_owned()
}

async fn info(app: &TestApp, token: &str) -> Answer {
    app.post("/api/agent/joinInfo", None, &json!({ "token": token }))
        .await
}

async fn join(app: &TestApp, token: &str, password: &str) -> Answer {
    let body = json!({ "token": token, "password": password });
    app.post("/api/agent/join", None, &body).await
}

async fn zoe(admin: &Admin<'_>) -> Value {
    let agent = json!({ "adminId": "zoe", "account": "zoe", "adminNick": "Zoe", "capacity": 2 });
    admin.call("agents/put", agent).await.data().clone()
}

#[actix_web::test]
async fn an_invited_agent_chooses_a_password_and_is_signed_in() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    assert_eq!(zoe(&admin).await["passwordSet"], false);
    for password in ["", PASSWORD] {
        let body = json!({ "tenantId": "shop", "account": "zoe", "password": password });
        let login = app.post("/api/agent/login", None, &body).await;
        login.is_refused(401, "the account or the password is wrong");
    }
    let token = invited(&admin, "zoe").await;

    let told = info(&app, &token).await;
    let joined = join(&app, &token, PASSWORD).await;

    assert_eq!(told.data()["account"], "zoe");
    assert_eq!(told.data()["nick"], "Zoe");
    assert_eq!(told.data()["purpose"], "invite");
    assert!(!told.data()["shopName"].as_str().unwrap().is_empty());
    let signed_in = joined.data()["token"].as_str().unwrap();
    let me = app.post("/api/agent/me", Some(signed_in), &json!({})).await;
    assert_eq!(me.data()["adminNick"], "Zoe");
    let body = json!({ "tenantId": "shop", "account": "zoe", "password": PASSWORD });
    app.post("/api/agent/login", None, &body).await.data();
    info(&app, &token).await.is_refused(401, SPENT);
    join(&app, &token, PASSWORD).await.is_refused(401, SPENT);
    app.stop().await;
}

#[actix_web::test]
async fn a_bad_password_is_refused_and_the_link_stays_good() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    zoe(&admin).await;
    let token = invited(&admin, "zoe").await;

    for password in ["", "elevenchars", "qwertyqwerty", "aaaaaaaaaaaaaaa"] {
        let refused = join(&app, &token, password).await;
        refused.is_refused(400, "some fields are not valid");
        assert_eq!(refused.body["data"][0]["field"], "password", "{password}");
    }

    join(&app, &token, PASSWORD).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn a_new_password_by_a_link_signs_out_everywhere_and_asking_for_one_does_not() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = app.agent("mia").await;

    let token = invited(&admin, "mia").await;

    mia.call("me", json!({})).await.data();
    assert_eq!(info(&app, &token).await.data()["purpose"], "reset");
    join(&app, &token, PASSWORD).await.data();
    mia.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
    app.stop().await;
}

#[actix_web::test]
async fn links_end_in_time_when_a_newer_one_is_made_and_with_their_agent() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    zoe(&admin).await;
    let (first, second) = (invited(&admin, "zoe").await, invited(&admin, "zoe").await);
    info(&app, &first).await.is_refused(401, SPENT);
    let of_mia = invited(&admin, "mia").await;

    app.clock.advance(Span::from_minutes(24 * 60));
    info(&app, &of_mia).await.is_refused(401, SPENT);
    info(&app, &second).await.data();
    app.clock.advance(Span::from_minutes(48 * 60));
    info(&app, &second).await.is_refused(401, SPENT);

    let third = invited(&admin, "zoe").await;
    admin
        .call("agents/delete", json!({ "adminId": "zoe", "version": 1 }))
        .await
        .data();
    zoe(&admin).await;
    info(&app, &third).await.is_refused(401, SPENT);
    app.stop().await;
}

#[actix_web::test]
async fn a_link_cannot_be_used_twice_at_once() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    zoe(&admin).await;
    let token = invited(&admin, "zoe").await;

    let (one, other) = futures_util::future::join(
        join(&app, &token, PASSWORD),
        join(&app, &token, "four newts in a jar"),
    )
    .await;

    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    app.stop().await;
}

#[actix_web::test]
async fn signing_out_ends_an_agents_sign_ins_but_not_the_callers_own() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let elsewhere = app.admin().await;
    let mia = app.agent("mia").await;

    admin
        .call("agents/signOut", json!({ "adminId": "mia" }))
        .await
        .data();
    admin
        .call("agents/signOut", json!({ "adminId": "ada" }))
        .await
        .data();

    mia.call("me", json!({}))
        .await
        .is_refused(401, "login state expired");
    elsewhere
        .call("start", json!({}))
        .await
        .is_refused(401, "login state expired");
    admin.call("start", json!({})).await.data();
    for call in ["agents/signOut", "agents/invite"] {
        admin
            .call(call, json!({ "adminId": "nobody" }))
            .await
            .is_refused(404, "not found");
        mia_is_no_admin(&app, call).await;
    }
    app.stop().await;
}

/// A sign-in that ends elsewhere ends the poll that waits with it. The agent's other polls are answered too.
#[actix_web::test]
async fn whoever_is_signed_out_elsewhere_learns_it_during_a_poll() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let gone = json!({ "adminId": "mia" });
    let account = admin.get("agents", gone.clone()).await;
    let mut disabled = account.clone();
    disabled["disabled"] = json!(1);
    let ends = [
        ("agents/signOut", gone.clone()),
        ("agents/put", disabled),
        ("agents/delete", gone),
    ];
    for (call, body) in ends {
        if call == "agents/delete" {
            let mut enabled = admin.get("agents", body.clone()).await;
            enabled["disabled"] = json!(0);
            admin.call("agents/put", enabled).await.data();
        }
        let mia = app.agent("mia").await;
        let ending = async {
            app.until_held(1).await;
            admin.call(call, body).await.data();
        };
        let poll = mia.call("getEventMsg", parked(&mia).await);
        let soon = std::time::Duration::from_secs(15);

        let (answer, ()) = tokio::time::timeout(soon, async { tokio::join!(poll, ending) })
            .await
            .unwrap_or_else(|_| panic!("{call} left the poll waiting"));

        answer.is_refused(401, "login state expired");
    }
    app.stop().await;
}

#[actix_web::test]
async fn signing_out_elsewhere_ends_one_poll_and_the_own_goes_on() {
    let app = TestApp::new().await;
    let (here, elsewhere) = (app.agent("mia").await, app.agent("mia").await);
    let ending = async {
        app.until_held(2).await;
        here.call("account/signOut", json!({})).await.data();
    };
    let wait = parked(&here).await;
    let soon = std::time::Duration::from_secs(15);
    let both = async {
        tokio::join!(
            here.call("getEventMsg", wait.clone()),
            elsewhere.call("getEventMsg", wait.clone()),
            ending
        )
    };

    let (own, other, ()) = tokio::time::timeout(soon, both).await.unwrap();

    assert_eq!(own.data()["msgList"], json!([]));
    other.is_refused(401, "login state expired");
    app.stop().await;
}

/// The body of a poll that waits: the desk has no news after its cursor.
async fn parked(desk: &Desk<'_>) -> Value {
    let first = desk.call("getEventMsg", json!({ "wait": 0 })).await;
    json!({ "cursor": first.data()["cursor"], "wait": 25_000 })
}

async fn mia_is_no_admin(app: &TestApp, call: &str) {
    let mia = app.admin_of("shop", "mia").await;
    let body = json!({ "adminId": "ada" });
    mia.call(call, body)
        .await
        .is_refused(403, "for administrators alone");
}

#[actix_web::test]
async fn who_invites_joins_and_signs_out_is_in_the_audit_log() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    zoe(&admin).await;
    let token = invited(&admin, "zoe").await;
    join(&app, &token, PASSWORD).await.data();
    admin
        .call("agents/signOut", json!({ "adminId": "zoe" }))
        .await
        .data();

    let log = admin.call("audit/list", json!({ "thing": "agents" })).await;

    let list = log.data()["list"].as_array().unwrap().iter();
    let told: Vec<_> = list
        .map(|one| {
            (
                one["action"].as_str().unwrap(),
                one["adminId"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("signOut", "ada"),
            ("put", "zoe"),
            ("invite", "ada"),
            ("put", "ada")
        ]
    );
    assert_eq!(log.data()["list"][1]["fields"], json!(["password"]));
    assert!(!log.text.contains(&token));
    app.stop().await;
}

#[actix_web::test]
async fn an_invitation_may_name_the_version_that_was_seen() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    zoe(&admin).await;

    let old = json!({ "adminId": "zoe", "version": 7 });
    admin
        .call("agents/invite", old)
        .await
        .is_refused(409, "version is not the newest");
    let seen = json!({ "adminId": "zoe", "version": 1 });
    let made = admin.call("agents/invite", seen).await;

    let ends = made.data()["expiresAt"].as_i64().unwrap() - app.state.now().as_millis();
    assert!((71 * 3_600_000..=72 * 3_600_000).contains(&ends), "{ends}");
    app.stop().await;
}

#[actix_web::test]
async fn the_last_administrator_who_can_sign_in_stays() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let other = json!({ "adminId": "zoe", "account": "zoe", "adminNick": "Zoe", "role": "admin" });
    admin.call("agents/put", other).await.data();

    let mut ada = admin.get("agents", json!({ "adminId": "ada" })).await;
    ada["role"] = json!("agent");

    assert_eq!(admin.refused_fields("agents", ada).await, ["role"]);
    app.stop().await;
}

#[actix_web::test]
async fn an_administrator_gives_nobody_a_password_that_is_easy_to_guess() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let agent = |password: &str| json!({ "adminId": "zoe", "account": "zoe", "adminNick": "Zoe", "password": password });

    for password in ["elevenchars", "passwordpassword"] {
        let fields = admin.refused_fields("agents", agent(password)).await;
        assert_eq!(fields, ["password"], "{password}");
    }
    admin.call("agents/put", agent(PASSWORD)).await.data();
    app.stop().await;
}
