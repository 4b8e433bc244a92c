//! What a shop's own system knows of a visitor: getCustomerContext, and customerData/test (Protocol, 'Customer data').

mod system;

use crate::helpers::{Admin, Answer, Desk, Page, TestApp};
use actors_core::time::Span;
use serde_json::{Value, json};
use system::{OTHER_SECRET, SECRET, System};

const VOUCHING: &str = "a-secret-of-the-tenant";

async fn app_with(system: &System) -> TestApp {
    let host = system.host.clone();
    TestApp::with(|settings| {
        settings.relay.private_hosts = vec![host];
        settings.rates.relay_per_minute = 1_000;
    })
    .await
}

/// Sets up which of the system's paths is asked.
async fn connect(admin: &Admin<'_>, system: &System, path: &str, secret: &str) -> Answer {
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["customerData"] = json!({
        "enabled": 1, "address": format!("http://{}/{path}", system.host), "secret": secret,
    });
    admin.call("tenant/put", tenant).await
}

async fn vouched<'a>(app: &'a TestApp, name: &str) -> Page<'a> {
    let hash = server::secrets::hmac_hex(VOUCHING, name);
    app.page(json!({ "channelId": "vouched", "userId": name, "userHash": hash }))
        .await
}

async fn look(desk: &Desk<'_>, page: &Page<'_>) -> Value {
    let asked = json!({ "userId": page.user });
    desk.call("getCustomerContext", asked).await.data().clone()
}

async fn look_again(desk: &Desk<'_>, page: &Page<'_>) -> Value {
    let asked = json!({ "userId": page.user, "refresh": 1 });
    desk.call("getCustomerContext", asked).await.data().clone()
}

#[actix_web::test]
async fn the_shops_system_is_asked_when_an_agent_looks_and_its_answer_is_kept() {
    let system = System::start();
    let app = app_with(&system).await;
    connect(&app.admin().await, &system, "known", SECRET)
        .await
        .data();
    let desk = app.agent_online("mia", 5).await;

    let ann = vouched(&app, "4711").await;
    ann.send("1", "hello").await.data();
    ann.transfer().await.data();
    desk.say(&ann, "1", "Hello!").await.data();
    assert_eq!(system.asked(), 0, "chatting asks nobody");

    let first = look(&desk, &ann).await;
    assert_eq!(first["state"], "known");
    assert_eq!(
        first["fields"],
        json!([{ "label": "User", "value": "4711" }, { "label": "Channel", "value": "vouched" }])
    );
    assert_eq!(first["links"][0]["url"], "https://shop.example.com/4711");
    assert_eq!(look(&desk, &ann).await, first);
    assert_eq!(system.asked(), 1, "the answer is kept");

    look_again(&desk, &ann).await;
    assert_eq!(system.asked(), 2);
    app.clock.advance(Span::from_minutes(5));
    look(&desk, &ann).await;
    assert_eq!(system.asked(), 3, "kept for five minutes");
    app.stop().await;
}

#[actix_web::test]
async fn agents_who_look_at_once_share_one_request() {
    let system = System::start();
    let app = app_with(&system).await;
    connect(&app.admin().await, &system, "known", SECRET)
        .await
        .data();
    let (desk, ann) = (app.agent("mia").await, vouched(&app, "4711").await);

    let looks = futures_util::future::join_all((0..10).map(|_| look(&desk, &ann))).await;

    assert!(looks.iter().all(|one| one["state"] == "known"));
    assert_eq!(system.asked(), 1);
    app.stop().await;
}

