//! Work orders: made by visitors and from forms, worked on by agents, read through links.

use crate::helpers::{Answer, Desk, Page, TestApp};
use crate::uploads::{form, form_for, png, post};
use serde_json::{Value, json};
use server::settings::Switch;
use std::sync::Arc;

const FILE: &str = "woFileRelVoList has a file that was not uploaded for it";

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

async fn add(page: &Page<'_>, changes: Value) -> Answer {
    asked(page, "addWo", order(changes)).await
}

/// A new order: its id, and the token of its link.
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
async fn an_order_is_made_listed_and_read_with_everything_in_it() {
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
async fn agents_who_are_there_hear_of_a_new_order_and_of_nobody_elses() {
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
async fn visitor_and_agent_answer_each_other_and_what_agents_note_stays_among_them() {
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

/// [LM-03]
#[actix_web::test]
async fn what_is_not_filled_in_as_it_should_be_is_refused_with_the_field() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let fields = |list: Value| json!({ "cusFieldConfigInfoVoList": list });
    let number = json!({ "fieldId": "number", "fieldValue": "A-17" });

    let cases = [
        (json!({ "woContent": "  " }), "woContent: the text is blank"),
        (
            json!({ "woContent": "x".repeat(4_001) }),
            "woContent: the text has more than 4000 characters",
        ),
        (fields(json!([])), "Order number must be filled in"),
        (
            fields(json!([{ "fieldId": "number", "fieldValue": " " }])),
            "Order number must be filled in",
        ),
        (
            fields(json!([{ "fieldId": "number" }])),
            "Order number must be filled in",
        ),
        (
            fields(json!([number, { "fieldId": "wish", "fieldValue": "Gold" }])),
            "Wish is not valid",
        ),
        (
            fields(json!([number, { "fieldId": "part", "fieldValue": "pot" }])),
            "Part is not valid",
        ),
        (
            fields(json!([number, number])),
            "Order number is answered twice",
        ),
        (
            fields(json!([number, { "fieldId": "other", "fieldValue": "x" }])),
            "cusFieldConfigInfoVoList has a field that is not asked for",
        ),
        (
            json!({ "crmCustomerVo": { "name": "Ann", "phone": "12" } }),
            "rightPhone: crmCustomerVo.phone must have 11 digits and begin with 1",
        ),
        (json!({ "woContent": 7 }), "woContent is not valid"),
        (json!({ "id": "x".repeat(200) }), "id is too long"),
    ];
    for (changes, message) in cases {
        add(&page, changes).await.is_refused(400, message);
    }

    let listed = asked(&page, "queryWoByCustom", json!({})).await;
    assert_eq!(listed.data()["list"], json!([]));
}

/// [LM-04]
#[actix_web::test]
async fn three_pictures_of_ones_own_go_with_an_order_and_with_a_reply() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let other = visit(&app, "orders").await;
    let (id, token) = added(&page).await;
    let (mine, theirs) = (picture(&page).await, picture(&other).await);
    let files = |urls: &[&str]| -> Value {
        let list = urls.iter().map(|url| json!({ "fileUrl": url }));
        json!({ "woFileRelVoList": list.collect::<Vec<_>>() })
    };
    let reply = |urls: &[&str]| {
        let mut body = files(urls);
        body["woId"] = json!(id);
        body["handleContent"] = json!("See here.");
        body
    };
    let four = [mine.as_str(); 4];

    add(&page, files(&four))
        .await
        .is_refused(400, "woFileRelVoList: max 3");
    asked(&page, "addWoHandleInfo", reply(&four))
        .await
        .is_refused(400, "woFileRelVoList: max 3");
    let unknown = "/api/files/00000000000000000000000000000000.png";
    for url in [theirs.as_str(), unknown, "https://evil.example/a.png", ""] {
        add(&page, files(&[url])).await.is_refused(400, FILE);
        asked(&page, "addWoHandleInfo", reply(&[url]))
            .await
            .is_refused(400, FILE);
    }
    open(&app, Some(&token), "addWoHandleInfo", reply(&[&mine]))
        .await
        .is_refused(400, FILE);
    let _desk = app.agent_online("mia", 5).await;
    page.transfer().await.data();
    let body = form("a.png", &png());
    let chat = post(&app, "/api/chat/visitor/upload", &page.token, body).await;
    let of_chat = chat.data()["url"].as_str().unwrap();
    add(&page, files(&[of_chat])).await.is_refused(400, FILE);

    add(&page, files(&four[..3])).await.data();
    asked(&page, "addWoHandleInfo", reply(&four[..3]))
        .await
        .data();
}

#[actix_web::test]
async fn a_reply_needs_words_and_an_order_that_is_not_over() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let desk = app.agent("mia").await;
    let (id, token) = added(&page).await;
    let reply = |content: &str| json!({ "woId": id, "handleContent": content });

    for blank in ["", "   ", "\u{200b}"] {
        asked(&page, "addWoHandleInfo", reply(blank))
            .await
            .is_refused(400, "handleContent: the text is blank");
    }
    for status in [5, 99] {
        handle(&desk, &id, json!({ "handleWoStatus": status }))
            .await
            .data();
        let closed = "the work order is closed";
        asked(&page, "addWoHandleInfo", reply("Hello?"))
            .await
            .is_refused(409, closed);
        open(&app, Some(&token), "addWoHandleInfo", reply("Hello?"))
            .await
            .is_refused(409, closed);
    }
    handle(&desk, &id, json!({ "handleWoStatus": 1 }))
        .await
        .is_refused(409, "the work order is closed");

    let kept = read(&page, &id).await;
    assert_eq!(kept["handleList"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn a_repeat_makes_and_says_nothing_twice() {
    let app = TestApp::new().await;
    let page = visit(&app, "orders").await;
    let other = visit(&app, "orders").await;

    let first = add(&page, json!({ "id": "c-1" })).await;
    let again = add(&page, json!({ "id": "c-1" })).await;
    let another = add(&other, json!({ "id": "c-1" })).await;
    add(&page, json!({ "id": "c-1", "woContent": "It fell." }))
        .await
        .is_refused(422, "id already used");
    let id = first.data()["woId"].as_str().unwrap();
    let reply = |content: &str| json!({ "id": "c-2", "woId": id, "handleContent": content });
    asked(&page, "addWoHandleInfo", reply("Hello?"))
        .await
        .data();
    asked(&page, "addWoHandleInfo", reply("Hello?"))
        .await
        .data();
    asked(&page, "addWoHandleInfo", reply("Well?"))
        .await
        .is_refused(422, "id already used");

    assert_eq!(first.data(), again.data());
    assert_ne!(first.data()["woId"], another.data()["woId"]);
    assert_eq!(
        read(&page, id).await["handleList"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

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
async fn anothers_order_is_like_one_that_never_was() {
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
async fn a_type_of_another_tenant_is_unknown_and_a_channel_makes_orders_only_where_it_should() {
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

/// [LM-03] [LM-09]
#[actix_web::test]
async fn a_template_is_read_by_its_id_and_by_its_type_in_the_readers_language() {
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
async fn a_form_makes_an_order_for_whoever_fills_it_in() {
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

/// [LM-08]
#[actix_web::test]
async fn agents_find_orders_by_status_and_words_and_handle_them() {
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
async fn guesses_run_out_and_five_orders_an_hour_are_taken() {
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

#[actix_web::test]
async fn an_order_and_its_talk_are_there_after_a_restart() {
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
