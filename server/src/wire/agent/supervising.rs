//! What supervisors see and do (Protocol, 'Supervisor's wall').

use super::{WireConversation, group_id};
use crate::wire::report::WireNumbers;
use actors_core::routing::{AlarmKind, RaisedAlarm};
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

/// whisper.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WhisperRequest {
    /// The visitor.
    #[schema(required = true)]
    pub user_id: String,
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    /// The text, which the agent reads, and no visitor.
    #[schema(required = true)]
    pub text: String,
}

/// setStatusOf.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct StatusOfRequest {
    /// The agent.
    #[schema(required = true)]
    pub admin_id: String,
    /// online, busy or offline.
    #[schema(required = true)]
    pub status: String,
}

/// wall.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct WallRequest {
    /// The version that the page has: only what changed since comes.
    pub since: Option<u64>,
}

/// The response of wall.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallResponse {
    /// Its version.
    pub version: u64,
    /// 1: all rows; 0: those that changed.
    pub whole: u8,
    /// When.
    pub at: i64,
    /// The queues.
    pub groups: Vec<WallGroup>,
    /// The agents, at most 500.
    pub agents: Vec<WallAgent>,
    /// What is there no longer.
    pub gone: WallGone,
    /// The numbers of today.
    pub today: WireNumbers,
    /// What needs attention.
    pub alarms: Vec<WallAlarm>,
    /// When alarms are raised.
    pub thresholds: WallThresholds,
}

/// A queue.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallGroup {
    /// The group; empty for the queue of all agents.
    pub group_id: String,
    /// Its name.
    pub group_name: String,
    /// The waiting visitors.
    pub waiting: u32,
    /// When the one came who has waited longest.
    pub oldest_since: Option<i64>,
    /// The agents who are online.
    pub online: u32,
    /// The agents who are busy.
    pub busy: u32,
    /// The agents who are away.
    pub away: u32,
    /// The conversations.
    pub talking: u32,
    /// How many conversations the online agents may have.
    pub seats: u32,
    /// How many of a hundred told waits were right.
    pub right_share: Option<u32>,
}

/// An agent.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallAgent {
    /// The agent.
    pub admin_id: String,
    /// Their name.
    pub admin_nick: String,
    /// Their picture.
    pub admin_face: String,
    /// Their groups.
    pub group_ids: Vec<String>,
    /// online, busy, away or offline.
    pub status: &'static str,
    /// Since when.
    pub since: i64,
    /// Their number of conversations.
    pub conversations: usize,
    /// How many they may have.
    pub capacity: u32,
}

/// What the wall shows no longer.
#[derive(Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallGone {
    /// Groups.
    pub group_ids: Vec<String>,
    /// Agents.
    pub admin_ids: Vec<String>,
}

/// What needs attention.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallAlarm {
    /// waiting, oldestWait, noAgent or missed.
    pub kind: &'static str,
    /// The group; empty for the queue of all agents, and of missed for all groups.
    pub group_id: String,
    /// Visitors, or seconds for oldestWait.
    pub value: u64,
}

impl From<&RaisedAlarm> for WallAlarm {
    fn from(raised: &RaisedAlarm) -> Self {
        Self {
            kind: alarm_kind(raised.kind),
            group_id: raised.group.as_ref().map(group_id).unwrap_or_default(),
            value: raised.value,
        }
    }
}

/// A threshold that was passed, as a desk hears of it.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAlarm {
    /// waiting, oldestWait or missed.
    pub kind: &'static str,
    /// The group; empty for the queue of all agents, and of missed for all groups.
    pub group_id: String,
    /// Visitors, or seconds for oldestWait, at that time.
    pub value: u64,
    /// When.
    pub at: i64,
}

impl DeskAlarm {
    /// As a desk hears of it at this time.
    pub fn new(raised: &RaisedAlarm, at: Timestamp) -> Self {
        let WallAlarm {
            kind,
            group_id,
            value,
        } = raised.into();
        Self {
            kind,
            group_id,
            value,
            at: at.as_millis(),
        }
    }
}

/// The name of a kind of alarm.
pub fn alarm_kind(kind: AlarmKind) -> &'static str {
    match kind {
        AlarmKind::Waiting => "waiting",
        AlarmKind::OldestWait => "oldestWait",
        AlarmKind::NoAgent => "noAgent",
        AlarmKind::Missed => "missed",
    }
}

/// When alarms are raised; absent: never.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallThresholds {
    /// Waiting visitors of a group.
    pub waiting: Option<u32>,
    /// Seconds that a visitor waits.
    pub oldest_wait: Option<u64>,
    /// Missed visitors of today.
    pub missed: Option<u32>,
}

/// wall/conversations. Names exactly one agent or one group.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WallConversationsRequest {
    /// The agent whose conversations to list.
    pub admin_id: Option<String>,
    /// The group whose waiting visitors to list.
    pub group_id: Option<String>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of wall/conversations.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WallConversationsResponse {
    /// At most 50.
    pub list: Vec<WireConversation>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
}
