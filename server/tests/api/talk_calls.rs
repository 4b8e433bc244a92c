//! The small calls of a visitor's page: details, notices, feedback, tips.

use crate::helpers::{Page, TestApp};
use crate::talk::talk;
use serde_json::{Value, json};

async fn asked(page: &Page<'_>, question: &str) -> Value {
    let answer = page.call("robotAsk", json!({ "question": question })).await;
    answer.data().clone()
}

async fn on_talk(app: &TestApp) -> Page<'_> {
    app.page(json!({ "channelId": "talk", "locale": "en", "pid": "p-7", "fiyBookCode": "f-1", "refer": "r",
        "params": "{\"a\":1}" }))
        .await
}

/// [FM-01] [ID-09]
#[actix_web::test]
async fn the_form_before_the_chat_is_validated_stored_and_shown_to_the_agent() {
    let app = TestApp::new().await;
    let (page, desk) = {
        let page = on_talk(&app).await;
        let desk = app.agent_online("mia", 1).await;
        page.transfer().await.data();
        (page, desk)
    };
    let form = |field: &str, value: &str| {
        let mut body = json!({ "userName": "Ann", "phone": "13800138000", "email": "ann@example.com",
            "formParams": "{\"order\":\"7\"}" });
        body[field] = json!(value);
        body
    };

    for phone in [
        "1380013800",
        "138001380000",
        "23800138000",
        "１３８００１３８０００",
        "+8613800138000",
    ] {
        page.call("submitUserForm", form("phone", phone))
            .await
            .is_refused(400, "rightPhone");
    }
    for email in [
        "ann",
        "@example.com",
        "a@b..c",
        "a b@example.com",
        &"a@".repeat(5_000),
    ] {
        page.call("submitUserForm", form("email", email))
            .await
            .is_refused(400, "rightEmail");
    }
    page.call("submitUserForm", form("userName", ""))
        .await
        .is_refused(400, "userName is missing");
    page.call("submitUserForm", form("formParams", "{\"order\":\" \"}"))
        .await
        .is_refused(400, "formParams is missing");
    page.call("submitUserForm", form("formParams", "{"))
        .await
        .is_refused(400, "formParams is not valid");
    let nested = |open: &str, close: &str, depth: usize| {
        let inside = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        form("formParams", &format!("{{\"order\":\"7\",\"a\":{inside}}}"))
    };
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        page.call("submitUserForm", nested(open, close, 7))
            .await
            .data();
        for depth in [8, 100] {
            page.call("submitUserForm", nested(open, close, depth))
                .await
                .is_refused(400, "formParams is nested too deep");
        }
    }
    page.call("submitUserForm", form("formParams", "{\"order\":\"7\"}"))
        .await
        .data();
    page.call("submitUserForm", form("phone", "")).await.data();
    page.call("submitUserForm", form("email", "")).await.data();

    let seen = desk
        .call("getVisitor", json!({ "userId": page.user }))
        .await
        .data()
        .clone();
    assert_eq!(
        (&seen["userName"], &seen["phone"]),
        (&json!("Ann"), &json!("13800138000"))
    );
    assert_eq!(
        (&seen["email"], &seen["formParams"]),
        (&json!("ann@example.com"), &json!("{\"order\":\"7\"}"))
    );
    assert_eq!(
        (&seen["pid"], &seen["fiyBookCode"], &seen["params"]),
        (&json!("p-7"), &json!("f-1"), &json!("{\"a\":1}"))
    );
}

/// [FM-05]
#[actix_web::test]
async fn reset_info_replaces_the_visitors_details_field_by_field() {
    let app = TestApp::new().await;
    let (page, desk) = talk(&app).await;
    let seen = || async {
        desk.call("getVisitor", json!({ "userId": page.user }))
            .await
            .data()
            .clone()
    };

    page.call(
        "resetInfo",
        json!({ "pollId": page.poll, "userName": "Ann", "phone": "1", "refer": "there" }),
    )
    .await
    .data();
    page.call(
        "resetInfo",
        json!({ "pollId": page.poll, "phone": null, "email": "a@b.example", "locale": "zh" }),
    )
    .await
    .data();
    let told = seen().await;
    page.call(
        "resetInfo",
        json!({ "pollId": "another", "userName": "Eve" }),
    )
    .await
    .is_refused(409, "opened in another window");

    assert_eq!(
        (&told["userName"], &told["phone"]),
        (&json!("Ann"), &json!(""))
    );
    assert_eq!(
        (&told["email"], &told["refer"], &told["locale"]),
        (&json!("a@b.example"), &json!("there"), &json!("zh"))
    );
    assert_eq!(seen().await["userName"], "Ann");
}

