//! What agents do about visitors: correcting, blocking, watching, stepping in, and what a person did before.

use crate::helpers::{Desk, Page, TestApp, kinds, texts};
use actors_core::time::Span;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use std::sync::Arc;

async fn with_mia(app: &TestApp) -> (Page<'_>, Desk<'_>) {
    let desk = app.agent_online("mia", 5).await;
    let body = json!({ "channelId": "web", "locale": "en", "userName": "Ann" });
    let page = app.page(body).await;
    page.transfer().await.data();
    (page, desk)
}

async fn known(desk: &Desk<'_>, page: &Page<'_>) -> Value {
    let asked = desk.call("getVisitor", json!({ "userId": page.user }));
    asked.await.data().clone()
}

async fn block(desk: &Desk<'_>, page: &Page<'_>, length: &str) -> Value {
    let body = json!({ "userId": page.user, "for": length, "reason": "insults" });
    desk.call("blockVisitor", body).await.data().clone()
}

fn hash(name: &str) -> String {
    hash_by("a-secret-of-the-tenant", name)
}

fn hash_by(secret: &str, name: &str) -> String {
    let mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    server::secrets::hex(&mac.chain_update(name).finalize().into_bytes())
}

fn signed(channel: &str, name: &str, hash: &str) -> Value {
    json!({ "channelId": channel, "locale": "de", "userId": name, "userHash": hash })
}

#[actix_web::test]
async fn a_corrected_name_is_told_to_every_desk_and_outlives_pages_and_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let (page, desk) = with_mia(&app).await;
    let mut lin = app.agent_online("lin", 3).await;
    lin.news().await;

    let edit =
        json!({ "userId": page.user, "userName": " Ann Baker ", "email": "ann@example.com" });
    desk.call("editVisitor", edit).await.data();

    let news = lin.news_until("visitor").await;
    assert_eq!(
        (&news["userId"], &news["userName"]),
        (&json!(page.user), &json!("Ann Baker"))
    );
    let body = json!({ "channelId": "web", "userName": "ann_b", "token": page.token, "userId": page.user });
    app.page(body).await;
    let told = known(&desk, &page).await;
    assert_eq!(told["userName"], "Ann Baker");
    assert_eq!(told["visit"]["corrected"], json!(["userName", "email"]));
    let mine = desk.call("listConversations", json!({})).await;
    assert_eq!(mine.data()["list"][0]["userName"], "Ann Baker");
    let admin = app.admin().await;
    let audit = admin
        .call("audit/list", json!({ "thing": "visitor" }))
        .await;
    let entry = &audit.data()["list"][0];
    assert_eq!(
        (&entry["adminId"], &entry["fields"]),
        (&json!("mia"), &json!(["userName", "email"]))
    );
    assert!(
        !audit.text.contains("Ann Baker"),
        "the audit outlives the visitor"
    );
    let (token, user) = (desk.token.clone(), page.user.clone());
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let desk = Desk::with(&app, token);
    let told = desk.call("getVisitor", json!({ "userId": user })).await;
    assert_eq!(told.data()["email"], "ann@example.com");
    app.stop().await;
}

#[actix_web::test]
async fn what_is_wrong_with_a_correction_is_named_and_a_colleague_may_not_make_one() {
    let app = TestApp::new().await;
    let (page, desk) = with_mia(&app).await;
    let jo = app.agent_online("jo", 1).await;
    let edit = |change: Value| {
        let mut body = change;
        body["userId"] = json!(page.user);
        body
    };

    for (change, field) in [
        (json!({ "email": "nobody" }), "email"),
        (json!({ "userName": "x".repeat(101) }), "userName"),
        (json!({ "phone": "1\n2" }), "phone"),
    ] {
        let refused = desk.call("editVisitor", edit(change)).await;
        assert_eq!(refused.status, 400);
        assert!(refused.text.contains(field), "{}", refused.text);
    }
    let by_jo = jo
        .call("editVisitor", edit(json!({ "userName": "Eve" })))
        .await;
    by_jo.is_refused(409, "the conversation is not yours");
    let lin = app.agent("lin").await;
    lin.call("editVisitor", edit(json!({ "userName": "Ann B" })))
        .await
        .data();
    assert_eq!(known(&desk, &page).await["userName"], "Ann B");
}

