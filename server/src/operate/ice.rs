//! The STUN and TURN servers that a browser gets for a call, with temporary credentials.
//!
//! TURN credentials follow coturn's shared-secret scheme (`use-auth-secret`): the user is `expiry:name`, the expiry in
//! seconds since the epoch, and the password is `base64(HMAC-SHA1(secret, user))`. The TURN server checks them with the
//! shared secret alone.

use crate::settings::calls::CallSettings;
use crate::wire::call::WireIceServer;
use actors_core::time::{Span, Timestamp};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

/// The servers named by the settings.
pub struct IceServers {
    stun_urls: Vec<String>,
    turn: Option<Turn>,
}

struct Turn {
    urls: Vec<String>,
    signer: Hmac<Sha1>,
    holds_for: Span,
}

/// Why the settings name no usable servers.
#[derive(Debug, thiserror::Error)]
pub enum IceError {
    /// There are TURN servers, but no secret to make credentials with.
    #[error("calls.turn_urls needs calls.turn_secret: set it to coturn's static-auth-secret")]
    NoSecret,
    /// A URL does not begin with `stun:`, `stuns:`, `turn:` or `turns:`.
    #[error(
        "{0} is not the URL of a STUN or TURN server: stun_urls take stun: or stuns:, turn_urls take turn: or turns:"
    )]
    Address(String),
}

impl IceServers {
    /// Reads the servers from the settings. None at all is valid: calls within one network need none.
    ///
    /// # Errors
    /// [`IceError`]: a URL is invalid, or the secret is missing.
    pub fn new(settings: &CallSettings) -> Result<Self, IceError> {
        let all = settings
            .stun_urls
            .iter()
            .map(|url| (url, ["stun:", "stuns:"]));
        let all = all.chain(
            settings
                .turn_urls
                .iter()
                .map(|url| (url, ["turn:", "turns:"])),
        );
        for (url, schemes) in all {
            if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
                return Err(IceError::Address(url.clone()));
            }
        }
        let turn = if settings.turn_urls.is_empty() {
            None
        } else {
            let secret = settings.turn_secret.as_deref().unwrap_or_default();
            let signer = Hmac::<Sha1>::new_from_slice(secret.as_bytes()).ok();
            Some(Turn {
                urls: settings.turn_urls.clone(),
                signer: signer
                    .filter(|_| !secret.is_empty())
                    .ok_or(IceError::NoSecret)?,
                holds_for: Span::from_secs(settings.turn_seconds.into()),
            })
        };
        Ok(Self {
            stun_urls: settings.stun_urls.clone(),
            turn,
        })
    }

    /// Returns the servers, with credentials for this user that are valid from `now`.
    pub fn for_user(&self, user: &str, now: Timestamp) -> Vec<WireIceServer> {
        let mut servers = Vec::new();
        if !self.stun_urls.is_empty() {
            servers.push(WireIceServer {
                urls: self.stun_urls.clone(),
                username: None,
                credential: None,
            });
        }
        if let Some(turn) = &self.turn {
            let expiry = (now + turn.holds_for).as_millis() / 1_000;
            let username = format!("{expiry}:{user}");
            let mac = turn.signer.clone().chain_update(username.as_bytes());
            servers.push(WireIceServer {
                urls: turn.urls.clone(),
                credential: Some(STANDARD.encode(mac.finalize().into_bytes())),
                username: Some(username),
            });
        }
        servers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> CallSettings {
        CallSettings {
            stun_urls: vec!["stun:stun.example.com:3478".into()],
            turn_urls: vec!["turn:turn.example.com:3478?transport=udp".into()],
            turn_secret: Some("north".into()),
            ..CallSettings::default()
        }
    }

    #[test]
    fn credentials_match_the_shared_secret() {
        let servers = IceServers::new(&settings()).unwrap();

        let told = servers.for_user("v_1", Timestamp::from_millis(1_790_000_000_999));

        assert_eq!(told[0].urls, ["stun:stun.example.com:3478"]);
        assert_eq!(told[0].username, None);
        assert_eq!(told[1].username.as_deref(), Some("1790014400:v_1"));
        // printf %s 1790014400:v_1 | openssl dgst -sha1 -hmac north -binary | base64
        assert_eq!(
            told[1].credential.as_deref(),
            Some("DRTwE/pqBaMjpchTgEpu12a3CvE=")
        );
    }

    #[test]
    fn unusable_servers_are_refused() {
        let no_secret = CallSettings {
            turn_secret: None,
            ..settings()
        };
        let wrong = CallSettings {
            stun_urls: vec!["https://example.com".into()],
            ..settings()
        };

        assert!(matches!(
            IceServers::new(&no_secret),
            Err(IceError::NoSecret)
        ));
        assert!(matches!(IceServers::new(&wrong), Err(IceError::Address(_))));
        let none = IceServers::new(&CallSettings::default()).unwrap();
        assert!(none.for_user("v_1", Timestamp::default()).is_empty());
    }
}
