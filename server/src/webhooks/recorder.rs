//! Stores what came of requests: one commit every 200 ms, beside the sending. A crash in between repeats the requests
//! of that time.

use super::Webhooks;
use super::hook::{Hook, KINDS_WITHIN, LogLine, delivery_id};
use crate::blocking::block;
use crate::state::State;
use crate::telemetry::OncePerMinute;
use actix_web::web::Data;
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};

/// How often results are stored.
const EVERY: Duration = Duration::from_millis(200);

/// How often old attempts are removed.
const TRIMS_EVERY: Span = Span::from_minutes(60);

/// The most attempts in a webhook's log (Protocol, 'Webhooks').
pub const LOG_MAX: usize = 500;

/// How long an attempt stays in the log (Protocol, 'Webhooks').
const LOG_KEPT_FOR: Span = Span::from_minutes(7 * 24 * 60);

/// Results that may wait before workers pause, because the store takes none.
pub const BACKLOG_MAX: usize = 5_000;

/// How long a visitor's erasure is remembered here: longer than a request takes.
const FORGETS_FOR: Duration = Duration::from_secs(60);

/// What came of a request.
pub struct Note {
    /// The webhook.
    pub hook: Arc<Hook>,
    /// The visitor that the event is about.
    pub visitor: Option<String>,
    /// The change of the queue.
    pub change: Option<DocumentChange>,
    /// The attempt, with the number of its event.
    pub line: Option<(u64, LogLine)>,
}

#[derive(Default)]
struct Inbox {
    notes: Vec<Note>,
    /// The webhooks whose health changed, by key.
    changed: BTreeMap<String, Arc<Hook>>,
    /// Visitors who were erased.
    forgotten: Vec<(TenantId, VisitorId, Instant)>,
}

/// Collects results.
#[derive(Default)]
pub struct Recorder {
    inbox: Mutex<Inbox>,
    /// Held while results are being stored.
    turn: tokio::sync::Mutex<()>,
    lines: OncePerMinute,
}

impl Recorder {
    /// Stores a result soon.
    pub fn note(&self, note: Note) {
        let mut inbox = self.inbox.lock();
        inbox
            .changed
            .insert(note.hook.key(), Arc::clone(&note.hook));
        inbox.notes.push(note);
    }

    /// Stores a webhook's health soon.
    pub fn note_health(&self, hook: &Arc<Hook>) {
        let mut inbox = self.inbox.lock();
        inbox.changed.insert(hook.key(), Arc::clone(hook));
    }

    /// The number of results that are not stored yet.
    pub fn backlog(&self) -> usize {
        self.inbox.lock().notes.len()
    }

    /// Lets no result that is stored from here on tell of this visitor. Returns a lock that waits for those before, and
    /// keeps others from being stored.
    pub async fn forget(&self, visitor: &VisitorKey) -> tokio::sync::MutexGuard<'_, ()> {
        let VisitorKey { tenant, visitor } = visitor.clone();
        let forgotten = (tenant, visitor, Instant::now());
        self.inbox.lock().forgotten.push(forgotten);
        self.turn.lock().await
    }

    fn take(&self) -> (Vec<Note>, BTreeMap<String, Arc<Hook>>) {
        let mut inbox = self.inbox.lock();
        inbox
            .forgotten
            .retain(|(_, _, at)| at.elapsed() < FORGETS_FOR);
        let mut notes = std::mem::take(&mut inbox.notes);
        for note in &mut notes {
            let is_forgotten = inbox.forgotten.iter().any(|(tenant, visitor, _)| {
                *tenant == note.hook.tenant && note.visitor.as_deref() == Some(visitor.as_str())
            });
            if is_forgotten {
                note.forget();
            }
        }
        (notes, std::mem::take(&mut inbox.changed))
    }

    fn put_back(&self, notes: Vec<Note>, changed: BTreeMap<String, Arc<Hook>>) {
        let mut inbox = self.inbox.lock();
        let newer = std::mem::replace(&mut inbox.notes, notes);
        inbox.notes.extend(newer);
        inbox.changed.extend(changed);
    }

    async fn flush(&self, store: &Arc<dyn Store>, now: Timestamp) {
        let turn = self.turn.lock().await;
        let (notes, changed) = self.take();
        let mut changes = Vec::new();
        for note in &notes {
            changes.extend(note.changes());
        }
        for hook in changed.values() {
            changes.extend(health(hook));
        }
        if changes.is_empty() {
            return;
        }
        let kept = Arc::clone(store);
        let stored = block(move || kept.change_documents(&changes)).await;
        drop(turn);
        if let Err(error) = stored {
            if self.lines.count(now).is_some() {
                tracing::warn!(
                    code = "FD505",
                    cause = error.cause(),
                    "results of webhooks were not stored; the next run retries"
                );
            }
            return self.put_back(notes, changed);
        }
        for note in notes.iter().filter(|note| note.line.is_some()) {
            note.hook.logged.fetch_add(1, Ordering::Relaxed);
        }
        for hook in changed.into_values() {
            if hook.logged.load(Ordering::Relaxed) >= LOG_MAX {
                trim(store, hook, None).await;
            }
        }
    }
}