#[actix_web::test]
async fn the_browser_the_time_zone_and_the_pages_are_known() {
    let app = TestApp::new().await;
    let desk = app.agent("lin").await;
    let body = |refer: &str, title: &str| json!({ "channelId": "web", "refer": refer, "title": title, "timeZone": "Asia/Tokyo" });
    let page = app.page(body("https://shop.example/fern", "Fern")).await;
    let reset =
        json!({ "pollId": page.poll, "refer": "https://shop.example/moss", "title": "Moss" });
    page.call("resetInfo", reset).await.data();
    let odd = app
        .page(json!({ "channelId": "web", "timeZone": "Mars/Olympus" }))
        .await;

    let visit = known(&desk, &page).await["visit"].clone();
    assert_eq!(visit["timeZone"], "Asia/Tokyo");
    let pages = visit["pages"].as_array().unwrap().iter();
    let pages: Vec<Value> = pages
        .map(|page| json!([page["url"], page["title"]]))
        .collect();
    assert_eq!(
        pages,
        [
            json!(["https://shop.example/fern", "Fern"]),
            json!(["https://shop.example/moss", "Moss"])
        ]
    );
    assert_eq!(known(&desk, &odd).await["visit"]["timeZone"], "");
}

#[actix_web::test]
async fn a_blocked_visitor_is_refused_until_the_block_ends_also_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let (page, mut desk) = with_mia(&app).await;
    desk.news().await;

    let made = block(&desk, &page, "hour").await;

    assert_eq!(
        (&made["adminId"], &made["reason"]),
        (&json!("mia"), &json!("insults"))
    );
    let hour = made["until"].as_i64().unwrap() - made["at"].as_i64().unwrap();
    assert_eq!(hour, 3_600_000);
    assert!(kinds(&desk.news().await).contains(&"closed"));
    for (call, body) in [
        ("sendMsg", json!({ "msgType": 1, "msgContent": "hello" })),
        ("transferAgent", json!({})),
        ("robotAsk", json!({ "question": "hello" })),
        ("leaveMsg", json!({ "msgContent": "hello" })),
    ] {
        let refused = page.call(call, body).await;
        assert_eq!(refused.status, 403, "{call}: {}", refused.text);
    }
    page.call("getHistoryMsg", json!({})).await.data();
    let shown = known(&desk, &page).await["block"].clone();
    assert_eq!(shown, made);
    assert_eq!(shown["adminNick"], "Mia");
    let other = app.visitor().await;
    other.send("1", "hello").await.data();
    let start =
        json!({ "channelId": "web", "locale": "de", "userId": page.user, "token": page.token });
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let path = "/api/chat/visitor/chatStart";
    let refused = app.post(path, None, &start).await;
    refused.is_refused(403, "Sie können diesen Chat zurzeit nicht nutzen.");
    app.clock.advance(Span::from_minutes(61));
    app.post(path, None, &start).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn an_administrator_lists_and_lifts_blocks_and_both_are_audited() {
    let app = TestApp::new().await;
    let (page, desk) = with_mia(&app).await;
    block(&desk, &page, "ever").await;
    let admin = app.admin().await;

    let list = admin.call("blocks/list", json!({})).await.data()["list"].clone();
    let rival = app.admin_of("rival", "ron").await;
    let theirs = rival.call("blocks/list", json!({})).await;
    let foreign = rival
        .call("blocks/delete", json!({ "userId": page.user }))
        .await;
    let by_agent = app
        .post("/api/admin/blocks/list", Some(&desk.token), &json!({}))
        .await;
    admin
        .call("blocks/delete", json!({ "userId": page.user }))
        .await
        .data();

    assert_eq!(
        (&list[0]["userName"], &list[0]["until"]),
        (&json!("Ann"), &Value::Null)
    );
    assert_eq!(theirs.data()["list"], json!([]));
    foreign.is_refused(404, "not found");
    assert_eq!(by_agent.status, 403);
    page.again().await.send("2", "back").await.data();
    let audit = admin.call("audit/list", json!({ "thing": "blocks" })).await;
    let audit = audit.data()["list"].as_array().unwrap().clone();
    let deeds: Vec<Value> = audit
        .iter()
        .map(|one| json!([one["adminId"], one["action"]]))
        .collect();
    assert_eq!(deeds, [json!(["ada", "delete"]), json!(["mia", "put"])]);
    assert_eq!(audit[1]["changes"][1]["after"], "insults");
}

