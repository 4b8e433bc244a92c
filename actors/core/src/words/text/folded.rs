//! Texts as they are searched: case and width do not matter, and what cannot be seen is passed over.

use super::is_unseen;
use unicode_normalization::UnicodeNormalization;

/// A text as it is searched, and where each byte of it comes from.
pub(crate) struct Folded {
    bytes: Vec<u8>,
    /// Of each byte, where the character that it comes from begins and ends.
    origin: Vec<(u32, u32)>,
}

impl Folded {
    /// Reads a text.
    pub fn new(text: &str) -> Self {
        let mut folded = Self {
            bytes: Vec::with_capacity(text.len()),
            origin: Vec::with_capacity(text.len()),
        };
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        for (at, sign) in text.char_indices() {
            if is_unseen(sign) && !sign.is_whitespace() {
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

    /// Where the character begins that a byte comes from.
    pub fn from(&self, byte: usize) -> usize {
        self.origin.get(byte).map_or(0, |(from, _)| *from as usize)
    }

    /// Where the character ends that the byte before comes from.
    pub fn upto(&self, byte: usize) -> usize {
        let last = byte.checked_sub(1).and_then(|last| self.origin.get(last));
        last.map_or(0, |(_, upto)| *upto as usize)
    }

    /// The text as it is searched.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, where nobody asks where it comes from.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
