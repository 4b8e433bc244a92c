//! The robot: a knowledge base that answers questions. Pure; shared by all sessions of its channels.
//!
//! A question asked word for word finds its document. Any other is compared with the questions, and weakly with the
//! answers, by small pieces of text, which needs no dictionary in any language.
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
mod score;
mod text;
mod tips;
mod train;
pub mod trial;
mod waking;

pub use tips::Tip;

use std::sync::Arc;

use crate::channel::TransferOffers;
use crate::ids::DocId;
use crate::local_text::base_language;
use crate::message::content::{ReplyKind, RobotReply, Suggestion};

pub use calibrate::{ANSWER_FROM, SUGGEST_FROM};
use score::{Scored, Shelf};

/// Suggestions there are at most (Protocol, 'robotAsk').
const SUGGESTIONS_MAX: usize = 3;
/// Suggestions that stand beside an answer at most.
const RELATED_MAX: usize = 2;
/// How near to the answer's score such a one must be, as a share of it, where the answer is in no doubt.
const RELATED_SHARE: f32 = 0.25;
/// From this score on it is.
const NO_DOUBT: f32 = 0.9;
/// Below this score what is nearest has nothing to do with the question, and is not suggested: a sixth of what asking back
/// takes. While somebody types it still is.
const SUGGESTED_FROM: f32 = 0.05;

/// A document in one language (Protocol, 'Files of a tenant'). The same `id` may stand there once a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Which document.
    pub id: DocId,
    /// Its language; empty where it says nothing about it, and then it serves everybody.
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
    /// The document they clicked, where they clicked one.
    pub doc: Option<&'a DocId>,
    /// The language their page speaks.
    pub language: &'a str,
}

/// What the robot found. Scores are 0 to 1 and mean the same in every knowledge base: [`Levels`] stand on their scale;
/// 1 is a document clicked or a question asked word for word.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer<'a> {
    /// It knows.
    Answered {
        /// The document that answers.
        doc: &'a Document,
        /// How sure it is.
        score: f32,
        /// Documents it may be about instead.
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

/// From which score on the robot does what. The scale is made for each knowledge base from its own questions: below 0.3
/// stand those it mostly should not answer, above 0.6 nine answers in ten are right. `suggest` is at most `answer`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    /// Below this it does not know; from it on it asks back.
    pub suggest: f32,
    /// From this on it answers.
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
    /// The same robot with other levels; its knowledge is shared.
    #[must_use]
    pub fn with(&self, levels: Levels) -> Self {
        Robot {
            knowledge: Arc::clone(&self.knowledge),
            levels,
        }
    }

    /// From which score on it does what.
    pub fn levels(&self) -> Levels {
        self.levels
    }

    /// The document of this id, in the reader's language or the nearest there is.
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

    /// Every document, in the order they were given.
    pub fn documents(&self) -> &[Document] {
        &self.knowledge.documents
    }

    /// Answers a question.
    ///
    /// Documents in the visitor's language come first. Another language's answer only where those have none and it is
    /// sure, or where there are no such documents at all.
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

    /// How this question finds a document, where it finds one.
    pub fn finds_by(&self, question: &Question<'_>) -> Found {
        let clicked = question.doc;
        match clicked.and_then(|id| self.document(id, question.language)) {
            Some(_) => Found::Clicked,
            None if self.knows_word_for_word(question) => Found::Exact,
            None => Found::Similar,
        }
    }

    /// Answers a question as a message, and says how sure it is.
    pub fn reply(&self, question: &Question<'_>, offers: TransferOffers) -> (RobotReply, f32) {
        let (kind, doc, suggestions, score) = match self.answer(question) {
            Answer::Answered {
                doc,
                score,
                related,
            } => (ReplyKind::Answer, Some(doc), related, score),
            Answer::Guide { suggestions, score } => (ReplyKind::Guide, None, suggestions, score),
            Answer::Unknown { suggestions, score } => {
                (ReplyKind::Unknown, None, suggestions, score)
            }
        };
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

    /// The documents near a text, as suggestions, best first.
    pub fn suggestions(&self, text: &str, language: &str) -> Vec<Suggestion> {
        let asked = Question {
            text,
            doc: None,
            language,
        };
        let (doc, others) = match self.answer(&asked) {
            Answer::Answered { doc, related, .. } => (Some(doc), related),
            Answer::Guide { suggestions, .. } | Answer::Unknown { suggestions, .. } => {
                (None, suggestions)
            }
        };
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

    /// The documents worth a suggestion, best first, each id once.
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

    /// Bytes of memory it takes, the documents themselves apart.
    pub fn bytes(&self) -> usize {
        let shelves = self.knowledge.shelves.iter();
        self.index_bytes() + shelves.map(Shelf::wording_bytes).sum::<usize>()
    }

    /// Bytes of memory of its indexes: what it takes while it is awake, and not while it rests.
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

/// What two sentences share that are the same but for case, punctuation and spaces around signs; empty where a text has
/// no letter and no digit.
pub fn sentence_key(sentence: &str) -> String {
    text::exact_key(sentence)
}

/// Whether a shelf's documents are for readers of this language.
fn speaks(shelf: &Shelf, language: &str) -> bool {
    let known: &str = &shelf.wording.language;
    known.is_empty() || known == language || known == base_language(language)
}

#[cfg(test)]
mod tests;
