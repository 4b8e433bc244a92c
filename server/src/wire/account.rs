//! An agent's own account (Protocol, 'Own account').

use crate::agent_token::SignIn;
use crate::fixtures::findings::Flag;
use serde::{Deserialize, Serialize};

/// account/get and account/update: the caller's own account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountResponse {
    /// The agent.
    pub admin_id: String,
    /// What they sign in with.
    pub account: String,
    /// The name that visitors see.
    pub admin_nick: String,
    /// The picture that visitors see.
    pub admin_face: String,
    /// agent, supervisor or admin.
    pub role: &'static str,
    /// The shop's name.
    pub shop_name: String,
    /// 1: signing in needs a code.
    pub totp_set: Flag,
    /// 1: the shop requires it, so it cannot be switched off.
    pub totp_required: Flag,
    /// Number of unused recovery codes.
    pub recovery_codes_left: usize,
}

/// account/update: what is left out stays.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AccountUpdateRequest {
    /// The name that visitors see.
    pub admin_nick: Option<String>,
    /// The picture that visitors see; empty for none.
    pub admin_face: Option<String>,
}

/// account/changePassword.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    /// The password until now.
    pub old_password: String,
    /// The new one.
    pub password: String,
}

/// account/signIns.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignInsResponse {
    /// The sign-ins that are valid, newest first.
    pub list: Vec<WireSignIn>,
}

/// A sign-in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WireSignIn {
    /// Names it in account/signOut.
    pub id: String,
    /// When, in milliseconds since the epoch.
    pub at: i64,
    /// From which address; of an IPv6 address its network.
    pub address: String,
    /// With which browser; empty if unknown.
    pub browser: String,
    /// On which system; empty if unknown.
    pub system: String,
    /// 1: the one that makes this call.
    pub current: Flag,
}

impl WireSignIn {
    /// Writes a sign-in of the store.
    pub fn of(id: String, sign_in: SignIn, current: &str) -> Self {
        Self {
            current: Flag(id == current),
            id,
            at: sign_in.at.as_millis(),
            address: sign_in.place.address,
            browser: sign_in.place.browser,
            system: sign_in.place.system,
        }
    }
}

/// account/signOut.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct SignOutOneRequest {
    /// The sign-in that ends; all but the caller's own where it is left out.
    pub id: Option<String>,
}

/// account/totp/begin.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct TotpBeginRequest {
    /// The caller's password; not needed right after a sign-in that must set it up.
    pub password: Option<String>,
}

/// A secret for an authenticator app, shown this once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TotpBeginResponse {
    /// The secret in base32, to type.
    pub secret: String,
    /// The address that the app reads from a QR code.
    pub uri: String,
}

/// account/totp/confirm.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct TotpConfirmRequest {
    /// The first code of the app.
    pub code: String,
}

/// Recovery codes, shown this once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodesResponse {
    /// Each signs in once in place of a code.
    pub recovery_codes: Vec<String>,
}

/// account/totp/recoveryCodes and account/totp/off: one of the two.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct TotpProofRequest {
    /// The caller's password.
    pub password: Option<String>,
    /// A code of the app, or a recovery code.
    pub code: Option<String>,
}

/// agents/resetTotp.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetTotpRequest {
    /// Whose second step is removed.
    pub admin_id: String,
}
