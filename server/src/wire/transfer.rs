//! Handing a conversation on (Protocol, 'Handing on', transferConversation), and to whom.

use crate::wire::agent::WireGroup;
use serde::{Deserialize, Serialize};

/// transferConversation. To an agent or to a group; exactly one is named.
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
    /// A word for whoever comes next, never shown to the visitor.
    pub note: Option<String>,
}

/// What listColleagues answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ColleaguesResponse {
    /// The other agents who are at their desks, those with a free seat first; at most 200.
    pub agents: Vec<WireColleague>,
    /// Every group of the tenant.
    pub groups: Vec<WireGroup>,
}

/// Another agent, as somebody to hand a conversation to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireColleague {
    /// Who.
    pub admin_id: String,
    /// Their name.
    pub admin_nick: String,
    /// Their picture.
    pub admin_face: String,
    /// online, busy or away.
    pub status: &'static str,
    /// How many conversations more they can take now; 0 for whoever is busy or away.
    pub free: u32,
    /// Their groups.
    pub group_ids: Vec<String>,
}
