//! Tags of conversations, agents' drafts, and mentions in notes.

mod killed;
mod mentions;
mod watching;

use crate::helpers::{Answer, TestApp, served};
use serde_json::{Value, json};

fn fields(answer: &Answer) -> Vec<&str> {
    let wrong = answer.body["data"].as_array().unwrap().iter();
    wrong
        .map(|error| error["field"].as_str().unwrap())
        .collect()
}

fn names<'a>(answer: &'a Answer, field: &str) -> Vec<&'a str> {
    let list = answer.data()["list"].as_array().unwrap().iter();
    list.map(|one| one[field].as_str().unwrap()).collect()
}

fn tag(name: &str) -> Value {
    json!({ "name": name, "colour": "blue" })
}

#[actix_web::test]
async fn supervisors_create_tags_and_the_log_of_changes_tells() {
    let app = TestApp::new().await;
    let (mia, lin) = (app.agent("mia").await, app.agent("lin").await);

    let made = lin.call("tags/create", tag(" 退款 ")).await;
    lin.call("tags/create", tag("Delivery")).await.data();

    assert_eq!(
        made.data(),
        &json!({ "id": "退款", "name": "退款", "colour": "blue" })
    );
    let list = mia.call("tags/list", json!({})).await;
    assert_eq!(names(&list, "name"), ["Delivery", "退款"]);
    mia.call("tags/create", tag("Mine"))
        .await
        .is_refused(403, "for supervisors alone");
    let twice = lin.call("tags/create", tag("DELIVERY")).await;
    assert_eq!((twice.status, fields(&twice)), (400, vec!["name"]));
    let odd = json!({ "name": "x".repeat(41), "colour": "#f00" });
    let odd = lin.call("tags/create", odd).await;
    assert_eq!(fields(&odd), ["name", "colour"]);
    let ron = app.agent_of("rival", "ron").await;
    let theirs = ron.call("tags/list", json!({})).await;
    assert_eq!(theirs.data()["list"], json!([]));
    let admin = app.admin().await;
    let log = admin.call("audit/list", json!({ "thing": "tags" })).await;
    let record = &log.data()["list"][0];
    assert_eq!(
        (&record["thing"], &record["action"], &record["adminId"]),
        (&json!("tags"), &json!("put"), &json!("lin"))
    );
    app.stop().await;
}

#[actix_web::test]
async fn every_desk_hears_of_a_tag_at_once_and_the_visitor_never() {
    let app = TestApp::new().await;
    let (page, mut mia) = served(&app).await;
    let mut lin = app.agent("lin").await;
    let mut ron = app.agent_of("rival", "ron").await;
    lin.call("tags/create", tag("Refund")).await.data();
    for desk in [&mut mia, &mut lin, &mut ron] {
        desk.news().await;
    }
    let change = json!({ "userId": page.user, "add": ["refund"] });

    let changed = lin.call("changeTags", change.clone()).await;

    let told = mia.news_until("tagged").await;
    assert_eq!(told["tags"], json!(["refund"]));
    assert_eq!(told["userId"], json!(page.user));
    assert_eq!(told["cursor"], changed.data()["cursor"]);
    assert_eq!(lin.news_until("tagged").await["tags"], json!(["refund"]));
    assert_eq!(ron.news().await, Vec::<Value>::new());
    let again = lin.call("changeTags", change).await;
    assert_eq!(again.data(), changed.data());
    assert_eq!(lin.news().await, Vec::<Value>::new());
    let mine = mia.call("listConversations", json!({})).await;
    assert_eq!(mine.data()["list"][0]["tags"], json!(["refund"]));
    let shown = lin.call("getVisitor", json!({ "userId": page.user })).await;
    assert_eq!(shown.data()["tags"], json!(["refund"]));
    let events = page.poll_for(0, 0).await;
    assert!(!events.text.contains("refund"), "{}", events.text);
    let history = page.call("getHistoryMsg", json!({})).await;
    assert!(!history.text.contains("refund"));
    app.stop().await;
}

