//! Rich text is sanitised before it is stored, not only before it is shown.

use crate::helpers::TestApp;
use serde_json::json;

/// Hostile payloads, each with the part that must not be left of it.
const PAYLOADS: [(&str, &str); 9] = [
    ("Yes<script>alert(1)</script>", "script"),
    ("Yes<img src=x onerror=alert(1)>", "onerror"),
    ("Yes<svg onload=alert(1)></svg>", "onload"),
    (
        "Yes<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></math>",
        "onerror",
    ),
    ("Yes<a href=\"javascript:alert(1)\">a</a>", "javascript"),
    (
        "Yes<a href=\"\u{1}javascript:alert(1)\">a</a>",
        "javascript",
    ),
    ("Yes<a href=\"java\nscript:alert(1)\">a</a>", "script:"),
    ("Yes<a href=\"data:text/html,<script>\">a</a>", "data:"),
    ("Yes<img src=\"http://evil.example/beacon.png\">", "evil"),
];

#[actix_web::test]
async fn documents_are_stored_without_scripts_and_external_resources() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (payload, left) in PAYLOADS {
        let old = admin
            .call(
                "docs/get",
                json!({ "robotNo": "fern", "docId": "rich", "lang": "en" }),
            )
            .await;
        let version = old.body["data"]["version"].as_u64().unwrap_or(0);
        let doc = json!({
            "robotNo": "fern", "docId": "rich", "lang": "en", "question": "Rich?", "answer": payload,
            "version": version
        });
        let put = admin.call("docs/put", doc).await;
        let answer = put.data()["answer"].as_str().unwrap().to_owned();
        assert!(answer.starts_with("Yes"), "{answer}");

        let name = json!({ "robotNo": "fern", "docId": "rich", "lang": "en" });
        let got = admin.call("docs/get", name).await;
        let listed = admin.call("docs/list", json!({ "robotNo": "fern" })).await;
        let file = admin
            .call("docs/export", json!({ "robotNo": "fern" }))
            .await;
        let read = json!({ "docId": "rich", "channelId": "talk", "locale": "en" });
        let shown = app.post("/api/chat/visitor/getRobotDoc", None, &read).await;
        for text in [&answer, &got.text, &listed.text, &file.text, &shown.text] {
            assert!(!text.contains(left), "{left} in {text}");
        }
    }
    let nothing = json!({
        "robotNo": "fern", "docId": "none", "lang": "en", "question": "Rich?", "answer": "<script>x</script>"
    });
    assert_eq!(admin.refused_fields("docs", nothing).await, ["answer"]);
    app.stop().await;
}

#[actix_web::test]
async fn flows_and_channels_are_stored_without_scripts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let bad = "Bye<script>alert(1)</script><img src=x onerror=alert(1)>";
    let flow = json!({
        "flowId": "bye", "robotNo": "fern", "name": "Bye", "triggers": ["bye bye"], "start": "end",
        "nodes": [{ "nodeId": "end", "replySource": "END", "answer": { "default": bad } }]
    });
    let put = admin.call("flows/put", flow).await;
    assert!(!put.text.contains("onerror") && put.text.contains("Bye"));
    let kept = admin.call("flows/list", json!({})).await;
    assert!(!kept.text.contains("onerror") && !kept.text.contains("script"));

    let mut channel = admin.get("channels", json!({ "channelId": "talk" })).await;
    channel["leaveMsgTitle"] = json!({ "en": bad });
    channel["sideBarConfig"]["questionList"] = json!([{ "question": "Q", "answer": bad }]);
    let put = admin.call("channels/put", channel).await;
    assert_eq!(put.data()["leaveMsgTitle"]["en"], "Bye<img>");
    assert!(!put.text.contains("onerror") && !put.text.contains("script"));
    app.stop().await;
}
