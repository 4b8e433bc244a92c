//! What agents send and read: getHistoryMsg, sendMsg, note, recallMsg, read; and takeNext.

use crate::wire::messages::MsgType;
use serde::Deserialize;

/// getHistoryMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentHistoryRequest {
    /// The visitor.
    pub user_id: String,
    /// Number of messages wanted; at most 50.
    pub page_size: Option<u64>,
    /// Only messages before this time; 0 for the newest.
    pub max_time: Option<u64>,
}

/// sendMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentSendRequest {
    /// The visitor.
    pub user_id: String,
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// 1 text, 2 image, 3 card, 4 file, 6 video, 7 goods, 8 order, 9 link, 10 form, 11 interface form, 12 rich text.
    #[schema(value_type = u8)]
    pub msg_type: MsgType,
    /// Text, the address from an upload, or a card or form as JSON text.
    pub msg_content: String,
    /// The message it answers: its msgId, or JSON text that contains one.
    pub reply_msg: Option<String>,
}

/// The id of the message that a `replyMsg` names: its msgId, or a quoted message as JSON text.
pub fn quoted(reply_msg: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Quoted {
        msg_id: String,
    }
    if !reply_msg.trim_start().starts_with('{') {
        return Some(reply_msg.to_owned());
    }
    let quoted: Quoted = serde_json::from_str(reply_msg).ok()?;
    Some(quoted.msg_id)
}

/// note.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteRequest {
    /// The visitor.
    pub user_id: String,
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// The text, which no visitor reads.
    pub text: String,
    /// The colleagues whom it mentions, at most 20. The text contains each name after an `@`.
    #[serde(default)]
    pub mentions: Vec<String>,
}

/// recallMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecallRequest {
    /// The visitor.
    pub user_id: String,
    /// The message.
    pub msg_id: String,
}

/// read.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentReadRequest {
    /// The visitor.
    pub user_id: String,
    /// Up to and including this seq of the session's log.
    pub cursor: u64,
}

/// takeNext.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TakeNextRequest {
    /// The group whose line to take from; absent or empty for any of the agent's lines.
    pub group_id: Option<String>,
}
