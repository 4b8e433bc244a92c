//! Agents who watch a conversation that is not theirs: with the robot, or in a line; and supervisors, who watch any. The
//! visitor is not told, and nothing of it is stored.

use crate::event::Entry;
use crate::ids::{AgentId, GroupId, MessageId, Seq};
use crate::routing::{ConversationPlace, DeskNews};
use crate::session::phase::Phase;
use crate::session::refusal::Refusal;
use crate::session::{Effect, Effects, Session};
use crate::tenant::Oversight;
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// How long a desk hears of a conversation after it last asked (Protocol, 'Visitors', watch).
pub const WATCHED_FOR: Span = Span::from_secs(60);

/// The most agents who watch a conversation. One more replaces the one who asked first.
pub const WATCHERS_MAX: usize = 8;

/// The agents who watch.
pub(super) type Watchers = Vec<Watcher>;

/// An agent who watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Watcher {
    /// Who.
    pub agent: AgentId,
    /// Until when.
    pub until: Timestamp,
    /// What ends it earlier.
    pub ends: WatchEnds,
}

/// What ends the watching of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchEnds {
    /// An agent has the conversation, or it is over.
    WhenServed,
    /// The conversation is over: a supervisor watches.
    WhenOver,
}

impl Session {
    /// Accepts a supervisor who looks after the group of the conversation.
    pub(super) fn require_overseen(&self, oversight: &Oversight) -> Result<(), Refusal> {
        match oversight.covers(self.group()) {
            true => Ok(()),
            false => Err(Refusal::NotYours),
        }
    }

    /// The group in whose hands the visitor is.
    fn group(&self) -> Option<&GroupId> {
        match &self.phase {
            Phase::Queued(queued) => Some(&queued.group),
            Phase::Manual(manual) => Some(&manual.group),
            Phase::Robot(_) | Phase::Ended(_) => None,
        }
    }

    /// An agent watches from now on.
    pub(super) fn watch(&mut self, agent: AgentId, ends: WatchEnds) {
        let until = self.last_now + WATCHED_FOR;
        let watchers = self.transient.watchers_mut();
        watchers.retain(|watcher| watcher.agent != agent);
        if watchers.len() == WATCHERS_MAX {
            watchers.remove(0);
        }
        watchers.push(Watcher { agent, until, ends });
    }

    /// Tells those who watch of a message.
    pub(super) fn tell_watchers_said(&self, seq: Seq, entry: &Arc<Entry>, effects: &mut Effects) {
        self.tell_watchers(effects, |place| DeskNews::Said {
            place,
            name: self.name(),
            seq,
            entry: Arc::clone(entry),
        });
    }

    /// Tells those who watch of an amended message.
    pub(super) fn tell_watchers_amended(
        &self,
        message: MessageId,
        entry: &Arc<Entry>,
        effects: &mut Effects,
    ) {
        self.tell_watchers(effects, |place| DeskNews::Amended {
            place,
            name: self.name(),
            message,
            entry: Arc::clone(entry),
        });
    }

    /// An agent has the conversation: only supervisors watch on.
    pub(super) fn end_watching_of_unserved(&mut self, by: &AgentId, effects: &mut Effects) {
        let closed = |place| DeskNews::Closed { place, why: None };
        let ends =
            |watcher: &Watcher| watcher.ends == WatchEnds::WhenServed && watcher.agent != *by;
        self.tell_those(ends, effects, closed);
        self.transient
            .unwatch(|watcher| watcher.ends == WatchEnds::WhenServed || watcher.agent == *by);
    }

    /// The conversation is over, and with it the watching.
    pub(super) fn end_watching(&mut self, effects: &mut Effects) {
        self.tell_watchers(effects, |place| DeskNews::Closed { place, why: None });
        self.transient.unwatch(|_| true);
    }

    /// The agent of the conversation hears it anyway.
    fn tell_watchers(&self, effects: &mut Effects, news: impl Fn(ConversationPlace) -> DeskNews) {
        self.tell_those(|watcher| !self.is_with(&watcher.agent), effects, news);
    }

    fn tell_those(
        &self,
        concerned: impl Fn(&Watcher) -> bool,
        effects: &mut Effects,
        news: impl Fn(ConversationPlace) -> DeskNews,
    ) {
        let watchers = self.transient.watchers().iter();
        for watcher in watchers.filter(|watcher| watcher.until > self.last_now) {
            if concerned(watcher) {
                let agent = watcher.agent.clone();
                effects.push(Effect::TellAgent(agent, news(self.place())));
            }
        }
    }
}
