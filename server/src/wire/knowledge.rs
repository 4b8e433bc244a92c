//! Searching knowledge: the agents' searchDocs, the administration's robot/ask.

use crate::fixtures::findings::Flag;
use crate::inbox::Group;
use crate::wire::codes;
use crate::wire::message::WireSuggestion;
use actors_core::ids::FlowId;
use actors_core::message::content::ReplyKind;
use actors_core::robot::explain::{Considered, Explained, Why};
use actors_core::robot::{Answer, Document, Robot};
use serde::{Deserialize, Serialize};

/// searchDocs.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SearchDocsRequest {
    /// The search text.
    pub question: String,
    /// The robot whose knowledge is searched; by default every robot's.
    pub robot_no: Option<String>,
    /// The language of the question; by default the reader's.
    pub lang: Option<String>,
    /// 1: only what the robots themselves would answer or suggest, at most three.
    pub suggest: Flag,
}

/// The response of searchDocs.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchDocsResponse {
    /// At most ten, best first.
    pub list: Vec<WireFound>,
}

/// A document that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireFound {
    /// The robot.
    pub robot_no: String,
    /// The document.
    pub doc_id: String,
    /// Its language; empty for one that serves every language.
    pub lang: String,
    /// The question it answers.
    pub question: String,
    /// The answer, sanitised rich text.
    pub answer: String,
    /// How well it matches, 0 to 1.
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
    /// The robot.
    pub robot_no: String,
    /// The question.
    pub question: String,
    /// The document that is clicked, if any.
    pub doc_id: Option<String>,
    /// The language of the question; by default the reader's.
    pub lang: Option<String>,
}

/// The response of robot/ask.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RobotAskResponse {
    /// 1 answer, 2 guide, 3 unknown, as in robotAsk.
    pub answer_type: u8,
    /// The flow that these words start, which takes precedence over documents; empty for none. The other fields are
    /// the answer of the knowledge base without it.
    pub flow_id: String,
    /// The document that answers; empty for none.
    pub doc_id: String,
    /// The answer; empty for none.
    pub answer: String,
    /// The robot's confidence, 0 to 1.
    pub score: f32,
    /// The score from which it asks back; below that, it does not know. In percent, as in the robot's settings.
    pub suggest_from: u32,
    /// The score from which it answers, in percent.
    pub answer_from: u32,
    /// Whether it has learned from its documents. Shortly after a change it has not, and compares texts.
    pub learned: bool,
    /// The questions it would suggest.
    pub suggest_list: Vec<WireSuggestion>,
    /// The documents it considered, best first.
    pub considered: Vec<WireConsidered>,
}

/// A document that the robot considered.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireConsidered {
    /// The document.
    pub doc_id: String,
    /// Its language.
    pub lang: String,
    /// The question it answers.
    pub question: String,
    /// How well it matches, 0 to 1.
    pub score: f32,
    /// `clicked`, `wordForWord`, `alike` or `otherLanguage`.
    pub why: &'static str,
}

impl RobotAskResponse {
    /// This robot's answer, and the reasons for it; `flow` is one that the words start.
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
        let suggest = |doc: &Document| WireSuggestion {
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
    /// The robot.
    pub robot_no: String,
}

/// robot/inbox.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InboxRequest {
    /// The robot.
    pub robot_no: String,
    /// The cursor of the previous page.
    pub cursor: Option<String>,
    /// The number of groups on the page, at most 100.
    pub limit: Option<usize>,
}

/// The response of robot/inbox.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct InboxResponse {
    /// Groups of similar questions, the most recently asked first; at most a hundred.
    pub list: Vec<Group>,
    /// Number of groups on all pages.
    pub total: usize,
    /// Where the next page begins; empty on the last.
    pub cursor: String,
}

/// robot/resolve.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ResolveRequest {
    /// The robot.
    pub robot_no: String,
    /// The questions, by their ids from robot/inbox.
    pub ids: Vec<String>,
    /// `similar` adds them as similar questions of the document; `document` makes a new document from them; `dismiss`
    /// deletes them.
    pub action: String,
    /// The id of the existing or new document.
    pub doc_id: String,
    /// Its language; empty for one that serves every language.
    pub lang: String,
    /// The wordings to take over; absent for all.
    pub questions: Option<Vec<String>>,
    /// The answer of the new document.
    pub answer: String,
    /// Only tries it: a job reports the effect on the test questions.
    pub check: bool,
    /// Applies it regardless of the test questions.
    pub force: bool,
}
