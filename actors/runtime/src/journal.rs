//! Performs a step in the order that Protocol, 'Durability' promises. Its records go first. All other effects (the
//! reply, answers, messages to the router and desks) are released once the records are durable.
//!
//! The release happens on the session's own thread, together with other steps that became durable, and without another
//! message to the actor.

use crate::ask::{AskError, WaiterSender};
use crate::counts::TenantCounts;
use crate::office::Office;
use crate::ports::{Append, Done, Posted, Settled, StoreError};
use crate::session::{SessionActor, Stop, TryRetire};
use actix::Addr;
use actors_core::event::Event;
use actors_core::ids::{SessionNo, Ticket, VisitorKey};
use actors_core::session::flows::LostWay;
use actors_core::session::record::{Record, RecordBody};
use actors_core::session::{Effect, Effects};
use actors_core::time::Timestamp;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counters shared by a session's actor and the code that sends to it.
pub(crate) struct Traffic {
    /// Messages sent to the actor that it has not yet received.
    pub(crate) undelivered: AtomicU32,
    /// Steps whose records are not yet durable.
    pub(crate) in_flight: AtomicU32,
    counted: Counted,
}

impl Traffic {
    /// Counters of a session that is counted as one of the tenant's as long as they live.
    pub(crate) fn among(tenant: &Arc<TenantCounts>) -> Self {
        tenant.sessions.fetch_add(1, Ordering::Relaxed);
        Self {
            undelivered: AtomicU32::new(0),
            in_flight: AtomicU32::new(0),
            counted: Counted(Arc::clone(tenant)),
        }
    }
}

/// One of a tenant's sessions in memory.
struct Counted(Arc<TenantCounts>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.sessions.fetch_sub(1, Ordering::Relaxed);
    }
}

/// An effect that is released once the step is durable, with the waiting request that it answers, if any.
struct Release {
    effect: Effect,
    waiter: Option<WaiterSender>,
}

/// Performs one session's steps.
pub(crate) struct Journal {
    pub(crate) visitor: VisitorKey,
    pub(crate) office: Arc<Office>,
    pub(crate) traffic: Arc<Traffic>,
}

impl Journal {
    /// Performs a step. `waiter` takes out the waiting request of a ticket. `reply` is called once the step is durable
    /// or has failed, and may then answer the sender.
    pub(crate) fn perform(
        &self,
        effects: Effects,
        waiter: impl FnMut(Ticket) -> Option<WaiterSender>,
        reply: impl FnOnce(Result<(), AskError>) + Send + 'static,
        actor: impl FnOnce() -> Addr<SessionActor>,
    ) {
        let (records, releases) = records_and_releases(effects, waiter);
        let nothing_pending = self.traffic.in_flight.load(Ordering::Acquire) == 0;
        if records.is_empty() && nothing_pending {
            if !releases.is_empty() {
                let actor = actor();
                for release in releases {
                    release.perform(&self.visitor, &self.office, &actor);
                }
            }
            reply(Ok(()));
            return;
        }
        let messages = messages_in(&records);
        let sessions = self.office.watcher.get().and(sessions_in(&records));
        let outbox = self.office.outbox.get();
        let posted = outbox.and_then(|outbox| outbox.post(&self.visitor, &records));
        let (documents, settled) = match posted {
            Some(Posted { documents, settled }) => (documents, Some(settled)),
            None => (Vec::new(), None),
        };
        // Even without records: earlier steps must be released first.
        let traffic = Arc::clone(&self.traffic);
        traffic.in_flight.fetch_add(1, Ordering::AcqRel);
        let (visitor, office, actor) = (self.visitor.clone(), Arc::clone(&self.office), actor());
        let release_all = move |kept: Result<(), StoreError>| {
            if let Some(settled) = settled {
                let how = match kept {
                    Ok(()) => Settled::Durable,
                    Err(_) => Settled::Refused,
                };
                settled(how);
            }
            let outcome = match kept {
                Ok(()) => {
                    if let Some((count, at)) = messages {
                        traffic.counted.0.messages.add(count, at);
                    }
                    if let (Some(sessions), Some(watcher)) = (sessions, office.watcher.get()) {
                        for number in sessions {
                            watcher.changed(&visitor, SessionNo(number));
                        }
                    }
                    for release in releases {
                        release.perform(&visitor, &office, &actor);
                    }
                    Ok(())
                }
                Err(error) => {
                    // Memory is ahead of the store. The next request loads the session from the store.
                    actor.do_send(Stop);
                    Err(not_kept(&error))
                }
            };
            // Last, so that the sender sees the reply only after all other effects are released.
            reply(outcome);
            traffic.in_flight.fetch_sub(1, Ordering::AcqRel);
        };
        match self.office.threads.here() {
            Some(thread) => {
                let home = Arc::clone(thread);
                let done: Done = Box::new(move |kept| home.run(move || release_all(kept)));
                thread.keep(Append {
                    records,
                    documents,
                    done,
                });
            }
            None => self.office.store.append_all(vec![Append {
                records,
                documents,
                done: Box::new(release_all),
            }]),
        }
    }
}

