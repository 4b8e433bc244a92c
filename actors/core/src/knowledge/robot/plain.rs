//! Plain words, or stop words: words of every question that carry no subject, such as "how", "my", "please".
//!
//! A knowledge base of fifty questions cannot find them by counting. They count less, but not zero. All languages share
//! one list, because visitors mix languages, and a word that is plain in only one of them loses little.

use super::text::{fold, normalise};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// One language a line; lines that start with `#` are comments.
const WORDS: &str = include_str!("plain_words.txt");
/// Characters of the longest plain stretch in a script without spaces.
const STRETCH_MAX: usize = 12;

static PLAIN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
    let words = lines.flat_map(str::split_whitespace);
    words.map(|word| fold(&normalise(word))).collect()
});

/// Whether a folded word is plain.
pub(super) fn is_plain(folded: &str) -> bool {
    PLAIN.contains(folded)
}

/// The plain stretches of a run without spaces, as byte ranges. Takes the longest at each position; ranges do not
/// overlap.
pub(super) fn plain_signs(run: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut free = 0;
    for (start, _) in run.char_indices() {
        if start < free {
            continue;
        }
        let ends = run[start..].char_indices().take(STRETCH_MAX);
        let longest = ends
            .map(|(at, sign)| start + at + sign.len_utf8())
            .filter(|end| PLAIN.contains(&run[start..*end]))
            .last();
        if let Some(end) = longest {
            found.push(start..end);
            free = end;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_plain_with_or_without_accents() {
        assert!(is_plain("how") && is_plain("meine") && is_plain(&fold("não")));
        assert!(!is_plain("order") && !is_plain(""));
    }

    #[test]
    fn plain_stretches_are_found_in_scripts_without_spaces() {
        let stretches = |run: &'static str| plain_signs(run).into_iter().map(move |of| &run[of]);

        assert!(stretches("请问怎么退货").eq(["请问", "怎么"]));
        assert!(
            is_plain("怎么") && !is_plain("怎麼"),
            "runs are simplified first"
        );
        assert!(stretches("送料").eq([""; 0]));
    }
}
