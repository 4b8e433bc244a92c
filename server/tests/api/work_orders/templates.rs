//! Templates, and the forms that create orders.

use super::open;
use crate::helpers::TestApp;
use serde_json::{Value, json};
use server::settings::Switch;

/// [LM-03] [LM-09]
#[actix_web::test]
async fn a_template_is_read_by_its_id_and_by_its_type_in_the_visitors_language() {
    let app = TestApp::new().await;
    let by_id = |id: &str, tenant: Value, locale: &str| {
        let body = json!({ "templateId": id, "tenantId": tenant, "locale": locale });
        open(&app, None, "getTemplateFiledInfoByTemplateId", body)
    };

    let english = by_id("after-sales", json!("shop"), "en").await;
    let chinese = by_id("after-sales", Value::Null, "zh").await;
    let body = json!({ "typeId": "t-sales", "tenantId": "shop", "locale": "en" });
    let by_type = open(&app, None, "getTemplateFiledInfoByTypeId", body).await;

    let data = english.data();
    assert_eq!(
        data["woType"],
        json!({ "typeId": "t-sales", "typeName": "After sales" })
    );
    let item = &data["items"][1];
    assert_eq!(
        (
            &item["fieldId"],
            &item["fieldType"],
            &item["requiredStatus"]
        ),
        (&json!("wish"), &json!(8), &json!(0))
    );
    let options: Value = serde_json::from_str(item["fieldValue"].as_str().unwrap()).unwrap();
    assert_eq!(
        options,
        json!([{ "name": "Refund" }, { "name": "Advice" }, { "name": "Replacement" }])
    );
    assert_eq!(chinese.data()["items"][0]["fieldName"], "订单号");
    assert_eq!(by_type.data()["items"], data["items"]);
    assert_eq!(by_type.data()["formToken"], Value::Null);
    let foreign = by_id("theirs", json!("shop"), "en").await;
    let unknown = by_id("none", json!("shop"), "en").await;
    foreign.is_refused(404, "not found");
    assert_eq!(foreign.text, unknown.text);
    by_id("theirs", json!("nobody"), "en")
        .await
        .is_refused(404, "not found");
}

/// [LM-09]
#[actix_web::test]
async fn a_form_creates_an_order_without_a_visitor() {
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;
    let body = json!({ "templateId": "visit", "tenantId": "shop" });
    let template = open(&app, None, "getTemplateFiledInfoByTemplateId", body).await;
    let token = template.data()["formToken"].as_str().unwrap().to_owned();
    let filled = |count: Value| {
        json!({
            "formToken": token, "tenantId": "shop", "locale": "en",
            "cusFieldConfigInfoVoList": [{ "fieldId": "count", "fieldValue": count }],
        })
    };

    let made = open(&app, None, "addWo", filled(json!(0))).await;
    open(&app, None, "addWo", filled(json!("")))
        .await
        .is_refused(400, "How many? must be filled in");
    open(&app, None, "addWo", filled(json!("many")))
        .await
        .is_refused(400, "How many? is not valid");
    open(
        &app,
        None,
        "addWo",
        json!({ "cusFieldConfigInfoVoList": [] }),
    )
    .await
    .is_refused(401, "login state expired");
    let mut of_another = filled(json!(1));
    of_another["tenantId"] = json!("rival");
    open(&app, None, "addWo", of_another)
        .await
        .is_refused(401, "login state expired");
    let mut other_type = filled(json!(1));
    other_type["woTypeId"] = json!("t-sales");
    open(&app, None, "addWo", other_type)
        .await
        .is_refused(404, "not found");
    open(&app, Some(&token), "queryWoById", json!({ "woId": "x" }))
        .await
        .is_refused(401, "login state expired");

    let (id, link) = (&made.data()["woId"], made.data()["token"].as_str());
    let order = open(&app, link, "queryWoById", json!({ "woId": id })).await;
    assert_eq!(
        order.data()["cusFieldConfigInfoVoList"],
        json!([{ "fieldId": "count", "fieldName": "How many?", "fieldValue": "0" }])
    );
    let listed = desk.call("listWorkOrders", json!({ "status": 0 })).await;
    let listed = &listed.data()["list"][0];
    assert_eq!(
        (&listed["woId"], &listed["userId"], &listed["templateId"]),
        (id, &json!(""), &json!("visit"))
    );
}

/// [LM-09]
#[actix_web::test]
async fn a_new_form_does_not_reset_the_limit_of_its_address() {
    let app = TestApp::with(|settings| {
        settings.limits = Switch::On;
        settings.rates.leave_per_address_per_hour = 6;
    })
    .await;
    let fill_new_form = async || {
        let body = json!({ "templateId": "visit", "tenantId": "shop" });
        let template = open(&app, None, "getTemplateFiledInfoByTemplateId", body).await;
        let order = json!({
            "formToken": template.data()["formToken"], "tenantId": "shop", "locale": "en",
            "cusFieldConfigInfoVoList": [{ "fieldId": "count", "fieldValue": 1 }],
        });
        open(&app, None, "addWo", order).await
    };

    for _ in 0..6 {
        fill_new_form().await.data();
    }
    let seventh = fill_new_form().await;

    seventh.is_refused(429, "too many requests");
    // Channels have a separate limit.
    let page = super::visit(&app, "orders").await;
    super::add(&page, json!({})).await.data();
}
