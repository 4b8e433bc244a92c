//! The robot: a knowledge base that answers questions. It is pure, and all sessions of its channels share it.
//!
//! A question asked word for word finds its document. Any other question is compared with the documents' questions, and
//! with less weight with their answers. The comparison uses short pieces of text, so no language needs a dictionary.
//!
//! ```text
//! text ──► features ──► index (BM25, cosine) ──► score ──► answer, guide or unknown
//! ```

pub mod alike;
mod answers;
mod calibrate;
pub mod explain;
mod features;
mod grasp;
mod index;
mod learned;
mod meanings;
pub mod person;
mod plain;
mod resting;
mod score;
mod text;
mod tips;
mod train;
pub mod trial;

pub use tips::Tip;

use std::sync::Arc;

use crate::channel::TransferOffers;
use crate::ids::DocId;
use crate::local_text::base_language;
use crate::message::content::{ReplyKind, RobotReply, Suggestion};

pub use calibrate::{ANSWER_FROM, SUGGEST_FROM};
use score::{Scored, Shelf};

/// The most suggestions of one reply (Protocol, 'robotAsk').
const SUGGESTIONS_MAX: usize = 3;
/// The most suggestions beside an answer.
const RELATED_MAX: usize = 2;
/// If the answer's score reaches [`NO_DOUBT`], a document needs this share of it to be suggested beside the answer.
const RELATED_SHARE: f32 = 0.25;
/// The score from which an answer is beyond doubt.
const NO_DOUBT: f32 = 0.9;
/// Below this score the nearest documents are unrelated to the question and not suggested: a sixth of the score for
/// asking back. Tips while the visitor types ignore this limit.
const SUGGESTED_FROM: f32 = 0.05;

/// A document in one language (Protocol, 'Files of a tenant'). Several documents may share an `id`, one per language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its id.
    pub id: DocId,
    /// Its language. If empty, it serves visitors of every language.
    pub language: Box<str>,
    /// The question it answers, as shown.
    pub question: Arc<str>,
    /// Other ways to ask it.
    pub similar: Vec<Arc<str>>,
    /// The answer: sanitised rich text.
    pub answer: Arc<str>,
}

impl Document {
    fn questions(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.question)
            .chain(&self.similar)
            .map(AsRef::as_ref)
    }
}

/// What a visitor asks.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// What they typed.
    pub text: &'a str,
    /// The document they clicked, if any.
    pub doc: Option<&'a DocId>,
    /// The language of their page.
    pub language: &'a str,
}

/// What the robot found. Scores are 0 to 1 on the same scale in every knowledge base, which is the scale of [`Levels`].
/// 1 means a clicked document or a question asked word for word.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer<'a> {
    /// It answers.
    Answered {
        /// The document that answers.
        doc: &'a Document,
        /// How sure it is.
        score: f32,
        /// Other documents that the question may be about.
        related: Vec<&'a Document>,
    },
    /// It asks back: did you mean one of these?
    Guide {
        /// At most three, best first.
        suggestions: Vec<&'a Document>,
        /// How sure it is of the first.
        score: f32,
    },
    /// It does not know.
    Unknown {
        /// At most three, best first; often none.
        suggestions: Vec<&'a Document>,
        /// How sure it is of the first.
        score: f32,
    },
}

impl<'a> Answer<'a> {
    /// Its kind, the document that answers, the documents beside it, and the score.
    pub fn parts(self) -> (ReplyKind, Option<&'a Document>, Vec<&'a Document>, f32) {
        match self {
            Answer::Answered {
                doc,
                score,
                related,
            } => (ReplyKind::Answer, Some(doc), related, score),
            Answer::Guide { suggestions, score } => (ReplyKind::Guide, None, suggestions, score),
            Answer::Unknown { suggestions, score } => {
                (ReplyKind::Unknown, None, suggestions, score)
            }
        }
    }
}

/// How the document of an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// The visitor clicked it.
    Clicked,
    /// Its question was asked word for word.
    Exact,
    /// Its questions or its answer resemble what was asked.
    Similar,
}

