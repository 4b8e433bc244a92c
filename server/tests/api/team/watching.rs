//! A colleague who reads an agent's conversation hears of what is new in it at once.

use crate::helpers::{Desk, Page, TestApp, kinds, served, texts};
use actors_core::time::Span;
use serde_json::{Value, json};
use std::sync::Arc;

/// Sam, a colleague of Mia in sales. Nobody told them of any conversation yet.
async fn sam(app: &TestApp) -> Desk<'_> {
    let sam = json!({ "adminId": "sam", "account": "sam", "password": "a-long-password",
        "adminNick": "Sam", "role": "agent", "groupIds": ["sales"], "capacity": 3 });
    app.admin().await.call("agents/put", sam).await.data();
    let mut sam = app.agent("sam").await;
    sam.news().await;
    sam
}

async fn watch(desk: &Desk<'_>, page: &Page<'_>) -> Value {
    let body = json!({ "userId": page.user, "page": "p1" });
    desk.call("watch", body).await.data().clone()
}

fn note(page: &Page<'_>, text: &str, mentions: Value) -> Value {
    json!({ "userId": page.user, "text": text, "mentions": mentions })
}

/// The words of the next messages that a desk is told.
async fn words(desk: &mut Desk<'_>) -> Vec<String> {
    let news = desk.news_within(5_000).await;
    let messages = news.iter().filter(|entry| entry["event"] == "message");
    let words = messages.map(|entry| entry["msg"]["msgContent"].as_str().unwrap().to_owned());
    words.collect()
}

#[actix_web::test]
async fn a_colleague_who_watches_hears_both_sides_and_notes_and_changes_nothing() {
    let app = TestApp::new().await;
    let (page, mut mia) = served(&app).await;
    let mut sam = sam(&app).await;
    mia.news().await;

    let watched = watch(&sam, &page).await;
    page.send("1", "where is my order?").await.data();
    let asked = words(&mut sam).await;
    let sent = mia.say(&page, "a", "one moment").await.data().clone();
    let answered = words(&mut sam).await;
    mia.call("note", note(&page, "a patient customer", json!([])))
        .await
        .data();
    let noted = sam.news_until("message").await;
    let recall = json!({ "userId": page.user, "msgId": sent["msgId"] });
    mia.call("recallMsg", recall).await.data();
    let recalled = sam.news_until("amended").await;
    page.poll_for(0, 0).await.data();
    page.call("msgComplete", json!({ "pollId": page.poll }))
        .await
        .data();
    let read = sam.news_until("read").await;

    let expected = json!({ "status": 2, "adminId": "mia", "adminNick": "Mia", "oversees": 0 });
    assert_eq!(watched, expected);
    assert_eq!(
        (asked, answered),
        (vec!["where is my order?".into()], vec!["one moment".into()])
    );
    assert_eq!(noted["msg"]["msgContent"], "a patient customer");
    assert_eq!(noted["msg"]["senderName"], "Mia");
    assert_eq!(recalled["msg"]["msgId"], sent["msgId"]);
    assert!(read["cursor"].as_u64().unwrap() > 0);
    // Neither the visitor nor the agent sees anything of it, and it is nobody else's conversation.
    let events = page.poll_for(0, 0).await;
    assert!(
        !events.text.contains("Sam") && !events.text.contains("patient"),
        "{}",
        events.text
    );
    let list = mia.call("listConversations", json!({})).await;
    let unread = &list.data()["list"][0]["unread"];
    assert_eq!(unread, 1, "only the agent reads the visitor's messages");
    for of_mine in ["mine", "ended"] {
        let none = sam.call("listConversations", json!({ "box": of_mine }));
        assert_eq!(none.await.data()["list"], json!([]));
    }
    let told = mia.news().await;
    assert_eq!(
        kinds(&told),
        ["message", "message", "message", "recalled", "read"]
    );
    app.stop().await;
}

#[actix_web::test]
async fn what_a_visitor_types_reaches_who_watches_only_with_the_tenants_switch() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (page, _mia) = served(&app).await;
    let mut sam = sam(&app).await;
    watch(&sam, &page).await;
    let typing = json!({ "msgContent": "Where is" });

    let mut typed = Vec::new();
    for shown in [0, 1] {
        let mut tenant = admin.get("tenant", json!({})).await;
        tenant["typingPreview"] = json!(shown);
        admin.call("tenant/put", tenant).await.data();
        app.clock.advance(Span::from_secs(1));
        sam.news().await;
        // Typing is never kept: a poll must wait for it.
        let (heard, ()) = tokio::join!(sam.news_within(5_000), async {
            app.until_held(1).await;
            page.call("typing", typing.clone()).await.data();
        });
        assert_eq!(kinds(&heard), ["typing"]);
        typed.push(heard[0]["msgContent"].clone());
    }

    assert_eq!(typed, ["", "Where is"]);
    app.stop().await;
}

