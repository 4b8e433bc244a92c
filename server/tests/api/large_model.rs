//! A large model that answers from the shop's documents: every way it can go wrong, against an endpoint of the test's
//! own that speaks the protocol.

mod endpoint;

use crate::helpers::{Admin, Page, TestApp};
use endpoint::Endpoint;
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

const QUESTION: &str = "When does an order of mine arrive";
const KEY: &str = "sk-canary-7f31";

async fn app(endpoint: &Endpoint) -> TestApp {
    let host = endpoint.host.clone();
    TestApp::with(|settings| settings.relay.private_hosts = vec![host]).await
}

/// Switches a model on.
async fn switch_on(admin: &Admin<'_>, endpoint: &Endpoint, model: &str, more: Value) -> Value {
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["largeModel"] = json!({
        "enabled": 1, "address": format!("http://{}/v1", endpoint.host), "key": KEY, "model": model,
        "answers": "always", "timeLimit": 20
    });
    for (field, value) in more.as_object().unwrap() {
        tenant["largeModel"][field] = value.clone();
    }
    admin.call("tenant/put", tenant).await.data().clone()
}

async fn ask(page: &Page<'_>) -> Value {
    page.call("robotAsk", json!({ "question": QUESTION }))
        .await
        .data()
        .clone()
}

/// What a model of this name comes to, and what the knowledge base says by itself.
async fn with_model(model: &str, more: Value) -> (Value, Value) {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let alone = ask(&app.visitor().await).await;
    assert_eq!(endpoint.asked().len(), 0);
    switch_on(&app.admin().await, &endpoint, model, more).await;
    let with = ask(&app.visitor().await).await;
    assert_eq!(endpoint.asked().len(), 1, "{model}");
    app.stop().await;
    (with, alone)
}

/// [RB-04]
#[actix_web::test]
async fn a_model_answers_from_the_documents_and_says_from_which() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let admin = app.admin().await;
    switch_on(&admin, &endpoint, "good", json!({})).await;
    let page = app.visitor().await;

    let asked =
        json!({ "question": QUESTION, "agentAskContent": "my fern order", "agentTime": "10:00" });
    let answer = page.call("robotAsk", asked).await.data().clone();

    assert_eq!(answer["docPattern"], "generated");
    assert_eq!(answer["answer"], "<p>Within <strong>a week</strong>.</p>");
    assert_eq!(answer["answerType"], 1);
    let answers: Value = serde_json::from_str(answer["answers"].as_str().unwrap()).unwrap();
    assert_eq!(answers[0]["replySource"], "LARGE_MODEL_REPLY");
    let doc = answer["docId"].as_str().unwrap();
    assert_eq!(
        answer["referenceFile"][0]["referenceFileUrl"],
        format!("/chat_online/question?docId={doc}&channelId=web")
    );
    let (key, asked) = endpoint.asked().remove(0);
    assert_eq!(key, format!("Bearer {KEY}"));
    let material = asked["messages"][1]["content"].as_str().unwrap();
    assert!(
        material.contains("Within a week.")
            && material.contains(QUESTION)
            && material.contains("10:00\nmy fern order"),
        "{material}"
    );
    assert_eq!(
        (&asked["stream"], &asked["max_tokens"]),
        (&json!(true), &json!(800))
    );
    let history = page.call("getHistoryMsg", json!({})).await.data()["msgList"].clone();
    let last = history.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["msgContent"], &last["partial"]),
        (&answer["answer"], &json!(0))
    );
    app.stop().await;
}

