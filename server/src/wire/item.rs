//! Items: left messages and work orders as agents work on them (Protocol, 'Items').

use super::leave_message::WireLeaveMessage;
use super::work_order::agent::{AgentHandle, AgentOrder, handles};
use super::work_order::handle_type;
use crate::fixtures::findings::Flag;
use crate::orders::views::{ItemView, ItemViewFilter};
use actors_core::care::Priority;
use actors_core::item::{Item, ItemCard, ItemKind, ItemRefusal};
use actors_core::leave_message::LeaveMessage;
use actors_core::work_order::{OrderStatus, Reply};
use serde::{Deserialize, Serialize};

/// items/list. What is absent or empty filters nothing.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListItemsRequest {
    /// leaveMsg or workOrder.
    pub kind: Option<String>,
    /// Only those of this agent.
    pub admin_id: Option<String>,
    /// 1: only those of nobody.
    pub unassigned: Flag,
    /// low, normal, high or urgent.
    pub priority: Option<String>,
    /// new, accepted, waiting, resolved, closed or filed.
    pub status: Option<String>,
    /// open, or ended: status resolved, closed or filed.
    pub state: Option<String>,
    /// Only open ones that are due before this time.
    pub due_before: Option<i64>,
    /// Part of an id, a text, a name or a number; at most 100 characters.
    pub text: Option<String>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of items/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ListItemsResponse {
    /// Newest first, at most 50; a search among many may return fewer.
    pub list: Vec<DeskItem>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
    /// Number of messages and orders that no agent has handled; 200 means 200 or more.
    pub waiting: usize,
}

/// A left message or a work order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskItem {
    /// leaveMsg or workOrder.
    pub kind: &'static str,
    /// The id of the message or the order.
    pub item_id: String,
    /// The visitor; empty for an order from a card form.
    pub user_id: String,
    /// The visitor's name, if they gave one.
    pub user_name: String,
    /// The visitor's address, if they gave one.
    pub email: String,
    /// The channel; empty for an order from a card form.
    pub channel_id: String,
    /// The first 200 characters of the text.
    pub content: String,
    /// When it was left.
    pub create_time: i64,
    /// When it last changed.
    pub update_time: i64,
    /// new, accepted, waiting, resolved, closed or filed; a left message is new or resolved.
    pub status: &'static str,
    /// low, normal, high or urgent.
    pub priority: &'static str,
    /// The agent who does it; empty: nobody.
    pub admin_id: String,
    /// The agent's name.
    pub admin_nick: String,
    /// When it must be done; 0: at no certain time.
    pub due: i64,
    /// 1: it has news that the agent who does it has not seen.
    pub unread: u8,
    /// Who wrote the last words that the visitor can read: 1 an agent, 2 the customer, 0 nobody.
    pub last_handle_type: u8,
    /// The number of its changes. Of two states, the one with the higher cursor counts.
    pub cursor: u64,
}

/// items/get and items/read.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ItemRequest {
    /// The message or the order.
    #[schema(required = true)]
    pub item_id: String,
}

/// The response of items/get and items/note.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemResponse {
    /// The item.
    pub item: DeskItem,
    /// The left message, unless it is an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<WireLeaveMessage>,
    /// The work order, unless it is a message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<AgentOrder>,
    /// All replies, remarks and notes, oldest first.
    pub handle_list: Vec<AgentHandle>,
}

/// A left message in an export of its visitor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMessage {
    /// The message.
    #[serde(flatten)]
    pub message: WireLeaveMessage,
    /// All remarks and notes, oldest first.
    pub handle_list: Vec<AgentHandle>,
}

impl ExportedMessage {
    /// A message with everything that was said about it.
    pub fn new(message: &LeaveMessage, talk: &[Reply]) -> Self {
        Self {
            message: message.into(),
            handle_list: handles(talk),
        }
    }
}

/// items/change. What is absent stays.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangeItemsRequest {
    /// The messages and orders, at most 100.
    #[schema(required = true)]
    pub item_ids: Vec<String>,
    /// The agent who does it from now on.
    pub admin_id: Option<String>,
    /// 1: nobody does it from now on.
    pub unassign: Flag,
    /// low, normal, high or urgent.
    pub priority: Option<String>,
    /// When it must be done; 0: at no certain time.
    pub due: Option<i64>,
    /// new, accepted, waiting, resolved, closed or filed.
    pub status: Option<String>,
}

