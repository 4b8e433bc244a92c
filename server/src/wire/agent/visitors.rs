//! What agents do about visitors: editVisitor, blockVisitor, getVisitorPast; and watching: watch, unwatch, stepIn.

use crate::blocks::Block;
use crate::fixtures::findings::Flag;
use crate::wire::leave_message::WireLeaveMessage;
use crate::wire::work_order::agent::AgentOrder;
use actors_core::session::visit::{PageSeen, Visit};
use serde::{Deserialize, Serialize};

/// editVisitor. An absent field stays as it is; an empty one is deleted.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditVisitorRequest {
    /// The visitor.
    pub user_id: String,
    /// At most 100 characters.
    pub user_name: Option<String>,
    /// An e-mail address.
    pub email: Option<String>,
    /// At most 40 characters.
    pub phone: Option<String>,
}

/// blockVisitor.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockVisitorRequest {
    /// The visitor.
    pub user_id: String,
    /// hour, day, week, month (30 days) or ever.
    #[serde(rename = "for")]
    pub length: String,
    /// Why; 1 to 200 characters.
    pub reason: String,
}

/// A blocked visitor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireBlock {
    /// The visitor.
    pub user_id: String,
    /// Their name when they were blocked.
    pub user_name: String,
    /// The shop's own name of the person, if the shop vouched for it; empty if not.
    pub verified_id: String,
    /// Why.
    pub reason: String,
    /// The agent who blocked them.
    pub admin_id: String,
    /// That agent's name today; empty if they are gone.
    pub admin_nick: String,
    /// When, in milliseconds since the epoch.
    pub at: i64,
    /// Until when; absent for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

impl WireBlock {
    /// A block, with the name of the agent who blocked.
    pub fn new(block: &Block, admin_nick: String) -> Self {
        Self {
            user_id: block.visitor.to_string(),
            user_name: block.name.clone(),
            verified_id: block.identity.clone().unwrap_or_default(),
            reason: block.reason.clone(),
            admin_id: block.by.to_string(),
            admin_nick,
            at: block.at.as_millis(),
            until: block.until.map(|until| until.as_millis()),
        }
    }
}

/// Body of watch and unwatch.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchRequest {
    /// The visitor of the conversation.
    pub user_id: String,
    /// The page's own name for itself, at most 64 characters. A page watches one conversation.
    #[serde(default)]
    pub page: String,
}

/// Response of watch.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchResponse {
    /// 0: the conversation is over, 1: the visitor is with the robot, 2: with an agent, 3: they wait.
    pub status: u8,
    /// The agent of the conversation; empty if there is none.
    pub admin_id: String,
    /// That agent's name.
    pub admin_nick: String,
    /// 1: the caller looks after the conversation, so they may whisper, take it over and end it.
    pub oversees: Flag,
}

/// What the visitor's browser says, and what agents corrected.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireVisit {
    /// The browser, such as `Firefox 144`; empty if unknown.
    pub browser: String,
    /// The system, such as `Windows`; empty if unknown.
    pub system: String,
    /// The IANA name of the visitor's time zone; empty if unknown.
    pub time_zone: String,
    /// The newest pages of the shop that they saw, oldest first, at most 8.
    pub pages: Vec<WirePage>,
    /// The fields that an agent corrected: userName, email, phone. Pages no longer change them.
    pub corrected: Vec<&'static str>,
}

/// A page of the shop that the visitor saw.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WirePage {
    /// Its address.
    pub url: String,
    /// Its title; empty if unknown.
    pub title: String,
    /// When the chat first heard of it, in milliseconds since the epoch.
    pub at: i64,
}

impl From<&PageSeen> for WirePage {
    fn from(page: &PageSeen) -> Self {
        Self {
            url: page.address.to_string(),
            title: page.title.to_string(),
            at: page.at.as_millis(),
        }
    }
}

impl From<&Visit> for WireVisit {
    fn from(visit: &Visit) -> Self {
        let corrected = &visit.corrected;
        let all = [
            ("userName", corrected.name),
            ("email", corrected.email),
            ("phone", corrected.phone),
        ];
        let corrected = all.into_iter().filter(|(_, is)| *is);
        Self {
            browser: visit.browser.to_string(),
            system: visit.system.to_string(),
            time_zone: visit.time_zone.to_string(),
            pages: visit.pages.iter().map(WirePage::from).collect(),
            corrected: corrected.map(|(field, _)| field).collect(),
        }
    }
}

/// The response of getVisitorPast: what the person did before, under any of their names.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorPastResponse {
    /// Earlier conversations, newest first, at most 50.
    pub conversations: Vec<WirePastConversation>,
    /// Older ones exist.
    pub more: bool,
    /// The newest messages they left.
    pub leave_msgs: Vec<WireLeaveMessage>,
    /// Their newest work orders.
    pub work_orders: Vec<AgentOrder>,
    /// The other visitors of the same verified person.
    pub same_person: Vec<String>,
}

/// An earlier conversation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WirePastConversation {
    /// The visitor.
    pub user_id: String,
    /// The session.
    pub session_id: String,
    /// When it began, in milliseconds since the epoch.
    pub since: i64,
    /// When its last line came.
    pub until: i64,
    /// Number of messages of the visitor and of agents.
    pub messages: usize,
    /// The visitor's first words; empty if they said nothing.
    pub first_words: String,
    /// The agents who talked, as visitors saw them.
    pub agents: Vec<String>,
    /// The visitor's rating: stars, or the level of a score; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub star: Option<u8>,
    /// Whether the visitor's problem was solved; only with a rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<u8>,
}
