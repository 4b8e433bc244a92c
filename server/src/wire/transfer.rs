//! Handing a conversation on (Contract §7, transferConversation).

use serde::Deserialize;

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
