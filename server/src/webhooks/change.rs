//! Makes, changes and deletes webhooks, and turns them off. Each change has its audit record in the same commit.

use super::event::EventKind;
use super::hook::{Config, Health, Hook, OffReason, OldSecret, TurnedOff};
use super::{HOOKS_MAX, Webhooks, recorder, sign};
use crate::admin::audit::{self, Action, AuditRecord};
use crate::admin::difference::FieldChange;
use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::mail::notices::{self, Notice};
use crate::secrets;
use crate::state::State;
use crate::wire::admin::webhooks::PutWebhookRequest;
use actix_web::web::Data;
use actors_core::ids::AgentId;
use actors_core::time::Span;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How long a replaced secret stays valid (Protocol, 'Webhooks').
const OLD_SECRET_VALID: Span = Span::from_minutes(24 * 60);

/// The longest address, in bytes.
const URL_BYTES_MAX: usize = 2_000;

/// The longest description, in characters.
const DESCRIPTION_CHARS_MAX: usize = 500;

/// The kind of setting in audit records.
pub const THING: &str = "webhooks";

/// Who turns webhooks off, in audit records. No agent has this id.
const SERVER: &str = "@server";

/// Creates or changes a webhook. Returns it, and the secret of a new one.
///
/// # Errors
/// 400 with every wrong field, 404 for an unknown one, 409 if `version` is not the newest or there are too many.
pub async fn put(
    state: Data<State>,
    who: Arc<SignedIn>,
    asked: PutWebhookRequest,
) -> Result<(Arc<Hook>, Option<String>), ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let events = checked(&state.webhooks, &asked)?;
        match asked.webhook_id.as_deref().filter(|id| !id.is_empty()) {
            Some(id) => {
                let hook = find(&state, &who, id)?;
                Ok((renew(&state, &who, hook, &asked, events).await?, None))
            }
            None => create(&state, &who, asked, events).await,
        }
    });
    task.await.map_err(ApiError::internal)?
}

/// Checks every field. Returns the events.
fn checked(
    webhooks: &Webhooks,
    asked: &PutWebhookRequest,
) -> Result<BTreeSet<EventKind>, ApiError> {
    let mut wrong = Vec::new();
    if asked.url.len() > URL_BYTES_MAX {
        wrong.push(FieldError::new("url", "must have at most 2,000 bytes"));
    } else if !webhooks.permits(&asked.url) {
        wrong.push(FieldError::new(
            "url",
            "must be an https address with a public host name and port 443, or one that the operator allows",
        ));
    }
    if asked.description.chars().count() > DESCRIPTION_CHARS_MAX {
        wrong.push(FieldError::new(
            "description",
            "must have at most 500 characters",
        ));
    }
    let chosen: Vec<_> = asked
        .events
        .iter()
        .map(|name| EventKind::chosen(name))
        .collect();
    if chosen.is_empty() || chosen.contains(&None) {
        wrong.push(FieldError::new(
            "events",
            "must name one or more of the events that webhooks can tell",
        ));
    }
    match wrong.is_empty() {
        true => Ok(chosen.into_iter().flatten().collect()),
        false => Err(ApiError::InvalidFields(wrong)),
    }
}

async fn create(
    state: &State,
    who: &SignedIn,
    asked: PutWebhookRequest,
    events: BTreeSet<EventKind>,
) -> Result<(Arc<Hook>, Option<String>), ApiError> {
    if state.webhooks.of(&who.tenant).len() >= HOOKS_MAX {
        return Err(ApiError::Conflict("a shop has at most 20 webhooks"));
    }
    let secret = sign::secret();
    let config = Config {
        url: asked.url,
        events,
        description: asked.description,
        enabled: asked.enabled,
        secret: secret.clone(),
        old: None,
        off: None,
        created_at: state.now().as_millis(),
        version: 1,
    };
    let id = secrets::random_name();
    let hook = Hook::new(who.tenant.clone(), &id, config, Health::default());
    let hook = Arc::new(hook);
    let config = hook.config.load_full();
    keep(state, (&who.agent, Action::Put), &hook, None, Some(&config)).await?;
    state
        .webhooks
        .replace(&who.tenant, |of| of.push(Arc::clone(&hook)));
    Ok((hook, Some(secret)))
}

async fn renew(
    state: &State,
    who: &SignedIn,
    hook: Arc<Hook>,
    asked: &PutWebhookRequest,
    events: BTreeSet<EventKind>,
) -> Result<Arc<Hook>, ApiError> {
    let before = hook.config.load_full();
    if asked
        .version
        .is_some_and(|version| version != before.version)
    {
        return Err(ApiError::Conflict("somebody else changed it meanwhile"));
    }
    let config = Config {
        url: asked.url.clone(),
        events,
        description: asked.description.clone(),
        enabled: asked.enabled,
        off: before.off.filter(|_| !asked.enabled),
        version: before.version + 1,
        ..Config::clone(&before)
    };
    let by = (&who.agent, Action::Put);
    keep(state, by, &hook, Some(&before), Some(&config)).await?;
    if config.enabled && !before.enabled {
        hook.health.lock().failing_since = None;
        state.webhooks.recorder.note_health(&hook);
    }
    hook.config.store(Arc::new(config));
    hook.wake.notify_one();
    Ok(hook)
}

/// Deletes a webhook with its queue and its log.
///
/// # Errors
/// 404 for an unknown one.
pub async fn delete(state: Data<State>, who: Arc<SignedIn>, id: String) -> Result<(), ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let hook = find(&state, &who, &id)?;
        let before = hook.config.load_full();
        let by = (&who.agent, Action::Delete);
        keep(&state, by, &hook, Some(&before), None).await?;
        hook.is_deleted.store(true, Ordering::Relaxed);
        state
            .webhooks
            .replace(&who.tenant, |of| of.retain(|other| other.id != hook.id));
        hook.wake.notify_one();
        let (store, prefix) = (Arc::clone(state.office.store()), hook.prefix());
        block(move || recorder::clear(store.as_ref(), &prefix)).await
    });
    task.await.map_err(ApiError::internal)?
}

