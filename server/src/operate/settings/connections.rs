//! Limits of connections (docs/decisions/0019).

use serde::{Deserialize, Serialize};

/// Limits of connections. An address is an IPv4 address or a /64 of IPv6. Trusted proxies have no limit per address.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConnectionSettings {
    /// Connections of one address; further ones are closed. 0, the default, means 20,000, but at most half of all
    /// connections.
    pub per_address: usize,
    /// Requests that have arrived only in part, of all addresses. Beyond it, such a connection is closed. Default:
    /// 4,096.
    pub heads: usize,
    /// The same limit for one address. Default: 256.
    pub heads_per_address: usize,
    /// Bytes of answers that wait for slow readers; one address may have an eighth. Beyond it, the connection is
    /// closed. Default: 134,217,728 (128 MiB).
    pub unsent_bytes: usize,
}

impl ConnectionSettings {
    /// Four times the polls that one address may hold (Protocol, 'Rates').
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
