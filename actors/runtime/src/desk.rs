//! The actor around an agent's desk, one per agent. It starts with the agent's first call and stays in memory.

use crate::alarm::{Alarm, Ring};
use crate::ask::{Answer, AskError, draw_ticket};
use crate::office::Office;
use crate::parked::ParkedRequests;
use crate::session::EndWaiting;
use crate::threads::Thread;
use actix::{Actor, Addr, AsyncContext, Context, Handler, Message};
use actors_core::desk::command::{Command, Poll, Tell};
use actors_core::desk::{Delivery, Desk, DeskEffect, DeskSeq};
use actors_core::ids::{AgentId, TenantId, Ticket};
use actors_core::router::command::{DeskReopened, SignOfLife};
use actors_core::routing::DeskNews;
use actors_core::time::Span;
use dashmap::DashMap;
use std::sync::Arc;

/// The open desks.
#[derive(Default)]
pub(crate) struct DeskDoors(DashMap<(TenantId, AgentId), Door>);

impl DeskDoors {
    /// Closes all desks of a tenant; they open anew with the next call.
    pub(crate) fn close_all_of(&self, tenant: &TenantId) {
        self.0.retain(|(of, _), desk| {
            let stays = of != tenant;
            if !stays {
                desk.actor.do_send(EndWaiting);
            }
            stays
        });
    }

    /// Ends every request that waits at a desk.
    pub(crate) fn end_waiting_requests(&self) {
        for desk in &self.0 {
            desk.actor.do_send(EndWaiting);
        }
    }
}

/// A handle to a desk.
#[derive(Clone)]
struct Door {
    actor: Addr<DeskActor>,
    thread: Arc<Thread>,
}

impl Door {
    fn send<M>(&self, message: M)
    where
        M: Message<Result = ()> + Send + 'static,
        DeskActor: Handler<M>,
    {
        if self.thread.is_here() {
            self.actor.do_send(message);
        } else {
            let actor = self.actor.clone();
            self.thread.post(Box::new(move || actor.do_send(message)));
        }
    }
}

/// An agent's desk.
pub(crate) struct DeskActor {
    tenant: TenantId,
    agent: AgentId,
    office: Arc<Office>,
    desk: Desk,
    parked: ParkedRequests<Answer<Delivery>>,
    alarm: Alarm,
    beginning: Vec<DeskEffect>,
}

struct AskDesk<C: Command> {
    command: C,
    reply: Option<Answer<C::Reply>>,
}

impl<C: Command> Message for AskDesk<C> {
    type Result = ();
}

struct ParkPoll {
    poll: Poll,
    waiter: Answer<Delivery>,
}

impl Message for ParkPoll {
    type Result = ();
}

impl DeskActor {
    fn open(tenant: TenantId, agent: AgentId, office: Arc<Office>) -> Self {
        let now = office.clock.now();
        // Microseconds: see docs/decisions/0002.
        let base = DeskSeq(
            u64::try_from(now.as_millis())
                .unwrap_or(0)
                .saturating_mul(1_000),
        );
        let step = Desk::open(now, base);
        Self {
            tenant,
            agent,
            office,
            desk: step.reply,
            parked: ParkedRequests::default(),
            alarm: Alarm::default(),
            beginning: step.effects,
        }
    }

    fn perform(&mut self, effects: Vec<DeskEffect>, ctx: &Context<Self>) {
        for effect in effects {
            match effect {
                DeskEffect::Answer(ticket, delivery) => {
                    if let Some(waiter) = self.parked.take(ticket) {
                        // If the connection is gone, the answer is dropped. The cursor has not moved.
                        waiter.send(delivery);
                    }
                }
                DeskEffect::SignOfLife(at) => {
                    if let Some(router) = self.office.router(&self.tenant) {
                        router.tell(SignOfLife {
                            agent: self.agent.clone(),
                            at,
                        });
                    }
                }
                DeskEffect::Reopened => {
                    if let Some(router) = self.office.router(&self.tenant) {
                        router.tell(DeskReopened {
                            agent: self.agent.clone(),
                        });
                    }
                }
            }
        }
        self.alarm
            .set(self.desk.next_deadline(), &self.office.clock, || {
                ctx.address().downgrade()
            });
    }
}

impl Actor for DeskActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        let effects = std::mem::take(&mut self.beginning);
        self.perform(effects, ctx);
    }
}

impl<C: Command> Handler<AskDesk<C>> for DeskActor {
    type Result = ();

    fn handle(&mut self, ask: AskDesk<C>, ctx: &mut Self::Context) {
        let step = self.desk.handle(self.office.clock.now(), ask.command);
        self.perform(step.effects, ctx);
        if let Some(reply) = ask.reply {
            reply.send(step.reply);
        }
    }
}

