//! Checks whether a document knows the subject of a question.
//!
//! A question shares a word with nearly any knowledge base: a plant shop writes about the "water" of "how do I water
//! down my whisky". If a document knows only that word, the robot asks back, however high the score.

use super::features::Feature;
use super::features::subjects::{Content, Subject};
use super::index::Index;
use std::iter::once;

/// Words of the question that a document must know.
const WORDS_MIN: f32 = 2.0;
/// Words that no document knows: from this number on the robot doubts.
const STRANGE_MIN: f32 = 1.0;
/// The share of its pieces that makes a word known. A typing error or an ending leaves that many.
const PIECES_SHARE: f32 = 0.5;
/// A word this frequent in a document's questions is its subject and suffices alone: "play" of "play some jazz".
const OFTEN: f32 = 5.0;
/// So does a word in this share of its questions, if it occurs at least `OFTEN_MIN` times.
const OFTEN_SHARE: f32 = 0.75;
const OFTEN_MIN: f32 = 3.0;

/// A document and the indexes that tell what it knows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'a> {
    /// Its position in both indexes.
    pub document: usize,
    /// Each document's questions as one text.
    pub questions: &'a Index,
    /// The number of its questions.
    pub ways: usize,
    /// Each document's answer.
    pub answers: Option<&'a Index>,
}

