//! Ids and other names that are longer than any in the store.

use crate::helpers::{TestApp, served};
use crate::keys::Key;
use crate::matrix::{Caller, calls};
use serde_json::{Value, json};

/// Longer than the key of any record.
const LONG: usize = 1_100;

/// Longer than an id may be, but no longer than the key of a record.
const LONGISH: usize = 300;

#[actix_web::test]
async fn a_long_user_id_is_refused_by_every_call_that_names_a_visitor() {
    let app = TestApp::new().await;
    let (lin, admin) = (app.agent("lin").await, app.admin().await);
    let key = Key::new(&app).await;
    for length in [LONGISH, LONG] {
        let user = "x".repeat(length);
        for (call, more) in [
            ("getVisitor", json!({})),
            ("getHistoryMsg", json!({})),
            ("getVisitorPast", json!({})),
            ("watch", json!({})),
            ("drafts/save", json!({ "text": "x" })),
            ("changeTags", json!({ "add": [], "remove": [] })),
            ("stepIn", json!({})),
            ("note", json!({ "text": "x" })),
            ("sendTranscript", json!({ "email": "ann@example.com" })),
            ("getCustomerContext", json!({})),
            ("editVisitor", json!({ "userName": "Ann" })),
            ("blockVisitor", json!({ "for": "day", "reason": "x" })),
            ("sendMsg", json!({ "msgType": 1, "msgContent": "x" })),
        ] {
            let body = with(more, "userId", &user);
            lin.call(call, body)
                .await
                .is_refused(400, "userId is too long");
        }
        for (call, more) in [
            ("conversations/get", json!({})),
            ("conversations/close", json!({})),
            ("messages/list", json!({})),
            ("messages/send", json!({ "msgType": 1, "msgContent": "x" })),
            ("visitors/get", json!({})),
        ] {
            let body = with(more, "userId", &user);
            key.call(call, body)
                .await
                .is_refused(400, "userId is too long");
        }
        let password = json!({ "password": "a-long-password" });
        for call in ["visitor/export", "visitor/erase"] {
            let body = with(password.clone(), "userId", &user);
            admin
                .call(call, body)
                .await
                .is_refused(400, "userId is too long");
        }
        let body = json!({ "adminId": user });
        admin
            .call("agents/invite", body)
            .await
            .is_refused(400, "adminId is too long");
    }
    lin.call("getVisitor", json!({ "userId": "x".repeat(200) }))
        .await
        .is_refused(404, "not found");
}

fn with(mut body: Value, field: &str, id: &str) -> Value {
    body[field] = json!(id);
    body
}

/// Every body with one of its texts replaced by a long one.
fn lengthened(body: &Value, to: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for place in places(body) {
        let mut other = body.clone();
        if let Some(text) = other.pointer_mut(&place) {
            *text = json!(to);
            all.push(other);
        }
    }
    all
}

/// Where texts stand in a body.
fn places(body: &Value) -> Vec<String> {
    let inside = |name: String, value: &Value| {
        let places = places(value).into_iter();
        places
            .map(|place| format!("/{}{place}", name.replace('~', "~0").replace('/', "~1")))
            .collect::<Vec<_>>()
    };
    match body {
        Value::String(_) => vec![String::new()],
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(field, value)| inside(field.clone(), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(at, value)| inside(at.to_string(), value))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[actix_web::test]
async fn no_text_of_a_call_is_too_long_for_the_server() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let (admin, operator) = (app.admin().await.token, app.operator("olga").await);
    let key = Key::new(&app).await;
    let mut failed = Vec::new();
    for call in calls() {
        let token = match call.caller {
            Caller::Anybody => None,
            Caller::Visitor => Some(page.token.as_str()),
            Caller::Agent if call.path.starts_with("/api/admin/") => Some(admin.as_str()),
            Caller::Agent => Some(desk.token.as_str()),
            Caller::Operator => Some(operator.as_str()),
            Caller::Key => Some(key.text.as_str()),
        };
        let Some(mut body) = call.body else { continue };
        if body["userId"].is_string() {
            body["userId"] = json!(page.user);
        }
        for body in lengthened(&body, &"x".repeat(LONG)) {
            let answer = app.post(&call.path, token, &body).await;
            if answer.status >= 500 {
                failed.push((call.path.clone(), answer.status, body.to_string()));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
