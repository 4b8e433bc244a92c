//! A tenant's sensitive words. They are masked before a message is stored, or flagged, so that the message is withheld
//! (Protocol, 'Content rules', sensitiveFlag, sensitiveWords).
//!
//! A text is read once, whatever the size of the list. Case and width are folded (NFKC, lower case) and invisible
//! characters removed. One automaton for each list searches the rest.

use crate::text::Folded;
use aho_corasick::{AhoCorasick, MatchKind};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The maximum number of words of a tenant.
pub const WORDS_MAX: usize = 10_000;

/// The longest word, in characters.
pub const WORD_CHARS_MAX: usize = 64;

/// The replacement for each character of a masked word.
const MASK: char = '*';

/// How a word is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// It is replaced by asterisks before the message is stored, so nobody ever reads it.
    Mask,
    /// The message is stored as it is and withheld.
    Flag,
}

/// A tenant's words.
#[derive(Clone, Default)]
pub struct SensitiveWords {
    masked: Option<List>,
    flagged: Option<List>,
}

#[derive(Clone)]
struct List {
    words: Vec<Arc<str>>,
    finder: AhoCorasick,
}

/// The result of reading a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The text, with masked words replaced.
    pub text: Arc<str>,
    /// The flagged words in it, each once, as the tenant wrote them.
    pub flagged: Vec<Arc<str>>,
}

impl SensitiveWords {
    /// Creates the lists. Words without a visible character or with more than 64 characters are ignored.
    pub fn new<'a>(words: impl IntoIterator<Item = (&'a str, Treatment)>) -> Self {
        let (mut masked, mut flagged) = (Vec::new(), Vec::new());
        for (word, treatment) in words.into_iter().take(WORDS_MAX) {
            match treatment {
                Treatment::Mask => masked.push(word),
                Treatment::Flag => flagged.push(word),
            }
        }
        Self {
            masked: List::new(&masked),
            flagged: List::new(&flagged),
        }
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.masked.is_none() && self.flagged.is_none()
    }

    /// Masks the words in a plain text and finds the flagged ones.
    pub fn read(&self, text: &Arc<str>) -> Read {
        if self.is_empty() {
            return Read {
                text: text.clone(),
                flagged: Vec::new(),
            };
        }
        let folded = Folded::new(text);
        let flagged = self.flagged.as_ref();
        let flagged = flagged.map_or_else(Vec::new, |list| list.words_in(&folded));
        let text = match self.masked.as_ref().map(|list| list.mask(text, &folded)) {
            Some(Cow::Owned(masked)) => masked.into(),
            Some(Cow::Borrowed(_)) | None => text.clone(),
        };
        Read { text, flagged }
    }

    /// The same for rich text. Words are masked between tags. A word that tags split cannot be masked, so it is
    /// flagged.
    pub fn read_rich(&self, html: &Arc<str>) -> Read {
        if self.is_empty() {
            return self.read(html);
        }
        let mut masked = String::with_capacity(html.len());
        let mut words = String::with_capacity(html.len());
        let mut changed = false;
        for (is_tag, piece) in pieces(html) {
            if is_tag {
                masked.push_str(piece);
                continue;
            }
            let plain: Arc<str> = Arc::from(piece);
            let read = self.masked_only(&plain);
            changed |= read != plain;
            masked.push_str(&read);
            words.push_str(&crate::text::normalised(&read));
        }
        let words: Arc<str> = words.into();
        let mut flagged = self.read(&words).flagged;
        if let Some(list) = &self.masked {
            for word in list.words_in(&Folded::new(&words)) {
                if !flagged.contains(&word) {
                    flagged.push(word);
                }
            }
        }
        let text = if changed { masked.into() } else { html.clone() };
        Read { text, flagged }
    }

    /// The text with masked and flagged words replaced, for texts that cannot be withheld.
    pub fn masked(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for list in [&self.masked, &self.flagged].into_iter().flatten() {
            if let Cow::Owned(masked) = list.mask(&text, &Folded::new(&text)) {
                text = masked;
            }
        }
        text
    }

    fn masked_only(&self, text: &Arc<str>) -> Arc<str> {
        match &self.masked {
            Some(list) => list.mask(text, &Folded::new(text)).into(),
            None => text.clone(),
        }
    }
}

