//! quickReplies of the agents.

use crate::fixtures::replies::WrittenQuickReply;
use serde::{Deserialize, Serialize};

/// quickReplies/list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuickRepliesRequest {
    /// Those that have this text somewhere in them.
    pub search: Option<String>,
    /// Where the page before ended.
    pub cursor: Option<String>,
}

/// quickReplies/put.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuickReplyPutRequest {
    /// The reply; without an `id` a new one is made.
    #[serde(flatten)]
    pub reply: WrittenQuickReply,
    /// For everybody; supervisors alone.
    pub shared: bool,
    /// The version that is replaced.
    pub version: Option<u64>,
}

/// quickReplies/delete.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuickReplyNameRequest {
    /// Which.
    pub id: String,
    /// One for everybody; supervisors alone.
    pub shared: bool,
}

/// A quick reply as it is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireQuickReply {
    /// The reply, its texts as they were written.
    #[serde(flatten)]
    pub reply: WrittenQuickReply,
    /// Whether it is everybody's.
    #[serde(default)]
    pub shared: bool,
    /// Its version.
    #[serde(default = "first")]
    pub version: u64,
}

fn first() -> u64 {
    1
}

/// What quickReplies/list answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct QuickRepliesResponse {
    /// Everybody's first, then the agent's own.
    pub list: Vec<WireQuickReply>,
    /// Where the next page begins; empty on the last.
    pub cursor: String,
}
