//! The calls of a shop's own server (Protocol, 'Open API'). What they share with the agents' calls has those types.

use crate::fixtures::findings::Flag;
use crate::wire::agent::{VisitorResponse, WireConversation};
use crate::wire::message::WireMessage;
use crate::wire::messages::MsgType;
use serde::{Deserialize, Serialize};

/// conversations/list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ConversationsRequest {
    /// robot, queued, manual or ended; absent for all.
    pub state: Option<String>,
    /// Only conversations with a line from this time on, in milliseconds since the epoch.
    pub since: Option<i64>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
    /// Number of conversations wanted; at most 50.
    pub limit: Option<usize>,
}

/// The response of conversations/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ConversationsResponse {
    /// The visitors' newest conversations, in no particular order. A page may be short without being the last.
    pub list: Vec<WireConversation>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
}

/// visitors/list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct VisitorsRequest {
    /// Only visitors with a line from this time on, in milliseconds since the epoch.
    pub since: Option<i64>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
    /// Number of visitors wanted; at most 50.
    pub limit: Option<usize>,
}

/// The response of visitors/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VisitorsResponse {
    /// The visitors, in no particular order. A page may be short without being the last.
    pub list: Vec<VisitorResponse>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
}

/// messages/list.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagesRequest {
    /// The visitor.
    pub user_id: String,
    /// The session to begin with; absent for the newest. A cursor comes first.
    pub session_id: Option<String>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
    /// Number of messages wanted; at most 50.
    pub limit: Option<usize>,
}

/// The response of messages/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MessagesResponse {
    /// Oldest first.
    pub list: Vec<WireMessage>,
    /// Where the next call continues, also after the last message.
    pub cursor: String,
    /// 1: more messages exist now.
    pub more: Flag,
}

/// messages/send.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendMessageRequest {
    /// The visitor.
    pub user_id: String,
    /// 1 text, 3 card, 7 goods, 8 order, 9 link, 10 form, 11 interface form, 12 rich text.
    #[schema(value_type = u8)]
    pub msg_type: MsgType,
    /// Text, or a card or form as JSON text.
    pub msg_content: String,
}

/// The response of messages/send.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendMessageResponse {
    /// The message's id.
    pub msg_id: String,
    /// Its time.
    pub msg_time: i64,
    /// Its number in the session's log.
    pub seq: u64,
    /// 1 if it is withheld: no visitor reads it.
    pub sensitive_flag: u8,
}

/// The response of workOrders/handle.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandledOrderResponse {
    /// The order.
    pub wo_id: String,
    /// Its status.
    pub handle_wo_status: u8,
}

/// The response of leaveMessages/handle.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandledMessageResponse {
    /// The message.
    pub id: String,
    /// 1: it is handled.
    pub msg_state: u8,
}

/// The response of docs/put.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredDocResponse {
    /// The robot.
    pub robot_no: String,
    /// The document.
    pub doc_id: String,
    /// Its language; empty for one that serves every language.
    pub lang: String,
    /// Its version from here on.
    pub version: u64,
}

/// The response of channels/put.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredChannelResponse {
    /// The channel.
    pub channel_id: String,
    /// Its version from here on.
    pub version: u64,
}
