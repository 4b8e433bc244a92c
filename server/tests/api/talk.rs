//! Every kind of message, quotes, internal notes, and sensitive words.

use crate::helpers::{Desk, Page, TestApp, texts};
use serde_json::{Value, json};

/// A visitor who reads English and an agent who talks with them.
pub async fn talk(app: &TestApp) -> (Page<'_>, Desk<'_>) {
    let page = app
        .page(json!({ "channelId": "talk", "locale": "en" }))
        .await;
    let mut desk = app.agent_online("mia", 5).await;
    assert_eq!(page.transfer().await.data()["status"], 2);
    desk.news().await;
    (page, desk)
}

impl Desk<'_> {
    /// Sends the visitor a message whose content is JSON.
    pub async fn show(&self, page: &Page<'_>, kind: u8, content: &Value) -> crate::helpers::Answer {
        let body =
            json!({ "userId": page.user, "msgType": kind, "msgContent": content.to_string() });
        self.call("sendMsg", body).await
    }
}

/// The newest message of a visitor's history.
async fn newest(page: &Page<'_>) -> Value {
    let history = page.call("getHistoryMsg", json!({ "pageSize": 1 })).await;
    history.data()["msgList"][0].clone()
}

/// [MS-02] [MS-03] [MS-04] [MS-05]
#[actix_web::test]
async fn every_kind_of_message_of_an_agent_appears_in_poll_and_history() {
    let app = TestApp::with(|settings| {
        settings.relay.private_hosts = vec!["127.0.0.1:9".into()];
    })
    .await;
    let (page, desk) = talk(&app).await;
    let fields = json!([{ "fieldId": "a", "fieldName": "A", "fieldType": 1, "requiredStatus": 1 }]);
    let sent = [
        (
            3,
            json!({ "picture": "https://example.com/f.png", "title": "Fern", "desc": "green", "price": 9 }),
        ),
        (
            7,
            json!({ "imgUrl": "/api/files/a.png", "title": "Fern", "describe": "green", "label": "new",
            "fromUrl": "https://example.com" }),
        ),
        (
            8,
            json!({ "title": "Fern", "orderStatus": "sent", "orderCode": "7", "orderTime": "today" }),
        ),
        (
            9,
            json!({ "title": "Fern", "subTitle": "care", "linkType": "page", "linkUrl": "https://example.com" }),
        ),
        (10, json!({ "referGuide": "Tell us", "formFields": fields })),
        (
            11,
            json!({ "referGuide": "Tell us", "fromFields": fields, "url": "http://127.0.0.1:9/x", "method": "post" }),
        ),
    ];

    for (kind, content) in &sent {
        let place = desk.show(&page, *kind, content).await.data()["seq"].clone();
        let told = page.events(place.as_u64().unwrap() - 1).await;
        let kept = newest(&page).await;

        assert_eq!(
            (&told[0]["event"], &told[0]["msgType"]),
            (&json!(1201), &json!(kind))
        );
        assert_eq!(
            (&kept["msgType"], &kept["senderType"]),
            (&json!(kind), &json!(2))
        );
        let read: Value = serde_json::from_str(kept["msgContent"].as_str().unwrap()).unwrap();
        let title = &content["title"];
        assert_eq!(
            &read["title"],
            if title.is_null() { &Value::Null } else { title }
        );
    }
    let rich = json!({ "userId": page.user, "msgType": 12,
        "msgContent": "<b onclick=x()>hi</b><script>alert(1)</script><a href='javascript:x()'>l</a>" });
    desk.call("sendMsg", rich).await.data();
    let kept = newest(&page).await["msgContent"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        kept.starts_with("<b>hi</b>") && !kept.contains("script"),
        "{kept}"
    );
}

