//! Who may read an order, and the limits on guesses and orders.

use super::{add, added, asked, open, order, read, visit};
use crate::helpers::TestApp;
use serde_json::json;
use server::settings::Switch;

/// [LM-06]
#[actix_web::test]
async fn a_link_opens_its_order_and_no_other() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let (id, token) = added(&page).await;
    let (other, other_token) = added(&page).await;
    let query = |token: Option<String>, id: &str| {
        let (app, id) = (&app, id.to_owned());
        async move { open(app, token.as_deref(), "queryWoById", json!({ "woId": id })).await }
    };

    let in_body = json!({ "woId": id, "token": token, "userId": page.user });
    let opened = open(&app, None, "queryWoById", in_body).await;
    assert_eq!(opened.data()["woId"], id);
    query(Some(token.clone()), &id).await.data();
    let reply = json!({ "woId": id, "handleContent": "By link.", "token": token });
    open(&app, None, "addWoHandleInfo", reply).await.data();
    assert_eq!(
        read(&page, &id).await["handleList"][0]["handleType"],
        json!(2)
    );

    let foreign = query(Some(other_token.clone()), &id).await;
    let unknown = query(Some(other_token), &"0".repeat(32)).await;
    foreign.is_refused(404, "not found");
    assert_eq!(foreign.text, unknown.text);
    let mut forged = token.clone();
    forged.replace_range(5..6, "x");
    for wrong in [None, Some(String::new()), Some("x".into()), Some(forged)] {
        query(wrong.clone(), &id)
            .await
            .is_refused(401, "login state expired");
        query(wrong, &other)
            .await
            .is_refused(401, "login state expired");
    }
    for call in ["queryWoByCustom", "addWo"] {
        open(&app, Some(&token), call, order(json!({})))
            .await
            .is_refused(401, "login state expired");
    }
}

#[actix_web::test]
async fn another_visitors_order_gets_the_same_response_as_an_unknown_one() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let other = visit(&app, "orders").await;
    let rival = visit(&app, "rival-orders").await;
    let (id, _) = added(&page).await;
    let never = "0123456789abcdef0123456789abcdef";

    for stranger in [&other, &rival] {
        for (call, body) in [
            ("queryWoById", json!({})),
            ("addWoHandleInfo", json!({ "handleContent": "Mine!" })),
        ] {
            let ask = |id: &str| {
                let mut body = body.clone();
                body["woId"] = json!(id);
                asked(stranger, call, body)
            };
            let (foreign, unknown) = (ask(&id).await, ask(never).await);
            foreign.is_refused(404, "not found");
            assert_eq!(foreign.text, unknown.text, "{call}");
        }
        let listed = asked(stranger, "queryWoByCustom", json!({})).await;
        assert_eq!(listed.data()["list"], json!([]));
    }
    let body = json!({ "userId": page.user });
    open(&app, Some(&other.token), "queryWoByCustom", body)
        .await
        .is_refused(401, "login state expired");
    asked(&page, "queryWoByCustom", json!({ "tenantId": "rival" }))
        .await
        .is_refused(401, "login state expired");
    let ron = app.agent_of("rival", "ron").await;
    for (call, body) in [
        ("getWorkOrder", json!({})),
        (
            "handleWorkOrder",
            json!({ "handleType": 1, "handleContent": "Ours." }),
        ),
    ] {
        let ask = |id: &str| {
            let mut body = body.clone();
            body["woId"] = json!(id);
            ron.call(call, body)
        };
        let (foreign, unknown) = (ask(&id).await, ask(never).await);
        foreign.is_refused(404, "not found");
        assert_eq!(foreign.text, unknown.text, "{call}");
    }
    let listed = ron.call("listWorkOrders", json!({})).await;
    assert_eq!(listed.data()["list"], json!([]));
    assert_eq!(read(&page, &id).await["handleList"], json!([]));
}

#[actix_web::test]
async fn another_tenants_type_is_unknown_and_only_some_channels_accept_orders() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;

    let foreign = add(&page, json!({ "woTypeId": "t-theirs" })).await;
    let unknown = add(&page, json!({ "woTypeId": "t-none" })).await;
    foreign.is_refused(404, "not found");
    assert_eq!(foreign.text, unknown.text);
    for channel in ["web", "leave"] {
        let page = visit(&app, channel).await;
        add(&page, json!({}))
            .await
            .is_refused(403, "the channel takes no work orders");
    }
    let of_form = json!({
        "woTypeId": "t-visit", "cusFieldConfigInfoVoList": [{ "fieldId": "count", "fieldValue": 2 }],
    });
    let made = add(&page, of_form).await;
    let id = made.data()["woId"].as_str().unwrap();
    assert_eq!(read(&page, id).await["woTypeName"], "Visit");
}

#[actix_web::test]
async fn orders_are_limited_to_five_an_hour_and_guesses_are_rate_limited() {
    let app = TestApp::with(|settings| settings.limits = Switch::On).await;
    let page = visit(&app, "orders").await;
    let (id, token) = added(&page).await;

    for _ in 0..4 {
        add(&page, json!({})).await.data();
    }
    add(&page, json!({}))
        .await
        .is_refused(429, "too many requests");
    for number in 0..10 {
        let guess = json!({ "woId": format!("{number:032x}") });
        asked(&page, "queryWoById", guess)
            .await
            .is_refused(404, "not found");
        open(&app, Some("x"), "queryWoById", json!({ "woId": id }))
            .await
            .is_refused(401, "login state expired");
    }
    open(&app, Some("x"), "queryWoById", json!({ "woId": id }))
        .await
        .is_refused(429, "too many requests");
    open(&app, Some(&token), "queryWoById", json!({ "woId": id }))
        .await
        .data();
}
