//! Numbers and texts in few bytes: seven bits of a number a byte, and a text after its length.

/// Bytes that are read from the beginning.
pub(super) struct Reading<'a>(&'a [u8]);

impl<'a> Reading<'a> {
    /// Reads these.
    pub fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether everything was read.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// The next number; `None` if there is none.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// The next piece.
    pub fn piece(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (piece, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(piece)
    }

    /// The next text.
    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.piece()?).ok()
    }
}

/// Writes a number.
pub(super) fn put_number(bytes: &mut Vec<u8>, number: u64) {
    let mut left = number;
    while left > 0x7f {
        bytes.push(low_bits(left) | 0x80);
        left >>= 7;
    }
    bytes.push(low_bits(left));
}

fn low_bits(number: u64) -> u8 {
    u8::try_from(number & 0x7f).unwrap_or(0)
}

/// Writes a piece.
pub(super) fn put_piece(bytes: &mut Vec<u8>, piece: &[u8]) {
    put_number(bytes, piece.len() as u64);
    bytes.extend_from_slice(piece);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers: Vec<u64>, text: String) {
            let mut bytes = Vec::new();
            for number in &numbers {
                put_number(&mut bytes, *number);
            }
            put_piece(&mut bytes, text.as_bytes());

            let mut reading = Reading::of(&bytes);

            for number in numbers {
                prop_assert_eq!(reading.number(), Some(number));
            }
            prop_assert_eq!(reading.text(), Some(text.as_str()));
            prop_assert!(reading.is_over());
        }
    }
}