impl Handler<ParkPoll> for DeskActor {
    type Result = ();

    fn handle(&mut self, park: ParkPoll, ctx: &mut Self::Context) {
        self.parked.insert(park.poll.ticket, park.waiter);
        let step = self.desk.handle(self.office.clock.now(), park.poll);
        self.perform(step.effects, ctx);
    }
}

impl Handler<Ring> for DeskActor {
    type Result = ();

    fn handle(&mut self, _: Ring, ctx: &mut Self::Context) {
        self.alarm.rung(&self.office.clock);
        let effects = self.desk.handle_timeout(self.office.clock.now());
        self.perform(effects, ctx);
    }
}

impl Handler<EndWaiting> for DeskActor {
    type Result = ();

    fn handle(&mut self, _: EndWaiting, _: &mut Self::Context) {
        self.parked = ParkedRequests::default();
    }
}

impl Office {
    /// Sends a command to an agent's desk, and opens the desk if needed.
    ///
    /// # Errors
    /// [`AskError::Gone`]: a bug stopped the desk.
    pub async fn ask_desk<C: Command>(
        self: &Arc<Self>,
        tenant: &TenantId,
        agent: &AgentId,
        command: C,
    ) -> Result<C::Reply, AskError> {
        let (reply, answer) = Answer::pair(&self.threads);
        self.desk(tenant, agent).send(AskDesk {
            command,
            reply: Some(reply),
        });
        answer.await.map_err(|_| AskError::Gone)
    }

    /// Waits up to `wait` at an agent's desk for news after `cursor`.
    ///
    /// # Errors
    /// [`AskError::Gone`]: a bug stopped the desk.
    pub async fn poll_desk(
        self: &Arc<Self>,
        tenant: &TenantId,
        agent: &AgentId,
        cursor: Option<DeskSeq>,
        wait: Span,
    ) -> Result<Delivery, AskError> {
        let ticket: Ticket = draw_ticket();
        let (waiter, answer) = Answer::pair(&self.threads);
        self.desk(tenant, agent).send(ParkPoll {
            poll: Poll {
                ticket,
                cursor,
                wait,
            },
            waiter,
        });
        answer.await.map_err(|_| AskError::Gone)
    }

    /// Sends news to an agent's desk if it is open.
    pub fn tell_desk(&self, tenant: &TenantId, agent: &AgentId, news: DeskNews) {
        if let Some(watcher) = self.desk_watcher.get() {
            watcher.told(tenant, agent, &news);
        }
        if let Some(desk) = self.desks.0.get(&(tenant.clone(), agent.clone())) {
            desk.send(AskDesk {
                command: Tell(news),
                reply: None,
            });
        }
    }

    /// Sends news to every open desk of a tenant. Scans all desks, so it is not for frequent news.
    pub fn tell_desks(&self, tenant: &TenantId, news: &DeskNews) {
        for desk in &self.desks.0 {
            if desk.key().0 == *tenant {
                desk.send(AskDesk {
                    command: Tell(news.clone()),
                    reply: None,
                });
            }
        }
    }

    /// Closes the desk of a deleted agent and ends its polls.
    pub fn close_desk(&self, tenant: &TenantId, agent: &AgentId) {
        if let Some((_, desk)) = self.desks.0.remove(&(tenant.clone(), agent.clone())) {
            desk.actor.do_send(EndWaiting);
        }
    }

    /// Ends the polls that wait at an agent's desk; the desk stays open. Each caller looks again who polls.
    pub fn end_polls(&self, tenant: &TenantId, agent: &AgentId) {
        if let Some(desk) = self.desks.0.get(&(tenant.clone(), agent.clone())) {
            desk.actor.do_send(EndWaiting);
        }
    }

    fn desk(self: &Arc<Self>, tenant: &TenantId, agent: &AgentId) -> Door {
        let door = (tenant.clone(), agent.clone());
        if let Some(desk) = self.desks.0.get(&door)
            && desk.actor.connected()
        {
            return desk.clone();
        }
        let mut entry = self
            .desks
            .0
            .entry(door.clone())
            .or_insert_with(|| self.open_desk(&door));
        if !entry.actor.connected() {
            *entry = self.open_desk(&door);
        }
        entry.clone()
    }

    fn open_desk(self: &Arc<Self>, (tenant, agent): &(TenantId, AgentId)) -> Door {
        let here = self.threads.here();
        let thread = Arc::clone(here.unwrap_or_else(|| self.threads.of(&(tenant, agent))));
        let (tenant, agent, office) = (tenant.clone(), agent.clone(), Arc::clone(self));
        let actor = thread.start(move || DeskActor::open(tenant, agent, office));
        Door { actor, thread }
    }
}
