//! Cuts texts into words. Pure.
//!
//! - Letters and digits between other characters are a word, in lower case and NFKC.
//! - Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are not cut at spaces: every two characters that stand side
//!   by side are a word (a bigram), and so is the last one alone. So the words that begin with a character find it
//!   anywhere.
//!
//! Every word has its own position, 0, 1, 2 …, so a phrase is words whose positions follow each other.

use std::ops::Range;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Longer words are cut: they are codes that nobody types.
const WORD_CHARS_MAX: usize = 64;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In lower case and NFKC.
    pub text: String,
    /// Where it stands in the text, in characters.
    pub chars: Range<usize>,
    /// Where its first character ends; the same as the end of `chars` for a word between spaces.
    pub first_ends: usize,
    /// Its script.
    pub script: Script,
}

/// How a script separates words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// By spaces.
    Spaced,
    /// Not at all.
    Unspaced,
}

/// A character after normalisation, and where it comes from.
struct Letter {
    letter: char,
    chars: Range<usize>,
}

/// Returns the words of a text. The position of a word is its index.
pub fn words(text: &str) -> Vec<Word> {
    let letters = normalised(text);
    let mut words = Vec::new();
    let mut rest = letters.as_slice();
    while let Some(first) = rest.first() {
        let Some(script) = script(first.letter) else {
            rest = &rest[1..];
            continue;
        };
        let goes_on = |letter: &Letter| match self::script(letter.letter) {
            Some(other) => other == script,
            None => is_combining_mark(letter.letter),
        };
        let length = 1 + rest[1..].iter().take_while(|at| goes_on(at)).count();
        let (run, after) = rest.split_at(length);
        match script {
            Script::Spaced => words.push(whole(run)),
            Script::Unspaced => pairs(run, &mut words),
        }
        rest = after;
    }
    words
}

fn whole(run: &[Letter]) -> Word {
    let (start, end) = ends(run);
    Word {
        text: run
            .iter()
            .take(WORD_CHARS_MAX)
            .map(|at| at.letter)
            .collect(),
        chars: start..end,
        first_ends: end,
        script: Script::Spaced,
    }
}

fn pairs(run: &[Letter], words: &mut Vec<Word>) {
    for at in 0..run.len() {
        let pair = &run[at..run.len().min(at + 2)];
        let (start, end) = ends(pair);
        words.push(Word {
            text: pair.iter().map(|at| at.letter).collect(),
            chars: start..end,
            first_ends: pair[0].chars.end,
            script: Script::Unspaced,
        });
    }
}

fn ends(run: &[Letter]) -> (usize, usize) {
    let start = run.first().map_or(0, |first| first.chars.start);
    let end = run.iter().map(|letter| letter.chars.end).max();
    (start, end.unwrap_or(start))
}

/// The letters in NFKC and lower case. A character and the marks on it are normalised together.
fn normalised(text: &str) -> Vec<Letter> {
    let all: Vec<char> = text.chars().collect();
    let mut letters = Vec::with_capacity(all.len());
    let mut start = 0;
    while start < all.len() {
        let marks = all[start + 1..].iter().take_while(|next| joins(**next));
        let end = start + 1 + marks.count();
        if all[start].is_ascii() && end == start + 1 {
            letters.push(Letter {
                letter: all[start].to_ascii_lowercase(),
                chars: start..end,
            });
        } else {
            let composed = all[start..end].iter().copied().nfkc();
            letters.extend(composed.flat_map(char::to_lowercase).map(|letter| Letter {
                letter,
                chars: start..end,
            }));
        }
        start = end;
    }
    letters
}

/// Whether NFKC may compose the character with the one before it. Marks of unspaced scripts stay letters of their own,
/// so that a query which ends before a mark is found.
fn joins(next: char) -> bool {
    let is_jamo = matches!(next, '\u{1160}'..='\u{11FF}');
    let is_sound_mark = matches!(next, '\u{3099}' | '\u{309A}' | '\u{FF9E}' | '\u{FF9F}');
    is_jamo || is_sound_mark || (is_combining_mark(next) && script(next).is_none())
}

/// How the character's script separates words; `None` for a character of no word.
fn script(letter: char) -> Option<Script> {
    if matches!(letter,
        '\u{0E01}'..='\u{0E4E}' // Thai
        | '\u{0E80}'..='\u{0ECD}' // Lao
        | '\u{1000}'..='\u{103F}' // Burmese
        | '\u{1780}'..='\u{17D3}' // Khmer
        | '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7A3}' // Korean
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}' // Japanese
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' // Chinese
    ) && letter != '\u{0E3F}'
    {
        return Some(Script::Unspaced);
    }
    letter.is_alphanumeric().then_some(Script::Spaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn words_between_spaces_are_in_lower_case_without_punctuation() {
        assert_eq!(
            texts("Where's my ORDER, no. A-1024?"),
            ["where", "s", "my", "order", "no", "a", "1024"]
        );
        assert_eq!(texts("  …  "), [""; 0]);
    }

    #[test]
    fn text_without_spaces_is_cut_into_pairs_and_its_last_character() {
        assert_eq!(texts("退款"), ["退款", "款"]);
        assert_eq!(texts("我要退款。"), ["我要", "要退", "退款", "款"]);
        assert_eq!(texts("返品した"), ["返品", "品し", "した", "た"]);
        assert_eq!(texts("คืน"), ["คื", "ืน", "น"]);
        assert_eq!(texts("환불"), ["환불", "불"]);
    }

    #[test]
    fn scripts_side_by_side_are_words_of_their_own() {
        assert_eq!(texts("iPhone手机16"), ["iphone", "手机", "机", "16"]);
    }

    #[test]
    fn wide_and_composed_characters_are_the_same_as_plain_ones() {
        assert_eq!(texts("ＡＢＣ１２３"), ["abc123"]);
        assert_eq!(texts("ﾃｽﾄ"), texts("テスト"));
        assert_eq!(texts("ｶﾞ"), texts("ガ"));
        assert_eq!(texts("cafe\u{301}"), texts("café"));
        // A file name of macOS is decomposed.
        assert_eq!(texts("\u{1112}\u{116A}\u{11AB}불"), texts("환불"));
        assert_eq!(texts("Straße"), ["straße"]);
    }

    #[test]
    fn a_word_knows_its_place_in_characters_of_the_text() {
        let found = words("😀 Ｈi 退款");
        let places: Vec<_> = found.iter().map(|word| word.chars.clone()).collect();

        assert_eq!(places, [2..4, 5..7, 6..7]);
        assert_eq!(found[1].first_ends, 6);
    }

    #[test]
    fn a_very_long_word_is_cut() {
        assert_eq!(texts(&"x".repeat(1_000))[0].len(), WORD_CHARS_MAX);
    }
}
