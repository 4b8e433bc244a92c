//! What an order and a reply may contain.

use super::{add, added, asked, handle, open, picture, read, visit};
use crate::helpers::TestApp;
use crate::uploads::{form, png, post};
use serde_json::{Value, json};

const FILE: &str = "woFileRelVoList has a file that was not uploaded for it";

/// [LM-03]
#[actix_web::test]
async fn an_invalid_order_is_refused_with_the_invalid_field() {
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
async fn an_order_and_a_reply_take_at_most_three_pictures_of_their_sender() {
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
async fn a_reply_needs_a_text_and_an_open_order() {
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
async fn a_repeated_order_or_reply_is_stored_once() {
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
