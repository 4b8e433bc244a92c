//! How letters get into a session's mailbox.

use crate::ask::{AskError, Letter};
use crate::journal::Traffic;
use crate::session::SessionActor;
use crate::threads::Thread;
use actix::prelude::SendError;
use actix::{Addr, Handler};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Questions that may wait for one session. What it is told without being asked for an answer is never turned away.
pub(super) const MAILBOX: u32 = 256;

/// The way to a session's actor.
#[derive(Clone)]
pub(super) struct Slot {
    pub(super) actor: Addr<SessionActor>,
    pub(super) thread: Arc<Thread>,
    pub(super) traffic: Arc<Traffic>,
}

impl Slot {
    /// Answers a letter that was announced and does not go out: more wait than the session can bear.
    pub(super) fn take_back(&self, letter: impl Letter) {
        self.traffic.under_way.fetch_sub(1, Ordering::AcqRel);
        letter.refuse(AskError::Busy);
    }

    /// Puts a letter into the actor's mailbox; gives it back where the actor is no more.
    pub(super) fn deliver<M>(&self, letter: M) -> Result<(), M>
    where
        M: Letter,
        SessionActor: Handler<M>,
    {
        match self.actor.try_send(letter) {
            Ok(()) => Ok(()),
            // An address that was cloned for one letter has room for it: `MAILBOX` is what bounds them.
            Err(SendError::Full(letter)) => {
                self.take_back(letter);
                Ok(())
            }
            Err(SendError::Closed(letter)) => Err(letter),
        }
    }
}