/// The scores from which the robot asks back and answers. Each knowledge base is calibrated to this scale with its own
/// questions: most questions below 0.3 should get no answer, and above 0.6 nine answers in ten are right. `suggest` is
/// at most `answer`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    /// From this score on it asks back; below, it does not know.
    pub suggest: f32,
    /// From this score on it answers.
    pub answer: f32,
}

impl Default for Levels {
    fn default() -> Self {
        Levels {
            suggest: SUGGEST_FROM,
            answer: ANSWER_FROM,
        }
    }
}

/// A robot's knowledge base, ready to be asked.
#[derive(Debug, Default, Clone)]
pub struct Robot {
    knowledge: Arc<Knowledge>,
    levels: Levels,
}

#[derive(Debug, Default)]
struct Knowledge {
    documents: Arc<[Document]>,
    shelves: Vec<Shelf>,
}

impl Robot {
    /// The same robot with other levels. Both share the knowledge.
    #[must_use]
    pub fn with(&self, levels: Levels) -> Self {
        Robot {
            knowledge: Arc::clone(&self.knowledge),
            levels,
        }
    }

    /// The scores from which it asks back and answers.
    pub fn levels(&self) -> Levels {
        self.levels
    }

    /// The document with this id, in the reader's language or the nearest available one.
    pub fn document(&self, id: &DocId, language: &str) -> Option<&Document> {
        let versions = || {
            self.knowledge
                .documents
                .iter()
                .filter(|document| document.id == *id)
        };
        [language, base_language(language), "", "en"]
            .into_iter()
            .find_map(|wanted| versions().find(|document| document.language.as_ref() == wanted))
            .or_else(|| versions().next())
    }

    /// Every document, in the order of construction.
    pub fn documents(&self) -> &[Document] {
        &self.knowledge.documents
    }

    /// Answers a question.
    ///
    /// A clicked document wins, then a question asked word for word in any language. Otherwise documents in the
    /// visitor's language come first. Another language answers only if those do not and it is sure, or if the visitor's
    /// language has no documents.
    pub fn answer(&self, question: &Question<'_>) -> Answer<'_> {
        let clicked = question
            .doc
            .and_then(|id| self.document(id, question.language));
        let (own, others): (Vec<&Shelf>, Vec<&Shelf>) = self
            .knowledge
            .shelves
            .iter()
            .partition(|shelf| speaks(shelf, question.language));
        let exact = || {
            own.iter()
                .chain(&others)
                .find_map(|shelf| shelf.exact(question.text))
        };
        if let Some(doc) =
            clicked.or_else(|| exact().map(|at| &self.knowledge.documents[at as usize]))
        {
            return Answer::Answered {
                doc,
                score: 1.0,
                related: Vec::new(),
            };
        }
        if own.is_empty() {
            return self.judge(&others, question.text);
        }
        let answer = self.judge(&own, question.text);
        if others.is_empty() || matches!(answer, Answer::Answered { .. }) {
            return answer;
        }
        match self.judge(&others, question.text) {
            sure @ Answer::Answered { .. } => sure,
            Answer::Guide { .. } | Answer::Unknown { .. } => answer,
        }
    }

    /// How this question finds its document, if it finds one.
    pub fn finds_by(&self, question: &Question<'_>) -> Found {
        let clicked = question.doc;
        match clicked.and_then(|id| self.document(id, question.language)) {
            Some(_) => Found::Clicked,
            None if self.knows_word_for_word(question) => Found::Exact,
            None => Found::Similar,
        }
    }

    /// Answers a question as a message, with the score.
    pub fn reply(&self, question: &Question<'_>, offers: TransferOffers) -> (RobotReply, f32) {
        let (kind, doc, suggestions, score) = self.answer(question).parts();
        let reply = RobotReply {
            kind,
            text: doc.map_or_else(|| Arc::from(""), |doc| doc.answer.clone()),
            doc: doc.map(|doc| doc.id.clone()),
            suggestions: suggestions.into_iter().map(suggestion).collect(),
            offer: offers.with(kind),
            parts: None,
        };
        (reply, score)
    }

    /// The documents nearest to a text, as suggestions, best first.
    pub fn suggestions(&self, text: &str, language: &str) -> Vec<Suggestion> {
        let asked = Question {
            text,
            doc: None,
            language,
        };
        let (_, doc, others, _) = self.answer(&asked).parts();
        let near = doc.into_iter().chain(others).take(SUGGESTIONS_MAX);
        near.map(suggestion).collect()
    }

    fn judge(&self, shelves: &[&Shelf], text: &str) -> Answer<'_> {
        let best = self.best(shelves, text);
        let score = best.first().map_or(0.0, |(_, score)| *score);
        let documents = |from: usize, count: usize| {
            best.iter()
                .skip(from)
                .take(count)
                .map(|(document, _)| *document)
                .collect()
        };
        if let Some((doc, _)) = best.first().filter(|_| score >= self.levels.answer) {
            let near = best.iter().skip(1).take(RELATED_MAX);
            let near = near
                .filter(|(_, other)| score < NO_DOUBT || *other >= RELATED_SHARE * score)
                .count();
            return Answer::Answered {
                doc,
                score,
                related: documents(1, near),
            };
        }
        if score >= self.levels.suggest {
            let suggestions = documents(0, SUGGESTIONS_MAX);
            return Answer::Guide { suggestions, score };
        }
        let near = usize::from(score >= SUGGESTED_FROM) * SUGGESTIONS_MAX;
        let suggestions = documents(0, near);
        Answer::Unknown { suggestions, score }
    }

