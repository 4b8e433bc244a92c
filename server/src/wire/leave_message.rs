//! Left messages (Protocol, 'Left messages', leave message; leaveMsgType 1).

use crate::fixtures::findings::Flag;
use actors_core::leave_message::{Draft, LeaveMessage};
use serde::{Deserialize, Serialize};

/// leaveMsg.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs)]
pub struct LeaveMsgRequest {
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// The channel; by default that of the visitor's page.
    pub channel_id: Option<String>,
    pub customer_name: String,
    /// Eleven digits, beginning with 1, or empty.
    pub customer_phone: String,
    pub customer_email: String,
    pub msg_content: String,
}

impl LeaveMsgRequest {
    /// The contents of the form.
    pub fn draft(&self) -> Draft<'_> {
        Draft {
            name: &self.customer_name,
            phone: &self.customer_phone,
            email: &self.customer_email,
            content: &self.msg_content,
        }
    }
}

/// The response of leaveMsg.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LeaveMsgResponse {
    /// The message's id, as in the lists.
    pub id: String,
}

/// getLeaveMsgList.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LeaveMsgListRequest {
    /// Only messages left before this time; 0 for the newest. The response has at most 50.
    pub max_time: i64,
}

/// A left message.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct WireLeaveMessage {
    pub id: String,
    pub customer_name: String,
    pub customer_phone: String,
    pub customer_email: String,
    pub msg_content: String,
    pub channel_id: String,
    pub user_id: String,
    pub create_time: i64,
    /// 1 handled, 0 not yet.
    pub msg_state: u8,
    /// When an agent handled it; 0 if none did.
    pub update_time: i64,
    /// That agent's name.
    pub update_user_name: String,
    /// The agent's remark.
    pub msg_desc: String,
}

impl From<&LeaveMessage> for WireLeaveMessage {
    fn from(message: &LeaveMessage) -> Self {
        let handled = message.handled.as_ref();
        Self {
            id: message.id.to_string(),
            customer_name: message.name.to_string(),
            customer_phone: message.phone.to_string(),
            customer_email: message.email.to_string(),
            msg_content: message.content.to_string(),
            channel_id: message.channel.to_string(),
            user_id: message.visitor.to_string(),
            create_time: message.at.as_millis(),
            msg_state: message.is_handled().into(),
            update_time: handled.map_or(0, |handled| handled.at.as_millis()),
            update_user_name: handled.map_or_else(String::new, |handled| handled.nick.to_string()),
            msg_desc: handled.map_or_else(String::new, |handled| handled.remark.to_string()),
        }
    }
}

/// An agent's listLeaveMsgs.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListLeaveMsgsRequest {
    /// 1 handled, 0 not yet; absent for all.
    pub msg_state: Option<u8>,
    /// Part of a name, a number, an address or the message.
    pub search: Option<String>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of listLeaveMsgs.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ListLeaveMsgsResponse {
    /// Newest first, at most 50; a search among many messages may return fewer.
    pub list: Vec<WireLeaveMessage>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
    /// Number of messages not handled yet; 100 means 100 or more.
    pub waiting: usize,
}

/// An agent's handleLeaveMsg.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct HandleLeaveMsgRequest {
    /// The message.
    pub id: String,
    /// A remark, which the visitor reads.
    pub msg_desc: String,
    /// 1: the remark also goes to the visitor's address by mail.
    pub mail: Option<Flag>,
}
