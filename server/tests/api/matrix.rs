//! Every call × every id × every wrong caller. The calls come from the OpenAPI document and the bodies from the
//! golden files, so a new call is covered without a change here.

use crate::helpers::{Answer, Desk, Page, TestApp};
use crate::keys::{ALL, Key};
use base64::Engine as _;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Whose token a call requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Anybody,
    Visitor,
    Agent,
    Operator,
    Key,
}

pub struct Call {
    pub path: String,
    pub caller: Caller,
    /// The golden request; `None` if the body is a form with a file.
    pub body: Option<Value>,
}

/// Path prefix, folder of golden files, and caller of each group of calls.
const FOLDERS: [(&str, &str, Caller); 7] = [
    ("/api/chat/visitor/", "visitor", Caller::Visitor),
    ("/api/open/wo/", "open", Caller::Visitor),
    ("/api/agent/", "agent", Caller::Agent),
    ("/api/admin/", "admin", Caller::Agent),
    ("/api/setup/", "setup", Caller::Anybody),
    ("/api/operator/", "operator", Caller::Operator),
    ("/api/v1/", "v1", Caller::Key),
];

pub fn calls() -> Vec<Call> {
    let document = serde_json::to_value(server::openapi::document()).unwrap();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/wire");
    let mut calls: Vec<Call> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(path, item)| {
            let (at, folder, caller) = FOLDERS
                .into_iter()
                .find(|(at, ..)| path.starts_with(at))
                .unwrap_or_else(|| panic!("{path} is in none of FOLDERS"));
            let operation = &item["post"];
            let request = golden.join(folder).join(&path[at.len()..]);
            let is_json = operation["requestBody"]["content"]["application/json"].is_object();
            let body = is_json.then(|| {
                let request = request.join("request.json");
                let bytes = std::fs::read(&request);
                let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", request.display()));
                serde_json::from_slice(&bytes).unwrap()
            });
            let asks = operation["security"].is_array();
            Call {
                path: path.clone(),
                caller: if asks { caller } else { Caller::Anybody },
                body,
            }
        })
        .collect();
    // Calls that end a session or a sign-in come last, so that the others find an active one.
    let ends = [
        "chatClose",
        "closeConversation",
        "conversations/close",
        "logout",
        "delete",
        "erase",
    ];
    calls.sort_by_key(|call| ends.iter().any(|end| call.path.ends_with(end)));
    calls
}

/// Returns the body with its ids replaced by these, and whether it had any.
fn with_ids(body: &Value, ids: &BTreeMap<&str, String>) -> (Value, bool) {
    let mut replaced = false;
    let mut body = body.clone();
    replace(&mut body, ids, &mut replaced);
    (body, replaced)
}

