//! Makes and revokes API keys. Each is durable with its audit record before it takes effect.

use super::audit::{self, Action, AuditRecord};
use super::difference::FieldChange;
use crate::agent_token::SignedIn;
use crate::api_key::{ApiKey, KEPT_MAX, LIVE_MAX, Made, NAME_CHARS_MAX, NewKey, Scope};
use crate::blocking::block;
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::state::State;
use crate::wire::admin::api_keys::CreateApiKeyRequest;
use actix_web::web::Data;
use actors_core::time::Timestamp;
use actors_runtime::ports::DocumentChange;
use serde_json::{Value, json};
use std::sync::Arc;

/// What the audit calls them.
const THING: &str = "apiKeys";

/// Makes a key. Returns its text and the key. It completes even if the caller is gone.
///
/// # Errors
/// 400 with every wrong field, 409 if the tenant has too many keys, 503 if the store failed.
pub async fn create(
    state: Data<State>,
    who: Arc<SignedIn>,
    asked: CreateApiKeyRequest,
) -> Result<(String, Arc<ApiKey>), ApiError> {
    let new = read(asked, state.now()).map_err(ApiError::InvalidFields)?;
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let (all, now) = (state.api_keys.of(&who.tenant), state.now());
        let live = all.iter().filter(|key| key.is_live(now)).count();
        if live >= LIVE_MAX {
            return Err(ApiError::Conflict(
                "the tenant has 50 keys: revoke one first",
            ));
        }
        let gone: Vec<_> = all
            .into_iter()
            .filter(|key| !key.is_live(now))
            .skip(KEPT_MAX - LIVE_MAX)
            .collect();
        let Made { text, key } = ApiKey::make(&who.tenant, &who.agent, new, now);
        let mut changes = vec![key.change()];
        changes.extend(gone.iter().flat_map(|key| key.forgetting()));
        let record = AuditRecord {
            version: 1,
            fields: ["name", "scopes", "expiresAt"].map(String::from).into(),
            changes: told(&key),
            ..record(&state, &who, Action::Put, &key)
        };
        keep(&state, &who, changes, &record).await?;
        state.api_keys.forget(&gone);
        state.api_keys.hold(key);
        let held = state.api_keys.find(&text);
        Ok((text, held.ok_or_else(|| ApiError::internal("no key"))?))
    });
    task.await.map_err(ApiError::internal)?
}

/// Revokes a key. A revoked one stays as it is.
///
/// # Errors
/// 404 for a key that is not the tenant's, 503 if the store failed.
pub async fn revoke(state: Data<State>, who: Arc<SignedIn>, id: String) -> Result<(), ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let key = state.api_keys.named(&who.tenant, &id);
        let key = key.ok_or(ApiError::NotFound)?;
        if key.kept.revoked_at.is_some() {
            return Ok(());
        }
        let revoked = key.revoked(state.now());
        let record = AuditRecord {
            changes: vec![FieldChange {
                field: "name".to_owned(),
                before: json!(key.kept.name),
                after: Value::Null,
            }],
            ..record(&state, &who, Action::Delete, &key)
        };
        keep(&state, &who, vec![revoked.change()], &record).await?;
        state.api_keys.hold(revoked);
        Ok(())
    });
    task.await.map_err(ApiError::internal)?
}

/// Reads what a new key is to be, or every wrong field.
fn read(asked: CreateApiKeyRequest, now: Timestamp) -> Result<NewKey, Vec<FieldError>> {
    let mut errors = Vec::new();
    let name = asked.name.trim().to_owned();
    let chars = name.chars().count();
    if !(1..=NAME_CHARS_MAX).contains(&chars) || name.chars().any(char::is_control) {
        errors.push(FieldError::new("name", "must have 1 to 60 characters"));
    }
    let named: Vec<_> = asked.scopes.iter().map(|name| Scope::named(name)).collect();
    if named.is_empty() || named.iter().any(Option::is_none) {
        let known = Scope::ALL.map(Scope::name).join(", ");
        let message = format!("must be one or more of {known}");
        errors.push(FieldError::new("scopes", message));
    }
    let expires_at = asked.expires_at.map(Timestamp::from_millis);
    if expires_at.is_some_and(|end| end <= now) {
        errors.push(FieldError::new("expiresAt", "must be in the future"));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let all = Scope::ALL.into_iter();
    Ok(NewKey {
        name,
        scopes: all.filter(|scope| named.contains(&Some(*scope))).collect(),
        expires_at,
    })
}

fn told(key: &ApiKey) -> Vec<FieldChange> {
    let kept = &key.kept;
    let now_is = |field: &str, after: Value| FieldChange {
        field: field.to_owned(),
        before: Value::Null,
        after,
    };
    let mut all = vec![
        now_is("name", json!(kept.name)),
        now_is("scopes", json!(kept.scopes.join(", "))),
    ];
    if let Some(end) = kept.expires_at {
        all.push(now_is("expiresAt", json!(end.as_millis())));
    }
    all
}

fn record(state: &State, who: &SignedIn, action: Action, key: &ApiKey) -> AuditRecord {
    let at = state.admin.audit.draw(state.now());
    audit::record(at, &who.agent, action, THING, &key.id)
}

async fn keep(
    state: &State,
    who: &SignedIn,
    mut changes: Vec<DocumentChange>,
    record: &AuditRecord,
) -> Result<(), ApiError> {
    changes.push(audit::written(&who.tenant, record));
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&changes)).await
}
