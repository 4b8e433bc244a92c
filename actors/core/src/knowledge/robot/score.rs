//! Scores which documents answer a question. One setting serves every language and every size of knowledge base:
//! `docs/decisions/0010-robot-search.md` explains why, docs/robot.md shows the measurements.

use super::Document;
use super::answers;
use super::calibrate::{ANSWER_FROM, Limits, Sureness, calibrate};
use super::features::subjects::subjects;
use super::features::{Counted, Grain, Read, features, question_features};
use super::grasp::Known;
use super::index::Index;
use super::learned::{DOCUMENTS_MAX, Learned};
use super::meanings::Meanings;
use super::text::{exact_key, words_of};
use super::tips::Begun;
use crate::text::cut;
use std::sync::Arc;

/// Characters read of a question; nobody asks longer, and time grows with them.
const QUESTION_CHARS_MAX: usize = 400;
/// Characters read of an answer; its subject is at its beginning.
const ANSWER_CHARS_MAX: usize = 2_000;

/// Training needs this many questions a document on average.
const LEARNED_QUESTIONS_MIN: usize = 2;
/// What a perfect match of an answer adds to what was learned.
const ANSWERS_LEARNED: f32 = 0.75;
/// A document with a lower probability is unrelated to the question.
const LIKELY_MIN: f32 = 0.002;
/// If the nearest question is less similar than this, every document is unrelated.
const NEAR_MIN: f32 = 0.03;
/// A lower score of a comparison means an unrelated document.
const COMPARED_MIN: f32 = 0.08;
/// The limits of a comparison: where it asks back, and where it answers whatever the second document scores.
pub(super) const COMPARED: Limits = Limits {
    suggest: 0.18,
    answer: 0.39,
};
/// From this score on it also answers if it leads the second by [`LEAD`].
const COMPARED_AHEAD: f32 = 0.22;
/// The lead that takes.
const LEAD: f32 = 0.05;

/// The score of a document that would answer but knows too little of the question: just below answering.
const DOUBTED: f32 = ANSWER_FROM - 0.01;

/// The weight of all questions of a document as one text; its nearest question has weight 1.
pub(super) const WHOLE_WEIGHT: f32 = 2.0;

/// The documents of one language.
#[derive(Debug, Clone)]
pub(super) struct Shelf {
    /// The documents and their wording.
    pub wording: Arc<Wording>,
    way: Way,
    answers: Option<Arc<Index>>,
}

/// What a language's documents need without any index.
#[derive(Debug)]
pub(super) struct Wording {
    pub language: Box<str>,
    /// The documents as positions in the robot's list, sorted by id.
    pub documents: Vec<u32>,
    /// Keys of all questions, sorted, with the shelf position of their document.
    exact: Vec<(Box<str>, u32)>,
    /// Where tips are searched.
    pub begun: Begun,
}

/// How documents are told apart.
#[derive(Debug, Clone)]
enum Way {
    /// Only by questions asked word for word.
    Resting,
    /// By comparison with their questions.
    Compared(Arc<Questions>),
    /// By training on their questions.
    Learned(Arc<Learned>, Sureness),
}

#[derive(Debug)]
struct Questions {
    /// The shelf position of each question's document, ascending.
    owners: Vec<u32>,
    index: Index,
    /// All questions of each document as one text; none if every document has one question.
    wholes: Option<Index>,
}

/// A document and its score, on the common scale of all knowledge bases ([`Limits::scaled`]).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scored {
    /// Its position in the robot's list.
    pub document: u32,
    pub score: f32,
    /// Whether it is related to the question.
    pub is_likely: bool,
}

impl Wording {
    fn pieces(&self, question: &Read) -> Vec<Counted> {
        question_features(question, Meanings::of(&self.language))
    }
}

impl Shelf {
    /// A shelf that finds questions asked word for word, and nothing else.
    pub(super) fn resting(language: Box<str>, mut documents: Vec<u32>, all: &[Document]) -> Self {
        documents.sort_by_key(|at| &all[*at as usize].id);
        let of_shelf = || documents.iter().map(|at| &all[*at as usize]);
        let mut exact: Vec<(Box<str>, u32)> = Vec::new();
        for (position, document) in (0..).zip(of_shelf()) {
            for question in document.questions() {
                exact.push((
                    exact_key(cut(question, QUESTION_CHARS_MAX)).into(),
                    position,
                ));
            }
        }
        exact.sort();
        exact.dedup_by(|later, earlier| later.0 == earlier.0);
        exact.retain(|(key, _)| !key.is_empty());
        exact.shrink_to_fit();
        let begun = Begun::of(of_shelf());
        Shelf {
            wording: Arc::new(Wording {
                language,
                documents,
                exact,
                begun,
            }),
            way: Way::Resting,
            answers: None,
        }
    }

