//! Saying something: sendMsg, typing, robotAsk, upload.

use crate::uploads::described::FILES;
use crate::uploads::{Saved, name};
use crate::wire::codes::message_type;
use crate::wire::message::WireSuggestion;
use serde::{Deserialize, Serialize};

/// sendMsg, the visitor's. What a client says of sender, time and flags is not read (Contract §3).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendRequest {
    /// The client's name for it; a repeat is harmless.
    #[serde(default)]
    pub id: Option<String>,
    /// 1 text, 2 image, 3 card, 4 file, 6 video, 10 filled form.
    #[schema(value_type = u8)]
    pub msg_type: MsgType,
    /// Text, the address an upload answered, or a card or a filled form as JSON text.
    pub msg_content: String,
    /// The message whose form was filled in; with 10 alone.
    #[serde(default)]
    pub form_msg_id: Option<String>,
}

/// A message type, as a number, or as text the way older pages write it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum MsgType {
    /// The number.
    Number(u8),
    /// The number in quotes, or a name.
    Text(String),
}

impl MsgType {
    /// The number; a card has two names of its own (Spec §3, msgType 3).
    pub fn number(&self) -> Option<u8> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) if matches!(text.as_str(), "card" | "json") => {
                Some(message_type::CARD)
            }
            Self::Text(text) => text.parse().ok(),
        }
    }
}

/// What the visitor's sendMsg answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendResponse {
    /// The client's own name for it.
    pub id: String,
    /// Its name.
    pub msg_id: String,
    /// Its time.
    pub msg_time: i64,
    /// Its place in the log.
    pub seq: u64,
    /// 1 where it is held back.
    pub sensitive_flag: u8,
}

/// typing.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TypingRequest {
    /// The text so far.
    pub msg_content: Option<String>,
}

/// robotAsk.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskRequest {
    /// The client's name for the question.
    pub id: Option<String>,
    /// The question.
    pub question: Option<String>,
    /// The document that was clicked.
    pub doc_id: Option<String>,
}

/// What robotAsk answers.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskResponse {
    /// 1 answered, 0 the session has ended, -1 transfer.
    pub status: i8,
    /// 1 answer, 2 guide, 3 unknown.
    pub answer_type: u8,
    /// What the page is to do; empty for nothing.
    pub instruction: &'static str,
    /// The document it answered from.
    pub doc_id: String,
    /// How sure it was, 0 to 1.
    pub score: f32,
    /// Empty.
    pub doc_pattern: &'static str,
    /// 12.
    pub msg_type: u8,
    /// The answer, sanitised rich text.
    pub answer: String,
    /// The replies, JSON inside a string.
    pub answers: String,
    /// Questions it offers.
    pub suggest_list: Vec<WireSuggestion>,
    /// 0 none, 1 button, 2 by itself after a second.
    pub show_transfer_btn: u8,
    /// The question's name.
    pub ask_msg_id: String,
    /// The question's place in the log.
    pub ask_seq: u64,
    /// The reply's name.
    pub msg_id: String,
    /// The reply's place in the log.
    pub seq: u64,
    /// The reply's time.
    pub msg_time: i64,
}

/// What upload answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadResponse {
    /// Where it is served.
    pub url: String,
    /// The name it came with, cleaned.
    pub name: String,
    /// Its suffix.
    pub suffix: String,
    /// Bytes, as kept.
    pub size: u64,
    /// Pixels of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Pixels of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// The small version of a large picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail: Option<WireThumbnail>,
}

/// A picture's small version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WireThumbnail {
    /// Where it is served.
    pub url: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl WireThumbnail {
    /// That of a picture served at this address; none where it is small.
    pub fn of(url: &str, pixels: Option<(u32, u32)>) -> Option<Self> {
        let small = name::thumbnail(url.strip_prefix(FILES)?, pixels)?;
        Some(Self {
            url: format!("{FILES}{}", small.stored),
            width: small.width,
            height: small.height,
        })
    }
}

impl From<&Saved> for UploadResponse {
    fn from(saved: &Saved) -> Self {
        let url = format!("{FILES}{}", saved.stored);
        Self {
            thumbnail: WireThumbnail::of(&url, saved.pixels),
            url,
            name: saved.name.clone(),
            suffix: saved.suffix.to_owned(),
            size: saved.bytes,
            width: saved.pixels.map(|(width, _)| width),
            height: saved.pixels.map(|(_, height)| height),
        }
    }
}

/// uploadBase64.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadBase64Request {
    /// A png or jpeg in base64, bare or as a data URL.
    pub img_data: String,
    /// The visitor.
    #[serde(default)]
    pub user_id: Option<String>,
}
