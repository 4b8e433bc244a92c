//! Setting up a shop and joining one, without a sign-in (Protocol, 'First start'); and the administration's calls about who may
//! sign in, and the checklist.

use crate::fixtures::findings::Flag;
use crate::new_shop::NewShop;
use crate::register::Created;
use serde::{Deserialize, Serialize};

/// setup/state.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SetupStateRequest {
    /// The token of a setup link.
    pub token: Option<String>,
}

/// Whether a shop is to be set up.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupStateResponse {
    /// 1: there is no tenant yet.
    pub needed: Flag,
    /// 1: the token may be used to set one up.
    pub valid: Flag,
}

/// setup/create.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SetupCreateRequest {
    /// The token of a setup link.
    pub token: Option<String>,
    /// The shop's name.
    pub shop_name: Option<String>,
    /// The language of its texts, one of the 24.
    pub lang: Option<String>,
    /// Its time zone, such as `Europe/Berlin`.
    pub time_zone: Option<String>,
    /// What the first administrator signs in with.
    pub account: Option<String>,
    /// Their name; the account where it is left out.
    pub nick: Option<String>,
    /// Their password.
    pub password: Option<String>,
}

impl SetupCreateRequest {
    /// What is asked for, and the token that allows it.
    pub fn into_shop(self) -> (String, NewShop) {
        let trimmed = |text: Option<String>| text.unwrap_or_default().trim().to_owned();
        let shop = NewShop {
            shop_name: trimmed(self.shop_name),
            lang: trimmed(self.lang),
            time_zone: trimmed(self.time_zone),
            account: trimmed(self.account),
            nick: trimmed(self.nick),
            password: self.password.unwrap_or_default(),
        };
        (self.token.unwrap_or_default(), shop)
    }
}

/// A shop that was set up.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupCreateResponse {
    /// The tenant.
    pub tenant_id: String,
    /// Its channel.
    pub channel_id: String,
    /// Its robot.
    pub robot_no: String,
    /// Its administrator.
    pub admin_id: String,
    /// Signs the administrator in, as login's token does.
    pub agent_token: String,
}

impl From<Created> for SetupCreateResponse {
    fn from(created: Created) -> Self {
        Self {
            tenant_id: created.tenant.to_string(),
            channel_id: created.channel.to_string(),
            robot_no: created.robot,
            admin_id: created.admin.to_string(),
            agent_token: created.token,
        }
    }
}

/// joinInfo.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JoinInfoRequest {
    /// The token of the link.
    pub token: Option<String>,
}

/// Whose password the link sets.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinInfoResponse {
    /// The shop's name.
    pub shop_name: String,
    /// What the agent signs in with.
    pub account: String,
    /// The agent's name.
    pub nick: String,
    /// `invite` or `reset`.
    pub purpose: &'static str,
}

/// join.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JoinRequest {
    /// The token of the link.
    pub token: Option<String>,
    /// The password the agent chose.
    pub password: Option<String>,
}

/// agents/invite.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteRequest {
    /// Who is invited, or chooses another password.
    pub admin_id: String,
    /// The agent's version that was seen; not checked where it is left out.
    pub version: Option<u64>,
    /// 1: the link also goes to the agent by mail.
    #[serde(default)]
    pub mail: Option<Flag>,
}

/// A link for an agent.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteResponse {
    /// The path and fragment of the page where the agent chooses a password.
    pub link: String,
    /// When the link ends, in milliseconds since the epoch.
    pub expires_at: i64,
    /// The address that the link goes to by mail; absent if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mailed_to: Option<String>,
}

/// agents/signOut.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignOutRequest {
    /// Whose sign-ins end.
    pub admin_id: String,
}

/// The facts of the checklist.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartResponse {
    /// How many documents the robots know.
    pub answers: usize,
    /// 1: a channel has other colours than a new shop's.
    pub colours_set: Flag,
    /// 1: a chat was opened inside a page of another origin.
    pub embedded: Flag,
    /// How many agents have a password.
    pub agents: usize,
    /// 1: a chat was opened.
    pub tried: Flag,
    /// The tenant's first channel; empty where there is none.
    pub channel_id: String,
    /// The tenant's name.
    pub shop_name: String,
}
