//! docs/history and docs/restore (Protocol, 'Other calls').

use crate::admin::change::history::Earlier;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// docs/history and docs/uses.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DocumentRequest {
    /// The robot.
    pub robot_no: String,
    /// The document.
    pub doc_id: String,
    /// Its language; empty for one that serves every language.
    pub lang: String,
}

/// docs/restore.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RestoreRequest {
    /// The robot.
    pub robot_no: String,
    /// The document.
    pub doc_id: String,
    /// Its language; empty for one that serves every language.
    pub lang: String,
    /// The earlier version that becomes the newest.
    pub version: u64,
    /// Restore it even if test questions get worse answers.
    pub force: bool,
}

/// The response of docs/history.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DocHistoryResponse {
    /// At most 20 versions before the newest, newest first.
    pub list: Vec<WireVersion>,
}

/// An earlier version of a document.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireVersion {
    /// The version.
    pub version: u64,
    /// When it was written, in milliseconds since the epoch; null if unknown, as for an imported document.
    pub at: Option<i64>,
    /// Who wrote it; null if unknown.
    pub admin_id: Option<String>,
    /// The question.
    pub question: String,
    /// The answer, sanitised rich text.
    pub answer: String,
    /// Other wordings of the question.
    pub similar: Vec<String>,
}

/// The fields that name a document.
pub fn naming(robot: &str, doc: &str, lang: &str) -> Map<String, Value> {
    let fields = [("robotNo", robot), ("docId", doc), ("lang", lang)];
    let fields = fields.into_iter();
    fields
        .map(|(field, value)| (field.to_owned(), value.into()))
        .collect()
}

impl From<Earlier> for WireVersion {
    fn from(earlier: Earlier) -> Self {
        let text = |field: &str| {
            let text = earlier.document.get(field).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let similar = earlier.document.get("similar").and_then(Value::as_array);
        let similar = similar.into_iter().flatten().filter_map(Value::as_str);
        Self {
            version: earlier.version,
            at: earlier.at,
            question: text("question"),
            answer: text("answer"),
            similar: similar.map(str::to_owned).collect(),
            admin_id: earlier.admin,
        }
    }
}
