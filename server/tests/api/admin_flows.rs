//! A flow while it is drawn: checked, and tried without being stored.

use crate::helpers::TestApp;
use serde_json::{Value, json};

fn drawn() -> Value {
    json!({
        "flowId": "drawn", "robotNo": "fern", "name": "Orders", "triggers": ["my order"], "start": "topic",
        "nodes": [
            { "nodeId": "topic", "replySource": "BUTTONS", "answer": { "en": "Which?", "zh": "哪个？" },
              "itemList": [{ "id": "b1", "itemId": "1", "name": "Look it up", "bingCode": "topic", "bindValue": "look", "next": "number" }] },
            { "nodeId": "number", "replySource": "FROM_REPLY", "next": "look",
              "answer": { "referGuide": "Which order?", "fromFields": [{ "fieldId": "order", "fieldName": "Order", "fieldType": 1, "requiredStatus": 1 }] } },
            { "nodeId": "look", "replySource": "TEXT_REPLY", "answer": "{order} is {state}", "next": "bye",
              "request": { "url": "https://orders.example.com/x", "values": { "order": "{order}" }, "takes": { "status": "state" }, "failed": "bye" } },
            { "nodeId": "bye", "replySource": "END", "answer": "Bye" }
        ]
    })
}

async fn with_host(app: &TestApp) {
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["relayHosts"] = json!(["orders.example.com"]);
    admin.call("tenant/put", tenant).await.data();
}

#[actix_web::test]
async fn a_check_names_the_node_of_each_problem_as_put_does() {
    let app = TestApp::new().await;
    with_host(&app).await;
    let admin = app.admin().await;
    let good = admin.call("flows/check", json!({ "flow": drawn() })).await;
    assert_eq!(*good.data(), json!({ "problems": [] }));
    let mut flow = drawn();
    flow["robotNo"] = json!("nobody");
    flow["nodes"][2]["request"]["url"] = json!("https://elsewhere.example.com/x");
    flow["nodes"][2]["next"] = json!("nowhere");

    let checked = admin.call("flows/check", json!({ "flow": flow })).await;

    let problems = checked.data()["problems"].as_array().unwrap().clone();
    let refused = admin.call("flows/put", flow).await;
    let fields = |list: &Value| -> Vec<Value> {
        let list = list.as_array().unwrap().iter();
        list.map(|problem| problem["field"].clone()).collect()
    };
    assert_eq!(
        fields(&checked.data()["problems"]),
        fields(&refused.body["data"])
    );
    let of_node: Vec<&Value> = problems
        .iter()
        .filter(|problem| problem["nodeId"] == "look")
        .collect();
    assert!(!of_node.is_empty(), "{problems:?}");
    assert!(
        problems
            .iter()
            .any(|problem| problem["field"] == "robotNo" && problem["nodeId"].is_null())
    );
    let name = json!({ "flowId": "drawn" });
    let stored = admin.call("flows/get", name).await;
    stored.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn a_problem_has_a_code_for_the_readers_own_words() {
    let app = TestApp::new().await;
    with_host(&app).await;
    let admin = app.admin().await;
    let mut flow = drawn();
    flow["robotNo"] = json!("nobody");
    flow["nodes"][2]["request"]["url"] = json!("https://elsewhere.example.com/x");
    flow["nodes"][0]["itemList"][0]["next"] = json!("nowhere");
    flow["nodes"][3]["answer"] = json!({ "en": "Bye" });

    let checked = admin.call("flows/check", json!({ "flow": flow })).await;

    let told: Vec<Value> = ["field", "nodeId", "code", "about"]
        .iter()
        .map(|part| {
            json!(
                checked.data()["problems"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|it| it[part].clone())
                    .collect::<Vec<_>>()
            )
        })
        .collect();
    let at = |field: &str| {
        told[0]
            .as_array()
            .unwrap()
            .iter()
            .position(|it| it == field)
            .unwrap()
    };
    let leads = at("nodes[0].itemList[0].next");
    assert_eq!(
        (&told[1][leads], &told[2][leads]),
        (&json!("topic"), &json!("leadsNowhere"))
    );
    assert_eq!(told[3][leads], json!({ "nodes": ["nowhere"] }));
    assert_eq!(told[2][at("robotNo")], "unknownRobot");
    let missing = at("nodes[3].answer");
    assert_eq!(told[2][missing], "missingIn");
    assert_eq!(told[3][missing], json!({ "languages": ["zh"] }));
    flow["robotNo"] = json!("fern");
    flow["nodes"][0]["itemList"][0]["next"] = json!("number");
    flow["nodes"][3]["answer"] = json!("Bye");
    let refused = admin.call("flows/put", flow).await;
    assert_eq!(
        refused.body["data"][0]["code"], "relayHost",
        "{}",
        refused.text
    );
    app.stop().await;
}

#[actix_web::test]
async fn a_flow_without_a_name_can_be_tried() {
    let app = TestApp::new().await;
    with_host(&app).await;
    let admin = app.admin().await;
    for name in [json!(""), json!(null), json!({})] {
        let mut flow = drawn();
        flow["name"] = name;
        // The demo's flow starts with it.
        flow["triggers"] = json!(["Where is my order?"]);

        let tried = admin.call("flows/try", json!({ "flow": flow })).await;

        assert_eq!(tried.data()["steps"][0]["nodeId"], "topic");
        let refused = admin.call("flows/put", flow).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
    }
    app.stop().await;
}

#[actix_web::test]
async fn a_flow_that_is_not_stored_can_be_tried() {
    let app = TestApp::new().await;
    with_host(&app).await;
    let admin = app.admin().await;
    let body = json!({
        "flow": drawn(), "robotNo": "fern", "lang": "zh",
        "said": [
            { "nodeId": "topic", "itemId": "1" },
            { "nodeId": "number", "fields": { "order": "FF-1042" } }
        ],
        "pretend": { "look": { "status": "on its way" } }
    });

    let tried = admin.call("flows/try", body).await;

    let steps = tried.data()["steps"].as_array().unwrap().clone();
    assert_eq!(steps.len(), 3);
    assert_eq!(steps[0]["replies"][0]["answer"], "哪个？");
    assert_eq!(steps[0]["replies"][0]["itemList"][0]["name"], "Look it up");
    assert_eq!(
        (&steps[0]["nodeId"], &steps[0]["awaits"]),
        (&json!("topic"), &json!("choice"))
    );
    assert_eq!(steps[1]["awaits"], "form");
    assert_eq!(steps[2]["requests"], json!(["look"]));
    let last = steps[2]["replies"].as_array().unwrap().last().unwrap();
    assert_eq!(last["answer"], "FF-1042 is on its way<br>Bye");
    assert_eq!(steps[2]["variables"]["topic"], "look");
    let body = json!({ "flow": drawn(), "said": [{ "nodeId": "topic" }] });
    let refused = admin.call("flows/try", body).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    let mut wrong = drawn();
    wrong["start"] = json!("nowhere");
    let refused = admin.call("flows/try", json!({ "flow": wrong })).await;
    refused.is_refused(400, "some fields are not valid");
    app.stop().await;
}