#[actix_web::test]
async fn tags_stay_with_their_session_and_are_exported() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let admin = app.admin().await;
    let refund = json!({ "id": "", "name": "Refund", "colour": "red" });
    let put = admin.call("tags/put", refund).await;
    assert_eq!(put.data()["id"], "refund");
    let add = json!({ "userId": page.user, "add": ["refund"] });
    mia.call("changeTags", add.clone()).await.data();
    mia.call("closeConversation", json!({ "userId": page.user }))
        .await
        .data();
    let name = json!({ "id": "refund", "version": 1 });

    admin.call("tags/delete", name).await.data();

    let ended = mia
        .call("listConversations", json!({ "box": "ended" }))
        .await;
    assert_eq!(ended.data()["list"][0]["tags"], json!(["refund"]));
    let gone = mia.call("changeTags", add).await;
    assert_eq!((gone.status, fields(&gone)), (400, vec!["add[0]"]));
    let export = json!({ "userId": page.user, "password": "a-long-password" });
    let export = admin.call("visitor/export", export).await;
    assert!(
        export.text.contains(r#""event":"tagged""#),
        "{}",
        export.text
    );
    page.again().await;
    let next = mia.call("getVisitor", json!({ "userId": page.user })).await;
    assert_eq!(next.data()["tags"], json!([]));
    app.stop().await;
}

#[actix_web::test]
async fn a_conversation_has_at_most_twenty_tags_of_its_own_tenant() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let lin = app.agent("lin").await;
    let mut made = Vec::new();
    for number in 0..21 {
        let created = lin.call("tags/create", tag(&format!("Tag {number}"))).await;
        made.push(created.data()["id"].clone());
    }
    let change = |add: &[Value]| json!({ "userId": page.user, "add": add });

    mia.call("changeTags", change(&made[..20])).await.data();
    let more = mia.call("changeTags", change(&made[20..])).await;

    assert_eq!((more.status, fields(&more)), (400, vec!["add"]));
    let ron = app.agent_of("rival", "ron").await;
    ron.call("changeTags", change(&made[..1]))
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn a_draft_follows_the_agent_and_nobody_else_reads_it() {
    let app = TestApp::new().await;
    let (page, mut mia) = served(&app).await;
    let mut lin = app.agent("lin").await;
    mia.news().await;
    lin.news().await;
    let draft = |text: &str| json!({ "userId": page.user, "text": text, "note": 1, "page": "p1" });

    let saved = mia.call("drafts/save", draft("I think")).await;

    let told = mia.news_until("draft").await;
    assert_eq!(
        (&told["text"], &told["note"], &told["page"], &told["userId"]),
        (
            &json!("I think"),
            &json!(1),
            &json!("p1"),
            &json!(page.user)
        )
    );
    let list = mia.call("drafts/list", json!({})).await;
    assert_eq!(list.data()["list"], json!([saved.data()]));
    assert_eq!(lin.news().await, Vec::<Value>::new());
    let others = lin.call("drafts/list", json!({})).await;
    assert_eq!(others.data()["list"], json!([]));
    mia.call("drafts/save", draft("")).await.data();
    assert_eq!(mia.news_until("draft").await["text"], "");
    let none = mia.call("drafts/list", json!({})).await;
    assert_eq!(none.data()["list"], json!([]));
    mia.call("drafts/save", draft(&"文".repeat(4_000)))
        .await
        .data();
    let long = mia.call("drafts/save", draft(&"文".repeat(4_001))).await;
    assert_eq!(long.status, 400);
    assert!(long.text.contains("text: "), "{}", long.text);
    let ron = app.agent_of("rival", "ron").await;
    ron.call("drafts/save", draft("theirs"))
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn beyond_a_hundred_drafts_the_oldest_goes() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;
    let mut first = String::new();
    for number in 0..101 {
        let page = app.visitor().await;
        if number == 0 {
            first.clone_from(&page.user);
        }
        app.clock.advance(actors_core::time::Span::from_millis(1));
        let draft = json!({ "userId": page.user, "text": "wait" });
        mia.call("drafts/save", draft).await.data();
    }

    let list = mia.call("drafts/list", json!({})).await;

    let kept = names(&list, "userId");
    assert_eq!(kept.len(), 100);
    assert!(!kept.contains(&first.as_str()));
    app.stop().await;
}

#[actix_web::test]
async fn erasing_a_visitor_erases_what_agents_wrote_about_them() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let lin = app.agent("lin").await;
    let draft = json!({ "userId": page.user, "text": "secret" });
    mia.call("drafts/save", draft).await.data();
    let note = json!({ "userId": page.user, "text": "@Lin secret", "mentions": ["lin"] });
    mia.call("note", note).await.data();
    let admin = app.admin().await;

    let erase = json!({ "userId": page.user, "password": "a-long-password" });
    admin.call("visitor/erase", erase).await.data();

    let drafts = mia.call("drafts/list", json!({})).await;
    assert_eq!(drafts.data()["list"], json!([]));
    let mentions = lin.call("mentions/list", json!({})).await;
    assert_eq!(mentions.data()["list"], json!([]));
    app.stop().await;
}
