//! The actor around a visitor's session, one per visitor. It passes commands to the session and performs their effects,
//! without knowing what any command means.

use crate::alarm::{Alarm, Ring};
use crate::ask::{Ask, AskError, Letter, Park, Reply, WaiterSender};
use crate::journal::{Journal, Traffic};
use crate::load;
use crate::office::Office;
use crate::parked::ParkedRequests;
use actix::{
    Actor, ActorContext, ActorFutureExt, AsyncContext, Context, Handler, Message, WrapFuture,
};
use actors_core::ids::VisitorKey;
use actors_core::session::commands::start::{Start, Started};
use actors_core::session::commands::{Command, Parked};
use actors_core::session::{Effects, Refusal, Session};
use actors_core::time::Timestamp;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Whether the store knows the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It does, or may.
    Stored,
    /// It does not: their name was just generated.
    Fresh,
}

/// A visitor's session and the requests that wait in it.
pub(crate) struct SessionActor {
    session: State,
    origin: Origin,
    parked: ParkedRequests<WaiterSender>,
    alarm: Alarm,
    journal: Journal,
    /// The revision of the settings that the session has seen; 0 for none.
    revision: u64,
}

enum State {
    /// Nothing is stored. Only [`Open`] creates the session; other commands get [`AskError::Unknown`].
    None,
    Here(Box<Session>),
    /// The store could not read it.
    Unreadable,
}

/// Stop, because memory is ahead of the store.
pub(crate) struct Stop;

/// Leave memory, unless a letter is on its way or a request waits.
pub(crate) struct TryRetire;

/// End the requests that wait, without an answer.
pub(crate) struct EndWaiting;

/// Delete the visitor from memory and the store.
pub(crate) struct Erase {
    /// If set, delete only if the session keeps nothing from this time on and no request waits.
    pub(crate) unless_kept_from: Option<Timestamp>,
    /// Gets whether the visitor was deleted.
    pub(crate) reply: Reply<bool>,
}

/// Opens a page, and creates the session if there is none.
pub(crate) struct Open {
    pub(crate) start: Start,
    pub(crate) reply: Reply<Result<Started, Refusal>>,
}

impl Message for Stop {
    type Result = ();
}

impl Message for TryRetire {
    type Result = ();
}

impl Message for EndWaiting {
    type Result = ();
}

impl Message for Erase {
    type Result = ();
}

impl Message for Open {
    type Result = ();
}

impl Letter for Erase {
    fn refuse(self, why: AskError) {
        self.reply.send(Err(why));
    }
}

impl Letter for Open {
    fn refuse(self, why: AskError) {
        self.reply.send(Err(why));
    }
}

impl SessionActor {
    pub(crate) fn new(
        visitor: VisitorKey,
        office: Arc<Office>,
        traffic: Arc<Traffic>,
        origin: Origin,
    ) -> Self {
        Self {
            session: State::None,
            origin,
            parked: ParkedRequests::default(),
            alarm: Alarm::default(),
            journal: Journal {
                visitor,
                office,
                traffic,
            },
            revision: 0,
        }
    }

    /// Gives the session its channel again if the settings have changed.
    fn follow_settings(&mut self) {
        let directory = &self.journal.office.directory;
        let revision = directory.revision();
        if revision == self.revision {
            return;
        }
        self.revision = revision;
        if let State::Here(session) = &mut self.session
            && let Some(channel) =
                directory.channel(&self.journal.visitor.tenant, session.channel())
        {
            session.follow(channel);
        }
    }

    fn count_delivered(&self) {
        self.journal
            .traffic
            .undelivered
            .fetch_sub(1, Ordering::AcqRel);
    }

    fn perform(
        &mut self,
        effects: Effects,
        ctx: &Context<Self>,
        reply: impl FnOnce(Result<(), AskError>) + Send + 'static,
    ) {
        let parked = &mut self.parked;
        self.journal.perform(
            effects,
            |ticket| parked.take(ticket),
            reply,
            || ctx.address(),
        );
        if let State::Here(session) = &self.session {
            let office = &self.journal.office;
            self.alarm.set(session.next_deadline(), &office.clock, || {
                ctx.address().downgrade()
            });
        }
    }

    /// Returns the error for a caller whose session does not exist, and retires. So guessed names leave nothing in
    /// memory.
    fn turn_away(&self, ctx: &mut Context<Self>) -> AskError {
        ctx.notify(TryRetire);
        match self.session {
            State::Unreadable => AskError::Unreadable,
            State::None | State::Here(_) => AskError::Unknown,
        }
    }
}

impl Actor for SessionActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        if self.origin == Origin::Fresh {
            return;
        }
        // Commands wait in the mailbox until the session is loaded.
        let loading = load::load(
            Arc::clone(&self.journal.office),
            self.journal.visitor.clone(),
        );
        ctx.wait(loading.into_actor(self).map(|loaded, actor, ctx| match loaded {
            Ok(None) => {}
            Ok(Some(mut session)) => {
                // Deadlines may have passed while the session was not in memory.
                let effects = session.handle_timeout(actor.journal.office.clock.now());
                actor.session = State::Here(session);
                actor.perform(effects, ctx, |_| {});
            }
            Err(error) => {
                tracing::error!(code = "FD110", visitor = %actor.journal.visitor, %error, "a session cannot be read");
                actor.session = State::Unreadable;
            }
        }));
    }
}

