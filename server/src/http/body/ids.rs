//! Refuses ids that are too long for a key of the store, before any call looks them up.

use super::ID_BYTES_MAX;
use crate::error::ApiError;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Checks the ids of a body: its fields `id`, `…Id`, `ids` and `…Ids`. A body that is not JSON passes.
///
/// # Errors
/// 400 with the name of a field whose id is too long.
pub fn check(bytes: &[u8]) -> Result<(), ApiError> {
    // JSON is never shorter than the texts in it.
    if bytes.len() <= ID_BYTES_MAX {
        return Ok(());
    }
    match serde_json::from_slice::<Longest>(bytes) {
        Ok(Longest(Some(field))) => Err(ApiError::invalid(format!("{field} is too long"))),
        Ok(Longest(None)) | Err(_) => Ok(()),
    }
}

fn names_ids(field: &str) -> bool {
    let ends = ["Id", "Ids"];
    matches!(field, "id" | "ids") || ends.iter().any(|end| field.ends_with(end))
}

/// The first field of a body whose id is too long.
struct Longest(Option<String>);

impl<'de> Deserialize<'de> for Longest {
    fn deserialize<D: Deserializer<'de>>(body: D) -> Result<Self, D::Error> {
        body.deserialize_map(Body)
    }
}

struct Body;

impl<'de> Visitor<'de> for Body {
    type Value = Longest;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Longest, A::Error> {
        let mut longest = None;
        while let Some(field) = fields.next_key::<String>()? {
            // A field of a call has a short name in ASCII: an answer repeats no other input.
            let is_name = field.len() <= 40 && field.bytes().all(|it| it.is_ascii_alphanumeric());
            if longest.is_none() && is_name && names_ids(&field) {
                let Length(is_too_long) = fields.next_value()?;
                longest = is_too_long.then_some(field);
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Longest(longest))
    }
}

/// Whether a value is an id that is too long, or a list with one.
struct Length(bool);

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        value.deserialize_any(Id)
    }
}

struct Id;

impl<'de> Visitor<'de> for Id {
    type Value = Length;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("any value")
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<Length, E> {
        Ok(Length(id.len() > ID_BYTES_MAX))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Length, A::Error> {
        let mut is_too_long = false;
        while let Some(Length(it)) = list.next_element()? {
            is_too_long |= it;
        }
        Ok(Length(is_too_long))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Length, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Length(false))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Length, E> {
        Ok(Length(false))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Length, E> {
        Ok(Length(false))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Length, E> {
        Ok(Length(false))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Length, E> {
        Ok(Length(false))
    }

    fn visit_unit<E: Error>(self) -> Result<Length, E> {
        Ok(Length(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refusal(body: &serde_json::Value) -> Option<String> {
        let refused = check(body.to_string().as_bytes()).err()?;
        Some(refused.message().to_owned())
    }

    #[test]
    fn an_id_that_is_too_long_is_named() {
        let long = "x".repeat(ID_BYTES_MAX + 1);

        for body in [
            json!({ "userId": long }),
            json!({ "text": [{}], "at": 1, "adminId": "mia", "id": null, "userId": long }),
            json!({ "userId": long, "woId": long }),
        ] {
            assert_eq!(refusal(&body).as_deref(), Some("userId is too long"));
        }
        for body in [json!({ "id": long }), json!({ "itemIds": ["a", long, 1] })] {
            assert!(refusal(&body).is_some(), "{body}");
        }
    }

    #[test]
    fn everything_else_passes() {
        let (longest, long) = ("é".repeat(ID_BYTES_MAX / 2), "x".repeat(2_000));

        for body in [
            json!({ "userId": longest, "text": long, "pid": long, "data": { "id": long } }),
            json!({ "id": 1.5, "userId": true, "adminId": { "a": long }, "ids": [null, -1] }),
            json!({ "<b>Id": long }),
            json!([long]),
        ] {
            assert_eq!(refusal(&body), None, "{body}");
        }
        assert!(check(format!("{{\"id\":\"{long}").as_bytes()).is_ok());
    }
}
