//! Sending: sendMsg, typing, robotAsk, upload.

use crate::files::described::FILES;
use crate::files::{Saved, name};
use crate::wire::codes::{self, message_type};
use crate::wire::message::WireSuggestion;
use crate::wire::names;
use crate::wire::reply::{
    WireButton, WireReference, answers, buttons, instruction, menubar, references, robot_suggest,
    suggestions,
};
use crate::wire::scalars::{flag, text};
use actors_core::ids::VisitorId;
use actors_core::message::content::RobotReply;
use actors_core::message::reply::ReplyParts;
use actors_core::robot::Found;
use actors_core::session::commands::send_message::Sent;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

/// The visitor's sendMsg. A client's statements about sender, time and flags are ignored (Protocol, 'What the server
/// decides').
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendRequest {
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// 1 text, 2 image, 3 card, 4 file, 6 video, 10 filled form.
    #[schema(value_type = u8)]
    pub msg_type: MsgType,
    /// Text, the address from an upload, or a card or filled form as JSON text.
    pub msg_content: String,
    /// The message whose form was filled in; only with type 10.
    pub form_msg_id: Option<String>,
}

/// A message type, as a number or, from older pages, as text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum MsgType {
    /// The number.
    Number(u8),
    /// The number as text, or a name.
    Text(String),
}

impl MsgType {
    /// The number. A card also has two names (Protocol, 'Kinds of content', msgType 3).
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

/// The response of sendMsg and note.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendResponse {
    /// The client's own id for it.
    pub id: String,
    /// The message's id.
    pub msg_id: String,
    /// Its time.
    pub msg_time: i64,
    /// Its number in the session's log.
    pub seq: u64,
    /// 1 if it is withheld: no visitor reads it.
    pub sensitive_flag: u8,
}

impl SendResponse {
    /// What became of a message in this visitor's session. `id` is the client's own.
    pub fn new(visitor: &VisitorId, id: Option<String>, sent: Sent) -> Self {
        Self {
            id: id.unwrap_or_default(),
            msg_id: names::message_id(visitor, sent.message),
            msg_time: sent.at.as_millis(),
            seq: sent.message.seq.0,
            sensitive_flag: sent.flagged.into(),
        }
    }
}

/// typing.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TypingRequest {
    /// The text so far. It reaches the agent only if the tenant's typingPreview is on.
    pub msg_content: Option<String>,
}

/// robotAsk.
#[serde_with::apply(String => #[serde(deserialize_with = "text")] #[schema(value_type = Option<String>)])]
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskRequest {
    /// The client's own id for the question.
    pub id: Option<String>,
    /// The question.
    pub question: Option<String>,
    /// The document that was clicked.
    pub doc_id: Option<String>,
    /// Ignored: the channel's own robot is asked.
    pub robot_no: Option<String>,
    /// The visitor's current node in a flow.
    pub node_id: Option<String>,
    /// The button of that node.
    pub item_id: Option<String>,
    /// The button that was clicked.
    pub button: Option<WireClicked>,
    /// The variable that the button sets.
    pub bing_code: String,
    /// The value it gets.
    pub bind_value: String,
    /// 1 if it was clicked, not typed.
    #[schema(value_type = Option<u8>)]
    #[serde(deserialize_with = "flag")]
    pub click: bool,
    /// The visitor's token at the tenant's own service.
    pub customer_token: String,
    /// Parameters for the tenant's own service, JSON inside a string.
    pub customer_parameters: String,
    /// When an agent was requested.
    pub agent_time: String,
    /// What the agent was asked.
    pub agent_ask_content: String,
}

/// A button that was clicked.
#[derive(Clone, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct WireClicked {
    /// Its id in the flow.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// Its label.
    #[serde(deserialize_with = "text")]
    pub name: String,
}

impl AskRequest {
    /// Whether every field has a length that pages send.
    pub fn is_in_bounds(&self) -> bool {
        const SHORT: usize = 256;
        const LONG: usize = 8_192;
        let named = [&self.doc_id, &self.robot_no, &self.node_id, &self.item_id];
        let clicked = self
            .button
            .iter()
            .flat_map(|button| [&button.id, &button.name]);
        let short = named.into_iter().flatten().chain(clicked);
        let long = [
            &self.bing_code,
            &self.bind_value,
            &self.customer_token,
            &self.customer_parameters,
            &self.agent_time,
            &self.agent_ask_content,
        ];
        short.into_iter().all(|text| text.len() <= SHORT)
            && long.iter().all(|text| text.len() <= LONG)
    }
}