/// [RB-04]
#[actix_web::test]
async fn an_answer_is_read_while_it_is_written_under_one_name() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let admin = app.admin().await;
    switch_on(&admin, &endpoint, "held", json!({})).await;
    let page = app.visitor().await;
    let asking = ask(&page).shared();
    let read = async {
        endpoint.goes_on.add_permits(1);
        let told = page.until(1, |event| event["partial"] == 1).await;
        endpoint.goes_on.add_permits(1);
        // Right behind the first, and nothing follows it: it is not kept until something does.
        let more =
            |event: &Value| event["partial"] == 1 && event["msgContent"] != "<p>Within **a</p>";
        page.until(1, more).await;
        endpoint.goes_on.add_permits(2);
        told
    };

    let (answer, told) = futures_util::join!(asking, read);

    let so_far = told["msgList"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["partial"] == 1);
    let so_far = so_far.unwrap();
    assert_eq!(so_far["msgContent"], "<p>Within **a</p>");
    assert!(so_far["seq"].is_null());
    assert_eq!(so_far["msgId"], answer["msgId"]);
    let end = page
        .until(told["cursor"].as_u64().unwrap(), |event| {
            event["partial"] == 0
        })
        .await;
    let end = &end["msgList"].as_array().unwrap()[0];
    assert_eq!(
        (&end["msgId"], &end["seq"]),
        (&answer["msgId"], &answer["seq"])
    );
    assert_eq!(end["msgContent"], "<p>Within <strong>a week</strong>.</p>");
    app.stop().await;
}

/// [RB-04]
#[actix_web::test]
async fn whatever_goes_wrong_the_knowledge_base_answers() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let admin = app.admin().await;
    let alone = ask(&app.visitor().await).await;
    let wrong = [
        "broken", "cut", "long", "error", "refuses", "endless", "heavy", "away", "401", "429",
        "500",
    ];
    for (model, asked) in wrong.into_iter().zip(1..) {
        // Another model is tried, however often the one before failed.
        switch_on(&admin, &endpoint, model, json!({})).await;
        let with = ask(&app.visitor().await).await;

        assert_eq!(endpoint.asked().len(), asked, "{model}");
        for field in [
            "answer",
            "answers",
            "answerType",
            "docId",
            "suggestList",
            "score",
        ] {
            assert_eq!(with[field], alone[field], "{model}: {field}");
        }
    }
    app.stop().await;
}

#[actix_web::test]
async fn an_answer_in_one_piece_is_taken_as_well() {
    let (with, _) = with_model("whole", json!({})).await;

    assert_eq!(with["answer"], "<p>Within a week.</p>");
}

/// [RB-04]
#[actix_web::test]
async fn a_model_that_takes_too_long_is_not_waited_for() {
    let begun = Instant::now();
    let (with, alone) = with_model("silent", json!({ "timeLimit": 1 })).await;

    assert_eq!(with["answer"], alone["answer"]);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

/// [RB-04]
#[actix_web::test]
async fn nothing_a_model_says_runs_or_leads_elsewhere() {
    let (with, _) = with_model("malicious", json!({})).await;
    let answer = with["answer"].as_str().unwrap();

    for harm in ["<script", "<img", "<a", "javascript:alert(1)\"", "href"] {
        assert!(!answer.contains(harm), "{answer}");
    }
    assert!(
        answer.contains("here") && answer.contains("there"),
        "{answer}"
    );
}

/// [RB-04]
#[actix_web::test]
async fn what_a_model_says_after_an_agent_took_over_arrives_nowhere() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    let alone = ask(&page).await;
    switch_on(&admin, &endpoint, "held", json!({})).await;
    let _desk = app.agent_online("mia", 5).await;
    let asking = ask(&page).shared();
    let taken = async {
        endpoint.goes_on.add_permits(1);
        page.until(1, |event| event["partial"] == 1).await;
        page.transfer().await;
        page.events(1).await
    };

    let (answer, told) = futures_util::join!(asking, taken);
    endpoint.goes_on.add_permits(3);

    assert_eq!(answer["answer"], alone["answer"]);
    let seq = answer["seq"].as_u64().unwrap();
    let line = told.iter().find(|event| event["seq"] == seq).unwrap();
    assert_eq!(line["msgContent"], alone["answer"]);
    let history = page.call("getHistoryMsg", json!({})).await;
    assert!(
        !history.text.contains("a week</strong>"),
        "{}",
        history.text
    );
    app.stop().await;
}

