//! Reads what an agent types, and finds it in a text. Pure.
//!
//! All parts must be found. Quotes keep words together. The last part may be the beginning of a word.

use super::words::{Script, Word, words};
use std::ops::Range;

/// The longest query, in characters (Protocol, 'Search').
pub const CHARS_MAX: usize = 100;

/// The most parts of a query; the rest is ignored.
const PARTS_MAX: usize = 10;

/// Words that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The words, with the distance of each from the first.
    pub words: Vec<(usize, String)>,
    /// How the last word is compared.
    pub last: Last,
}

/// How the last word of a part is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// It is the word.
    Whole,
    /// It is the beginning of the word.
    Begins,
}

/// Reads a query. It has no parts if it has no words.
pub fn read(typed: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for (at, piece) in typed.split('"').enumerate() {
        let is_quoted = at % 2 == 1;
        if is_quoted {
            parts.extend(part(piece, Last::Whole));
        } else {
            parts.extend(
                piece
                    .split_whitespace()
                    .filter_map(|word| part(word, Last::Whole)),
            );
        }
    }
    let is_open = typed.matches('"').count().is_multiple_of(2)
        && !typed.ends_with(|end: char| end == '"' || end.is_whitespace());
    if is_open && let Some(last) = parts.last_mut() {
        last.last = Last::Begins;
    }
    parts.truncate(PARTS_MAX);
    parts
}

fn part(piece: &str, last: Last) -> Option<Part> {
    let all = words(piece);
    let mut part = Part {
        words: Vec::new(),
        last,
    };
    for (at, word) in all.iter().enumerate() {
        // The last character of a run repeats the end of the pair before it.
        let repeats = at.checked_sub(1).is_some_and(|before| {
            word.chars.start < all[before].chars.end && word.text.chars().count() == 1
        });
        if repeats {
            continue;
        }
        part.words.push((at, word.text.clone()));
        // A single character is found as the beginning of a pair.
        if at + 1 == all.len() && word.script == Script::Unspaced {
            part.last = Last::Begins;
        }
    }
    (!part.words.is_empty()).then_some(part)
}

