//! Random bytes, and the key ring that signs visitors' and link tokens.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The key file in the data folder: one key a line, the signing key first.
pub const KEY_FILE: &str = "token-keys";

/// Why the keys cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("token-keys in the data folder: {0}")]
    File(#[from] io::Error),
    /// A line of the file is not a key.
    #[error(
        "token-keys in the data folder: line {0} is not 32 bytes in base64url: restore the file or remove the line"
    )]
    Line(usize),
    /// A key of the setting `secret` is too short.
    #[error(
        "a key in the setting `secret` (FRONTDESK_SECRET) has fewer than 32 characters: make one with `openssl rand -hex 32`"
    )]
    Short,
}

/// Returns `N` unpredictable bytes.
///
/// # Panics
/// If the operating system gives no random bytes: nothing can be done safely without them.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// Returns 128 random bits in hex.
pub fn random_name() -> String {
    hex(&random::<16>())
}

/// Returns a password of 80 random bits that people can read aloud: four groups of four letters and digits.
pub fn password() -> String {
    // 32 characters, without those that look alike.
    const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let signs = random::<16>().map(|byte| char::from(SIGNS[usize::from(byte & 31)]));
    let groups = signs.chunks(4).map(|group| group.iter().collect());
    groups.collect::<Vec<String>>().join("-")
}

/// Returns the bytes in lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 15)]);
    }
    text
}

/// Returns the HMAC-SHA256 of `text` under `key`, in hex.
pub fn hmac_hex(key: &str, text: &str) -> String {
    let signer = Hmac::<Sha256>::new_from_slice(key.as_bytes());
    let signer = signer.expect("an HMAC key may have any length");
    hex(&signer.chain_update(text).finalize().into_bytes())
}

/// Returns whether `mac`, in hex, is the HMAC-SHA256 of `text` under `key`; compares in constant time
/// (Protocol, 'Visitor identity', userHash).
pub fn is_hmac_hex(key: &str, text: &str, mac: &str) -> bool {
    let expected = hmac_hex(key, text);
    subtle::ConstantTimeEq::ct_eq(expected.as_bytes(), mac.to_ascii_lowercase().as_bytes()).into()
}

/// The keys that sign and verify tokens. The first one signs; all verify, so that a key can be replaced while its
/// tokens are still in use (Protocol, 'Tokens').
pub struct KeyRing {
    keys: Vec<(String, Hmac<Sha256>)>,
    number: u64,
}