fn replace(value: &mut Value, ids: &BTreeMap<&str, String>, replaced: &mut bool) {
    match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                match ids.get(field.as_str()) {
                    Some(id) if value.is_string() => {
                        *value = json!(id);
                        *replaced = true;
                    }
                    _ => replace(value, ids, replaced),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                replace(item, ids, replaced);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn same(one: &Answer, other: &Answer) -> bool {
    (one.status, &one.text) == (other.status, &other.text)
}

/// Tokens that the server never issued.
fn forged(token: &str) -> Vec<String> {
    let mut flipped = token.to_owned().into_bytes();
    let last = flipped.len() - 2;
    flipped[last] ^= 1;
    let header = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#);
    vec![
        String::from_utf8(flipped).unwrap(),
        token[..token.len() / 2].to_owned(),
        format!("none.{header}."),
        "0".repeat(64),
        "x".repeat(4_000),
        String::new(),
    ]
}

/// An expired token of the visitor, signed with the server's own key.
fn ended(app: &TestApp, page: &Page<'_>) -> String {
    let keys = server::secrets::KeyRing::open(app.folder.path(), None).unwrap();
    let payload = json!({ "t": "shop", "u": page.user, "c": "web", "e": 1 });
    keys.sign(payload.to_string().as_bytes())
}

/// The visitor whose ids the wrong callers send: a visitor of the shop who talks with an agent.
struct Known<'a> {
    page: Page<'a>,
    ids: BTreeMap<&'static str, String>,
}

impl<'a> Known<'a> {
    async fn new(app: &'a TestApp, desk: &Desk<'_>) -> Self {
        let page = app.visitor().await;
        page.transfer().await.data();
        let sent = page.send("1", "a secret of theirs").await;
        let said = desk.say(&page, "1", "a secret of the agent's").await;
        let session = page.started["sessionId"].as_str().unwrap().to_owned();
        let of = |answer: &Answer| answer.data()["msgId"].as_str().unwrap().to_owned();
        let ids = BTreeMap::from([
            ("userId", page.user.clone()),
            ("sessionId", session),
            ("msgId", of(&said)),
            ("formMsgId", of(&sent)),
            ("pollId", page.poll.clone()),
            ("adminId", "mia".to_owned()),
            ("groupId", "sales".to_owned()),
        ]);
        Self { page, ids }
    }
}

/// Ids of the same form that do not exist.
fn unknown(ids: &BTreeMap<&'static str, String>) -> BTreeMap<&'static str, String> {
    let never = "v_0000000000000000";
    ids.keys()
        .map(|field| {
            let id = match *field {
                "userId" => never.to_owned(),
                "sessionId" => format!("{never}.1"),
                "msgId" | "formMsgId" => format!("{never}.1.3"),
                "pollId" => "0".repeat(32),
                _ => "nothing".to_owned(),
            };
            (*field, id)
        })
        .collect()
}

#[actix_web::test]
async fn every_call_refuses_every_wrong_caller() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 5).await;
    let known = Known::new(&app, &desk).await;
    let other = app.visitor().await;
    let there = app.page(json!({ "channelId": "rival" })).await;
    let ended = ended(&app, &known.page);
    let (operator, admin) = (app.operator("olga").await, app.admin().await.token);
    let forged = forged(&known.page.token);
    let key = Key::new(&app).await;

    for call in calls() {
        let body = call.body.clone().unwrap_or_else(|| json!({}));
        let (body, _) = with_ids(&body, &known.ids);
        let wrong: &[&str] = match call.caller {
            Caller::Anybody => continue,
            Caller::Visitor => &[
                &desk.token,
                &operator,
                &other.token,
                &there.token,
                &ended,
                &key.text,
            ],
            Caller::Agent => &[&known.page.token, &operator, &ended, &key.text],
            Caller::Key => &[&known.page.token, &desk.token, &admin, &operator, &ended],
            Caller::Operator => &[&known.page.token, &desk.token, &admin, &ended, &key.text],
        };
        let wrong = wrong.iter().copied().map(Some);
        let forged = forged.iter().map(|token| Some(token.as_str()));
        for token in wrong.chain(forged).chain([None]) {
            // Without a user id in the body, another visitor's token is a valid request for themselves.
            let named = body["userId"].is_string() || call.caller != Caller::Visitor;
            let somebody = token == Some(&other.token) || token == Some(&there.token);
            if somebody && !named {
                continue;
            }
            let answer = app.post(&call.path, token, &body).await;

            assert_eq!(answer.status, 401, "{}: {}", call.path, answer.text);
            answer.is_refused(401, "login state expired");
        }
    }
    // None of them was refused for being void.
    key.call("docs/list", json!({})).await.data();
    for (path, token) in [
        ("/api/agent/me", &desk.token),
        ("/api/agent/me", &admin),
        ("/api/operator/me", &operator),
    ] {
        app.post(path, Some(token), &json!({})).await.data();
    }
}

