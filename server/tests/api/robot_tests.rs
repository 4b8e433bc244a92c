//! A tenant's test questions. They check a change of a robot's knowledge before it is published.

use crate::helpers::{Admin, Answer, TestApp};
use serde_json::{Value, json};

/// Polls a job until it has ended.
async fn ended(admin: &Admin<'_>, begun: &Answer) -> Value {
    let job = begun.data()["jobId"].clone();
    loop {
        let told = admin.call("jobs/get", json!({ "jobId": job })).await;
        if told.data()["state"] != "running" {
            return told.data().clone();
        }
        actix_web::rt::task::yield_now().await;
    }
}

fn question(id: &str, text: &str, doc: &str) -> Value {
    json!({ "robotNo": "fern", "questionId": id, "question": text, "lang": "en", "docId": doc })
}

/// Of these, the shop's robot fails only `giraffes`.
async fn with_questions(admin: &Admin<'_>) {
    for put in [
        question("send-back", "How do I return something?", "returns"),
        question("giraffes", "Do you sell giraffes?", "giraffes"),
        question("weather", "xyzzy qwrt", ""),
    ] {
        admin.call("testQuestions/put", put).await.data();
    }
}

async fn guard(admin: &Admin<'_>) {
    let mut robot = admin.get("robots", json!({ "robotNo": "fern" })).await;
    robot["publishWhen"] = json!("noneWorse");
    admin.call("robots/put", robot).await.data();
}

/// A document with the same question as another one.
fn thief() -> Value {
    json!({
        "robotNo": "fern", "docId": "thief", "lang": "en", "question": "How do I return something",
        "answer": "You do not."
    })
}

fn giraffes() -> Value {
    json!({
        "robotNo": "fern", "docId": "giraffes", "lang": "en", "question": "Do you sell giraffes?",
        "answer": "Small ones."
    })
}

async fn answering(admin: &Admin<'_>, question: &str) -> Value {
    let ask = json!({ "robotNo": "fern", "question": question, "lang": "en" });
    admin.call("robot/ask", ask).await.data()["docId"].clone()
}

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|tried| tried["questionId"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn test_questions_are_put_listed_exported_and_deleted() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    with_questions(&admin).await;

    let list = admin
        .call("testQuestions/list", json!({ "robotNo": "fern" }))
        .await;
    assert_eq!(
        names(&list.data()["list"]),
        ["giraffes", "send-back", "weather"]
    );
    let stale = admin
        .call("testQuestions/put", question("weather", "rain?", ""))
        .await;
    stale.is_refused(409, "version is not the newest");
    let exported = admin
        .call(
            "testQuestions/export",
            json!({ "robotNo": "fern", "format": "csv" }),
        )
        .await;
    assert_eq!(
        exported.text,
        "\u{feff}questionId,question,lang,docId\r\ngiraffes,Do you sell giraffes?,en,giraffes\r\n\
         send-back,How do I return something?,en,returns\r\nweather,xyzzy qwrt,en,\r\n"
    );
    let name = json!({ "robotNo": "fern", "questionId": "weather", "version": 1 });
    admin
        .call("testQuestions/delete", name.clone())
        .await
        .data();
    let gone = admin.call("testQuestions/delete", name).await;
    gone.is_refused(404, "not found");
    let audit = admin
        .call("audit/list", json!({ "thing": "testQuestions" }))
        .await;
    let actions = audit.data()["list"].as_array().unwrap().iter();
    let actions: Vec<_> = actions.map(|record| record["action"].clone()).collect();
    assert_eq!(actions, ["delete", "export", "put", "put", "put"]);
    app.stop().await;
}

