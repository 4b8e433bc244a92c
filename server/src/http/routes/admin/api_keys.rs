//! apiKeys/list, apiKeys/create and apiKeys/revoke: the keys of the shop's own servers.

use crate::admin::api_keys;
use crate::authentication::Admin;
use crate::error::Answer;
use crate::state::State;
use crate::wire::admin::api_keys::{
    ApiKeysResponse, CreateApiKeyRequest, CreateApiKeyResponse, RevokeApiKeyRequest, WireApiKey,
};
use crate::wire::envelope::{Nothing, success};
use crate::wire::session::BareRequest;
use actix_web::web::Data;

/// apiKeys/list: returns the tenant's keys, the newest first.
///
/// # Errors
/// 403 for any other agent.
pub async fn list(state: Data<State>, call: Admin<BareRequest>) -> Answer {
    let now = state.now();
    let all = state.api_keys.of(&call.who.tenant).into_iter();
    let list = all.map(|key| WireApiKey::of(&key, now)).collect();
    Ok(success(&ApiKeysResponse::new(list)))
}

/// apiKeys/create: returns the key's text, this once.
///
/// # Errors
/// 400 with every wrong field, 409 if the tenant has too many keys.
pub async fn create(state: Data<State>, call: Admin<CreateApiKeyRequest>) -> Answer {
    let now = state.now();
    let (key, made) = api_keys::create(state, call.who, call.body).await?;
    Ok(success(&CreateApiKeyResponse {
        key,
        api_key: WireApiKey::of(&made, now),
    }))
}

/// apiKeys/revoke: from here on the key is refused. A repeat changes nothing.
///
/// # Errors
/// 404 for a key that is not the tenant's.
pub async fn revoke(state: Data<State>, call: Admin<RevokeApiKeyRequest>) -> Answer {
    api_keys::revoke(state, call.who, call.body.key_id).await?;
    Ok(success(&Nothing {}))
}
