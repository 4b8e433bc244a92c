//! Rehearsals of a busy day by `frontdesk-bench against` (Protocol, 'Rehearsal').
//!
//! The operator gives the same key to the server and to the tool. The server proves that it has the key before the tool
//! makes any load, so nobody can turn the tool against another host. The tool proves it with each chatStart and login,
//! and these calls are not counted against its address. The key itself never travels.

use crate::error::ApiError;
use crate::rates::ByAddress;
use crate::secrets;
use crate::settings::rehearsal::RehearsalSettings;
use crate::state::State;
use actix_web::HttpRequest;
use actors_core::time::{Span, Timestamp};

/// The header that carries a pass.
pub const HEADER: &str = "x-frontdesk-rehearsal";

/// The path that proves the key.
pub const PATH: &str = "/rehearsal";

/// The fewest characters of a key.
pub const KEY_CHARACTERS_MIN: usize = 32;

/// How far the time of a pass may be from the server's: a pass that is overheard is soon useless.
pub const PASS_SPAN: Span = Span::from_minutes(5);

/// The most bytes of a nonce.
const NONCE_BYTES_MAX: usize = 128;

/// The key has too few characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the rehearsal key (`rehearsal.key`) has fewer than 32 characters: make one with `openssl rand -hex 32`"
)]
pub struct KeyTooShort;

/// A key that server and tool share.
#[derive(Clone)]
pub struct RehearsalKey(String);

impl RehearsalKey {
    /// Takes a key. Space around it does not count.
    ///
    /// # Errors
    /// It is too short.
    pub fn new(text: &str) -> Result<Self, KeyTooShort> {
        let text = text.trim();
        match text.chars().count() >= KEY_CHARACTERS_MIN {
            true => Ok(Self(text.to_owned())),
            false => Err(KeyTooShort),
        }
    }

    /// Returns the proof that the server has the key, for the tool's nonce at the server's time.
    pub fn proof(&self, nonce: &str, at: Timestamp) -> String {
        secrets::hmac_hex(&self.0, &proof_text(nonce, at))
    }

    /// Returns whether the proof is right.
    pub fn proves(&self, nonce: &str, at: Timestamp, proof: &str) -> bool {
        secrets::is_hmac_hex(&self.0, &proof_text(nonce, at), proof)
    }

    /// Returns a pass for the server's time.
    pub fn pass(&self, at: Timestamp) -> String {
        let mac = secrets::hmac_hex(&self.0, &pass_text(&at.as_millis().to_string()));
        format!("{}.{mac}", at.as_millis())
    }

    /// Returns whether the pass is right at this time.
    pub fn admits(&self, pass: &str, now: Timestamp) -> bool {
        let Some((time, mac)) = pass.split_once('.') else {
            return false;
        };
        let Ok(at) = time.parse().map(Timestamp::from_millis) else {
            return false;
        };
        now.since(at) <= PASS_SPAN
            && at.since(now) <= PASS_SPAN
            && secrets::is_hmac_hex(&self.0, &pass_text(time), mac)
    }
}

// Different first words, so that a proof is never a pass: anybody may ask for a proof of any nonce.
fn proof_text(nonce: &str, at: Timestamp) -> String {
    format!("frontdesk-rehearsal-proof\n{}\n{nonce}", at.as_millis())
}

fn pass_text(time: &str) -> String {
    format!("frontdesk-rehearsal-pass\n{time}")
}

/// What the server knows of rehearsals.
pub struct Rehearsal {
    key: Option<RehearsalKey>,
}

impl Rehearsal {
    /// Reads the settings.
    ///
    /// # Errors
    /// The key is too short.
    pub fn open(settings: &RehearsalSettings) -> Result<Self, KeyTooShort> {
        let key = settings.key.as_deref().filter(|key| !key.trim().is_empty());
        let key = key.map(RehearsalKey::new).transpose()?;
        Ok(Self { key })
    }

    /// Returns the proof for a nonce, without a key `None`.
    ///
    /// # Errors
    /// 400 for a nonce that is empty or too long.
    pub fn proof(&self, nonce: &str, now: Timestamp) -> Result<Option<String>, ApiError> {
        if nonce.is_empty() || nonce.len() > NONCE_BYTES_MAX {
            return Err(ApiError::invalid("nonce: 1 to 128 bytes"));
        }
        Ok(self.key.as_ref().map(|key| key.proof(nonce, now)))
    }

    /// Returns whether the request carries a valid pass.
    fn admits(&self, request: &HttpRequest, now: Timestamp) -> bool {
        let Some(key) = &self.key else { return false };
        let pass = request.headers().get(HEADER);
        pass.and_then(|pass| pass.to_str().ok())
            .is_some_and(|pass| key.admits(pass, now))
    }
}

/// Counts one call against its address, unless it belongs to a rehearsal.
///
/// # Errors
/// 429 with the time to wait.
pub fn charge_address(
    state: &State,
    request: &HttpRequest,
    bucket: ByAddress,
) -> Result<(), ApiError> {
    if state.rehearsal.admits(request, state.now()) {
        return Ok(());
    }
    state.limits.address(request, bucket)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn key(letter: &str) -> RehearsalKey {
        RehearsalKey::new(&letter.repeat(KEY_CHARACTERS_MIN)).unwrap()
    }

    #[test]
    fn a_key_has_at_least_32_characters_beside_space() {
        let short = "k".repeat(KEY_CHARACTERS_MIN - 1);

        assert_eq!(RehearsalKey::new(&short).err(), Some(KeyTooShort));
        assert_eq!(
            RehearsalKey::new(&format!(" {short}\n")).err(),
            Some(KeyTooShort)
        );
        assert!(RehearsalKey::new(&format!("{short}k\n")).is_ok());
    }

    #[test]
    fn a_proof_holds_for_its_nonce_its_time_and_its_key() {
        let proof = key("a").proof("nonce", NOW);

        assert!(key("a").proves("nonce", NOW, &proof));
        assert!(!key("a").proves("other", NOW, &proof));
        assert!(!key("a").proves("nonce", NOW + Span::from_millis(1), &proof));
        assert!(!key("b").proves("nonce", NOW, &proof));
    }

    #[test]
    fn a_pass_holds_for_five_minutes_around_its_time() {
        let pass = key("a").pass(NOW);

        assert!(key("a").admits(&pass, NOW));
        assert!(key("a").admits(&pass, NOW + PASS_SPAN));
        assert!(key("a").admits(&pass, NOW - PASS_SPAN));
        assert!(!key("a").admits(&pass, NOW + PASS_SPAN + Span::from_millis(1)));
        assert!(!key("a").admits(&pass, NOW - PASS_SPAN - Span::from_millis(1)));
        assert!(!key("b").admits(&pass, NOW));
    }

    #[test]
    fn nothing_but_a_pass_admits() {
        let proof = key("a").proof(&NOW.as_millis().to_string(), NOW);
        let later = key("a").pass(NOW).replacen("179", "178", 1);

        for wrong in [
            String::new(),
            ".".to_owned(),
            NOW.as_millis().to_string(),
            format!("{}.{proof}", NOW.as_millis()),
            later,
        ] {
            assert!(!key("a").admits(&wrong, NOW), "{wrong}");
        }
    }

    #[test]
    fn without_a_key_there_is_no_proof() {
        let none = Rehearsal::open(&RehearsalSettings::default()).unwrap();

        assert!(none.proof("nonce", NOW).unwrap().is_none());
    }
}
