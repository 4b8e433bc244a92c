//! Whether the visitor's page polls (Protocol, 'Silence').

use crate::call::{CallEnd, Party};
use crate::routing::{DeskNews, Presence, RouterRequest};
use crate::session::phase::Phase;
use crate::session::timer::Timer;
use crate::session::{Effect, Effects, Session};

impl Session {
    /// The page polled or acted.
    pub(super) fn sees_page(&mut self, effects: &mut Effects) {
        self.seen = self.last_now;
        self.timers.stop(Timer::Absence);
        if self.presence != Some(Presence::Here) {
            self.presence = Some(Presence::Here);
            self.cancel_mail();
            self.page_came_back();
            self.tell_presence(effects);
        }
    }

    /// The page has done neither for a while.
    pub(super) fn misses_page(&mut self, effects: &mut Effects) {
        self.presence = Some(Presence::Away);
        self.plan_mail();
        self.push_news(effects);
        self.end_call(CallEnd::Vanished(Party::Visitor), effects);
        self.tell_presence(effects);
    }

    /// Tells the agent and the router. The queue passes over visitors who are away, also those who return to it because
    /// their agent is gone.
    pub(super) fn tell_presence(&self, effects: &mut Effects) {
        let Some(presence) = self.presence else {
            return;
        };
        match &self.phase {
            Phase::Robot(_) | Phase::Ended(_) => {}
            Phase::Queued(_) => effects.push(Effect::AskRouter(RouterRequest::Presence(presence))),
            Phase::Manual(_) => {
                self.tell_agent(effects, |place| DeskNews::Presence { place, presence });
                effects.push(Effect::AskRouter(RouterRequest::Presence(presence)));
            }
        }
    }

    /// Tells a new agent or router of a visitor who is away. Present is the default.
    pub(super) fn tell_absence(&self, effects: &mut Effects) {
        if self.presence == Some(Presence::Away) {
            self.tell_presence(effects);
        }
    }

    /// A page that polls is present. A page that stops polling counts as away after a while.
    pub(super) fn watch_presence(&mut self) {
        if self.mailbox.parked.is_some() {
            self.timers.stop(Timer::Absence);
            self.seen = self.last_now;
        } else if self.presence != Some(Presence::Away) && !self.timers.is_set(Timer::Absence) {
            let after = self.channel.absence.away_after;
            self.timers.set(Timer::Absence, self.last_now + after);
        }
    }
}
