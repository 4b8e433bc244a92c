//! How much room connections may take (docs/decisions/0019).

use serde::{Deserialize, Serialize};

/// Limits of connections. An address is an IPv4 address or a /64 of IPv6; trusted proxies have no limit of their own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConnectionSettings {
    /// Connections of one address; 0 takes 20,000, but at most half of all.
    pub per_address: usize,
    /// Requests that have begun and whose head is not all there.
    pub heads: usize,
    /// The same, of one address.
    pub heads_per_address: usize,
    /// Bytes of answers that wait for slow readers; one address has at most an eighth.
    pub unsent_bytes: usize,
}

impl ConnectionSettings {
    /// Four times the polls that an address may hold (Protocol, 'Rates').
    pub const PER_ADDRESS: usize = 20_000;
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self {
            per_address: 0,
            heads: 4_096,
            heads_per_address: 256,
            unsent_bytes: 128 << 20,
        }
    }
}
