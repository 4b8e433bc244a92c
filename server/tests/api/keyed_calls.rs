//! The calls of a shop's own server (Protocol, 'Open API').

use crate::helpers::{TestApp, served, texts};
use crate::keys::Key;
use actors_core::time::Span;
use actors_runtime::ports::DocumentKind;
use serde_json::{Value, json};
use std::sync::Arc;

fn list(answer: &crate::helpers::Answer) -> Vec<Value> {
    answer.data()["list"].as_array().unwrap().clone()
}

fn text(answer: &Value, field: &str) -> String {
    answer[field].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn conversations_are_listed_by_state_and_time_page_by_page() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;
    let (with_agent, _desk) = served(&app).await;
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(app.visitor().await.user);
    }
    let later = app.state.now().as_millis() + 60_000;

    let manual = list(
        &key.call("conversations/list", json!({ "state": "manual" }))
            .await,
    );
    let robot = list(
        &key.call("conversations/list", json!({ "state": "robot" }))
            .await,
    );
    let none = list(
        &key.call("conversations/list", json!({ "since": later }))
            .await,
    );

    assert_eq!(manual.len(), 1);
    assert_eq!(
        (&manual[0]["userId"], &manual[0]["status"]),
        (&json!(with_agent.user), &json!(2))
    );
    assert_eq!(robot.len(), 4);
    assert!(none.is_empty());
    let wrong = key
        .call("conversations/list", json!({ "state": "asleep" }))
        .await;
    wrong.is_refused(400, "state is not valid");

    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = key
            .call(
                "conversations/list",
                json!({ "limit": 2, "cursor": cursor }),
            )
            .await;
        assert!(list(&page).len() <= 2);
        seen.extend(list(&page).iter().map(|one| text(one, "userId")));
        cursor = text(page.data(), "cursor");
        if cursor.is_empty() {
            break;
        }
    }
    others.push(with_agent.user.clone());
    others.sort();
    seen.sort();
    assert_eq!(seen, others);
    let visitors = list(&key.call("visitors/list", json!({})).await);
    assert_eq!(visitors.len(), 5);
    let one = key
        .call("visitors/get", json!({ "userId": with_agent.user }))
        .await;
    assert_eq!(one.data()["channelId"], "web");
}

#[actix_web::test]
async fn messages_are_read_from_a_cursor_on_across_sessions() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;
    let (page, desk) = served(&app).await;
    page.send("1", "one").await.data();
    desk.call("note", json!({ "userId": page.user, "text": "a note" }))
        .await
        .data();

    let first = key
        .call("messages/list", json!({ "userId": page.user, "limit": 2 }))
        .await;
    let begun = json!({ "userId": page.user, "cursor": first.data()["cursor"] });
    let rest = key.call("messages/list", begun).await;

    assert_eq!((list(&first).len(), &first.data()["more"]), (2, &json!(1)));
    let all: Vec<Value> = list(&first).into_iter().chain(list(&rest)).collect();
    let said = texts(&all);
    assert!(said.ends_with(&["one", "a note"]), "{said:?}");
    assert_eq!(all.last().unwrap()["insideFlag"], 1);
    assert_eq!(rest.data()["more"], 0);
    let end = json!({ "userId": page.user, "cursor": rest.data()["cursor"] });
    let nothing = key.call("messages/list", end.clone()).await;
    assert!(list(&nothing).is_empty());
    assert_eq!(nothing.data()["cursor"], rest.data()["cursor"]);

    page.call("chatClose", json!({})).await.data();
    let again = page.again().await;
    again.transfer().await.data();
    again.send("2", "two").await.data();
    let news = list(&key.call("messages/list", end).await);
    assert_eq!(texts(&news).last(), Some(&"two"));
    let session = format!("{}.1", page.user);
    let earlier = json!({ "userId": page.user, "sessionId": session, "limit": 50 });
    let earlier = list(&key.call("messages/list", earlier).await);
    assert!(texts(&earlier).contains(&"one"));
    for (wrong, status) in [
        (json!({ "userId": page.user, "cursor": "9.1" }), 400),
        (json!({ "userId": page.user, "cursor": "x" }), 400),
        (json!({ "userId": page.user, "sessionId": "x.1" }), 404),
        (json!({ "userId": "v_0000000000000000" }), 404),
    ] {
        assert_eq!(
            key.call("messages/list", wrong.clone()).await.status,
            status,
            "{wrong}"
        );
    }
}

