//! An agent's own mailbox: their conversations and the news of them, for the pages of their desk.
//!
//! A pure machine like the session. Pass in the time and a [`command`], perform the effects, wait until
//! [`Desk::next_deadline`]. The agent's own calls go to the sessions and to the router, not through here. Nothing is
//! stored. After a restart a desk begins empty, asks for the conversations again, and answers `gap` to pages with an old
//! cursor (docs/decisions/0002).

pub mod command;
mod list;
mod log;
mod watched;
mod weight;

use crate::ids::Ticket;
use crate::routing::DeskNews;
use crate::time::{Span, Timestamp};
use command::Command;
use list::List;
pub use log::{DeskSeq, LINES_MAX, LOG_BYTES_MAX, LOG_MAX};
use log::{Log, Reading};
use std::collections::VecDeque;
use watched::Watched;
pub use watched::{WATCHED_FOR, WATCHING_PAGES_MAX};

/// Maximum wait of a poll (Protocol, 'Polling').
pub const WAIT_MAX: Span = Span::from_secs(25);

/// Maximum number of parked polls of one agent. Beyond it the oldest is answered empty. An agent has one or two pages
/// open, and a page that reloads leaves its last poll behind for a while.
pub const PARKED_MAX: usize = 5;

/// The minimum time between two signs of life. The router calls an agent away only after 30 s of silence, so it does
/// not need every poll.
const SIGN_EVERY: Span = Span::from_secs(10);

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "effects must be performed, in order"]
pub struct Step<R> {
    /// The reply to the sender.
    pub reply: R,
    /// The effects, in order.
    pub effects: Vec<DeskEffect>,
}

/// An effect of a desk.
#[derive(Clone, Debug, PartialEq)]
pub enum DeskEffect {
    /// Answer the request that is parked under this ticket.
    Answer(Ticket, Delivery),
    /// Tell the router that the agent polled at this moment ([`crate::router::command::SignOfLife`]).
    SignOfLife(Timestamp),
    /// Tell the router that this desk begins empty ([`crate::router::command::DeskReopened`]).
    Reopened,
}

/// The answer to a poll.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The news, oldest first, at most [`LINES_MAX`]. News that is never stored has no seq.
    pub news: Vec<(Option<DeskSeq>, DeskNews)>,
    /// The cursor to poll with once the page has handled them.
    pub cursor: DeskSeq,
    /// More news waits than fits into one answer: poll again at once.
    pub more: bool,
    /// The page has no cursor, or one that is too old. It must load its lists and open conversations, and continue from
    /// this cursor.
    pub gap: bool,
}

/// An agent's mailbox.
#[derive(Clone, Debug)]
pub struct Desk {
    last_now: Timestamp,
    list: List,
    log: Log,
    watched: Watched,
    /// Parked polls, oldest first. Each has seen everything.
    parked: VecDeque<Parked>,
    signed_at: Option<Timestamp>,
    /// The newest sign of life that the router does not know.
    unsigned: Option<Timestamp>,
}

#[derive(Clone, Debug)]
struct Parked {
    ticket: Ticket,
    cursor: DeskSeq,
    until: Timestamp,
}

/// A step in progress. Only the desk creates one.
pub struct Turn<'a> {
    desk: &'a mut Desk,
    now: Timestamp,
    effects: &'a mut Vec<DeskEffect>,
}

impl Desk {
    /// Opens an empty desk. `base` must exceed every line number of an earlier desk of this agent; the time in
    /// microseconds does.
    pub fn open(now: Timestamp, base: DeskSeq) -> Step<Self> {
        Step {
            reply: Self {
                last_now: now,
                list: List::default(),
                log: Log::new(base),
                watched: Watched::default(),
                parked: VecDeque::new(),
                signed_at: None,
                unsigned: None,
            },
            effects: vec![DeskEffect::Reopened],
        }
    }

    /// Performs everything that is due, then the command.
    pub fn handle<C: Command>(&mut self, now: Timestamp, command: C) -> Step<C::Reply> {
        let mut effects = Vec::new();
        let mut turn = self.turn(now, &mut effects);
        turn.expire();
        let reply = command.apply(&mut turn);
        debug_assert_eq!(self.check(), Ok(()));
        Step { reply, effects }
    }

