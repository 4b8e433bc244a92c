//! Items: left messages and work orders with an assignee, a priority, a due time and notes; saved views.

mod alarm;
mod views;

use crate::helpers::{Answer, Desk, Page, TestApp};
use crate::leave_messages::leave;
use crate::work_orders::add;
use serde_json::{Value, json};

async fn left(app: &TestApp) -> String {
    let page = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    let answer = leave(&page, json!({})).await;
    answer.data()["id"].as_str().unwrap().to_owned()
}

async fn visit(app: &TestApp) -> Page<'_> {
    app.page(json!({ "channelId": "orders", "locale": "en", "userName": "Ann" }))
        .await
}

async fn ordered(app: &TestApp) -> String {
    let page = visit(app).await;
    let answer = add(&page, json!({})).await;
    answer.data()["woId"].as_str().unwrap().to_owned()
}

async fn change(desk: &Desk<'_>, ids: &[&str], mut body: Value) -> Answer {
    body["itemIds"] = json!(ids);
    desk.call("items/change", body).await
}

async fn item(desk: &Desk<'_>, id: &str) -> Value {
    let answer = desk.call("items/get", json!({ "itemId": id })).await;
    answer.data()["item"].clone()
}

async fn listed(desk: &Desk<'_>, filter: Value) -> Vec<String> {
    let answer = desk.call("items/list", filter).await;
    let list = answer.data()["list"].as_array().unwrap().iter();
    list.map(|one| one["itemId"].as_str().unwrap().to_owned())
        .collect()
}

#[actix_web::test]
async fn two_agents_change_one_item_and_each_sees_the_others_change_at_once() {
    let app = TestApp::new().await;
    let (mut mia, mut lin) = (app.agent("mia").await, app.agent("lin").await);
    let mut ron = app.agent_of("rival", "ron").await;
    let id = left(&app).await;
    for desk in [&mut mia, &mut lin, &mut ron] {
        desk.news().await;
    }

    let ids = [id.as_str()];
    let (assigned, urgent) = futures_util::join!(
        change(&mia, &ids, json!({ "adminId": "lin" })),
        change(&lin, &ids, json!({ "priority": "urgent" })),
    );
    assigned.data();
    urgent.data();

    let shown = item(&mia, &id).await;
    assert_eq!(
        (&shown["adminId"], &shown["priority"], &shown["cursor"]),
        (&json!("lin"), &json!("urgent"), &json!(2))
    );
    for desk in [&mut mia, &mut lin] {
        let news = desk.news_until("item").await;
        assert_eq!(news["item"]["itemId"], json!(id));
        let newest = desk.call("items/get", json!({ "itemId": id })).await;
        assert_eq!(newest.data()["item"], shown);
    }
    assert_eq!(ron.news().await, Vec::<Value>::new());
    app.stop().await;
}

#[actix_web::test]
async fn a_new_item_and_a_visitors_reply_reach_every_desk() {
    let app = TestApp::new().await;
    let mut mia = app.agent("mia").await;
    mia.news().await;
    let page = visit(&app).await;
    let order = add(&page, json!({})).await.data()["woId"].clone();
    let new = mia.news_until("item").await;
    assert_eq!(
        (&new["item"]["itemId"], &new["item"]["kind"]),
        (&order, &json!("workOrder"))
    );
    let id = order.as_str().unwrap();
    change(&mia, &[id], json!({ "adminId": "mia" }))
        .await
        .data();

    let reply = json!({ "woId": order, "handleContent": "Any news?", "userId": page.user });
    app.post("/api/open/wo/addWoHandleInfo", Some(&page.token), &reply)
        .await
        .data();

    let shown = item(&mia, id).await;
    assert_eq!(
        (&shown["unread"], &shown["lastHandleType"]),
        (&json!(1), &json!(2))
    );
    let seen = mia.call("items/read", json!({ "itemId": id })).await;
    assert_eq!(seen.data()["unread"], 0);
    app.stop().await;
}

#[actix_web::test]
async fn a_bulk_change_says_which_were_changed_and_why_others_were_not() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let (message, order, filed) = (left(&app).await, ordered(&app).await, ordered(&app).await);
    let file = json!({ "status": "filed" });
    change(&lin, &[&filed], file).await.data();
    let never = "0".repeat(32);

    let ids = [&*message, &order, &filed, &never];
    let changed = change(
        &lin,
        &ids,
        json!({ "status": "waiting", "priority": "high" }),
    )
    .await;

    let done = &changed.data()["changed"];
    assert_eq!(done.as_array().unwrap().len(), 1);
    assert_eq!(
        (&done[0]["itemId"], &done[0]["status"], &done[0]["priority"]),
        (&json!(order), &json!("waiting"), &json!("high"))
    );
    assert_eq!(
        changed.data()["refused"],
        json!([
            { "itemId": message, "why": "status" },
            { "itemId": filed, "why": "closed" },
            { "itemId": never, "why": "notFound" },
        ])
    );
    // Nothing of a refused change is kept.
    assert_eq!(item(&lin, &message).await["priority"], "normal");
    let many = vec!["x"; 101];
    let refused = change(&lin, &many, json!({ "priority": "high" })).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    for (body, field) in [
        (json!({ "adminId": "nobody-here" }), "adminId"),
        (json!({ "due": -1 }), "due"),
    ] {
        let refused = change(&lin, &[&order], body).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        assert_eq!(refused.body["data"][0]["field"], field);
    }
    for (body, message) in [
        (json!({ "priority": "extreme" }), "priority is not valid"),
        (json!({ "status": "gone" }), "status is not valid"),
        (json!({}), "nothing is to be changed"),
    ] {
        change(&lin, &[&order], body).await.is_refused(400, message);
    }
    app.stop().await;
}

