//! Documents that other settings refer to: told by their titles, and deleted all the same.

use crate::helpers::{Admin, TestApp};
use serde_json::{Value, json};

const RETURNS: [(&str, &str); 3] = [("robotNo", "fern"), ("docId", "returns"), ("lang", "en")];

fn named(more: &[(&str, Value)]) -> Value {
    let name = RETURNS.iter().map(|(field, value)| (*field, json!(value)));
    let all = name.chain(more.iter().cloned());
    Value::Object(
        all.map(|(field, value)| (field.to_owned(), value))
            .collect(),
    )
}

/// A channel's menu, a flow and a test question that refer to the document 'returns'.
async fn referring(admin: &Admin<'_>) {
    let mut channel = admin.get("channels", json!({ "channelId": "web" })).await;
    channel["faq"] = json!({ "showType": 1, "showContent": [{
        "id": "1", "name": "Orders", "type": 1,
        "questionList": [
            { "questionName": "Sending back", "docId": "returns" },
            { "questionName": "Arriving", "docId": "shipping" }
        ]
    }] });
    admin.call("channels/put", channel).await.data();
    let flow = json!({
        "flowId": "back", "robotNo": "fern", "name": "Back", "triggers": ["sending back"], "start": "told",
        "nodes": [
            { "nodeId": "told", "replySource": "FAQ", "answer": "returns", "next": "end" },
            { "nodeId": "end", "replySource": "END", "answer": "Bye" }
        ]
    });
    admin.call("flows/put", flow).await.data();
    let question = json!({
        "robotNo": "fern", "questionId": "back", "question": "May it go back?", "lang": "en", "docId": "returns"
    });
    admin.call("testQuestions/put", question).await.data();
}

#[actix_web::test]
async fn what_refers_to_a_document_is_told_and_loses_it_if_wished() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let unused = admin.call("docs/uses", named(&[])).await;
    assert_eq!(unused.data(), &json!({ "list": [], "total": 0 }));
    referring(&admin).await;

    let uses = admin.call("docs/uses", named(&[])).await.data().clone();
    let fields = uses["list"].as_array().unwrap().iter();
    let fields: Vec<&str> = fields.map(|it| it["field"].as_str().unwrap()).collect();
    let all = [
        "flows/back.nodes[0].answer",
        "channels/web.faq.showContent",
        "testQuestions/fern/back",
    ];
    assert_eq!(fields, all);
    let refused = admin.call("docs/delete", named(&[])).await;
    refused.is_refused(409, "in use");
    let odd = admin
        .call("docs/delete", named(&[("detach", json!("yes"))]))
        .await;
    odd.is_refused(400, "some fields are not valid");

    let detach = named(&[("detach", json!(1)), ("version", json!(1))]);
    admin.call("docs/delete", detach).await.data();

    let channel = admin.get("channels", json!({ "channelId": "web" })).await;
    let menu = &channel["faq"]["showContent"][0]["questionList"];
    assert_eq!(menu.as_array().unwrap().len(), 1);
    assert_eq!(menu[0]["docId"], "shipping");
    let flow = admin.get("flows", json!({ "flowId": "back" })).await;
    let step = &flow["nodes"][0];
    let answer = json!("<p>Send it back within a month.</p>");
    assert_eq!(
        (&step["replySource"], &step["answer"]),
        (&json!("TEXT_REPLY"), &answer)
    );
    let page = app.visitor().await;
    let told = page
        .call("robotAsk", json!({ "question": "Sending back" }))
        .await;
    assert!(told.text.contains("Send it back within a month"));
    let audit = admin.call("audit/list", json!({})).await;
    let records = audit.data()["list"].as_array().unwrap().iter().take(3);
    let mut changed: Vec<String> = records
        .map(|record| format!("{} {} {}", record["action"], record["thing"], record["id"]))
        .collect();
    changed.sort();
    let expected = [
        r#""delete" "docs" "fern/returns/en""#,
        r#""put" "channels" "web""#,
        r#""put" "flows" "back""#,
    ];
    assert_eq!(changed, expected);
    // Nothing is left that would refuse another change.
    let channel = admin.get("channels", json!({ "channelId": "web" })).await;
    admin.call("channels/put", channel).await.data();
    app.stop().await;
}

#[actix_web::test]
async fn a_document_that_stays_in_another_language_is_missed_by_nothing() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let question =
        json!({ "robotNo": "fern", "questionId": "q", "question": "When?", "docId": "shipping" });
    admin.call("testQuestions/put", question).await.data();
    let name = json!({ "robotNo": "fern", "docId": "shipping", "lang": "zh" });

    let uses = admin.call("docs/uses", name).await;

    assert_eq!(uses.data()["total"], 0);
    let gone = json!({ "robotNo": "fern", "docId": "nothing", "lang": "" });
    let gone = admin.call("docs/uses", gone).await;
    gone.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn documents_are_told_by_their_questions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ask = |robot: &str, docs: Value| json!({ "robotNo": robot, "docIds": docs });

    let told = admin
        .call(
            "docs/titles",
            ask("fern", json!(["shipping", "gone", "", "a/b"])),
        )
        .await;

    let title = |lang: &str, question: &str| json!({ "docId": "shipping", "lang": lang, "question": question });
    let both = [
        title("en", "When will my order arrive?"),
        title("zh", "订单什么时候到？"),
    ];
    assert_eq!(told.data()["list"], json!(both));
    let many: Vec<String> = (0..201).map(|at| at.to_string()).collect();
    let many = admin.call("docs/titles", ask("fern", json!(many))).await;
    many.is_refused(400, "docIds has too many entries");
    let theirs = admin.call("docs/titles", ask("theirs", json!([]))).await;
    theirs.is_refused(404, "not found");
    app.stop().await;
}
