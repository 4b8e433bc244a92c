//! Texts prepared for a search: case and width are folded, invisible characters removed.

use super::is_hidden;
use unicode_normalization::UnicodeNormalization;

/// A folded text, with the origin of each byte.
pub(crate) struct Folded {
    bytes: Vec<u8>,
    /// For each byte, the start and end of its source character.
    origin: Vec<(u32, u32)>,
}

impl Folded {
    /// Folds a text.
    pub fn new(text: &str) -> Self {
        let mut folded = Self {
            bytes: Vec::with_capacity(text.len()),
            origin: Vec::with_capacity(text.len()),
        };
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        for (at, sign) in text.char_indices() {
            if is_hidden(sign) {
                continue;
            }
            let origin = (place(at), place(at + sign.len_utf8()));
            for plain in std::iter::once(sign).nfkc().flat_map(char::to_lowercase) {
                let mut encoded = [0; 4];
                for byte in plain.encode_utf8(&mut encoded).bytes() {
                    folded.bytes.push(byte);
                    folded.origin.push(origin);
                }
            }
        }
        folded
    }

    /// The start of the source character of a byte.
    pub fn from(&self, byte: usize) -> usize {
        self.origin.get(byte).map_or(0, |(from, _)| *from as usize)
    }

    /// The end of the source character of the byte before this one.
    pub fn upto(&self, byte: usize) -> usize {
        let last = byte.checked_sub(1).and_then(|last| self.origin.get(last));
        last.map_or(0, |(_, upto)| *upto as usize)
    }

    /// The folded bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The folded bytes without their origins.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
