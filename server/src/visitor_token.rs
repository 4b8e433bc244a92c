//! What a visitor shows to be recognised (Contract §3): tenant and visitor, signed, good for 30 days.

use crate::secrets::KeyRing;
use actors_core::ids::{VisitorId, VisitorKey};
use actors_core::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};

/// Contract §3: each chatStart renews it.
pub const VALID_FOR: Span = Span::from_minutes(30 * 24 * 60);

#[derive(Serialize, Deserialize)]
struct Payload<'a> {
    #[serde(rename = "t", borrow)]
    tenant: std::borrow::Cow<'a, str>,
    #[serde(rename = "u", borrow)]
    visitor: std::borrow::Cow<'a, str>,
    #[serde(rename = "e")]
    ends: i64,
}

/// A token for this visitor.
pub fn issue(keys: &KeyRing, visitor: &VisitorKey, now: Timestamp) -> String {
    let payload = Payload {
        tenant: visitor.tenant.as_str().into(),
        visitor: visitor.visitor.as_str().into(),
        ends: (now + VALID_FOR).as_millis(),
    };
    keys.sign(&serde_json::to_vec(&payload).unwrap_or_default())
}

/// The visitor a token names, while it is valid.
pub fn read(keys: &KeyRing, token: &str, now: Timestamp) -> Option<VisitorKey> {
    let bytes = keys.verify(token)?;
    let payload: Payload = serde_json::from_slice(&bytes).ok()?;
    if now.as_millis() >= payload.ends {
        return None;
    }
    Some(VisitorKey {
        tenant: (&*payload.tenant).into(),
        visitor: VisitorId::from(&*payload.visitor),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_for_thirty_days_and_names_its_visitor() {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyRing::open(folder.path(), None).unwrap();
        let visitor = VisitorKey {
            tenant: "demo".into(),
            visitor: "v\"ü".into(),
        };
        let now = Timestamp::from_millis(1_790_000_000_000);
        let token = issue(&keys, &visitor, now);

        assert_eq!(
            read(&keys, &token, now + Span::from_minutes(30 * 24 * 60 - 1)),
            Some(visitor)
        );
        assert_eq!(read(&keys, &token, now + VALID_FOR), None);
    }
}
