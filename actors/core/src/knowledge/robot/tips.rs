//! Finds questions that begin with, contain or resemble what a visitor has typed so far (robotTips).

use super::text::{Script, fold, runs};
use super::{Document, Robot, Shelf, speaks};
use crate::ids::DocId;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use unicode_segmentation::UnicodeSegmentation;

/// The most tips at once.
const TIPS_MAX: usize = 8;
/// With fewer tips than this, questions that only resemble the typed text are added.
const TIPS_ENOUGH: usize = 5;
/// In scripts with spaces, similar questions need this many typed characters.
const TYPED_MIN: usize = 3;
/// Characters read of a question.
const QUESTION_CHARS_MAX: usize = 200;

/// A question the visitor can click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    /// The question as written.
    pub question: Arc<str>,
    /// The typed text within the question, in bytes; empty if the question only resembles it.
    pub matched: Range<usize>,
    /// The document that answers it.
    pub doc: DocId,
}

/// A shelf's questions, prepared for search while a visitor types.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// Sorted by key. Each entry holds the key, the shelf position of the document, and which of its questions it is.
    questions: Vec<(Box<str>, u32, u32)>,
}

impl Begun {
    pub(super) fn of<'a>(documents: impl Iterator<Item = &'a Document>) -> Self {
        let mut questions: Vec<(Box<str>, u32, u32)> = Vec::new();
        for (position, document) in (0..).zip(documents) {
            for (at, question) in (0..).zip(document.questions()) {
                questions.push((Keyed::of(question).key.into(), position, at));
            }
        }
        questions.sort_unstable();
        Self { questions }
    }

    /// Finds documents and questions: first those that begin with the key, then those with a word that does, then those
    /// that contain it.
    fn find(&self, key: &str) -> Vec<(u32, u32)> {
        let from = self.questions.partition_point(|(known, ..)| **known < *key);
        let beginning = self.questions[from..].iter();
        let mut found = Found::default();
        for (_, document, at) in beginning.take_while(|(known, ..)| known.starts_with(key)) {
            if found.add(*document, *at) {
                return found.all;
            }
        }
        let mut inside = Vec::new();
        for (known, document, at) in &self.questions {
            match known.find(key) {
                Some(place) if place > 0 && known.as_bytes()[place - 1] == b' ' => {
                    if found.add(*document, *at) {
                        return found.all;
                    }
                }
                Some(_) if inside.len() < 4 * TIPS_MAX => inside.push((*document, *at)),
                Some(_) | None => {}
            }
        }
        for (document, at) in inside {
            if found.add(document, at) {
                break;
            }
        }
        found.all
    }

    pub(super) fn bytes(&self) -> usize {
        let keys = self.questions.iter().map(|(key, ..)| key.len());
        keys.sum::<usize>() + self.questions.capacity() * size_of::<(Box<str>, u32, u32)>()
    }
}

#[derive(Default)]
struct Found {
    all: Vec<(u32, u32)>,
    documents: BTreeSet<u32>,
}

impl Found {
    /// Adds a document unless it is already there. Returns whether there are enough.
    fn add(&mut self, document: u32, at: u32) -> bool {
        if self.documents.insert(document) {
            self.all.push((document, at));
        }
        self.all.len() == TIPS_MAX
    }
}

impl Robot {
    /// Finds at most eight questions of different documents, those that begin with the typed text first. Case, width,
    /// accents and punctuation do not matter; a blank text has no tips.
    ///
    /// Questions in the visitor's language come first. If none matches, other languages are searched, so that English
    /// works on a Chinese page.
    pub fn tips(&self, typed: &str, language: &str) -> Vec<Tip> {
        let typed = Keyed::of(typed);
        if typed.key.is_empty() {
            return Vec::new();
        }
        let (own, others): (Vec<&Shelf>, Vec<&Shelf>) =
            (self.knowledge.shelves.iter()).partition(|shelf| speaks(shelf, language));
        let tips = self.tips_of(&own, &typed);
        if !tips.is_empty() {
            return tips;
        }
        self.tips_of(&others, &typed)
    }

