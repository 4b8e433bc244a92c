//! Work orders, their templates, and the replies to them (Protocol, 'Work orders', work order).

pub mod agent;
pub mod template;

use actors_core::work_order::template::{Answer, Answered};
use actors_core::work_order::{
    Attachment, OrderStatus, Priority, Reply, ReplyKind, TITLE, WorkOrder,
};
use serde::{Deserialize, Serialize};

/// addWo. The server sets the title, the origin, the type's name, the status, the priority and the times.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddWoRequest {
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// The type of a template; by default the channel's own.
    pub wo_type_id: Option<String>,
    /// The text; may be empty on a card form.
    pub wo_content: String,
    /// At most three pictures, already uploaded.
    pub wo_file_rel_vo_list: Vec<FileRequest>,
    /// The customer; by default the details from the visitor's page.
    pub crm_customer_vo: Option<WireCustomer>,
    /// The answers to the template's fields.
    pub cus_field_config_info_vo_list: Vec<FieldRequest>,
    /// The language of the page.
    pub locale: Option<String>,
}

/// A file, by the address from its upload.
#[derive(Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FileRequest {
    /// The address.
    pub file_url: String,
}

/// An answer to a field.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldRequest {
    /// The field.
    pub field_id: String,
    /// A text, or a list of texts for checkboxes and cascaders.
    #[serde(default)]
    #[schema(value_type = String)]
    pub field_value: FieldValue,
}

/// An answer, as pages write it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FieldValue {
    /// A text.
    Text(String),
    /// A number.
    Number(serde_json::Number),
    /// Several texts.
    List(Vec<String>),
    /// Nothing.
    Nothing(()),
}

impl Default for FieldValue {
    fn default() -> Self {
        Self::Nothing(())
    }
}

impl From<&FieldRequest> for Answered {
    fn from(request: &FieldRequest) -> Self {
        let answer = match &request.field_value {
            FieldValue::Text(text) => Answer::One(text.as_str().into()),
            FieldValue::Number(number) => Answer::One(number.to_string().into()),
            FieldValue::List(texts) => {
                Answer::Several(texts.iter().map(|text| text.as_str().into()).collect())
            }
            FieldValue::Nothing(()) => Answer::One(Box::default()),
        };
        Self {
            field: request.field_id.as_str().into(),
            answer,
        }
    }
}

/// The addresses of these files.
pub fn addresses(files: &[FileRequest]) -> Vec<String> {
    files.iter().map(|file| file.file_url.clone()).collect()
}

/// The response of addWo.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddWoResponse {
    /// The order.
    pub wo_id: String,
    /// Gives access to the order: `/workorder?woId=…&token=…`.
    pub token: String,
}

/// queryWoById, and an agent's getWorkOrder.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderRequest {
    /// The order.
    pub wo_id: String,
}

/// queryWoByCustom.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OrdersRequest {
    /// Only orders with this status.
    pub status: Option<u8>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of queryWoByCustom.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrdersResponse {
    /// Newest first, at most 50.
    pub list: Vec<WireOrder>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
}

/// addWoHandleInfo. The reply is always the customer's, whatever kind it claims.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddHandleRequest {
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// The order.
    pub wo_id: String,
    /// The text.
    pub handle_content: String,
    /// At most three pictures, already uploaded.
    pub wo_file_rel_vo_list: Vec<FileRequest>,
}

/// The customer.
#[derive(Clone, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct WireCustomer {
    /// Their name.
    pub name: String,
    /// Eleven digits, beginning with 1, or empty.
    pub phone: String,
}

/// A work order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct WireOrder {
    pub wo_id: String,
    pub wo_title: &'static str,
    pub wo_content: String,
    pub create_time: i64,
    pub wo_type_id: String,
    pub wo_type_name: String,
    /// Always 0: created by the visitor.
    pub wo_start_way: u8,
    /// 0 not yet handled, 1 accepted, 2 waiting, 3 resolved, 5 and 99 finished.
    pub handle_wo_status: u8,
    /// 0 low, 1 normal, 2 warning, 3 danger.
    pub priority: u8,
    /// When an agent last answered; 0 if none did.
    pub deal_time: i64,
    pub wo_file_rel_vo_list: Vec<WireFile>,
    pub crm_customer_vo: WireCustomer,
    pub cus_field_config_info_vo_list: Vec<WireOrderField>,
}

/// A file of an order or a reply.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireFile {
    /// The original name.
    pub file_name: String,
    /// Its suffix, without the dot.
    pub file_type: String,
    /// The address it is served under.
    pub file_url: String,
}

