//! Changed settings take effect without a restart, also in pages and conversations that are already open.

use crate::helpers::{Admin, Page, TestApp, texts};
use actors_core::time::Span;
use serde_json::{Value, json};

async fn change(admin: &Admin<'_>, thing: &str, id: Value, change: impl FnOnce(&mut Value)) {
    let mut body = admin.get(thing, id).await;
    change(&mut body);
    admin.call(&format!("{thing}/put"), body).await.data();
}

async fn outcome(page: &Page<'_>) -> Value {
    page.transfer().await.data()["status"].clone()
}

#[actix_web::test]
async fn changed_business_hours_apply_to_open_pages() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let _lin = app.agent_online("lin", 5).await;
    let page = app.visitor().await;

    change(&admin, "tenant", json!({}), |tenant| {
        tenant["hours"] = json!({ "timeZone": "UTC", "week": {} });
    })
    .await;
    assert_eq!(outcome(&page).await, 5);
    let web = json!({ "channelId": "web" });
    change(&admin, "channels", web, |channel| {
        let every = json!([["00:00", "24:00"]]);
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
        let week: serde_json::Map<_, _> = days
            .iter()
            .map(|day| ((*day).to_owned(), every.clone()))
            .collect();
        channel["hours"] = json!({ "timeZone": "UTC", "week": week });
    })
    .await;

    assert_eq!(outcome(&page).await, 2);
    app.stop().await;
}

#[actix_web::test]
async fn a_new_group_connects_visitors_to_its_agents_at_once() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let _mia = app.agent_online("mia", 5).await;
    let gardens = json!({ "id": "gardens", "groupName": "Gardens" });
    admin.call("groups/put", gardens).await.data();
    change(&admin, "agents", json!({ "adminId": "mia" }), |mia| {
        mia["groupIds"] = json!(["gardens"]);
    })
    .await;
    let groups = json!({ "channelId": "groups" });
    change(&admin, "channels", groups, |channel| {
        channel["groupConfig"] = json!([{ "groupId": "support" }, { "groupId": "gardens" }]);
    })
    .await;

    let page = app.page(json!({ "channelId": "groups" })).await;
    let named = page.call("transferAgent", json!({ "groupId": "gardens" }));

    let told = named.await;
    assert_eq!(
        (&told.data()["status"], &told.data()["adminId"]),
        (&json!(2), &json!("mia"))
    );
    app.stop().await;
}

#[actix_web::test]
async fn raising_the_queue_limit_admits_a_refused_visitor() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let _mia = app.agent_online("mia", 1).await;
    change(&admin, "tenant", json!({}), |tenant| {
        tenant["service"] = json!({ "queueMax": 1 });
    })
    .await;
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(app.visitor().await);
    }
    assert_eq!(outcome(&pages[0]).await, 2);
    assert_eq!(outcome(&pages[1]).await, 3);
    assert_eq!(outcome(&pages[2]).await, 4);

    change(&admin, "tenant", json!({}), |tenant| {
        tenant["service"] = json!({ "queueMax": 2 });
    })
    .await;

    assert_eq!(outcome(&pages[2]).await, 3);
    app.stop().await;
}

#[actix_web::test]
async fn a_changed_absence_limit_applies_to_agents_at_once() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let _lin = app.agent_online("lin", 5).await;
    change(&admin, "tenant", json!({}), |tenant| {
        tenant["service"] = json!({ "agentAwayTime": 10, "agentGoneTime": 20 });
    })
    .await;
    app.clock.advance(Span::from_minutes(5));
    let page = app.visitor().await;
    assert_eq!(outcome(&page).await, 2);
    page.call("chatClose", json!({})).await.data();

    change(&admin, "tenant", json!({}), |tenant| {
        tenant["service"] = json!({});
    })
    .await;

    let page = page.again().await;
    // By the default limits the agent is gone.
    assert_eq!(outcome(&page).await, 1);
    app.stop().await;
}

#[actix_web::test]
async fn a_new_sensitive_word_is_masked_from_the_next_message_on() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    page.send("0", "a parsnip, please").await.data();
    let mut words = admin.get("sensitiveWords", json!({})).await;
    let list = words["words"].as_array_mut().unwrap();
    list.push(json!({ "word": "parsnip", "action": "mask" }));
    admin.call("sensitiveWords/put", words).await.data();

    page.send("1", "a parsnip, please").await.data();

    let events = page.events(0).await;
    let said: Vec<&str> = texts(&events).into_iter().skip(1).collect();
    assert_eq!(said, ["a parsnip, please", "a *******, please"]);
    app.stop().await;
}

#[actix_web::test]
async fn changed_texts_and_evaluation_settings_apply_to_open_conversations() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.transfer().await.data();

    change(&admin, "channels", json!({ "channelId": "web" }), |web| {
        web["adminCloseMode"] = json!(1);
        web["adminCloseMsg"] = json!("Thank you for coming.");
        web["evaluateMode"] = json!(0);
    })
    .await;
    desk.call("closeConversation", json!({ "userId": page.user }))
        .await
        .data();

    assert!(texts(&page.events(0).await).contains(&"Thank you for coming."));
    page.call("evaluate", json!({ "evaluateAdminStar": 5 }))
        .await
        .is_refused(403, "evaluation is off");
    app.stop().await;
}

#[actix_web::test]
async fn sensitive_words_are_validated_and_versioned_as_one_list() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let before = admin.get("sensitiveWords", json!({})).await;
    assert!(
        before["words"]
            .as_array()
            .is_some_and(|words| !words.is_empty())
    );
    let listed = admin.call("sensitiveWords/list", json!({})).await;
    assert_eq!(listed.data()["list"][0], before);

    let wrong = json!({ "version": before["version"], "words": [
        { "word": "fine" }, { "word": " " }, { "word": "x".repeat(65) }, { "word": "y", "action": "shout" }
    ] });
    let fields = admin.refused_fields("sensitiveWords", wrong).await;

    assert_eq!(
        fields,
        ["words[1].word", "words[2].word", "words[3].action"]
    );
    let none = json!({ "version": before["version"], "words": [] });
    let put = admin.call("sensitiveWords/put", none.clone()).await;
    assert_eq!(put.data()["words"], json!([]));
    let late = admin.call("sensitiveWords/put", none).await;
    late.is_refused(409, "version is not the newest");
    let gone = admin.call("sensitiveWords/delete", json!({})).await;
    gone.is_refused(409, "this setting cannot be deleted");
    app.stop().await;
}

#[actix_web::test]
async fn changed_sensitive_words_survive_a_restart() {
    let folder = std::sync::Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    let mut words = admin.get("sensitiveWords", json!({})).await;
    words["words"] = json!([{ "word": "parsnip" }]);
    admin.call("sensitiveWords/put", words).await.data();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let page = app.visitor().await;
    page.send("1", "a parsnip").await.data();

    assert_eq!(texts(&page.events(0).await).last(), Some(&"a *******"));
    app.stop().await;
}
