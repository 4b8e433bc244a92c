//! The agents' calls (Protocol, 'Agent API'): who they are and how they stand.
//!
//! - [`desk`]: what happens to them. [`lists`]: conversations and visitors. [`talk`]: what they say and read.
//! - [`tried`]: what visitors tried with the robot.

pub mod desk;
pub mod lists;
pub mod talk;
pub mod tried;

pub use desk::{DeskEntry, DeskEvent, DeskPollRequest, DeskPollResponse, WireLine, place_of};
pub use lists::{ListRequest, ListResponse, VisitorRequest, VisitorResponse, WireConversation};
pub use talk::{
    AgentHistoryRequest, AgentReadRequest, AgentSendRequest, AgentSendResponse, NoteRequest,
    RecallRequest, TakeNextRequest, quoted,
};
pub use tried::{WireTried, WireVariable};

use actors_core::ids::GroupId;
use serde::{Deserialize, Serialize};

/// login.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// Whose agent.
    pub tenant_id: String,
    /// The account.
    pub account: String,
    /// The password.
    pub password: String,
}

/// An agent, as login and me answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentResponse {
    /// For every later call; login alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Which agent.
    pub admin_id: String,
    /// Name visitors read.
    pub admin_nick: String,
    /// Picture visitors see.
    pub admin_face: String,
    /// agent, supervisor or admin.
    pub role: &'static str,
    /// Whose lines they take visitors from.
    pub group_ids: Vec<String>,
    /// The most conversations at once.
    pub capacity: u32,
    /// How they stand; me alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// All groups by name, whether theirs or not; me alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<WireGroup>>,
    /// Hosts besides this server whose pictures the tenant's pages show; me alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture_hosts: Option<Vec<String>>,
}

/// A group.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireGroup {
    /// Which group.
    pub group_id: String,
    /// Its name.
    pub group_name: String,
}

/// setStatus.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct StatusRequest {
    /// online, busy or offline.
    pub status: String,
    /// How many conversations at once; absent leaves it.
    #[serde(default)]
    pub capacity: Option<u32>,
}

/// What setStatus answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StatusResponse {
    /// online, busy, away or offline.
    pub status: &'static str,
    /// How many conversations at once.
    pub capacity: u32,
}

/// The wire's `groupId` of a line: empty for that of all agents.
pub fn group_id(group: &GroupId) -> String {
    if group.is_everyone() {
        String::new()
    } else {
        group.to_string()
    }
}
