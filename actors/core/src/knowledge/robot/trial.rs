//! Tries a knowledge base with a tenant's own questions before a change is published: what got better, and what worse.

use super::{Answer, Document, Question, Robot};
use crate::ids::DocId;
use crate::message::content::ReplyKind;

/// The most questions that a report lists of each kind; all are counted.
pub const TOLD_MAX: usize = 100;

/// A question with the expected result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestQuestion {
    /// Its id.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// The language it is asked in; empty for any.
    pub language: String,
    /// The document that should answer; none if the robot should not know.
    pub expects: Option<DocId>,
}

/// How right the robot is about a question, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It answers with another document.
    Wrong,
    /// It does not find the expected document.
    Missed,
    /// The expected document is among its suggestions, or it asks back although it should not know.
    Near,
    /// It does what is expected.
    Right,
}

/// What a robot replies to a test question.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How right the reply is.
    pub verdict: Verdict,
    /// Answer, guide or unknown.
    pub kind: ReplyKind,
    /// The document that answers, or the first suggestion.
    pub doc: Option<DocId>,
    /// How sure it is, 0 to 1.
    pub score: f32,
}

/// A test question asked of two robots.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// The question.
    pub question: TestQuestion,
    /// The outcome with the current knowledge base.
    pub before: Outcome,
    /// The outcome with the changed one.
    pub after: Outcome,
}

/// How a change affects all test questions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// The number of questions.
    pub total: usize,
    /// The number answered as expected at present.
    pub right_before: usize,
    /// The number answered as expected after the change.
    pub right_after: usize,
    /// The number answered better after the change.
    pub better_total: usize,
    /// The number answered worse after the change.
    pub worse_total: usize,
    /// The first [`TOLD_MAX`] that are answered better.
    pub better: Vec<Tried>,
    /// The first [`TOLD_MAX`] that are answered worse.
    pub worse: Vec<Tried>,
    /// The first [`TOLD_MAX`] that are not answered as expected after the change.
    pub failing: Vec<Tried>,
}

/// When a change of a robot's knowledge takes effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PublishWhen {
    /// At once.
    #[default]
    Always,
    /// Only if no test question is answered worse.
    NoneWorse,
}

impl PublishWhen {
    /// Whether a change with this report may take effect.
    pub fn permits(self, report: &Report) -> bool {
        match self {
            PublishWhen::Always => true,
            PublishWhen::NoneWorse => report.worse_total == 0,
        }
    }
}

impl Robot {
    /// Asks the robot a test question.
    pub fn tried(&self, question: &TestQuestion) -> Outcome {
        let answer = self.answer(&Question {
            text: &question.text,
            doc: None,
            language: &question.language,
        });
        let verdict = verdict(question.expects.as_ref(), &answer);
        let (kind, doc, others, score) = answer.parts();
        let doc = doc.or_else(|| others.first().copied());
        Outcome {
            verdict,
            kind,
            doc: doc.map(|doc| doc.id.clone()),
            score,
        }
    }
}

/// A wrong answer is worse than none, because the visitor believes it.
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
    /// Asks both robots a question and counts the result. A different score alone changes nothing.
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