/// The text with these words replaced, for readers who may see the message but not the flagged words.
pub fn without(text: &str, words: &[Arc<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match List::new(&words) {
        Some(list) => list.mask(text, &Folded::new(text)).into_owned(),
        None => text.to_owned(),
    }
}

impl List {
    fn new(words: &[&str]) -> Option<Self> {
        let mut known = Vec::new();
        let mut patterns = Vec::new();
        for word in words {
            let folded = Folded::new(word).into_bytes();
            if !folded.is_empty() && word.chars().count() <= WORD_CHARS_MAX {
                known.push(Arc::from(*word));
                patterns.push(folded);
            }
        }
        if known.is_empty() {
            return None;
        }
        let finder = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&patterns)
            .ok()?;
        Some(Self {
            words: known,
            finder,
        })
    }

    /// The words in a text, in their order, each once.
    fn words_in(&self, text: &Folded) -> Vec<Arc<str>> {
        let mut seen = std::collections::BTreeSet::new();
        let found = self.finder.find_iter(text.bytes());
        found
            .map(|found| found.pattern().as_usize())
            .filter(|word| seen.insert(*word))
            .filter_map(|word| self.words.get(word).cloned())
            .collect()
    }

    fn mask<'a>(&self, text: &'a str, folded: &Folded) -> Cow<'a, str> {
        let mut masked = String::new();
        let mut done = 0;
        for found in self.finder.find_iter(folded.bytes()) {
            let (start, end) = (folded.from(found.start()), folded.upto(found.end()));
            // One character may fold into several, so two words may share it.
            let start = start.max(done);
            if start >= end {
                continue;
            }
            masked.push_str(&text[done..start]);
            masked.extend(text[start..end].chars().map(|_| MASK));
            done = end;
        }
        if done == 0 {
            return Cow::Borrowed(text);
        }
        masked.push_str(&text[done..]);
        Cow::Owned(masked)
    }
}

/// Rich text without its tags.
pub(crate) fn words_of(html: &str) -> String {
    let words = pieces(html).filter(|(is_tag, _)| !is_tag);
    words.map(|(_, piece)| piece).collect()
}

/// The tags (`true`) and the texts between them.
fn pieces(html: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut rest = html;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let is_tag = rest.starts_with('<');
        let end = if is_tag {
            rest.find('>').map_or(rest.len(), |at| at + 1)
        } else {
            rest.find('<').unwrap_or(rest.len())
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some((is_tag, piece))
    })
}

/// Lists are equal if they have the same words.
impl PartialEq for SensitiveWords {
    fn eq(&self, other: &Self) -> bool {
        let words = |list: &Option<List>| list.as_ref().map(|list| list.words.clone());
        words(&self.masked) == words(&other.masked) && words(&self.flagged) == words(&other.flagged)
    }
}

impl fmt::Debug for SensitiveWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |list: &Option<List>| list.as_ref().map_or(0, |list| list.words.len());
        write!(
            f,
            "SensitiveWords({} masked, {} flagged)",
            count(&self.masked),
            count(&self.flagged)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> SensitiveWords {
        SensitiveWords::new([
            ("darn", Treatment::Mask),
            ("傻瓜", Treatment::Mask),
            ("Rival Co", Treatment::Flag),
        ])
    }

    fn read(text: &str) -> (String, Vec<String>) {
        let read = words().read(&Arc::from(text));
        let flagged = read.flagged.iter().map(ToString::to_string).collect();
        (read.text.to_string(), flagged)
    }

    #[test]
    fn a_masked_word_is_replaced_in_any_spelling() {
        for (written, kept) in [
            ("darn it", "**** it"),
            ("DaRn", "****"),
            ("ｄａｒｎ!", "****!"),
            ("d\u{200b}a\u{ad}rn it", "****** it"),
            ("你这傻瓜", "你这**"),
            ("𝐝𝐚𝐫𝐧", "****"),
            ("all well", "all well"),
        ] {
            assert_eq!(read(written), (kept.to_owned(), Vec::new()), "{written}");
        }
    }

    #[test]
    fn a_flagged_word_stays_and_is_listed_once() {
        assert_eq!(
            read("go to RIVAL CO, rival co"),
            (
                "go to RIVAL CO, rival co".to_owned(),
                vec!["Rival Co".to_owned()]
            )
        );
        assert_eq!(words().masked("darn Rival Co"), "**** ********");
    }

    #[test]
    fn a_word_that_tags_split_is_flagged() {
        let rich = |html: &str| words().read_rich(&Arc::from(html));

        assert_eq!(&*rich("<b>darn</b> it").text, "<b>****</b> it");
        assert_eq!(
            &*rich("<b title=\"darn\">x</b>").text,
            "<b title=\"darn\">x</b>"
        );
        assert_eq!(rich("da<i>rn</i>").flagged, [Arc::from("darn")]);
        assert_eq!(rich("Rival&nbsp;Co").flagged, [Arc::from("Rival Co")]);
    }

    #[test]
    fn an_empty_list_changes_nothing() {
        let none = SensitiveWords::new([("", Treatment::Mask), ("\u{200b}", Treatment::Flag)]);
        assert!(none.is_empty());
        assert_eq!(&*none.read(&Arc::from("x")).text, "x");
    }
}
