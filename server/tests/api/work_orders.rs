//! Work orders: created by visitors and from forms, handled by agents, read through links.

mod rules;
mod strangers;
mod templates;

use crate::helpers::{Answer, Desk, Page, TestApp};
use crate::uploads::{form_for, png, post};
use serde_json::{Value, json};
use std::sync::Arc;

async fn open(app: &TestApp, token: Option<&str>, call: &str, body: Value) -> Answer {
    app.post(&format!("/api/open/wo/{call}"), token, &body)
        .await
}

async fn visit<'a>(app: &'a TestApp, channel: &str) -> Page<'a> {
    app.page(
        json!({ "channelId": channel, "locale": "en", "userName": "Ann", "phone": "13800138000" }),
    )
    .await
}

async fn asked(page: &Page<'_>, call: &str, mut body: Value) -> Answer {
    body["userId"] = json!(page.user);
    open(page.app, Some(&page.token), call, body).await
}

fn order(changes: Value) -> Value {
    let mut body = json!({
        "tenantId": "shop", "woContent": "It broke.", "woTypeId": "t-sales",
        "cusFieldConfigInfoVoList": [{ "fieldId": "number", "fieldValue": "A-17" }],
    });
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

pub async fn add(page: &Page<'_>, changes: Value) -> Answer {
    asked(page, "addWo", order(changes)).await
}

/// Creates an order. Returns its id and the token of its link.
async fn added(page: &Page<'_>) -> (String, String) {
    let answer = add(page, json!({})).await;
    let text = |field: &str| answer.data()[field].as_str().unwrap().to_owned();
    (text("woId"), text("token"))
}

async fn read(page: &Page<'_>, id: &str) -> Value {
    let answer = asked(page, "queryWoById", json!({ "woId": id })).await;
    answer.data().clone()
}

async fn picture(page: &Page<'_>) -> String {
    let body = form_for("workOrder", "pot.png", &png());
    let answer = post(page.app, "/api/chat/visitor/upload", &page.token, body).await;
    answer.data()["url"].as_str().unwrap().to_owned()
}

async fn handle(desk: &Desk<'_>, id: &str, changes: Value) -> Answer {
    let mut body = json!({ "woId": id, "handleType": 1, "handleContent": "We look into it." });
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    desk.call("handleWorkOrder", body).await
}

/// [LM-03] [LM-05] [LM-08]
#[actix_web::test]
async fn an_order_is_created_listed_and_read_with_all_its_fields() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let url = picture(&page).await;

    let changes = json!({
        "woFileRelVoList": [{ "fileName": "x.exe", "fileType": "exe", "fileUrl": url }],
        "cusFieldConfigInfoVoList": [
            { "fieldId": "part", "fieldName": "Anything", "fieldValue": ["pot", "rim"] },
            { "fieldId": "wish", "fieldValue": ["Refund", "Advice"] },
            { "fieldId": "number", "fieldValue": "A-17" },
        ],
        "woTitle": "Mine", "woStartWay": 1, "handleWoStatus": 99, "priority": 3, "createTime": 7,
        "partnerId": "rival", "woTypeName": "Mine too", "locale": "en",
    });
    let id = add(&page, changes).await.data()["woId"]
        .as_str()
        .unwrap()
        .to_owned();
    let order = read(&page, &id).await;
    let listed = asked(&page, "queryWoByCustom", json!({ "tenantId": "shop" })).await;

    let expected = json!({
        "woId": id, "woTitle": "留言工单", "woContent": "It broke.", "woTypeId": "t-sales", "woTypeName": "After sales",
        "woStartWay": 0, "handleWoStatus": 0, "priority": 1, "dealTime": 0,
        "woFileRelVoList": [{ "fileName": "pot.png", "fileType": "png", "fileUrl": url }],
        "crmCustomerVo": { "name": "Ann", "phone": "13800138000" },
        "cusFieldConfigInfoVoList": [
            { "fieldId": "number", "fieldName": "Order number", "fieldValue": "A-17" },
            { "fieldId": "wish", "fieldName": "Wish", "fieldValue": "Refund,Advice" },
            { "fieldId": "part", "fieldName": "Part", "fieldValue": "Pot/Rim" },
        ],
        "handleList": [], "createTime": order["createTime"],
    });
    assert_eq!(order, expected);
    assert!(order["createTime"].as_i64().unwrap() > 1_700_000_000_000);
    assert_eq!(listed.data()["list"][0]["woId"], id);
    assert_eq!(listed.data()["cursor"], "");
}

#[actix_web::test]
async fn agents_are_told_of_new_orders_of_their_own_tenant_only() {
    let app = TestApp::new().await;
    let (mut mia, mut ron) = (app.agent("mia").await, app.agent_of("rival", "ron").await);
    let page = visit(&app, "orders").await;

    for waiting in 1..=2 {
        let order = added(&page).await.0;
        let heard = mia.news_until("left").await;
        assert_eq!(
            (&heard["what"], &heard["id"], &heard["waiting"]),
            (&json!("workOrder"), &json!(order), &json!(waiting))
        );
    }

    assert!(
        ron.news()
            .await
            .iter()
            .all(|entry| entry["event"] != "left")
    );
}