    /// Performs what is due. Early and repeated calls are harmless.
    pub fn handle_timeout(&mut self, now: Timestamp) -> Vec<DeskEffect> {
        let mut effects = Vec::new();
        self.turn(now, &mut effects).expire();
        debug_assert_eq!(self.check(), Ok(()));
        effects
    }

    /// When to call [`Desk::handle_timeout`], unless a command comes first.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let holds = self.parked.iter().map(|parked| parked.until);
        holds.chain(self.sign_due()).min()
    }

    /// Returns a broken invariant as an error. Debug builds check after each step.
    pub fn check(&self) -> Result<(), String> {
        if self.parked.len() > PARKED_MAX {
            return Err(format!("{} polls are parked", self.parked.len()));
        }
        let mut parked = self.parked.iter();
        if let Some(parked) = parked.find(|parked| parked.cursor != self.log.last()) {
            return Err(format!(
                "{:?} is parked although there is news",
                parked.ticket
            ));
        }
        Ok(())
    }

    fn turn<'a>(&'a mut self, now: Timestamp, effects: &'a mut Vec<DeskEffect>) -> Turn<'a> {
        self.last_now = self.last_now.max(now);
        Turn {
            now: self.last_now,
            desk: self,
            effects,
        }
    }

    fn sign_due(&self) -> Option<Timestamp> {
        let signed_at = self.signed_at?;
        self.unsigned.map(|_| signed_at + SIGN_EVERY)
    }
}

impl Turn<'_> {
    fn expire(&mut self) {
        let now = self.now;
        if self.desk.sign_due().is_some_and(|due| due <= now)
            && let Some(at) = self.desk.unsigned.take()
        {
            self.sign(at);
        }
        let parked = std::mem::take(&mut self.desk.parked);
        let (over, held) = parked.into_iter().partition(|parked| parked.until <= now);
        self.desk.parked = held;
        self.release(over);
    }

    fn poll(&mut self, poll: &command::Poll) {
        self.record_sign_of_life();
        let delivery = match self.desk.log.read(poll.cursor) {
            Reading::Gap => self.delivery(Vec::new(), true),
            Reading::News { lines, more } if !lines.is_empty() || poll.wait == Span::ZERO => {
                Delivery {
                    more,
                    ..self.delivery(lines, false)
                }
            }
            Reading::News { .. } => return self.park(poll),
        };
        self.answer(poll.ticket, delivery);
    }

    fn deliver(&mut self, news: DeskNews) {
        self.desk.list.apply(&news);
        let is_kept = !matches!(news, DeskNews::Typing { .. });
        let seq = is_kept.then(|| self.desk.log.push(news.clone()));
        for parked in std::mem::take(&mut self.desk.parked) {
            let delivery = self.delivery(vec![(seq, news.clone())], false);
            self.answer(parked.ticket, delivery);
        }
    }

    fn park(&mut self, poll: &command::Poll) {
        self.desk.parked.push_back(Parked {
            ticket: poll.ticket,
            cursor: self.desk.log.last(),
            until: self.now + poll.wait.min(WAIT_MAX),
        });
        let surplus = self.desk.parked.len().saturating_sub(PARKED_MAX);
        let oldest = self.desk.parked.drain(..surplus).collect();
        self.release(oldest);
    }

    /// Answers parked polls with nothing.
    fn release(&mut self, parked: VecDeque<Parked>) {
        for parked in parked {
            let delivery = self.delivery(Vec::new(), false);
            self.answer(parked.ticket, delivery);
        }
    }

    fn delivery(&self, news: Vec<(Option<DeskSeq>, DeskNews)>, gap: bool) -> Delivery {
        let last = news.last().and_then(|(seq, _)| *seq);
        Delivery {
            news,
            cursor: last.unwrap_or(self.desk.log.last()),
            more: false,
            gap,
        }
    }

    fn answer(&mut self, ticket: Ticket, delivery: Delivery) {
        self.effects.push(DeskEffect::Answer(ticket, delivery));
    }

    fn record_sign_of_life(&mut self) {
        let signed_at = self.desk.signed_at;
        if signed_at.is_none_or(|signed_at| signed_at + SIGN_EVERY <= self.now) {
            self.desk.unsigned = None;
            self.sign(self.now);
        } else {
            self.desk.unsigned = Some(self.now);
        }
    }

    fn sign(&mut self, at: Timestamp) {
        self.desk.signed_at = Some(self.now);
        self.effects.push(DeskEffect::SignOfLife(at));
    }
}