/// The response of robotAsk.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskResponse {
    /// 1 answered, 0 the session has ended, -1 transfer.
    pub status: i8,
    /// 1 answer, 2 guide, 3 unknown.
    pub answer_type: u8,
    /// An instruction for the page; empty for none.
    pub instruction: &'static str,
    /// The document it answered from.
    pub doc_id: String,
    /// The robot's confidence, 0 to 1.
    pub score: f32,
    /// How the document was found: `clicked`, `exact` (asked word for word), `similar`, `generated` (a large model
    /// wrote the answer from it) or `flow` (a button flow shows it). Empty without a document.
    pub doc_pattern: &'static str,
    /// Always 12.
    pub msg_type: u8,
    /// The answer, sanitised rich text.
    pub answer: String,
    /// The replies, JSON inside a string.
    pub answers: String,
    /// Questions it suggests.
    pub suggest_list: Vec<WireSuggestion>,
    /// Transfer offer: 0 none, 1 button, 2 automatic after a second.
    pub show_transfer_btn: u8,
    /// The question's id.
    pub ask_msg_id: String,
    /// The question's number in the log.
    pub ask_seq: u64,
    /// The reply's id.
    pub msg_id: String,
    /// The reply's number in the log.
    pub seq: u64,
    /// The reply's time.
    pub msg_time: i64,
    /// Buttons of the visitor's current node.
    pub item_list: Option<Vec<WireButton>>,
    /// The same buttons as a bar over the input, JSON inside a string.
    pub menubar: Option<String>,
    /// Buttons that ask a question.
    pub btn_list: Option<Vec<WireButton>>,
    /// Questions offered as buttons, JSON inside a string.
    pub robot_suggest: Option<String>,
    /// Source files of the answer.
    pub reference_file: Option<Vec<WireReference>>,
    /// The sentence that announces a transfer.
    pub msg_trans_content: Option<String>,
    /// The last node of a flow that replied.
    pub node_id: Option<String>,
}

/// A question and its reply.
pub struct Answered<'a> {
    /// Who asked.
    pub visitor: &'a VisitorId,
    /// The question's place.
    pub question: Sent,
    /// The reply's place.
    pub reply: Sent,
    /// What the robot said.
    pub said: &'a RobotReply,
    /// The reply as text.
    pub words: String,
    /// The robot's sentence for a node without an answer.
    pub unknown: String,
    /// The robot's confidence, 0 to 1.
    pub score: f32,
    /// How the question matched a document.
    pub found: Found,
}

impl From<Answered<'_>> for AskResponse {
    fn from(answered: Answered<'_>) -> Self {
        let Answered {
            visitor,
            question,
            reply,
            said,
            words,
            unknown,
            score,
            found,
        } = answered;
        let parts = said.parts.as_deref();
        let doc = said.doc.as_ref();
        Self {
            status: 1,
            instruction: instruction(said),
            item_list: parts.and_then(|parts| buttons(&parts.items)),
            menubar: parts.and_then(menubar),
            btn_list: parts.and_then(|parts| buttons(&parts.buttons)),
            robot_suggest: parts.and_then(robot_suggest),
            reference_file: parts.and_then(references),
            msg_trans_content: parts
                .map(|parts| parts.handover.to_string())
                .filter(|handover| !handover.is_empty()),
            node_id: parts.and_then(ReplyParts::node).map(ToString::to_string),
            answer_type: codes::answer_type(said.kind),
            doc_id: doc.map(ToString::to_string).unwrap_or_default(),
            score,
            msg_type: message_type::RICH_TEXT,
            answer: words,
            answers: answers(said, &unknown),
            suggest_list: suggestions(said),
            show_transfer_btn: codes::transfer_offer(said.offer),
            ask_msg_id: names::message_id(visitor, question.message),
            ask_seq: question.message.seq.0,
            msg_id: names::message_id(visitor, reply.message),
            seq: reply.message.seq.0,
            msg_time: reply.at.as_millis(),
            doc_pattern: doc_pattern(said, found),
        }
    }
}

fn doc_pattern(said: &RobotReply, found: Found) -> &'static str {
    let is_of_flow = said
        .parts
        .as_ref()
        .is_some_and(|parts| parts.node().is_some());
    match found {
        _ if said.doc.is_none() => "",
        _ if said.has_model_text() => "generated",
        _ if is_of_flow => "flow",
        Found::Clicked => "clicked",
        Found::Exact => "exact",
        Found::Similar => "similar",
    }
}

/// The form of an upload, for the API description only: the server reads it as a stream.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadForm {
    /// The file, with its name; at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
    /// The visitor; by default the one of the token.
    pub user_id: Option<String>,
    /// `chat` (the default), `leaveMsg` or `workOrder`.
    pub purpose: Option<String>,
}

/// The form of an agent's upload, for the API description.
#[derive(utoipa::ToSchema)]
pub struct AgentUploadForm {
    /// The file, with its name; at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
}

/// The response of upload.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadResponse {
    /// The address it is served under.
    pub url: String,
    /// The original name, cleaned.
    pub name: String,
    /// Its suffix.
    pub suffix: String,
    /// Size in bytes, as stored.
    pub size: u64,
    /// Width of a picture in pixels.
    pub width: Option<u32>,
    /// Height of a picture in pixels.
    pub height: Option<u32>,
    /// The thumbnail of a large picture.
    pub thumbnail: Option<WireThumbnail>,
}

/// A picture's thumbnail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WireThumbnail {
    /// The address it is served under.
    pub url: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl WireThumbnail {
    /// The thumbnail of the picture at this address; `None` for a small picture.
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
    pub user_id: Option<String>,
}