/// What a step stores, and what it releases once that is durable.
fn records_and_releases(
    effects: Effects,
    mut waiter: impl FnMut(Ticket) -> Option<WaiterSender>,
) -> (Vec<Record>, Vec<Release>) {
    let mut records = Vec::new();
    let mut releases = Vec::new();
    for effect in effects {
        if let Effect::Record(record) = effect {
            records.push(record);
            continue;
        }
        let waiter = match &effect {
            Effect::Answer(ticket, _) => waiter(*ticket),
            _ => None,
        };
        releases.push(Release { effect, waiter });
    }
    (records, releases)
}

/// How many new messages the records have, and the time of the last one.
fn messages_in(records: &[Record]) -> Option<(u32, Timestamp)> {
    let times = records.iter().filter_map(|record| match &record.body {
        RecordBody::Entry { entry, .. } if matches!(entry.event, Event::Message(_)) => {
            Some(entry.at)
        }
        _ => None,
    });
    times.fold(None, |before, at| {
        Some((before.map_or(1, |(count, _)| count + 1), at))
    })
}

/// The sessions that the records change.
fn sessions_in(records: &[Record]) -> Option<RangeInclusive<u32>> {
    let numbers = records.iter().filter_map(|record| match &record.body {
        RecordBody::Entry { session, .. } | RecordBody::Amend { session, .. } => Some(session.0),
        RecordBody::Head(head) => Some(head.session.0),
        RecordBody::Forget(_) => None,
    });
    let (first, last) = (numbers.clone().min()?, numbers.max()?);
    Some(first..=last)
}

/// The error that the sender gets if a step was not stored.
fn not_kept(error: &StoreError) -> AskError {
    match error {
        // The store logs a full disk once; an error here would repeat it for every request.
        StoreError::Full(_) => {
            tracing::debug!(%error, "a session's step was not kept");
            AskError::DiskFull
        }
        StoreError::Closed(_)
        | StoreError::Damaged(_)
        | StoreError::Disk(_)
        | StoreError::TooLarge(_) => {
            tracing::error!(code = "FD109", %error, "a session's step was not kept");
            AskError::NotRecorded
        }
    }
}

impl Release {
    fn perform(self, visitor: &VisitorKey, office: &Arc<Office>, actor: &Addr<SessionActor>) {
        match self.effect {
            // If the connection is gone, the answer is dropped. The cursor has not moved, so nothing is lost.
            Effect::Answer(_, answer) => {
                if let Some(waiter) = self.waiter {
                    waiter.send(Ok(answer));
                }
            }
            Effect::AskRouter(request) => office.ask_router(visitor, request),
            Effect::TellAgent(agent, news) => office.tell_desk(&visitor.tenant, &agent, news),
            Effect::AskModel(reply, brief) => office.ask_model(visitor, reply, brief),
            Effect::StopModel(reply) => office.stop_model(visitor, reply),
            Effect::CallService(request) => {
                if let Some(client) = office.service_client.get() {
                    client.send(visitor.clone(), *request);
                }
            }
            Effect::MailVisitor(request) => {
                if let Some(postman) = office.postman.get() {
                    postman.mail(visitor.clone(), request);
                }
            }
            Effect::PushVisitor(request) => {
                if let Some(notifier) = office.notifier.get() {
                    notifier.push(visitor, request);
                }
            }
            Effect::Warn(LostWay { flow, node }) => {
                tracing::error!(code = "FD304", tenant = %visitor.tenant, %flow, %node, "a flow leads nowhere");
            }
            Effect::Retire => actor.do_send(TryRetire),
            // The store has it.
            Effect::Record(_) => {}
        }
    }
}
