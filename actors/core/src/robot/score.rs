//! Which documents answer a question, best first. One setting for every language and every size of knowledge base:
//! `docs/decisions/0010-robot-search.md` says what was measured.

use super::Document;
use super::features::{Grain, features};
use super::index::Index;
use super::text::{exact_key, words_of};

/// Characters of a question that are read; nobody asks longer, and time grows with them.
const QUESTION_CHARS_MAX: usize = 400;
/// Characters of an answer that are read: what it is about stands at its beginning.
const ANSWER_CHARS_MAX: usize = 2_000;

/// How much a document's questions taken together count beside the nearest one of them.
const WHOLE_WEIGHT: f32 = 2.0;
/// Below this the questions have not found it, and the answers are searched in full.
const ANSWERS_BELOW: f32 = 0.45;
/// What a perfect match of an answer adds there.
const ANSWERS_FULL: f32 = 1.5;
/// What it adds elsewhere: enough to part two documents that are asked for alike.
const ANSWERS_WEAK: f32 = 0.15;

/// The documents of one language.
#[derive(Debug)]
pub(super) struct Shelf {
    pub language: Box<str>,
    /// The document of each position, in the robot's list.
    pub documents: Vec<u32>,
    /// Keys of all questions, sorted, with the position of their document.
    exact: Vec<(Box<str>, u32)>,
    /// The position of each question's document; rises.
    owners: Vec<u32>,
    questions: Index,
    /// All questions of a document as one text; none where every document has one question.
    wholes: Option<Index>,
    answers: Option<Index>,
}

/// A document and how well it answers, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scored {
    /// In the robot's list.
    pub document: u32,
    pub score: f32,
}

impl Shelf {
    pub(super) fn new(language: Box<str>, documents: Vec<u32>, all: &[Document]) -> Self {
        let of_shelf = || documents.iter().map(|at| &all[*at as usize]);
        let mut exact: Vec<(Box<str>, u32)> = Vec::new();
        let mut owners = Vec::new();
        for (position, document) in (0..).zip(of_shelf()) {
            for question in document.questions() {
                owners.push(position);
                exact.push((
                    exact_key(start(question, QUESTION_CHARS_MAX)).into(),
                    position,
                ));
            }
        }
        exact.sort();
        exact.dedup_by(|later, earlier| later.0 == earlier.0);
        exact.retain(|(key, _)| !key.is_empty());
        exact.shrink_to_fit();
        let questions = Index::of(
            of_shelf()
                .flat_map(Document::questions)
                .map(question_features),
        );
        let wholes = (owners.len() > documents.len()).then(|| questions.grouped(&owners));
        let answers = of_shelf()
            .any(|document| !document.answer.is_empty())
            .then(|| {
                Index::of(of_shelf().map(|document| {
                    features(
                        start(&words_of(&document.answer), ANSWER_CHARS_MAX),
                        Grain::Coarse,
                    )
                }))
            });
        Shelf {
            language,
            documents,
            exact,
            owners,
            questions,
            wholes,
            answers,
        }
    }

    /// Every document with its score, in the shelf's order.
    pub(super) fn scores(&self, question: &str) -> Vec<Scored> {
        let question = start(question, QUESTION_CHARS_MAX);
        let mut scores = self.question_scores(question);
        let best = scores.iter().copied().fold(0.0, f32::max);
        if let Some(answers) = &self.answers {
            let pieces = features(question, Grain::Coarse);
            for (score, resemblance) in scores.iter_mut().zip(answers.resemblance(&pieces)) {
                let share = resemblance.bm25;
                // Steeper than the share itself: half the pieces of a question are found in any long answer.
                *score += if best < ANSWERS_BELOW {
                    ANSWERS_FULL * share * share.sqrt()
                } else {
                    ANSWERS_WEAK * share
                };
            }
        }
        let scored = |(document, score): (&u32, f32)| Scored {
            document: *document,
            score: score.min(1.0),
        };
        self.documents.iter().zip(scores).map(scored).collect()
    }

    /// The document that is asked for word for word.
    pub(super) fn exact(&self, question: &str) -> Option<u32> {
        let key = exact_key(start(question, QUESTION_CHARS_MAX));
        let at = self
            .exact
            .binary_search_by(|(known, _)| known.as_ref().cmp(&key))
            .ok()?;
        Some(self.documents[self.exact[at].1 as usize])
    }

    fn question_scores(&self, question: &str) -> Vec<f32> {
        let pieces = question_features(question);
        let mut scores = vec![0.0_f32; self.documents.len()];
        for (owner, resemblance) in self.owners.iter().zip(self.questions.resemblance(&pieces)) {
            let nearest = &mut scores[*owner as usize];
            *nearest = nearest.max(resemblance.mean());
        }
        if let Some(wholes) = &self.wholes {
            for (score, resemblance) in scores.iter_mut().zip(wholes.resemblance(&pieces)) {
                *score = (*score + WHOLE_WEIGHT * resemblance.mean()) / (1.0 + WHOLE_WEIGHT);
            }
        }
        scores
    }

    /// Bytes of memory the indexes hold.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        let exact: usize = self
            .exact
            .iter()
            .map(|(key, _)| size_of::<(Box<str>, u32)>() + key.len())
            .sum();
        let indexes = [
            Some(&self.questions),
            self.wholes.as_ref(),
            self.answers.as_ref(),
        ];
        exact
            + self.owners.capacity() * 4
            + indexes
                .into_iter()
                .flatten()
                .map(Index::bytes)
                .sum::<usize>()
    }
}

fn question_features(question: &str) -> Vec<super::features::Counted> {
    features(start(question, QUESTION_CHARS_MAX), Grain::Fine)
}

/// The first `chars` characters of a text.
fn start(text: &str, chars: usize) -> &str {
    text.char_indices()
        .nth(chars)
        .map_or(text, |(end, _)| &text[..end])
}
