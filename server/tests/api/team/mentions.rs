//! Colleagues whom notes mention.

use super::{fields, names};
use crate::helpers::{TestApp, served};
use serde_json::{Value, json};

#[actix_web::test]
async fn a_mentioned_colleague_hears_of_it_and_the_visitor_does_not() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let mut lin = app.agent("lin").await;
    let jo = app.agent("jo").await;
    lin.news().await;
    let note = json!({ "userId": page.user, "id": "n1", "text": " @Lin can you look? ",
        "mentions": ["lin", "lin", "mia"] });

    let noted = mia.call("note", note.clone()).await;

    let told = lin.news_until("mentioned").await;
    assert_eq!(
        (&told["adminNick"], &told["excerpt"], &told["unread"]),
        (&json!("Mia"), &json!("@Lin can you look?"), &json!(1))
    );
    assert_eq!(
        (&told["userId"], &told["msgId"]),
        (&json!(page.user), &noted.data()["msgId"])
    );
    // A lost answer is asked for again with the same id.
    let again = mia.call("note", note).await;
    assert_eq!(again.data(), noted.data());
    let hers = lin.call("mentions/list", json!({})).await;
    assert_eq!(hers.data()["list"].as_array().unwrap().len(), 1);
    assert_eq!(lin.news().await, Vec::<Value>::new());
    for other in [&mia, &jo] {
        let none = other.call("mentions/list", json!({})).await;
        assert_eq!(none.data(), &json!({ "list": [], "unread": 0 }));
    }
    let history = lin
        .call("getHistoryMsg", json!({ "userId": page.user }))
        .await;
    let messages = history.data()["msgList"].as_array().unwrap();
    assert_eq!(
        messages.last().unwrap()["mentions"],
        json!([{ "adminId": "lin", "adminNick": "Lin" }])
    );
    let events = page.poll_for(0, 0).await;
    assert!(!events.text.contains("can you look"), "{}", events.text);
    app.stop().await;
}

#[actix_web::test]
async fn a_note_mentions_only_active_agents_of_the_tenant() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let note = |mentions: Value| json!({ "userId": page.user, "text": "@x", "mentions": mentions });

    for (mentions, field) in [
        (json!(["lin", "nobody"]), "mentions[1]"),
        (json!(["ron"]), "mentions[0]"),
        (json!(vec!["lin"; 21]), "mentions"),
    ] {
        let refused = mia.call("note", note(mentions)).await;
        assert_eq!((refused.status, fields(&refused)), (400, vec![field]));
    }

    let found = mia.call("listMentionable", json!({ "search": "li" })).await;
    assert_eq!(names(&found, "adminId"), ["lin"]);
    let all = mia.call("listMentionable", json!({})).await;
    assert_eq!(names(&all, "adminNick"), ["Ada", "Jo", "Lin"]);
    app.stop().await;
}

#[actix_web::test]
async fn reading_and_withdrawing_change_the_list_on_every_page() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let mut lin = app.agent("lin").await;
    lin.news().await;
    let mut noted = Vec::new();
    for text in ["@Lin first", "@Lin second"] {
        let note = json!({ "userId": page.user, "text": text, "mentions": ["lin"] });
        noted.push(mia.call("note", note).await.data()["msgId"].clone());
        lin.news_until("mentioned").await;
    }

    let recall = json!({ "userId": page.user, "msgId": noted[0] });
    mia.call("recallMsg", recall).await.data();

    assert_eq!(lin.news_until("mentions").await["unread"], 1);
    let list = lin.call("mentions/list", json!({})).await;
    assert_eq!(names(&list, "excerpt"), ["@Lin second"]);
    let read = lin
        .call("mentions/read", json!({ "userId": page.user }))
        .await;
    assert_eq!(read.data()["unread"], 0);
    assert_eq!(lin.news_until("mentions").await["unread"], 0);
    let list = lin.call("mentions/list", json!({})).await;
    assert_eq!(list.data()["list"][0]["read"], 1);
    app.stop().await;
}

/// `jo` is a plain agent, so only the mention lets them in.
#[actix_web::test]
async fn a_mentioned_colleague_may_step_in() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let mut jo = app.agent_online("jo", 1).await;
    let step_in = json!({ "userId": page.user, "adminId": "jo" });
    jo.call("transferConversation", step_in.clone())
        .await
        .is_refused(409, "the conversation is not yours");
    let note = json!({ "userId": page.user, "text": "@Jo please", "mentions": ["jo"] });
    mia.call("note", note).await.data();

    jo.call("transferConversation", step_in).await.data();

    assert_eq!(jo.news_until("assigned").await["userId"], json!(page.user));
    jo.say(&page, "1", "Hello, I am Jo.").await.data();
    // A mention lets an agent take the conversation, not give it to others.
    let away = json!({ "userId": page.user, "adminId": "lin" });
    mia.call("transferConversation", away)
        .await
        .is_refused(409, "the conversation is not yours");
    app.stop().await;
}

#[actix_web::test]
async fn an_agent_has_at_most_two_hundred_mentions_the_unread_ones_first() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let lin = app.agent("lin").await;
    let note = |text: String| json!({ "userId": page.user, "text": text, "mentions": ["lin"] });
    for number in 0..100 {
        mia.call("note", note(format!("@Lin {number}")))
            .await
            .data();
    }
    lin.call("mentions/read", json!({})).await.data();
    for number in 100..201 {
        mia.call("note", note(format!("@Lin {number}")))
            .await
            .data();
    }

    let list = lin.call("mentions/list", json!({})).await;

    let kept = names(&list, "excerpt");
    assert_eq!((kept.len(), &list.data()["unread"]), (200, &json!(101)));
    assert_eq!(
        (kept[0], kept[100], kept[101]),
        ("@Lin 200", "@Lin 100", "@Lin 99")
    );
    assert!(!kept.contains(&"@Lin 0"));
    app.stop().await;
}