#[actix_web::test]
async fn who_watches_asks_again_after_a_change_of_hands_and_leaves_when_they_leave() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let mut sam = sam(&app).await;
    let lin = app.agent_online("lin", 3).await;
    watch(&sam, &page).await;

    let handed = json!({ "userId": page.user, "adminId": "lin", "note": "your customer" });
    mia.call("transferConversation", handed).await.data();
    let closed = sam.news_until("closed").await;
    let again = watch(&sam, &page).await;
    lin.say(&page, "b", "hello from Lin").await.data();
    // Her greeting came before.
    assert_eq!(words(&mut sam).await, ["hello from Lin"]);
    let leaves = json!({ "userId": page.user, "page": "p1" });
    sam.call("unwatch", leaves.clone()).await.data();
    lin.say(&page, "c", "unheard").await.data();
    watch(&sam, &page).await;
    let other = app.visitor().await;
    watch(&sam, &other).await;
    // Late, from the page that watches another one by then.
    sam.call("unwatch", leaves).await.data();
    lin.say(&page, "d", "unheard too").await.data();
    other.send("1", "hello robot").await.data();
    let heard = words(&mut sam).await;

    assert_eq!(
        (&closed["userId"], &closed["outType"]),
        (&json!(page.user), &json!(0))
    );
    assert_eq!(
        (&again["status"], &again["adminNick"]),
        (&json!(2), &json!("Lin"))
    );
    assert_eq!(heard.first().map(String::as_str), Some("hello robot"));
    let long = json!({ "userId": page.user, "page": "p".repeat(65) });
    for call in ["watch", "unwatch"] {
        assert_eq!(sam.call(call, long.clone()).await.status, 400);
    }
    app.stop().await;
}

#[actix_web::test]
async fn another_groups_conversation_does_not_exist_unless_a_colleague_mentions_the_agent() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    page.send("1", "a secret").await.data();
    let mut jo = app.agent("jo").await;
    let ron = app.agent_of("rival", "ron").await;
    let lin = app.agent("lin").await;
    let name = json!({ "userId": page.user, "page": "p1" });

    for stranger in [&jo, &ron] {
        let refused = stranger.call("watch", name.clone()).await;
        refused.is_refused(404, "not found");
    }
    mia.say(&page, "a", "unheard").await.data();
    assert!(!kinds(&jo.news().await).contains(&"message"));
    assert_eq!(watch(&lin, &page).await["status"], 2, "a supervisor");
    let asked = note(&page, "@Jo please look", json!(["jo"]));
    mia.call("note", asked).await.data();
    jo.news().await;
    assert_eq!(watch(&jo, &page).await["status"], 2);
    mia.say(&page, "b", "heard").await.data();
    assert_eq!(words(&mut jo).await, ["heard"]);
    app.stop().await;
}

#[actix_web::test]
async fn an_ended_conversation_is_read_by_those_whom_search_finds_it_for() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    page.send("1", "bye").await.data();
    mia.call("closeConversation", json!({ "userId": page.user }))
        .await
        .data();
    let mut sam = sam(&app).await;
    let jo = app.agent("jo").await;

    let watched = watch(&sam, &page).await;
    mia.call("note", note(&page, "was kind", json!([])))
        .await
        .data();

    assert_eq!(
        watched,
        json!({ "status": 0, "adminId": "", "adminNick": "", "oversees": 0 })
    );
    assert_eq!(words(&mut sam).await, ["was kind"]);
    assert_eq!(watch(&mia, &page).await["status"], 0, "it was hers");
    jo.call("watch", json!({ "userId": page.user, "page": "p1" }))
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn after_a_restart_the_desk_begins_with_a_gap_and_watches_again() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let (page, mia) = served(&app).await;
    let sam = sam(&app).await;
    watch(&sam, &page).await;
    let (mia_token, sam_token) = (mia.token.clone(), sam.token.clone());
    let cursor = sam.call("getEventMsg", json!({ "wait": 0 })).await.data()["cursor"].clone();
    let started = page.started.clone();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let page = Page::from(&app, started);
    let (mia, mut sam) = (Desk::with(&app, mia_token), Desk::with(&app, sam_token));
    mia.call("listConversations", json!({})).await.data();
    let poll = sam.call("getEventMsg", json!({ "cursor": cursor, "wait": 0 }));
    let gap = poll.await.data()["gap"].clone();
    sam.news().await;
    mia.say(&page, "a", "after the restart").await.data();
    let unheard = sam.news().await;
    watch(&sam, &page).await;
    let history = sam.call("getHistoryMsg", json!({ "userId": page.user }));
    let read = history.await.text.clone();
    mia.say(&page, "b", "live again").await.data();

    assert_eq!(gap, true);
    assert!(!kinds(&unheard).contains(&"message"), "{unheard:?}");
    assert!(read.contains("after the restart"));
    assert_eq!(words(&mut sam).await, ["live again"]);
    assert!(texts(&page.events(0).await).contains(&"live again"));
    app.stop().await;
}
