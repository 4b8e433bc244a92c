//! Import and export of a robot's documents and test questions.

use crate::helpers::{Admin, Answer, TestApp};
use actors_runtime::ports::DocumentKind;
use actors_runtime::testing::MemoryStore;
use serde_json::{Value, json};
use std::sync::Arc;

const EDGE: &str = "edge-of-a-part";

fn form(fields: &[(&str, &str)], name: &str, content: &str) -> String {
    let mut body = String::new();
    for (field, value) in fields {
        body.push_str(&format!(
            "--{EDGE}\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n"
        ));
    }
    body + &format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n--{EDGE}--\r\n"
    )
}

async fn handed_in(admin: &Admin<'_>, fields: &[(&str, &str)], file: (&str, &str)) -> Answer {
    handed_to(admin, "docs/import", fields, file).await
}

async fn handed_to(
    admin: &Admin<'_>,
    call: &str,
    fields: &[(&str, &str)],
    (name, content): (&str, &str),
) -> Answer {
    let (path, kind) = (
        format!("/api/admin/{call}"),
        format!("multipart/form-data; boundary={EDGE}"),
    );
    let body = form(fields, name, content);
    let token = Some(admin.token.as_str());
    admin.app.post_bytes(&path, token, &kind, body).await
}

/// Polls a job until it has ended.
async fn ended(admin: &Admin<'_>, begun: &Answer) -> Value {
    let job = begun.data()["jobId"].clone();
    loop {
        let told = admin.call("jobs/get", json!({ "jobId": job })).await;
        if told.data()["state"] != "running" {
            return told.data().clone();
        }
        actix_web::rt::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

async fn imported(admin: &Admin<'_>, mode: &str, content: &str) -> Value {
    let fields = [("robotNo", "fern"), ("mode", mode)];
    let begun = handed_in(admin, &fields, ("kb.jsonl", content)).await;
    ended(admin, &begun).await
}

fn document(doc: &str, question: &str, answer: &str) -> String {
    let line = json!({ "docId": doc, "lang": "en", "question": question, "similar": [], "answer": answer });
    format!("{line}\n")
}

async fn answered(admin: &Admin<'_>, question: &str) -> Value {
    let body = json!({ "robotNo": "fern", "question": question, "lang": "en" });
    let told = admin.call("robot/ask", body).await;
    told.data()["docId"].clone()
}

async fn exported(admin: &Admin<'_>, format: &str) -> Answer {
    let body = json!({ "robotNo": "fern", "format": format });
    admin.call("docs/export", body).await
}

#[actix_web::test]
async fn the_robot_answers_from_an_imported_file_also_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    let mut file = document("parsnips", "Do you sell parsnips?", "Yes, in winter.");
    for number in 0..450 {
        let question = format!("What is shelf number {number} for?");
        file.push_str(&document(&format!("shelf-{number}"), &question, "Pots."));
    }

    let job = imported(&admin, "add", &file).await;

    assert_eq!(
        (&job["state"], &job["total"], &job["done"]),
        (&json!("done"), &json!(451), &json!(451))
    );
    assert_eq!(job["counts"]["added"], 451);
    assert_eq!(answered(&admin, "Do you sell parsnips?").await, "parsnips");
    let audit = admin.call("audit/list", json!({ "thing": "docs" })).await;
    let newest = &audit.data()["list"][0];
    assert_eq!(
        (&newest["action"], &newest["id"]),
        (&json!("import"), &json!("fern"))
    );
    app.stop().await;
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    assert_eq!(answered(&admin, "Do you sell parsnips?").await, "parsnips");
    let told = admin
        .call("jobs/get", json!({ "jobId": job["jobId"] }))
        .await;
    assert_eq!(told.data()["state"], "done");
    app.stop().await;
}

#[actix_web::test]
async fn one_invalid_line_rejects_the_whole_file() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let before = exported(&admin, "jsonl").await.text;
    let file = document("parsnips", "Do you sell parsnips?", "Yes.")
        + "{\"docId\": \"x\"\n"
        + &document("beans", " ", "Green.");

    let job = imported(&admin, "replace", &file).await;

    assert_eq!(
        (&job["state"], &job["errorsTotal"]),
        (&json!("failed"), &json!(2))
    );
    assert_eq!(
        job["errors"],
        json!([
            { "line": 2, "field": "", "message": "is not JSON" },
            { "line": 3, "field": "question", "message": "must not be empty" },
        ])
    );
    assert_eq!(exported(&admin, "jsonl").await.text, before);
    assert_ne!(answered(&admin, "Do you sell parsnips?").await, "parsnips");
    app.stop().await;
}