/// [LM-05] [LM-07] [LM-08]
#[actix_web::test]
async fn visitor_and_agent_reply_to_an_order_and_internal_notes_stay_hidden() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let desk = app.agent("mia").await;
    let (id, token) = added(&page).await;

    handle(
        &desk,
        &id,
        json!({ "handleContent": "Which colour?", "handleWoStatus": 2 }),
    )
    .await
    .data();
    let url = picture(&page).await;
    let reply = json!({
        "woId": id, "handleContent": "Green.", "handleType": 1, "handleUserName": "Mia",
        "woFileRelVoList": [{ "fileUrl": url }],
    });
    asked(&page, "addWoHandleInfo", reply).await.data();
    let secret = json!({ "handleType": 3, "handleContent": "Third this week.", "priority": 3 });
    handle(&desk, &id, secret).await.data();
    handle(
        &desk,
        &id,
        json!({ "handleContent": "", "handleWoStatus": 3 }),
    )
    .await
    .data();

    let told = read(&page, &id).await;
    let by_link = open(&app, Some(&token), "queryWoById", json!({ "woId": id })).await;
    let whole = desk.call("getWorkOrder", json!({ "woId": id })).await;
    let kinds = |order: &Value| -> Vec<(i64, String, i64)> {
        let list = order["handleList"].as_array().unwrap().iter();
        list.map(|handle| {
            (
                handle["handleType"].as_i64().unwrap(),
                handle["handleContent"].as_str().unwrap().to_owned(),
                handle["handleWoStatus"].as_i64().unwrap(),
            )
        })
        .collect()
    };
    let asks = (1, "Which colour?".to_owned(), 2);
    let answers = (2, "Green.".to_owned(), 1);
    let notes = (3, "Third this week.".to_owned(), 1);
    let done = (1, String::new(), 3);
    assert_eq!(kinds(&told), [asks.clone(), answers.clone(), done.clone()]);
    assert_eq!(kinds(whole.data()), [asks, answers, notes, done]);
    assert_eq!(by_link.data(), &told);
    assert!(!by_link.text.contains("Third this week."));
    let handles = &told["handleList"];
    assert_eq!(
        (&handles[0]["handleUserName"], &handles[1]["handleUserName"]),
        (&json!("Mia"), &json!("Ann"))
    );
    assert_eq!(
        handles[1]["woFileVoList"],
        json!([{ "fileName": "pot.png", "fileType": "png", "fileUrl": url }])
    );
    assert_eq!(
        (&told["handleWoStatus"], &told["priority"]),
        (&json!(3), &json!(3))
    );
    assert_eq!(
        (&whole.data()["userId"], &whole.data()["channelId"]),
        (&json!(page.user), &json!("orders"))
    );
}

/// [LM-08]
#[actix_web::test]
async fn agents_find_orders_by_status_and_text_and_handle_them() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let desk = app.agent("mia").await;
    let (first, _) = added(&page).await;
    let (second, _) = added(&page).await;
    let by_number = json!({
        "woContent": "Leaks.",
        "cusFieldConfigInfoVoList": [{ "fieldId": "number", "fieldValue": "B-99" }],
    });
    add(&page, by_number).await.data();
    let list = |body: Value| desk.call("listWorkOrders", body);

    handle(&desk, &first, json!({ "handleWoStatus": 5, "priority": 0 }))
        .await
        .data();

    for (body, count) in [
        (json!({}), 3),
        (json!({ "status": 0 }), 2),
        (json!({ "status": 5 }), 1),
        (json!({ "status": 99 }), 0),
        (json!({ "search": "b-99" }), 1),
        (json!({ "search": "LEAKS" }), 1),
        (json!({ "search": second }), 1),
        (json!({ "search": page.user, "status": 5 }), 1),
    ] {
        let answer = list(body.clone()).await;
        let found = answer.data()["list"].as_array().unwrap().len();
        assert_eq!(found, count, "{body}");
        assert_eq!(answer.data()["waiting"], 2);
    }
    list(json!({ "status": 4 }))
        .await
        .is_refused(400, "status is not valid");
    for (changes, message) in [
        (json!({ "handleType": 2 }), "handleType is not valid"),
        (
            json!({ "handleWoStatus": 4 }),
            "handleWoStatus is not valid",
        ),
        (json!({ "priority": 4 }), "priority is not valid"),
        (
            json!({ "handleContent": " " }),
            "handleContent: the text is blank",
        ),
    ] {
        handle(&desk, &second, changes)
            .await
            .is_refused(400, message);
    }
}

#[actix_web::test]
async fn an_order_and_its_replies_survive_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let page = visit(&app, "orders").await;
    let desk = app.agent("mia").await;
    let (id, token) = added(&page).await;
    handle(&desk, &id, json!({})).await.data();
    let before = read(&page, &id).await;
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let after = open(&app, Some(&token), "queryWoById", json!({ "woId": id })).await;

    assert_eq!(after.data(), &before);
    app.stop().await;
}
