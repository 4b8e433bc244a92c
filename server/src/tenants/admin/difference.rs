//! What a change of a setting changed, field by field, without secrets.

use super::thing::{
    CUSTOMER_DATA, CUSTOMER_SECRET, LARGE_MODEL, MODEL_KEY, PREVIOUS_SECRET, Thing,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The most fields in an audit record.
const TOLD_FIELDS_MAX: usize = 100;
/// The longest text in an audit record, in characters.
const TOLD_CHARS_MAX: usize = 500;
/// The largest list or object in an audit record, in bytes of JSON. A larger one is told as the beginning of its JSON.
const TOLD_BYTES_MAX: usize = 2_000;

/// A field before and after a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FieldChange {
    /// The path of the field: `mainColor`, `titleDesc.en`, `nodes[2].text`.
    pub field: String,
    /// The value before; null if there was none.
    pub before: Value,
    /// The value after; null if there is none.
    pub after: Value,
}

/// Returns every difference of two settings. A secret is `set`, or null if it is not set.
pub fn between(
    thing: Thing,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Vec<FieldChange> {
    let (masked_before, masked_after) = (masked(thing, before), masked(thing, after));
    let mut found = Vec::new();
    fields("", &masked_before, &masked_after, &mut found);
    for path in secrets(thing) {
        let (old, new) = (at(before, &path), at(after, &path));
        // Otherwise it is already among the others.
        if is_set(old) && is_set(new) && old != new {
            found.push(FieldChange {
                field: shown_name(&path.join(".")),
                before: "set".into(),
                after: "set".into(),
            });
        }
    }
    found
}

/// Returns the differences for an audit record: no more, and no longer ones, than a record may have.
pub fn told(
    thing: Thing,
    before: Option<&Map<String, Value>>,
    after: &Map<String, Value>,
) -> Vec<FieldChange> {
    let nothing = Map::new();
    let mut found = between(thing, before.unwrap_or(&nothing), after);
    found.retain(|change| !is_nothing(&change.before) || !is_nothing(&change.after));
    found.truncate(TOLD_FIELDS_MAX);
    for change in &mut found {
        shorten(&mut change.before);
        shorten(&mut change.after);
    }
    found
}

/// Whether a value says as little as an absent one. A new setting has many such fields.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn secrets(thing: Thing) -> Vec<Vec<&'static str>> {
    if thing == Thing::Tenant {
        return vec![
            vec![LARGE_MODEL, MODEL_KEY],
            vec![CUSTOMER_DATA, CUSTOMER_SECRET],
            vec![CUSTOMER_DATA, PREVIOUS_SECRET],
        ];
    }
    thing.secrets().iter().map(|name| vec![*name]).collect()
}

fn shown_name(path: &str) -> String {
    match path {
        "passwordHash" => "password".to_owned(),
        path => path.to_owned(),
    }
}

fn at<'a>(fields: &'a Map<String, Value>, path: &[&str]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    let mut value = fields.get(*first)?;
    for name in rest {
        value = value.get(*name)?;
    }
    Some(value)
}

fn is_set(secret: Option<&Value>) -> bool {
    secret.is_some_and(|secret| !is_nothing(secret))
}

/// Returns the fields without the version, and with `set` in place of each secret that is set.
fn masked(thing: Thing, fields: &Map<String, Value>) -> Map<String, Value> {
    let mut shown = fields.clone();
    shown.remove("version");
    for path in secrets(thing) {
        let Some((last, within)) = path.split_last() else {
            continue;
        };
        let mut place = Some(&mut shown);
        for name in within {
            place = place.and_then(|fields| fields.get_mut(*name)?.as_object_mut());
        }
        let Some(place) = place else { continue };
        if is_set(place.remove(*last).as_ref()) {
            place.insert(shown_name(last), "set".into());
        }
    }
    shown
}

fn fields(
    path: &str,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    found: &mut Vec<FieldChange>,
) {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for name in names {
        let path = match path {
            "" => name.clone(),
            path => format!("{path}.{name}"),
        };
        let missing = Value::Null;
        let (old, new) = (before.get(name), after.get(name));
        value(
            path,
            old.unwrap_or(&missing),
            new.unwrap_or(&missing),
            found,
        );
    }
}

fn value(path: String, before: &Value, after: &Value, found: &mut Vec<FieldChange>) {
    match (before, after) {
        (before, after) if before == after => {}
        (Value::Object(before), Value::Object(after)) => fields(&path, before, after, found),
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                value(format!("{path}[{index}]"), before, after, found);
            }
        }
        (before, after) => found.push(FieldChange {
            field: path,
            before: before.clone(),
            after: after.clone(),
        }),
    }
}

fn shorten(value: &mut Value) {
    let text = match &*value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => value.to_string(),
        Value::Null | Value::Bool(_) | Value::Number(_) => return,
    };
    let bytes_max = match value {
        Value::String(_) => TOLD_CHARS_MAX,
        _ => TOLD_BYTES_MAX,
    };
    if text.len() <= bytes_max {
        return;
    }
    if let Some((end, _)) = text.char_indices().nth(TOLD_CHARS_MAX) {
        *value = format!("{}…", &text[..end]).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changes(thing: Thing, before: Value, after: Value) -> Vec<(String, Value, Value)> {
        let map = |value: Value| value.as_object().cloned().unwrap();
        let found = told(thing, Some(&map(before)), &map(after)).into_iter();
        found
            .map(|change| (change.field, change.before, change.after))
            .collect()
    }

    #[test]
    fn a_change_is_named_by_its_path() {
        let found = changes(
            Thing::Channels,
            json!({"version": 1, "titleDesc": {"en": "Shop", "zh": "店"}, "autoTip": [{"text": "a"}], "mainWidth": 1}),
            json!({"version": 2, "titleDesc": {"en": "New", "zh": "店"}, "autoTip": [{"text": "b"}], "mainWidth": 1}),
        );

        assert_eq!(
            found,
            [
                ("autoTip[0].text".to_owned(), json!("a"), json!("b")),
                ("titleDesc.en".to_owned(), json!("Shop"), json!("New")),
            ]
        );
    }

    #[test]
    fn a_secret_is_told_only_as_set() {
        let channel = |secret: &str| json!({ "identitySecret": secret });
        let found = changes(Thing::Channels, channel("one-secret"), channel("another"));
        assert_eq!(
            found,
            [("identitySecret".into(), json!("set"), json!("set"))]
        );
        let found = changes(Thing::Channels, channel("one-secret"), channel(""));
        assert_eq!(
            found,
            [("identitySecret".into(), json!("set"), json!(null))]
        );
        let found = changes(Thing::Agents, json!({}), json!({ "passwordHash": "$x" }));
        assert_eq!(found, [("password".into(), json!(null), json!("set"))]);
        let model = |key: &str| json!({ "largeModel": { "address": "a", "key": key } });
        let found = changes(Thing::Tenant, model("sk-1"), model("sk-2"));
        assert_eq!(
            found,
            [("largeModel.key".into(), json!("set"), json!("set"))]
        );
        let found = changes(Thing::Tenant, json!({}), model("sk-1"));
        assert!(!format!("{found:?}").contains("sk-1"), "{found:?}");
    }

    #[test]
    fn long_values_are_cut() {
        let long = "é".repeat(600);
        let found = changes(
            Thing::Docs,
            json!({ "answer": "short", "similar": [] }),
            json!({ "answer": long, "similar": vec!["a question"; 400] }),
        );

        for (field, _, after) in found {
            let after = after.as_str().unwrap();
            assert_eq!(after.chars().count(), 501, "{field}");
            assert!(after.ends_with('…'));
        }
    }
}