/// [RB-04]
#[actix_web::test]
async fn a_model_is_hung_up_on_once_an_agent_has_the_word() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    // Its time limit is not what ends it.
    let patient = json!({ "timeLimit": 120 });
    switch_on(&app.admin().await, &endpoint, "held", patient).await;
    let _desk = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    let asking = ask(&page);
    let taken = async {
        endpoint.goes_on.add_permits(1);
        page.until(1, |event| event["partial"] == 1).await;
        page.transfer().await
    };

    futures_util::join!(asking, taken);

    // A server notices who has gone when it writes.
    let noticed = async {
        while endpoint.left.available_permits() == 0 {
            endpoint.goes_on.add_permits(1);
            tokio::task::yield_now().await;
        }
    };
    let noticed = tokio::time::timeout(Duration::from_secs(60), noticed).await;
    assert!(noticed.is_ok(), "the model goes on for nobody");
    app.stop().await;
}

#[actix_web::test]
async fn a_model_that_fails_again_and_again_is_left_alone() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let admin = app.admin().await;
    switch_on(&admin, &endpoint, "500", json!({})).await;
    let page = app.visitor().await;

    for _ in 0..5 {
        ask(&page).await;
    }

    assert_eq!(endpoint.asked().len(), 3);
    app.stop().await;
}

#[actix_web::test]
async fn the_tokens_of_a_day_are_not_overspent_and_a_restart_gives_none_back() {
    let endpoint = Endpoint::start();
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let host = endpoint.host.clone();
    let first = TestApp::on_disk_with(&folder, |settings| {
        settings.relay.private_hosts = vec![host]
    })
    .await;
    let admin = first.admin().await;
    switch_on(
        &admin,
        &endpoint,
        "good",
        json!({ "dailyTokens": 900, "outputTokens": 100 }),
    )
    .await;
    let page = first.visitor().await;
    let mut answered = 0;
    for _ in 0..20 {
        let answer = ask(&page).await;
        answered += usize::from(answer["answers"].as_str().unwrap().contains("LARGE_MODEL"));
    }
    assert!((1..8).contains(&answered), "{answered}");
    assert_eq!(endpoint.asked().len(), answered);
    drop(admin);
    first.stop().await;

    let host = endpoint.host.clone();
    let again = TestApp::on_disk_with(&folder, |settings| {
        settings.relay.private_hosts = vec![host]
    })
    .await;
    ask(&again.visitor().await).await;

    assert_eq!(endpoint.asked().len(), answered);
    again.stop().await;
}

/// [RB-04]
#[actix_web::test]
async fn the_key_comes_in_and_never_goes_out_nor_anywhere_else() {
    let endpoint = Endpoint::start();
    let app = app(&endpoint).await;
    let admin = app.admin().await;
    let put = switch_on(&admin, &endpoint, "good", json!({})).await;
    assert_eq!(put["largeModel"]["keySet"], true);
    for call in ["tenant/get", "tenant/list", "audit/list"] {
        let answer = admin.call(call, json!({})).await;
        assert!(!answer.text.contains(KEY), "{call}");
    }

    // Left out, it stays.
    let kept = admin.call("tenant/put", put).await.data().clone();
    assert_eq!(kept["largeModel"]["keySet"], true);
    ask(&app.visitor().await).await;
    assert_eq!(endpoint.asked()[0].0, format!("Bearer {KEY}"));
    // At another address it does not: whoever cannot read it cannot have it sent to them.
    let mut moved = kept;
    moved["largeModel"]["address"] = json!(format!("http://{}/v1/", endpoint.host));
    let moved = admin.call("tenant/put", moved).await.data().clone();
    assert_eq!(moved["largeModel"]["keySet"], false);
    app.stop().await;
}

#[actix_web::test]
async fn a_model_is_not_reached_where_only_the_operator_may_reach() {
    let endpoint = Endpoint::start();
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let tenant = admin.get("tenant", json!({})).await;
    for address in [
        format!("http://{}/v1", endpoint.host),
        "http://api.example.com/v1".to_owned(),
        "https://169.254.169.254/v1".to_owned(),
        "https://[::1]/v1".to_owned(),
        "https://api.example.com:8443/v1".to_owned(),
    ] {
        let mut put = tenant.clone();
        put["largeModel"] = json!({ "enabled": 1, "address": address, "model": "good" });
        assert_eq!(
            admin.refused_fields("tenant", put).await,
            ["largeModel.address"],
            "{address}"
        );
    }
    assert_eq!(endpoint.asked().len(), 0);
    app.stop().await;
}
