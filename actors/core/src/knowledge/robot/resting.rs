//! The states of a robot: resting with little memory, awake with its indexes, or trained on its documents' questions.

use super::score::Shelf;
use super::{Document, Knowledge, Levels, Question, Robot};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Robot {
    /// Reads the documents. The robot then uses little memory. It answers questions asked word for word and gives tips
    /// by prefix and substring. Everything else needs [`awake`](Robot::awake).
    pub fn resting(documents: Vec<Document>) -> Self {
        let mut languages: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (at, document) in (0..).zip(&documents) {
            languages.entry(&document.language).or_default().push(at);
        }
        let shelves = languages
            .into_iter()
            .map(|(language, of_language)| Shelf::resting(language.into(), of_language, &documents))
            .collect();
        Robot {
            knowledge: Arc::new(Knowledge {
                documents: documents.into(),
                shelves,
            }),
            levels: Levels::default(),
        }
    }

    /// A robot that is awake. It answers well; [`Robot::learned`] answers better.
    pub fn index(documents: Vec<Document>) -> Self {
        Robot::resting(documents).awake()
    }

    /// Whether it could answer more if it were awake.
    pub fn is_resting(&self) -> bool {
        self.knowledge.shelves.iter().any(Shelf::is_resting)
    }

    /// Whether it needs no index for this question: a clicked document, or a question asked word for word.
    pub fn knows_word_for_word(&self, question: &Question<'_>) -> bool {
        let is_clicked = question.doc.is_some_and(|id| {
            let mut documents = self.knowledge.documents.iter();
            documents.any(|document| document.id == *id)
        });
        let mut shelves = self.knowledge.shelves.iter();
        is_clicked || shelves.any(|shelf| shelf.exact(question.text).is_some())
    }

    /// The same robot with the indexes for answering. Takes a third of a second for ten thousand questions.
    #[must_use]
    pub fn awake(&self) -> Self {
        let documents = &self.knowledge.documents;
        self.with_shelves(|shelf| shelf.awake(documents))
    }

    /// The same robot without its indexes.
    #[must_use]
    pub fn rested(&self) -> Self {
        self.with_shelves(Shelf::rested)
    }

    fn with_shelves(&self, shelf: impl Fn(&Shelf) -> Shelf) -> Self {
        let knowledge = Knowledge {
            documents: Arc::clone(&self.knowledge.documents),
            shelves: self.knowledge.shelves.iter().map(shelf).collect(),
        };
        Robot {
            knowledge: Arc::new(knowledge),
            levels: self.levels,
        }
    }

    /// Whether [`Robot::learned`] would improve anything.
    pub fn can_learn(&self) -> bool {
        self.knowledge.shelves.iter().any(Shelf::can_learn)
    }

    /// The same robot, trained on its documents' questions and calibrated to say when it does not know. Takes one or
    /// two seconds for ten thousand questions, so do not call it on a thread that serves others.
    #[must_use]
    pub fn learned(&self) -> Self {
        self.awake().with_shelves(Shelf::learned)
    }

    /// Whether both share the same knowledge, trained together.
    pub fn knows_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.knowledge, &other.knowledge)
    }
}