    /// The same shelf without its indexes.
    pub(super) fn rested(&self) -> Self {
        Shelf {
            wording: Arc::clone(&self.wording),
            way: Way::Resting,
            answers: None,
        }
    }

    /// The same shelf with indexes for comparison, if it rests.
    pub(super) fn awake(&self, all: &[Document]) -> Self {
        if !self.is_resting() {
            return self.clone();
        }
        let documents = &self.wording.documents;
        let of_shelf = || documents.iter().map(|at| &all[*at as usize]);
        let counts = (0..).zip(of_shelf().map(|document| document.questions().count()));
        let owners: Vec<u32> = counts
            .flat_map(|(position, count)| std::iter::repeat_n(position, count))
            .collect();
        let index = Index::of(
            of_shelf()
                .flat_map(Document::questions)
                .map(|question| self.wording.pieces(&read(question))),
        );
        let wholes = (owners.len() > documents.len()).then(|| index.grouped(&owners));
        let answers = of_shelf()
            .any(|document| !document.answer.is_empty())
            .then(|| Arc::new(Index::of(of_shelf().map(answer_features))));
        Shelf {
            wording: Arc::clone(&self.wording),
            way: Way::Compared(Arc::new(Questions {
                owners,
                index,
                wholes,
            })),
            answers,
        }
    }

    /// Whether it finds only questions asked word for word.
    pub(super) fn is_resting(&self) -> bool {
        matches!(self.way, Way::Resting)
    }

    /// Whether training on its questions is possible.
    pub(super) fn can_learn(&self) -> bool {
        let documents = self.wording.documents.len();
        match &self.way {
            Way::Compared(questions) => {
                (2..=DOCUMENTS_MAX).contains(&documents)
                    && questions.owners.len() >= LEARNED_QUESTIONS_MIN * documents
            }
            Way::Resting | Way::Learned(..) => false,
        }
    }

    /// The same shelf, trained on its questions and calibrated; unchanged if training is not possible. Takes one or two
    /// seconds for ten thousand questions.
    pub(super) fn learned(&self) -> Self {
        let mut shelf = self.clone();
        if let Way::Compared(questions) = &self.way
            && self.can_learn()
        {
            let Questions { owners, index, .. } = &**questions;
            let sureness = calibrate(index, owners);
            let learned = Learned::from(index, owners);
            shelf.way = Way::Learned(Arc::new(learned), sureness);
        }
        shelf
    }

    /// Every document with its score, in the shelf's order.
    pub(super) fn scores(&self, question: &str) -> Vec<Scored> {
        let question = &read(question);
        let (texts, mut scored) = match &self.way {
            Way::Resting => return Vec::new(),
            Way::Compared(questions) => (questions.texts(), self.compared(questions, question)),
            Way::Learned(learned, sureness) => {
                let scored = self.judged(learned, *sureness, question);
                (learned.wholes(), scored)
            }
        };
        self.doubt(question, texts, &mut scored);
        scored
    }

    /// If the best document knows too little of the question's subject, lowers all scores below answering. Their order
    /// stays. `questions` holds each document's questions as one text.
    fn doubt(&self, question: &Read, questions: &Index, scored: &mut [Scored]) {
        let sure = scored.iter().map(|one| one.score).fold(0.0, f32::max);
        let best = scored.iter().position(|one| one.score == sure);
        let Some(document) = best.filter(|_| sure >= ANSWER_FROM) else {
            return;
        };
        let known = Known {
            document,
            questions,
            ways: self.ways(document),
            answers: self.answers.as_deref(),
        };
        if !known.grasps(&subjects(question, Meanings::of(&self.wording.language))) {
            for one in scored {
                one.score *= DOUBTED / sure;
            }
        }
    }

    /// The number of questions of a document.
    fn ways(&self, document: usize) -> usize {
        match &self.way {
            Way::Resting => 0,
            Way::Compared(questions) => questions.ways(document),
            Way::Learned(learned, _) => learned.ways(document),
        }
    }

