//! Help for agents: translate and sumUp, and every way in which there is none.

use super::endpoint::Endpoint;
use super::{app, switch_on};
use crate::helpers::{Desk, Page, TestApp};
use actors_core::time::Span;
use serde_json::{Value, json};
use server::settings::Switch;

async fn translated(desk: &Desk<'_>, page: &Page<'_>, text: &str) -> Value {
    let asked = json!({ "userId": page.user, "text": text, "lang": "en" });
    desk.call("translate", asked).await.data().clone()
}

async fn summed_up(desk: &Desk<'_>, page: &Page<'_>) -> Value {
    let asked = json!({ "userId": page.user, "lang": "en" });
    desk.call("sumUp", asked).await.data().clone()
}

async fn has_model(desk: &Desk<'_>) -> Value {
    desk.call("me", json!({})).await.data()["hasModel"].clone()
}

#[actix_web::test]
async fn a_message_is_translated_once_for_all_agents_and_stays_plain_text() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let (mia, lin) = (app.agent("mia").await, app.agent("lin").await);
    let page = app.visitor().await;
    assert_eq!(has_model(&mia).await, 0);
    switch_on(&app.admin().await, &endpoint, "plain", json!({})).await;
    assert_eq!(has_model(&mia).await, 1);

    let first = translated(&mia, &page, "Wo ist meine Bestellung?").await;
    let second = translated(&lin, &page, " Wo ist meine Bestellung? ").await;

    assert_eq!(first, json!({ "text": "Where is my <b>order</b>?" }));
    assert_eq!(second, first);
    let asked = endpoint.asked();
    assert_eq!(asked.len(), 1);
    let messages = &asked[0].1["messages"];
    assert_eq!(messages[1]["content"], "Wo ist meine Bestellung?");
    let rules = messages[0]["content"].as_str().unwrap();
    assert!(
        rules.contains("`en`") && !rules.contains("Bestellung"),
        "{rules}"
    );
    app.clock.advance(Span::from_minutes(61));
    let mia = app.agent("mia").await;
    translated(&mia, &page, "Wo ist meine Bestellung?").await;
    assert_eq!(endpoint.asked().len(), 2, "kept for an hour");
    app.stop().await;
}

#[actix_web::test]
async fn a_summary_is_of_this_conversation_alone_with_the_notes() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    switch_on(&app.admin().await, &endpoint, "plain", json!({})).await;
    let (mia, lin) = (app.agent_online("mia", 5).await, app.agent("lin").await);
    let (page, other) = (app.visitor().await, app.visitor().await);
    for each in [&page, &other] {
        each.transfer().await.data();
    }
    other.send("1", "I am somebody else").await.data();
    page.send("1", "My fern\nis brown").await.data();
    mia.say(&page, "a", "Water it less").await.data();
    let note = json!({ "userId": page.user, "id": "n", "text": "Complained before" });
    mia.call("note", note).await.data();
    let before = endpoint.asked().len();

    let summary = summed_up(&lin, &page).await;
    summed_up(&mia, &page).await;

    assert_eq!(summary["text"], "Where is my <b>order</b>?");
    let asked = endpoint.asked();
    assert_eq!(
        asked.len(),
        before + 1,
        "the same conversation is asked about once"
    );
    let talk = asked[before].1["messages"][1]["content"].as_str().unwrap();
    assert!(
        talk.contains(
            "Visitor: My fern is brown\nAgent: Water it less\nNote of an agent: Complained before"
        ),
        "{talk}"
    );
    assert!(!talk.contains("somebody else"), "{talk}");
    page.send("2", "Less than never?").await.data();
    summed_up(&mia, &page).await;
    assert_eq!(endpoint.asked().len(), before + 2);
    app.stop().await;
}

#[actix_web::test]
async fn without_an_answer_the_agent_hears_why() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let (mia, page) = (app.agent("mia").await, app.visitor().await);
    let admin = app.admin().await;
    assert_eq!(
        translated(&mia, &page, "Hallo").await,
        json!({ "problem": "off" })
    );

    for (model, more, problem) in [
        ("silent", json!({ "timeLimit": 1 }), "tooSlow"),
        ("401", json!({}), "refused"),
        ("long", json!({}), "cutOff"),
        ("endless", json!({}), "unusable"),
        (
            "plain",
            json!({ "dailyTokens": 1_000, "outputTokens": 900 }),
            "spent",
        ),
    ] {
        switch_on(&admin, &endpoint, model, more).await;
        assert_eq!(
            translated(&mia, &page, "Hallo").await,
            json!({ "problem": problem }),
            "{model}"
        );
    }
    switch_on(&admin, &endpoint, "plain", json!({})).await;
    let long = "lang ".repeat(799);
    assert_eq!(
        translated(&mia, &page, &long).await,
        json!({ "problem": "tooLong" })
    );
    app.stop().await;
}

#[actix_web::test]
async fn what_is_not_asked_properly_or_of_another_shop_reaches_no_model() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    switch_on(&app.admin().await, &endpoint, "plain", json!({})).await;
    let (mia, page) = (app.agent("mia").await, app.visitor().await);
    let with =
        |text: String, lang: &str| json!({ "userId": page.user, "text": text, "lang": lang });

    mia.call("translate", with("  ".into(), "en"))
        .await
        .is_refused(400, "text is missing");
    mia.call("translate", with("a".repeat(4_001), "en"))
        .await
        .is_refused(400, "some fields are not valid");
    mia.call("translate", with("Hallo".into(), "Klingon"))
        .await
        .is_refused(400, "lang is not valid");
    mia.call("sumUp", json!({ "userId": page.user, "lang": "" }))
        .await
        .is_refused(400, "lang is not valid");
    let foreign = app.agent_of("rival", "ron").await;
    foreign
        .call("translate", with("Hallo".into(), "en"))
        .await
        .is_refused(404, "not found");
    foreign
        .call("sumUp", json!({ "userId": page.user, "lang": "en" }))
        .await
        .is_refused(404, "not found");
    assert_eq!(endpoint.asked().len(), 0);
    app.stop().await;
}

#[actix_web::test]
async fn questions_to_the_model_are_limited_and_kept_answers_are_not() {
    let endpoint = Endpoint::start();
    let host = endpoint.host.clone();
    let app = TestApp::with(|settings| {
        settings.relay.private_hosts = vec![host];
        settings.limits = Switch::On;
        settings.rates.ask_per_minute = 1;
    })
    .await;
    switch_on(&app.admin().await, &endpoint, "plain", json!({})).await;
    let (mia, page) = (app.agent("mia").await, app.visitor().await);

    translated(&mia, &page, "Hallo").await;
    translated(&mia, &page, "Hallo").await;
    let second = json!({ "userId": page.user, "text": "Danke", "lang": "en" });
    let refused = mia.call("translate", second).await;

    assert_eq!(refused.status, 429);
    assert_eq!(endpoint.asked().len(), 1);
    app.stop().await;
}