/// Gives a webhook a new secret. The one before stays valid for a day. Returns the new one.
///
/// # Errors
/// 404 for an unknown one.
pub async fn rotate(
    state: Data<State>,
    who: Arc<SignedIn>,
    id: String,
) -> Result<(Arc<Hook>, String), ApiError> {
    let task = actix_web::rt::spawn(async move {
        let _turn = state.admin.turn(&who.tenant).await;
        let hook = find(&state, &who, &id)?;
        let before = hook.config.load_full();
        let secret = sign::secret();
        let config = Config {
            secret: secret.clone(),
            old: Some(OldSecret {
                secret: before.secret.clone(),
                until: (state.now() + OLD_SECRET_VALID).as_millis(),
            }),
            version: before.version + 1,
            ..Config::clone(&before)
        };
        let by = (&who.agent, Action::Put);
        keep(&state, by, &hook, Some(&before), Some(&config)).await?;
        hook.config.store(Arc::new(config));
        Ok((hook, secret))
    });
    task.await.map_err(ApiError::internal)?
}

/// Turns a webhook off because of its receiver. If the store fails, the next attempt does it.
pub async fn turn_off(state: &Data<State>, hook: &Arc<Hook>, why: OffReason) {
    let _turn = state.admin.turn(&hook.tenant).await;
    let before = hook.config.load_full();
    if !before.enabled || hook.is_deleted.load(Ordering::Relaxed) {
        return;
    }
    let at = state.now().as_millis();
    let config = Config {
        enabled: false,
        off: Some(TurnedOff { why, at }),
        version: before.version + 1,
        ..Config::clone(&before)
    };
    let server = AgentId::from(SERVER);
    let by = (&server, Action::Put);
    match keep(state, by, hook, Some(&before), Some(&config)).await {
        Ok(()) => {
            hook.config.store(Arc::new(config));
            tell_administrators(state, hook, why).await;
        }
        Err(error) => {
            tracing::debug!(
                cause = error.cause(),
                "a webhook was not turned off; the next attempt retries"
            );
        }
    }
}

/// Tells a tenant's administrators that a webhook is off: by the audit, the page of the webhooks, and mail.
async fn tell_administrators(state: &Data<State>, hook: &Hook, why: OffReason) {
    tracing::warn!(code = "FD506", tenant = %hook.tenant, webhook = %hook.id, ?why, "a webhook was turned off");
    let notice = Notice::WebhookOff {
        address: hook.config.load().url.clone(),
        why,
        page: format!("/desk/admin/connections/webhooks/{}", hook.id),
    };
    notices::tell(state, &hook.tenant, &notice).await;
}

/// Returns one of the caller's webhooks.
///
/// # Errors
/// 404 for any other.
pub fn find(state: &State, who: &SignedIn, id: &str) -> Result<Arc<Hook>, ApiError> {
    let hook = state.webhooks.find(&who.tenant, id);
    hook.ok_or(ApiError::NotFound)
}

/// Stores a webhook's settings, or their end, with the audit record.
async fn keep(
    state: &State,
    (agent, action): (&AgentId, Action),
    hook: &Hook,
    before: Option<&Config>,
    after: Option<&Config>,
) -> Result<(), ApiError> {
    let changes = differences(before, after);
    let record = AuditRecord {
        version: after.map_or(0, |config| config.version),
        fields: changes.iter().map(|change| change.field.clone()).collect(),
        changes,
        ..audit::record(
            state.admin.audit.draw(state.now()),
            agent,
            action,
            THING,
            &hook.id,
        )
    };
    let json = after.map(serde_json::to_vec).transpose();
    let mut changes = vec![
        DocumentChange {
            kind: DocumentKind::Webhook,
            key: hook.key(),
            json: json.map_err(ApiError::internal)?,
        },
        audit::written(&hook.tenant, &record),
    ];
    if after.is_none() {
        let state = DocumentChange::delete(DocumentKind::WebhookState, hook.key());
        changes.push(state);
    }
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&changes)).await
}

/// What changes, without secrets.
fn differences(before: Option<&Config>, after: Option<&Config>) -> Vec<FieldChange> {
    let fields = [before, after].map(|config| {
        config.map(|config| {
            let events = config.events.iter().map(|kind| kind.name());
            [
                ("url", Value::from(config.url.as_str())),
                ("events", events.collect::<Vec<_>>().into()),
                ("description", config.description.as_str().into()),
                ("enabled", config.enabled.into()),
                (
                    "off",
                    serde_json::to_value(config.off.map(|off| off.why)).unwrap_or_default(),
                ),
            ]
        })
    });
    let [old, new] = &fields;
    let mut changes = Vec::new();
    for at in 0..5 {
        let value = |fields: &Option<[(&str, Value); 5]>| {
            fields.as_ref().map_or(Value::Null, |all| all[at].1.clone())
        };
        let name = old.as_ref().or(new.as_ref()).map_or("", |all| all[at].0);
        let (before, after) = (value(old), value(new));
        if before != after {
            changes.push(FieldChange {
                field: name.to_owned(),
                before,
                after,
            });
        }
    }
    if let (Some(before), Some(after)) = (before, after)
        && before.secret != after.secret
    {
        changes.push(FieldChange {
            field: "secret".to_owned(),
            before: "set".into(),
            after: "set".into(),
        });
    }
    changes
}
