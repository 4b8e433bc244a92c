//! The description and the map of routes say the same.

use super::document;
use crate::admin::thing::Thing;
use crate::routes;
use std::collections::BTreeSet;

/// Every call of the map, `{thing}` written out.
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
fn every_call_of_the_map_is_described_and_nothing_else_is() {
    let described: BTreeSet<String> = document().paths.paths.into_keys().collect();
    let routed = routed();

    let missing: Vec<_> = routed.difference(&described).collect();
    assert!(missing.is_empty(), "not described: {missing:?}");
    let made_up: Vec<_> = described.difference(&routed).collect();
    assert!(made_up.is_empty(), "not on the map: {made_up:?}");
    assert!(routed.len() > 90, "{}", routed.len());
}

#[test]
fn every_schema_that_is_referred_to_is_there() {
    let text = document().to_json().unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap_or_default();
        assert!(schemas.contains_key(name), "{name}");
    }
}

#[test]
fn no_two_things_of_one_name_differ() {
    let ids: Vec<String> = document()
        .paths
        .paths
        .into_values()
        .filter_map(|item| item.post?.operation_id)
        .collect();
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
}
