//! The page's calls about its visitor and about messages: submitUserForm, resetInfo, sysMsg, getSessionMsg,
//! updateSessionMsg, commentDoc, robotTips, fromRequest.

use crate::wire::forms::WireValue;
use crate::wire::message::WireMessage;
use crate::wire::scalars::json_or_text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// submitUserForm.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UserFormRequest {
    /// The visitor's name.
    pub user_name: Option<String>,
    /// 11 digits, beginning with 1.
    pub phone: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// All fields, JSON inside a string.
    pub form_params: Option<String>,
}

/// resetInfo. An absent field stays as it is; null or empty text clears it.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs)]
pub struct ResetRequest {
    /// The page, if given.
    pub poll_id: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub user_name: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub phone: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub email: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub params: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub previous_url: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub refer: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub title: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "named")]
    pub context: Option<String>,
    /// The language the page is shown in.
    pub locale: Option<String>,
}

/// A field that is present; null means empty.
fn named<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::<String>::deserialize(deserializer).map(|text| Some(text.unwrap_or_default()))
}

/// sysMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SysMsgRequest {
    /// One of the product's own sentences, in any language.
    pub msg_content: String,
    /// Always 1.
    pub client_type: Option<u8>,
}

/// getSessionMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionRequest {
    /// One of the visitor's sessions.
    pub session_id: String,
    /// The page has the session up to this `seq`; absent to begin at the start.
    pub cursor: Option<u64>,
}

/// The response of getSessionMsg.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionResponse {
    /// Oldest first.
    pub msg_list: Vec<WireMessage>,
    /// Whether newer messages exist. The next call names the `seq` of the last message as its `cursor`.
    pub more: bool,
}

/// updateSessionMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateRequest {
    /// A message of this visitor.
    pub msg_id: String,
    /// Data that the page stores with the message, JSON inside a string.
    pub doc_node: String,
}

/// commentDoc.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentRequest {
    /// The document.
    pub doc_id: String,
    /// 1 if it helped, 0 if not.
    pub is_useful: u8,
    /// The answer; by default the newest one from this document.
    pub msg_id: Option<String>,
    /// The session; by default the open one.
    pub session_id: Option<String>,
}

/// robotTips.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TipsRequest {
    /// The text typed so far.
    pub question: Option<String>,
}

/// A question that begins with the typed text, or contains it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTip {
    /// The question, escaped; `<rhi>` and `</rhi>` enclose the typed text.
    pub tips: String,
    /// The document that answers it.
    pub doc_id: String,
}

/// The response of robotTips.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TipsResponse(pub Vec<WireTip>);

/// fromRequest. Its request must match the form's target.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelayRequest {
    /// The message that shows the form.
    pub msg_id: String,
    /// The address of the request.
    pub url: Option<String>,
    /// GET, POST, PUT or PATCH.
    pub method: Option<String>,
    /// Additional headers.
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    #[serde(default, deserialize_with = "json_or_text")]
    pub headers: Option<BTreeMap<String, String>>,
    /// The content type of the answers.
    pub content_type: Option<String>,
    /// Answers by field name.
    #[schema(value_type = BTreeMap<String, WireValue>)]
    #[serde(default, deserialize_with = "json_or_text")]
    pub request_body: BTreeMap<String, Option<WireValue>>,
}

/// The response of fromRequest.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RelayResponse {
    /// Whether the service accepted it.
    pub ok: bool,
    /// The service's message, plain text of at most 200 characters.
    pub message: String,
}