/// [MS-15]
#[actix_web::test]
async fn an_invalid_card_is_refused_with_the_invalid_field() {
    let app = TestApp::new().await;
    let (page, desk) = talk(&app).await;
    let with = |field: &str, value: &str| json!({ "title": "x", "linkUrl": "https://example.com", field: value });

    for link in [
        "javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "\u{1}javascript:x",
        "//evil.example",
        "https://user@evil.example",
        "java\nscript:x",
    ] {
        let refused = desk.show(&page, 9, &with("linkUrl", link)).await;
        assert_eq!(refused.status, 400, "{link}");
        assert!(
            refused.body["message"]
                .as_str()
                .unwrap()
                .starts_with("linkUrl is not valid")
        );
        assert_eq!(
            desk.show(&page, 9, &with("imgUrl", link)).await.status,
            400,
            "{link}"
        );
    }
    desk.show(&page, 3, &json!({ "price": "1" }))
        .await
        .is_refused(400, "title is missing");
    desk.show(&page, 3, &json!({ "title": "x".repeat(201) }))
        .await
        .is_refused(400, "title is too long");
    desk.show(&page, 9, &json!({ "title": "x" }))
        .await
        .is_refused(400, "linkUrl is missing");
    desk.show(&page, 10, &json!({ "formFields": [] }))
        .await
        .is_refused(400, "formFields is missing");
    let cascader = json!([{ "fieldId": "a", "fieldName": "A", "fieldType": 9 }]);
    desk.show(&page, 10, &cascader)
        .await
        .is_refused(400, "fieldType is not valid");
    let nowhere = json!({ "fromFields": [{ "fieldId": "a", "fieldName": "A", "fieldType": 1 }] });
    desk.show(&page, 11, &nowhere)
        .await
        .is_refused(400, "url is missing");
    for content in ["", "{", "7", "\"x\""] {
        let body = json!({ "userId": page.user, "msgType": 3, "msgContent": content });
        desk.call("sendMsg", body)
            .await
            .is_refused(400, "msgContent is not valid");
    }
    for kind in [0, 5, 13, 99, 255] {
        let body = json!({ "userId": page.user, "msgType": kind, "msgContent": "{}" });
        assert_eq!(desk.call("sendMsg", body).await.status, 400, "{kind}");
    }
}

/// [MS-09] [ID-12]
#[actix_web::test]
async fn a_visitor_sends_the_agent_the_card_of_the_page_they_came_from() {
    let app = TestApp::new().await;
    let (page, mut desk) = talk(&app).await;
    let card = json!({ "title": "Fern", "desc": "green", "price": "9", "picture": "https://example.com/f.png",
        "url": "https://example.com/fern" });

    for kind in [json!("card"), json!("json"), json!(3), json!("3")] {
        let body = json!({ "msgType": kind, "msgContent": card.to_string() });
        page.call("sendMsg", body).await.data();
        let heard = desk.news().await;
        let msg = &heard[0]["msg"];
        assert_eq!(
            (&msg["msgType"], &msg["senderType"]),
            (&json!(3), &json!(1))
        );
        let read: Value = serde_json::from_str(msg["msgContent"].as_str().unwrap()).unwrap();
        assert_eq!(read, card);
    }
    for kind in [5, 7, 8, 9, 11, 12, 99] {
        let body = json!({ "msgType": kind, "msgContent": card.to_string() });
        page.call("sendMsg", body)
            .await
            .is_refused(400, "msgType is not valid");
    }
}

#[actix_web::test]
async fn a_quote_shows_the_quoted_message_until_it_is_recalled() {
    let app = TestApp::new().await;
    let (page, desk) = talk(&app).await;
    let asked = page.send("1", "Is it hardy?").await.data()["msgId"].clone();
    let first = desk.say(&page, "a1", "Yes").await.data()["msgId"].clone();
    let quoting = |id: &Value, text: &str| json!({ "userId": page.user, "msgType": 1, "msgContent": text, "replyMsg": json!({ "msgId": id }).to_string() });

    desk.call("sendMsg", quoting(&asked, "Very")).await.data();
    let quote = newest(&page).await["replyMsg"].as_str().unwrap().to_owned();
    desk.call("sendMsg", quoting(&first, "as I said"))
        .await
        .data();
    desk.call("recallMsg", json!({ "userId": page.user, "msgId": first }))
        .await
        .data();
    desk.call("recallMsg", json!({ "userId": page.user, "msgId": first }))
        .await
        .data();
    let history = page.call("getHistoryMsg", json!({})).await.data()["msgList"].clone();

    let quote: Value = serde_json::from_str(&quote).unwrap();
    assert_eq!(
        (&quote["msgId"], &quote["msgContent"]),
        (&asked, &json!("Is it hardy?"))
    );
    let last = history.as_array().unwrap().last().unwrap()["replyMsg"]
        .as_str()
        .unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!(
        (&last["recallFlag"], &last["msgContent"]),
        (&json!(1), &json!(""))
    );
    assert!(
        !page
            .events(0)
            .await
            .iter()
            .any(|event| event["msgContent"] == "Yes")
    );
    for id in [
        "x",
        "v_other.1.1",
        &format!("{}.1.99", page.user),
        &format!("{}.9.1", page.user),
    ] {
        desk.call("sendMsg", quoting(&json!(id), "x"))
            .await
            .is_refused(404, "not found");
    }
}