    fn tips_of(&self, shelves: &[&Shelf], typed: &Keyed) -> Vec<Tip> {
        let mut tips: Vec<Tip> = Vec::new();
        for shelf in shelves {
            for (position, at) in shelf.wording.begun.find(&typed.key) {
                self.add_tip(shelf, position, at, typed, &mut tips);
            }
        }
        if tips.len() < TIPS_ENOUGH && typed.can_be_resembled() {
            self.add_alike(shelves, typed, &mut tips);
        }
        tips.truncate(TIPS_MAX);
        tips
    }

    fn add_alike(&self, shelves: &[&Shelf], typed: &Keyed, tips: &mut Vec<Tip>) {
        let mut alike: Vec<(f32, &Shelf, usize)> = Vec::new();
        for shelf in shelves {
            let scores = shelf.scores(&typed.key).into_iter().enumerate();
            let scores = scores.filter(|(_, scored)| scored.is_likely);
            alike.extend(scores.map(|(position, scored)| (scored.score, *shelf, position)));
        }
        alike.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (_, shelf, position) in alike.into_iter().take(TIPS_ENOUGH) {
            self.add_tip(shelf, position as u32, 0, typed, tips);
        }
    }

    fn add_tip(&self, shelf: &Shelf, position: u32, at: u32, typed: &Keyed, tips: &mut Vec<Tip>) {
        let document =
            &self.knowledge.documents[shelf.wording.documents[position as usize] as usize];
        if tips.iter().any(|tip| tip.doc == document.id) {
            return;
        }
        let question = match at {
            0 => &document.question,
            at => &document.similar[at as usize - 1],
        };
        tips.push(Tip {
            question: Arc::clone(question),
            matched: Keyed::of(question).place_of(typed),
            doc: document.id.clone(),
        });
    }
}

/// A text prepared for search: lower case, without accents, with one space between words and no others. Records where
/// each byte comes from.
struct Keyed {
    key: String,
    /// The start and end of the source character of each byte of the key.
    origin: Vec<(u32, u32)>,
    is_spaced: bool,
}

impl Keyed {
    fn of(text: &str) -> Self {
        let mut keyed = Keyed {
            key: String::new(),
            origin: Vec::new(),
            is_spaced: true,
        };
        let (mut before, mut is_apart) = (None, false);
        for (at, sign) in text.grapheme_indices(true).take(QUESTION_CHARS_MAX) {
            let origin = (at as u32, (at + sign.len()) as u32);
            let found = runs(sign);
            is_apart |= found.is_empty();
            for run in found {
                if is_apart && before == Some(Script::Spaced) && run.script == Script::Spaced {
                    keyed.key.push(' ');
                }
                is_apart = false;
                before = Some(run.script);
                keyed.is_spaced &= run.script == Script::Spaced;
                keyed.key.push_str(&fold(&run.text));
            }
            keyed.origin.resize(keyed.key.len(), origin);
        }
        keyed
    }

    /// One character of a script without spaces carries meaning; one letter does not.
    fn can_be_resembled(&self) -> bool {
        !self.is_spaced || self.key.chars().count() >= TYPED_MIN
    }