#[actix_web::test]
async fn an_import_whose_audit_record_failed_takes_effect_when_it_is_repeated() {
    let store = Arc::new(MemoryStore::new());
    let app = TestApp::in_store(Arc::clone(&store), |_| {}).await;
    let admin = app.admin().await;
    let file = document("moss", "How often do I comb moss?", "Never.");
    store.refuse(Some(DocumentKind::Audit));
    let failed = imported(&admin, "add", &file).await;
    assert_eq!(failed["state"], "interrupted");
    store.refuse(None);

    let again = imported(&admin, "add", &file).await;

    assert_eq!(again["state"], "done");
    assert_eq!(answered(&admin, "How often do I comb moss?").await, "moss");
    app.stop().await;
}

#[actix_web::test]
async fn importing_an_exported_file_changes_nothing() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let odd = document(
        "odd",
        "Commas, \"quotes\" and\nlines?",
        "<b>All</b> of them.",
    );
    imported(&admin, "add", &odd).await;

    for (format, name, kind) in [
        ("jsonl", "kb.jsonl", "application/x-ndjson"),
        ("csv", "kb.csv", "text/csv; charset=utf-8"),
    ] {
        let file = exported(&admin, format).await;
        assert_eq!(file.status, 200);
        assert_eq!(file.header("content-type"), Some(kind));
        let expected = format!("attachment; filename=\"fern.{format}\"");
        assert_eq!(file.header("content-disposition"), Some(expected.as_str()));
        let fields = [("robotNo", "fern"), ("mode", "replace")];
        let begun = handed_in(&admin, &fields, (name, &file.text)).await;
        let job = ended(&admin, &begun).await;

        assert_eq!(job["state"], "done", "{job}");
        let counts = &job["counts"];
        assert_eq!(counts["unchanged"], job["total"], "{job}");
    }
    app.stop().await;
}

#[actix_web::test]
async fn replace_removes_documents_missing_from_the_file_unless_they_are_in_use() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let kept = exported(&admin, "jsonl").await.text;
    let more = document("parsnips", "Do you sell parsnips?", "Yes.");
    imported(&admin, "add", &more).await;

    let job = imported(&admin, "replace", &kept).await;

    assert_eq!(
        (&job["state"], &job["counts"]["removed"]),
        (&json!("done"), &json!(1))
    );
    assert_ne!(answered(&admin, "Do you sell parsnips?").await, "parsnips");
    let mut web = admin.get("channels", json!({ "channelId": "web" })).await;
    imported(&admin, "add", &more).await;
    web["faq"] = json!({ "showType": 1, "showContent": [
        { "id": "1", "name": "Greens", "type": 1, "questionList": [{ "questionName": "Parsnips?", "docId": "parsnips" }] }
    ] });
    admin.call("channels/put", web).await.data();
    let job = imported(&admin, "replace", &kept).await;
    assert_eq!(job["state"], "failed");
    assert_eq!(job["errors"][0]["field"], "channels/web.faq.showContent");
    assert_eq!(answered(&admin, "Do you sell parsnips?").await, "parsnips");
    app.stop().await;
}

