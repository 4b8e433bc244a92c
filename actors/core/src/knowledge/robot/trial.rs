//! Trying a knowledge base with a tenant's own questions, before a change of it is let out: what got better, what worse.

use super::{Answer, Document, Question, Robot};
use crate::ids::DocId;
use crate::message::content::ReplyKind;

/// Questions that a report tells of each kind; all are counted.
pub const TOLD_MAX: usize = 100;

/// A question with what the robot should make of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestQuestion {
    /// Its name.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// The language it is asked in; empty for any.
    pub language: String,
    /// The document that should answer; none where the robot should say that it does not know.
    pub expects: Option<DocId>,
}

/// How right a robot is about a question, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It answers with something else.
    Wrong,
    /// It finds nothing of what it should.
    Missed,
    /// What it should say is among its suggestions; or it asks back where it should not know.
    Near,
    /// It is as it should be.
    Right,
}

/// What a robot makes of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How right that is.
    pub verdict: Verdict,
    /// Answer, guide or unknown.
    pub kind: ReplyKind,
    /// The document that answers, or the first it suggests.
    pub doc: Option<DocId>,
    /// How sure it is, 0 to 1.
    pub score: f32,
}

/// A question put to two robots.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// Which.
    pub question: TestQuestion,
    /// What the one makes of it that answers at present.
    pub before: Outcome,
    /// What the one would make of it that is to take its place.
    pub after: Outcome,
}

/// What a change does to the answers to all test questions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// How many questions there are.
    pub total: usize,
    /// How many were answered as they should be.
    pub right_before: usize,
    /// How many would be.
    pub right_after: usize,
    /// How many would be answered better.
    pub better_total: usize,
    /// How many would be answered worse.
    pub worse_total: usize,
    /// Those that would be answered better, the first [`TOLD_MAX`].
    pub better: Vec<Tried>,
    /// Those that would be answered worse, the first [`TOLD_MAX`].
    pub worse: Vec<Tried>,
    /// Those that would not be answered as they should, the first [`TOLD_MAX`].
    pub failing: Vec<Tried>,
}

/// When a change of a robot's knowledge takes effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PublishWhen {
    /// At once.
    #[default]
    Always,
    /// Where no test question would be answered worse.
    NoneWorse,
}

impl PublishWhen {
    /// Whether a change that does this may take effect.
    pub fn permits(self, report: &Report) -> bool {
        match self {
            PublishWhen::Always => true,
            PublishWhen::NoneWorse => report.worse_total == 0,
        }
    }
}

impl Robot {
    /// What the robot makes of a test question.
    pub fn tried(&self, question: &TestQuestion) -> Outcome {
        let answer = self.answer(&Question {
            text: &question.text,
            doc: None,
            language: &question.language,
        });
        let verdict = verdict(question.expects.as_ref(), &answer);
        let (kind, doc, score) = match answer {
            Answer::Answered { doc, score, .. } => (ReplyKind::Answer, Some(doc), score),
            Answer::Guide { suggestions, score } => {
                (ReplyKind::Guide, suggestions.first().copied(), score)
            }
            Answer::Unknown { suggestions, score } => {
                (ReplyKind::Unknown, suggestions.first().copied(), score)
            }
        };
        Outcome {
            verdict,
            kind,
            doc: doc.map(|doc| doc.id.clone()),
            score,
        }
    }
}

/// A wrong answer is worse than none: the visitor takes it for right.
fn verdict(expects: Option<&DocId>, answer: &Answer<'_>) -> Verdict {
    let is_among = |found: &[&Document], wanted: &DocId| found.iter().any(|doc| doc.id == *wanted);
    match (expects, answer) {
        (Some(wanted), Answer::Answered { doc, .. }) if doc.id == *wanted => Verdict::Right,
        (_, Answer::Answered { .. }) => Verdict::Wrong,
        (Some(wanted), Answer::Guide { suggestions, .. } | Answer::Unknown { suggestions, .. }) => {
            match is_among(suggestions, wanted) {
                true => Verdict::Near,
                false => Verdict::Missed,
            }
        }
        (None, Answer::Guide { .. }) => Verdict::Near,
        (None, Answer::Unknown { .. }) => Verdict::Right,
    }
}

impl Report {
    /// Puts a question to both robots and counts what comes of it. How sure they are changes nothing by itself.
    pub fn add(&mut self, question: TestQuestion, before: &Robot, after: &Robot) {
        let (before, after) = (before.tried(&question), after.tried(&question));
        let tried = Tried {
            question,
            before,
            after,
        };
        let (was, is) = (tried.before.verdict, tried.after.verdict);
        self.total += 1;
        self.right_before += usize::from(was == Verdict::Right);
        self.right_after += usize::from(is == Verdict::Right);
        self.better_total += usize::from(is > was);
        self.worse_total += usize::from(is < was);
        for (is_of_it, list) in [
            (is > was, &mut self.better),
            (is < was, &mut self.worse),
            (is != Verdict::Right, &mut self.failing),
        ] {
            if is_of_it && list.len() < TOLD_MAX {
                list.push(tried.clone());
            }
        }
    }
}
