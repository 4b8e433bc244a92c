//! Button flows over HTTP: an administrator saves one, a visitor follows it, an agent takes over.

use crate::helpers::{Admin, Page, TestApp, texts};
use crate::talk_forms::Service;
use serde_json::{Value, json};
use std::sync::Arc;

fn flow(service: &str) -> Value {
    json!({
        "flowId": "order", "robotNo": "fern", "name": { "en": "Where is my order?", "zh": "我的订单在哪里？" },
        "triggers": [{ "en": "Where is my order?", "zh": "我的订单在哪里？" }],
        "start": "topic",
        "nodes": [
            { "nodeId": "topic", "replySource": "BUTTONS", "answer": { "en": "<p>Which?<script>x</script></p>", "zh": "哪个？" },
              "itemList": [
                { "id": "b1", "itemId": "1", "name": { "en": "It is late", "zh": "太晚了" }, "bingCode": "topic", "bindValue": "late", "next": "number" },
                { "id": "b2", "itemId": "2", "name": { "en": "Look it up", "zh": "查一下" }, "bingCode": "topic", "bindValue": "look", "next": "look" },
                { "id": "b3", "itemId": "3", "name": { "en": "I have a question", "zh": "我要提问" }, "next": "tell" }] },
            { "nodeId": "number", "replySource": "FROM_REPLY", "next": "decide",
              "answer": { "referGuide": "Which order?", "fromFields": [{ "fieldId": "order", "fieldName": "Order", "fieldType": 1, "requiredStatus": 1 }] } },
            { "nodeId": "decide", "replySource": "TEXT_REPLY", "condition": [{ "bingCode": "topic", "bindValue": "late", "next": "person" }], "next": "bye" },
            { "nodeId": "person", "replySource": "AGENT_REPLY", "answer": "I will get somebody about {order}." },
            { "nodeId": "look", "replySource": "TEXT_REPLY", "answer": "The service says: {said}", "next": "article",
              "request": { "url": format!("{service}"), "values": { "topic": "{topic}" }, "takes": { "message": "said" }, "failed": "failed" } },
            { "nodeId": "failed", "replySource": "TEXT_REPLY", "answer": "I cannot look now.", "next": "bye" },
            { "nodeId": "article", "replySource": "FAQ", "answer": "returns", "next": "kit" },
            { "nodeId": "kit", "replySource": "CARD", "answer": { "title": "Kit", "price": "24" }, "next": "bye" },
            { "nodeId": "tell", "replySource": "TEXT_REPLY", "answer": "Tell me.", "bingCode": "question", "next": "model" },
            { "nodeId": "model", "replySource": "LARGE_MODEL_REPLY", "next": "bye" },
            { "nodeId": "bye", "replySource": "END", "answer": { "en": "Bye", "zh": "再见" } }
        ]
    })
}

async fn saved(admin: &Admin<'_>, flow: Value) -> Value {
    admin.call("flows/put", flow).await.data().clone()
}

async fn with_service() -> (TestApp, Service) {
    let service = Service::start();
    let host = service.host.clone();
    let app = TestApp::with(|settings| settings.relay.private_hosts = vec![host]).await;
    let url = service.url("/ok");
    saved(&app.admin().await, flow(&url)).await;
    (app, service)
}

async fn asks(page: &Page<'_>, question: &str) -> Value {
    let asked = json!({ "question": question, "click": 0 });
    page.call("robotAsk", asked).await.data().clone()
}

async fn clicks(page: &Page<'_>, node: &str, item: &str) -> Value {
    let clicked = json!({ "question": item, "button": { "id": format!("b{item}"), "name": item },
        "nodeId": node, "itemId": item, "bingCode": "topic", "bindValue": "forged", "click": 1 });
    page.call("robotAsk", clicked).await.data().clone()
}

