//! Saying something: sendMsg, typing, robotAsk, upload.

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

/// sendMsg, the visitor's. What a client says of sender, time and flags is not read (Protocol, 'What the server decides').
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
    /// The number; a card has two names of its own (Protocol, 'Kinds of content', msgType 3).
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
    /// The text so far; it reaches the agent only with the tenant's typingPreview.
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
    /// The robot; the channel's own is asked whatever it says.
    pub robot_no: Option<String>,
    /// The node of a flow that the visitor stands at.
    pub node_id: Option<String>,
    /// The button of that node.
    pub item_id: Option<String>,
    /// The button that was clicked.
    pub button: Option<WireClicked>,
    /// The variable that is bound.
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "text")]
    pub bing_code: String,
    /// What it becomes.
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "text")]
    pub bind_value: String,
    /// 1 where it was clicked and not typed.
    #[schema(value_type = Option<u8>)]
    #[serde(deserialize_with = "flag")]
    pub click: bool,
    /// The visitor's token at the tenant's own service.
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "text")]
    pub customer_token: String,
    /// What the tenant's own service wants to know, JSON inside a string.
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "text")]
    pub customer_parameters: String,
    /// When an agent was asked for.
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "text")]
    pub agent_time: String,
    /// What an agent was asked.
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "text")]
    pub agent_ask_content: String,
}

/// A button that was clicked.
#[derive(Clone, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct WireClicked {
    /// Its name inside the flow.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// What it reads.
    #[serde(deserialize_with = "text")]
    pub name: String,
}

impl AskRequest {
    /// Whether every field is of a length that a page sends.
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
    /// How the document was found: `clicked`, `exact` (asked word for word), `similar`, `generated` (a large model wrote the
    /// answer from it), `flow` (a button flow shows it); empty without a document.
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
    /// Buttons of the node the visitor stands at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_list: Option<Vec<WireButton>>,
    /// The same as a bar over the input, JSON inside a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub menubar: Option<String>,
    /// Buttons that ask something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub btn_list: Option<Vec<WireButton>>,
    /// Questions offered as buttons, JSON inside a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robot_suggest: Option<String>,
    /// Files the answer was drawn from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_file: Option<Vec<WireReference>>,
    /// The sentence that goes with a hand-over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msg_trans_content: Option<String>,
    /// The node of a flow that spoke last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<String>,
}

/// A question and what came of it.
pub struct Answered<'a> {
    /// Who asked.
    pub visitor: &'a VisitorId,
    /// The question's place.
    pub question: Sent,
    /// The reply's place.
    pub reply: Sent,
    /// What the robot said.
    pub said: &'a RobotReply,
    /// The same in words.
    pub words: String,
    /// What it says where a node has no answer to give.
    pub unknown: String,
    /// How sure it was, 0 to 1.
    pub score: f32,
    /// How the question finds a document.
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
        _ if said.has_models_words() => "generated",
        _ if is_of_flow => "flow",
        Found::Clicked => "clicked",
        Found::Exact => "exact",
        Found::Similar => "similar",
    }
}

/// The form of an upload, as the description shows it; it is read as it comes, never as a whole.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadForm {
    /// The file, with its name; at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
    /// The visitor; their token's where it is left out.
    pub user_id: Option<String>,
    /// `chat` (which it is where nothing is said), `leaveMsg` or `workOrder`.
    pub purpose: Option<String>,
}

/// The form of an agent's upload, as the description shows it.
#[derive(utoipa::ToSchema)]
pub struct AgentUploadForm {
    /// The file, with its name; at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
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
