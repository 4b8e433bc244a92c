//! Signs requests to a shop's own systems as Standard Webhooks describes (<https://www.standardwebhooks.com>): the
//! headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.

use actors_core::secret::Secret;
use actors_core::time::Timestamp;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::ops::RangeInclusive;

/// The beginning of a secret.
pub const SECRET_PREFIX: &str = "whsec_";

/// How long a key may be, in bytes (Standard Webhooks, 'Signature scheme').
const KEY_BYTES: RangeInclusive<usize> = 24..=64;

/// The headers of a signed request: names and values.
pub type SignedHeaders = [(&'static str, String); 3];

/// Returns the key that a secret stands for; none if it is not `whsec_` and base64 of 24 to 64 bytes.
pub fn key_of(secret: &str) -> Option<Vec<u8>> {
    let key = STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?).ok()?;
    KEY_BYTES.contains(&key.len()).then_some(key)
}

/// Signs a body with each secret. A receiver accepts the request if one of the signatures is right.
pub fn headers<'a>(
    secrets: impl Iterator<Item = &'a Secret>,
    id: String,
    now: Timestamp,
    body: &[u8],
) -> SignedHeaders {
    let seconds = now.as_millis().div_euclid(1_000).to_string();
    let keys = secrets.filter_map(|secret| key_of(secret.expose()));
    let signatures = keys.filter_map(|key| {
        let signer = Hmac::<Sha256>::new_from_slice(&key).ok()?;
        let signer = signer.chain_update(format!("{id}.{seconds}."));
        let mac = signer.chain_update(body).finalize().into_bytes();
        Some(format!("v1,{}", STANDARD.encode(mac)))
    });
    let signatures: Vec<String> = signatures.collect();
    [
        ("webhook-signature", signatures.join(" ")),
        ("webhook-id", id),
        ("webhook-timestamp", seconds),
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
            br#"{"test": 2432232314}"#,
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
            b"{}",
        );

        let signatures: Vec<&str> = signed[0].1.split(' ').collect();
        assert_eq!(signatures.len(), 2);
        assert_ne!(signatures[0], signatures[1]);
    }
}
