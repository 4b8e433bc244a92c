//! Agents who watch a conversation that is not theirs: with the robot, or in a line. The visitor is not told.

use crate::event::Entry;
use crate::ids::{AgentId, MessageId, Seq};
use crate::routing::{ConversationPlace, DeskNews};
use crate::session::{Effect, Effects, Session};
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// How long a desk hears of a conversation after it last asked (Protocol, 'Visitors', watch).
pub const WATCHED_FOR: Span = Span::from_secs(60);

/// The most agents who watch a conversation. One more replaces the one who asked first.
pub const WATCHERS_MAX: usize = 8;

/// The agents who watch, each until some time.
pub(super) type Watchers = Vec<(AgentId, Timestamp)>;

impl Session {
    /// An agent watches from now on.
    pub(super) fn watch(&mut self, agent: AgentId) {
        let until = self.last_now + WATCHED_FOR;
        let watchers = self.transient.watchers_mut();
        watchers.retain(|(watcher, _)| *watcher != agent);
        if watchers.len() == WATCHERS_MAX {
            watchers.remove(0);
        }
        watchers.push((agent, until));
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

    /// An agent has the conversation, or it is over: nobody watches any more. `by` is the agent.
    pub(super) fn end_watching(&mut self, by: Option<&AgentId>, effects: &mut Effects) {
        self.tell_watchers_but(by, effects, |place| DeskNews::Closed { place, why: None });
        self.transient.unwatch();
    }

    fn tell_watchers(&self, effects: &mut Effects, news: impl Fn(ConversationPlace) -> DeskNews) {
        self.tell_watchers_but(None, effects, news);
    }

    fn tell_watchers_but(
        &self,
        but: Option<&AgentId>,
        effects: &mut Effects,
        news: impl Fn(ConversationPlace) -> DeskNews,
    ) {
        for (agent, until) in self.transient.watchers() {
            if *until > self.last_now && Some(agent) != but {
                effects.push(Effect::TellAgent(agent.clone(), news(self.place())));
            }
        }
    }
}