impl Note {
    fn forget(&mut self) {
        if let Some(change) = &mut self.change {
            change.json = None;
        }
        if let Some((_, line)) = &mut self.line {
            line.forget();
        }
    }

    fn changes(&self) -> impl Iterator<Item = DocumentChange> {
        let line = self.line.as_ref().and_then(|(number, line)| {
            let key = self.hook.log_key(line.at, *number);
            let json = serde_json::to_vec(line).ok()?;
            Some(DocumentChange::put(DocumentKind::WebhookLog, key, json))
        });
        let is_deleted = self.hook.is_deleted.load(Ordering::Relaxed);
        let line = line.filter(|_| !is_deleted);
        self.change.clone().into_iter().chain(line)
    }
}

impl LogLine {
    /// Removes what it tells of its visitor.
    pub fn forget(&mut self) {
        self.body = None;
        self.visitor = None;
        self.answer = String::new();
    }

    /// Its id.
    pub fn id(&self, number: u64) -> String {
        delivery_id(self.at, number)
    }
}

fn health(hook: &Hook) -> Option<DocumentChange> {
    if hook.is_deleted.load(Ordering::Relaxed) {
        return None;
    }
    let json = serde_json::to_vec(&*hook.health.lock()).ok()?;
    Some(DocumentChange::put(
        DocumentKind::WebhookState,
        hook.key(),
        json,
    ))
}

/// Stores results as long as the server runs.
pub async fn run(state: Data<State>) {
    let webhooks: &Webhooks = &state.webhooks;
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut trimmed = state.now();
    while !state.is_draining() {
        ticks.tick().await;
        webhooks.recorder.flush(&webhooks.store, state.now()).await;
        if state.now().since(trimmed) >= TRIMS_EVERY {
            trimmed = state.now();
            let all = webhooks.hooks.load_full();
            for hook in all.values().flat_map(|of| of.iter()) {
                trim(&webhooks.store, Arc::clone(hook), Some(trimmed)).await;
            }
        }
    }
    webhooks.recorder.flush(&webhooks.store, state.now()).await;
}

/// Removes attempts beyond the largest number, and with a time those that are too old.
async fn trim(store: &Arc<dyn Store>, hook: Arc<Hook>, now: Option<Timestamp>) {
    hook.logged.store(0, Ordering::Relaxed);
    let store = Arc::clone(store);
    let oldest = now.map(|now| hook.log_key((now - LOG_KEPT_FOR).as_millis(), u64::MAX));
    let trimmed = move || trim_log(store.as_ref(), &hook.prefix(), oldest.as_deref());
    if let Err(error) = block(trimmed).await {
        tracing::debug!(cause = error.cause(), "a log of a webhook was not trimmed");
    }
}

fn trim_log(store: &dyn Store, prefix: &str, oldest: Option<&str>) -> Result<(), StoreError> {
    let kind = DocumentKind::WebhookLog;
    let kept = store.documents_page(kind, prefix, None, LOG_MAX)?;
    let is_new = |key: &&String| oldest.is_none_or(|oldest| key.as_str() <= oldest);
    let newest = kept.iter().map(|(key, _)| key).rfind(is_new);
    let mut after = newest.map_or_else(|| prefix.to_owned(), Clone::clone);
    loop {
        let page = store.documents_page(kind, prefix, Some(&after), LOG_MAX)?;
        let Some((last, _)) = page.last() else {
            return Ok(());
        };
        after.clone_from(last);
        let gone = page.into_iter();
        let gone: Vec<_> = gone
            .map(|(key, _)| DocumentChange::delete(kind, key))
            .collect();
        store.change_documents(&gone)?;
    }
}

/// Removes the queue and the log of a deleted webhook.
///
/// # Errors
/// The store's. The next start removes the rest of the queue.
pub fn clear(store: &dyn Store, prefix: &str) -> Result<(), StoreError> {
    const PAGE: usize = 500;
    for kind in KINDS_WITHIN {
        loop {
            let page = store.documents_page(kind, prefix, None, PAGE)?;
            let gone = page.into_iter();
            let gone: Vec<_> = gone
                .map(|(key, _)| DocumentChange::delete(kind, key))
                .collect();
            if gone.is_empty() {
                break;
            }
            store.change_documents(&gone)?;
        }
    }
    Ok(())
}
