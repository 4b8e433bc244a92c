//! Lists of conversations, and their visitors: listConversations, take, takeNext, getVisitor.

use super::duty::WireDuty;
use super::group_id;
use super::tried::WireTried;
use super::visitors::{WireBlock, WireVisit};
use crate::wire::codes;
use crate::wire::message::{Reader, WireMessage};
use crate::wire::names;
use actors_core::ids::TagId;
use actors_core::routing::Conversation;
use actors_core::session::commands::describe::Overview;
use actors_core::session::phase::Status;
use serde::{Deserialize, Serialize};

/// listConversations.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct ListRequest {
    /// mine (the default), queue, robot or ended.
    #[serde(rename = "box")]
    pub which: Option<String>,
    /// Part of a visitor's name or id.
    pub search: Option<String>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of listConversations.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct ListResponse {
    /// mine: oldest first; queue: in the order of the lines; robot: by name; ended: newest first.
    pub list: Vec<WireConversation>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
}

/// A conversation in a list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireConversation {
    /// The visitor.
    pub user_id: String,
    /// Their session.
    pub session_id: String,
    /// The visitor's name, if they gave one.
    pub user_name: String,
    /// The channel they came through.
    pub channel_id: String,
    /// The group whose line they came through.
    pub group_id: String,
    /// 0 ended, 1 robot, 2 manual, 3 queued.
    pub status: u8,
    /// The place in the queue, 1 for the first.
    pub wait_index: u32,
    /// When the current status began.
    pub since: i64,
    /// The newest message.
    pub last_msg: Option<WireMessage>,
    /// Messages of the visitor that no agent has read.
    pub unread: u32,
    /// The agent, while connected to one.
    pub admin_id: String,
    /// The ids of its tags, in the order in which they were added.
    pub tags: Vec<String>,
    /// What its agent owes, and why they have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duty: Option<WireDuty>,
}

impl Reader<'_> {
    /// One of the agent's own conversations, as their desk lists it.
    pub fn listed(&self, conversation: &Conversation, admin_id: &str) -> WireConversation {
        let place = &conversation.place;
        WireConversation {
            user_id: place.visitor.to_string(),
            session_id: names::session_id(&place.visitor, place.session),
            user_name: conversation.name.to_string(),
            channel_id: conversation.channel.to_string(),
            group_id: group_id(&conversation.group),
            status: codes::status(Status::Manual),
            wait_index: 0,
            since: conversation.since.as_millis(),
            last_msg: conversation.last.as_ref().and_then(|(seq, entry)| {
                self.naming(&conversation.name)
                    .message(place.session, *seq, entry)
            }),
            unread: conversation.unread,
            admin_id: admin_id.to_owned(),
            tags: written(&conversation.tags),
            duty: conversation.duty.as_deref().map(WireDuty::from),
        }
    }

    /// Any conversation, as its session describes it.
    pub fn overview(&self, overview: &Overview, wait_index: u32) -> WireConversation {
        let place = &overview.place;
        WireConversation {
            user_id: place.visitor.to_string(),
            session_id: names::session_id(&place.visitor, place.session),
            user_name: overview.details.name.to_string(),
            channel_id: overview.channel.to_string(),
            group_id: overview.group.as_ref().map(group_id).unwrap_or_default(),
            status: codes::status(overview.status),
            wait_index,
            since: overview.since.as_millis(),
            last_msg: overview.last.as_ref().and_then(|(seq, entry)| {
                self.naming(&overview.details.name)
                    .message(place.session, *seq, entry)
            }),
            unread: overview.unread,
            admin_id: overview
                .agent
                .as_ref()
                .map(|agent| agent.agent.to_string())
                .unwrap_or_default(),
            tags: written(&overview.tags),
            duty: overview.duty.as_ref().map(WireDuty::from),
        }
    }
}

fn written(tags: &[TagId]) -> Vec<String> {
    tags.iter().map(ToString::to_string).collect()
}

/// Calls that name the visitor: getVisitor, typing, take, inviteEvaluate, closeConversation.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorRequest {
    /// The visitor.
    pub user_id: String,
}

/// The response of getVisitor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct VisitorResponse {
    pub user_id: String,
    pub session_id: String,
    pub user_name: String,
    pub email: String,
    pub phone: String,
    pub channel_id: String,
    pub locale: String,
    pub previous_url: String,
    /// The page they are on.
    pub refer: String,
    /// Its title, and the shop's own names and values of it, JSON inside a string.
    pub title: String,
    pub context: String,
    /// 1: they join the queue ahead, because the shop's server says so.
    pub priority: u8,
    /// Their answers to the form before the chat, JSON inside a string.
    pub form_params: String,
    /// The tenant's own parameters, JSON inside a string.
    pub params: String,
    pub pid: String,
    pub fiy_book_code: String,
    /// The group and the agent their page was opened for.
    pub group_id: String,
    pub admin_id: String,
    /// mobile or desktop; empty if their browser does not say.
    pub device: String,
    /// Whether they asked the robot a question in this session.
    pub robot_tried: bool,
    /// What they tried with the robot, if they did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robot_summary: Option<WireTried>,
    /// Number of their sessions, including this one.
    pub sessions: u32,
    /// When this one began.
    pub since: i64,
    /// The seq of this session up to which they have read. Later values come as `read` events of the poll.
    pub read_cursor: u64,
    /// The ids of this session's tags, in the order in which they were added.
    pub tags: Vec<String>,
    /// What their browser says, and what agents corrected.
    pub visit: WireVisit,
    /// The shop's own name of them, signed by the shop's server; empty if it did not vouch for one.
    pub verified_id: String,
    /// The block that holds at this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<WireBlock>,
}

impl VisitorResponse {
    /// Builds the response; `robot_summary` is what was tried with the robot.
    pub fn new(overview: &Overview, robot_summary: Option<WireTried>) -> Self {
        let (place, details) = (&overview.place, &overview.details);
        Self {
            user_id: place.visitor.to_string(),
            session_id: names::session_id(&place.visitor, place.session),
            user_name: details.name.to_string(),
            email: details.email.to_string(),
            phone: details.phone.to_string(),
            channel_id: overview.channel.to_string(),
            locale: overview.language.as_str().to_owned(),
            previous_url: details.previous_url.to_string(),
            refer: details.refer.to_string(),
            title: details.shop_page.title.to_string(),
            context: details.shop_page.context.to_string(),
            priority: codes::priority(details.shop_page.rank),
            form_params: details.form.to_string(),
            params: details.params.to_string(),
            pid: details.pid.to_string(),
            fiy_book_code: details.booking_code.to_string(),
            group_id: details.group.to_string(),
            admin_id: details.agent.to_string(),
            device: details.device.to_string(),
            robot_tried: overview.robot_tried,
            robot_summary,
            sessions: place.session.0,
            since: overview.started.as_millis(),
            read_cursor: overview.visitor_read.0,
            tags: written(&overview.tags),
            visit: WireVisit::from(&details.visit),
            verified_id: String::new(),
            block: None,
        }
    }
}
