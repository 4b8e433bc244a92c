//! Searching knowledge: searchDocs of the agents, robot/ask of the administration.

use crate::inbox::Group;
use crate::wire::codes;
use actors_core::ids::FlowId;
use actors_core::message::content::ReplyKind;
use actors_core::robot::explain::{Considered, Explained, Why};
use actors_core::robot::{Answer, Document, Robot};
use serde::{Deserialize, Serialize};

/// searchDocs.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SearchDocsRequest {
    /// What is looked for.
    pub question: String,
    /// In which robot's knowledge; every robot's where it says nothing.
    pub robot_no: Option<String>,
    /// The language of the question; the reader's where it says nothing.
    pub lang: Option<String>,
}

/// What searchDocs answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchDocsResponse {
    /// At most ten, best first.
    pub list: Vec<WireFound>,
}

/// A document that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireFound {
    /// Whose.
    pub robot_no: String,
    /// Which.
    pub doc_id: String,
    /// Its language; empty for one that serves everybody.
    pub lang: String,
    /// The question it answers.
    pub question: String,
    /// The answer, sanitised rich text.
    pub answer: String,
    /// How well it answers, 0 to 1.
    pub score: f32,
}

impl WireFound {
    /// A document of this robot.
    pub fn new(robot_no: &str, found: &Considered<'_>) -> Self {
        Self {
            robot_no: robot_no.to_owned(),
            doc_id: found.doc.id.to_string(),
            lang: found.doc.language.to_string(),
            question: found.doc.question.to_string(),
            answer: found.doc.answer.to_string(),
            score: found.score,
        }
    }
}

/// robot/ask.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RobotAskRequest {
    /// Which robot.
    pub robot_no: String,
    /// What it is asked.
    pub question: String,
    /// The document that is clicked, where one is.
    pub doc_id: Option<String>,
    /// The language of the question; the reader's where it says nothing.
    pub lang: Option<String>,
}

/// What robot/ask answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RobotAskResponse {
    /// 1 answer, 2 guide, 3 unknown, as robotAsk says it.
    pub answer_type: u8,
    /// The flow that these words start, which comes before any document; empty for none. The rest says what the
    /// knowledge base would answer without it.
    pub flow_id: String,
    /// The document that answers; empty where none does.
    pub doc_id: String,
    /// The answer; empty where there is none.
    pub answer: String,
    /// How sure the robot is.
    pub score: f32,
    /// From which score on it asks back; below, it does not know. In percent, as the robot's setting says it.
    pub suggest_from: u32,
    /// From which score on it answers, in percent.
    pub answer_from: u32,
    /// Whether it has learned from its documents already; a moment after they changed it has not, and compares.
    pub learned: bool,
    /// What it would suggest.
    pub suggest_list: Vec<WireSuggested>,
    /// What it looked at, best first.
    pub considered: Vec<WireConsidered>,
}

/// A question the robot would suggest.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireSuggested {
    /// The question.
    pub question: String,
    /// The document that answers it.
    pub doc_id: String,
}

/// A document the robot looked at.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireConsidered {
    /// Which.
    pub doc_id: String,
    /// Its language.
    pub lang: String,
    /// The question it answers.
    pub question: String,
    /// How well it answers, 0 to 1.
    pub score: f32,
    /// `clicked`, `wordForWord`, `alike` or `otherLanguage`.
    pub why: &'static str,
}

impl RobotAskResponse {
    /// What this robot would say, and why; `flow` is one that the words start.
    pub fn new(robot: &Robot, flow: Option<&FlowId>, explained: Explained<'_>) -> Self {
        let percent = |level: f32| (level * 100.0).round() as u32;
        let (kind, doc, suggested, score) = match explained.answer {
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
        let suggest = |doc: &Document| WireSuggested {
            question: doc.question.to_string(),
            doc_id: doc.id.to_string(),
        };
        Self {
            answer_type: codes::answer_type(kind),
            flow_id: flow.map(ToString::to_string).unwrap_or_default(),
            doc_id: doc.map(|doc| doc.id.to_string()).unwrap_or_default(),
            answer: doc.map(|doc| doc.answer.to_string()).unwrap_or_default(),
            score,
            suggest_from: percent(robot.levels().suggest),
            answer_from: percent(robot.levels().answer),
            learned: !robot.can_learn(),
            suggest_list: suggested.into_iter().map(suggest).collect(),
            considered: explained
                .considered
                .iter()
                .map(WireConsidered::from)
                .collect(),
        }
    }
}

impl From<&Considered<'_>> for WireConsidered {
    fn from(considered: &Considered<'_>) -> Self {
        Self {
            doc_id: considered.doc.id.to_string(),
            lang: considered.doc.language.to_string(),
            question: considered.doc.question.to_string(),
            score: considered.score,
            why: match considered.why {
                Why::Clicked => "clicked",
                Why::WordForWord => "wordForWord",
                Why::Alike => "alike",
                Why::AlikeElsewhere => "otherLanguage",
            },
        }
    }
}

/// robot/check.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RobotCheckRequest {
    /// Which robot.
    pub robot_no: String,
}

/// robot/inbox.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InboxRequest {
    /// Of which robot.
    pub robot_no: String,
}

/// What robot/inbox answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct InboxResponse {
    /// Questions that are alike, those asked last first; at most a hundred groups.
    pub list: Vec<Group>,
    /// How many groups there are.
    pub total: usize,
}

/// robot/resolve.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ResolveRequest {
    /// Of which robot.
    pub robot_no: String,
    /// The questions, as robot/inbox names them.
    pub ids: Vec<String>,
    /// `similar`: they become similar questions of the document; `document`: they become a new one; `dismiss`: they go.
    pub action: String,
    /// The document: which there is, or how the new one is named.
    pub doc_id: String,
    /// Its language; empty for one that serves everybody.
    pub lang: String,
    /// The ways of asking that are taken up; all, where nothing is said.
    pub questions: Option<Vec<String>>,
    /// What the new document answers.
    pub answer: String,
    /// Only tries it: a job says what the test questions would say.
    pub check: bool,
    /// Whatever the test questions say.
    pub force: bool,
}