#[actix_web::test]
async fn repeating_an_import_id_returns_its_job_and_refuses_another_file() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let fields = [("robotNo", "fern"), ("id", "spring")];
    let file = document("parsnips", "Do you sell parsnips?", "Yes.");
    let first = handed_in(&admin, &fields, ("kb.jsonl", &file)).await;
    let done = ended(&admin, &first).await;

    let again = handed_in(&admin, &fields, ("kb.jsonl", &file)).await;
    let other = document("parsnips", "Do you sell parsnips?", "No.");
    let refused = handed_in(&admin, &fields, ("kb.jsonl", &other)).await;

    assert_eq!(*again.data(), done);
    refused.is_refused(422, "id already used");
    app.stop().await;
}

#[actix_web::test]
async fn an_interrupted_import_is_reported_and_continues_when_repeated() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let fields = [("robotNo", "fern"), ("id", "spring")];
    let file = document("parsnips", "Do you sell parsnips?", "Yes.");
    let first = handed_in(&admin, &fields, ("kb.jsonl", &file)).await;
    let mut job = ended(&admin, &first).await;
    // The record that a process killed during the import leaves in the store.
    let key = format!("shop/{}", job["jobId"].as_str().unwrap());
    let store = app.state.office.store();
    let kind = actors_runtime::ports::DocumentKind::Job;
    let kept: Value =
        serde_json::from_slice(&store.document(kind, &key).unwrap().unwrap()).unwrap();
    job["asked"] = kept["asked"].clone();
    job["state"] = json!("running");
    store
        .put_document(kind, &key, job.to_string().as_bytes())
        .unwrap();

    let told = admin
        .call("jobs/get", json!({ "jobId": job["jobId"] }))
        .await;
    assert_eq!(told.data()["state"], "interrupted");
    let again = handed_in(&admin, &fields, ("kb.jsonl", &file)).await;

    let job = ended(&admin, &again).await;
    assert_eq!(
        (&job["state"], &job["counts"]["unchanged"]),
        (&json!("done"), &json!(1))
    );
    app.stop().await;
}