    /// The byte range of the typed text, or of its longest word that occurs here; empty if none does.
    fn place_of(&self, typed: &Self) -> Range<usize> {
        // A tatweel alone folds to nothing and leaves an empty word.
        let mut words: Vec<&str> = typed.key.split_whitespace().collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let wanted = std::iter::once(typed.key.as_str()).chain(words);
        for wanted in wanted {
            if let Some(at) = self.key.find(wanted) {
                let last = at + wanted.len() - 1;
                return self.origin[at].0 as usize..self.origin[last].1 as usize;
            }
        }
        0..0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn document(id: &str, language: &str, question: &str) -> Document {
        Document {
            id: DocId::from(id),
            language: language.into(),
            question: question.into(),
            similar: Vec::new(),
            answer: "x".into(),
        }
    }

    fn robot() -> Robot {
        Robot::index(vec![
            document("a", "en", "Can I return a plant?"),
            document("b", "en", "Return costs"),
            document("c", "zh", "return"),
        ])
    }

    #[test]
    fn questions_that_begin_with_the_text_come_first_and_other_languages_fill_in() {
        let robot = robot();
        let tips = robot.tips(" ＲETurn ", "en");

        let said: Vec<_> = tips
            .iter()
            .map(|tip| (tip.doc.as_str(), &tip.question[tip.matched.clone()]))
            .collect();
        assert_eq!(said, [("b", "Return"), ("a", "return")]);
        let from_elsewhere = robot.tips("a plant", "zh");
        assert_eq!(from_elsewhere[0].doc.as_str(), "a");
        assert_eq!(robot.tips(" \u{200b}", "en"), []);
        assert_eq!(robot.tips("xqzw", "en"), []);
    }

    #[test] // [RB-05]
    fn a_typed_prefix_matches_any_word_and_lists_each_document_once() {
        let mut water = document("water", "en", "How often do I water a fern?");
        water.similar = vec!["Watering a fern".into(), "Ferns and water".into()];
        let robot = Robot::index(vec![water, document("light", "en", "Light for a fern")]);

        let tips = robot.tips("wat", "en");

        assert_eq!(tips.len(), 1);
        assert_eq!(&tips[0].question[tips[0].matched.clone()], "Wat");
    }

    #[test] // [RB-05]
    fn accents_and_typing_errors_do_not_hide_a_question() {
        let robot = Robot::index(vec![
            document("pot", "vi", "Làm sao để thay chậu cho cây?"),
            document("open", "vi", "Mấy giờ cửa hàng mở cửa?"),
        ]);

        let accents = robot.tips("lam sao de th", "vi");
        let wrong = robot.tips("thay chaau cho", "vi");

        assert_eq!(
            &accents[0].question[accents[0].matched.clone()],
            "Làm sao để th"
        );
        assert_eq!(wrong[0].doc.as_str(), "pot");
    }

    #[test] // [RB-05]
    fn scripts_without_spaces_are_found_from_the_first_character() {
        let robot = Robot::index(vec![
            document("repot", "zh", "怎么给植物换盆？"),
            document("open", "zh", "你们几点开门？"),
        ]);

        let tips = robot.tips("换", "zh");

        assert_eq!(tips[0].doc.as_str(), "repot");
        assert_eq!(&tips[0].question[tips[0].matched.clone()], "换");
    }

    #[test]
    fn a_tatweel_after_a_misspelt_word_is_ignored() {
        let robot = Robot::index(vec![document("return", "en", "returning orders")]);

        let tips = robot.tips("retturning \u{640}", "en");

        assert_eq!(tips[0].doc.as_str(), "return");
        assert_eq!(tips[0].matched, 0..0);
    }

    proptest! {
        #[test]
        fn any_text_can_be_typed_or_asked_without_a_panic(
            typed in "(\\PC{1,4}|[a-z]{1,9}|\u{640}|[\u{64b}-\u{652}\u{e47}-\u{e4e}\u{ad}]| ){0,6}",
            question in "(\\PC{1,4}|[a-z]{1,9}|\u{640}|[\u{64b}-\u{652}\u{e47}-\u{e4e}\u{ad}]| ){0,6}",
            keeps in 0_usize..24,
        ) {
            let robot = Robot::index(vec![
                document("any", "en", &question),
                document("return", "en", "returning orders"),
            ]);
            let begun: String = question.chars().take(keeps).chain(typed.chars()).collect();
            let misspelt = format!("retturning {typed}");

            for text in [&typed, &begun, &misspelt] {
                for tip in robot.tips(text, "en") {
                    prop_assert!(tip.question.get(tip.matched.clone()).is_some(), "{text:?}");
                }
                robot.answer(&crate::robot::Question { text, doc: None, language: "en" });
            }
        }
    }
}
