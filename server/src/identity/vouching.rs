//! Visitor names that the shop's server signed with the channel's identitySecret (Protocol, 'Visitor identity').
//!
//! The fingerprint of a secret is stored with the visitors it vouched for, and is part of their tokens. It uses a key
//! derived from the secret for this purpose alone, so no userHash that a site hands out equals a fingerprint.

use crate::secrets;
use actors_core::ids::{TenantId, Voucher};
use actors_core::secret::Secret;
use std::num::NonZeroU64;

/// The longest name of a visitor, in bytes.
pub const NAME_BYTES_MAX: usize = 128;

/// Vouches with a tenant's secret.
pub struct Vouching<'a> {
    secret: &'a Secret,
    tenant: &'a TenantId,
    key: [u8; 32],
}

impl<'a> Vouching<'a> {
    /// Prepares a secret of the tenant's.
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

    /// Returns whether the hash proves the name.
    pub fn accepts(&self, name: &str, hash: &str) -> bool {
        secrets::is_hmac_hex(self.secret.expose(), name, hash)
    }

    /// Returns the fingerprint of the secret.
    pub fn voucher(&self) -> Voucher {
        let number = self.number("secret", "");
        Voucher(NonZeroU64::new(number).unwrap_or(NonZeroU64::MIN))
    }

    /// Returns the name that replaces one which somebody else has: always the same, and nobody can take it in advance
    /// without the secret.
    pub fn name_beside(&self, name: &str) -> String {
        const TAIL_BYTES: usize = 1 + 16;
        let mut end = name.len().min(NAME_BYTES_MAX - TAIL_BYTES);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        format!("{}~{:016x}", &name[..end], self.number("name", name))
    }

    /// Returns the site's own name of a visitor, who may have a replacement of it.
    pub fn original<'n>(&self, name: &'n str) -> &'n str {
        match name.rsplit_once('~') {
            Some((original, _)) if self.name_beside(original) == name => original,
            Some(_) | None => name,
        }
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
    fn a_replacement_name_is_valid_and_always_the_same() {
        let (shop, secret) = (TenantId::from("shop"), Secret::new("a secret"));
        let vouching = Vouching::new(&shop, &secret);
        let long = "ü".repeat(64);

        assert_eq!(vouching.name_beside("ann"), vouching.name_beside("ann"));
        assert_ne!(vouching.name_beside("ann"), vouching.name_beside("bob"));
        assert_eq!(vouching.original(&vouching.name_beside("ann")), "ann");
        assert_eq!(vouching.original("ann~bob"), "ann~bob");
        assert!(vouching.name_beside(&long).len() <= NAME_BYTES_MAX);
        let longer = format!("{}a", "ü".repeat(63));
        assert_ne!(vouching.name_beside(&long), vouching.name_beside(&longer));
    }
}
