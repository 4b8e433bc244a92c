//! The log of a webhook: lists attempts, repeats one, and sends a test.

use super::change::{THING, find};
use super::event::{Event, EventKind};
use super::hook::{Hook, LogLine, Outcome, Waiting, is_delivery_id};
use super::recorder::Note;
use crate::admin::audit::{self, Action};
use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::secrets;
use crate::state::State;
use actix_web::web::Data;
use actors_runtime::ports::{DocumentKind, Posted, Settled};
use serde_json::json;
use std::sync::Arc;

/// The number of attempts on a page.
pub const PAGE: usize = 50;

/// A page of a webhook's log, newest first: ids with attempts, and where the next page begins.
pub type LogPage = (Vec<(String, LogLine)>, String);

/// Returns a page of a webhook's log.
///
/// # Errors
/// 404 for an unknown webhook.
pub async fn page(
    state: &State,
    who: &SignedIn,
    id: &str,
    cursor: Option<&str>,
) -> Result<LogPage, ApiError> {
    let hook = find(state, who, id)?;
    let cursor = cursor.filter(|cursor| !cursor.is_empty());
    if cursor.is_some_and(|cursor| !is_delivery_id(cursor)) {
        return Err(ApiError::invalid("cursor is not valid"));
    }
    let (store, prefix) = (Arc::clone(state.office.store()), hook.prefix());
    let after = cursor.map(|cursor| format!("{prefix}{cursor}"));
    let skipped = prefix.len();
    let read =
        move || store.documents_page(DocumentKind::WebhookLog, &prefix, after.as_deref(), PAGE);
    let page = block(read).await?;
    let is_last = page.len() < PAGE;
    let list: Vec<(String, LogLine)> = page
        .into_iter()
        .filter_map(|(key, json)| {
            let line = serde_json::from_slice(&json).ok()?;
            Some((key[skipped..].to_owned(), line))
        })
        .collect();
    let next = list.last().filter(|_| !is_last);
    let next = next.map(|(id, _)| id.clone()).unwrap_or_default();
    Ok((list, next))
}

/// Returns one attempt.
///
/// # Errors
/// 404 for an unknown webhook or attempt.
pub async fn one(
    state: &State,
    who: &SignedIn,
    (id, delivery): (&str, &str),
) -> Result<(Arc<Hook>, LogLine), ApiError> {
    let hook = find(state, who, id)?;
    if !is_delivery_id(delivery) {
        return Err(ApiError::NotFound);
    }
    let key = format!("{}{delivery}", hook.prefix());
    let store = Arc::clone(state.office.store());
    let json = block(move || store.document(DocumentKind::WebhookLog, &key)).await?;
    let json = json.ok_or(ApiError::NotFound)?;
    let line = serde_json::from_slice(&json).map_err(ApiError::internal)?;
    Ok((hook, line))
}

/// Queues the event of an attempt again, with the same id.
///
/// # Errors
/// 404 for an unknown webhook or attempt, 409 if the webhook is off or the visitor was erased.
pub async fn resend(
    state: Data<State>,
    who: Arc<SignedIn>,
    (id, delivery): (String, String),
) -> Result<(), ApiError> {
    let (hook, line) = one(&state, &who, (&id, &delivery)).await?;
    if !hook.config.load().enabled {
        return Err(ApiError::Conflict("the webhook is off"));
    }
    let body = line.body;
    let body = body.ok_or(ApiError::Conflict("the visitor of this event was erased"))?;
    let waiting = Waiting {
        // It waits for no other event.
        conversation: format!("again:{}", secrets::random_name()),
        id: line.event,
        kind: line.kind,
        queued_at: state.now().as_millis(),
        visitor: line.visitor,
        body,
        attempts: 0,
        not_before: 0,
    };
    let at = state.admin.audit.draw(state.now());
    let record = audit::record(at, &who.agent, Action::Resend, THING, &id);
    let task = actix_web::rt::spawn(async move {
        let Posted {
            mut documents,
            settled,
        } = state.webhooks.queue_for(&hook, &waiting);
        documents.push(audit::written(&who.tenant, &record));
        let store = Arc::clone(state.office.store());
        let stored = block(move || store.change_documents(&documents)).await;
        settled(match stored {
            Ok(()) => Settled::Durable,
            Err(_) => Settled::Refused,
        });
        stored
    });
    task.await.map_err(ApiError::internal)?
}

/// Sends a test at once, also for a webhook that is off. Returns the id of the attempt, and the attempt.
///
/// # Errors
/// 404 for an unknown webhook.
pub async fn test(
    state: Data<State>,
    who: Arc<SignedIn>,
    id: String,
) -> Result<(String, LogLine), ApiError> {
    let hook = find(&state, &who, &id)?;
    let now = state.now();
    let at = state.admin.audit.draw(now);
    let record = audit::record(at, &who.agent, Action::Test, THING, &id);
    let noted = audit::written(&who.tenant, &record);
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&[noted])).await?;
    let event = Event {
        kind: EventKind::Test,
        at: now,
        visitor: None,
        conversation: String::new(),
        data: json!({ "webhookId": hook.id }),
    };
    let number = now.as_millis().max(0).cast_unsigned();
    let waiting = Waiting::new(number, &event, now);
    let config = hook.config.load_full();
    let answer = state.webhooks.sender.send(&config, &waiting, now).await;
    let outcome = match answer.is_success() {
        true => Outcome::Delivered,
        false => Outcome::Failed,
    };
    let line = LogLine::of(&waiting, &answer, (now, outcome));
    state.webhooks.recorder.note(Note {
        visitor: None,
        change: None,
        line: Some((number, line.clone())),
        hook,
    });
    Ok((line.id(number), line))
}
