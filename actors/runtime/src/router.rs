//! The actor around a tenant's router, one per tenant. A reader of positions uses the shared index and sends no
//! message.

use crate::alarm::{Alarm, Ring};
use crate::ask::AskError;
use crate::office::Office;
use actix::{Actor, Addr, AsyncContext, Context, Handler, Message};
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::router::command::Command;
use actors_core::router::configure::Beginning;
use actors_core::router::{Router, RouterEffect};
use actors_core::routing::QueueNumber;
use actors_core::session::commands::from_router::FromRouter;
use parking_lot::RwLock;
use std::sync::Arc;
use tokio::sync::oneshot;

/// A handle to a tenant's router.
#[derive(Clone)]
pub struct RouterDoor {
    actor: Addr<RouterActor>,
    index: Arc<RwLock<Router>>,
}

impl RouterDoor {
    /// A visitor's position in their line, 1 for the first; `None` if they do not wait. A known `number` makes the
    /// lookup faster.
    pub fn position(&self, visitor: &VisitorId, number: Option<QueueNumber>) -> Option<u32> {
        self.index.read().position(visitor, number)
    }

    /// Reads the router's state. `look` must be short, because the router waits for it.
    pub fn read<T>(&self, look: impl FnOnce(&Router) -> T) -> T {
        look(&self.index.read())
    }

    /// Sends the router a command. Its messages to sessions are sent before the reply.
    ///
    /// # Errors
    /// [`AskError::Gone`]: the router stopped.
    pub async fn ask<C: Command>(&self, command: C) -> Result<C::Reply, AskError> {
        let (reply, answer) = oneshot::channel();
        self.actor.do_send(AskRouter {
            command,
            reply: Some(reply),
        });
        answer.await.map_err(|_| AskError::Gone)
    }

    pub(crate) fn tell<C: Command>(&self, command: C) {
        self.actor.do_send(AskRouter {
            command,
            reply: None,
        });
    }
}

/// A tenant's router.
pub(crate) struct RouterActor {
    tenant: TenantId,
    router: Arc<RwLock<Router>>,
    office: Arc<Office>,
    alarm: Alarm,
    beginning: Vec<RouterEffect>,
}

struct AskRouter<C: Command> {
    command: C,
    reply: Option<oneshot::Sender<C::Reply>>,
}

impl<C: Command> Message for AskRouter<C> {
    type Result = ();
}

impl RouterActor {
    fn perform(&mut self, effects: Vec<RouterEffect>, ctx: &Context<Self>) {
        for effect in effects {
            match effect {
                RouterEffect::TellSession(visitor, news) => {
                    let visitor = VisitorKey {
                        tenant: self.tenant.clone(),
                        visitor,
                    };
                    self.office.tell(&visitor, FromRouter(news));
                }
                RouterEffect::TellDesk(agent, news) => {
                    self.office.tell_desk(&self.tenant, &agent, news)
                }
            }
        }
        let deadline = self.router.read().next_deadline();
        self.alarm
            .set(deadline, &self.office.clock, || ctx.address().downgrade());
    }
}

impl Actor for RouterActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        let effects = std::mem::take(&mut self.beginning);
        self.perform(effects, ctx);
    }
}

impl<C: Command> Handler<AskRouter<C>> for RouterActor {
    type Result = ();

    fn handle(&mut self, ask: AskRouter<C>, ctx: &mut Self::Context) {
        let step = self
            .router
            .write()
            .handle(self.office.clock.now(), ask.command);
        self.perform(step.effects, ctx);
        if let Some(reply) = ask.reply {
            // The caller may be gone.
            drop(reply.send(step.reply));
        }
    }
}

impl Handler<Ring> for RouterActor {
    type Result = ();

    fn handle(&mut self, _: Ring, ctx: &mut Self::Context) {
        self.alarm.rung(&self.office.clock);
        let effects = self.router.write().handle_timeout(self.office.clock.now());
        self.perform(effects, ctx);
    }
}

impl Office {
    /// Starts a tenant's router, with the state from before a restart if there is any.
    pub fn start_router(self: &Arc<Self>, tenant: &TenantId, beginning: Beginning) {
        let step = Router::restore(self.clock.now(), beginning);
        let index = Arc::new(RwLock::new(step.reply));
        let (name, router, office) = (tenant.clone(), Arc::clone(&index), Arc::clone(self));
        let effects = step.effects;
        let actor = self.threads.of(tenant).start(move || RouterActor {
            tenant: name,
            router,
            office,
            alarm: Alarm::default(),
            beginning: effects,
        });
        self.set_router(tenant.clone(), RouterDoor { actor, index });
    }
}