/// A field with its answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct WireOrderField {
    pub field_id: String,
    pub field_name: String,
    /// Several choices are separated by commas.
    pub field_value: String,
}

/// The response of queryWoById: the order, and the replies that the visitor may read, oldest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderResponse {
    /// The order.
    #[serde(flatten)]
    pub order: WireOrder,
    /// The replies.
    pub handle_list: Vec<WireHandle>,
}

/// A reply to an order, or a note about it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireHandle {
    /// The time.
    pub handle_time: i64,
    /// The author's name.
    pub handle_user_name: String,
    /// The order's status after the reply.
    pub handle_wo_status: u8,
    /// The text; may be empty if an agent only changed the status.
    pub handle_content: String,
    /// 1 by an agent, 2 by the customer, 3 internal.
    pub handle_type: u8,
    /// The files.
    pub wo_file_vo_list: Vec<WireFile>,
}

impl OrderResponse {
    /// An order as its visitor reads it: without internal notes (Protocol, 'Work orders').
    pub fn for_visitor(order: &WorkOrder, talk: &[Reply]) -> Self {
        let readable = talk.iter().filter(|reply| reply.is_for_visitor());
        Self {
            order: WireOrder::from(order),
            handle_list: readable.map(WireHandle::from).collect(),
        }
    }
}

/// The number of a status (Protocol, 'Work orders').
pub fn status_number(status: OrderStatus) -> u8 {
    match status {
        OrderStatus::New => 0,
        OrderStatus::Accepted => 1,
        OrderStatus::Waiting => 2,
        OrderStatus::Resolved => 3,
        OrderStatus::Closed => 5,
        OrderStatus::Filed => 99,
    }
}

/// Reads a status.
pub fn status(number: u8) -> Option<OrderStatus> {
    let mut all = OrderStatus::ALL.into_iter();
    all.find(|status| status_number(*status) == number)
}

/// Reads a priority (Protocol, 'Work orders').
pub fn priority(number: u8) -> Option<Priority> {
    match number {
        0 => Some(Priority::Low),
        1 => Some(Priority::Normal),
        2 => Some(Priority::High),
        3 => Some(Priority::Urgent),
        _ => None,
    }
}

fn priority_number(priority: Priority) -> u8 {
    match priority {
        Priority::Low => 0,
        Priority::Normal => 1,
        Priority::High => 2,
        Priority::Urgent => 3,
    }
}

/// The number of a kind of reply (Protocol, 'Work orders').
pub fn handle_type(kind: ReplyKind) -> u8 {
    match kind {
        ReplyKind::Agent => 1,
        ReplyKind::Customer => 2,
        ReplyKind::Internal => 3,
    }
}

fn wire_files(files: &[Attachment]) -> Vec<WireFile> {
    let file = |file: &Attachment| WireFile {
        file_name: file.name.to_string(),
        file_type: file
            .url
            .rsplit_once('.')
            .map_or_else(String::new, |(_, suffix)| suffix.to_owned()),
        file_url: file.url.to_string(),
    };
    files.iter().map(file).collect()
}

impl From<&WorkOrder> for WireOrder {
    fn from(order: &WorkOrder) -> Self {
        let fields = order.fields.iter().map(|field| WireOrderField {
            field_id: field.id.to_string(),
            field_name: field.name.to_string(),
            field_value: field.value.to_string(),
        });
        Self {
            wo_id: order.id.to_string(),
            wo_title: TITLE,
            wo_content: order.content.to_string(),
            create_time: order.at.as_millis(),
            wo_type_id: order.type_id.to_string(),
            wo_type_name: order.type_name.to_string(),
            wo_start_way: 0,
            handle_wo_status: status_number(order.status),
            priority: priority_number(order.priority),
            deal_time: order.answered_at.map_or(0, |at| at.as_millis()),
            wo_file_rel_vo_list: wire_files(&order.files),
            crm_customer_vo: WireCustomer {
                name: order.customer.name.to_string(),
                phone: order.customer.phone.to_string(),
            },
            cus_field_config_info_vo_list: fields.collect(),
        }
    }
}

impl From<&Reply> for WireHandle {
    fn from(reply: &Reply) -> Self {
        Self {
            handle_time: reply.at.as_millis(),
            handle_user_name: reply.author.to_string(),
            handle_wo_status: status_number(reply.status),
            handle_content: reply.content.to_string(),
            handle_type: handle_type(reply.kind),
            wo_file_vo_list: wire_files(&reply.files),
        }
    }
}
