//! Words with the same meaning. A question to "call off" an order shares no piece of text with a document that
//! "cancels" it. Counting a few questions cannot reveal that both mean the same.
//!
//! `meanings/<language>.txt` lists the words of customers' questions by meaning: `refund: refund- reimburs-
//! money_back`. `refund-` is any word with this beginning, `-batal-` any word that contains it, `money_back` both words
//! in sequence. Characters of a script without spaces match anywhere. A word may have several meanings, and each
//! counts.

use super::text::{Run, Script, fold, runs};
use crate::local_text::base_language;
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

/// Separates words, and marks both ends of a text.
const EDGE: char = '_';
/// Marks a side of a word that may continue.
const OPEN: char = '-';

macro_rules! languages {
    ($($language:literal),*) => {
        [$(($language, include_str!(concat!("meanings/", $language, ".txt")))),*]
    };
}

/// The word list of each language. English applies to all others too, because their speakers mix it in.
const LANGUAGES: [(&str, &str); 22] = languages![
    "en", "ar", "bn", "de", "es", "fa", "fil", "fr", "ja", "km", "ko", "lo", "ms", "my", "nl",
    "pl", "pt", "ru", "th", "tr", "vi", "zh"
];
const ENGLISH: usize = 0;

/// The number of each meaning, the same in every language.
static NUMBERS: LazyLock<BTreeMap<&str, u16>> = LazyLock::new(|| {
    let named = entries(LANGUAGES[ENGLISH].1).map(|(name, _)| name);
    named.zip(0..).collect()
});

/// The words of a language, with their meanings.
#[derive(Debug)]
pub(super) struct Meanings {
    words: AhoCorasick,
    /// The meaning of each word.
    of: Vec<u16>,
}

impl Meanings {
    /// The words of a language and of English. English alone if the language has no list; all languages if `language`
    /// is empty.
    pub(super) fn of(language: &str) -> &'static Meanings {
        static BY_LANGUAGE: [OnceLock<Meanings>; LANGUAGES.len()] =
            [const { OnceLock::new() }; LANGUAGES.len()];
        static OF_ALL: OnceLock<Meanings> = OnceLock::new();
        if language.is_empty() {
            return OF_ALL.get_or_init(|| Meanings::read(LANGUAGES.iter().map(|(_, text)| *text)));
        }
        let base = base_language(language);
        let at = LANGUAGES.iter().position(|(known, _)| *known == base);
        let at = at.unwrap_or(ENGLISH);
        BY_LANGUAGE[at].get_or_init(|| {
            let own = (at != ENGLISH).then_some(LANGUAGES[at].1);
            Meanings::read(own.into_iter().chain([LANGUAGES[ENGLISH].1]))
        })
    }

    fn read<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut all: BTreeSet<(String, u16)> = BTreeSet::new();
        for (name, words) in texts.flat_map(entries) {
            let Some(number) = NUMBERS.get(name) else {
                continue;
            };
            for word in words.split_whitespace() {
                all.insert((pattern(word), *number));
            }
        }
        let (patterns, of): (Vec<String>, Vec<u16>) = all.into_iter().unzip();
        let words = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(patterns);
        Meanings {
            words: words.expect("a few thousand words are fewer than the automaton's states"),
            of,
        }
    }

    /// The meanings of the words in [`Said`], each once, in ascending order.
    pub(super) fn in_words(&self, said: &Said) -> Vec<u16> {
        let found = self.words.find_overlapping_iter(&said.0);
        let mut meant: Vec<u16> = found.map(|at| self.of[at.pattern().as_usize()]).collect();
        meant.sort_unstable();
        meant.dedup();
        meant
    }
}

/// Words joined for the search of meanings.
#[derive(Debug)]
pub(super) struct Said(String);

impl Said {
    pub(super) fn new() -> Self {
        Said(EDGE.to_string())
    }

    /// Adds a folded word, or a run of characters.
    pub(super) fn add(&mut self, word: &str) {
        self.0.push_str(word);
        self.0.push(EDGE);
    }
}

/// The entries of a list: each meaning with its words.
fn entries(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": "))
}

/// The search pattern of a word, as it occurs in [`Said`].
fn pattern(word: &str) -> String {
    let parts: Vec<Run> = word.split(EDGE).flat_map(runs).collect();
    let is_word = |run: Option<&Run>| run.is_some_and(|run| run.script == Script::Spaced);
    let mut pattern = String::new();
    if is_word(parts.first()) && !word.starts_with(OPEN) {
        pattern.push(EDGE);
    }
    for (at, run) in parts.iter().enumerate() {
        if at > 0 {
            pattern.push(EDGE);
        }
        match run.script {
            Script::Spaced => pattern.push_str(&fold(&run.text)),
            Script::Ideographic | Script::Unspaced => pattern.push_str(&run.text),
        }
    }
    if is_word(parts.last()) && !word.ends_with(OPEN) {
        pattern.push(EDGE);
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(language: &str, words: &[&str]) -> BTreeSet<&'static str> {
        let mut said = Said::new();
        words.iter().for_each(|word| said.add(word));
        let found = Meanings::of(language).in_words(&said);
        let name = |number| NUMBERS.iter().find(|(_, known)| **known == number);
        found.into_iter().map(|it| *name(it).unwrap().0).collect()
    }

    #[test]
    fn every_list_has_known_meanings_once_and_no_empty_word() {
        for (language, text) in LANGUAGES {
            let mut names = BTreeSet::new();
            for (name, words) in entries(text) {
                assert!(NUMBERS.contains_key(name), "{language}: {name}");
                assert!(names.insert(name), "{language}: {name} twice");
                let words: Vec<&str> = words.split_whitespace().collect();
                let different: BTreeSet<&&str> = words.iter().collect();
                assert_eq!(different.len(), words.len(), "{language}: {name}");
                let says = |word: &&str| pattern(word).chars().any(char::is_alphanumeric);
                assert!(words.iter().all(says), "{language}: {name}");
            }
            assert!(names.len() >= 70, "{language}: {}", names.len());
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            assert_eq!(
                lines.count(),
                names.len(),
                "{language}: a line has no entry"
            );
        }
    }

    #[test]
    fn words_with_one_meaning_match_in_every_language() {
        assert!(meant("en", &["reimbursement"]).contains("refund"));
        assert!(meant("en", &["call", "it", "off"]).is_disjoint(&meant("en", &["cancel"])));
        assert_eq!(
            meant("en", &["call", "off"])
                .intersection(&meant("en", &["cancel"]))
                .count(),
            1
        );
        assert!(meant("de", &["rückerstattung"]).is_empty(), "not folded");
        assert!(meant("de", &["ruckerstattung"]).contains("refund"));
        assert!(meant("zh", &["我要退款"]).contains("refund"));
        assert!(meant("tw", &["我要退款"]).contains("refund"));
        assert!(meant("ms", &["membatalkan"]).contains("cancel"));
        assert!(meant("ko", &["환불은"]).contains("refund"));
    }

    #[test]
    fn english_applies_everywhere_and_all_languages_apply_without_a_named_one() {
        assert!(meant("zh", &["refund"]).contains("refund"));
        assert!(meant("zu", &["refund"]).contains("refund"));
        assert!(meant("fr", &["kostenlos"]).is_empty());
        assert!(meant("", &["kostenlos"]).contains("free"));
        assert!(
            meant("en", &["undoing"]).is_empty(),
            "a word, not its beginning"
        );
    }
}
