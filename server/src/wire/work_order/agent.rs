//! Work orders as agents read and handle them (Protocol, 'Work orders').

use super::{FileRequest, WireHandle, WireOrder, handle_type};
use actors_core::work_order::{Audience, Owner, Reply, WorkOrder};
use serde::{Deserialize, Serialize};

/// A work order as agents read it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentOrder {
    /// The part that the visitor can read too.
    #[serde(flatten)]
    pub order: WireOrder,
    /// The visitor; empty for an order from a card form.
    pub user_id: String,
    /// The channel of the visitor; empty for an order from a card form.
    pub channel_id: String,
    /// Its template.
    pub template_id: String,
    /// The time of the last change.
    pub update_time: i64,
    /// Who wrote the last reply that the visitor can read: 1 an agent, 2 the customer, 0 nobody.
    pub last_handle_type: u8,
}

/// The response of getWorkOrder and handleWorkOrder.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentOrderResponse {
    /// The order.
    #[serde(flatten)]
    pub order: AgentOrder,
    /// All replies and notes, oldest first.
    pub handle_list: Vec<AgentHandle>,
}

/// A reply or a note, as agents read it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentHandle {
    /// The part that the visitor may read too.
    #[serde(flatten)]
    pub handle: WireHandle,
    /// The agent; empty for the customer.
    pub admin_id: String,
}

/// An agent's listWorkOrders.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListWorkOrdersRequest {
    /// Only orders with this status.
    pub status: Option<u8>,
    /// Part of an id, the content, an answer, or the customer's name or number.
    pub search: Option<String>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of listWorkOrders.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ListWorkOrdersResponse {
    /// Newest first, at most 50; a search among many orders may return fewer.
    pub list: Vec<AgentOrder>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
    /// Number of orders that no agent has handled; 100 means 100 or more.
    pub waiting: usize,
}

/// An agent's handleWorkOrder.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandleWorkOrderRequest {
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// The order.
    pub wo_id: String,
    /// The new status; absent to keep it.
    pub handle_wo_status: Option<u8>,
    /// The new priority; absent to keep it.
    pub priority: Option<u8>,
    /// 1 if the visitor may read it, 3 if only agents may.
    pub handle_type: u8,
    /// The text; may be empty if the status or priority changes.
    #[serde(default)]
    pub handle_content: String,
    /// At most three files, already uploaded.
    #[serde(default)]
    pub wo_file_rel_vo_list: Vec<FileRequest>,
}

/// The readers of an agent's reply; `None` for a kind that agents may not write.
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
    /// An order with all replies and notes.
    pub fn new(order: &WorkOrder, talk: &[Reply]) -> Self {
        Self {
            order: AgentOrder::from(order),
            handle_list: handles(talk),
        }
    }
}

/// Replies and notes, as agents read them.
pub fn handles(talk: &[Reply]) -> Vec<AgentHandle> {
    let handle = |reply: &Reply| AgentHandle {
        handle: WireHandle::from(reply),
        admin_id: reply
            .agent
            .as_ref()
            .map_or_else(String::new, ToString::to_string),
    };
    talk.iter().map(handle).collect()
}
