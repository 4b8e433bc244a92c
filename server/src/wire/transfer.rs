//! Transferring a conversation (Protocol, 'Handing on', transferConversation), and the possible recipients.

use crate::wire::agent::WireGroup;
use serde::{Deserialize, Serialize};

/// transferConversation. Names exactly one agent or one group.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TransferConversationRequest {
    /// The visitor.
    #[schema(required = true)]
    pub user_id: String,
    /// The agent who gets the conversation.
    pub admin_id: Option<String>,
    /// The group whose agents get it.
    pub group_id: Option<String>,
    /// A note for the next agent, never shown to the visitor.
    pub note: Option<String>,
}

/// The response of listColleagues.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ColleaguesResponse {
    /// The other agents at their desks, at most 200; those with a free seat come first.
    pub agents: Vec<WireColleague>,
    /// Every group of the tenant.
    pub groups: Vec<WireGroup>,
}

/// Another agent, who may take a conversation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireColleague {
    /// The agent.
    pub admin_id: String,
    /// Their name.
    pub admin_nick: String,
    /// Their picture.
    pub admin_face: String,
    /// online, busy or away.
    pub status: &'static str,
    /// How many more conversations they can take; 0 if they are busy or away.
    pub free: u32,
    /// Their groups.
    pub group_ids: Vec<String>,
}
