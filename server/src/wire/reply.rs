//! The parts of a robot's answer on the wire (Protocol, 'Answers', answers, itemList, btnList, robotSuggest,
//! referenceFile).

use crate::wire::cards::{product_card, shown};
use crate::wire::forms::WireForm;
use crate::wire::message::WireSuggestion;
use actors_core::ids::{ChannelId, DocId};
use actors_core::message::content::RobotReply;
use actors_core::message::reply::{Button, Instruction, NodeReply, ReplyBody, ReplyParts};
use actors_core::safe::Link;
use reqwest::Url;
use serde::Serialize;
use serde_json::{Value, json};

/// A button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireButton {
    /// Its id in the flow.
    pub id: String,
    /// Its id in its node.
    pub item_id: String,
    /// Its label.
    pub name: String,
    /// The variable it sets; empty for none.
    pub bing_code: String,
    /// The value it sets.
    pub bind_value: String,
    /// The target, if it is a link.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label_link: String,
}

/// A source file of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireReference {
    /// The file's name.
    pub reference_file_name: String,
    /// The file's address.
    pub reference_file_url: String,
}

impl From<&Button> for WireButton {
    fn from(button: &Button) -> Self {
        Self {
            id: button.id.to_string(),
            item_id: button.item.to_string(),
            name: button.name.to_string(),
            bing_code: button.bind_code.to_string(),
            bind_value: button.bind_value.to_string(),
            label_link: shown(button.link.as_ref()),
        }
    }
}

/// Buttons on the wire; `None` if there are none.
pub fn buttons(buttons: &[Button]) -> Option<Vec<WireButton>> {
    (!buttons.is_empty()).then(|| buttons.iter().map(WireButton::from).collect())
}

/// menubar, JSON inside a string: the buttons of a node that has no text above them. Pages show them over the input
/// (`docs/decisions/0133`). `None` for other nodes.
pub fn menubar(parts: &ReplyParts) -> Option<String> {
    let ReplyBody::Buttons { text, items } = &parts.replies.last()?.body else {
        return None;
    };
    let bar = buttons(items).filter(|_| text.is_empty())?;
    serde_json::to_string(&bar).ok()
}

/// referenceFile; `None` if there are none.
pub fn references(parts: &ReplyParts) -> Option<Vec<WireReference>> {
    let references = parts.references.iter().map(|reference| WireReference {
        reference_file_name: reference.name.to_string(),
        reference_file_url: reference.link.to_string(),
    });
    (!parts.references.is_empty()).then(|| references.collect())
}

/// The address of an article.
pub fn article(channel: &ChannelId, doc: &DocId) -> Option<Link> {
    let mut url = Url::parse("https://here/chat_online/question").ok()?;
    url.query_pairs_mut()
        .append_pair("docId", doc.as_str())
        .append_pair("channelId", channel.as_str());
    format!("{}?{}", url.path(), url.query()?).parse().ok()
}

/// robotSuggest, JSON inside a string; `None` if there are none.
pub fn robot_suggest(parts: &ReplyParts) -> Option<String> {
    if parts.suggests.is_empty() {
        return None;
    }
    serde_json::to_string(&parts.suggests).ok()
}

/// instruction; empty for none.
pub fn instruction(reply: &RobotReply) -> &'static str {
    match reply.parts.as_ref().and_then(|parts| parts.instruction) {
        Some(Instruction::Transfer) => "system_toCustomerService",
        None => "",
    }
}

/// The replies of an answer, JSON inside a string (Protocol, 'Answers', answers). `unknown` is the robot's sentence
/// for a node without an answer.
pub fn answers(reply: &RobotReply, unknown: &str) -> String {
    let of_nodes = reply.parts.as_ref().map(|parts| parts.replies.as_slice());
    let answers: Vec<Value> = match of_nodes {
        Some(replies) if !replies.is_empty() => {
            let replies = replies.iter();
            replies.map(|reply| node_reply(reply, unknown)).collect()
        }
        Some(_) | None if reply.text.is_empty() => Vec::new(),
        Some(_) | None => vec![answer("TEXT_REPLY", "", &reply.text)],
    };
    serde_json::to_string(&answers).unwrap_or_default()
}

fn answer(source: &str, node: &str, text: &str) -> Value {
    json!({ "replySource": source, "nodeId": node, "answer": text })
}

fn node_reply(reply: &NodeReply, unknown: &str) -> Value {
    let node = reply.node.as_deref().unwrap_or_default();
    match &reply.body {
        ReplyBody::Text(text) => answer("TEXT_REPLY", node, text),
        ReplyBody::LargeModel(text) if text.is_empty() => {
            answer("LARGE_MODEL_REPLY", node, unknown)
        }
        ReplyBody::LargeModel(text) => answer("LARGE_MODEL_REPLY", node, text),
        ReplyBody::Agent(text) => answer("AGENT_REPLY", node, text),
        ReplyBody::End(text) => answer("END", node, text),
        ReplyBody::Card(card) => answer("CARD", node, &product_card(card).to_string()),
        ReplyBody::Form(form) => {
            let written = serde_json::to_string(&WireForm::new(form)).unwrap_or_default();
            let mut said = answer("FROM_REPLY", node, &written);
            said["filledFlag"] = u8::from(form.answers.is_some()).into();
            said
        }
        ReplyBody::Faq { doc, text } => {
            let mut said = answer("FAQ", node, text);
            said["docId"] = doc.as_str().into();
            said
        }
        ReplyBody::Buttons { text, items } => {
            let mut said = answer("BUTTONS", node, text);
            said["itemList"] = json!(buttons(items).unwrap_or_default());
            said
        }
    }
}

/// The questions that a reply suggests.
pub fn suggestions(reply: &RobotReply) -> Vec<WireSuggestion> {
    reply
        .suggestions
        .iter()
        .map(|suggestion| WireSuggestion {
            question: suggestion.question.to_string(),
            doc_id: suggestion.doc.to_string(),
        })
        .collect()
}
