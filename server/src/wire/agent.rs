//! The agents' API (Protocol, 'Agent API'): their accounts and their status.
//!
//! - [`desk`]: their events. [`duty`]: what they owe. [`supervising`]: supervisors. [`lists`]: conversations and visitors.
//! - [`talk`]: sending and reading. [`push`]: the browsers that get their notifications.
//! - [`assist`]: help of the tenant's large model. [`search`]: what a search finds. [`tried`]: what visitors tried with the
//!   robot. [`visitors`]: what agents do about visitors.

pub mod assist;
pub mod desk;
pub mod duty;
pub mod lists;
pub mod push;
pub mod search;
pub mod supervising;
pub mod talk;
pub mod tried;
pub mod visitors;

pub use desk::{DeskEntry, DeskEvent, DeskPollRequest, DeskPollResponse, WireLine, place_of};
pub use duty::{WireDuty, WireRescue};
pub use lists::{ListRequest, ListResponse, VisitorRequest, VisitorResponse, WireConversation};
pub use talk::{
    AgentHistoryRequest, AgentReadRequest, AgentSendRequest, NoteRequest, RecallRequest,
    TakeNextRequest, quoted,
};
pub use tried::{WireTried, WireVariable};
pub use visitors::{
    BlockVisitorRequest, EditVisitorRequest, VisitorPastResponse, WatchRequest, WatchResponse,
    WireBlock, WirePage, WirePastConversation, WireVisit,
};

use crate::fixtures::findings::Flag;
use actors_core::ids::GroupId;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

/// login.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// Whose agent; empty: of the only tenant there is.
    #[serde(default)]
    pub tenant_id: String,
    /// The account.
    pub account: String,
    /// The password.
    pub password: String,
    /// The code of the second step, if the account has one: of the authenticator app, or a recovery code.
    pub code: Option<String>,
}

/// An agent, in the responses of login and me.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentResponse {
    /// Authenticates every later call; only in login.
    pub token: Option<String>,
    /// 1: the sign-in may do no more than set up the second step, which the tenant requires; only in login and join.
    pub must_set_up_totp: Option<Flag>,
    /// Where signing out goes on at the provider; only in signOn/finish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign_out_url: Option<String>,
    /// The agent's tenant; only in login and join.
    pub tenant_id: Option<String>,
    /// The agent.
    pub admin_id: String,
    /// The name that visitors see.
    pub admin_nick: String,
    /// The picture that visitors see.
    pub admin_face: String,
    /// agent, supervisor or admin.
    pub role: &'static str,
    /// The groups whose waiting visitors they take.
    pub group_ids: Vec<String>,
    /// Maximum number of conversations at once.
    pub capacity: u32,
    /// Their status; only in me.
    pub status: Option<&'static str>,
    /// All groups of the tenant by name; only in me.
    pub groups: Option<Vec<WireGroup>>,
    /// Hosts, besides this server, whose pictures the tenant's pages show; only in me.
    pub picture_hosts: Option<Vec<String>>,
    /// 1: the server sends mail; only in me.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sends_mail: Option<Flag>,
    /// The shop's name; only in me.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shop_name: Option<String>,
    /// 1: the tenant has a large model, which translates and sums up; only in me.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_model: Option<Flag>,
}

/// A group.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireGroup {
    /// The group.
    pub group_id: String,
    /// Its name.
    pub group_name: String,
}

/// setStatus.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusRequest {
    /// online, busy or offline.
    pub status: String,
    /// Maximum number of conversations at once; absent to leave it.
    pub capacity: Option<u32>,
    /// With offline, where the open conversations go: keep, queue (the default), agent or group.
    pub open: Option<String>,
    /// The agent who gets them.
    pub admin_id: Option<String>,
    /// The group that gets them.
    pub group_id: Option<String>,
}

/// The response of setStatus.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StatusResponse {
    /// online, busy, away or offline.
    pub status: &'static str,
    /// Maximum number of conversations at once.
    pub capacity: u32,
}

/// The wire's `groupId` of a line; empty for the line of all agents.
pub fn group_id(group: &GroupId) -> String {
    if group.is_everyone() {
        String::new()
    } else {
        group.to_string()
    }
}