impl Drop for SessionActor {
    fn drop(&mut self) {
        // Runs after a panic too. Its queued appends must reach the store before the next actor of this visitor loads.
        if self.journal.traffic.in_flight.load(Ordering::Acquire) > 0
            && let Some(thread) = self.journal.office.threads.here()
        {
            thread.hand_over();
        }
        self.journal
            .office
            .forget(&self.journal.visitor, &self.journal.traffic);
    }
}

impl<C: Command> Handler<Ask<C>> for SessionActor {
    type Result = ();

    fn handle(&mut self, ask: Ask<C>, ctx: &mut Self::Context) {
        self.count_delivered();
        self.follow_settings();
        let State::Here(session) = &mut self.session else {
            let why = self.turn_away(ctx);
            if let Some(reply) = ask.reply {
                reply.send(Err(why));
            }
            return;
        };
        let step = session.handle(self.journal.office.clock.now(), ask.command);
        match ask.reply {
            Some(reply) => {
                let answer = step.reply;
                self.perform(step.effects, ctx, move |kept| {
                    reply.send(kept.map(|()| answer));
                });
            }
            None => self.perform(step.effects, ctx, |_| {}),
        }
    }
}

impl<C: Parked> Handler<Park<C>> for SessionActor {
    type Result = ();

    fn handle(&mut self, park: Park<C>, ctx: &mut Self::Context) {
        self.count_delivered();
        self.follow_settings();
        let State::Here(session) = &mut self.session else {
            let why = self.turn_away(ctx);
            return park.refuse(why);
        };
        self.parked.insert(park.ticket, park.waiter);
        let step = session.handle(self.journal.office.clock.now(), park.command);
        self.perform(step.effects, ctx, |_| {});
    }
}

impl Handler<Open> for SessionActor {
    type Result = ();

    fn handle(&mut self, open: Open, ctx: &mut Self::Context) {
        self.count_delivered();
        // The page brings its own copy of the channel, which may be older than the directory's.
        self.revision = 0;
        let now = self.journal.office.clock.now();
        let step = match &mut self.session {
            State::Here(session) => session.handle(now, open.start),
            State::None => {
                let (session, step) = Session::start(now, self.journal.visitor.clone(), open.start);
                self.session = State::Here(Box::new(session));
                step
            }
            State::Unreadable => {
                open.reply.send(Err(self.turn_away(ctx)));
                return;
            }
        };
        let (reply, answer) = (open.reply, step.reply);
        self.perform(step.effects, ctx, move |kept| {
            reply.send(kept.map(|()| answer));
        });
    }
}

impl Handler<Ring> for SessionActor {
    type Result = ();

    fn handle(&mut self, _: Ring, ctx: &mut Self::Context) {
        self.alarm.rung(&self.journal.office.clock);
        self.follow_settings();
        let State::Here(session) = &mut self.session else {
            return;
        };
        let effects = session.handle_timeout(self.journal.office.clock.now());
        self.perform(effects, ctx, |_| {});
    }
}

impl Handler<Stop> for SessionActor {
    type Result = ();

    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        ctx.stop();
    }
}

impl Handler<Erase> for SessionActor {
    type Result = ();

    fn handle(&mut self, erase: Erase, ctx: &mut Self::Context) {
        self.count_delivered();
        if let Some(from) = erase.unless_kept_from {
            let is_kept = match &self.session {
                State::Here(session) => !session.keeps_nothing(from) || !self.parked.is_empty(),
                State::None => false,
                // What it keeps is not known.
                State::Unreadable => return erase.reply.send(Err(self.turn_away(ctx))),
            };
            if is_kept {
                return erase.reply.send(Ok(false));
            }
        }
        self.session = State::None;
        self.parked = ParkedRequests::default();
        let effects = Effects::erasing(self.journal.visitor.clone());
        self.perform(effects, ctx, move |kept| {
            erase.reply.send(kept.map(|()| true));
        });
    }
}

impl Handler<TryRetire> for SessionActor {
    type Result = ();

    fn handle(&mut self, _: TryRetire, ctx: &mut Self::Context) {
        // A reload would miss records that are not yet durable.
        let everything_kept = self.journal.traffic.in_flight.load(Ordering::Acquire) == 0;
        if everything_kept
            && self.parked.is_empty()
            && self
                .journal
                .office
                .release(&self.journal.visitor, &self.journal.traffic)
        {
            ctx.stop();
        }
    }
}

impl Handler<EndWaiting> for SessionActor {
    type Result = ();

    fn handle(&mut self, _: EndWaiting, _: &mut Self::Context) {
        self.parked = ParkedRequests::default();
    }
}
