//! What a visitor shows to be recognised (Contract §3): tenant and visitor, signed, good for 30 days.

use crate::secrets::KeyRing;
use actors_core::ids::{ChannelId, VisitorKey};
use actors_core::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Contract §3: each chatStart renews it.
pub const VALID_FOR: Span = Span::from_minutes(30 * 24 * 60);

#[derive(Serialize, Deserialize)]
struct Payload<'a> {
    #[serde(rename = "t", borrow)]
    tenant: Cow<'a, str>,
    #[serde(rename = "u", borrow)]
    visitor: Cow<'a, str>,
    #[serde(rename = "c", borrow)]
    channel: Cow<'a, str>,
    #[serde(rename = "e")]
    ends: i64,
}

/// What a valid token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// Who.
    pub visitor: VisitorKey,
    /// Where their page was opened.
    pub channel: ChannelId,
}

/// A token that says this.
pub fn issue(keys: &KeyRing, claims: &Claims, now: Timestamp) -> String {
    let payload = Payload {
        tenant: claims.visitor.tenant.as_str().into(),
        visitor: claims.visitor.visitor.as_str().into(),
        channel: claims.channel.as_str().into(),
        ends: (now + VALID_FOR).as_millis(),
    };
    keys.sign(&serde_json::to_vec(&payload).unwrap_or_default())
}

/// What a token says, while it is valid.
pub fn read(keys: &KeyRing, token: &str, now: Timestamp) -> Option<Claims> {
    let bytes = keys.verify(token)?;
    let payload: Payload = serde_json::from_slice(&bytes).ok()?;
    if now.as_millis() >= payload.ends {
        return None;
    }
    Some(Claims {
        visitor: VisitorKey {
            tenant: (&*payload.tenant).into(),
            visitor: (&*payload.visitor).into(),
        },
        channel: (&*payload.channel).into(),
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
        let claims = Claims {
            visitor,
            channel: "web".into(),
        };
        let now = Timestamp::from_millis(1_790_000_000_000);
        let token = issue(&keys, &claims, now);

        assert_eq!(
            read(&keys, &token, now + Span::from_minutes(30 * 24 * 60 - 1)),
            Some(claims)
        );
        assert_eq!(read(&keys, &token, now + VALID_FOR), None);
    }
}