impl Known<'_> {
    /// Whether the document knows enough of the question's subject.
    pub(super) fn grasps(&self, question: &[Subject<'_>]) -> bool {
        self.knows_enough(question)
            || self.strange_words(question) < STRANGE_MIN
            || self.is_about(question)
    }

    fn knows_enough(&self, question: &[Subject<'_>]) -> bool {
        let mut known = 0.0;
        question.iter().any(|subject| {
            known += match subject {
                Subject::Word(word) => f32::from(u8::from(self.knows_word(word))),
                Subject::Signs(signs) => signs.words_in(|window| self.knows(window)),
            };
            known >= WORDS_MIN
        })
    }

    /// The number of words that no document knows.
    fn strange_words(&self, question: &[Subject<'_>]) -> f32 {
        let strange = |subject: &Subject<'_>| match subject {
            Subject::Word(word) => {
                let mut all = once(word.whole()).chain(word.meant());
                let is_heard = word.is_scrap()
                    || self.knows_word(word)
                    || all.any(|it| self.questions.holds(it));
                f32::from(u8::from(!is_heard))
            }
            Subject::Signs(signs) => {
                let is_heard = |window| self.knows(window) || self.questions.holds(window);
                signs.words_in(|_| true) - signs.words_in(is_heard)
            }
        };
        question.iter().map(strange).sum()
    }

    /// Whether one of these words is the document's subject.
    fn is_about(&self, question: &[Subject<'_>]) -> bool {
        let enough = OFTEN_MIN.max(OFTEN_SHARE * self.ways as f32).min(OFTEN);
        let is_often = |word: Feature| self.count(word) as f32 >= enough;
        question.iter().any(|subject| match subject {
            Subject::Word(word) => once(word.whole()).chain(word.meant()).any(is_often),
            Subject::Signs(signs) => signs.windows().any(is_often),
        })
    }

    fn knows_word(&self, word: &Content<'_>) -> bool {
        self.knows(word.whole())
            || word.meant().into_iter().any(|it| self.knows(it))
            || self.knows_pieces(&word.pieces())
    }

    fn knows_pieces(&self, pieces: &[Feature]) -> bool {
        let found = pieces.iter().filter(|piece| self.count(**piece) > 0);
        found.count() as f32 >= PIECES_SHARE * pieces.len() as f32
    }

    /// How often its questions contain a piece.
    fn count(&self, feature: Feature) -> u32 {
        self.questions.count(feature, self.document)
    }

    /// Whether its questions or its answer contain a piece.
    fn knows(&self, feature: Feature) -> bool {
        let in_answer = |answers: &Index| answers.count(feature, self.document) > 0;
        self.count(feature) > 0 || self.answers.is_some_and(in_answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::features::subjects::subjects;
    use crate::robot::features::{Grain, Read, features, question_features};
    use crate::robot::meanings::Meanings;

    /// Whether a document with these questions knows enough of a question. A second document is about roses.
    fn grasps(ways: &[&str], answer: &str, question: &str) -> bool {
        let meanings = Meanings::of("en");
        let roses = "Which roses do you prune in autumn? 玫瑰 ร้านกุหลาบ";
        let texts = [&ways.join(" "), roses];
        let texts = texts.map(|text| question_features(&Read::of(text), meanings));
        let answers = [answer, ""].map(|text| features(&Read::of(text), Grain::Coarse));
        let known = Known {
            document: 0,
            questions: &Index::of(texts),
            ways: ways.len(),
            answers: Some(&Index::of(answers)),
        };
        known.grasps(&subjects(&Read::of(question), meanings))
    }

    const WATERING: [&str; 4] = [
        "How often should I water?",
        "Watering a fern in summer",
        "My soil is dry",
        "Is the can half full?",
    ];

    #[test] // [RB-02]
    fn one_known_word_beside_an_unknown_one_is_not_enough_but_two_are() {
        assert!(!grasps(&WATERING, "", "How do I water down my whisky?"));
        assert!(!grasps(&WATERING, "", "Is my whisky aged and expensive?"));
        assert!(grasps(&WATERING, "", "How do I water the soil of a zebra?"));
    }

    #[test]
    fn a_word_of_another_document_counts_as_known() {
        assert!(grasps(&WATERING, "", "How do I water roses?"));
    }

    #[test]
    fn a_word_in_most_questions_of_a_document_is_enough() {
        let jazz = ["Play some jazz", "Play a song", "Can you play it?", "Music"];
        assert!(grasps(&jazz, "", "Play Chesney"));
        assert!(!grasps(&jazz, "", "Music by Chesney"));
        let few = ["Play some jazz", "Play a song"];
        assert!(
            !grasps(&few, "", "Play Chesney"),
            "two questions are too few"
        );
        let many: Vec<&str> = [["Play it"; 5].as_slice(), &["Music"; 20]].concat();
        assert!(grasps(&many, "", "Play Chesney"));
        assert!(!grasps(&many[1..], "", "Play Chesney"));
    }

    #[test]
    fn a_word_is_known_despite_typing_errors_and_endings_by_its_meaning_or_from_the_answer() {
        assert!(grasps(&WATERING, "", "wattering ferns with lemonade"));
        assert!(grasps(
            &["Refunds", "Cards"],
            "",
            "reimburse my cards to Zürich"
        ));
        let answer = "Pour until it runs out of the pot.";
        assert!(grasps(&WATERING, answer, "water the pot of a zebra"));
        assert!(!grasps(&WATERING, "", "water the pot of a zebra"));
    }

    #[test]
    fn scraps_of_stop_words_are_ignored_and_korean_syllables_count_as_words() {
        assert!(grasps(&WATERING, "", "hw do I water 12"));
        assert!(!grasps(&WATERING, "", "water 환불"));
    }

    #[test]
    fn scripts_without_spaces_are_compared_by_character() {
        let watering = ["绿萝多久浇水", "土干了要浇水吗"];
        assert!(!grasps(&watering, "", "给手机浇水"));
        assert!(grasps(&watering, "", "绿萝浇水用什么喷壶"));
        assert!(grasps(&watering, "", "浇水"), "no unknown word");
        let thai = ["รดน้ำต้นไม้บ่อยแค่ไหน"];
        assert!(!grasps(&thai, "", "รดน้ำโทรศัพท์"));
        assert!(grasps(&thai, "", "รดน้ำต้นไม้โทรศัพท์"));
    }
}