    fn judged(&self, learned: &Learned, sureness: Sureness, question: &Read) -> Vec<Scored> {
        let shares = self.answer_shares(question);
        let hint = |document: usize| {
            shares
                .get(document)
                .map_or(0.0, |share| ANSWERS_LEARNED * share)
        };
        let judged = learned.judge(&self.wording.pieces(question), hint);
        let is_near = judged.nearest >= NEAR_MIN;
        let scored = |(at, chance): (usize, &f32)| Scored {
            document: self.wording.documents[at],
            score: sureness.score(&judged, *chance),
            is_likely: is_near && *chance >= LIKELY_MIN,
        };
        let mut scored: Vec<Scored> = judged.chances.iter().enumerate().map(scored).collect();
        let sure = sureness.score(&judged, judged.chance());
        answers::raise(sure, &judged.wholes, &shares, &mut scored);
        scored
    }

    fn compared(&self, questions: &Questions, question: &Read) -> Vec<Scored> {
        let pieces = self.wording.pieces(question);
        let mut scores = questions.scores(&pieces, self.wording.documents.len());
        answers::add_to(&mut scores, &self.answer_shares(question));
        let (best, second) = answers::two_best(&scores);
        let is_ahead = best >= COMPARED_AHEAD && best - second >= LEAD;
        let scored = |(document, score): (&u32, f32)| Scored {
            document: *document,
            score: COMPARED.scaled(if is_ahead && score == best {
                score.max(COMPARED.answer)
            } else {
                score
            }),
            is_likely: score >= COMPARED_MIN,
        };
        let documents = self.wording.documents.iter();
        documents.zip(scores).map(scored).collect()
    }

    /// How much of the question each answer contains; empty if no document has an answer.
    fn answer_shares(&self, question: &Read) -> Vec<f32> {
        let Some(answers) = &self.answers else {
            return Vec::new();
        };
        let found = answers
            .resemblance(&features(question, Grain::Coarse))
            .into_iter();
        found.map(|resemblance| resemblance.bm25).collect()
    }

    /// The document with this question, word for word.
    pub(super) fn exact(&self, question: &str) -> Option<u32> {
        let key = exact_key(cut(question, QUESTION_CHARS_MAX));
        let Wording {
            exact, documents, ..
        } = &*self.wording;
        let at = exact
            .binary_search_by(|(known, _)| known.as_ref().cmp(&key))
            .ok()?;
        Some(documents[exact[at].1 as usize])
    }

    /// Bytes of memory of its wording.
    pub(super) fn wording_bytes(&self) -> usize {
        let exact = self.wording.exact.iter();
        let exact: usize = exact
            .map(|(key, _)| size_of::<(Box<str>, u32)>() + key.len())
            .sum();
        exact + self.wording.begun.bytes()
    }

    /// Bytes of memory the indexes hold.
    pub(super) fn index_bytes(&self) -> usize {
        let way = match &self.way {
            Way::Resting => 0,
            Way::Compared(questions) => {
                questions.owners.capacity() * 4
                    + questions.index.bytes()
                    + questions.wholes.as_ref().map_or(0, Index::bytes)
            }
            Way::Learned(learned, _) => learned.bytes(),
        };
        way + self.answers.as_ref().map_or(0, |answers| answers.bytes())
    }
}

impl Questions {
    /// Each document's questions as one text.
    fn texts(&self) -> &Index {
        self.wholes.as_ref().unwrap_or(&self.index)
    }

    fn ways(&self, document: usize) -> usize {
        let before = |end: usize| self.owners.partition_point(|of| (*of as usize) < end);
        before(document + 1) - before(document)
    }

    fn scores(&self, pieces: &[Counted], documents: usize) -> Vec<f32> {
        let mut scores = vec![0.0_f32; documents];
        for (owner, resemblance) in self.owners.iter().zip(self.index.resemblance(pieces)) {
            let nearest = &mut scores[*owner as usize];
            *nearest = nearest.max(resemblance.mean());
        }
        if let Some(wholes) = &self.wholes {
            for (score, resemblance) in scores.iter_mut().zip(wholes.resemblance(pieces)) {
                *score = (*score + WHOLE_WEIGHT * resemblance.mean()) / (1.0 + WHOLE_WEIGHT);
            }
        }
        scores
    }
}

fn answer_features(document: &Document) -> Vec<Counted> {
    let words = words_of(&document.answer);
    let words = Read::of(cut(&words, ANSWER_CHARS_MAX));
    features(&words, Grain::Coarse)
}

/// Cuts a question for comparison.
fn read(question: &str) -> Read {
    Read::of(cut(question, QUESTION_CHARS_MAX))
}
