//! Delivers letters to a session's mailbox.

use crate::ask::Letter;
use crate::journal::Traffic;
use crate::session::SessionActor;
use crate::threads::Thread;
use actix::{Addr, Handler};
use std::sync::Arc;

/// Number of questions that may wait for one session. Letters without a reply are never refused.
pub(super) const MAILBOX: u32 = 256;

/// A handle to a session's actor.
#[derive(Clone)]
pub(super) struct Slot {
    pub(super) actor: Addr<SessionActor>,
    pub(super) thread: Arc<Thread>,
    pub(super) traffic: Arc<Traffic>,
}

impl Slot {
    /// Puts a letter into the actor's mailbox, whatever its length; gives it back if the actor has stopped. Only the
    /// actor's own thread calls this, so the actor cannot stop in between.
    pub(super) fn deliver<M>(&self, letter: M) -> Result<(), M>
    where
        M: Letter,
        SessionActor: Handler<M>,
    {
        if !self.actor.connected() {
            return Err(letter);
        }
        self.actor.do_send(letter);
        Ok(())
    }
}
