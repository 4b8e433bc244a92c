//! What counts as a text that somebody may send (Contract §2, Spec §5).

use crate::session::Refusal;
use std::sync::Arc;

/// The longest text of a message, in characters.
pub const TEXT_CHARS_MAX: usize = 4_000;

/// The text as it is kept, unchanged, where it may be sent.
///
/// # Errors
/// A blank text, one that is too long, one that holds a NUL.
pub fn checked(text: &str) -> Result<Arc<str>, Refusal> {
    // Bytes first: a megabyte is refused without being walked through.
    if text.len() > TEXT_CHARS_MAX * 4 || text.chars().count() > TEXT_CHARS_MAX {
        return Err(Refusal::TextTooLong);
    }
    if text.contains('\0') {
        return Err(Refusal::TextMalformed);
    }
    if text.chars().all(is_unseen) {
        return Err(Refusal::BlankText);
    }
    Ok(Arc::from(text))
}

/// The text, cut where it is longer than a message may be.
pub fn cut(text: &str) -> &str {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// White space, and characters without a width: nobody sees them.
fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(
            character,
            '\u{00ad}'
                | '\u{034f}'
                | '\u{061c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_nothing_but_white_space_and_zero_widths_is_blank() {
        for blank in [
            "",
            " ",
            "\n\t\u{a0}\u{3000}",
            "\u{200b}\u{feff}",
            "\u{200d} \u{2060}\u{ad}",
            "\u{3164}",
        ] {
            assert_eq!(checked(blank), Err(Refusal::BlankText), "{blank:?}");
        }
    }

    #[test]
    fn a_text_is_kept_as_it_was_written() {
        for text in [" hi ", "👨\u{200d}👩\u{200d}👧", "a\u{200b}b", "&amp;"] {
            assert_eq!(checked(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_text_has_at_most_four_thousand_characters_however_many_bytes() {
        assert!(checked(&"好".repeat(4_000)).is_ok());
        assert_eq!(checked(&"好".repeat(4_001)), Err(Refusal::TextTooLong));
        assert_eq!(checked(&"x".repeat(1 << 20)), Err(Refusal::TextTooLong));
        assert_eq!(
            checked(&format!("e{}", "\u{301}".repeat(10_000))),
            Err(Refusal::TextTooLong)
        );
        assert_eq!(cut(&"好".repeat(4_001)).chars().count(), 4_000);
    }

    #[test]
    fn a_nul_is_refused() {
        assert_eq!(checked("a\0b"), Err(Refusal::TextMalformed));
    }
}
