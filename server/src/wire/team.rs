//! Tags of conversations, agents' drafts, and mentions in notes.

use crate::fixtures::findings::Flag;
use crate::fixtures::tags::WrittenTag;
use crate::mentions::Listed;
use crate::wire::names;
use actors_core::routing::{Draft, DraftKind, Mention};
use serde::{Deserialize, Serialize};

/// The response of tags/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TagsResponse {
    /// The tenant's tags, by name; at most 500.
    pub list: Vec<WrittenTag>,
}

/// tags/create.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct CreateTagRequest {
    /// Its name, at most 40 characters.
    pub name: String,
    /// grey, red, orange, yellow, green, teal, blue or purple.
    pub colour: String,
}

/// changeTags.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangeTagsRequest {
    /// The visitor.
    #[schema(required = true)]
    pub user_id: String,
    /// The ids of the tags that their conversation gets.
    pub add: Vec<String>,
    /// The ids of those that it loses. Unknown ones change nothing.
    pub remove: Vec<String>,
}

/// The response of changeTags.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeTagsResponse {
    /// The session.
    pub session_id: String,
    /// The ids of all its tags, in the order in which they were added; at most 20.
    pub tags: Vec<String>,
    /// The seq of the session's log at which it has them.
    pub cursor: u64,
}

/// drafts/save.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SaveTextDraftRequest {
    /// The visitor.
    #[schema(required = true)]
    pub user_id: String,
    /// What the agent typed, at most 4,000 characters; empty deletes the draft.
    pub text: String,
    /// 1: it becomes a note.
    pub note: Flag,
    /// The page's own name for itself, at most 64 characters. The event at the agent's other pages repeats it.
    pub page: String,
}

/// A draft.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireDraft {
    /// The visitor.
    pub user_id: String,
    /// What the agent typed; empty if there is no draft any more.
    pub text: String,
    /// 1: it becomes a note.
    pub note: u8,
    /// When the server stored it. Of two drafts to a visitor the newer one counts.
    pub at: i64,
}

impl From<&Draft> for WireDraft {
    fn from(draft: &Draft) -> Self {
        Self {
            user_id: draft.visitor.to_string(),
            text: draft.text.to_string(),
            note: (draft.kind == DraftKind::Note).into(),
            at: draft.at.as_millis(),
        }
    }
}

/// The response of drafts/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DraftsResponse {
    /// The caller's drafts, newest first; at most 100.
    pub list: Vec<WireDraft>,
}

/// listMentionable.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct MentionableRequest {
    /// Part of a name or id.
    pub search: Option<String>,
}

/// The response of listMentionable.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MentionableResponse {
    /// The other agents of the tenant whom a note can mention, by name; at most 50.
    pub list: Vec<WireMentionable>,
}

/// An agent whom a note can mention.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireMentionable {
    /// The agent.
    pub admin_id: String,
    /// Their name.
    pub admin_nick: String,
    /// Their picture.
    pub admin_face: String,
}

/// The response of mentions/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MentionsResponse {
    /// The caller's mentions: the unread ones first, then the newest first; at most 200.
    pub list: Vec<WireMention>,
    /// Number of unread ones.
    pub unread: u32,
}

/// A mention of the caller in a colleague's note.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireMention {
    /// The visitor.
    pub user_id: String,
    /// Their session.
    pub session_id: String,
    /// The visitor's name, if they gave one.
    pub user_name: String,
    /// The note.
    pub msg_id: String,
    /// The colleague.
    pub admin_id: String,
    /// The colleague's name.
    pub admin_nick: String,
    /// The first 200 characters of the note.
    pub excerpt: String,
    /// When.
    pub at: i64,
    /// 1: the caller has read it.
    pub read: u8,
}

impl WireMention {
    /// A mention, as the mentioned agent reads it.
    pub fn of(mention: &Mention, is_read: Flag) -> Self {
        let place = &mention.place;
        Self {
            user_id: place.visitor.to_string(),
            session_id: names::session_id(&place.visitor, place.session),
            user_name: mention.name.to_string(),
            msg_id: names::message_id(&place.visitor, mention.note),
            admin_id: mention.by.to_string(),
            admin_nick: mention.nick.to_string(),
            excerpt: mention.excerpt.to_string(),
            at: mention.at.as_millis(),
            read: is_read.0.into(),
        }
    }
}

impl From<&Listed> for WireMention {
    fn from(listed: &Listed) -> Self {
        Self::of(&listed.mention, Flag(listed.is_read))
    }
}

/// mentions/read.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadMentionsRequest {
    /// The visitor in whose conversations the caller read their mentions; absent or empty for all.
    pub user_id: Option<String>,
}

/// The response of mentions/read.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReadMentionsResponse {
    /// Number of mentions that are still unread.
    pub unread: u32,
}