#[actix_web::test]
async fn lists_filter_by_what_is_planned() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let (message, order, other) = (left(&app).await, ordered(&app).await, ordered(&app).await);
    let now = app.clock_now();
    let plan = json!({ "adminId": "mia", "priority": "urgent", "due": now + 3_600_000 });
    change(&lin, &[&order], plan).await.data();
    change(&lin, &[&message], json!({ "status": "resolved" }))
        .await
        .data();

    let all = listed(&lin, json!({})).await;
    assert_eq!(all, [&*other, &order, &message]);
    for (filter, found) in [
        (json!({ "kind": "leaveMsg" }), vec![&message]),
        (json!({ "adminId": "mia" }), vec![&order]),
        (json!({ "unassigned": 1, "state": "open" }), vec![&other]),
        (json!({ "priority": "urgent" }), vec![&order]),
        (json!({ "state": "ended" }), vec![&message]),
        (json!({ "state": "open" }), vec![&other, &order]),
        (
            json!({ "status": "new", "kind": "workOrder" }),
            vec![&other, &order],
        ),
        (json!({ "dueBefore": now }), vec![]),
        (json!({ "dueBefore": now + 7_200_000 }), vec![&order]),
        (json!({ "text": "call me" }), vec![&message]),
        (json!({ "adminId": "mia", "kind": "leaveMsg" }), vec![]),
    ] {
        let list = listed(&lin, filter.clone()).await;
        assert_eq!(list.iter().collect::<Vec<_>>(), found, "{filter}");
    }
    for (field, wrong) in [
        ("kind", "post"),
        ("state", "x"),
        ("status", "x"),
        ("cursor", "x y"),
    ] {
        let refused = lin.call("items/list", json!({ field: wrong })).await;
        refused.is_refused(400, &format!("{field} is not valid"));
    }
    // What is done is due no longer.
    change(&lin, &[&order], json!({ "status": "closed" }))
        .await
        .data();
    let due = listed(&lin, json!({ "dueBefore": now + 7_200_000 })).await;
    assert_eq!(due, Vec::<String>::new());
    app.stop().await;
}

#[actix_web::test]
async fn a_page_of_both_kinds_goes_on_where_it_ended() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    for _ in 0..30 {
        left(&app).await;
        ordered(&app).await;
    }

    let first = lin.call("items/list", json!({ "state": "open" })).await;
    let cursor = first.data()["cursor"].clone();
    let rest = json!({ "state": "open", "cursor": cursor });
    let rest = lin.call("items/list", rest).await;

    let ids = |answer: &Answer| -> Vec<Value> {
        let list = answer.data()["list"].as_array().unwrap().iter();
        list.map(|one| one["itemId"].clone()).collect()
    };
    let mut all = ids(&first);
    assert_eq!(all.len(), 50);
    all.extend(ids(&rest));
    assert_eq!(all.len(), 60);
    all.sort_by_key(ToString::to_string);
    all.dedup();
    assert_eq!(all.len(), 60);
    assert_eq!(rest.data()["cursor"], "");
    app.stop().await;
}

#[actix_web::test]
async fn notes_are_for_agents_alone_and_a_repeat_adds_none() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let page = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    let message = leave(&page, json!({})).await.data()["id"].clone();
    let note = json!({ "itemId": message, "id": "n-1", "text": "A difficult one." });

    lin.call("items/note", note.clone()).await.data();
    let twice = lin.call("items/note", note).await;

    let talk = twice.data()["handleList"].as_array().unwrap();
    assert_eq!(talk.len(), 1);
    assert_eq!(
        (&talk[0]["handleType"], &talk[0]["adminId"]),
        (&json!(3), &json!("lin"))
    );
    let handling = json!({ "id": message, "msgDesc": "Called back." });
    lin.call("handleLeaveMsg", handling).await.data();
    let whole = lin.call("items/get", json!({ "itemId": message })).await;
    let talk = whole.data()["handleList"].as_array().unwrap();
    assert_eq!(
        (&talk[1]["handleType"], &talk[1]["handleContent"]),
        (&json!(1), &json!("Called back."))
    );
    let own = page.call("getLeaveMsgList", json!({})).await;
    assert!(!own.text.contains("difficult"), "{}", own.text);
    let other = json!({ "itemId": message, "id": "n-1", "text": "Another." });
    lin.call("items/note", other)
        .await
        .is_refused(422, "id already used");
    let blank = json!({ "itemId": message, "text": " " });
    lin.call("items/note", blank)
        .await
        .is_refused(400, "text: the text is blank");
    app.stop().await;
}

