//! A visitor's token (Protocol, 'Tokens'): tenant and visitor, signed, valid for 30 days.

use crate::secrets::KeyRing;
use actors_core::ids::{ChannelId, VisitorKey, Voucher};
use actors_core::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::RefCell;
use subtle::ConstantTimeEq as _;

/// Protocol, 'Tokens': each chatStart renews it.
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
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
    vouched: Option<Voucher>,
}

/// The contents of a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The visitor.
    pub visitor: VisitorKey,
    /// The channel their page was opened on.
    pub channel: ChannelId,
    /// The secret that vouched for them (`identitySecret`); `None` if they chose their name or were given one.
    pub vouched: Option<Voucher>,
}

/// Returns a token with these claims.
pub fn issue(keys: &KeyRing, claims: &Claims, now: Timestamp) -> String {
    let payload = Payload {
        tenant: claims.visitor.tenant.as_str().into(),
        visitor: claims.visitor.visitor.as_str().into(),
        channel: claims.channel.as_str().into(),
        ends: (now + VALID_FOR).as_millis(),
        vouched: claims.vouched,
    };
    keys.sign(&serde_json::to_vec(&payload).unwrap_or_default())
}

/// Returns the claims of a valid token, and when it was issued.
pub fn read_issued(keys: &KeyRing, token: &str, now: Timestamp) -> Option<(Claims, Timestamp)> {
    let (claims, ends) = recall(keys, token).or_else(|| {
        let read = verify(keys, token)?;
        remember(keys, token, &read);
        Some(read)
    })?;
    let ends = Timestamp::from_millis(ends);
    (now < ends).then_some((claims, ends - VALID_FOR))
}

/// Returns the claims of a valid token.
pub fn read(keys: &KeyRing, token: &str, now: Timestamp) -> Option<Claims> {
    read_issued(keys, token, now).map(|(claims, _)| claims)
}

/// The claims of a correctly signed token, and when it expires, in ms since 1970. It may have expired.
type Read = (Claims, i64);

fn verify(keys: &KeyRing, token: &str) -> Option<Read> {
    let bytes = keys.verify(token)?;
    let payload: Payload = serde_json::from_slice(&bytes).ok()?;
    let claims = Claims {
        visitor: VisitorKey {
            tenant: (&*payload.tenant).into(),
            visitor: (&*payload.visitor).into(),
        },
        channel: (&*payload.channel).into(),
        vouched: payload.vouched,
    };
    Some((claims, payload.ends))
}

/// Number of tokens that a thread remembers.
const REMEMBERED: usize = 2_048;

/// Verified tokens, so that a page that calls again is not verified again. A token has one slot by its hash; the next
/// token with the same slot replaces it.
struct Memory {
    ring: u64,
    places: Vec<Option<Box<(String, Read)>>>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory { ring: 0, places: Vec::new() }) };
}

fn recall(keys: &KeyRing, token: &str) -> Option<Read> {
    MEMORY.with_borrow(|memory| {
        if memory.ring != keys.number() {
            return None;
        }
        let (known, read) = &**memory.places.get(place(token))?.as_ref()?;
        // Constant time: the duration must not reveal how much of a guess was right.
        bool::from(known.as_bytes().ct_eq(token.as_bytes())).then(|| read.clone())
    })
}

fn remember(keys: &KeyRing, token: &str, read: &Read) {
    MEMORY.with_borrow_mut(|memory| {
        if memory.ring != keys.number() {
            memory.ring = keys.number();
            memory.places = (0..REMEMBERED).map(|_| None).collect();
        }
        memory.places[place(token)] = Some(Box::new((token.to_owned(), read.clone())));
    });
}

/// Returns the slot. A token ends in its signature, so its last bytes are evenly distributed.
fn place(token: &str) -> usize {
    let end = token.bytes().rev().take(8);
    let number = end.fold(0_usize, |number, byte| {
        number.wrapping_mul(67).wrapping_add(byte.into())
    });
    number % REMEMBERED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_for_thirty_days_and_names_its_visitor() {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyRing::open(folder.path(), None).unwrap();
        let visitor = VisitorKey {
            tenant: "demo".into(),
            visitor: "v\"ü".into(),
        };
        let claims = Claims {
            visitor,
            channel: "web".into(),
            vouched: std::num::NonZeroU64::new(u64::MAX).map(Voucher),
        };
        let now = Timestamp::from_millis(1_790_000_000_000);
        let token = issue(&keys, &claims, now);

        assert_eq!(
            read(&keys, &token, now + Span::from_minutes(30 * 24 * 60 - 1)),
            Some(claims)
        );
        assert_eq!(read(&keys, &token, now + VALID_FOR), None);
    }

    #[test]
    fn a_remembered_token_is_no_easier_to_forge() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let keys = KeyRing::open(one.path(), None).unwrap();
        let others = KeyRing::open(other.path(), None).unwrap();
        let claims = Claims {
            visitor: VisitorKey {
                tenant: "demo".into(),
                visitor: "v".into(),
            },
            channel: "web".into(),
            vouched: None,
        };
        let now = Timestamp::from_millis(1_790_000_000_000);
        let token = issue(&keys, &claims, now);
        assert_eq!(read(&keys, &token, now), Some(claims.clone()));

        for index in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[index] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(read(&keys, &changed, now), None, "byte {index}");
            assert_eq!(read(&keys, &token[..index], now), None, "cut at {index}");
        }
        assert_eq!(read(&others, &token, now), None);
        assert_eq!(read(&keys, &token, now), Some(claims));
        assert_eq!(read(&keys, &token, now + VALID_FOR), None);
    }
}
