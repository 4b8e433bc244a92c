//! What the page of the shop around the chat says of itself: its title, its context and a priority (Protocol, 'Starting
//! and ending').

use crate::error::ApiError;
use crate::routes::read::filled;
use crate::routes::visitor::session::short;
use crate::vouching::Vouching;
use crate::wire::session::ChatStartRequest;
use actors_core::channel::ChannelConfig;
use actors_core::routing::Rank;
use actors_core::session::details::{JSON_CHARS_MAX, ShopPage};
use serde_json::Value;

/// The longest title, in characters (Protocol, 'Sizes and times').
pub const TITLE_CHARS_MAX: usize = 200;
/// The most entries of a context (Protocol, 'Sizes and times').
const ENTRIES_MAX: usize = 20;
/// The longest name in a context, in characters (Protocol, 'Sizes and times').
const NAME_CHARS_MAX: usize = 40;
/// The longest value in a context, in characters (Protocol, 'Sizes and times').
const VALUE_CHARS_MAX: usize = 200;

/// Reads what chatStart says of the shop's page.
///
/// # Errors
/// 400 for a context that is not a small JSON object.
pub fn shop_page(channel: &ChannelConfig, body: &ChatStartRequest) -> Result<ShopPage, ApiError> {
    let context = filled(body.context.as_ref()).unwrap_or_default();
    check_context(context)?;
    Ok(ShopPage {
        title: short(&body.title, TITLE_CHARS_MAX),
        context: context.into(),
        rank: rank(channel, body),
    })
}

/// Checks that a context is empty, or a JSON object of few short texts, numbers and booleans.
///
/// # Errors
/// 400 if it is not.
pub fn check_context(context: &str) -> Result<(), ApiError> {
    if context.is_empty() || is_context(context) {
        return Ok(());
    }
    Err(ApiError::invalid(format!(
        "context must be a JSON object of at most {ENTRIES_MAX} entries: names of {NAME_CHARS_MAX}, \
         values of {VALUE_CHARS_MAX} characters, {JSON_CHARS_MAX} characters altogether"
    )))
}

fn is_context(text: &str) -> bool {
    if text.chars().nth(JSON_CHARS_MAX).is_some() {
        return false;
    }
    let Ok(Value::Object(entries)) = serde_json::from_str(text) else {
        return false;
    };
    let is_short = |text: &str, chars: usize| text.chars().nth(chars).is_none();
    let is_value = |value: &Value| match value {
        Value::String(text) => is_short(text, VALUE_CHARS_MAX),
        Value::Number(_) | Value::Bool(_) => true,
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    };
    let mut all = entries.iter();
    entries.len() <= ENTRIES_MAX
        && all.all(|(name, value)| is_short(name, NAME_CHARS_MAX) && is_value(value))
}

/// Returns the rank that the shop's server signed. A wrong signature is ignored, because the chat must open. The name
/// needs its own right hash, so that nobody can use the priority of another.
fn rank(channel: &ChannelConfig, body: &ChatStartRequest) -> Rank {
    let signed = || {
        let secret = channel.identity_secret.as_ref()?;
        let user = filled(body.user_id.as_ref())?;
        let vouching = Vouching::new(&channel.tenant, secret);
        let is_user = vouching.accepts(user, filled(body.user_hash.as_ref())?);
        let hash = filled(body.priority_hash.as_ref())?;
        // No user id contains a line feed, so no userHash equals this one.
        let is_priority = vouching.accepts(&format!("priority=1\n{user}"), hash);
        (is_user && is_priority).then_some(Rank::Ahead)
    };
    match body.priority {
        Some(1) => signed().unwrap_or_default(),
        Some(_) | None => Rank::Usual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_is_a_small_object_of_short_values() {
        let many: Vec<String> = (0..21).map(|number| format!("\"{number}\":1")).collect();
        let few = many[..20].join(",");
        for good in [
            "",
            "{}",
            r#"{"Cart":"2 ferns","Total":58.5,"Gift":true}"#,
            &format!("{{{few}}}"),
        ] {
            assert!(check_context(good).is_ok(), "{good}");
        }
        for bad in [
            "text".to_owned(),
            "[]".to_owned(),
            r#"{"a":{}}"#.to_owned(),
            r#"{"a":null}"#.to_owned(),
            format!("{{{}}}", many.join(",")),
            format!(r#"{{"a":"{}"}}"#, "x".repeat(201)),
            format!(r#"{{"{}":1}}"#, "x".repeat(41)),
        ] {
            assert!(check_context(&bad).is_err(), "{bad}");
        }
    }
}
