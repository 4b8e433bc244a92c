//! Explains an answer: every document the robot considered, with its score.

use super::{Answer, Document, Question, Robot, Shelf, speaks};

/// Documents below this score are unrelated to the question.
const SCORE_MIN: f32 = 0.02;

/// A document the robot considered.
#[derive(Debug, Clone, PartialEq)]
pub struct Considered<'a> {
    /// The document.
    pub doc: &'a Document,
    /// How well it answers, 0 to 1.
    pub score: f32,
    /// Where the score comes from.
    pub why: Why,
}

/// Why a document was considered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// The visitor clicked it.
    Clicked,
    /// Its question was asked word for word.
    WordForWord,
    /// It is similar to the question and serves the question's language.
    Alike,
    /// It is similar, but in another language: it answers only if no document of the question's language does.
    AlikeElsewhere,
}

/// An answer with its explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained<'a> {
    /// The answer.
    pub answer: Answer<'a>,
    /// The documents considered, best first.
    pub considered: Vec<Considered<'a>>,
}

impl Robot {
    /// Answers a question and lists at most `limit` documents it considered.
    pub fn explain(&self, question: &Question<'_>, limit: usize) -> Explained<'_> {
        Explained {
            answer: self.answer(question),
            considered: self.search(question, limit),
        }
    }

    /// At most `limit` documents that are related to a question, best first.
    pub fn search(&self, question: &Question<'_>, limit: usize) -> Vec<Considered<'_>> {
        let mut found: Vec<Considered<'_>> = self
            .knowledge
            .shelves
            .iter()
            .flat_map(|shelf| self.on_shelf(shelf, question))
            .collect();
        let clicked = question
            .doc
            .and_then(|id| self.document(id, question.language));
        if let Some(doc) = clicked {
            found.retain(|other| !std::ptr::eq(other.doc, doc));
            let (score, why) = (1.0, Why::Clicked);
            found.push(Considered { doc, score, why });
        }
        found.sort_by(|one, other| {
            let by_score = other.score.total_cmp(&one.score);
            one.why
                .min(Why::Alike)
                .cmp(&other.why.min(Why::Alike))
                .then(by_score)
        });
        found.truncate(limit);
        found
    }

    fn on_shelf<'a>(&'a self, shelf: &'a Shelf, question: &Question<'_>) -> Vec<Considered<'a>> {
        let alike = if speaks(shelf, question.language) {
            Why::Alike
        } else {
            Why::AlikeElsewhere
        };
        let exact = shelf.exact(question.text);
        let scored = shelf.scores(question.text).into_iter();
        scored
            .map(|scored| {
                let is_exact = exact == Some(scored.document);
                Considered {
                    doc: &self.knowledge.documents[scored.document as usize],
                    score: if is_exact { 1.0 } else { scored.score },
                    why: if is_exact { Why::WordForWord } else { alike },
                }
            })
            .filter(|considered| considered.score >= SCORE_MIN)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::DocId;

    fn robot() -> Robot {
        let document = |id: &str, language: &str, question: &str| Document {
            id: DocId::from(id),
            language: language.into(),
            question: question.into(),
            similar: Vec::new(),
            answer: "…".into(),
        };
        Robot::index(vec![
            document("arrival", "en", "When will my order arrive?"),
            document("order", "en", "How do I change my order?"),
            document("arrival", "zh", "我的订单什么时候到？"),
            document("dogs", "en", "May dogs come in?"),
        ])
    }

    fn ask<'a>(text: &'a str, doc: Option<&'a DocId>) -> Question<'a> {
        let language = "en";
        Question {
            text,
            doc,
            language,
        }
    }

    #[test]
    fn a_word_for_word_match_ranks_before_similar_documents() {
        let robot = robot();

        let explained = robot.explain(&ask("when will my order arrive", None), 10);

        let first = &explained.considered[0];
        assert_eq!(
            (first.doc.id.as_str(), first.why),
            ("arrival", Why::WordForWord)
        );
        assert_eq!(explained.considered[1].doc.id.as_str(), "order");
        assert!(explained.considered[1].score < 1.0);
        assert!(matches!(explained.answer, Answer::Answered { doc, .. } if doc.id == first.doc.id));
    }

    #[test]
    fn a_clicked_document_comes_first_and_the_list_keeps_its_limit() {
        let robot = robot();
        let dogs = DocId::from("dogs");

        let found = robot.search(&ask("my order", Some(&dogs)), 2);

        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].doc.id.as_str(), found[0].why),
            ("dogs", Why::Clicked)
        );
    }

    #[test]
    fn documents_in_other_languages_are_considered_and_marked_as_such() {
        let robot = robot();

        let found = robot.search(&ask("我的订单", None), 10);

        assert_eq!(found[0].why, Why::AlikeElsewhere);
    }
}
