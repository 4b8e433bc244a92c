//! Earlier versions of documents, and restoring one.

use crate::helpers::{Admin, TestApp};
use serde_json::{Value, json};
use std::sync::Arc;

fn name() -> Value {
    json!({ "robotNo": "fern", "docId": "giraffe", "lang": "en" })
}

async fn put(admin: &Admin<'_>, answer: &str, version: u64) -> Value {
    let mut document = name();
    document["question"] = json!("Do you sell giraffes?");
    document["similar"] = json!(["giraffe?"]);
    document["answer"] = json!(answer);
    document["version"] = json!(version);
    admin.call("docs/put", document).await.data().clone()
}

async fn versions(admin: &Admin<'_>) -> Vec<Value> {
    let history = admin.call("docs/history", name()).await;
    history.data()["list"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn an_earlier_version_can_be_restored_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;
    put(&admin, "Only small ones.", 0).await;
    assert!(versions(&admin).await.is_empty());
    put(&admin, "None.", 1).await;
    put(&admin, "Two.", 2).await;
    app.stop().await;
    let app = TestApp::on_disk(&folder).await;
    let admin = app.admin().await;

    let history = versions(&admin).await;

    let answers: Vec<&Value> = history.iter().map(|version| &version["answer"]).collect();
    assert_eq!(answers, ["None.", "Only small ones."]);
    assert_eq!(
        (
            &history[1]["version"],
            &history[1]["adminId"],
            &history[1]["similar"]
        ),
        (&json!(1), &json!("ada"), &json!(["giraffe?"]))
    );
    assert!(history[0]["at"].as_i64() > history[1]["at"].as_i64());
    let mut restore = name();
    restore["version"] = json!(1);
    let restored = admin.call("docs/restore", restore.clone()).await;
    assert_eq!(
        (&restored.data()["answer"], &restored.data()["version"]),
        (&json!("Only small ones."), &json!(4))
    );
    let page = app.visitor().await;
    let ask = json!({ "question": "Do you sell giraffes?", "robotNo": "fern" });
    let answer = page.call("robotAsk", ask).await;
    assert_eq!(answer.data()["answer"], "Only small ones.");
    assert_eq!(versions(&admin).await.len(), 3);
    restore["version"] = json!(9);
    let unknown = admin.call("docs/restore", restore).await;
    unknown.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn the_newest_twenty_versions_stay_and_go_with_the_document() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for version in 0..25 {
        put(&admin, &format!("Answer {}.", version + 1), version).await;
    }

    let history = versions(&admin).await;

    assert_eq!(history.len(), 20);
    assert_eq!(
        (&history[0]["version"], &history[19]["version"]),
        (&json!(24), &json!(5))
    );
    assert!(history.iter().all(|version| version["adminId"] == "ada"));
    admin.call("docs/delete", name()).await.data();
    let gone = admin.call("docs/history", name()).await;
    gone.is_refused(404, "not found");
    put(&admin, "Anew.", 0).await;
    assert!(versions(&admin).await.is_empty());
    let rival = app.admin_of("rival", "ron").await;
    let theirs = rival.call("docs/history", name()).await;
    theirs.is_refused(404, "not found");
    app.stop().await;
}
