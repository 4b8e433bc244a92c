//! The commands of a session, one file each.
//!
//! A *prompt* command is answered in its step. A *parked* one carries a ticket, replies `()`, and is answered by
//! [`Effect::Answer`](crate::session::Effect::Answer) in the same step or a later one, exactly once. Commands may come
//! in any order, and twice.

use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

pub mod ask_robot;
pub mod call;
pub mod choose_push;
pub mod close;
pub mod comment;
pub mod correct;
pub mod describe;
pub mod evaluate;
pub mod forms;
pub mod from_agent;
pub mod from_model;
pub mod from_router;
pub mod from_service;
pub mod from_shop;
pub mod learn;
pub mod leave_queue;
pub mod mailed;
pub mod may_upload;
pub mod offline;
pub mod oversee;
pub mod poll;
pub mod read;
pub mod send_message;
pub mod start;
pub mod tag;
pub mod ticket;
pub mod transfer;
pub mod typing;
pub mod watch;

/// One operation.
pub trait Command: Send + 'static {
    /// The reply that the sender gets in the same step.
    type Reply: Send + 'static;

    /// Performs the command. `now` is the session's own time, which never runs backwards.
    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) -> Self::Reply;
}

/// A command whose answer may come in a later step.
pub trait Parked: Command<Reply = ()> {
    /// The answer that the sender gets then.
    type Answer: Send + 'static;

    /// The answer to this kind of command. `None` if it answers another kind, which is a bug of the shell.
    fn unpack(answer: LateAnswer) -> Option<Self::Answer>;
}

/// The answer to a parked command.
#[derive(Clone, Debug, PartialEq)]
pub enum LateAnswer {
    /// To a [`Poll`](poll::Poll).
    Polled(Result<poll::Delivery, Refusal>),
    /// To a [`Transfer`](transfer::Transfer).
    Transferred(Result<transfer::Transferred, Refusal>),
    /// To an [`AskRobot`](ask_robot::AskRobot).
    Asked(Result<ask_robot::Asked, Refusal>),
}