#[actix_web::test]
async fn nobody_is_asked_about_a_visitor_whom_the_shop_does_not_vouch_for() {
    let system = System::start();
    let app = app_with(&system).await;
    connect(&app.admin().await, &system, "known", SECRET)
        .await
        .data();
    let desk = app.agent("mia").await;
    let drawn = app.visitor().await;
    let claimed = app
        .page(json!({ "channelId": "web", "userId": "4711" }))
        .await;
    let wrong = json!({ "channelId": "vouched", "userId": "4712", "userHash": "0".repeat(64) });
    let wrong = app.page(wrong).await;

    for page in [&drawn, &claimed, &wrong] {
        assert_eq!(look(&desk, page).await["state"], "anonymous");
        assert_eq!(look_again(&desk, page).await["state"], "anonymous");
    }

    assert_eq!(system.asked(), 0);
    let nobody = json!({ "userId": "nobody" });
    let nobody = desk.call("getCustomerContext", nobody).await;
    nobody.is_refused(404, "not found");
    let (ron, ann) = (
        app.agent_of("rival", "ron").await,
        vouched(&app, "4711").await,
    );
    let theirs = json!({ "userId": ann.user });
    let theirs = ron.call("getCustomerContext", theirs).await;
    assert_eq!((theirs.status, theirs.text), (nobody.status, nobody.text));
    app.stop().await;
}

#[actix_web::test]
async fn a_name_that_stands_for_anothers_is_asked_for_by_the_shops_own_id() {
    let system = System::start();
    let app = app_with(&system).await;
    connect(&app.admin().await, &system, "known", SECRET)
        .await
        .data();
    let desk = app.agent("mia").await;
    app.page(json!({ "channelId": "web", "userId": "4711" }))
        .await;

    let ann = vouched(&app, "4711").await;

    assert_ne!(ann.user, "4711");
    let looked = look(&desk, &ann).await;
    assert_eq!(looked["fields"][0]["value"], "4711");
    app.stop().await;
}

#[actix_web::test]
async fn a_bad_answer_is_named_and_delays_nobody_longer_than_two_seconds() {
    let system = System::start();
    let app = app_with(&system).await;
    let (admin, desk) = (app.admin().await, app.agent("mia").await);
    let ann = vouched(&app, "4711").await;
    for (path, problem) in [
        ("hangs", "tooSlow"),
        ("drips", "tooSlow"),
        ("endless", "tooLarge"),
        ("html", "notJson"),
        ("packed", "notJson"),
        ("wrong", "wrong"),
        ("no-json", "wrong"),
        ("inside", "redirects"),
        ("broken", "status"),
        ("closed", "refused"),
    ] {
        connect(&admin, &system, path, SECRET).await.data();

        let begun = std::time::Instant::now();
        let looked = look(&desk, &ann).await;

        assert_eq!(
            (&looked["state"], &looked["problem"]),
            (&json!("failed"), &json!(problem)),
            "{path}"
        );
        assert!(begun.elapsed().as_secs() < 5, "{path}");
    }
    assert_eq!(system.inside(), 0, "a redirect is not followed");
    connect(&admin, &system, "nobody", SECRET).await.data();
    assert_eq!(look(&desk, &ann).await["state"], "unknown");
    app.stop().await;
}

#[actix_web::test]
async fn a_failure_is_not_kept_and_a_script_is_no_link() {
    let system = System::start();
    let app = app_with(&system).await;
    let (admin, desk) = (app.admin().await, app.agent("mia").await);
    let ann = vouched(&app, "4711").await;
    connect(&admin, &system, "recovers", SECRET).await.data();

    assert_eq!(look(&desk, &ann).await["problem"], "status");
    let looked = look(&desk, &ann).await;

    assert_eq!(looked["state"], "known");
    assert_eq!(looked["links"], json!([]));
    assert_eq!(looked["pictures"], json!([]));
    app.stop().await;
}

