//! What a page says of its visitor and of messages: submitUserForm, resetInfo, sysMsg, getSessionMsg, updateSessionMsg,
//! commentDoc, robotTips, fromRequest.

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
    /// 11 digits, the first a 1.
    pub phone: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// All fields, JSON inside a string.
    pub form_params: Option<String>,
}

/// resetInfo. What is absent stays; what is null or empty is forgotten.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs)]
pub struct ResetRequest {
    /// The page; absent where it does not say.
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
    /// The language the page reads.
    pub locale: Option<String>,
}

/// A field that is there: null says that it is empty.
fn named<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::<String>::deserialize(deserializer).map(|text| Some(text.unwrap_or_default()))
}

/// sysMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SysMsgRequest {
    /// One of the product's own lines, in any language.
    pub msg_content: String,
    /// 1.
    #[serde(default)]
    pub client_type: Option<u8>,
}

/// getSessionMsg.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionRequest {
    /// One of the visitor's sessions.
    pub session_id: String,
    /// The page has the session up to this `seq`; absent for its beginning.
    #[serde(default)]
    pub cursor: Option<u64>,
}

/// What getSessionMsg answers.
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
    /// A message of this visitor's.
    pub msg_id: String,
    /// What the page keeps with it, JSON inside a string.
    pub doc_node: String,
}

/// commentDoc.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentRequest {
    /// The document.
    pub doc_id: String,
    /// 1 it helped, 0 it did not.
    pub is_useful: u8,
    /// The answer; the newest one from this document where it does not say.
    #[serde(default)]
    pub msg_id: Option<String>,
    /// In which session; the open one where it does not say.
    #[serde(default)]
    pub session_id: Option<String>,
}

/// robotTips.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TipsRequest {
    /// What was typed so far.
    pub question: Option<String>,
}

/// A question that begins like, or holds, what was typed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTip {
    /// The question, escaped; what was typed stands between `<rhi>` and `</rhi>`.
    pub tips: String,
    /// The document that answers it.
    pub doc_id: String,
}

/// What robotTips answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TipsResponse(pub Vec<WireTip>);

/// fromRequest. What it says of the request must be what the form says.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelayRequest {
    /// The message that shows the form.
    pub msg_id: String,
    /// Where.
    #[serde(default)]
    pub url: Option<String>,
    /// GET, POST, PUT or PATCH.
    #[serde(default)]
    pub method: Option<String>,
    /// What is said besides.
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    #[serde(default, deserialize_with = "json_or_text")]
    pub headers: Option<BTreeMap<String, String>>,
    /// How the answers are written.
    #[serde(default)]
    pub content_type: Option<String>,
    /// Answers by field name.
    #[schema(value_type = BTreeMap<String, WireValue>)]
    #[serde(default, deserialize_with = "json_or_text")]
    pub request_body: BTreeMap<String, Option<WireValue>>,
}

/// What fromRequest answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RelayResponse {
    /// Whether the service took it.
    pub ok: bool,
    /// What it said, plain text of at most 200 characters.
    pub message: String,
}
