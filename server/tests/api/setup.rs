//! A first start without a tenant, and a shop that sets itself up.

use crate::helpers::{Answer, Page, TestApp};
use actors_core::time::Span;
use serde_json::{Value, json};
use server::one_time;

const PASSWORD: &str = "three frogs in a pot";

/// A new setup link's token.
fn link(app: &TestApp) -> String {
    let made = one_time::for_tenant(None, app.state.now());
    let store = app.state.office.store();
    store.change_documents(&[made.change]).unwrap();
    made.token
}

fn moss(token: &str) -> Value {
    json!({
        "token": token, "shopName": "Moss & Bark", "lang": "en", "timeZone": "Europe/Berlin",
        "account": "ada", "nick": "Ada", "password": PASSWORD
    })
}

async fn create(app: &TestApp, body: &Value) -> Answer {
    app.post("/api/setup/create", None, body).await
}

async fn state(app: &TestApp, token: &str) -> Value {
    let answer = app
        .post("/api/setup/state", None, &json!({ "token": token }))
        .await;
    answer.data().clone()
}

async fn location(app: &TestApp) -> String {
    let root = app.get("/", &[]).await;
    assert_eq!(root.status, 302);
    root.header("location").unwrap().to_owned()
}

#[actix_web::test]
async fn a_server_without_a_tenant_leads_to_the_setup_until_there_is_one() {
    let app = TestApp::empty().await;
    let token = link(&app);
    assert_eq!(location(&app).await, "/setup");
    assert_eq!(
        state(&app, &token).await,
        json!({ "needed": 1, "valid": 1 })
    );
    assert_eq!(state(&app, "").await, json!({ "needed": 1, "valid": 0 }));

    create(&app, &moss(&token)).await.data();

    assert_eq!(location(&app).await, "/desk/");
    assert_eq!(
        state(&app, &token).await,
        json!({ "needed": 0, "valid": 0 })
    );
    app.stop().await;
}