impl KeyRing {
    /// Reads the operator's keys, then those of the data folder. If there are none, it creates one in the data folder,
    /// readable by the owner alone.
    ///
    /// # Errors
    /// [`KeyError`]: the file or a key cannot be used.
    pub fn open(folder: &Path, secret: Option<&str>) -> Result<Self, KeyError> {
        let mut keys = Vec::new();
        for key in secret
            .into_iter()
            .flat_map(|secret| secret.split(','))
            .map(str::trim)
        {
            if key.len() < 32 {
                return Err(KeyError::Short);
            }
            keys.push(ring_entry(key.as_bytes()));
        }
        let path = folder.join(KEY_FILE);
        match fs::read_to_string(&path) {
            Ok(text) => {
                for (index, line) in text
                    .lines()
                    .enumerate()
                    .filter(|(_, line)| !line.trim().is_empty())
                {
                    let key = URL_SAFE_NO_PAD
                        .decode(line.trim())
                        .ok()
                        .filter(|key| key.len() == 32)
                        .ok_or(KeyError::Line(index + 1))?;
                    keys.push(ring_entry(&key));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        if keys.is_empty() {
            let key = random::<32>();
            write_private(&path, &format!("{}\n", URL_SAFE_NO_PAD.encode(key)))?;
            keys.push(ring_entry(&key));
        }
        Ok(Self {
            keys,
            number: draw_number(),
        })
    }

    /// Returns the number of this ring in the process. Caches of verified tokens are valid for one ring.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the token `kid.payload.mac`.
    pub fn sign(&self, payload: &[u8]) -> String {
        let (kid, signer) = &self.keys[0];
        let mut token = format!("{kid}.{}", URL_SAFE_NO_PAD.encode(payload));
        let mac = signer
            .clone()
            .chain_update(token.as_bytes())
            .finalize()
            .into_bytes();
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(mac, &mut token);
        token
    }

    /// Returns the payload of a token that one of the keys signed.
    pub fn verify(&self, token: &str) -> Option<Vec<u8>> {
        if token.len() > TOKEN_BYTES_MAX {
            return None;
        }
        let (signed, mac) = token.rsplit_once('.')?;
        let (kid, payload) = signed.split_once('.')?;
        let (_, signer) = self.keys.iter().find(|(known, _)| known == kid)?;
        let mut given = [0_u8; 33];
        let length = URL_SAFE_NO_PAD.decode_slice(mac, &mut given).ok()?;
        // Compares in constant time.
        signer
            .clone()
            .chain_update(signed.as_bytes())
            .verify_slice(&given[..length])
            .ok()?;
        URL_SAFE_NO_PAD.decode(payload).ok()
    }
}

fn draw_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Longer tokens are refused unread.
const TOKEN_BYTES_MAX: usize = 1_024;

fn ring_entry(key: &[u8]) -> (String, Hmac<Sha256>) {
    let name = blake3::derive_key("frontdesk 2026 name of a token key", key);
    let signer = Hmac::<Sha256>::new_from_slice(key).expect("an HMAC key may have any length");
    (format!("k{}", hex(&name[..4])), signer)
}

/// Writes a file that only its owner may read, and makes it durable. The file must not exist.
///
/// # Errors
/// The operating system's.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_created_once_and_only_its_owner_may_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let token = KeyRing::open(folder.path(), None).unwrap().sign(b"payload");

        let again = KeyRing::open(folder.path(), None).unwrap();

        assert_eq!(again.verify(&token).as_deref(), Some(&b"payload"[..]));
        let mode = fs::metadata(folder.path().join(KEY_FILE))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn an_older_key_still_verifies_after_the_operator_adds_a_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let own = KeyRing::open(folder.path(), None).unwrap().sign(b"1");
        let first = "a".repeat(32);
        let old = KeyRing::open(folder.path(), Some(&first))
            .unwrap()
            .sign(b"2");

        let ring =
            KeyRing::open(folder.path(), Some(&format!("{},{first}", "b".repeat(32)))).unwrap();

        assert_eq!(ring.verify(&own).as_deref(), Some(&b"1"[..]));
        assert_eq!(ring.verify(&old).as_deref(), Some(&b"2"[..]));
        assert_ne!(ring.sign(b"2"), old);
    }

    #[test]
    fn one_changed_bit_anywhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let ring = KeyRing::open(folder.path(), None).unwrap();
        let token = ring.sign(br#"{"t":"demo","u":"v_1"}"#);

        for index in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[index] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else {
                continue;
            };
            assert_eq!(ring.verify(&changed), None, "byte {index}");
            assert_eq!(ring.verify(&token[..index]), None, "cut at {index}");
        }
        assert_eq!(ring.verify(&format!("{token}A")), None);
        assert_eq!(ring.verify(&"x".repeat(10_240)), None);
        assert_eq!(
            ring.verify(&format!("none.{}", token.split_once('.').unwrap().1)),
            None
        );
    }

    #[test]
    fn a_hash_is_checked_against_the_tenants_own_secret() {
        // RFC 4231, test case 2.
        let mac = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";

        assert!(is_hmac_hex("Jefe", "what do ya want for nothing?", mac));
        assert!(!is_hmac_hex("Jefe", "what do ya want for something?", mac));
        assert!(!is_hmac_hex("Jefe", "what do ya want for nothing?", ""));
    }
}