#[actix_web::test]
async fn a_page_changes_only_to_a_supported_language() {
    let app = TestApp::new().await;
    let (page, desk) = talk(&app).await;
    let mut read = Vec::new();
    for locale in ["qqqqqqqq", "x-1", "", "de-AT", "zh-TW", "../en"] {
        page.call("resetInfo", json!({ "locale": locale }))
            .await
            .data();
        let seen = desk
            .call("getVisitor", json!({ "userId": page.user }))
            .await;
        read.push(seen.data()["locale"].as_str().unwrap().to_owned());
    }

    assert_eq!(read, ["en", "en", "en", "de", "zh", "zh"]);
}

/// [FM-05]
#[actix_web::test]
async fn only_the_products_own_lines_are_accepted_as_notices() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let line = "No customer service online at the moment";

    page.call("sysMsg", json!({ "msgContent": line, "clientType": 1 }))
        .await
        .data();
    page.call("sysMsg", json!({ "msgContent": line }))
        .await
        .data();
    let told = page.events(1).await;

    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["senderType"], &told[0]["lineKey"]),
        (&json!(4), &json!("no_agent_online"))
    );
    for forged in [
        "Your refund was approved",
        "<b>x</b>",
        "",
        "Mia is now talking to you",
        "{{nick}} is now talking to you",
    ] {
        page.call("sysMsg", json!({ "msgContent": forged }))
            .await
            .is_refused(400, "msgContent is not a system line");
    }
    page.call("sysMsg", json!({ "msgContent": line, "clientType": 2 }))
        .await
        .is_refused(400, "clientType is not valid");
    page.call("chatClose", json!({})).await.data();
    page.call("sysMsg", json!({ "msgContent": line }))
        .await
        .is_refused(409, "chat ended");
}

/// [MS-12] [RB-06]
#[actix_web::test]
async fn an_answer_is_rated_once_if_the_channel_asks_for_it() {
    let app = TestApp::new().await;
    let page = on_talk(&app).await;
    let answer = asked(&page, "When will my order arrive?").await;
    let doc = answer["docId"].clone();
    let comment = |useful: u8| json!({ "docId": doc, "isUseful": useful, "robotNo": "fern", "msgId": answer["msgId"] });
    let cursor = answer["seq"].as_u64().unwrap();

    page.call("commentDoc", json!({ "docId": "none", "isUseful": 1 }))
        .await
        .is_refused(404, "not found");
    page.call("commentDoc", json!({ "docId": doc, "isUseful": 2 }))
        .await
        .is_refused(400, "isUseful is not valid");
    page.call("commentDoc", comment(0)).await.data();
    page.call("commentDoc", comment(1))
        .await
        .is_refused(409, "already commented");
    let told = page.events(cursor).await;
    let history = page.call("getHistoryMsg", json!({})).await.data()["msgList"].clone();

    assert_eq!(
        (&told[0]["event"], &told[0]["disabled"]),
        (&json!(1206), &json!(1))
    );
    let kept = history
        .as_array()
        .unwrap()
        .iter()
        .find(|msg| msg["msgId"] == answer["msgId"])
        .unwrap();
    assert_eq!(kept["disabled"], 1);
    asked(&page, "How fast do you ship?").await;
    page.call(
        "commentDoc",
        json!({ "docId": doc, "isUseful": 1, "sessionId": page.started["sessionId"] }),
    )
    .await
    .data();
    let elsewhere = app.visitor().await;
    let answer = asked(&elsewhere, "When will my order arrive?").await;
    elsewhere
        .call(
            "commentDoc",
            json!({ "docId": answer["docId"], "isUseful": 1 }),
        )
        .await
        .is_refused(403, "feedback is off");
}

