//! Secrets and signatures of webhooks, as Standard Webhooks defines them.

use crate::secrets;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// What every secret begins with.
pub const PREFIX: &str = "whsec_";

/// Returns a new secret of 256 random bits.
pub fn secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(secrets::random::<32>()))
}

/// Returns the header `webhook-signature`: a signature for each secret, separated by spaces.
pub fn signatures(secrets: &[&str], id: &str, seconds: i64, body: &str) -> String {
    let signed = secrets.iter().map(|secret| {
        let key = STANDARD.decode(secret.trim_start_matches(PREFIX));
        let signer = Hmac::<Sha256>::new_from_slice(&key.unwrap_or_default());
        let signer = signer.expect("an HMAC key may have any length");
        let signer = signer.chain_update(format!("{id}.{seconds}."));
        let mac = signer.chain_update(body).finalize().into_bytes();
        format!("v1,{}", STANDARD.encode(mac))
    });
    signed.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference libraries.
    #[test]
    fn a_signature_is_the_one_of_the_reference_libraries() {
        let signed = signatures(
            &["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );

        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn two_valid_secrets_give_two_signatures() {
        let (one, two) = (secret(), secret());

        let both = signatures(&[&one, &two], "evt_1", 5, "{}");

        let each: Vec<&str> = both.split(' ').collect();
        assert_eq!(
            each,
            [
                signatures(&[&one], "evt_1", 5, "{}"),
                signatures(&[&two], "evt_1", 5, "{}")
            ]
        );
        assert_eq!(one.len(), "whsec_".len() + 44);
        assert_ne!(one, two);
    }
}