/// The response of items/change.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ChangeItemsResponse {
    /// The items that now are as asked, in the order of the request.
    pub changed: Vec<DeskItem>,
    /// The others.
    pub refused: Vec<RefusedItem>,
}

/// An item that was not changed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedItem {
    /// The id.
    pub item_id: String,
    /// notFound; closed: an order that is filed; status: a left message has no such status.
    pub why: &'static str,
}

/// items/note.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NoteItemRequest {
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// The message or the order.
    #[schema(required = true)]
    pub item_id: String,
    /// The note, at most 4,000 characters.
    pub text: String,
}

/// The response of views/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ViewsResponse {
    /// Everybody's, then the caller's own, each by name; at most 30 of each.
    pub list: Vec<ItemView>,
}

/// views/save.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct SaveViewRequest {
    /// The view to replace; absent or empty for a new one.
    pub id: Option<String>,
    /// Its name, at most 40 characters.
    #[schema(required = true)]
    pub name: String,
    /// 1: it is everybody's, which a supervisor may say.
    pub shared: Flag,
    /// What it shows.
    pub filter: ItemViewFilter,
}

/// views/delete.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct DeleteViewRequest {
    /// The view.
    #[schema(required = true)]
    pub id: String,
    /// 1: it is everybody's.
    pub shared: Flag,
}

/// The word for a kind.
pub fn kind_word(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Message => "leaveMsg",
        ItemKind::Order => "workOrder",
    }
}

/// Reads a kind.
pub fn kind(word: &str) -> Option<ItemKind> {
    let all = [ItemKind::Message, ItemKind::Order];
    all.into_iter().find(|kind| kind_word(*kind) == word)
}

/// The word for a priority.
pub fn priority_word(priority: Priority) -> &'static str {
    match priority {
        Priority::Low => "low",
        Priority::Normal => "normal",
        Priority::High => "high",
        Priority::Urgent => "urgent",
    }
}

/// Reads a priority.
pub fn priority(word: &str) -> Option<Priority> {
    let all = [
        Priority::Low,
        Priority::Normal,
        Priority::High,
        Priority::Urgent,
    ];
    all.into_iter().find(|one| priority_word(*one) == word)
}

/// The word for a status.
pub fn status_word(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::New => "new",
        OrderStatus::Accepted => "accepted",
        OrderStatus::Waiting => "waiting",
        OrderStatus::Resolved => "resolved",
        OrderStatus::Closed => "closed",
        OrderStatus::Filed => "filed",
    }
}

/// Reads a status.
pub fn status(word: &str) -> Option<OrderStatus> {
    let mut all = OrderStatus::ALL.into_iter();
    all.find(|status| status_word(*status) == word)
}

/// The word for a refusal.
pub fn why(refusal: &ItemRefusal) -> &'static str {
    match refusal {
        ItemRefusal::Closed | ItemRefusal::Full | ItemRefusal::Text(_) => "closed",
        ItemRefusal::Status => "status",
    }
}

impl From<&ItemCard> for DeskItem {
    fn from(card: &ItemCard) -> Self {
        let text = |text: Option<String>| text.unwrap_or_default();
        let assignee = card.care.assignee.as_ref();
        Self {
            kind: kind_word(card.kind),
            item_id: card.id.to_string(),
            user_id: text(card.visitor.as_ref().map(ToString::to_string)),
            user_name: card.name.to_string(),
            email: card.email.to_string(),
            channel_id: text(card.channel.as_ref().map(ToString::to_string)),
            content: card.excerpt.to_string(),
            create_time: card.at.as_millis(),
            update_time: card.changed_at.as_millis(),
            status: status_word(card.status),
            priority: priority_word(card.priority),
            admin_id: text(assignee.map(|it| it.agent.to_string())),
            admin_nick: text(assignee.map(|it| it.nick.to_string())),
            due: card.care.due.map_or(0, |due| due.as_millis()),
            unread: card.care.is_unread.into(),
            last_handle_type: card.last_word.map_or(0, handle_type),
            cursor: card.care.cursor,
        }
    }
}

impl From<&Item> for DeskItem {
    fn from(item: &Item) -> Self {
        Self::from(&item.card())
    }
}

impl ItemResponse {
    /// An item with everything that was said about it.
    pub fn new(item: &Item, talk: &[Reply]) -> Self {
        let (message, order) = match item {
            Item::Message(message) => (Some(message.into()), None),
            Item::Order(order) => (None, Some(order.into())),
        };
        Self {
            item: DeskItem::from(item),
            message,
            order,
            handle_list: handles(talk),
        }
    }
}