/// [FM-05]
#[actix_web::test]
async fn a_page_stores_data_only_with_a_message_of_its_own_visitor() {
    let app = TestApp::new().await;
    let page = on_talk(&app).await;
    let stranger = app.visitor().await;
    let answer = asked(&page, "When will my order arrive?").await;
    let note = |text: &str| json!({ "msgId": answer["msgId"], "docNode": text });

    page.call("updateSessionMsg", note("{\"disabled\":0}"))
        .await
        .data();
    let told = page.events(answer["seq"].as_u64().unwrap()).await;

    assert_eq!(
        (&told[0]["event"], &told[0]["docNode"]),
        (&json!(1206), &json!("{\"disabled\":0}"))
    );
    stranger
        .call("updateSessionMsg", note("{}"))
        .await
        .is_refused(404, "not found");
    for bad in ["", "x", "7"] {
        page.call("updateSessionMsg", note(bad))
            .await
            .is_refused(400, "docNode is not valid");
    }
    page.call(
        "updateSessionMsg",
        note(&format!("[\"{}\"]", "x".repeat(9_000))),
    )
    .await
    .is_refused(400, "docNode is too long");
}

/// [FM-05]
#[actix_web::test]
async fn only_its_visitor_reads_a_whole_session() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    page.send("1", "one").await.data();
    page.send("2", "two").await.data();
    let stranger = app.visitor().await;
    let session = page.started["sessionId"].clone();

    let whole = page
        .call("getSessionMsg", json!({ "sessionId": session }))
        .await
        .data()["msgList"]
        .clone();

    let said: Vec<_> = whole
        .as_array()
        .unwrap()
        .iter()
        .map(|msg| msg["msgContent"].as_str().unwrap())
        .collect();
    assert_eq!(said[said.len() - 2..], ["one", "two"]);
    let unknown = page
        .call("getSessionMsg", json!({ "sessionId": "nobody.1" }))
        .await;
    let foreign = stranger
        .call("getSessionMsg", json!({ "sessionId": session }))
        .await;
    let later = page
        .call(
            "getSessionMsg",
            json!({ "sessionId": format!("{}.9", page.user) }),
        )
        .await;
    assert_eq!((unknown.status, &unknown.text), (404, &foreign.text));
    assert_eq!(later.text, unknown.text);
}

/// [RB-01] [RB-05]
#[actix_web::test]
async fn the_robot_accepts_every_field_of_a_question_and_offers_tips() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let whole = json!({ "question": "", "robotNo": "fern", "docId": "", "itemId": "i", "button": { "name": "When will my order arrive?", "id": 7 },
        "nodeId": "n", "bingCode": "c", "bindValue": 3, "click": "1", "customerToken": "t", "customerParameters": "{}",
        "agentTime": 1_790_000_000_000_i64, "agentAskContent": "x" });

    let answer = page.call("robotAsk", whole).await.data().clone();
    let tips = page
        .call(
            "robotTips",
            json!({ "question": " WHEN will", "robotNo": "fern" }),
        )
        .await
        .data()
        .clone();

    for field in [
        "status",
        "answerType",
        "docPattern",
        "answers",
        "msgType",
        "answer",
        "showTransferBtn",
    ] {
        assert!(!answer[field].is_null(), "{field}");
    }
    assert_eq!(
        (&answer["status"], &answer["answerType"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        tips[0],
        json!({ "tips": "<rhi>When will</rhi> my order arrive?", "docId": "shipping" })
    );
    assert_eq!(
        page.call("robotTips", json!({ "question": "  " }))
            .await
            .data(),
        &json!([])
    );
    assert_eq!(
        page.call("robotTips", json!({ "question": "<b>" }))
            .await
            .data(),
        &json!([])
    );
    page.call(
        "robotAsk",
        json!({ "question": "x", "nodeId": "n".repeat(300) }),
    )
    .await
    .is_refused(400, "nodeId is too long");
}

#[actix_web::test]
async fn an_agent_sees_how_far_the_visitor_has_read() {
    let app = TestApp::new().await;
    let (page, desk) = talk(&app).await;
    let read = || async {
        let seen = desk
            .call("getVisitor", json!({ "userId": page.user }))
            .await;
        seen.data()["readCursor"].as_u64().unwrap()
    };
    let said = json!({ "userId": page.user, "id": "a-1", "msgType": 1, "msgContent": "Good day" });
    let sent = desk.call("sendMsg", said).await;
    let seq = sent.data()["seq"].as_u64().unwrap();
    assert!(read().await < seq);

    page.call("msgComplete", json!({ "pollId": page.poll, "cursor": seq }))
        .await
        .data();

    assert_eq!(read().await, seq);
}
