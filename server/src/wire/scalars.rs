//! Values that older pages write in several ways.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A JSON value, or a text that contains one. Null and empty text give the default.
///
/// # Errors
/// Any other value or invalid JSON.
pub fn json_or_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: DeserializeOwned + Default,
    D: Deserializer<'de>,
{
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(T::default()),
        Value::String(text) if text.trim().is_empty() => Ok(T::default()),
        Value::String(text) => serde_json::from_str(&text).map_err(|_| D::Error::custom("no JSON")),
        other => serde_json::from_value(other).map_err(|_| D::Error::custom("another type")),
    }
}

/// A switch: 0 or 1, as a number, a text or a boolean; off if absent.
///
/// # Errors
/// Any other value.
pub fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(false),
        Value::Bool(on) => Ok(on),
        Value::Number(number) if number.as_u64() == Some(0) => Ok(false),
        Value::Number(number) if number.as_u64() == Some(1) => Ok(true),
        Value::String(text) => match text.as_str() {
            "" | "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            _ => Err(D::Error::custom("no switch")),
        },
        _ => Err(D::Error::custom("no switch")),
    }
}

/// A text. A number is converted; null gives an empty text.
///
/// # Errors
/// Any other value.
pub fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(D::Error::custom("no text")),
    }
}
