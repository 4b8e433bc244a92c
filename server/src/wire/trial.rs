//! What test questions say of a robot, as jobs and refusals tell it.

use crate::wire::codes;
use actors_core::robot::trial::{Outcome, Report, Tried, Verdict};
use serde::{Deserialize, Serialize};

/// What a change of knowledge does to the answers to all test questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireReport {
    /// How many questions there are.
    pub total: usize,
    /// How many are answered as they should be.
    pub right_before: usize,
    /// How many would be.
    pub right_after: usize,
    /// How many would be answered better.
    pub better_total: usize,
    /// How many would be answered worse.
    pub worse_total: usize,
    /// Those that would be answered better, the first hundred.
    pub better: Vec<WireTried>,
    /// Those that would be answered worse, the first hundred.
    pub worse: Vec<WireTried>,
    /// Those that would not be answered as they should, the first hundred.
    pub failing: Vec<WireTried>,
}

/// A test question with what the robot makes of it, and would make of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTried {
    /// Its name.
    pub question_id: String,
    /// What is asked.
    pub question: String,
    /// The language it is asked in.
    pub lang: String,
    /// The document that should answer; empty where the robot should not know.
    pub doc_id: String,
    /// As it is.
    pub before: WireOutcome,
    /// As it would be.
    pub after: WireOutcome,
}

/// What a robot makes of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireOutcome {
    /// `right`, `near` (asked back), `missed` or `wrong`.
    pub verdict: String,
    /// 1 answer, 2 guide, 3 unknown, as robotAsk says it.
    pub answer_type: u8,
    /// The document that answers, or the first that is suggested; empty for none.
    pub doc_id: String,
    /// How sure the robot is, 0 to 1.
    pub score: f32,
}

impl From<&Report> for WireReport {
    fn from(report: &Report) -> Self {
        let list = |list: &[Tried]| list.iter().map(WireTried::from).collect();
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

impl From<&Tried> for WireTried {
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
