//! The calls of the API and their types, from the OpenAPI description.

use anyhow::ensure;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::sync::LazyLock;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(server::openapi::document()).unwrap_or_default());

/// Where a page of calls finds the page of types.
const TYPES: &str = "types.md";

/// The calls below an address, each with its own section.
///
/// # Errors
/// No call begins with it.
pub fn calls(prefix: &str) -> anyhow::Result<String> {
    let paths = DOCUMENT["paths"].as_object().into_iter().flatten();
    let mut page = String::new();
    for (path, item) in paths {
        if let Some(name) = path.strip_prefix(prefix) {
            describe(name, path, &item["post"], &mut page);
        }
    }
    ensure!(!page.is_empty(), "no call begins with {prefix}");
    Ok(page)
}

/// Every named type with its fields.
pub fn types() -> String {
    let mut page = String::new();
    for (name, schema) in DOCUMENT["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let _ = writeln!(page, "## {name}\n");
        page.push_str(&note(schema));
        match fields(schema, "") {
            rows if rows.is_empty() => {
                page.push_str(&format!("Type: {}.\n\n", kind_of(schema, "")))
            }
            rows => page.push_str(&rows),
        }
    }
    page
}

fn describe(name: &str, path: &str, call: &Value, page: &mut String) {
    let caller = match call.get("security") {
        Some(_) => "with a token",
        None => "without a token",
    };
    let _ = writeln!(page, "## {name}\n\n`POST {path}`, {caller}\n");
    for (kind, content) in call["requestBody"]["content"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let form = if kind == "application/json" {
            ""
        } else {
            ", as a form"
        };
        page.push_str(&body(&format!("Request{form}"), &content["schema"]));
    }
    for (kind, content) in call["responses"]["200"]["content"]
        .as_object()
        .into_iter()
        .flatten()
    {
        if kind == "application/json" {
            page.push_str(&body("`data` of the response", inner(&content["schema"])));
        } else {
            let _ = writeln!(page, "The response is a file: `{kind}`.\n");
        }
    }
}

/// What an envelope holds.
fn inner(envelope: &Value) -> &Value {
    &envelope["properties"]["data"]
}

fn body(title: &str, schema: &Value) -> String {
    let whole = resolved(schema);
    let rows = fields(whole, TYPES);
    match rows.is_empty() {
        true => format!("{title}: {}.\n\n", kind_of(schema, TYPES)),
        false => format!("{title}: {}\n\n{rows}", kind_of(schema, TYPES)),
    }
}

/// The schema that a reference names, or the schema itself.
fn resolved(schema: &Value) -> &Value {
    match name_of(schema) {
        Some(name) => &DOCUMENT["components"]["schemas"][name],
        None => schema,
    }
}

/// The name in `{"$ref": "#/components/schemas/Name"}`.
fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// A table of the fields; empty for a type without fields.
fn fields(schema: &Value, types: &str) -> String {
    let mut rows = String::new();
    add_rows(schema, types, &mut rows);
    match rows.is_empty() {
        true => rows,
        false => format!("| field | type | meaning |\n| --- | --- | --- |\n{rows}\n"),
    }
}

fn add_rows(schema: &Value, types: &str, rows: &mut String) {
    for part in schema["allOf"].as_array().into_iter().flatten() {
        add_rows(resolved(part), types, rows);
    }
    let required: Vec<&str> = texts(&schema["required"]).collect();
    let none = Map::new();
    for (name, field) in schema["properties"].as_object().unwrap_or(&none) {
        let mark = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        let (kind, meaning) = (kind_of(field, types), note(field));
        let meaning = meaning.split_whitespace().collect::<Vec<_>>().join(" ");
        let meaning = meaning.replace('|', "\\|");
        let _ = writeln!(rows, "| `{name}`{mark} | {kind} | {meaning} |");
    }
}

/// A type in a few words, with a link to a named one.
fn kind_of(schema: &Value, types: &str) -> String {
    if let Some(name) = name_of(schema) {
        return format!("[{name}]({types}#{})", name.to_lowercase());
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema[several].as_array() {
            let parts = parts.iter().filter(|part| part["type"] != "null");
            let kinds: Vec<String> = parts.map(|part| kind_of(part, types)).collect();
            return kinds.join(if several == "allOf" { " and " } else { " or " });
        }
    }
    if schema["enum"].is_array() {
        let values = schema["enum"].as_array().into_iter().flatten();
        let values: Vec<String> = values.map(|value| format!("`{value}`")).collect();
        return values.join(", ");
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        several => texts(several).filter(|kind| *kind != "null").collect(),
    };
    match kinds.as_slice() {
        ["array"] => format!("list of {}", kind_of(&schema["items"], types)),
        ["object"] if schema["additionalProperties"].is_object() => {
            format!("map of {}", kind_of(&schema["additionalProperties"], types))
        }
        [] => "anything".to_owned(),
        kinds => kinds.join(" or "),
    }
}

fn note(schema: &Value) -> String {
    match schema["description"].as_str() {
        Some(text) => format!("{}\n\n", text.replace('<', "&lt;")),
        None => String::new(),
    }
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}
