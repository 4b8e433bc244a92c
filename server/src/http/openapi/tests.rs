//! The description and the map of routes agree.

use super::{document, writer};
use crate::admin::thing::Thing;
use crate::routes;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Returns every call of the map, with `{thing}` replaced by each name.
fn routed() -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for path in routes::calls() {
        if path.contains("{thing}") {
            let things = Thing::ALL.iter();
            paths.extend(things.map(|thing| path.replace("{thing}", thing.name())));
        } else {
            paths.insert(path);
        }
    }
    paths
}

#[test]
fn exactly_the_registered_calls_are_described() {
    let described: BTreeSet<String> = document().paths.paths.into_keys().collect();
    let routed = routed();

    let missing: Vec<_> = routed.difference(&described).collect();
    assert!(missing.is_empty(), "not described: {missing:?}");
    let made_up: Vec<_> = described.difference(&routed).collect();
    assert!(made_up.is_empty(), "not on the map: {made_up:?}");
    assert!(routed.len() > 90, "{}", routed.len());
}

#[test]
fn no_two_schemas_share_a_name() {
    let mut seen = BTreeMap::new();
    for (name, schema) in writer().schemas {
        let schema = serde_json::to_value(schema).unwrap();
        let before = seen.entry(name.clone()).or_insert_with(|| schema.clone());
        assert_eq!(*before, schema, "{name}");
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

#[test]
fn every_referenced_schema_exists() {
    let text = document().to_json().unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap_or_default();
        assert!(schemas.contains_key(name), "{name}");
    }
}

#[test]
fn schemas_of_the_same_name_are_equal() {
    let ids: Vec<String> = document()
        .paths
        .paths
        .into_values()
        .filter_map(|item| item.post?.operation_id)
        .collect();
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
}

/// Collects the places in the document, by their path, that have no fields described.
fn unsaid(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let says = ["properties", "additionalProperties", "allOf", "anyOf"];
            let is_bare = fields.get("type") == Some(&json!("object"))
                && !says.iter().any(|field| fields.contains_key(*field));
            let is_anything = fields.is_empty() && at.contains("/properties/");
            if is_bare || is_anything {
                found.insert(at.to_owned());
            }
            for (field, value) in fields {
                // Defaults and examples are not schemas.
                if field != "default" && field != "example" {
                    unsaid(value, &format!("{at}/{field}"), found);
                }
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                unsaid(item, &format!("{at}/{place}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_body_is_described_with_its_fields() {
    let document = serde_json::to_value(document()).unwrap();
    let mut found = BTreeSet::new();
    unsaid(&document["components"]["schemas"], "", &mut found);
    unsaid(&document["paths"], "", &mut found);

    // The payload of callSignal is up to the two browsers.
    found.retain(|at| !at.ends_with("/properties/payload"));
    // These two have no fields.
    found.retain(|at| !matches!(at.as_str(), "/BareRequest" | "/Nothing"));

    assert_eq!(found, BTreeSet::new());
}

#[test]
fn what_an_administrator_puts_is_described_field_by_field() {
    let document = serde_json::to_value(document()).unwrap();
    let schemas = &document["components"]["schemas"];
    for (thing, schema, fields) in [
        ("flows", "WrittenFlow", 6),
        ("channels", "WrittenChannel", 60),
        ("tenant", "WrittenTenant", 7),
        ("agents", "WrittenAgent", 15),
    ] {
        let call = format!("/api/admin/{thing}/put");
        let body = &document["paths"][&call]["post"]["requestBody"]["content"];
        let body = body["application/json"]["schema"]["$ref"].as_str().unwrap();
        let whole = &schemas[body.rsplit('/').next().unwrap()]["allOf"];
        let written = format!("#/components/schemas/{schema}");
        assert_eq!(whole[0]["$ref"], written.as_str(), "{thing}");
        assert!(whole[1]["properties"]["version"].is_object(), "{thing}");
        let described = schemas[schema]["properties"].as_object().unwrap().len();
        assert!(described >= fields, "{thing}: {described}");
    }
    let node = &schemas["WrittenNode"]["properties"];
    assert!(node["replySource"]["description"].is_string());
    assert!(schemas["FlowForm"]["properties"]["fromFields"].is_object());
}