    /// The documents worth suggesting, best first, each id once.
    fn best(&self, shelves: &[&Shelf], text: &str) -> Vec<(&Document, f32)> {
        let mut ranked: Vec<Scored> = shelves
            .iter()
            .flat_map(|shelf| shelf.scores(text))
            .collect();
        ranked.retain(|scored| scored.is_likely);
        ranked.sort_by(|a, b| {
            b.score
                .total_cmp(&a.score)
                .then_with(|| self.name_of(a).cmp(&self.name_of(b)))
        });
        let mut best: Vec<(&Document, f32)> = Vec::with_capacity(SUGGESTIONS_MAX);
        for Scored {
            document, score, ..
        } in ranked
        {
            let document = &self.knowledge.documents[document as usize];
            if best.iter().all(|(better, _)| better.id != document.id) {
                best.push((document, score));
            }
            if best.len() == SUGGESTIONS_MAX {
                break;
            }
        }
        best
    }

    fn name_of(&self, scored: &Scored) -> (&DocId, &str) {
        let document = &self.knowledge.documents[scored.document as usize];
        (&document.id, &document.language)
    }

    /// Bytes of memory it uses, without the documents themselves.
    pub fn bytes(&self) -> usize {
        let shelves = self.knowledge.shelves.iter();
        self.index_bytes() + shelves.map(Shelf::wording_bytes).sum::<usize>()
    }

    /// Bytes of memory of its indexes, which exist only while it is awake.
    pub fn index_bytes(&self) -> usize {
        self.knowledge.shelves.iter().map(Shelf::index_bytes).sum()
    }
}

fn suggestion(document: &Document) -> Suggestion {
    Suggestion {
        doc: document.id.clone(),
        question: document.question.clone(),
    }
}

/// A key that is equal for sentences that differ only in case, punctuation and spaces around characters. Empty if the
/// text has neither a letter nor a digit.
pub fn sentence_key(sentence: &str) -> String {
    text::exact_key(sentence)
}

/// Whether a shelf's documents serve readers of this language.
fn speaks(shelf: &Shelf, language: &str) -> bool {
    let known: &str = &shelf.wording.language;
    known.is_empty() || known == language || known == base_language(language)
}

#[cfg(test)]
mod tests;
