//! Signs requests to a shop's own systems as Standard Webhooks describes (<https://www.standardwebhooks.com>): the
//! headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.

use crate::webhooks::sign;
use actors_core::secret::Secret;
use actors_core::time::Timestamp;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::ops::RangeInclusive;

/// How long a key may be, in bytes (Standard Webhooks, 'Signature scheme').
const KEY_BYTES: RangeInclusive<usize> = 24..=64;

/// The headers of a signed request: names and values.
pub type SignedHeaders = [(&'static str, String); 3];

/// Returns whether a text is a secret: `whsec_` and base64 of 24 to 64 bytes.
pub fn is_secret(text: &str) -> bool {
    let key = text.strip_prefix(sign::PREFIX);
    let key = key.and_then(|key| STANDARD.decode(key).ok());
    key.is_some_and(|key| KEY_BYTES.contains(&key.len()))
}

/// Signs a body with each secret. A receiver accepts the request if one of the signatures is right.
pub fn headers<'a>(
    secrets: impl Iterator<Item = &'a Secret>,
    id: String,
    now: Timestamp,
    body: &str,
) -> SignedHeaders {
    let seconds = now.as_millis().div_euclid(1_000);
    let secrets: Vec<&str> = secrets.map(Secret::expose).collect();
    [
        (
            "webhook-signature",
            sign::signatures(&secrets, &id, seconds, body),
        ),
        ("webhook-id", id),
        ("webhook-timestamp", seconds.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_one_of_the_specification() {
        // The example of the specification's reference libraries.
        let secret = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let now = Timestamp::from_millis(1_614_265_330_000);

        let signed = headers(
            [&secret].into_iter(),
            "msg_p5jXN8AQM9LWM0D4loKWxJek".to_owned(),
            now,
            r#"{"test": 2432232314}"#,
        );

        let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signed[0], ("webhook-signature", signature.to_owned()));
        assert_eq!(signed[2].1, "1614265330");
    }

    #[test]
    fn each_secret_adds_a_signature() {
        let one = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let other = Secret::new("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");

        let signed = headers(
            [&one, &other].into_iter(),
            "msg_1".to_owned(),
            Timestamp::from_millis(0),
            "{}",
        );

        let signatures: Vec<&str> = signed[0].1.split(' ').collect();
        assert_eq!(signatures.len(), 2);
        assert_ne!(signatures[0], signatures[1]);
    }
}
