//! The agents' quickReplies.

use crate::fixtures::replies::WrittenQuickReply;
use serde::{Deserialize, Serialize};

/// quickReplies/list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuickRepliesRequest {
    /// Only replies that contain this text.
    pub search: Option<String>,
    /// The cursor of the previous page.
    pub cursor: Option<String>,
}

/// quickReplies/put.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuickReplyPutRequest {
    /// The reply; a new one if it has no `id`.
    #[serde(flatten)]
    pub reply: WrittenQuickReply,
    /// Whether it is shared by all agents. Only supervisors may share.
    pub shared: bool,
    /// The version to replace.
    pub version: Option<u64>,
}

/// quickReplies/delete.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuickReplyNameRequest {
    /// The reply.
    pub id: String,
    /// Whether it is shared by all agents. Only supervisors may delete a shared reply.
    pub shared: bool,
}

/// A quick reply in a response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireQuickReply {
    /// The reply, with its texts as written.
    #[serde(flatten)]
    pub reply: WrittenQuickReply,
    /// Whether it is shared by all agents.
    #[serde(default)]
    pub shared: bool,
    /// Its version.
    #[serde(default = "first")]
    pub version: u64,
}

fn first() -> u64 {
    1
}

/// The response of quickReplies/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct QuickRepliesResponse {
    /// The shared ones first, then the agent's own.
    pub list: Vec<WireQuickReply>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
}
