//! Settings of voice and video calls.

use serde::{Deserialize, Serialize};

/// The STUN and TURN servers for voice and video calls (RFC 8829). STUN tells a browser its public address. TURN relays
/// the call if the two browsers cannot reach each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CallSettings {
    /// STUN servers, such as `stun:stun.example.com:3478`. Default: none, which is enough within one network.
    pub stun_urls: Vec<String>,
    /// TURN servers, such as `turn:turn.example.com:3478?transport=udp`. They need `turn_secret`. Default: none.
    pub turn_urls: Vec<String>,
    /// The secret shared with the TURN servers (coturn: `static-auth-secret`). Default: none.
    pub turn_secret: Option<String>,
    /// How long TURN credentials are valid, in seconds. Set it longer than the longest call. Default: 14,400 (4 hours).
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
