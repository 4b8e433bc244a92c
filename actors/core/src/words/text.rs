//! Checks and cleans texts that somebody sends (Protocol, 'Texts').

mod folded;

pub(crate) use folded::Folded;
use std::borrow::Cow;
use std::sync::Arc;

/// The longest text of a message, in characters.
pub const TEXT_CHARS_MAX: usize = 4_000;

/// The longest rich text in bytes, with its tags.
pub const RICH_TEXT_BYTES_MAX: usize = TEXT_CHARS_MAX * 16;

/// The longest text in bytes, if every character is the longest entity.
const TEXT_BYTES_MAX: usize = TEXT_CHARS_MAX * 6;

/// Why a text cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// It has no visible characters.
    #[error("the text is blank")]
    Blank,
    /// It has more than 4,000 characters.
    #[error("the text has more than 4000 characters")]
    TooLong,
    /// It contains a NUL character.
    #[error("the text holds a NUL character")]
    Malformed,
}

/// Checks a text and returns it as it is stored: unchanged except for entities that pasting leaves behind.
///
/// # Errors
/// A text that is blank, is too long or contains a NUL.
pub fn checked(text: &str) -> Result<Arc<str>, TextError> {
    // Bytes first, to refuse a megabyte without reading it.
    if text.len() > TEXT_BYTES_MAX {
        return Err(TextError::TooLong);
    }
    let text = normalised(text);
    if text.chars().count() > TEXT_CHARS_MAX {
        return Err(TextError::TooLong);
    }
    if text.contains('\0') {
        return Err(TextError::Malformed);
    }
    if is_blank(&text) {
        return Err(TextError::Blank);
    }
    Ok(Arc::from(text))
}

/// Replaces non-breaking spaces, `&nbsp;` and `&amp;` by plain characters (Protocol, 'Texts'). Each is replaced once:
/// `&amp;nbsp;` becomes `&nbsp;`.
pub fn normalised(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '\u{a0}']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['&', '\u{a0}']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let entity = [("&nbsp;", ' '), ("&amp;", '&'), ("\u{a0}", ' ')];
        let known = entity
            .into_iter()
            .find_map(|(entity, means)| Some((means, from.strip_prefix(entity)?)));
        rest = match known {
            Some((means, after)) => {
                plain.push(means);
                after
            }
            None => {
                plain.push('&');
                &from[1..]
            }
        };
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The first `chars_max` characters of a text.
pub fn cut(text: &str, chars_max: usize) -> &str {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// Escapes a text for rich text.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether the text has no visible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_unseen)
}

/// Whether a character is invisible and no white space: zero width, a control character or a change of text direction.
pub fn is_hidden(character: char) -> bool {
    is_unseen(character) && !character.is_whitespace()
}

/// Whether a character is white space or invisible.
pub(crate) fn is_unseen(character: char) -> bool {
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
    fn a_text_of_only_white_space_and_invisible_characters_is_blank() {
        for blank in [
            "",
            " ",
            "\n\t\u{a0}\u{3000}",
            "\u{200b}\u{feff}",
            "\u{200d} \u{2060}\u{ad}",
            "\u{3164}",
        ] {
            assert_eq!(checked(blank), Err(TextError::Blank), "{blank:?}");
        }
    }

    #[test]
    fn a_text_is_stored_as_it_was_written() {
        for text in [
            " hi ",
            "👨\u{200d}👩\u{200d}👧",
            "a\u{200b}b",
            "&lt;b&gt;",
            "R&D",
            "&",
        ] {
            assert_eq!(checked(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn entities_that_pasting_leaves_behind_become_plain_characters() {
        for (pasted, plain) in [
            ("a&nbsp;b", "a b"),
            ("a\u{a0}b", "a b"),
            ("R&amp;D", "R&D"),
            ("&amp;nbsp;", "&nbsp;"),
            ("&amp;amp;", "&amp;"),
            ("&nbsp", "&nbsp"),
        ] {
            assert_eq!(checked(pasted).as_deref(), Ok(plain), "{pasted}");
        }
        assert_eq!(checked("&nbsp;\u{a0}&nbsp;"), Err(TextError::Blank));
        assert!(checked(&"&nbsp;x".repeat(2_000)).is_ok());
    }

    #[test]
    fn a_text_has_at_most_four_thousand_characters_of_any_size() {
        assert!(checked(&"好".repeat(4_000)).is_ok());
        assert_eq!(checked(&"好".repeat(4_001)), Err(TextError::TooLong));
        assert_eq!(checked(&"x".repeat(1 << 20)), Err(TextError::TooLong));
        assert_eq!(
            checked(&format!("e{}", "\u{301}".repeat(10_000))),
            Err(TextError::TooLong)
        );
        assert_eq!(cut(&"好".repeat(4_001), 4_000).chars().count(), 4_000);
    }

    #[test]
    fn a_nul_is_refused() {
        assert_eq!(checked("a\0b"), Err(TextError::Malformed));
    }
}
