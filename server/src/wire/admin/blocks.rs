//! blocks/list and blocks/delete (Protocol, 'Visitors').

use crate::wire::agent::WireBlock;
use serde::{Deserialize, Serialize};

/// The response of blocks/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BlocksResponse {
    /// The blocked visitors, the newest block first.
    pub list: Vec<WireBlock>,
}

/// blocks/delete.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnblockRequest {
    /// The visitor.
    pub user_id: String,
}