#[actix_web::test]
async fn another_visitors_ids_get_the_same_response_as_unknown_ids() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 5).await;
    let known = Known::new(&app, &desk).await;
    let other = app.visitor().await;
    let mut foreign = known.ids.clone();
    foreign.remove("adminId");
    foreign.remove("groupId");
    foreign.remove("userId");
    let none = unknown(&foreign);
    let own = BTreeMap::from([("userId", other.user.clone())]);

    for call in calls() {
        let (Caller::Visitor, Some(body)) = (call.caller, &call.body) else {
            continue;
        };
        let (body, _) = with_ids(body, &own);
        let (of_known, asks) = with_ids(&body, &foreign);
        if !asks {
            continue;
        }
        let (of_none, _) = with_ids(&body, &none);
        // The unknown ids come first: if that request stored anything, the second response would differ.
        let missing = app.post(&call.path, Some(&other.token), &of_none).await;
        let theirs = app.post(&call.path, Some(&other.token), &of_known).await;

        assert!(
            same(&missing, &theirs),
            "{}: {} {} is not {} {}",
            call.path,
            theirs.status,
            theirs.text,
            missing.status,
            missing.text
        );
        assert!(!theirs.text.contains("a secret of"), "{}", call.path);
    }
}

#[actix_web::test]
async fn another_tenants_ids_get_the_same_response_as_unknown_ids() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 5).await;
    let known = Known::new(&app, &desk).await;
    let none = unknown(&known.ids);
    let login = json!({ "tenantId": "rival", "account": "ron", "password": "a-long-password" });
    let ron = app.post("/api/agent/login", None, &login).await;
    let ron = ron.data()["token"].as_str().unwrap().to_owned();
    let key = Key::of(&app, ("rival", "ron"), &ALL).await.text;

    for call in calls() {
        let (Caller::Agent | Caller::Key, Some(body)) = (call.caller, &call.body) else {
            continue;
        };
        let ron = if call.caller == Caller::Key {
            &key
        } else {
            &ron
        };
        let (of_shop, asks) = with_ids(body, &known.ids);
        if !asks {
            continue;
        }
        let (of_none, _) = with_ids(body, &none);
        let missing = app.post(&call.path, Some(ron), &of_none).await;
        let theirs = app.post(&call.path, Some(ron), &of_shop).await;

        assert!(
            same(&missing, &theirs),
            "{}: {} {} is not {} {}",
            call.path,
            theirs.status,
            theirs.text,
            missing.status,
            missing.text
        );
        assert!(!theirs.text.contains("a secret of"), "{}", call.path);
    }
    let talk = known.page.call("getHistoryMsg", json!({})).await;
    assert!(talk.text.contains("a secret of the agent's"));
}

/// Nonsense in any field of any body is a client error, never a server error.
#[actix_web::test]
async fn no_value_of_any_field_causes_a_server_error() {
    let app = TestApp::new().await;
    let desk = app.agent_online("mia", 5).await;
    let known = Known::new(&app, &desk).await;
    let operator = app.operator("olga").await;
    let key = Key::new(&app).await;
    let nonsense = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!(i64::MIN),
        json!(true),
        json!(""),
        json!("\u{0}\u{202e}'\"<script>{{x}}%s"),
        json!("x".repeat(5_000)),
        json!([]),
        json!({ "a": [{}] }),
        json!([[[[[[[[]]]]]]]]),
    ];

    for call in calls() {
        let Some(body) = &call.body else { continue };
        let token = match call.caller {
            Caller::Anybody => None,
            Caller::Visitor => Some(known.page.token.as_str()),
            Caller::Agent => Some(desk.token.as_str()),
            Caller::Operator => Some(operator.as_str()),
            Caller::Key => Some(key.text.as_str()),
        };
        let (body, _) = with_ids(body, &known.ids);
        let mut fields: Map<String, Value> = body.as_object().unwrap().clone();
        // A valid poll would be held.
        fields.remove("wait");
        for field in fields.keys() {
            for value in &nonsense {
                let mut wrong = fields.clone();
                wrong.insert(field.clone(), value.clone());
                let answer = app.post(&call.path, token, &Value::Object(wrong)).await;
                assert!(
                    answer.status < 500,
                    "{} {field}: {value}: {} {}",
                    call.path,
                    answer.status,
                    answer.text
                );
                assert!(
                    answer.status == 200 || !answer.text.contains("<script>"),
                    "{} {field}: {}",
                    call.path,
                    answer.text
                );
            }
        }
    }
}
