//! transferConversation, and what supervisors may do with others' conversations.

use crate::helpers::{Desk, Page, TestApp, kinds, texts};
use serde_json::{Value, json};

async fn busy(app: &TestApp) -> (Page<'_>, Desk<'_>) {
    let desk = app.agent_online("mia", 1).await;
    let page = app
        .page(json!({ "channelId": "worded", "locale": "en" }))
        .await;
    page.transfer().await.data();
    page.send("1", "I need help with an invoice").await.data();
    desk.say(&page, "a", "one moment").await.data();
    (page, desk)
}

fn hand(page: &Page<'_>, to: Value) -> Value {
    let mut body = json!({ "userId": page.user });
    body.as_object_mut()
        .unwrap()
        .extend(to.as_object().unwrap().clone());
    body
}

#[actix_web::test]
async fn an_agent_sees_present_colleagues_with_their_free_seats_and_every_group() {
    let app = TestApp::new().await;
    let (_page, mia) = busy(&app).await;
    let jo = app.agent_online("jo", 1).await;

    let for_jo = jo.call("listColleagues", json!({})).await;
    let for_mia = mia.call("listColleagues", json!({})).await;
    jo.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    let busy = mia.call("listColleagues", json!({})).await;
    jo.call("setStatus", json!({ "status": "offline" }))
        .await
        .data();
    let alone = mia.call("listColleagues", json!({})).await;

    let agents = |answer: &Value| -> Vec<Value> {
        let agents = answer["agents"].as_array().unwrap().iter();
        let said = |it: &Value| json!([it["adminId"], it["status"], it["free"]]);
        agents.map(said).collect()
    };
    assert_eq!(agents(for_jo.data()), [json!(["mia", "online", 0])]);
    assert_eq!(agents(for_mia.data()), [json!(["jo", "online", 1])]);
    assert_eq!(agents(busy.data()), [json!(["jo", "busy", 0])]);
    assert_eq!(agents(alone.data()), [] as [Value; 0]);
    let groups = alone.data()["groups"].as_array().unwrap().len();
    assert!(groups > 1, "all groups, not only mia's own: {groups}");
}

#[actix_web::test]
async fn a_transferred_conversation_keeps_its_history_and_hides_the_note() {
    let app = TestApp::new().await;
    let (page, mut mia) = busy(&app).await;
    let mut jo = app.agent_online("jo", 1).await;
    mia.news().await;
    jo.news().await;
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();

    mia.call(
        "transferConversation",
        hand(&page, json!({ "adminId": "jo", "note": "be kind" })),
    )
    .await
    .data();

    let by_jo = |event: &Value| event["event"] == 1200 && event["adminId"] == "jo";
    let told = page.until(cursor, by_jo).await;
    assert_eq!(told["status"], 2);
    let transferred = mia.news_until("transferred").await;
    assert_eq!(
        (
            &transferred["userId"],
            &transferred["by"],
            &transferred["adminId"]
        ),
        (&json!(page.user), &json!("mia"), &json!("jo"))
    );
    assert_eq!(jo.news_until("assigned").await["userId"], page.user);
    mia.say(&page, "b", "me again")
        .await
        .is_refused(409, "the conversation is not yours");
    jo.say(&page, "c", "Jo here").await.data();
    let history = jo
        .call("getHistoryMsg", json!({ "userId": page.user }))
        .await
        .data()
        .clone();
    let said = texts(history["msgList"].as_array().unwrap()).join("|");
    for line in ["invoice", "one moment", "be kind", "I am Jo."] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let seen = page.poll_for(0, 0).await.text;
    let shown = page.call("getHistoryMsg", json!({})).await.text;
    assert!(!seen.contains("be kind") && !shown.contains("be kind"));
    let mine = |desk: &Value| desk["list"].as_array().unwrap().len();
    let before = mia.call("listConversations", json!({})).await;
    let after = jo.call("listConversations", json!({})).await;
    assert_eq!((mine(before.data()), mine(after.data())), (0, 1));
}