#[actix_web::test]
async fn import_and_export_need_an_administrator_of_the_robots_tenant() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let rival = app.admin_of("rival", "ron").await;
    let lin = app.admin_of("shop", "lin").await;
    let file = document("parsnips", "Do you sell parsnips?", "Yes.");
    let begun = handed_in(&admin, &[("robotNo", "fern")], ("kb.jsonl", &file)).await;
    let job = ended(&admin, &begun).await;

    let unknown = handed_in(&admin, &[("robotNo", "nobody")], ("kb.jsonl", &file)).await;
    unknown.is_refused(404, "not found");
    let foreign = handed_in(&rival, &[("robotNo", "fern")], ("kb.jsonl", &file)).await;
    foreign.is_refused(404, "not found");
    let theirs = rival
        .call("jobs/get", json!({ "jobId": job["jobId"] }))
        .await;
    theirs.is_refused(404, "not found");
    let refused = handed_in(&lin, &[("robotNo", "fern")], ("kb.jsonl", &file)).await;
    refused.is_refused(403, "for administrators alone");
    let odd = handed_in(
        &admin,
        &[("robotNo", "fern"), ("mode", "burn")],
        ("kb.jsonl", &file),
    );
    odd.await.is_refused(400, "mode must be add or replace");
    let body = json!({ "robotNo": "fern", "format": "xlsx" });
    let odd = admin.call("docs/export", body).await;
    odd.is_refused(400, "format must be jsonl or csv");
    let foreign = rival
        .call("docs/export", json!({ "robotNo": "fern" }))
        .await;
    foreign.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn test_questions_are_imported_all_or_none() {
    const CALL: &str = "testQuestions/import";
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let line = |id: &str, text: &str| json!({ "questionId": id, "question": text, "lang": "en", "docId": "returns" });
    let hand_in = async |mode: &str, name: &str, content: &str| {
        let fields = [("robotNo", "fern"), ("mode", mode)];
        let begun = handed_to(&admin, CALL, &fields, (name, content)).await;
        ended(&admin, &begun).await
    };
    let two = format!(
        "{}\n{}\n",
        line("back", "May it go back?"),
        line("send", "How do I send it?")
    );
    let tried = [("robotNo", "fern"), ("check", "1")];
    let begun = handed_to(&admin, CALL, &tried, ("tests.jsonl", &two)).await;
    let job = ended(&admin, &begun).await;
    assert_eq!(
        (&job["kind"], &job["counts"]["added"]),
        (&json!("testQuestions/check"), &json!(2))
    );
    let job = hand_in("add", "tests.jsonl", &two).await;
    assert_eq!(
        (&job["kind"], &job["state"], &job["counts"]["added"]),
        (&json!(CALL), &json!("done"), &json!(2))
    );

    let robot = json!({ "robotNo": "fern", "format": "csv" });
    let table = admin.call("testQuestions/export", robot).await.text;
    let job = hand_in("add", "tests.csv", &table).await;
    assert_eq!(job["counts"]["unchanged"], 2, "{job}");
    let other = format!(
        "{}\n{}\n",
        line("back", "Can it go back?"),
        line("new", "And this?")
    );
    let wrong = other.clone() + "[]";
    let job = hand_in("replace", "tests.jsonl", &wrong).await;
    assert_eq!(
        (&job["state"], &job["errors"][0]["line"]),
        (&json!("failed"), &json!(3))
    );
    let many = 999;
    let many: String = (0..many)
        .map(|at| format!("{}\n", line(&format!("q{at}"), "?")))
        .collect();
    let job = hand_in("add", "tests.jsonl", &many).await;
    assert_eq!(
        job["errors"][0]["message"],
        "the robot would have more than 1000 questions"
    );
    let job = hand_in("replace", "tests.jsonl", &other).await;
    let counts = json!({ "added": 1, "changed": 1, "unchanged": 0, "removed": 1 });
    assert_eq!(job["counts"], counts);

    let list = admin
        .call("testQuestions/list", json!({ "robotNo": "fern" }))
        .await;
    let list = list.data()["list"].as_array().unwrap();
    let list: Vec<_> = list
        .iter()
        .map(|it| (it["questionId"].clone(), it["version"].clone()))
        .collect();
    assert_eq!(list, [(json!("back"), json!(2)), (json!("new"), json!(1))]);
    let audit = admin
        .call("audit/list", json!({ "thing": "testQuestions" }))
        .await;
    assert_eq!(audit.data()["list"][0]["action"], "import");
    let foreign = handed_to(&admin, CALL, &[("robotNo", "theirs")], ("a.jsonl", &two)).await;
    foreign.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn a_short_table_is_read_in_the_encoding_that_a_person_chooses() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let gbk = encoding_rs::GBK.encode("价格？").0;
    let sent = async |encoding: &str| {
        let fields = [("robotNo", "fern"), ("check", "1"), ("encoding", encoding)];
        let body = form(
            &fields,
            "kb.csv",
            "docId,question,answer\n1,@@,See our page.\n",
        );
        let (before, after) = body.split_once("@@").unwrap();
        let body = [before.as_bytes(), &gbk, after.as_bytes()].concat();
        let kind = format!("multipart/form-data; boundary={EDGE}");
        let token = Some(admin.token.as_str());
        app.post_bytes("/api/admin/docs/import", token, &kind, body)
            .await
    };

    let guessed = ended(&admin, &sent("").await).await;
    let chosen = ended(&admin, &sent("gbk").await).await;
    let wrong = ended(&admin, &sent("utf-8").await).await;

    assert_eq!(guessed["state"], "done", "{guessed}");
    assert!(guessed["encoding"].is_string(), "{guessed}");
    assert_eq!(
        (&chosen["state"], &chosen["encoding"]),
        (&json!("done"), &json!("GBK"))
    );
    assert_eq!(
        wrong["errors"][0]["message"],
        "the file is not text in UTF-8"
    );
    sent("klingon").await.is_refused(
        400,
        "encoding must be a name of the Encoding Standard, such as gbk",
    );
    app.stop().await;
}