/// Returns where the parts are in these words, in characters of the text, in order and without overlaps.
pub fn find(parts: &[Part], text: &[Word]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for part in parts {
        found.extend((0..text.len()).filter_map(|at| place(part, &text[at..])));
    }
    found.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in found {
        match merged.last_mut() {
            Some(before) if range.start <= before.end => before.end = before.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Where a part is, if it begins with the first of these words.
fn place(part: &Part, text: &[Word]) -> Option<Range<usize>> {
    let (last_at, last) = part.words.last()?;
    let before = &part.words[..part.words.len() - 1];
    let is_there =
        |(at, wanted): &(usize, String)| text.get(*at).is_some_and(|word| word.text == *wanted);
    if !before.iter().all(is_there) {
        return None;
    }
    let word = text.get(*last_at)?;
    let end = match part.last {
        _ if word.text == *last => word.chars.end,
        Last::Begins if word.text.starts_with(last.as_str()) => match word.script {
            Script::Spaced => word.chars.end,
            Script::Unspaced => word.first_ends,
        },
        Last::Whole | Last::Begins => return None,
    };
    Some(text[0].chars.start..end)
}

/// A piece of a text around what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The piece, on one line, with … where the text goes on.
    pub text: String,
    /// What was found, in characters of the piece.
    pub ranges: Vec<Range<usize>>,
}

/// How much of a text stands before what was found, in characters.
const BEFORE: usize = 40;

/// The longest excerpt, in characters.
const EXCERPT_MAX: usize = 160;

/// Cuts a piece out of a text around the first of these ranges.
pub fn excerpt(text: &str, found: &[Range<usize>]) -> Excerpt {
    let all: Vec<char> = text.trim_end().chars().collect();
    let first = found.first().map_or(0, |range| range.start);
    let start = match all.len() <= EXCERPT_MAX {
        true => 0,
        false => first.saturating_sub(BEFORE),
    };
    let end = all.len().min(start + EXCERPT_MAX);
    let start = start.min(end);
    let mut piece = String::new();
    let shift = usize::from(start > 0);
    if start > 0 {
        piece.push('…');
    }
    piece.extend(all[start..end].iter().map(|letter| match letter {
        blank if blank.is_whitespace() => ' ',
        other => *other,
    }));
    if end < all.len() {
        piece.push('…');
    }
    let ranges = found
        .iter()
        .map(|range| range.start.max(start)..range.end.min(end))
        .filter(|range| range.start < range.end)
        .map(|range| range.start - start + shift..range.end - start + shift);
    Excerpt {
        text: piece,
        ranges: ranges.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(typed: &str, text: &str) -> Vec<String> {
        let letters: Vec<char> = text.chars().collect();
        let ranges = find(&read(typed), &words(text));
        let said = ranges
            .into_iter()
            .map(|range| letters[range].iter().collect());
        said.collect()
    }

    #[test]
    fn words_are_found_whole_and_the_last_one_by_its_beginning() {
        assert_eq!(found("ref", "Refunds and refits"), ["Refunds", "refits"]);
        assert_eq!(found("ref ", "Refunds"), [""; 0]);
        assert_eq!(found("my ref", "My refund"), ["My", "refund"]);
    }

    #[test]
    fn words_without_spaces_are_found_inside_a_sentence() {
        assert_eq!(found("退款", "我要退款，请退款"), ["退款", "退款"]);
        assert_eq!(found("要退款", "我要退款"), ["要退款"]);
        assert_eq!(found("退", "我要退款,不退"), ["退", "退"]);
        assert_eq!(found("退货", "我要退款"), [""; 0]);
        assert_eq!(found("返品", "返品したいです"), ["返品"]);
        assert_eq!(found("คืนเงิน", "ต้องการคืนเงินค่ะ"), ["คืนเงิน"]);
        assert_eq!(found("환불", "환불해 주세요"), ["환불"]);
        assert_eq!(found("Ｔシャツ", "Tシャツを買う"), ["Tシャツ"]);
    }

    #[test]
    fn quotes_and_punctuation_keep_words_together() {
        assert_eq!(
            found("\"red shoes\"", "shoes red, red shoes"),
            ["red shoes"]
        );
        assert_eq!(found("A-1024", "order A-1024, not 1024"), ["A-1024"]);
        assert_eq!(found("\"red sho\"", "red shoes"), [""; 0]);
    }

    #[test]
    fn a_query_without_words_has_no_parts() {
        for typed in ["", "  ", "\"\"", "?!", "\" \""] {
            assert_eq!(read(typed), [], "{typed}");
        }
    }

    #[test]
    fn a_query_has_ten_parts_at_most() {
        assert_eq!(read(&"word ".repeat(30)).len(), PARTS_MAX);
    }

    #[test]
    fn a_query_of_one_character_finds_words_that_begin_with_it() {
        let parts = read("退");

        assert_eq!(parts[0].words, [(0, "退".to_owned())]);
        assert_eq!(parts[0].last, Last::Begins);
    }

    #[test]
    fn an_excerpt_counts_characters_and_says_where_it_is_cut() {
        let text = format!("{}退款\n谢谢{}", "😀".repeat(100), "好".repeat(200));
        let parts = read("退款");
        let ranges = find(&parts, &words(&text));

        let cut = excerpt(&text, &ranges);

        let letters: Vec<char> = cut.text.chars().collect();
        assert_eq!(cut.ranges.len(), 1);
        assert_eq!(
            letters[cut.ranges[0].clone()].iter().collect::<String>(),
            "退款"
        );
        assert!(
            cut.text.starts_with("…😀") && cut.text.ends_with("好…"),
            "{}",
            cut.text
        );
        assert!(!cut.text.contains('\n'));
        assert!(letters.len() <= EXCERPT_MAX + 2);
    }

    #[test]
    fn a_short_text_is_not_cut() {
        let whole = excerpt("Hi Ann", &find(&read("ann"), &words("Hi Ann")));

        assert_eq!(whole.text, "Hi Ann");
        assert_eq!(format!("{:?}", whole.ranges), "[3..6]");
        assert_eq!(excerpt("", &[]), Excerpt::default());
    }
}
