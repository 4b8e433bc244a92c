//! apiKeys/list, apiKeys/create and apiKeys/revoke (Protocol, 'API keys').

use crate::api_key::{ApiKey, LIVE_MAX};
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The response of apiKeys/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeysResponse {
    /// The tenant's keys, the newest first.
    pub list: Vec<WireApiKey>,
    /// The most keys that can be used at the same time.
    pub keys_max: usize,
}

impl ApiKeysResponse {
    /// The response with these keys.
    pub fn new(list: Vec<WireApiKey>) -> Self {
        let keys_max = LIVE_MAX;
        Self { list, keys_max }
    }
}

/// A key, without its text.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireApiKey {
    /// Its id.
    pub key_id: String,
    /// Its name, which visitors see beside its messages.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// The last characters of its text.
    pub hint: String,
    /// active, expired or revoked.
    pub state: &'static str,
    /// When it was made, in milliseconds since the epoch.
    pub created_at: i64,
    /// Who made it.
    pub created_by: String,
    /// When it ends; absent for no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// When it was revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<i64>,
    /// When it was last used; absent if it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<i64>,
    /// The address of its last use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_address: Option<String>,
}

impl WireApiKey {
    /// A key as the administration shows it at this time.
    pub fn of(key: &ApiKey, now: Timestamp) -> Self {
        let (kept, used) = (&key.kept, key.last_use());
        let millis = |at: Option<Timestamp>| at.map(Timestamp::as_millis);
        Self {
            key_id: key.id.clone(),
            name: kept.name.clone(),
            scopes: kept.scopes.clone(),
            hint: kept.hint.clone(),
            state: match (kept.revoked_at, key.is_live(now)) {
                (Some(_), _) => "revoked",
                (None, true) => "active",
                (None, false) => "expired",
            },
            created_at: kept.created_at.as_millis(),
            created_by: kept.created_by.to_string(),
            expires_at: millis(kept.expires_at),
            revoked_at: millis(kept.revoked_at),
            last_used_at: used.map(|(at, _)| at.as_millis()),
            last_used_address: used.and_then(|(_, address)| Some(address?.to_string())),
        }
    }
}

/// apiKeys/create.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateApiKeyRequest {
    /// Its name, which visitors see beside its messages; 1 to 60 characters.
    pub name: String,
    /// What it may do: conversations:read, messages:write, knowledge:manage, channels:manage.
    pub scopes: Vec<String>,
    /// When it ends, in milliseconds since the epoch; absent for no end.
    pub expires_at: Option<i64>,
}

/// The response of apiKeys/create.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateApiKeyResponse {
    /// The text of the key, in no other response.
    pub key: String,
    /// The key as apiKeys/list shows it.
    pub api_key: WireApiKey,
}

/// apiKeys/revoke.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeApiKeyRequest {
    /// The key.
    pub key_id: String,
}