#[actix_web::test]
async fn a_block_needs_a_reason_a_known_length_and_an_own_conversation() {
    let app = TestApp::new().await;
    let (page, desk) = with_mia(&app).await;
    let jo = app.agent_online("jo", 1).await;
    let body = |length: &str, reason: &str| json!({ "userId": page.user, "for": length, "reason": reason });

    desk.call("blockVisitor", body("year", "x"))
        .await
        .is_refused(400, "for must be one of hour, day, week, month and ever");
    desk.call("blockVisitor", body("day", " "))
        .await
        .is_refused(400, "reason is missing");
    let by_jo = jo.call("blockVisitor", body("day", "x")).await;
    by_jo.is_refused(409, "the conversation is not yours");
    page.send("1", "still here").await.data();
}

#[actix_web::test]
async fn a_verified_person_is_blocked_on_every_channel_and_other_people_are_not() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut fields = admin
        .get("channels", json!({ "channelId": "vouched" }))
        .await;
    fields["channelId"] = json!("app");
    fields["version"] = json!(0);
    fields["identitySecret"] = json!("another-secret-of-it");
    admin.call("channels/put", fields).await.data();
    let lin = app.agent_online("lin", 5).await;
    let web = app.page(signed("vouched", "4711", &hash("4711"))).await;
    let there = hash_by("another-secret-of-it", "4711");

    block(&lin, &web, "week").await;

    let path = "/api/chat/visitor/chatStart";
    let refused = app.post(path, None, &signed("app", "4711", &there)).await;
    refused.is_refused(403, "Sie können diesen Chat zurzeit nicht nutzen.");
    app.page(signed("vouched", "4712", &hash("4712"))).await;
}

#[actix_web::test]
async fn agents_see_a_verified_person_as_one_and_export_and_erase_them_as_one() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lin = app.agent_online("lin", 5).await;
    // Somebody took the name without a proof, so the person has another one on the first visits.
    let planted = app
        .page(json!({ "channelId": "web", "userId": "4711" }))
        .await;
    planted.send("1", "I am not the customer").await.data();
    let beside = app.page(signed("vouched", "4711", &hash("4711"))).await;
    assert_ne!(beside.user, "4711");
    beside.send("1", "my first visit").await.data();
    beside.call("chatClose", json!({})).await.data();
    let personal = |user: &str| json!({ "userId": user, "password": "a-long-password" });
    admin.call("visitor/erase", personal("4711")).await.data();
    let own = app.page(signed("vouched", "4711", &hash("4711"))).await;
    assert_eq!(own.user, "4711");
    own.send("1", "my second visit").await.data();

    let past = lin
        .call("getVisitorPast", json!({ "userId": own.user }))
        .await;
    let known = known(&lin, &own).await;
    let export = admin.call("visitor/export", personal(&own.user)).await;

    let data = past.data();
    assert_eq!(data["samePerson"], json!([beside.user]));
    assert_eq!(data["conversations"][0]["firstWords"], "my first visit");
    assert_eq!(known["verifiedId"], "4711");
    let others = export.data()["samePerson"].as_array().unwrap();
    assert_eq!(others[0]["userId"], beside.user.as_str());
    assert!(export.text.contains("my first visit") && export.text.contains("my second visit"));
    admin
        .call("visitor/erase", personal(&own.user))
        .await
        .data();
    for user in [&own.user, &beside.user] {
        let gone = lin.call("getVisitor", json!({ "userId": user })).await;
        gone.is_refused(404, "not found");
    }
}