#[actix_web::test]
async fn the_audit_tells_who_changed_what() {
    let app = TestApp::new().await;
    let (lin, admin) = (app.agent("lin").await, app.admin().await);
    let id = left(&app).await;
    let change_to = json!({ "adminId": "mia", "priority": "high" });
    change(&lin, &[&id], change_to.clone()).await.data();
    // It is so already.
    change(&lin, &[&id], change_to).await.data();
    let note = json!({ "itemId": id, "text": "A secret." });
    lin.call("items/note", note).await.data();

    let log = admin.call("audit/list", json!({ "thing": "item" })).await;

    let list = log.data()["list"].as_array().unwrap();
    assert_eq!(list.len(), 2, "{}", log.text);
    assert_eq!(list[0]["fields"], json!(["note"]));
    assert_eq!(
        (&list[1]["adminId"], &list[1]["id"], &list[1]["fields"]),
        (&json!("lin"), &json!(id), &json!(["adminId", "priority"]))
    );
    assert_eq!(
        list[1]["changes"][0],
        json!({ "field": "adminId", "before": null, "after": "mia" })
    );
    assert!(!log.text.contains("A secret."));
    app.stop().await;
}

#[actix_web::test]
async fn the_audit_tells_who_answered_an_item() {
    let app = TestApp::new().await;
    let (lin, admin) = (app.agent("lin").await, app.admin().await);
    let (message, order) = (left(&app).await, ordered(&app).await);
    let remark = json!({ "id": message, "msgDesc": "A secret." });
    lin.call("handleLeaveMsg", remark).await.data();
    let handle = async |kind: u8, said: &str, status: Option<u8>| {
        let body = json!({
            "woId": order, "handleType": kind, "handleContent": said, "handleWoStatus": status, "id": said,
        });
        lin.call("handleWorkOrder", body).await.data();
    };
    handle(1, "A secret reply", Some(1)).await;
    // A repeat changes nothing.
    handle(1, "A secret reply", Some(1)).await;
    handle(3, "A secret note", None).await;
    handle(1, "", Some(3)).await;

    let log = admin.call("audit/list", json!({ "thing": "item" })).await;

    let list = log.data()["list"].as_array().unwrap().iter();
    let told = list.map(|one| json!([one["adminId"], one["id"], one["fields"]]));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            json!(["lin", order, ["status"]]),
            json!(["lin", order, ["note"]]),
            json!(["lin", order, ["reply", "status"]]),
            json!(["lin", message, ["remark", "status"]]),
        ]
    );
    assert!(!log.text.contains("secret"));
    app.stop().await;
}

#[actix_web::test]
async fn another_tenants_item_does_not_exist() {
    let app = TestApp::new().await;
    let ron = app.agent_of("rival", "ron").await;
    let id = left(&app).await;

    let named = json!({ "itemId": id });
    for call in ["items/get", "items/read"] {
        ron.call(call, named.clone())
            .await
            .is_refused(404, "not found");
    }
    let note = json!({ "itemId": id, "text": "Mine?" });
    ron.call("items/note", note)
        .await
        .is_refused(404, "not found");
    let changed = change(&ron, &[&id], json!({ "priority": "high" })).await;
    assert_eq!(changed.data()["refused"][0]["why"], "notFound");
    assert_eq!(listed(&ron, json!({})).await, Vec::<String>::new());
    app.stop().await;
}

#[actix_web::test]
async fn a_deleted_agents_items_are_nobodys_and_an_erased_visitors_are_gone() {
    let app = TestApp::new().await;
    let (lin, admin) = (app.agent("lin").await, app.admin().await);
    let page = app
        .page(json!({ "channelId": "leave", "locale": "en" }))
        .await;
    let id = leave(&page, json!({})).await.data()["id"].clone();
    let id = id.as_str().unwrap();
    let due = app.clock_now() + 3_600_000;
    change(&lin, &[id], json!({ "adminId": "mia", "due": due }))
        .await
        .data();
    let note = json!({ "itemId": id, "text": "A note." });
    lin.call("items/note", note).await.data();

    let mia = json!({ "adminId": "mia" });
    admin.call("agents/delete", mia).await.data();

    let shown = item(&lin, id).await;
    assert_eq!(
        (&shown["adminId"], &shown["adminNick"]),
        (&json!(""), &json!(""))
    );
    assert_eq!(
        listed(&lin, json!({ "adminId": "mia" })).await,
        Vec::<String>::new()
    );

    let erase = json!({ "userId": page.user, "password": "a-long-password" });
    admin.call("visitor/erase", erase).await.data();

    let gone = lin.call("items/get", json!({ "itemId": id })).await;
    gone.is_refused(404, "not found");
    assert_eq!(listed(&lin, json!({})).await, Vec::<String>::new());
    let soon = listed(&lin, json!({ "dueBefore": due + 1 })).await;
    assert_eq!(soon, Vec::<String>::new());
    app.stop().await;
}