#[actix_web::test]
async fn a_new_secret_signs_beside_the_one_before_for_a_day() {
    let system = System::start();
    let app = app_with(&system).await;
    let (admin, desk) = (app.admin().await, app.agent("mia").await);
    let ann = vouched(&app, "4711").await;
    connect(&admin, &system, "known", SECRET).await.data();
    let changed = connect(&admin, &system, "known", OTHER_SECRET).await;

    let shown = &changed.data()["customerData"];
    assert_eq!(shown["secretSet"], true);
    assert!(shown["previousUntil"].is_i64());
    assert!(!changed.text.contains("whsec_"), "a secret is never shown");
    look(&desk, &ann).await;
    assert_eq!(system.signed_by(), [OTHER_SECRET, SECRET]);

    app.clock.advance(Span::from_minutes(24 * 60));
    look(&desk, &ann).await;
    assert_eq!(system.signed_by(), [OTHER_SECRET]);

    // A setting that is stored again without the secret keeps it.
    let kept = admin.get("tenant", json!({})).await;
    admin.call("tenant/put", kept).await.data();
    look_again(&desk, &ann).await;
    assert_eq!(system.signed_by(), [OTHER_SECRET]);
    let audit = json!({ "thing": "tenant", "action": "put" });
    let audit = admin.call("audit/list", audit).await;
    assert!(!audit.text.contains("whsec_"));
    let told = "customerData.secret";
    assert!(audit.text.contains(told), "{}", audit.text);
    app.stop().await;
}

#[actix_web::test]
async fn an_administrator_tries_the_settings_before_they_are_stored() {
    let system = System::start();
    let app = app_with(&system).await;
    let admin = app.admin().await;
    let draft = |path: &str| {
        let address = format!("http://{}/{path}", system.host);
        json!({ "userId": "4711", "customerData": { "address": address, "secret": SECRET } })
    };
    let test = |body: Value| admin.call("customerData/test", body);

    let good = test(draft("known")).await;
    assert_eq!(good.data()["ok"], true);
    assert_eq!(good.data()["fields"][0]["value"], "4711");
    let bad = test(draft("wrong")).await;
    assert_eq!(
        bad.data()["message"],
        "the answer is wrong: fields[0].value must be a text, a number, true or false"
    );
    let unknown = test(draft("nobody")).await;
    assert_eq!(unknown.data()["isUnknown"], true);

    for (body, field) in [
        (json!({ "userId": "4711" }), "customerData.address"),
        (json!({ "userId": "a b" }), "userId"),
        (
            json!({ "userId": "4711", "customerData": {
                "address": "https://shop.example.com/", "secret": SECRET } }),
            "customerData.address",
        ),
    ] {
        let refused = test(body).await;
        refused.is_refused(400, "some fields are not valid");
        assert_eq!(refused.body["data"][0]["field"], field);
    }
    let audit = json!({ "thing": "customerData", "action": "read" });
    let audit = admin.call("audit/list", audit).await;
    assert_eq!(audit.data()["list"][0]["id"], "4711");
    let lin = app.admin_of("shop", "lin").await;
    let refused = lin.call("customerData/test", draft("known")).await;
    refused.is_refused(403, "for administrators alone");
    app.stop().await;
}

#[actix_web::test]
async fn only_an_address_on_the_relay_list_is_stored() {
    let system = System::start();
    let app = app_with(&system).await;
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    let address = "https://shop.example.com/customer";
    tenant["customerData"] = json!({ "enabled": 1, "address": address, "secret": SECRET });

    let wrong = admin.refused_fields("tenant", tenant.clone()).await;
    assert_eq!(wrong, ["customerData.address"]);
    for refused in ["https://127.0.0.1/", "http://shop.example.com/"] {
        tenant["customerData"]["address"] = json!(refused);
        tenant["relayHosts"] = json!(["shop.example.com"]);
        let wrong = admin.refused_fields("tenant", tenant.clone()).await;
        assert_eq!(wrong, ["customerData.address"], "{refused}");
    }
    tenant["customerData"]["address"] = json!(address);
    admin.call("tenant/put", tenant).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn an_erased_visitors_answer_is_forgotten() {
    let system = System::start();
    let app = app_with(&system).await;
    let (admin, desk) = (app.admin().await, app.agent("mia").await);
    connect(&admin, &system, "known", SECRET).await.data();
    let ann = vouched(&app, "4711").await;
    look(&desk, &ann).await;
    assert_eq!(system.asked(), 1);

    let erase = json!({ "userId": ann.user, "password": "a-long-password" });
    admin.call("visitor/erase", erase).await.data();
    let again = vouched(&app, "4711").await;
    assert_eq!(again.user, ann.user);
    look(&desk, &again).await;

    assert_eq!(system.asked(), 2);
    app.stop().await;
}
