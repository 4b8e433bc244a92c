//! The calls of those who run several tenants (Protocol, 'Operators').

use crate::fixtures::findings::Flag;
use serde::{Deserialize, Serialize};

/// login.
#[derive(Deserialize, utoipa::ToSchema)]
pub struct OperatorLoginRequest {
    /// The account.
    pub account: String,
    /// The password.
    pub password: String,
    /// The code of the second step, if the account has one: of the authenticator app, or a recovery code.
    pub code: Option<String>,
}

/// An operator's forgotPassword.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct OperatorForgotRequest {
    /// The account, which must be an e-mail address.
    pub account: String,
}

/// login and join: the operator is signed in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OperatorEnteredResponse {
    /// Authenticates every later call; absent after join if the account has a second step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// What the operator signs in with.
    pub account: String,
}

/// joinInfo.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OperatorJoinInfoResponse {
    /// What the operator signs in with.
    pub account: String,
    /// `invite` or `reset`.
    pub purpose: &'static str,
}

/// me.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorResponse {
    /// What the operator signs in with.
    pub account: String,
    /// 1: signing in needs a code.
    pub totp_set: Flag,
    /// Number of unused recovery codes.
    pub recovery_codes_left: usize,
}

/// tenants.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantsResponse {
    /// All tenants, by id.
    pub list: Vec<WireTenant>,
    /// Since when `messages` are counted, in milliseconds since the epoch: when the server started.
    pub counted_from: i64,
}

/// A tenant, as an operator sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTenant {
    /// The tenant.
    pub tenant_id: String,
    /// Its name.
    pub name: String,
    /// 0: it is disabled.
    pub enabled: Flag,
    /// Bytes of its uploaded files, a few minutes old; absent until they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_bytes: Option<u64>,
    /// What goes on there; absent while it is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<WireLoad>,
}

/// What goes on at a tenant now.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireLoad {
    /// Visitors with an open page, and those who left a few minutes ago.
    pub visitors: usize,
    /// Those of them who neither wait nor talk with an agent.
    pub with_robot: usize,
    /// Visitors who wait for an agent.
    pub waiting: usize,
    /// Visitors who talk with an agent, whether or not their page is open.
    pub talking: usize,
    /// Agents who are online, busy or away.
    pub agents_online: usize,
    /// All agents.
    pub agents: usize,
    /// Messages of the last 24 hours: this hour and the 23 before it, but none of before `countedFrom`.
    pub messages: u64,
}

/// tenants/enable and tenants/disable.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantRequest {
    /// The tenant.
    pub tenant_id: String,
}
