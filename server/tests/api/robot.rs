//! robotAsk and getRobotDoc.

use crate::helpers::{Page, TestApp, texts};
use serde_json::{Value, json};
use server::settings::robots::RobotSettings;

#[actix_web::test]
async fn a_question_is_answered_from_a_document_and_both_enter_the_history() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let ask = json!({ "id": "q1", "question": "How fast do you ship?", "robotNo": "fern", "docId": "", "click": 0 });
    let answer = page.call("robotAsk", ask.clone()).await.data().clone();
    let repeat = page.call("robotAsk", ask).await.data().clone();
    let other = page
        .call(
            "robotAsk",
            json!({ "id": "q1", "question": "How do I return something?" }),
        )
        .await;

    assert_eq!(
        (&answer["status"], &answer["answerType"], &answer["docId"]),
        (&json!(1), &json!(1), &json!("shipping"))
    );
    assert_eq!((&answer["askSeq"], &answer["seq"]), (&json!(2), &json!(3)));
    assert_eq!(answer["answer"], "<p>Within a week.</p>");
    assert_eq!(
        (&repeat["msgId"], &repeat["answer"]),
        (&answer["msgId"], &answer["answer"])
    );
    other.is_refused(422, "id already used");
    assert_eq!(
        texts(&page.events(1).await),
        ["How fast do you ship?", "<p>Within a week.</p>"]
    );
}

/// [ST-10]
#[actix_web::test]
async fn each_kind_of_answer_offers_an_agent_as_the_channel_is_configured() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let asked = [
        ("robotAnswerTransferUserMode", 1, "How fast do you ship?"),
        ("robotGuideTransferUserMode", 2, "my order return"),
        ("robotUnknownTransferUserMode", 3, "xyzzy plugh"),
    ];
    for (field, kind, question) in asked {
        for mode in [0, 1, 2] {
            let mut channel = admin.get("channels", json!({ "channelId": "web" })).await;
            for (other, ..) in asked {
                channel[other] = json!(if other == field { mode } else { 2 - mode });
            }
            admin.call("channels/put", channel).await.data();
            let page = app.visitor().await;

            let answer = page.call("robotAsk", json!({ "question": question })).await;

            let [kind_told, offer] =
                ["answerType", "showTransferBtn"].map(|told| answer.data()[told].clone());
            assert_eq!((kind_told, offer), (json!(kind), json!(mode)), "{field}");
        }
    }
}

/// Asks a question with these fields and returns the answer.
async fn answered(page: &Page<'_>, fields: Value) -> Value {
    page.call("robotAsk", fields).await.data().clone()
}

#[actix_web::test]
async fn an_answer_says_how_its_document_was_found() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    for (fields, pattern) in [
        (json!({ "docId": "shipping" }), "clicked"),
        (json!({ "question": "how fast do you ship" }), "exact"),
        (
            json!({ "question": "when does my order arrive please" }),
            "similar",
        ),
        (json!({ "question": "xyzzy plugh" }), ""),
    ] {
        assert_eq!(answered(&page, fields).await["docPattern"], pattern);
    }
}

#[actix_web::test]
async fn an_unknown_question_gets_suggestions_from_an_earlier_question_to_an_agent() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let earlier = "How do I return something?";

    let helped =
        json!({ "question": "xyzzy plugh", "agentAskContent": earlier, "agentTime": "10:00" });
    let helped = answered(&page, helped).await;
    let alone = answered(&page, json!({ "question": "xyzzy plugh" })).await;
    let known = json!({ "question": "How fast do you ship?", "agentAskContent": earlier });
    let known = answered(&page, known).await;

    assert_eq!(
        (&helped["answerType"], &helped["docId"]),
        (&json!(3), &json!(""))
    );
    assert_eq!(helped["suggestList"][0]["docId"], "returns");
    assert_eq!(alone["suggestList"], json!([]));
    assert_eq!(known["docId"], "shipping");
}

