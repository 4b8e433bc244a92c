//! docs/titles and docs/uses (Protocol, 'Other calls').

use crate::fixtures::findings::FieldError;
use serde::{Deserialize, Serialize};

/// docs/titles.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TitlesRequest {
    /// The robot.
    pub robot_no: String,
    /// The documents, at most 200.
    pub doc_ids: Vec<String>,
}

/// The response of docs/titles.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TitlesResponse {
    /// The documents that exist, in each of their languages.
    pub list: Vec<WireTitle>,
}

/// A document's question, which serves as its title.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTitle {
    /// The document.
    pub doc_id: String,
    /// Its language; empty for one that serves every language.
    pub lang: String,
    /// The question it answers.
    pub question: String,
}

/// The response of docs/uses.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UsesResponse {
    /// What refers to the document, at most 100.
    pub list: Vec<FieldError>,
    /// The number of all.
    pub total: usize,
}
