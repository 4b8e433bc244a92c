//! The template of a work order, as pages read it (Protocol, 'Forms in a conversation', dynamic form field).

use actors_core::local_text::LocalText;
use actors_core::work_order::template::{Branch, Field, FieldKind, Template};
use serde::{Deserialize, Serialize};

/// getTemplateFiledInfoByTemplateId.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TemplateByIdRequest {
    /// The template, from a channel's leaveMsgWoType or a card's link.
    pub template_id: String,
    /// The tenant; needed only if several tenants have a template with this id.
    pub tenant_id: Option<String>,
    /// The language of the texts.
    pub locale: Option<String>,
}

/// getTemplateFiledInfoByTypeId.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TemplateByTypeRequest {
    /// The type of a template.
    pub type_id: String,
    /// The tenant.
    pub tenant_id: Option<String>,
    /// The language of the texts.
    pub locale: Option<String>,
}

/// The response of both calls.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateResponse {
    /// The template.
    pub template_id: String,
    /// The type of the orders made from it.
    pub wo_type: WireType,
    /// The fields.
    pub items: Vec<WireItem>,
    /// Lets an unknown visitor create an order from it, for two hours. Present only if the template was requested by
    /// its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_token: Option<String>,
}

/// A type of orders.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireType {
    /// Its id.
    pub type_id: String,
    /// Its name.
    pub type_name: String,
}

/// A field.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireItem {
    /// Its id.
    pub field_id: String,
    /// Its name.
    pub field_name: String,
    /// 1 line, 2 text, 3 date, 4 date and time, 5 number, 6 dropdown, 7 radio, 8 checkboxes, 9 cascader.
    pub field_type: u8,
    /// 1 if it must be filled in.
    pub required_status: u8,
    /// Its options, JSON inside a string: `[{name}]`, or for a cascader `[{id, name, children}]`.
    pub field_value: String,
}

#[derive(Serialize)]
struct WireOption<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    children: Option<Vec<WireOption<'a>>>,
}

impl TemplateResponse {
    /// A template in a reader's language.
    pub fn new(template: &Template, language: &str, form_token: Option<String>) -> Self {
        let items = template.fields.iter();
        Self {
            template_id: template.id.to_string(),
            wo_type: WireType {
                type_id: template.type_id.to_string(),
                type_name: template.type_name.or_empty(language).to_owned(),
            },
            items: items.map(|field| WireItem::new(field, language)).collect(),
            form_token,
        }
    }
}

impl WireItem {
    fn new(field: &Field, language: &str) -> Self {
        Self {
            field_id: field.id.to_string(),
            field_name: field.name.or_empty(language).to_owned(),
            field_type: field_type(&field.kind),
            required_status: field.required.into(),
            field_value: serde_json::to_string(&options(&field.kind, language)).unwrap_or_default(),
        }
    }
}

/// Protocol, 'Forms in a conversation'.
fn field_type(kind: &FieldKind) -> u8 {
    match kind {
        FieldKind::Line => 1,
        FieldKind::Text => 2,
        FieldKind::Date => 3,
        FieldKind::DateTime => 4,
        FieldKind::Number => 5,
        FieldKind::Dropdown(_) => 6,
        FieldKind::Radio(_) => 7,
        FieldKind::Checkboxes(_) => 8,
        FieldKind::Cascader(_) => 9,
    }
}

fn options<'a>(kind: &'a FieldKind, language: &str) -> Vec<WireOption<'a>> {
    let named = |name: &'a LocalText| WireOption {
        id: None,
        name: name.or_empty(language),
        children: None,
    };
    match kind {
        FieldKind::Line
        | FieldKind::Text
        | FieldKind::Date
        | FieldKind::DateTime
        | FieldKind::Number => Vec::new(),
        FieldKind::Dropdown(names) | FieldKind::Radio(names) | FieldKind::Checkboxes(names) => {
            names.iter().map(named).collect()
        }
        FieldKind::Cascader(roots) => branches(roots, language),
    }
}

fn branches<'a>(branches_of: &'a [Branch], language: &str) -> Vec<WireOption<'a>> {
    let option = |branch: &'a Branch| WireOption {
        id: Some(&branch.id),
        name: branch.name.or_empty(language),
        children: Some(branches(&branch.children, language)),
    };
    branches_of.iter().map(option).collect()
}
