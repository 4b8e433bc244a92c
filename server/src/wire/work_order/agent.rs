//! Work orders as agents read and handle them (Protocol, 'Work orders').

use super::{FileRequest, WireHandle, WireOrder, handle_type};
use actors_core::work_order::{Audience, Owner, Reply, WorkOrder};
use serde::{Deserialize, Serialize};

/// A work order as agents read it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentOrder {
    /// What the visitor reads too.
    #[serde(flatten)]
    pub order: WireOrder,
    /// The visitor; empty where a card form was filled in.
    pub user_id: String,
    /// Where it was made; empty where a card form was filled in.
    pub channel_id: String,
    /// What it was made from.
    pub template_id: String,
    /// When something last happened to it.
    pub update_time: i64,
    /// Whose word was the last that the visitor can read: 1 an agent's, 2 the customer's, 0 nobody's.
    pub last_handle_type: u8,
}

/// What getWorkOrder and handleWorkOrder answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentOrderResponse {
    /// The order.
    #[serde(flatten)]
    pub order: AgentOrder,
    /// Everything that was said, oldest first.
    pub handle_list: Vec<AgentHandle>,
}

/// A reply or a note as agents read it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentHandle {
    /// What the visitor may read too.
    #[serde(flatten)]
    pub handle: WireHandle,
    /// The agent; empty for the customer.
    pub admin_id: String,
}

/// An agent's listWorkOrders.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListWorkOrdersRequest {
    /// Only those of this status.
    pub status: Option<u8>,
    /// Part of an id, the content, an answer, the customer's name or number.
    pub search: Option<String>,
    /// From where on, as the answer before said.
    pub cursor: Option<String>,
}

/// What listWorkOrders answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ListWorkOrdersResponse {
    /// Newest first, at most 50; fewer where something is searched for among many.
    pub list: Vec<AgentOrder>,
    /// Where it goes on; empty at the end.
    pub cursor: String,
    /// How many nobody has looked at; 100 stands for 100 and more.
    pub waiting: usize,
}

/// An agent's handleWorkOrder.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandleWorkOrderRequest {
    /// The client's name for it; a repeat is harmless.
    #[serde(default)]
    pub id: Option<String>,
    /// The order.
    pub wo_id: String,
    /// Its status from here on; as before where it does not say.
    #[serde(default)]
    pub handle_wo_status: Option<u8>,
    /// Its priority from here on; as before where it does not say.
    #[serde(default)]
    pub priority: Option<u8>,
    /// 1 the visitor reads it, 3 agents alone do.
    pub handle_type: u8,
    /// What is said; may be empty where status or priority change.
    #[serde(default)]
    pub handle_content: String,
    /// At most three files, uploaded before.
    #[serde(default)]
    pub wo_file_rel_vo_list: Vec<FileRequest>,
}

/// Who reads what an agent writes; there is no other kind an agent may write.
pub fn audience(handle_type: u8) -> Option<Audience> {
    match handle_type {
        1 => Some(Audience::Everybody),
        3 => Some(Audience::Agents),
        _ => None,
    }
}

impl From<&WorkOrder> for AgentOrder {
    fn from(order: &WorkOrder) -> Self {
        Self {
            order: WireOrder::from(order),
            user_id: match &order.owner {
                Owner::Visitor(visitor) => visitor.to_string(),
                Owner::Form(_) => String::new(),
            },
            channel_id: order
                .channel
                .as_ref()
                .map_or_else(String::new, ToString::to_string),
            template_id: order.template.to_string(),
            update_time: order.changed_at.as_millis(),
            last_handle_type: order.last_word.map_or(0, handle_type),
        }
    }
}

impl AgentOrderResponse {
    /// An order with everything that was said about it.
    pub fn new(order: &WorkOrder, talk: &[Reply]) -> Self {
        let handle = |reply: &Reply| AgentHandle {
            handle: WireHandle::from(reply),
            admin_id: reply
                .agent
                .as_ref()
                .map_or_else(String::new, ToString::to_string),
        };
        Self {
            order: AgentOrder::from(order),
            handle_list: talk.iter().map(handle).collect(),
        }
    }
}