#[actix_web::test]
async fn an_internal_note_reaches_agents_and_never_the_visitor() {
    let app = TestApp::new().await;
    let (page, mut desk) = talk(&app).await;
    let note = json!({ "userId": page.user, "id": "n1", "text": "asked for a refund twice" });

    let kept = desk.call("note", note.clone()).await.data().clone();
    let again = desk.call("note", note).await.data().clone();
    desk.say(&page, "a1", "Hello").await.data();
    let heard = desk.news().await;
    let by_agent = desk
        .call("getHistoryMsg", json!({ "userId": page.user }))
        .await;
    let told = page.poll_for(0, 0).await;
    let session = json!({ "sessionId": page.started["sessionId"] });
    let visitors = [
        told.text.clone(),
        page.call("getHistoryMsg", json!({})).await.text,
        page.call("getSessionMsg", session).await.text,
        page.call("getOfflineMsg", json!({ "pollId": page.poll }))
            .await
            .text,
    ];

    assert_eq!(kept, again);
    assert_eq!(heard[0]["msg"]["insideFlag"], 1);
    assert!(by_agent.text.contains("asked for a refund twice"));
    assert!(
        visitors
            .iter()
            .all(|text| !text.contains("refund") && !text.contains("insideFlag"))
    );
    let events = told.data()["msgList"].as_array().unwrap().clone();
    let seqs: Vec<u64> = events
        .iter()
        .map(|event| event["seq"].as_u64().unwrap())
        .collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
    let note_id = json!({ "msgId": kept["msgId"], "docNode": "{}" });
    page.call("updateSessionMsg", note_id)
        .await
        .is_refused(404, "not found");
    let other = app.agent_online("jo", 1).await;
    let body = json!({ "userId": page.user, "text": "x" });
    other
        .call("note", body)
        .await
        .is_refused(409, "the conversation is not yours");
    desk.call("note", json!({ "userId": page.user, "text": " " }))
        .await
        .is_refused(400, "text: the text is blank");
}

/// [MS-13]
#[actix_web::test]
async fn a_masked_word_is_removed_and_an_agents_flagged_message_never_reaches_the_visitor() {
    let app = TestApp::new().await;
    let (page, mut desk) = talk(&app).await;

    page.send("1", "this darn fern").await.data();
    let masked = desk.news().await[0]["msg"].clone();
    let held = desk
        .say(&page, "a1", "buy it at RIVAL CO")
        .await
        .data()
        .clone();
    let heard = desk.news().await[0]["msg"].clone();
    let session = json!({ "sessionId": page.started["sessionId"] });
    let visitors = [
        page.poll_for(0, 0).await.text,
        page.call("getHistoryMsg", json!({})).await.text,
        page.call("getSessionMsg", session).await.text,
        page.call("getOfflineMsg", json!({ "pollId": page.poll }))
            .await
            .text,
        page.again().await.started.to_string(),
    ];

    assert_eq!(
        (&masked["msgContent"], &masked["sensitiveFlag"]),
        (&json!("this **** fern"), &json!(0))
    );
    assert_eq!(held["sensitiveFlag"], 1);
    assert_eq!(
        (&heard["sensitiveFlag"], &heard["sensitiveWords"]),
        (&json!(1), &json!(["Rival Co"]))
    );
    assert!(
        visitors
            .iter()
            .all(|text| !text.contains("RIVAL") && !text.contains("Rival"))
    );
    assert!(
        visitors
            .iter()
            .all(|text| !text.contains("sensitiveFlag\":1") && !text.contains("darn"))
    );
}

#[actix_web::test]
async fn a_flagged_message_of_a_visitor_reaches_agents_without_the_word() {
    let app = TestApp::new().await;
    let (page, mut desk) = talk(&app).await;

    let sent = page.send("1", "Rival Co is cheaper").await.data().clone();
    let heard = desk.news().await[0]["msg"].clone();

    assert_eq!(sent["sensitiveFlag"], 1);
    assert_eq!(
        (&heard["msgContent"], &heard["sensitiveFlag"]),
        (&json!("******** is cheaper"), &json!(1))
    );
    assert_eq!(
        texts(&page.events(sent["seq"].as_u64().unwrap() - 1).await),
        ["Rival Co is cheaper"]
    );
}

/// [CH-13]
#[actix_web::test]
async fn html_entities_left_by_pasting_are_normalised() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    page.send("1", "R&amp;D&nbsp;and\u{a0}more").await.data();

    assert_eq!(texts(&page.events(1).await), ["R&D and more"]);
    page.send("2", "&nbsp;")
        .await
        .is_refused(400, "msgContent: the text is blank");
}
