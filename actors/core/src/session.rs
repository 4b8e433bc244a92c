//! One visitor's session: a pure state machine, `(state, command, now) → (reply, effects)`
//! (Protocol, 'Session states').
//!
//! - [`phase`]: the states, with the table of transitions.
//! - [`commands`]: what a session can do, one file for each command.
//! - [`effect`]: what the shell must do; [`step`]: a reply with effects; [`refusal`]: why the rules say no.
//! - [`timer`]: what it waits for.
//! - [`restore`]: how a session is stored and restored.
//! - [`course`]: what happened in it; [`report`]: the record of it for reports.
//! - [`ticket`]: how a visitor keeps their place on another device.
//!
//! ```text
//! loop {
//!     let step = session.handle(now, command);   // or session.handle_timeout(now)
//!     store the step's records; when they are durable: reply, and perform the other effects in order
//!     wait for a command or for session.next_deadline()
//! }
//! ```

mod calls;
pub mod commands;
pub mod course;
pub mod details;
mod duty;
pub mod effect;
mod expire;
mod extras;
mod fingerprint;
pub mod flows;
mod handover;
pub mod keeping;
mod log;
mod mailbox;
pub mod mailing;
mod pages;
pub mod phase;
mod presence;
pub mod pushing;
pub mod record;
pub mod refusal;
mod repeats;
pub mod report;
pub mod restore;
#[cfg(test)]
mod size;
mod small_list;
pub mod step;
pub mod ticket;
pub mod timer;
mod transient;
pub mod tried;
pub mod visit;
pub mod watching;
mod writing;

pub use effect::{Effect, Effects};
pub use refusal::Refusal;
pub use step::Step;

use crate::channel::ChannelConfig;
use crate::event::Entry;
use crate::flow::Awaits;
use crate::ids::{ChannelId, Language, MessageId, Seq, SessionNo, VisitorKey};
use crate::record::{Record, RecordBody};
use crate::routing::{Presence, Standing};
use crate::session::calls::OpenCall;
use crate::session::commands::Command;
use crate::session::commands::start::{Start, Started};
use crate::session::course::RobotAnswers;
use crate::session::details::Details;
use crate::session::extras::Extras;
use crate::session::mailbox::{LINES_KEPT_MAX, Mailbox};
use crate::session::phase::{Patience, Phase, RobotPhase, Status, Turn};
use crate::session::repeats::Repeats;
use crate::session::restore::Head;
use crate::session::small_list::SmallList;
use crate::session::timer::{RETIREMENT, Timer, TimerTable};
use crate::session::transient::Transient;
use crate::time::Timestamp;
use std::sync::Arc;

/// A visitor's open session, or their last one. The same value continues with the visitor's next session.
#[derive(Clone, Debug)]
pub struct Session {
    who: VisitorKey,
    channel: Arc<ChannelConfig>,
    number: SessionNo,
    started: Timestamp,
    language: Language,
    details: Option<Box<Details>>,
    phase: Phase,
    mailbox: Mailbox,
    /// The live page, as the fingerprint of its id; 0 for none.
    page: u64,
    /// Displaced pages that have not been told yet, oldest first.
    displaced: SmallList<u64>,
    repeats: Repeats,
    /// Agents' messages that no page has acknowledged, of this session and the one before, oldest first.
    offline: SmallList<MessageId>,
    /// The visitor's messages that no agent has read, oldest first; empty without agents to read them.
    unread: SmallList<Seq>,
    /// State that lives only for a moment, and only in memory.
    transient: Transient,
    /// The last message of a person, for the desk's list.
    last_message: Option<(Seq, Arc<Entry>)>,
    /// Whether the visitor met an agent whom they can rate.
    met: Met,
    /// State that few sessions have: a rating, a place in a flow, a secret that vouches for the visitor.
    extras: Extras,
    robot_tried: bool,
    robot: RobotAnswers,
    timers: TimerTable,
    /// The latest time passed in; the session's time never runs backwards.
    last_now: Timestamp,
    /// The time of the visitor's newest line.
    last_at: Timestamp,
    /// When a page last polled or acted.
    seen: Timestamp,
    /// What the router and the desk were told of the visitor's page; `None` after a restart.
    presence: Option<Presence>,
    head_state: HeadState,
}

/// Whether the visitor met an agent in this session. One byte, because many sessions are in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Met {
    /// No agent.
    Nobody,
    /// An agent.
    Agent,
    /// An agent who asked for a rating.
    AgentWhoInvites,
}

/// Whether the stored head is current.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HeadState {
    /// It is.
    Current,
    /// Only marks moved; they are stored with the next head.
    MarksMoved,
    /// It is outdated.
    Changed,
}

impl Session {
    /// Starts the first session of a visitor.
    pub fn start(
        now: Timestamp,
        who: VisitorKey,
        start: Start,
    ) -> (Self, Step<Result<Started, Refusal>>) {
        let head = Head {
            last_at: Timestamp::default(),
            vouched: start.vouched,
            ..Head::plain(SessionNo(0), Standing::Ended, start.channel.id.clone(), now)
        };
        let mut session = Self::restore(now, who, head, &[], start.channel.clone());
        let step = session.handle(now, start);
        (session, step)
    }

    /// Performs a command, after everything that is due.
    pub fn handle<C: Command>(&mut self, now: Timestamp, command: C) -> Step<C::Reply> {
        let mut effects = Effects::default();
        let before = self.status();
        self.pass_time(now, &mut effects);
        let reply = command.apply(self, self.last_now, &mut effects);
        self.timers.stop(Timer::Retirement);
        self.settle(before, &mut effects);
        Step { reply, effects }
    }