#[actix_web::test]
async fn a_refused_transfer_says_why_and_changes_nothing() {
    let app = TestApp::new().await;
    let (page, mia) = busy(&app).await;
    let jo = app.agent("jo").await;
    let try_to = |to: Value| mia.call("transferConversation", hand(&page, to));

    try_to(json!({ "adminId": "jo" }))
        .await
        .is_refused(409, "the agent is not online");
    jo.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    try_to(json!({ "adminId": "jo" }))
        .await
        .is_refused(409, "the agent is not online");
    jo.call("setStatus", json!({ "status": "online" }))
        .await
        .data();
    let other = app.visitor().await;
    other
        .call("transferAgent", json!({ "adminId": "jo" }))
        .await
        .data();
    try_to(json!({ "adminId": "jo" }))
        .await
        .is_refused(409, "the agent has no seat free");
    for nobody in [json!({ "adminId": "ron" }), json!({ "groupId": "theirs" })] {
        try_to(nobody).await.is_refused(404, "not found");
    }
    for unclear in [json!({}), json!({ "adminId": "jo", "groupId": "support" })] {
        try_to(unclear)
            .await
            .is_refused(400, "adminId or groupId must be given");
    }
    jo.call(
        "transferConversation",
        hand(&page, json!({ "adminId": "jo" })),
    )
    .await
    .is_refused(409, "the conversation is not yours");
    mia.call(
        "transferConversation",
        json!({ "userId": "v_never", "adminId": "jo" }),
    )
    .await
    .is_refused(404, "not found");

    assert_eq!(page.poll_for(0, 0).await.data()["status"], 2);
    mia.say(&page, "b", "still me").await.data();
}

/// [ST-05]
#[actix_web::test]
async fn a_transfer_to_a_busy_group_goes_to_the_head_of_its_line() {
    let app = TestApp::new().await;
    let (page, mia) = busy(&app).await;
    let to_support = hand(&page, json!({ "groupId": "support" }));
    mia.call("transferConversation", to_support.clone())
        .await
        .is_refused(409, "nobody else of the group is online");
    let jo = app.agent_online("jo", 1).await;
    let (first, second) = (app.visitor().await, app.visitor().await);
    for waits in [&first, &second] {
        waits
            .call("transferAgent", json!({ "groupId": "support" }))
            .await
            .data();
    }
    let cursor = page.poll_for(0, 0).await.data()["cursor"].as_u64().unwrap();

    mia.call("transferConversation", to_support).await.data();

    let waits = page.poll_for(cursor, 0).await.data().clone();
    assert_eq!(
        (&waits["status"], &waits["waitIndex"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(
        texts(waits["msgList"].as_array().unwrap()),
        ["You are number 1."]
    );
    assert_eq!(second.poll_for(0, 0).await.data()["waitIndex"], 2);
    jo.call("closeConversation", json!({ "userId": first.user }))
        .await
        .data();
    let by_jo = |event: &Value| event["event"] == 1200 && event["adminId"] == "jo";
    let served = page.until(cursor, by_jo).await;
    assert_eq!(served["status"], 2);
}

#[actix_web::test]
async fn a_supervisor_takes_over_transfers_and_closes_other_agents_conversations() {
    let app = TestApp::new().await;
    let (page, mut mia) = busy(&app).await;
    let lin = app.agent("lin").await;
    lin.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    mia.news().await;

    lin.call(
        "transferConversation",
        hand(&page, json!({ "adminId": "lin" })),
    )
    .await
    .data();
    let taken = mia.news_until("transferred").await;
    lin.say(&page, "l", "Lin here").await.data();
    lin.call(
        "transferConversation",
        hand(&page, json!({ "adminId": "mia" })),
    )
    .await
    .data();
    mia.say(&page, "m", "back with me").await.data();
    mia.news().await;
    lin.call("closeConversation", json!({ "userId": page.user }))
        .await
        .data();
    let closed = mia.news().await;

    assert_eq!(
        (&taken["by"], &taken["adminId"]),
        (&json!("lin"), &json!("lin"))
    );
    assert!(kinds(&closed).contains(&"closed"), "{closed:?}");
    let ended = page.poll_for(0, 0).await.data().clone();
    assert_eq!(ended["status"], 0);
    let last = ended["msgList"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["event"], &last["outType"]),
        (&json!(1202), &json!(2))
    );
    lin.call("closeConversation", json!({ "userId": page.user }))
        .await
        .is_refused(409, "the conversation is not yours");
    lin.call(
        "transferConversation",
        hand(&page, json!({ "adminId": "mia" })),
    )
    .await
    .is_refused(409, "the conversation is not yours");
}
