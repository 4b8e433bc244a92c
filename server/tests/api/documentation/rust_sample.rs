//! The sample in Rust of the page on identity, compiled as a shop's server would compile it.

/// The sample's `hex` is a crate that only it would need.
mod hex {
    pub fn encode(bytes: impl AsRef<[u8]>) -> String {
        server::secrets::hex(bytes.as_ref())
    }
}

/// The environment of a test is not changed, because others run beside it.
mod std {
    pub mod env {
        pub fn var(name: &str) -> Result<String, ::std::env::VarError> {
            assert_eq!(name, "FRONTDESK_IDENTITY_SECRET");
            Ok(super::super::super::identity::SECRET.to_owned())
        }
    }
}

#[rustfmt::skip]
pub fn signed(user_id: &str) -> anyhow::Result<String> {
    // cargo add hmac@0.13 sha2@0.11 hex
    use hmac::{Hmac, KeyInit, Mac};
    use sha2::Sha256;

    let secret = std::env::var("FRONTDESK_IDENTITY_SECRET")?;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
    mac.update(user_id.as_bytes());
    let user_hash = hex::encode(mac.finalize().into_bytes());
    Ok(user_hash)
}
