//! The key that all nodes of a cluster share.

use crate::secrets;
use actix_web::http::header::{HeaderValue, InvalidHeaderValue};
use std::fmt;
use std::sync::Arc;
use subtle::ConstantTimeEq as _;

/// The key. It travels inside the cluster as an HMAC of fixed length, so that a comparison tells nothing of its length.
#[derive(Clone)]
pub struct ClusterKey(Arc<str>);

/// What is signed with the key. The number is the version of the protocol between nodes.
const PURPOSE: &str = "frontdesk-node-1";

impl ClusterKey {
    /// Takes the shared key, for the nodes of the first cell.
    pub fn new(key: &str) -> Self {
        Self::of_cell(key, 0)
    }

    /// Takes the shared key, for the nodes of this cell. If a node of another cell gets an address that one of this cell
    /// had, its requests are refused.
    pub fn of_cell(key: &str, cell: u16) -> Self {
        let purpose = match cell {
            0 => PURPOSE.to_owned(),
            cell => format!("{PURPOSE} cell-{cell}"),
        };
        Self(secrets::hmac_hex(key, &purpose).into())
    }

    /// Returns the proof that a node shows to another.
    ///
    /// # Errors
    /// None in practice: the proof is hex.
    pub fn proof(&self) -> Result<HeaderValue, InvalidHeaderValue> {
        let mut proof = HeaderValue::from_str(&self.0)?;
        proof.set_sensitive(true);
        Ok(proof)
    }

    /// Returns the same as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether `shown` is the proof; compares in constant time.
    pub fn admits(&self, shown: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(shown).into()
    }
}

impl fmt::Debug for ClusterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClusterKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_is_admitted() {
        let key = ClusterKey::new("01234567890123456789012345678901");
        let other = ClusterKey::new("01234567890123456789012345678902");

        assert!(key.admits(key.as_str().as_bytes()));
        assert!(!key.admits(other.as_str().as_bytes()));
        assert!(!key.admits(b""));
        assert!(!key.admits(b"01234567890123456789012345678901"));
        let of_another_cell = ClusterKey::of_cell("01234567890123456789012345678901", 1);
        assert!(!key.admits(of_another_cell.as_str().as_bytes()));
        assert_eq!(format!("{key:?}"), "ClusterKey");
    }
}