#[actix_web::test]
async fn the_pages_of_the_setup_and_the_administration_are_never_framed() {
    let app = TestApp::empty().await;

    for path in [
        "/setup",
        "/desk/admin",
        "/desk/admin/channels/web",
        "/desk/join",
    ] {
        let page = app.get(path, &[]).await;
        assert_eq!(page.status, 200, "{path}");
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.ends_with("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
    }
    app.stop().await;
}

#[actix_web::test]
async fn a_new_shop_answers_a_visitor_kindly_and_hands_them_to_its_administrator() {
    let app = TestApp::empty().await;
    let created = create(&app, &moss(&link(&app))).await.data().clone();
    assert_eq!(created["tenantId"], "moss-bark");
    assert_eq!(created["channelId"], "moss-bark");
    assert_eq!(created["adminId"], "ada");
    let token = created["agentToken"].as_str().unwrap();
    let me = app.post("/api/agent/me", Some(token), &json!({})).await;
    assert_eq!(
        (&me.data()["role"], &me.data()["adminNick"]),
        (&json!("admin"), &json!("Ada"))
    );

    let page = app
        .page(json!({ "channelId": "moss-bark", "locale": "en" }))
        .await;
    let history = page.call("getHistoryMsg", json!({ "pageSize": 10 })).await;
    let greeting = history.data()["msgList"][0]["msgContent"].to_string();
    let ask = json!({ "id": "q-1", "question": "Where is my order?", "msgContent": "Where is my order?" });
    let answer = page.call("robotAsk", ask).await.data().clone();

    assert!(greeting.contains("welcome to Moss & Bark"), "{greeting}");
    assert_eq!(answer["answerType"], 3);
    let said = answer["answer"].to_string();
    assert!(said.contains("talk to an agent"), "{answer}");
    assert_eq!(answer["showTransferBtn"], 1);
    let status = json!({ "status": "online", "capacity": 3 });
    app.post("/api/agent/setStatus", Some(token), &status)
        .await
        .data();
    app.post("/api/agent/getEventMsg", Some(token), &json!({ "wait": 0 }))
        .await
        .data();
    assert_eq!(page.transfer().await.data()["status"], 2);
    app.stop().await;
}

#[actix_web::test]
async fn a_new_shop_without_anybody_takes_a_message_and_speaks_its_language() {
    let app = TestApp::empty().await;
    let mut wanted = moss(&link(&app));
    wanted["lang"] = json!("zh");
    wanted["shopName"] = json!("苔与树皮");
    wanted["nick"] = Value::Null;
    let created = create(&app, &wanted).await.data().clone();
    assert_eq!(created["tenantId"], "shop");

    let page = app
        .page(json!({ "channelId": "shop", "locale": "zh" }))
        .await;
    let info = app
        .post(
            "/api/chat/visitor/channelInfo",
            None,
            &json!({ "id": "shop", "locale": "zh" }),
        )
        .await;

    assert_eq!(info.data()["leaveMsgMode"], 1);
    assert_eq!(page.transfer().await.data()["status"], 1);
    let lines = heard(&page).await;
    assert!(lines.contains("请给我们留言"), "{lines}");
    let left = json!({
        "id": "l-1", "customerName": "Li", "customerPhone": "13800138000", "msgContent": "你好"
    });
    page.call("leaveMsg", left).await.data();
    app.stop().await;
}

async fn heard(page: &Page<'_>) -> String {
    let history = page.call("getHistoryMsg", json!({ "pageSize": 50 })).await;
    history.data()["msgList"].to_string()
}

#[actix_web::test]
async fn a_setup_link_is_used_once_and_for_a_day() {
    let app = TestApp::empty().await;
    let (used, late) = (link(&app), link(&app));
    create(&app, &moss(&used)).await.data();
    let spent = "this link was used or has expired: run `frontdesk setup-link` for a new one";

    for token in [used.as_str(), "", "x", &"A".repeat(43)] {
        create(&app, &moss(token)).await.is_refused(401, spent);
    }
    app.clock.advance(Span::from_minutes(24 * 60));
    create(&app, &moss(&late)).await.is_refused(401, spent);
    assert_eq!(state(&app, &late).await["valid"], 0);
    app.stop().await;
}

#[actix_web::test]
async fn two_who_use_one_link_at_once_make_one_shop() {
    let app = TestApp::empty().await;
    let wanted = moss(&link(&app));

    let (one, other) =
        futures_util::future::join(create(&app, &wanted), create(&app, &wanted)).await;

    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    assert_eq!(app.state.catalogue.tenants().len(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn two_shops_of_one_name_have_their_own_tenant_and_channel() {
    let app = TestApp::empty().await;
    create(&app, &moss(&link(&app))).await.data();

    let second = create(&app, &moss(&link(&app))).await.data().clone();

    assert_eq!(second["tenantId"], "moss-bark-2");
    assert_eq!(second["channelId"], "moss-bark-2");
    app.page(json!({ "channelId": "moss-bark" })).await;
    app.page(json!({ "channelId": "moss-bark-2" })).await;
    app.stop().await;
}

#[actix_web::test]
async fn every_wrong_field_of_a_setup_is_named_and_the_link_stays_good() {
    let app = TestApp::empty().await;
    let token = link(&app);
    let wrong = json!({ "token": token, "lang": "tlh", "timeZone": "Mars", "password": "short" });

    let refused = create(&app, &wrong).await;

    refused.is_refused(400, "some fields are not valid");
    let fields = refused.body["data"].as_array().unwrap().iter();
    let fields: Vec<&str> = fields.map(|one| one["field"].as_str().unwrap()).collect();
    assert_eq!(
        fields,
        [
            "shopName", "lang", "timeZone", "account", "nick", "password"
        ]
    );
    let mut common = moss(&token);
    common["password"] = json!("passwordpassword");
    let refused = create(&app, &common).await;
    assert_eq!(refused.body["data"][0]["field"], "password");
    create(&app, &moss(&token)).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn an_email_address_is_an_account_however_it_is_written() {
    let app = TestApp::with(|settings| settings.fixtures = None).await;
    let mut body = moss(&link(&app));
    body["account"] = json!(" Rowan+Shop@Example.com");
    let created = create(&app, &body).await;

    assert_eq!(created.data()["adminId"], "rowanshop");
    for account in ["rowan+shop@example.com", "ROWAN+SHOP@EXAMPLE.COM "] {
        let body = json!({ "account": account, "password": PASSWORD });
        let login = app.post("/api/agent/login", None, &body).await;
        let token = login.data()["token"].as_str().unwrap().to_owned();
        let again =
            json!({ "adminId": "mia", "account": "Rowan+shop@example.com", "adminNick": "Mia" });
        let refused = app
            .post("/api/admin/agents/put", Some(&token), &again)
            .await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        assert!(refused.text.contains("already used"), "{}", refused.text);
    }
    app.stop().await;
}

#[actix_web::test]
async fn a_shop_that_was_set_up_is_there_after_a_restart() {
    let folder = std::sync::Arc::new(tempfile::tempdir().unwrap());
    let without = |settings: &mut server::settings::Settings| settings.fixtures = None;
    let app = TestApp::on_disk_with(&folder, without).await;
    create(&app, &moss(&link(&app))).await.data();
    app.stop().await;

    let app = TestApp::on_disk_with(&folder, without).await;

    assert_eq!(location(&app).await, "/desk/");
    let body = json!({ "account": "ada", "password": PASSWORD });
    let login = app.post("/api/agent/login", None, &body).await;
    let token = login.data()["token"].as_str().unwrap();
    let log = app
        .post("/api/admin/audit/list", Some(token), &json!({}))
        .await;
    let actions: Vec<&str> = log.data()["list"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["login", "put"]);
    app.stop().await;
}

#[actix_web::test]
async fn a_login_without_a_tenant_means_the_only_one() {
    let app = TestApp::new().await;
    let body = json!({ "tenantId": "", "account": "ada", "password": "a-long-password" });

    // There are several here.
    app.post("/api/agent/login", None, &body)
        .await
        .is_refused(401, "name the shop");
    app.stop().await;
}

#[actix_web::test]
async fn the_checklist_is_ticked_by_facts() {
    let app = TestApp::empty().await;
    let created = create(&app, &moss(&link(&app))).await.data().clone();
    let token = created["agentToken"].as_str().unwrap();
    let start = async || {
        app.post("/api/admin/start", Some(token), &json!({}))
            .await
            .data()
            .clone()
    };
    assert_eq!(
        start().await,
        json!({
            "answers": 0, "coloursSet": 0, "embedded": 0, "agents": 1, "tried": 0,
            "channelId": "moss-bark", "shopName": "Moss & Bark"
        })
    );
    let call = async |call: &str, body: Value| {
        let path = format!("/api/admin/{call}");
        app.post(&path, Some(token), &body).await.data().clone()
    };

    let doc = json!({ "robotNo": created["robotNo"], "docId": "hours", "question": "When are you open?", "answer": "Always." });
    call("docs/put", doc).await;
    let mut channel = call("channels/get", json!({ "channelId": "moss-bark" })).await;
    channel["mainColor"] = json!("#1f5d43");
    call("channels/put", channel).await;
    let colleague = json!({ "adminId": "mia", "account": "mia", "adminNick": "Mia" });
    call("agents/put", colleague).await;
    app.page(json!({ "channelId": "moss-bark", "refer": format!("{}/shop", app.url) }))
        .await;

    let facts = start().await;
    assert_eq!(
        (&facts["answers"], &facts["coloursSet"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (&facts["tried"], &facts["embedded"]),
        (&json!(1), &json!(0))
    );
    // Mia has no password yet.
    assert_eq!(facts["agents"], 1);

    app.page(json!({ "channelId": "moss-bark", "refer": "https://moss.example/pots" }))
        .await;

    assert_eq!(start().await["embedded"], 1);
    app.stop().await;
}

#[actix_web::test]
async fn setup_calls_count_as_sign_ins_of_their_address() {
    let app = TestApp::with(|settings| {
        settings.fixtures = None;
        settings.limits = server::settings::Switch::On;
        settings.rates.login_per_minute = 3;
    })
    .await;
    for _ in 0..3 {
        create(&app, &moss("x")).await;
    }

    let fourth = create(&app, &moss("x")).await;

    assert_eq!(fourth.status, 429);
    assert!(fourth.header("retry-after").is_some());
    app.stop().await;
}
