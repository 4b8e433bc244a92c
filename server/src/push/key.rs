//! The server's key for push services (VAPID, RFC 8292). A browser's subscription is bound to it, so it stays the same:
//! the store keeps it, and backups carry it.

use crate::secrets;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentKind, Store, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;
use web_push_native::p256::ecdsa::signature::Signer as _;
use web_push_native::p256::ecdsa::{Signature, SigningKey};

/// The only key of its kind.
const NAME: &str = "server";

/// How long a token for a push service is valid, in seconds; at most a day.
const TOKEN_SECONDS: i64 = 12 * 60 * 60;

#[derive(Serialize, Deserialize)]
struct Kept {
    secret: String,
}

/// The server's key.
pub struct PushKey {
    key: SigningKey,
    public: String,
}

impl PushKey {
    /// Reads the key, or makes it.
    ///
    /// # Errors
    /// The store's, or the stored key is none.
    pub fn open(store: &dyn Store) -> Result<Self, StoreError> {
        let key = match store.document(DocumentKind::PushKey, NAME)? {
            Some(json) => read(&json).ok_or_else(|| {
                StoreError::Damaged(Arc::from("the key for push services is no key"))
            })?,
            None => {
                let key = draw();
                let secret = URL_SAFE_NO_PAD.encode(key.to_bytes());
                let json = serde_json::to_vec(&Kept { secret }).unwrap_or_default();
                store.put_document(DocumentKind::PushKey, NAME, &json)?;
                key
            }
        };
        let point = key.verifying_key().to_encoded_point(false);
        Ok(Self {
            public: URL_SAFE_NO_PAD.encode(point.as_bytes()),
            key,
        })
    }

    /// The public part, as a browser wants it.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The value of the header `Authorization` for a push service.
    pub fn authorization(&self, origin: &str, contact: &str, now: Timestamp) -> String {
        let ends = now.as_millis().div_euclid(1_000) + TOKEN_SECONDS;
        let part = |json: serde_json::Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let head = part(json!({ "typ": "JWT", "alg": "ES256" }));
        let claims = part(json!({ "aud": origin, "exp": ends, "sub": contact }));
        let signed = format!("{head}.{claims}");
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

fn read(json: &[u8]) -> Option<SigningKey> {
    let kept: Kept = serde_json::from_slice(json).ok()?;
    let bytes = URL_SAFE_NO_PAD.decode(kept.secret).ok()?;
    SigningKey::from_slice(&bytes).ok()
}

fn draw() -> SigningKey {
    loop {
        // Nearly every number is a key.
        if let Ok(key) = SigningKey::from_slice(&secrets::random::<32>()) {
            return key;
        }
    }
}