#[actix_web::test]
async fn an_invalid_test_question_is_refused_by_field_and_another_tenants_robot_is_unknown() {
    let app = TestApp::new().await;
    let admin = app.admin().await;

    let fields = admin
        .refused_fields(
            "testQuestions",
            json!({
                "robotNo": "fern", "questionId": "a b", "question": "x".repeat(401), "lang": "xx", "docId": "a/b"
            }),
        )
        .await;
    assert_eq!(fields, ["questionId", "question", "lang", "docId"]);
    let foreign = question("mine", "Whose?", "").as_object().unwrap().clone();
    let mut foreign = Value::Object(foreign);
    foreign["robotNo"] = json!("theirs");
    let fields = admin.refused_fields("testQuestions", foreign).await;
    assert_eq!(fields, ["robotNo"]);
    for call in ["robot/check", "testQuestions/export"] {
        let unknown = admin.call(call, json!({ "robotNo": "theirs" })).await;
        unknown.is_refused(404, "not found");
    }
    app.stop().await;
}

#[actix_web::test]
async fn a_robot_has_at_most_a_thousand_test_questions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for number in 0..1_000 {
        let put = question(&format!("q{number}"), "Where?", "");
        admin.call("testQuestions/put", put).await.data();
    }

    let beyond = admin
        .call("testQuestions/put", question("one-more", "Where?", ""))
        .await;

    beyond.is_refused(400, "some fields are not valid");
    app.stop().await;
}

#[actix_web::test]
async fn a_check_job_reports_the_failing_test_questions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    with_questions(&admin).await;

    let begun = admin
        .call("robot/check", json!({ "robotNo": "fern" }))
        .await;
    let job = ended(&admin, &begun).await;

    assert_eq!(
        (&job["kind"], &job["state"], &job["done"]),
        (&json!("docs/check"), &json!("done"), &json!(3))
    );
    let check = &job["check"];
    assert_eq!(
        (&check["rightBefore"], &check["rightAfter"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(names(&check["failing"]), ["giraffes"]);
    app.stop().await;
}

#[actix_web::test]
async fn a_tried_change_reports_what_gets_better_and_worse_and_changes_nothing() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    with_questions(&admin).await;

    let mut put = giraffes();
    put["check"] = json!(true);
    let job = ended(&admin, &admin.call("docs/put", put).await).await;
    assert_eq!(names(&job["check"]["better"]), ["giraffes"]);
    let better = &job["check"]["better"][0];
    assert_ne!(better["before"]["verdict"], "right");
    assert_eq!(
        (&better["after"]["verdict"], &better["after"]["docId"]),
        (&json!("right"), &json!("giraffes"))
    );
    assert_eq!(better["after"]["score"], 1.0);

    let gone = json!({ "robotNo": "fern", "docId": "returns", "lang": "en", "check": 1 });
    let job = ended(&admin, &admin.call("docs/delete", gone).await).await;
    assert_eq!(names(&job["check"]["worse"]), ["send-back"]);
    assert_eq!(job["check"]["worse"][0]["before"]["verdict"], "right");

    assert_ne!(answering(&admin, "Do you sell giraffes?").await, "giraffes");
    assert_eq!(
        answering(&admin, "How do I return something?").await,
        "returns"
    );
    let mut wrong = giraffes();
    (wrong["check"], wrong["answer"]) = (json!(true), json!(""));
    let fields = admin.refused_fields("docs", wrong).await;
    assert_eq!(fields, ["answer"]);
    let mut odd = giraffes();
    odd["force"] = json!("yes");
    assert_eq!(admin.refused_fields("docs", odd).await, ["force"]);
    app.stop().await;
}

#[actix_web::test]
async fn a_guarded_robot_refuses_a_change_that_worsens_a_test_question_unless_forced() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    with_questions(&admin).await;
    guard(&admin).await;

    // A change that makes nothing worse is published.
    admin.call("docs/put", giraffes()).await.data();
    assert_eq!(answering(&admin, "Do you sell giraffes?").await, "giraffes");

    let gone = json!({ "robotNo": "fern", "docId": "returns", "lang": "en" });
    let refused = admin.call("docs/delete", gone.clone()).await;
    refused.is_refused(409, "test questions would be answered worse");
    let report = &refused.body["data"];
    assert_eq!(
        (names(&report["worse"]), &report["worseTotal"]),
        (vec!["send-back"], &json!(1))
    );
    assert_eq!(
        answering(&admin, "How do I return something?").await,
        "returns"
    );
    let listed = admin.call("docs/get", gone.clone()).await;
    assert_eq!(listed.data()["docId"], "returns");

    let mut forced = gone.clone();
    forced["force"] = json!(true);
    admin.call("docs/delete", forced).await.data();
    assert_ne!(
        answering(&admin, "How do I return something?").await,
        "returns"
    );
    let mut robot = admin.get("robots", json!({ "robotNo": "fern" })).await;
    robot["publishWhen"] = json!("sometimes");
    let fields = admin.refused_fields("robots", robot).await;
    assert_eq!(fields, ["publishWhen"]);
    app.stop().await;
}