    /// Performs everything that is due. Early or repeated calls are harmless.
    pub fn handle_timeout(&mut self, now: Timestamp) -> Effects {
        let mut effects = Effects::default();
        let before = self.status();
        self.pass_time(now, &mut effects);
        self.settle(before, &mut effects);
        effects
    }

    /// Replaces the channel's settings. They apply from the next step on; timers already set keep their due time.
    pub fn follow(&mut self, channel: Arc<ChannelConfig>) {
        debug_assert_eq!(channel.id, self.channel.id);
        self.channel = channel;
    }

    /// Its channel.
    pub fn channel(&self) -> &ChannelId {
        &self.channel.id
    }

    /// When [`Session::handle_timeout`] must be called, unless another step comes first.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let call = self.call().and_then(OpenCall::due);
        let due = self.timers.soonest().into_iter().chain(call);
        let due = due.chain(self.writing_due());
        let due = due.chain(self.extras.service_due());
        due.chain(self.mail_due()).chain(self.rescue_due()).min()
    }

    /// Its state.
    pub fn status(&self) -> Status {
        self.phase.status()
    }

    /// Its visitor.
    pub fn who(&self) -> &VisitorKey {
        &self.who
    }

    fn pass_time(&mut self, now: Timestamp, effects: &mut Effects) {
        self.last_now = self.last_now.max(now);
        while let Some(timer) = self.timers.expired(self.last_now) {
            self.expire(timer, effects);
        }
        self.end_due_call(effects);
        self.end_due_writing(effects);
        self.give_up_service(effects);
        self.ask_for_due_mail(effects);
        self.ask_due_rescue(effects);
    }

    /// Ends every step: answers a parked poll that has news, sets timers that depend on the state, and stores the head.
    fn settle(&mut self, before: Status, effects: &mut Effects) {
        let before_this = self.served_before();
        let has_news = self.mailbox.parked.is_some_and(|poll| {
            self.mailbox.has_news(poll.since, before_this) || self.has_words(poll.since)
        });
        if has_news || self.has_signals() || self.status() != before {
            self.answer_parked_poll(effects);
        }
        self.watch_presence();
        if self.may_retire() {
            if !self.timers.is_set(Timer::Retirement) {
                self.timers
                    .set(Timer::Retirement, self.last_now + RETIREMENT);
            }
        } else {
            self.timers.stop(Timer::Retirement);
        }
        if self.head_state == HeadState::Changed {
            self.keep_head(effects);
        }
        effects.records_first();
        self.check();
    }

    /// Whether the session may leave memory without losing anything.
    fn may_retire(&self) -> bool {
        let waits = match &self.phase {
            Phase::Robot(robot) => !robot.asking.is_empty(),
            // The absence of a waiting visitor is measured in memory.
            Phase::Queued(_) => true,
            Phase::Manual(_) | Phase::Ended(_) => false,
        };
        !waits && !self.is_writing() && self.call().is_none() && self.mailbox.parked.is_none()
    }

    fn keep_head(&mut self, effects: &mut Effects) {
        self.head_state = HeadState::Current;
        let head = RecordBody::Head(Box::new(self.head()));
        self.record(head, effects);
    }

    fn record(&self, body: RecordBody, effects: &mut Effects) {
        effects.push(Effect::Record(Record {
            visitor: self.who.clone(),
            body,
        }));
    }

    fn mark_head(&mut self, state: HeadState) {
        self.head_state = self.head_state.max(state);
    }

    /// Asserts the invariants.
    fn check(&self) {
        let last = self.mailbox.last();
        let marks = &self.mailbox.marks;
        debug_assert!(self.mailbox.len() <= LINES_KEPT_MAX);
        debug_assert!(self.mailbox.len() as u64 <= last.0.saturating_sub(marks.passed.0));
        debug_assert!(marks.passed <= last && marks.read <= last && marks.served <= last);
        debug_assert!(marks.agent_read <= last);
        debug_assert!(self.offline.is_sorted() && self.unread.is_sorted());
        let parked = self.mailbox.parked.is_some();
        debug_assert_eq!(parked, self.timers.is_set(Timer::PollHold));
        debug_assert!(!parked || self.page != 0);
        let asks = matches!(&self.phase, Phase::Robot(RobotPhase { asking }) if !asking.is_empty());
        debug_assert_eq!(asks, self.timers.is_set(Timer::RouterAnswer));
        let status = self.status();
        let waits = self.extras.flow().map(|place| place.awaits);
        let asks_service = matches!(waits, Some(Awaits::Reply(_)));
        debug_assert_eq!(self.extras.service_due().is_some(), asks_service);
        let queued = status == Status::Queued;
        debug_assert_eq!(queued, self.timers.is_set(Timer::LeaveLine));
        let turn = self
            .phase
            .manual()
            .map_or(Turn::Nobody, |manual| manual.turn);
        let awaits_agent = self.timers.is_set(Timer::AgentSilence);
        debug_assert!(!awaits_agent || matches!(turn, Turn::Agent(Patience::Fresh)));
        let reminds = self.timers.is_set(Timer::VisitorSilence);
        debug_assert!(!reminds || turn == Turn::Visitor(Patience::Fresh));
        let ends = self.timers.is_set(Timer::VisitorOver);
        debug_assert!(!ends || turn == Turn::Visitor(Patience::Reminded));
        debug_assert!(!self.displaced.contains(&self.page));
        debug_assert!(self.duty().is_none() || status == Status::Manual);
    }
}