#[actix_web::test]
async fn earlier_conversations_have_their_ratings_and_what_was_left() {
    let app = TestApp::new().await;
    let (page, desk) = with_mia(&app).await;
    page.send("1", "where is my order?").await.data();
    desk.say(&page, "a", "on its way").await.data();
    desk.call("closeConversation", json!({ "userId": page.user }))
        .await
        .data();
    let rating =
        json!({ "evaluateAdminStar": 5, "evaluateAdminTag": "friendly", "evaluateStatus": 1 });
    page.call("evaluate", rating).await.data();
    let page = page.again().await;
    page.send("2", "again").await.data();

    let past = desk
        .call("getVisitorPast", json!({ "userId": page.user }))
        .await;

    let past = past.data();
    let all = past["conversations"].as_array().unwrap();
    assert_eq!(all.len(), 1, "without the open one");
    let one = &all[0];
    assert_eq!(one["firstWords"], "where is my order?");
    // The agent's greeting is the third.
    assert_eq!((&one["star"], &one["messages"]), (&json!(5), &json!(3)));
    assert_eq!(one["agents"].as_array().unwrap().len(), 1);
    let unknown = desk
        .call("getVisitorPast", json!({ "userId": "nobody" }))
        .await;
    unknown.is_refused(404, "not found");
}

#[actix_web::test]
async fn an_agent_watches_the_robot_and_steps_in() {
    let app = TestApp::new().await;
    let mut desk = app.agent_online("mia", 5).await;
    let mut lin = app.agent_online("lin", 5).await;
    let page = app.visitor().await;
    let name = json!({ "userId": page.user });
    desk.news().await;
    lin.news().await;

    let watched = desk.call("watch", name.clone()).await;
    assert_eq!(watched.data()["status"], 1);
    lin.call("watch", name.clone()).await.data();
    page.send("1", "hello robot").await.data();
    let heard = desk.news_until("message").await;
    let before = page.events(0).await;
    let taken = desk.call("stepIn", name.clone()).await;
    let second = lin.call("stepIn", name.clone()).await;

    assert_eq!(heard["msg"]["msgContent"], "hello robot");
    assert!(
        !texts(&before).join("|").contains("Mia"),
        "the visitor is not told"
    );
    assert_eq!(
        (&taken.data()["status"], &taken.data()["adminId"]),
        (&json!(2), &json!("mia"))
    );
    second.is_refused(409, "already taken");
    lin.news_until("closed").await;
    let events = page.events(0).await;
    assert!(
        events.iter().any(|event| event["event"] == 1200),
        "{events:?}"
    );
    desk.say(&page, "a", "I am here").await.data();
    lin.call("watch", name)
        .await
        .is_refused(409, "there is nothing to watch");
}

#[actix_web::test]
async fn the_robots_conversations_of_other_groups_do_not_exist_for_an_agent() {
    let app = TestApp::new().await;
    // The channel belongs to support; Mia works for sales.
    let page = app
        .page(json!({ "channelId": "one-group", "locale": "en" }))
        .await;
    let mia = app.agent_online("mia", 5).await;
    let lin = app.agent_online("lin", 5).await;
    let name = json!({ "userId": page.user });
    let listed = |answer: &Value| {
        let list = answer["list"].as_array().unwrap().clone();
        list.iter().any(|row| row["userId"] == page.user.as_str())
    };

    let of_mia = mia
        .call("listConversations", json!({ "box": "robot" }))
        .await;
    let of_lin = lin
        .call("listConversations", json!({ "box": "robot" }))
        .await;

    assert!(!listed(of_mia.data()) && listed(of_lin.data()));
    for call in ["watch", "stepIn"] {
        mia.call(call, name.clone())
            .await
            .is_refused(404, "not found");
    }
    lin.call("stepIn", name).await.data();
}
