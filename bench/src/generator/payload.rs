//! The content of the load's messages: the visitor, the number in the conversation, and the due time.

use std::fmt::Write as _;

/// Characters of every message, ASCII. The aims in `docs/performance.md` rest on this size.
pub const PAYLOAD_BYTES: usize = 200;

/// The content of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payload {
    /// The visitor, by number.
    pub visitor: u32,
    /// 1, 2, 3 … for each visitor.
    pub number: u32,
    /// When it was due, ns since the generator's start.
    pub due_ns: u64,
}

impl Payload {
    /// Writes it as a text of exactly [`PAYLOAD_BYTES`].
    pub fn write(self, text: &mut String) {
        text.clear();
        let Self {
            visitor,
            number,
            due_ns,
        } = self;
        // Writing to memory cannot fail.
        let _ = write!(text, "{visitor:08}.{number:08}.{due_ns:016} ");
        while text.len() < PAYLOAD_BYTES {
            text.push(if text.len().is_multiple_of(8) {
                ' '
            } else {
                'x'
            });
        }
    }

    /// Reads it back; `None` if this generator did not write the text.
    pub fn read(text: &str) -> Option<Self> {
        if text.len() != PAYLOAD_BYTES {
            return None;
        }
        let mut parts = text.split(' ').next()?.split('.');
        Some(Self {
            visitor: parts.next()?.parse().ok()?,
            number: parts.next()?.parse().ok()?,
            due_ns: parts.next()?.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{PAYLOAD_BYTES, Payload};

    #[test]
    fn a_payload_is_read_back_and_has_a_fixed_length() {
        let mut text = String::new();
        for payload in [
            Payload {
                visitor: 0,
                number: 1,
                due_ns: 0,
            },
            Payload {
                visitor: 17_999,
                number: 4_000_000,
                due_ns: 3_600_000_000_000,
            },
        ] {
            payload.write(&mut text);

            assert_eq!(text.len(), PAYLOAD_BYTES);
            assert_eq!(Payload::read(&text), Some(payload));
        }
    }

    #[test]
    fn a_greeting_is_not_a_payload() {
        assert_eq!(Payload::read("Welcome, how can we help?"), None);
    }
}
