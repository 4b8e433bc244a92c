//! Reading the golden files and comparing with them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use server::body;
use std::collections::BTreeSet;
use std::path::PathBuf;

pub const VISITOR: &str = "v_3f1c9a5e7b2d4c60";

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/wire")
}

pub fn golden(call: &str, file: &str) -> Value {
    let path = folder().join(call).join(file);
    serde_json::from_slice(
        &std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
    )
    .unwrap()
}

/// Reads a golden request.
pub fn reads<T: DeserializeOwned>(call: &str) -> T {
    body::parse(golden(call, "request.json").to_string().as_bytes())
        .unwrap_or_else(|error| panic!("{call}: {}", error.message()))
}

/// Replaces strings that contain JSON by their JSON, so that formatting makes no difference.
pub fn unfold(value: &Value) -> Value {
    match value {
        Value::String(text) if text.starts_with(['[', '{']) => serde_json::from_str(text)
            .map_or_else(|_| value.clone(), |inside: Value| unfold(&inside)),
        Value::Array(items) => items.iter().map(unfold).collect(),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(key, value)| (key.clone(), unfold(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// Asserts that the response equals the golden one.
pub fn writes(call: &str, data: &impl Serialize) {
    let written =
        json!({ "code": 200, "message": "SUCCESS", "data": serde_json::to_value(data).unwrap() });
    let (mut written, mut golden) = (unfold(&written), unfold(&golden(call, "response.json")));
    // The closing text comes from the locales and is not compared.
    for answer in [&mut written, &mut golden] {
        for event in answer["data"]
            .get_mut("msgList")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            if event["event"] == 1202 {
                event["msgContent"] = json!("");
            }
        }
    }
    assert_eq!(written, golden, "{call}:\n{written:#}\n{golden:#}");
}

/// Asserts that the response equals another golden file of the call.
pub fn writes_other(call: &str, file: &str, data: &impl Serialize) {
    let written =
        json!({ "code": 200, "message": "SUCCESS", "data": serde_json::to_value(data).unwrap() });
    assert_eq!(
        unfold(&written),
        unfold(&golden(call, file)),
        "{call}/{file}:\n{written:#}"
    );
}

/// Asserts that the response has the golden one's keys, at the top level and one level below.
pub fn writes_keys(call: &str, data: &impl Serialize) {
    let keys = |value: &Value| -> BTreeSet<String> {
        value
            .as_object()
            .into_iter()
            .flat_map(|fields| fields.keys().cloned())
            .collect()
    };
    let (written, golden) = (
        serde_json::to_value(data).unwrap(),
        golden(call, "response.json")["data"].clone(),
    );
    assert_eq!(keys(&written), keys(&golden), "{call}");
    for (key, value) in golden.as_object().unwrap() {
        assert_eq!(keys(&written[key]), keys(value), "{call}: {key}");
        assert_eq!(written[key].is_string(), value.is_string(), "{call}: {key}");
    }
}