#[actix_web::test]
async fn a_message_reaches_the_visitor_as_an_agents_in_every_open_state() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;
    let page = app.visitor().await;
    let send = |text: &str| json!({ "userId": page.user, "msgType": 1, "msgContent": text });

    let waiting = page.poll_for(1, 20_000);
    let sending = async {
        app.until_held(1).await;
        key.call("messages/send", send("Your order left."))
            .await
            .data()
            .clone()
    };
    let (heard, sent) = futures_util::future::join(waiting, sending).await;

    let heard = &heard.data()["msgList"][0];
    assert_eq!(heard["msgContent"], "Your order left.");
    assert_eq!(
        (&heard["senderType"], &heard["senderName"]),
        (&json!(2), &json!("Orders"))
    );
    assert_eq!(heard["msgId"], sent["msgId"]);
    let desk = app.agent_online("mia", 5).await;
    page.transfer().await.data();
    key.call("messages/send", send("Beside the agent"))
        .await
        .data();
    let told = desk
        .call("getHistoryMsg", json!({ "userId": page.user }))
        .await;
    assert!(told.text.contains("Beside the agent"));
    for (wrong, status) in [
        (
            json!({ "userId": page.user, "msgType": 2, "msgContent": "/api/files/x.png" }),
            400,
        ),
        (
            json!({ "userId": page.user, "msgType": 1, "msgContent": " " }),
            400,
        ),
        (
            json!({ "userId": "v_0000000000000000", "msgType": 1, "msgContent": "x" }),
            404,
        ),
    ] {
        assert_eq!(
            key.call("messages/send", wrong.clone()).await.status,
            status,
            "{wrong}"
        );
    }

    let one = json!({ "userId": page.user });
    key.call("conversations/close", one.clone()).await.data();
    key.call("conversations/close", one.clone()).await.data();
    let closed = key.call("conversations/get", one).await;
    assert_eq!(closed.data()["status"], 0);
    key.call("messages/send", send("Too late"))
        .await
        .is_refused(409, "chat ended");
}

#[actix_web::test]
async fn a_named_call_is_carried_out_once_for_a_day_and_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let key = Key::new(&app).await;
    let page = app.visitor().await;
    let send = |text: &str| json!({ "userId": page.user, "msgType": 1, "msgContent": text });
    let first = key
        .call_named("messages/send", "order-1", &send("Left."))
        .await
        .data()
        .clone();

    let again = key
        .call_named("messages/send", "order-1", &send("Left."))
        .await;
    let other = key
        .call_named("messages/send", "order-1", &send("Arrived."))
        .await;
    let close = json!({ "userId": page.user });
    let elsewhere = key
        .call_named("conversations/close", "order-1", &close)
        .await;

    assert_eq!(*again.data(), first);
    other.is_refused(422, "id already used");
    elsewhere.is_refused(422, "id already used");
    let odd = key
        .call_named("messages/send", &"x".repeat(256), &send("Left."))
        .await;
    assert_eq!(odd.status, 400);
    let doc = json!({ "robotNo": "fern", "docId": "sale", "lang": "en",
        "question": "Is there a sale?", "similar": [], "answer": "<p>On Friday.</p>" });
    let put = key
        .call_named("docs/put", "doc-1", &doc)
        .await
        .data()
        .clone();
    assert_eq!(put["version"], 1);
    let user = page.user.clone();
    let (text, id) = (key.text.clone(), key.id.clone());
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let key = Key::known(&app, text, id);
    let repeated = json!({ "userId": user, "msgType": 1, "msgContent": "Left." });
    let after = key.call_named("messages/send", "order-1", &repeated).await;
    assert_eq!(*after.data(), first);
    assert_eq!(*key.call_named("docs/put", "doc-1", &doc).await.data(), put);
    let told = key.call("messages/list", json!({ "userId": user })).await;
    assert_eq!(
        texts(&list(&told))
            .iter()
            .filter(|text| **text == "Left.")
            .count(),
        1
    );

    let store = Arc::clone(app.state.office.store());
    let kept = store.documents(DocumentKind::Idempotent, "").unwrap();
    assert_eq!(kept.len(), 2);
    for (name, json) in &kept {
        let json = String::from_utf8(json.clone()).unwrap();
        assert!(!name.contains(&user) && !json.contains(&user) && !json.contains("Left."));
    }
    let now = app.state.now();
    let day = Span::from_minutes(24 * 60);
    assert_eq!(
        server::idempotent::remove_ended(store.as_ref(), now).unwrap(),
        0
    );
    assert_eq!(
        server::idempotent::remove_ended(store.as_ref(), now + day + day).unwrap(),
        2
    );
}

