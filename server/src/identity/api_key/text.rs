//! The text of an API key: `fdk_live_`, 256 random bits in hex, and the CRC-32 of all before it in hex. A secret scanner
//! recognises it by the prefix and verifies it by the checksum.

use crate::secrets;

/// How every key begins.
pub const PREFIX: &str = "fdk_live_";

const RANDOM_CHARS: usize = 64;
const CHECKSUM_CHARS: usize = 8;

/// Draws the text of a new key.
pub(super) fn drawn() -> String {
    let begun = format!("{PREFIX}{}", secrets::hex(&secrets::random::<32>()));
    let checksum = checksum(&begun);
    begun + &checksum
}

/// The hash that stands for a key.
pub(super) fn hash_of(text: &str) -> [u8; 32] {
    *blake3::hash(text.as_bytes()).as_bytes()
}

/// Returns whether a text has the form and the checksum of a key.
pub fn is_whole(text: &str) -> bool {
    if text.len() != PREFIX.len() + RANDOM_CHARS + CHECKSUM_CHARS || !text.is_ascii() {
        return false;
    }
    let (begun, end) = text.split_at(text.len() - CHECKSUM_CHARS);
    begun.starts_with(PREFIX) && checksum(begun) == end
}

fn checksum(begun: &str) -> String {
    format!("{:08x}", crc32fast::hash(begun.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_recognised_and_nothing_like_it_is() {
        let text = drawn();

        assert_eq!(text.len(), 81);
        assert!(is_whole(&text));
        let flipped = text.replacen(
            &text[20..21],
            if &text[20..21] == "0" { "1" } else { "0" },
            1,
        );
        for other in [
            "",
            PREFIX,
            &text[1..],
            &text[..80],
            &flipped,
            &"ä".repeat(40),
        ] {
            assert!(!is_whole(other), "{other}");
        }
        assert_ne!(text, drawn());
    }

    /// The checksum is documented for secret scanners: Protocol, 'API keys'.
    #[test]
    fn the_checksum_never_changes() {
        let begun = format!("{PREFIX}{}", "0".repeat(RANDOM_CHARS));

        assert!(is_whole(&format!("{begun}{}", checksum(&begun))));
        assert_eq!(checksum("123456789"), "cbf43926");
    }
}
