//! Backups in a bucket, of a running server.

use crate::files::Bucket;
use crate::helpers::TestApp;
use crate::uploads::{png, upload};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Runs the program with the bucket's keys, and returns what it printed.
async fn run(bucket: &Bucket, words: &[&str], data: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
    command
        .args(words)
        .arg("--data")
        .arg(data)
        .env("AWS_ENDPOINT", &bucket.endpoint)
        .env("AWS_ACCESS_KEY_ID", "name")
        .env("AWS_SECRET_ACCESS_KEY", "key");
    // The bucket's server runs on this thread.
    let ended = actix_web::web::block(move || command.output().unwrap());
    let ended = ended.await.unwrap();
    let said = String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap();
    assert!(ended.status.success(), "{said}");
    said
}

#[actix_web::test]
async fn a_bucket_takes_backups_and_gives_them_back() {
    let bucket = Bucket::open().await;
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let _mia = app.agent_online("mia", 5).await;
    let page = app.visitor().await;
    page.transfer().await.data();
    let uploaded = upload(&page, "cat.png", &png()).await;
    let url = uploaded.data()["url"].as_str().unwrap().to_owned();
    let image = json!({ "id": "1", "msgType": 2, "msgContent": url, "fileName": "cat.png" });
    page.call("sendMsg", image).await.data();
    let there = "s3://files/backups/shop";

    let first = run(&bucket, &["backup", there], folder.path()).await;
    let second = run(&bucket, &["backup", there, "--keep", "1"], folder.path()).await;
    let restored = tempfile::tempdir().unwrap();
    let data = restored.path().join("data");
    run(&bucket, &["check", there], folder.path()).await;
    run(&bucket, &["restore", there], &data).await;

    assert!(first.contains("is in s3://files/backups/shop"), "{first}");
    assert!(second.contains("removed 1 older"), "{second}");
    let kept = bucket.folder.path().join("files/backups/shop/backups");
    assert_eq!(std::fs::read_dir(kept).unwrap().count(), 1);
    let sound = run(&bucket, &["check"], &data).await;
    assert!(sound.contains("every reference leads somewhere"), "{sound}");
    let (_, name) = url.rsplit_once('/').unwrap();
    let file = |data: &Path| std::fs::read(data.join("uploads").join(name)).unwrap();
    assert_eq!(file(&data), file(folder.path()));
}
