//! Full-text search: search.

use crate::search::query::Excerpt;
use crate::wire::codes;
use actors_core::message::Sender;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// search. An absent or empty field filters nothing.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SearchRequest {
    /// The words, at most 100 characters; empty: everything, newest first.
    pub text: Option<String>,
    /// conversation, leaveMsg or workOrder.
    pub kind: Option<String>,
    /// open or ended.
    pub state: Option<String>,
    /// Only what changed at this time or later, in milliseconds.
    pub from: Option<u64>,
    /// Only what last changed before this time, in milliseconds.
    pub to: Option<u64>,
    /// The channel.
    pub channel_id: Option<String>,
    /// The group.
    pub group_id: Option<String>,
    /// An agent.
    pub admin_id: Option<String>,
    /// A tag.
    pub tag: Option<String>,
    /// The visitor's rating.
    pub rating: Option<u8>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of search.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResponse {
    /// Newest first; at most 20.
    pub list: Vec<WireFoundTalk>,
    /// The cursor of the next page; empty on the last page. A page may be short without being the last.
    pub cursor: String,
    /// The index is being built, so something may be missing: the number of things that were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub building: Option<usize>,
}

/// A conversation, a left message or a work order that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireFoundTalk {
    /// conversation, leaveMsg or workOrder.
    pub kind: &'static str,
    /// The session of a conversation, the id of a message, the woId of a work order.
    pub id: String,
    /// The visitor; empty for a work order that was made in a card.
    pub user_id: String,
    /// The visitor's name.
    pub user_name: WireExcerpt,
    /// The channel.
    pub channel_id: String,
    /// The groups: of its agents, and the one it waits or talks in.
    pub group_ids: Vec<String>,
    /// Its agents.
    pub admin_ids: Vec<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The visitor's last rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u8>,
    /// open or ended.
    pub state: &'static str,
    /// The time of its newest line.
    pub time: i64,
    /// Where the words are, at most three, newest first. Without words: the newest message.
    pub hits: Vec<WireHit>,
}

/// A text that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireHit {
    /// The message; empty for a text that is none.
    pub msg_id: String,
    /// 1 visitor, 2 agent, 3 robot, 4 system or no message.
    pub sender_type: u8,
    /// When it was written.
    pub time: i64,
    /// The piece of the text.
    #[serde(flatten)]
    pub excerpt: WireExcerpt,
}

/// A piece of a text.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct WireExcerpt {
    /// Plain text on one line, with … where it is cut.
    pub text: String,
    /// What was found: pairs of the first character and the one after the last. Counted in Unicode code points.
    pub ranges: Vec<[usize; 2]>,
}

impl From<Excerpt> for WireExcerpt {
    fn from(excerpt: Excerpt) -> Self {
        let pair = |range: &Range<usize>| [range.start, range.end];
        Self {
            ranges: excerpt.ranges.iter().map(pair).collect(),
            text: excerpt.text,
        }
    }
}

impl WireHit {
    /// The wire's `senderType` of a text; `None` for one that is no message.
    pub fn sender_type(sender: Option<&Sender>) -> u8 {
        sender.map_or(codes::SYSTEM, codes::sender_type)
    }
}