#[actix_web::test]
async fn calls_with_one_name_at_the_same_time_do_one_thing() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;
    let page = app.visitor().await;
    let body = json!({ "userId": page.user, "msgType": 1, "msgContent": "Once." });

    let calls = (0..10).map(|_| key.call_named("messages/send", "order-1", &body));
    let answers = futures_util::future::join_all(calls).await;

    assert!(
        answers
            .iter()
            .all(|answer| [200, 409].contains(&answer.status))
    );
    assert!(answers.iter().any(|answer| answer.status == 200));
    let told = key
        .call("messages/list", json!({ "userId": page.user }))
        .await;
    let told = list(&told);
    assert_eq!(
        texts(&told).iter().filter(|text| **text == "Once.").count(),
        1
    );
}

#[actix_web::test]
async fn documents_and_channels_change_as_in_the_administration() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;
    let doc = json!({ "robotNo": "fern", "docId": "sale", "lang": "en",
        "question": "Is there a sale?", "similar": [], "answer": "<p>On Friday.</p>" });
    let name = json!({ "robotNo": "fern", "docId": "sale", "lang": "en" });

    let stored = key.call("docs/put", doc.clone()).await;
    assert_eq!(
        *stored.data(),
        json!({ "robotNo": "fern", "docId": "sale", "lang": "en", "version": 1 })
    );
    let got = key.call("docs/get", name.clone()).await;
    assert_eq!(got.data()["answer"], "<p>On Friday.</p>");
    let found = list(&key.call("docs/list", json!({ "search": "friday" })).await);
    assert_eq!(found.len(), 1);
    let mut stale = doc.clone();
    stale["version"] = json!(7);
    assert_eq!(key.call("docs/put", stale).await.status, 409);
    let mut tried = doc.clone();
    tried["check"] = json!(1);
    assert_eq!(key.call("docs/put", tried).await.status, 400);
    let wrong = json!({ "robotNo": "fern", "docId": "sale" });
    let wrong = key.call("docs/put", wrong).await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.body["data"].is_array());
    key.call("docs/delete", name.clone()).await.data();
    assert_eq!(key.call("docs/get", name).await.status, 404);

    let mut channel = key
        .call("channels/get", json!({ "channelId": "web" }))
        .await
        .data()
        .clone();
    channel["mainColor"] = json!("#224422");
    let put = key.call("channels/put", channel.clone()).await;
    assert_eq!(*put.data(), json!({ "channelId": "web", "version": 2 }));
    assert!(list(&key.call("channels/list", json!({})).await).len() > 5);
    assert_eq!(key.call("channels/put", channel).await.status, 409);
    let admin = app.admin().await;
    let audit = app
        .post("/api/admin/audit/list", Some(&admin.token), &json!({}))
        .await;
    let author = format!("@key:{}", key.id);
    let by_key = list(&audit)
        .iter()
        .filter(|one| one["adminId"] == author)
        .count();
    assert_eq!(by_key, 3);
}

