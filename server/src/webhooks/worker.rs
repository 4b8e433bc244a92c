//! One task a webhook: reads its queue in pages, sends, and hands what came of it to the recorder. It never waits for a
//! commit or for a group of requests.

use super::hook::{Hook, LogLine, OffReason, Outcome, Trouble, Waiting};
use super::line::{Added, Jitter, Line};
use super::recorder::{BACKLOG_MAX, Note};
use super::sender::Answer;
use super::{Webhooks, change, waiting};
use crate::blocking::block;
use crate::secrets;
use crate::state::State;
use actix_web::web::Data;
use actors_core::time::{Span, Timestamp};
use actors_runtime::ports::{DocumentChange, DocumentKind};
use futures_util::StreamExt as _;
use futures_util::future::LocalBoxFuture;
use futures_util::stream::FuturesUnordered;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long an event is tried (Protocol, 'Webhooks').
pub const TRIED_FOR: Span = Span::from_minutes(24 * 60);

/// How long a webhook may fail before it is turned off (Protocol, 'Webhooks').
const FAILS_FOR: Span = Span::from_minutes(5 * 24 * 60);

/// Events read at once.
const PAGE: usize = 200;

/// Events that can be sent, below which more are read.
const READY_MIN: usize = 64;

/// How often a worker looks at the clock while something waits for a time to come, and otherwise.
const LOOKS_EVERY: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(1));

/// How often a worker removes events that are too old.
const SWEEPS_EVERY: Span = Span::from_minutes(10);

/// Gives every webhook a worker, as long as the server runs.
pub async fn supervise(state: Data<State>) {
    while !state.is_draining() {
        let all = state.webhooks.hooks.load_full();
        for hook in all.values().flat_map(|of| of.iter()) {
            if !hook.is_worked.swap(true, Ordering::AcqRel) {
                let worker = Worker::new(state.clone(), Arc::clone(hook));
                actix_web::rt::spawn(worker.run());
            }
        }
        tokio::select! {
            () = state.webhooks.changed.notified() => {}
            () = tokio::time::sleep(LOOKS_EVERY.1) => {}
        }
    }
}

/// How a request ended.
enum Landed {
    /// The event is gone: its visitor was erased.
    Missing,
    /// The store could not read it.
    Unread,
    /// There is a result.
    Answered(Box<(Waiting, Answer)>),
}

struct Worker {
    state: Data<State>,
    hook: Arc<Hook>,
    line: Line,
    /// Whether the queue may have events after the line's cursor.
    has_more: bool,
    flights: FuturesUnordered<LocalBoxFuture<'static, (u64, Landed)>>,
    swept: Option<Timestamp>,
    /// The version of the settings that the worker follows.
    version: u64,
}

impl Worker {
    fn new(state: Data<State>, hook: Arc<Hook>) -> Self {
        Self {
            version: hook.config.load().version,
            state,
            hook,
            line: Line::default(),
            has_more: true,
            flights: FuturesUnordered::new(),
            swept: None,
        }
    }

    fn webhooks(&self) -> &Arc<Webhooks> {
        &self.state.webhooks
    }

    async fn run(mut self) {
        while !self.state.is_draining() && !self.hook.is_deleted.load(Ordering::Relaxed) {
            self.sweep().await;
            let config = self.hook.config.load_full();
            if config.version != self.version {
                // Somebody may have repaired what failed.
                self.version = config.version;
                self.line.retry_now();
            }
            if config.enabled {
                self.read().await;
                self.launch();
            }
            let look = match self.line.has_delayed() {
                true => LOOKS_EVERY.0,
                false => LOOKS_EVERY.1,
            };
            let hook = Arc::clone(&self.hook);
            let landed = tokio::select! {
                Some(landed) = self.flights.next(), if !self.flights.is_empty() => Some(landed),
                () = hook.wake.notified() => {
                    self.has_more = true;
                    None
                }
                () = tokio::time::sleep(look) => None,
            };
            if let Some((number, landed)) = landed {
                self.land(number, landed).await;
            }
        }
    }

    /// Reads the queue until enough can be sent.
    async fn read(&mut self) {
        while self.has_more && self.line.ready() < READY_MIN {
            // Before the page: everything below is durable or refused by then.
            let horizon = self.webhooks().horizon();
            let (store, prefix) = (Arc::clone(&self.webhooks().store), self.hook.prefix());
            let after = self.hook.queue_key(self.line.cursor());
            let page = block(move || {
                store.documents_page(DocumentKind::WebhookQueue, &prefix, Some(&after), PAGE)
            });
            let Ok(page) = page.await else {
                return;
            };
            self.has_more = page.len() == PAGE;
            for (key, json) in page {
                let number = key.rsplit_once('/');
                let number = number.and_then(|(_, digits)| u64::from_str_radix(digits, 16).ok());
                let (Some(number), Some(waiting)) = (number, waiting(&json)) else {
                    continue;
                };
                if number >= horizon {
                    self.has_more = false;
                    break;
                }
                self.line.add(&Added {
                    number,
                    conversation: &waiting.conversation,
                    attempts: waiting.attempts,
                    not_before: Timestamp::from_millis(waiting.not_before),
                });
            }
        }
    }

    /// Sends what may be sent.
    fn launch(&mut self) {
        while self.webhooks().recorder.backlog() < BACKLOG_MAX
            && let Some(number) = self.line.next(self.state.now())
        {
            let flight = fly(self.state.clone(), Arc::clone(&self.hook), number);
            self.flights.push(Box::pin(flight));
        }
    }