#[actix_web::test]
async fn an_unguarded_robot_publishes_a_change_that_worsens_a_test_question() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    with_questions(&admin).await;
    let gone = json!({ "robotNo": "fern", "docId": "returns", "lang": "en" });

    admin.call("docs/delete", gone).await.data();

    assert_ne!(
        answering(&admin, "How do I return something?").await,
        "returns"
    );
    app.stop().await;
}

#[actix_web::test]
async fn inbox_questions_are_checked_before_they_are_added() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    with_questions(&admin).await;
    guard(&admin).await;
    let page = app.visitor().await;
    let asked = json!({ "question": "xyzzy qwrt" });
    assert_eq!(page.call("robotAsk", asked).await.data()["answerType"], 3);
    let ids = loop {
        let inbox = admin
            .call("robot/inbox", json!({ "robotNo": "fern" }))
            .await;
        if let Some(group) = inbox.data()["list"].get(0) {
            break group["ids"].clone();
        }
        actix_web::rt::task::yield_now().await;
    };
    let mut resolve = json!({
        "robotNo": "fern", "ids": ids, "action": "similar", "docId": "returns", "lang": "en", "check": true
    });

    let job = ended(&admin, &admin.call("robot/resolve", resolve.clone()).await).await;
    assert_eq!(names(&job["check"]["worse"]), ["weather"]);
    resolve["check"] = json!(false);
    let refused = admin.call("robot/resolve", resolve.clone()).await;
    refused.is_refused(409, "test questions would be answered worse");
    let inbox = admin
        .call("robot/inbox", json!({ "robotNo": "fern" }))
        .await;
    assert_eq!(inbox.data()["total"], 1);
    resolve["force"] = json!(true);
    let put = admin.call("robot/resolve", resolve.clone()).await;

    assert_eq!(put.data()["similar"], json!(["xyzzy qwrt"]));
    assert!(put.data().get("force").is_none());
    resolve["action"] = json!("dismiss");
    resolve["check"] = json!(true);
    assert_ne!(admin.call("robot/resolve", resolve).await.status, 200);
    app.stop().await;
}

#[actix_web::test]
async fn deleting_a_robot_deletes_its_test_questions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let robot = json!({ "robotNo": "moss", "robotName": "Moss" });
    admin.call("robots/put", robot).await.data();
    let mut put = question("who", "Who are you?", "");
    put["robotNo"] = json!("moss");
    admin.call("testQuestions/put", put).await.data();

    admin
        .call("robots/delete", json!({ "robotNo": "moss" }))
        .await
        .data();

    let list = admin.call("testQuestions/list", json!({})).await;
    assert_eq!(list.data()["list"], json!([]));
    app.stop().await;
}

#[actix_web::test]
async fn a_second_document_with_the_same_question_makes_nothing_worse() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    with_questions(&admin).await;
    guard(&admin).await;

    // Both documents match word for word. The first one still answers, so nothing is worse.
    admin.call("docs/put", thief()).await.data();

    assert_eq!(
        answering(&admin, "How do I return something?").await,
        "returns"
    );
    app.stop().await;
}