/// Who did what to what, as the audit tells it, newest first.
async fn audited(app: &TestApp, thing: &str) -> Vec<Value> {
    let log = app.admin().await;
    let log = log.call("audit/list", json!({ "thing": thing })).await;
    assert!(!log.text.contains("Called back") && !log.text.contains("on its way"));
    let told = |one: &Value| json!([one["adminId"], one["id"], one["fields"]]);
    list(&log).iter().map(told).collect()
}

#[actix_web::test]
async fn what_a_key_closes_is_in_the_audit_once_and_its_messages_are_not() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;
    let page = app.visitor().await;
    let one = json!({ "userId": page.user });
    let send =
        json!({ "userId": page.user, "msgType": 1, "msgContent": "Your order is on its way." });

    key.call("messages/send", send.clone()).await.data();
    for _ in 0..2 {
        key.call_named("messages/send", "one", &send).await.data();
    }
    for _ in 0..2 {
        key.call("conversations/close", one.clone()).await.data();
    }
    assert_eq!(key.call("messages/send", send).await.status, 409);

    let author = format!("@key:{}", key.id);
    let deed = |field: &str| json!([author, page.user, [field]]);
    assert_eq!(audited(&app, "conversations").await, [deed("closed")]);
}

#[actix_web::test]
async fn left_messages_and_work_orders_are_handled() {
    let app = TestApp::new().await;
    let key = Key::new(&app).await;
    let page = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    let left = json!({ "channelId": "leave", "customerName": "Ann", "customerPhone": "13800138000",
        "customerEmail": "ann@example.com", "msgContent": "Please call me." });
    let left = text(page.call("leaveMsg", left).await.data(), "id");

    let open = list(
        &key.call("leaveMessages/list", json!({ "msgState": 0 }))
            .await,
    );
    assert_eq!(open[0]["id"], left.as_str());
    let handling = json!({ "id": left, "msgDesc": "Called back." });
    let done = key.call("leaveMessages/handle", handling).await;
    assert_eq!(*done.data(), json!({ "id": left, "msgState": 1 }));
    let mine = page.call("getLeaveMsgList", json!({})).await;
    assert_eq!(mine.data()[0]["updateUserName"], "Orders");

    let ann =
        json!({ "channelId": "orders", "locale": "en", "userName": "Ann", "phone": "13800138000" });
    let page = app.page(ann).await;
    let order = json!({ "userId": page.user, "tenantId": "shop", "woContent": "It broke.", "woTypeId": "t-sales",
        "cusFieldConfigInfoVoList": [{ "fieldId": "number", "fieldValue": "A-17" }] });
    let order = app
        .post("/api/open/wo/addWo", Some(&page.token), &order)
        .await;
    let order = text(order.data(), "woId");
    assert_eq!(
        list(&key.call("workOrders/list", json!({})).await)[0]["woId"],
        order.as_str()
    );
    let reply = json!({ "woId": order, "handleWoStatus": 1, "handleType": 1, "handleContent": "A new one is on its way." });
    for _ in 0..2 {
        let done = key.call_named("workOrders/handle", "reply-1", &reply).await;
        assert_eq!(*done.data(), json!({ "woId": order, "handleWoStatus": 1 }));
    }
    let whole = key.call("workOrders/get", json!({ "woId": order })).await;
    let said = whole.data()["handleList"].as_array().unwrap();
    assert_eq!(said.len(), 1);
    assert_eq!(said[0]["handleContent"], "A new one is on its way.");
    let mut with_file = reply.clone();
    with_file["woFileRelVoList"] = json!([{ "fileUrl": "/api/files/x.png" }]);
    assert_eq!(key.call("workOrders/handle", with_file).await.status, 400);
    let author = format!("@key:{}", key.id);
    assert_eq!(
        audited(&app, "item").await,
        [
            json!([author, order, ["reply", "status"]]),
            json!([author, left, ["remark", "status"]]),
        ]
    );
}
