//! What agents and supervisors of other groups do not see and do (Protocol, 'Supervisor's wall').

use super::{asking, hired, limit, user};
use crate::helpers::{Desk, Page, TestApp};
use serde_json::{Value, json};

/// The calls that read a visitor's conversations.
const READS: [&str; 4] = [
    "getVisitor",
    "getHistoryMsg",
    "getCustomerContext",
    "getVisitorPast",
];

async fn may_read(desk: &Desk<'_>, page: &Page<'_>) {
    for call in READS {
        let read = desk.call(call, user(page)).await;
        assert_eq!(read.status, 200, "{call}: {}", read.text);
    }
}

/// The visitor does not exist for them, byte for byte.
async fn may_not_read(desk: &Desk<'_>, page: &Page<'_>) {
    let without_id = |text: &str| {
        let mut body: Value = serde_json::from_str(text).unwrap();
        body.as_object_mut().unwrap().remove("requestId");
        body
    };
    for call in READS {
        let read = desk.call(call, user(page)).await;
        read.is_refused(404, "not found");
        let never = desk.call(call, json!({ "userId": "v_never" })).await;
        assert_eq!(without_id(&read.text), without_id(&never.text), "{call}");
    }
}

/// Sue looks after support alone, and serves it.
async fn sue(app: &TestApp) -> Desk<'_> {
    let sue = hired(app, "sue", "supervisor", &["support"]).await;
    limit(app, "sue", &["support"]).await;
    sue
}

fn note(page: &Page<'_>, text: &str, mentions: Value) -> Value {
    json!({ "userId": page.user, "text": text, "mentions": mentions })
}

#[actix_web::test]
async fn nobody_steps_in_for_a_visitor_who_waits_in_a_queue_of_others() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let busy = json!({ "status": "busy" });
    mia.call("setStatus", busy.clone()).await.data();
    let (jo, sue) = (app.agent_online("jo", 1).await, sue(&app).await);
    for desk in [&jo, &sue] {
        desk.call("setStatus", busy.clone()).await.data();
    }
    // The channel is served by both groups; this visitor asks for sales.
    let page = asking(&app, "sales").await;

    for desk in [&jo, &sue] {
        for call in ["take", "stepIn", "watch"] {
            let refused = desk.call(call, user(&page)).await;
            refused.is_refused(404, "not found");
        }
    }

    let stepped = mia.call("stepIn", user(&page)).await;
    let of = (&stepped.data()["adminId"], &stepped.data()["groupId"]);
    assert_eq!(of, (&json!("mia"), &json!("sales")));
}

#[actix_web::test]
async fn a_conversation_of_another_group_is_not_read_by_its_visitors_id() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    page.send("1", "a secret").await.data();
    mia.say(&page, "a", "unheard").await.data();
    let (jo, sue) = (app.agent_online("jo", 1).await, sue(&app).await);
    let (max, lin) = (
        hired(&app, "max", "agent", &["sales"]).await,
        app.agent("lin").await,
    );

    for desk in [&mia, &max, &lin] {
        may_read(desk, &page).await;
    }
    for desk in [&jo, &sue] {
        may_not_read(desk, &page).await;
    }
    let by_mail = json!({ "userId": page.user, "email": "ann@example.com" });
    let mailed = mia.call("sendTranscript", by_mail.clone()).await;
    assert_eq!(mailed.status, 409, "only mail is missing: {}", mailed.text);
    let refused = jo.call("sendTranscript", by_mail).await;
    refused.is_refused(404, "not found");
    mia.call("closeConversation", user(&page)).await.data();
    for desk in [&mia, &max, &lin] {
        may_read(desk, &page).await;
    }
    for desk in [&jo, &sue] {
        may_not_read(desk, &page).await;
    }
    limit(&app, "sue", &["support", "sales"]).await;
    may_read(&sue, &page).await;
}

#[actix_web::test]
async fn who_had_a_conversation_before_or_is_mentioned_reads_it() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    mia.say(&page, "a", "hello").await.data();
    let (jo, sue) = (app.agent_online("jo", 1).await, sue(&app).await);
    let hand = json!({ "userId": page.user, "adminId": "jo" });
    mia.call("transferConversation", hand).await.data();
    may_read(&jo, &page).await;
    may_read(&mia, &page).await;
    may_read(&sue, &page).await;

    // A later conversation of the same visitor, with sales alone.
    jo.call("closeConversation", user(&page)).await.data();
    let page = page.again_in("groups").await;
    let asked = page.call("transferAgent", json!({ "groupId": "sales" }));
    asked.await.data();
    mia.say(&page, "b", "hello again").await.data();
    may_read(&jo, &page).await;

    let other = asking(&app, "sales").await;
    mia.say(&other, "c", "hello").await.data();
    may_not_read(&jo, &other).await;
    let mention = note(&other, "@Jo please look", json!(["jo"]));
    mia.call("note", mention).await.data();
    may_read(&jo, &other).await;
    mia.call("closeConversation", user(&other)).await.data();
    let other = other.again_in("groups").await;
    may_read(&jo, &other).await;
}

#[actix_web::test]
async fn the_robots_conversations_are_read_by_those_whose_groups_serve_the_channel() {
    let app = TestApp::new().await;
    let body = json!({ "channelId": "one-group", "locale": "en" });
    let (silent, page) = (app.page(body.clone()).await, app.page(body).await);
    page.send("1", "hello robot").await.data();
    let (mia, jo) = (app.agent("mia").await, app.agent("jo").await);

    for page in [&silent, &page] {
        may_read(&jo, page).await;
        may_not_read(&mia, page).await;
        page.call("chatClose", json!({})).await.data();
        may_read(&jo, page).await;
        may_not_read(&mia, page).await;
    }
}