#[actix_web::test]
async fn an_invalid_customer_token_or_parameters_are_refused() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let ask = |field: &str, value: &str| {
        let fields = json!({ "question": "How fast do you ship?", field: value });
        page.call("robotAsk", fields)
    };

    for wrong in ["nonsense", "[1]", "{"] {
        let refused = ask("customerParameters", wrong).await;
        refused.is_refused(400, "customerParameters is not valid");
    }
    let refused = ask("customerToken", "a\r\nx-forged: 1").await;
    refused.is_refused(400, "customerToken is not valid");
    ask("customerParameters", " ").await.data();
}

#[actix_web::test]
async fn the_robot_says_that_it_does_not_know_and_offers_an_agent() {
    let app = TestApp::new().await;
    let page = app.visitor().await;

    let answer = page
        .call("robotAsk", json!({ "question": "xyzzy plugh" }))
        .await
        .data()
        .clone();

    assert_eq!(
        (
            &answer["status"],
            &answer["answerType"],
            &answer["showTransferBtn"]
        ),
        (&json!(1), &json!(3), &json!(1))
    );
    assert_eq!(answer["docId"], "");
}

#[actix_web::test]
async fn a_visitor_who_asks_for_a_person_is_offered_a_transfer_and_no_article() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    let alone = app
        .page(json!({ "channelId": "alone", "locale": "en" }))
        .await;
    let ask = async |page: &Page<'_>, question: &str| {
        let body = json!({ "question": question });
        page.call("robotAsk", body).await.data().clone()
    };
    let said = |answer: &Value| {
        let [kind, offer] = ["answerType", "showTransferBtn"].map(|field| answer[field].clone());
        (kind, offer, answer["answer"].as_str().unwrap().to_owned())
    };
    let offered = "Of course. A person can take over this chat.";

    let english = ask(&page, "Can I please talk to a human?").await;
    let chinese = ask(&page, "转人工").await;
    let nobody = ask(&alone, "talk to a human").await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["personPhrases"] = json!(["call the gardener"]);
    admin.call("tenant/put", tenant).await.data();
    let own = ask(&page, "Call the gardener!").await;
    let mut channel = admin.get("channels", json!({ "channelId": "web" })).await;
    channel["askForPerson"] = json!("transfer");
    admin.call("channels/put", channel).await.data();
    let at_once = ask(&page, "agent").await;
    let mut channel = admin.get("channels", json!({ "channelId": "web" })).await;
    channel["askForPerson"] = json!("never");
    let refused = admin.call("channels/put", channel).await;

    let button = (json!(1), json!(1), offered.to_owned());
    assert_eq!(
        [said(&english), said(&chinese), said(&own)],
        [button.clone(), button.clone(), button]
    );
    assert_eq!(said(&at_once), (json!(1), json!(2), offered.to_owned()));
    let unknown = "Sorry, I did not find an answer to that. You can put it another way.";
    assert_eq!(said(&nobody), (json!(3), json!(0), unknown.to_owned()));
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("askForPerson"), "{}", refused.text);
    assert!(texts(&page.events(1).await).contains(&offered));
}

#[actix_web::test]
async fn a_waiting_visitor_who_asks_for_a_person_is_told_that_they_wait() {
    let app = TestApp::new().await;
    let _desk = app.agent_online("mia", 1).await;
    let first = app.visitor().await;
    let second = app.visitor().await;
    first.transfer().await.data();
    second.transfer().await.data();

    let answer = second
        .call("robotAsk", json!({ "question": "operator" }))
        .await
        .data()
        .clone();

    assert_eq!(answer["showTransferBtn"], 0);
    assert_eq!(
        answer["answer"],
        "You are already in the queue. A person takes over as soon as one is free."
    );
}

#[actix_web::test]
async fn a_clicked_suggestion_is_answered_in_the_visitors_language() {
    let app = TestApp::new().await;
    let page = app
        .page(json!({ "channelId": "web", "locale": "zh" }))
        .await;

    let answer = page
        .call("robotAsk", json!({ "docId": "shipping" }))
        .await
        .data()
        .clone();

    assert_eq!(answer["answer"], "<p>一周之内。</p>");
    assert_eq!(texts(&page.events(1).await)[0], "订单什么时候到？");
}