/// The source and the node of each part of an answer.
fn sources(answer: &Value) -> Vec<(String, String)> {
    let answers: Value = serde_json::from_str(answer["answers"].as_str().unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let answers = answers.as_array().unwrap().iter();
    answers
        .map(|answer| (text(&answer["replySource"]), text(&answer["nodeId"])))
        .collect()
}

fn are(sources: &[(String, String)], expected: &[(&str, &str)]) {
    let sources: Vec<(&str, &str)> = sources
        .iter()
        .map(|(source, node)| (source.as_str(), node.as_str()))
        .collect();
    assert_eq!(sources, expected);
}

#[actix_web::test]
async fn a_flow_continues_on_a_page_of_another_channel() {
    let (app, _service) = with_service().await;
    let page = app.visitor().await;
    asks(&page, "where is my ORDER").await;
    let form = clicks(&page, "topic", "1").await;

    let page = page.again_in("plain").await;
    let fill = json!({ "id": "f1", "msgType": 10, "formMsgId": form["msgId"],
        "msgContent": r#"[{"fieldId":"order","chooseValue":"FF-1042"}]"# });
    page.call("sendMsg", fill).await.data();

    let events = page.events(form["seq"].as_u64().unwrap()).await;
    let led = events.last().unwrap();
    assert_eq!(led["msgContent"], "I will get somebody about FF-1042.");
}

/// [RB-01] [RB-03] [MS-10] [MS-11]
#[actix_web::test]
async fn a_flow_leads_a_visitor_to_an_agent_who_sees_its_summary() {
    let (app, _service) = with_service().await;
    let mut mia = app.agent_online("mia", 2).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    page.call("robotAsk", json!({ "question": "xyzzy plugh" }))
        .await
        .data();

    let started = asks(&page, "where is my ORDER").await;
    are(&sources(&started), &[("BUTTONS", "topic")]);
    assert_eq!(
        (&started["nodeId"], &started["answer"]),
        (&json!("topic"), &json!("<p>Which?</p>"))
    );
    assert_eq!(started["itemList"][0]["name"], "It is late");
    let form = clicks(&page, "topic", "1").await;
    are(&sources(&form), &[("FROM_REPLY", "number")]);
    let fill = json!({ "id": "f1", "msgType": 10, "formMsgId": form["msgId"],
        "msgContent": r#"[{"fieldId":"order","chooseValue":"FF-1042"}]"# });
    page.call("sendMsg", fill.clone()).await.data();
    let events = page.events(form["seq"].as_u64().unwrap()).await;

    let led = events.last().unwrap();
    assert_eq!(led["msgContent"], "I will get somebody about FF-1042.");
    assert_eq!(
        (&led["instruction"], &led["msgTransContent"]),
        (&json!("system_toCustomerService"), &led["msgContent"])
    );
    assert_eq!(
        (&events[0]["event"], &events[0]["msgId"]),
        (&json!(1206), &form["msgId"])
    );
    let mut again = fill;
    again["id"] = json!("f2");
    page.call("sendMsg", again)
        .await
        .is_refused(409, "the form is already filled in");
    page.transfer().await.data();
    mia.news_until("assigned").await;
    let card = mia
        .call("getVisitor", json!({ "userId": page.user }))
        .await
        .data()
        .clone();
    let summary = &card["robotSummary"];
    assert_eq!(
        (&summary["asked"], &summary["unknown"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(
        summary["questions"],
        json!(["xyzzy plugh", "where is my ORDER", "1"])
    );
    assert_eq!(
        (&summary["flowId"], &summary["nodeId"]),
        (&json!("order"), &json!("person"))
    );
    assert_eq!(
        summary["variables"],
        json!([{ "name": "order", "value": "FF-1042" }, { "name": "topic", "value": "late" }])
    );
    let history = mia
        .call("getHistoryMsg", json!({ "userId": page.user }))
        .await
        .data()["msgList"]
        .clone();
    assert!(texts(history.as_array().unwrap()).contains(&"I will get somebody about FF-1042."));
    app.stop().await;
}

/// [RB-03]
#[actix_web::test]
async fn the_reply_of_a_tenants_service_arrives_as_an_event() {
    let (app, service) = with_service().await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    asks(&page, "Where is my order?").await;

    let looking = clicks(&page, "topic", "2").await;

    assert_eq!(looking["answer"], "One moment, I am looking that up.");
    let cursor = looking["seq"].as_u64().unwrap();
    let found = page.until(cursor, |event| event["event"] == 1201).await;
    let found = found["msgList"][0].clone();
    are(
        &sources(&found),
        &[
            ("TEXT_REPLY", "look"),
            ("FAQ", "article"),
            ("CARD", "kit"),
            ("END", "bye"),
        ],
    );
    assert!(
        found["msgContent"]
            .as_str()
            .unwrap()
            .starts_with("The service says: Got it &lt;b&gt;<br>")
    );
    let asked: Value = serde_json::from_str(&service.seen()[0].2).unwrap();
    assert_eq!(
        asked,
        json!({ "topic": "look" }),
        "the server ignores variables that the page sends"
    );
    app.stop().await;
}

/// [MS-08]
#[actix_web::test]
async fn buttons_without_a_text_are_a_menu_bar() {
    let (app, service) = with_service().await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    let with_words = asks(&page, "Where is my order?").await;
    assert_eq!(with_words["menubar"], Value::Null);
    let mut bar = flow(&service.url("/ok"));
    bar["version"] = app
        .admin()
        .await
        .get("flows", json!({ "flowId": "order" }))
        .await["version"]
        .clone();
    bar["nodes"][0]["answer"] = json!("");
    saved(&app.admin().await, bar).await;

    let without = asks(&page, "Where is my order?").await;

    let names = |menubar: &Value| -> Vec<String> {
        let items: Value = serde_json::from_str(menubar.as_str().unwrap()).unwrap();
        let items = items.as_array().unwrap().iter();
        items
            .map(|item| item["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let expected = ["It is late", "Look it up", "I have a question"];
    assert_eq!(names(&without["menubar"]), expected);
    let history = page.call("getHistoryMsg", json!({})).await.data()["msgList"].clone();
    assert_eq!(
        names(&history.as_array().unwrap().last().unwrap()["menubar"]),
        expected
    );
    app.stop().await;
}

/// [RB-03]
#[actix_web::test]
async fn a_tenants_service_receives_the_pages_token_and_parameters() {
    let service = Service::start();
    let host = service.host.clone();
    let app = TestApp::with(|settings| settings.relay.private_hosts = vec![host]).await;
    let mut order = flow(&service.url("/ok"));
    let request = order["nodes"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|node| node["nodeId"] == "look")
        .unwrap();
    request["request"]["headers"] = json!({ "x-key": "Bearer {customerToken}" });
    request["request"]["values"] =
        json!({ "topic": "{topic}", "order": "{order}", "token": "{customerToken}" });
    saved(&app.admin().await, order).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    asks(&page, "Where is my order?").await;

    let parameters = json!({ "order": "FF-7", "shop": 12, "topic": "forged", "deep": {} });
    let clicked = json!({ "question": "2", "button": { "id": "b2", "name": "2" }, "nodeId": "topic",
        "itemId": "2", "click": 1, "customerToken": "canary-token",
        "customerParameters": parameters.to_string() });
    let looking = page.call("robotAsk", clicked).await.data().clone();
    let cursor = looking["seq"].as_u64().unwrap();
    page.until(cursor, |event| event["event"] == 1201).await;

    let (_, key, body) = service.seen()[0].clone();
    assert_eq!(key, "Bearer canary-token");
    let asked: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        asked,
        json!({ "topic": "look", "order": "FF-7", "token": "canary-token", "shop": "12" })
    );
    let history = page.call("getHistoryMsg", json!({ "pageSize": 50 })).await;
    assert!(!history.text.contains("canary-token"));
    let mia = app.agent("mia").await;
    let seen = mia.call("getVisitor", json!({ "userId": page.user })).await;
    assert!(!seen.text.contains("canary-token"));
    app.stop().await;
}

/// [RB-03]
#[actix_web::test]
async fn without_a_customer_token_a_service_receives_an_empty_one() {
    let service = Service::start();
    let host = service.host.clone();
    let app = TestApp::with(|settings| settings.relay.private_hosts = vec![host]).await;
    let mut order = flow(&service.url("/ok"));
    order["nodes"][4]["request"]["headers"] = json!({ "x-key": "Bearer {customerToken}" });
    order["nodes"][4]["request"]["values"] = json!({ "token": "{customerToken}" });
    saved(&app.admin().await, order).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    asks(&page, "Where is my order?").await;

    let looking = clicks(&page, "topic", "2").await;
    let cursor = looking["seq"].as_u64().unwrap();
    page.until(cursor, |event| event["event"] == 1201).await;

    let (_, key, body) = service.seen()[0].clone();
    assert_eq!((key.as_str(), body.as_str()), ("", r#"{"token":""}"#));
    app.stop().await;
}

/// [RB-03]
#[actix_web::test]
async fn a_service_reply_is_dropped_after_an_agent_took_over() {
    let (app, service) = with_service().await;
    let slow = service.url("/slow");
    let admin = app.admin().await;
    let mut changed = flow(&slow);
    changed["version"] = json!(1);
    saved(&admin, changed).await;
    let mut mia = app.agent_online("mia", 2).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    asks(&page, "Where is my order?").await;
    clicks(&page, "topic", "2").await;

    page.transfer().await.data();
    mia.news_until("assigned").await;
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();
    // The relay times out after ten seconds. The page receives no event before or after.
    let told = page.poll_for(cursor, 12_000).await.data().clone();

    assert_eq!(told["msgList"], json!([]), "{told}");
    page.call("robotAsk", json!({ "question": "hello?" }))
        .await
        .is_refused(409, "with an agent");
    app.stop().await;
}

/// [RB-03] [RB-04]
#[actix_web::test]
async fn without_a_model_the_knowledge_base_answers_in_the_visitors_language() {
    let (app, _service) = with_service().await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "zh" }))
        .await;
    let started = asks(&page, "我的订单在哪里").await;
    assert_eq!(
        (&started["answer"], &started["itemList"][2]["name"]),
        (&json!("哪个？"), &json!("我要提问"))
    );

    page.call("robotAsk", json!({ "question": "我要提问" }))
        .await
        .data();
    let answered = asks(&page, "多久发货？").await;

    are(
        &sources(&answered),
        &[("LARGE_MODEL_REPLY", "model"), ("END", "bye")],
    );
    assert_eq!(answered["answer"], "<p>一周之内。</p><br>再见");
    app.stop().await;
}

#[actix_web::test]
async fn a_node_says_so_if_the_knowledge_base_has_no_answer() {
    let (app, _service) = with_service().await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    asks(&page, "Where is my order?").await;
    clicks(&page, "topic", "3").await;

    let answered = asks(&page, "xyzzy plugh").await;

    let answers: Value = serde_json::from_str(answered["answers"].as_str().unwrap()).unwrap();
    assert_eq!(answered["answerType"], 3);
    assert!(
        answers[0]["answer"]
            .as_str()
            .unwrap()
            .starts_with("Sorry, I did not find")
    );
    app.stop().await;
}

/// [RB-03]
#[actix_web::test]
async fn an_invalid_flow_is_refused_and_a_valid_one_takes_effect_at_once() {
    let (app, _service) = with_service().await;
    let admin = app.admin().await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    let mut wrong = flow("https://elsewhere.example.com/x");
    wrong["version"] = json!(1);
    assert_eq!(
        admin.refused_fields("flows", wrong.clone()).await,
        ["nodes[4].request.url"]
    );
    wrong["nodes"][6]["answer"] = json!("unknown");
    wrong["nodes"][9]["next"] = json!("nowhere");
    wrong["nodes"][10]["answer"] = json!({ "en": "Bye" });
    let mut fields = admin.refused_fields("flows", wrong).await;
    fields.sort();
    assert_eq!(
        fields,
        ["nodes[10].answer", "nodes[6].answer", "nodes[9].next"]
    );

    let shown = admin.get("flows", json!({ "flowId": "order" })).await;
    assert_eq!(
        (&shown["version"], &shown["start"]),
        (&json!(1), &json!("topic"))
    );
    let mut second = json!({ "flowId": "other", "robotNo": "fern", "name": "Other", "triggers": ["WHERE is my order"], "start": "bye",
        "nodes": [{ "nodeId": "bye", "replySource": "END", "answer": "Bye" }] });
    assert_eq!(
        admin.refused_fields("flows", second.clone()).await,
        ["triggers"]
    );
    second["triggers"] = json!(["Say bye"]);
    saved(&admin, second).await;
    assert_eq!(asks(&page, "say bye!").await["answer"], "Bye");
    let by_menu = page
        .call(
            "robotAsk",
            json!({ "docId": "other", "question": "Bye?", "click": 1 }),
        )
        .await;
    assert_eq!(by_menu.data()["nodeId"], "bye");
    admin
        .call("flows/delete", json!({ "flowId": "other" }))
        .await
        .data();
    assert_eq!(asks(&page, "say bye!").await.get("nodeId"), None);
    let listed = admin.call("flows/list", json!({})).await.data()["list"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let in_use = admin
        .call(
            "docs/delete",
            json!({ "robotNo": "fern", "docId": "returns", "lang": "en" }),
        )
        .await;
    assert_eq!(in_use.status, 409, "{}", in_use.text);
    let audit = admin.call("audit/list", json!({})).await.data()["list"].clone();
    assert!(audit.to_string().contains("flows"), "{audit}");
    app.stop().await;
}

/// [RB-03] [ST-17]
#[actix_web::test]
async fn a_visitors_position_in_a_flow_survives_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let mut whole = flow("https://x.example.com");
    whole["nodes"].as_array_mut().unwrap().retain(|node| {
        node["nodeId"] != "look"
            && node["nodeId"] != "failed"
            && node["nodeId"] != "article"
            && node["nodeId"] != "kit"
    });
    whole["nodes"][0]["itemList"]
        .as_array_mut()
        .unwrap()
        .remove(1);
    saved(&app.admin().await, whole).await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;
    asks(&page, "Where is my order?").await;
    clicks(&page, "topic", "3").await;
    let (user, token) = (page.user.clone(), page.token.clone());
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let page = app
        .page(json!({ "channelId": "web", "userId": user, "token": token, "locale": "en" }))
        .await;
    let answered = asks(&page, "How do I return something?").await;

    are(
        &sources(&answered),
        &[("LARGE_MODEL_REPLY", "model"), ("END", "bye")],
    );
    app.stop().await;
}

#[actix_web::test]
async fn an_unknown_click_is_answered_as_a_question() {
    let (app, _service) = with_service().await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "en" }))
        .await;

    let stray = page
        .call("robotAsk", json!({ "question": "How do I return something?", "nodeId": "topic", "itemId": "1", "click": 1 }))
        .await;
    asks(&page, "Where is my order?").await;
    let odd = page
        .call(
            "robotAsk",
            json!({ "question": "hello", "nodeId": "<script>", "itemId": "../x", "click": 1 }),
        )
        .await;

    assert_eq!(stray.data()["docId"], "returns");
    assert!(odd.data()["answerType"].as_u64().unwrap() > 1);
    app.stop().await;
}
