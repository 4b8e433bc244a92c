//! The results of a robot's test questions, for jobs and refusals.

use crate::wire::codes;
use actors_core::robot::trial::{Outcome, Report, Tried, Verdict};
use serde::{Deserialize, Serialize};

/// The effect of a change of knowledge on the answers to all test questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireReport {
    /// Number of questions.
    pub total: usize,
    /// Number of questions answered as expected before the change.
    pub right_before: usize,
    /// Number of questions answered as expected after it.
    pub right_after: usize,
    /// Number of questions whose answer improves.
    pub better_total: usize,
    /// Number of questions whose answer gets worse.
    pub worse_total: usize,
    /// Questions whose answer improves, the first hundred.
    pub better: Vec<WireTestResult>,
    /// Questions whose answer gets worse, the first hundred.
    pub worse: Vec<WireTestResult>,
    /// Questions not answered as expected after the change, the first hundred.
    pub failing: Vec<WireTestResult>,
}

/// A test question, with the robot's answers before and after the change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTestResult {
    /// Its id.
    pub question_id: String,
    /// The question.
    pub question: String,
    /// The language of the question.
    pub lang: String,
    /// The expected document; empty if the robot should not know the answer.
    pub doc_id: String,
    /// The result before the change.
    pub before: WireOutcome,
    /// The result after the change.
    pub after: WireOutcome,
}

/// A robot's result for a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireOutcome {
    /// `right`, `near` (asked back), `missed` or `wrong`.
    pub verdict: String,
    /// 1 answer, 2 guide, 3 unknown, as in robotAsk.
    pub answer_type: u8,
    /// The document that answers, or the first suggested one; empty for none.
    pub doc_id: String,
    /// The robot's confidence, 0 to 1.
    pub score: f32,
}

impl From<&Report> for WireReport {
    fn from(report: &Report) -> Self {
        let list = |list: &[Tried]| list.iter().map(WireTestResult::from).collect();
        Self {
            total: report.total,
            right_before: report.right_before,
            right_after: report.right_after,
            better_total: report.better_total,
            worse_total: report.worse_total,
            better: list(&report.better),
            worse: list(&report.worse),
            failing: list(&report.failing),
        }
    }
}

impl From<&Tried> for WireTestResult {
    fn from(tried: &Tried) -> Self {
        let question = &tried.question;
        let doc = question.expects.as_ref();
        Self {
            question_id: question.id.clone(),
            question: question.text.clone(),
            lang: question.language.clone(),
            doc_id: doc.map(ToString::to_string).unwrap_or_default(),
            before: WireOutcome::from(&tried.before),
            after: WireOutcome::from(&tried.after),
        }
    }
}

impl From<&Outcome> for WireOutcome {
    fn from(outcome: &Outcome) -> Self {
        let verdict = match outcome.verdict {
            Verdict::Right => "right",
            Verdict::Near => "near",
            Verdict::Missed => "missed",
            Verdict::Wrong => "wrong",
        };
        let doc = outcome.doc.as_ref();
        Self {
            verdict: verdict.to_owned(),
            answer_type: codes::answer_type(outcome.kind),
            doc_id: doc.map(ToString::to_string).unwrap_or_default(),
            score: outcome.score,
        }
    }
}
