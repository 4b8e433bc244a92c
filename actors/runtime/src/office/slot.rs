//! Delivers letters to a session's mailbox.

use crate::ask::{AskError, Letter};
use crate::journal::Traffic;
use crate::session::SessionActor;
use crate::threads::Thread;
use actix::prelude::SendError;
use actix::{Addr, Handler};
use std::sync::Arc;
use std::sync::atomic::Ordering;

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
    /// Refuses an announced letter because too many wait for the session.
    pub(super) fn take_back(&self, letter: impl Letter) {
        self.traffic.undelivered.fetch_sub(1, Ordering::AcqRel);
        letter.refuse(AskError::Busy);
    }

    /// Puts a letter into the actor's mailbox; gives it back if the actor has stopped.
    pub(super) fn deliver<M>(&self, letter: M) -> Result<(), M>
    where
        M: Letter,
        SessionActor: Handler<M>,
    {
        match self.actor.try_send(letter) {
            Ok(()) => Ok(()),
            // Cannot happen: an address cloned for one letter has room for it. `MAILBOX` is the actual limit.
            Err(SendError::Full(letter)) => {
                self.take_back(letter);
                Ok(())
            }
            Err(SendError::Closed(letter)) => Err(letter),
        }
    }
}
