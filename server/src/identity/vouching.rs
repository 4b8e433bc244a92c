//! What a channel's identitySecret says of a visitor (Protocol, 'Visitor identity').
//!
//! The fingerprint of a secret is kept with the visitors it vouched for and stands in their tokens. It is computed with a
//! key that is drawn from the secret by a purpose of its own, so no userHash a site hands out is ever a fingerprint.

use crate::secrets;
use actors_core::ids::{TenantId, Voucher};
use actors_core::secret::Secret;
use std::num::NonZeroU64;

/// The longest name of a visitor.
pub const NAME_BYTES_MAX: usize = 128;

/// A tenant's secret, ready to vouch.
pub struct Vouching<'a> {
    secret: &'a Secret,
    tenant: &'a TenantId,
    key: [u8; 32],
}

impl<'a> Vouching<'a> {
    /// By this secret of the tenant's.
    pub fn new(tenant: &'a TenantId, secret: &'a Secret) -> Self {
        let key = blake3::derive_key(
            "frontdesk: who vouched for a visitor",
            secret.expose().as_bytes(),
        );
        Self {
            secret,
            tenant,
            key,
        }
    }

    /// Whether the hash proves the name.
    pub fn accepts(&self, name: &str, hash: &str) -> bool {
        secrets::is_hmac_hex(self.secret.expose(), name, hash)
    }

    /// The fingerprint of the secret.
    pub fn voucher(&self) -> Voucher {
        let number = self.number("secret", "");
        Voucher(NonZeroU64::new(number).unwrap_or(NonZeroU64::MIN))
    }

    /// The name that this secret makes for a name that is somebody else's: the same each time, and nobody who does not
    /// know the secret can take it beforehand.
    pub fn name_beside(&self, name: &str) -> String {
        const TAIL_BYTES: usize = 1 + 16;
        let mut end = name.len().min(NAME_BYTES_MAX - TAIL_BYTES);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        format!("{}~{:016x}", &name[..end], self.number("name", name))
    }

    fn number(&self, purpose: &str, text: &str) -> u64 {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        for part in [purpose, self.tenant.as_str(), text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let mut first = [0; 8];
        hasher.finalize_xof().fill(&mut first);
        u64::from_le_bytes(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_belongs_to_one_secret_of_one_tenant() {
        let (shop, rival) = (TenantId::from("shop"), TenantId::from("rival"));
        let (one, other) = (
            Secret::new("one secret of 20 bytes"),
            Secret::new("another"),
        );
        let voucher = |tenant, secret| Vouching::new(tenant, secret).voucher();

        assert_eq!(voucher(&shop, &one), voucher(&shop, &one));
        assert_ne!(voucher(&shop, &one), voucher(&shop, &other));
        assert_ne!(voucher(&shop, &one), voucher(&rival, &one));
    }

    #[test]
    fn a_name_beside_another_is_a_name_and_always_the_same() {
        let (shop, secret) = (TenantId::from("shop"), Secret::new("a secret"));
        let vouching = Vouching::new(&shop, &secret);
        let long = "ü".repeat(64);

        assert_eq!(vouching.name_beside("ann"), vouching.name_beside("ann"));
        assert_ne!(vouching.name_beside("ann"), vouching.name_beside("bob"));
        assert!(vouching.name_beside(&long).len() <= NAME_BYTES_MAX);
        let longer = format!("{}a", "ü".repeat(63));
        assert_ne!(vouching.name_beside(&long), vouching.name_beside(&longer));
    }
}
