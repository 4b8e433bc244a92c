//! Agents who watch a conversation that is not theirs. The visitor is not told.
//!
//! Who may watch depends on who has the visitor. So each change of hands ends all watching, and those who watched ask
//! again.

use crate::desk::WATCHED_FOR;
use crate::event::{Entry, Event};
use crate::ids::{AgentId, GroupId, MessageId, Seq};
use crate::routing::{ConversationPlace, DeskNews};
use crate::session::phase::Phase;
use crate::session::{Effect, Effects, Refusal, Session};
use crate::tenant::Oversight;
use crate::time::Timestamp;
use std::sync::Arc;

/// The most agents who watch a conversation.
pub const WATCHERS_MAX: usize = 16;

/// The agents who watch, each until some time.
pub(super) type Watchers = Vec<(AgentId, Timestamp)>;

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

    /// An agent watches from now on. The agent of the conversation hears everything anyway.
    pub(super) fn watch(&mut self, agent: AgentId) -> Result<(), Refusal> {
        if self.is_with(&agent) {
            return Ok(());
        }
        let now = self.last_now;
        let watchers = self.transient.watchers_mut();
        watchers.retain(|(watcher, until)| *watcher != agent && *until > now);
        if watchers.len() == WATCHERS_MAX {
            return Err(Refusal::WatchedByMany);
        }
        watchers.push((agent, now + WATCHED_FOR));
        Ok(())
    }

    /// Tells those who watch of a new entry. What is no message has no event of its own: they read the conversation again.
    pub(super) fn tell_watchers_appended(
        &mut self,
        seq: Seq,
        entry: &Arc<Entry>,
        effects: &mut Effects,
    ) {
        match &entry.event {
            Event::Message(_) => self.tell_watchers(effects, |session, place| DeskNews::Said {
                place,
                name: session.name(),
                seq,
                entry: Arc::clone(entry),
            }),
            Event::Call(_) | Event::Evaluated(_) => {
                // The robot's part shows neither.
                if !matches!(self.phase, Phase::Robot(_)) {
                    self.end_watching(None, effects);
                }
            }
            Event::Connected { .. }
            | Event::Closed(_)
            | Event::EvaluationInvited
            | Event::Recalled(_)
            | Event::Amended(_)
            | Event::Tagged(_) => {}
        }
    }

    /// Tells those who watch of an amended message.
    pub(super) fn tell_watchers_amended(
        &self,
        message: MessageId,
        entry: &Arc<Entry>,
        effects: &mut Effects,
    ) {
        self.tell_watchers(effects, |session, place| DeskNews::Amended {
            place,
            name: session.name(),
            message,
            entry: Arc::clone(entry),
        });
    }

    /// Who watches may no longer do so, or must read the conversation again: they ask anew. `by` is an agent who does not.
    pub(super) fn end_watching(&mut self, by: Option<&AgentId>, effects: &mut Effects) {
        for agent in self.watching() {
            if Some(agent) != by {
                let place = self.place();
                let news = DeskNews::Closed { place, why: None };
                effects.push(Effect::TellWatcher(agent.clone(), news));
            }
        }
        self.transient.unwatch();
    }

    /// Tells those who watch something of this conversation. `news` is made for each of them alone.
    pub(super) fn tell_watchers(
        &self,
        effects: &mut Effects,
        news: impl Fn(&Self, ConversationPlace) -> DeskNews,
    ) {
        for agent in self.watching() {
            let news = news(self, self.place());
            effects.push(Effect::TellWatcher(agent.clone(), news));
        }
    }

    fn watching(&self) -> impl Iterator<Item = &AgentId> {
        let watchers = self.transient.watchers().iter();
        let watchers = watchers.filter(|(_, until)| *until > self.last_now);
        watchers.map(|(agent, _)| agent)
    }
}
