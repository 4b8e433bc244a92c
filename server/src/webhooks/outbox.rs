//! Writes events into the queues of webhooks, in the batch of the step that they tell of.

use super::event::{Event, EventKind, Reading};
use super::hook::{Hook, Waiting};
use super::{QUEUE_MAX, Webhooks};
use crate::secrets;
use actors_core::ids::{TenantId, VisitorKey};
use actors_core::record::Record;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Outbox, Posted, Settled};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Draws the numbers of events. The numbers of a visitor rise with their steps.
pub struct Numbers {
    next: u64,
    /// Drawn, and not yet durable. Readers stop before the first, so that they never pass by an event.
    pending: BTreeSet<u64>,
}

impl Numbers {
    /// Numbers after the last one that is stored. They begin with the time, so that a restored backup does not use one
    /// again.
    pub fn after(last: u64, now: Timestamp) -> Self {
        let by_time = now.as_millis().max(0).cast_unsigned() << 12;
        Self {
            next: by_time.max(last + 1),
            pending: BTreeSet::new(),
        }
    }

    fn draw(&mut self) -> u64 {
        let number = self.next;
        self.next += 1;
        self.pending.insert(number);
        number
    }

    /// Every event with a smaller number is durable or refused.
    fn horizon(&self) -> u64 {
        self.pending.first().copied().unwrap_or(self.next)
    }
}

/// The way from the sessions to the webhooks.
pub struct Post(pub Arc<Webhooks>);

impl Outbox for Post {
    fn post(&self, visitor: &VisitorKey, records: &[Record]) -> Option<Posted> {
        let webhooks = &self.0;
        let hooks = webhooks.hooks.load();
        let of = hooks.get(&visitor.tenant)?;
        let wants = |kind| of.iter().any(|hook| hook.wants(kind));
        let reading = Reading {
            visitor,
            sentences: &webhooks.sentences,
            catalogue: &webhooks.catalogue,
            wants: &wants,
        };
        let events = reading.events(records);
        webhooks.queue(of, events)
    }
}

impl Webhooks {
    /// Queues an event beside the sessions. `make` runs only if a webhook wants it.
    pub fn tell(
        self: &Arc<Self>,
        tenant: &TenantId,
        kind: EventKind,
        make: impl FnOnce() -> Event,
    ) -> Option<Posted> {
        let hooks = self.hooks.load();
        let of = hooks.get(tenant)?;
        let is_wanted = of.iter().any(|hook| hook.wants(kind));
        is_wanted.then(|| self.queue(of, vec![make()])).flatten()
    }

    /// Queues an event for one webhook, whatever it wants.
    pub(super) fn queue_for(self: &Arc<Self>, hook: &Arc<Hook>, waiting: &Waiting) -> Posted {
        let mut letters = Letters::default();
        let number = self.numbers.lock().draw();
        letters.numbers.push(number);
        letters.add(hook, number, waiting);
        letters.posted(self)
    }

    pub(super) fn horizon(&self) -> u64 {
        self.numbers.lock().horizon()
    }

    fn queue(self: &Arc<Self>, of: &[Arc<Hook>], events: Vec<Event>) -> Option<Posted> {
        if events.is_empty() {
            return None;
        }
        let now = self.now();
        let mut letters = Letters::default();
        for event in events {
            let mut wanting = of.iter().filter(|hook| hook.wants(event.kind)).peekable();
            if wanting.peek().is_none() {
                continue;
            }
            let number = self.numbers.lock().draw();
            letters.numbers.push(number);
            let waiting = Waiting::new(number, &event, now);
            for hook in wanting {
                if hook.queued.load(Ordering::Relaxed) >= QUEUE_MAX {
                    hook.health.lock().missed += 1;
                    self.recorder.note_health(hook);
                } else {
                    letters.add(hook, number, &waiting);
                }
            }
        }
        (!letters.numbers.is_empty()).then(|| letters.posted(self))
    }
}

impl Waiting {
    /// An event that no receiver has got yet.
    pub fn new(number: u64, event: &Event, now: Timestamp) -> Self {
        Self {
            id: format!("evt_{number:016x}{}", secrets::hex(&secrets::random::<4>())),
            kind: event.kind,
            queued_at: now.as_millis(),
            conversation: event.conversation.clone(),
            visitor: event.visitor.as_ref().map(ToString::to_string),
            body: event.body(),
            attempts: 0,
            not_before: 0,
        }
    }
}

/// The queue entries of one step.
#[derive(Default)]
struct Letters {
    numbers: Vec<u64>,
    documents: Vec<DocumentChange>,
    hooks: Vec<Arc<Hook>>,
}

impl Letters {
    fn add(&mut self, hook: &Arc<Hook>, number: u64, waiting: &Waiting) {
        let Ok(json) = serde_json::to_vec(waiting) else {
            return;
        };
        let key = hook.queue_key(number);
        let put = DocumentChange::put(DocumentKind::WebhookQueue, key, json);
        self.documents.push(put);
        hook.queued.fetch_add(1, Ordering::Relaxed);
        self.hooks.push(Arc::clone(hook));
    }

    fn posted(self, webhooks: &Arc<Webhooks>) -> Posted {
        let Self {
            numbers,
            documents,
            hooks,
        } = self;
        let webhooks = Arc::clone(webhooks);
        let settled = move |how: Settled| {
            let mut drawn = webhooks.numbers.lock();
            for number in numbers {
                drawn.pending.remove(&number);
            }
            drop(drawn);
            for hook in hooks {
                match how {
                    Settled::Durable => hook.wake.notify_one(),
                    Settled::Refused => hook.count_gone(1),
                }
            }
        };
        Posted {
            documents,
            settled: Box::new(settled),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_never_pass_by_an_event_that_is_not_durable_yet() {
        let mut numbers = Numbers::after(0, Timestamp::from_millis(1));
        assert_eq!(numbers.horizon(), 4_096);
        let (first, second) = (numbers.draw(), numbers.draw());

        numbers.pending.remove(&second);
        assert_eq!(numbers.horizon(), first);
        numbers.pending.remove(&first);

        assert_eq!(numbers.horizon(), second + 1);
    }

    #[test]
    fn numbers_continue_after_the_stored_ones_even_if_the_clock_was_turned_back() {
        let numbers = Numbers::after(1 << 60, Timestamp::from_millis(1_790_000_000_000));

        assert_eq!(numbers.horizon(), (1 << 60) + 1);
    }
}
