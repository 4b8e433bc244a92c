//! Questions of the knowledge base that begin like, or hold, what a visitor has typed so far (robotTips).

use super::{Robot, speaks};
use crate::ids::DocId;
use crate::text::Folded;
use std::ops::Range;
use std::sync::Arc;

/// The most tips at once.
const TIPS_MAX: usize = 10;

/// A question worth a click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    /// The question as written.
    pub question: Arc<str>,
    /// Where in it stands what was typed, in bytes.
    pub matched: Range<usize>,
    /// The document that answers it.
    pub doc: DocId,
}

impl Robot {
    /// At most ten questions in the visitor's language, those that begin so first; none for a blank text. Case and
    /// width do not matter.
    pub fn tips(&self, typed: &str, language: &str) -> Vec<Tip> {
        let typed = Folded::new(typed.trim());
        if typed.is_empty() {
            return Vec::new();
        }
        let (mut first, mut others) = (Vec::new(), Vec::new());
        let shelves = self.shelves.iter().filter(|shelf| speaks(shelf, language));
        let mut known: Vec<&str> = shelves.map(|shelf| &*shelf.language).collect();
        known.sort_unstable();
        for document in &self.documents {
            if known.binary_search(&&*document.language).is_err() {
                continue;
            }
            let questions = std::iter::once(&document.question).chain(&document.similar);
            let found = questions.into_iter().find_map(|question| {
                let matched = Folded::new(question).find(&typed)?;
                Some((question, matched))
            });
            let Some((question, matched)) = found else {
                continue;
            };
            let begins = matched.start == 0;
            let tip = Tip {
                question: question.clone(),
                matched,
                doc: document.id.clone(),
            };
            if begins {
                first.push(tip);
                if first.len() == TIPS_MAX {
                    break;
                }
            } else if others.len() < TIPS_MAX {
                others.push(tip);
            }
        }
        first.extend(others);
        first.truncate(TIPS_MAX);
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::Document;

    fn robot() -> Robot {
        let document = |id: &str, language: &str, question: &str| Document {
            id: DocId::from(id),
            language: language.into(),
            question: question.into(),
            similar: Vec::new(),
            answer: "x".into(),
        };
        Robot::index(vec![
            document("a", "en", "Can I return a plant?"),
            document("b", "en", "Return costs"),
            document("c", "zh", "return"),
        ])
    }

    #[test]
    fn questions_that_begin_so_come_first_and_others_languages_not_at_all() {
        let robot = robot();
        let tips = robot.tips(" ＲETurn ", "en");

        let said: Vec<_> = tips
            .iter()
            .map(|tip| (tip.doc.as_str(), &tip.question[tip.matched.clone()]))
            .collect();
        assert_eq!(said, [("b", "Return"), ("a", "return")]);
        assert_eq!(robot.tips(" \u{200b}", "en"), []);
        assert_eq!(robot.tips("nothing", "en"), []);
    }
}
