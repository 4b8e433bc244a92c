//! Settings of voice and video calls.

use serde::{Deserialize, Serialize};

/// What two browsers need to find each other (RFC 8829): where they ask for their own address, and who carries their
/// call where they cannot reach each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CallSettings {
    /// STUN servers: `stun:host:port`.
    pub stun_urls: Vec<String>,
    /// TURN servers: `turn:host:port?transport=udp` and so on; with `turn_secret` alone.
    pub turn_urls: Vec<String>,
    /// The secret shared with the TURN servers (coturn's `static-auth-secret`).
    pub turn_secret: Option<String>,
    /// How long credentials that are handed out hold, in seconds: longer than any call.
    pub turn_seconds: u32,
}

impl Default for CallSettings {
    fn default() -> Self {
        Self {
            stun_urls: Vec::new(),
            turn_urls: Vec::new(),
            turn_secret: None,
            turn_seconds: 4 * 3_600,
        }
    }
}