    async fn land(&mut self, number: u64, landed: Landed) {
        let now = self.state.now();
        let (mut waiting, answer) = match landed {
            Landed::Missing => return self.line.dropped(number),
            Landed::Unread => {
                self.line.failed(number, now, jitter());
                return;
            }
            Landed::Answered(both) => *both,
        };
        let is_over = now.as_millis() - waiting.queued_at >= span(TRIED_FOR);
        let outcome = match answer.is_success() {
            true => Outcome::Delivered,
            false if is_over || answer.is_gone() => Outcome::Failed,
            false => Outcome::Retried,
        };
        let line = LogLine::of(&waiting, &answer, (now, outcome));
        let failing_since = self.count(now, &answer, outcome);
        match outcome {
            Outcome::Delivered => self.line.delivered(number),
            Outcome::Failed => self.line.given_up(number, now),
            Outcome::Retried => {
                let (attempts, due) = self.line.failed(number, now, jitter());
                waiting.attempts = attempts;
                waiting.not_before = due.as_millis();
            }
        }
        let json = match outcome {
            Outcome::Retried => serde_json::to_vec(&waiting).ok(),
            Outcome::Delivered | Outcome::Failed => None,
        };
        self.note(number, json, Some(line));
        let why = match failing_since {
            _ if answer.is_gone() => Some(OffReason::Gone),
            Some(since) if now.as_millis() - since >= span(FAILS_FOR) => Some(OffReason::Failing),
            _ => None,
        };
        if let Some(why) = why {
            change::turn_off(&self.state, &self.hook, why).await;
        }
    }

    /// Counts a result. Returns since when no delivery has succeeded.
    fn count(&self, now: Timestamp, answer: &Answer, outcome: Outcome) -> Option<i64> {
        let mut health = self.hook.health.lock();
        health.last_at = Some(now.as_millis());
        health.last_status = answer.status;
        match outcome {
            Outcome::Delivered => {
                health.delivered += 1;
                health.failing_since = None;
            }
            Outcome::Failed | Outcome::Retried => {
                health.failed += u64::from(outcome == Outcome::Failed);
                health.failing_since.get_or_insert(now.as_millis());
            }
        }
        health.failing_since
    }

    /// Removes the event from the queue, or stores it anew.
    fn note(&self, number: u64, json: Option<Vec<u8>>, line: Option<LogLine>) {
        if json.is_none() {
            self.hook.count_gone(1);
        }
        self.webhooks().recorder.note(Note {
            hook: Arc::clone(&self.hook),
            visitor: line.as_ref().and_then(|line| line.visitor.clone()),
            change: Some(DocumentChange {
                kind: DocumentKind::WebhookQueue,
                key: self.hook.queue_key(number),
                json,
            }),
            line: line.map(|line| (number, line)),
        });
    }

    /// Removes events that are too old. Those of a webhook that is off, too.
    async fn sweep(&mut self) {
        let now = self.state.now();
        let is_due = |swept: Timestamp| now.since(swept) >= SWEEPS_EVERY;
        if !self.swept.is_none_or(is_due) {
            return;
        }
        self.swept = Some(now);
        let mut after: Option<String> = None;
        loop {
            let (store, prefix) = (Arc::clone(&self.webhooks().store), self.hook.prefix());
            let page = block(move || {
                store.documents_page(DocumentKind::WebhookQueue, &prefix, after.as_deref(), PAGE)
            });
            let Ok(page) = page.await else {
                return;
            };
            if page.is_empty() {
                return;
            }
            after = page.last().map(|(key, _)| key.clone());
            for (key, json) in page {
                let number = key.rsplit_once('/');
                let number = number.and_then(|(_, digits)| u64::from_str_radix(digits, 16).ok());
                let (Some(number), Some(waiting)) = (number, waiting(&json)) else {
                    continue;
                };
                if now.as_millis() - waiting.queued_at < span(TRIED_FOR) {
                    return;
                }
                if self.line.may_expire(number) {
                    self.line.dropped(number);
                    self.hook.health.lock().failed += 1;
                    self.note(number, None, None);
                }
            }
        }
    }
}

impl LogLine {
    /// The attempt with this answer.
    pub fn of(waiting: &Waiting, answer: &Answer, (at, outcome): (Timestamp, Outcome)) -> Self {
        Self {
            at: at.as_millis(),
            event: waiting.id.clone(),
            kind: waiting.kind,
            attempt: waiting.attempts + 1,
            outcome,
            status: answer.status,
            trouble: answer.trouble,
            ms: answer.ms,
            answer: answer.text.clone(),
            visitor: waiting.visitor.clone(),
            body: Some(waiting.body.clone()),
        }
    }

    /// Whether the receiver took it.
    pub fn is_delivered(&self) -> bool {
        self.outcome == Outcome::Delivered
    }

    /// Why there is no answer.
    pub fn trouble(&self) -> Option<Trouble> {
        self.trouble
    }
}

async fn fly(state: Data<State>, hook: Arc<Hook>, number: u64) -> (u64, Landed) {
    let webhooks = Arc::clone(&state.webhooks);
    let (store, key) = (Arc::clone(&webhooks.store), hook.queue_key(number));
    let found = block(move || store.document(DocumentKind::WebhookQueue, &key));
    let landed = match found.await.map(|json| json.and_then(|json| waiting(&json))) {
        Err(_) => Landed::Unread,
        Ok(None) => Landed::Missing,
        Ok(Some(waiting)) => {
            let config = hook.config.load_full();
            let answer = webhooks.sender.send(&config, &waiting, state.now()).await;
            Landed::Answered(Box::new((waiting, answer)))
        }
    };
    (number, landed)
}

fn jitter() -> Jitter {
    Jitter(u16::from_le_bytes(secrets::random::<2>()))
}

fn span(span: Span) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}