#[actix_web::test]
async fn a_question_needs_a_channel_with_a_robot_and_a_visitor_who_is_with_it() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let plain = app.page(json!({ "channelId": "plain" })).await;
    let _desk = app.agent_online("mia", 5).await;

    page.call("robotAsk", json!({ "question": "  " }))
        .await
        .is_refused(400, "question: the text is blank");
    page.call("robotAsk", json!({}))
        .await
        .is_refused(400, "question is missing");
    plain
        .call("robotAsk", json!({ "question": "hello" }))
        .await
        .is_refused(403, "the channel has no robot");
    page.transfer().await.data();
    page.call("robotAsk", json!({ "question": "hello" }))
        .await
        .is_refused(409, "with an agent");
    page.call("chatClose", json!({})).await.data();
    let ended = page.call("robotAsk", json!({ "question": "hello" })).await;

    assert_eq!(ended.data()["status"], 0);
}

#[actix_web::test]
async fn an_article_opens_for_anybody_and_another_tenants_is_unknown() {
    let app = TestApp::new().await;
    let doc = |body| {
        app.post(
            "/api/chat/visitor/getRobotDoc",
            None,
            Box::leak(Box::new(body)),
        )
    };

    let found = doc(json!({ "docId": "returns", "channelId": "web", "locale": "en" })).await;
    let unknown = doc(json!({ "docId": "none", "channelId": "web" })).await;
    let elsewhere = doc(json!({ "docId": "returns", "channelId": "rival" })).await;

    assert_eq!(found.data()["docQuestion"], "How do I return something?");
    unknown.is_refused(404, "not found");
    assert_eq!(unknown.text, elsewhere.text);
}

#[actix_web::test] // [RB-02]
async fn a_robot_whose_indexes_are_dropped_after_every_question_still_answers() {
    let app = TestApp::with(|settings| {
        settings.robots = RobotSettings {
            index_mib_max: 0,
            rest_minutes: 0,
        };
    })
    .await;
    let page = app.visitor().await;

    for id in 0..4 {
        let tips = json!({ "question": "somethin" });
        let tips = page.call("robotTips", tips).await.data().clone();
        let ask = json!({ "id": format!("q{id}"), "question": "How do I return somethin?" });
        let answer = page.call("robotAsk", ask).await.data().clone();

        assert_eq!(tips[0]["docId"], "returns");
        assert_eq!(answer["docId"], "returns");
    }
    app.stop().await;
}

#[actix_web::test]
async fn an_article_opens_by_user_id_unless_two_tenants_have_that_user_id() {
    let app = TestApp::new().await;
    let page = app.visitor().await;
    let doc = |body| {
        app.post(
            "/api/chat/visitor/getRobotDoc",
            None,
            Box::leak(Box::new(body)),
        )
    };
    let open = |channel| {
        let body = json!({ "channelId": channel, "userId": "a-name-of-both" });
        app.post(
            "/api/chat/visitor/chatStart",
            None,
            Box::leak(Box::new(body)),
        )
    };

    let by_name = doc(json!({ "docId": "returns", "userId": page.user })).await;
    let by_token = page
        .call("getRobotDoc", json!({ "docId": "returns" }))
        .await;
    let nobody = doc(json!({ "docId": "returns", "userId": "v_nobody" })).await;
    let none = doc(json!({ "docId": "returns" })).await;
    open("web").await.data();
    let alone = doc(json!({ "docId": "returns", "userId": "a-name-of-both" })).await;
    open("rival").await.data();
    let one_of_two = doc(json!({ "docId": "returns", "userId": "a-name-of-both" })).await;

    assert_eq!(
        by_name.data()["docQuestion"],
        by_token.data()["docQuestion"]
    );
    assert!(
        alone.data()["docAnswer"]
            .as_str()
            .is_some_and(|it| !it.is_empty())
    );
    for refused in [nobody, none, one_of_two] {
        refused.is_refused(404, "not found");
    }
}
