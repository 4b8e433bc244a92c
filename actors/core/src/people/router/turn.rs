//! One step of the router: what several commands share, and what runs at the end of each step.

use super::line::at_head;
use super::lines::Held;
use super::pick::Preference;
use super::returned::Expired;
use super::seat::Silence;
use super::{COUNTS_EVERY, Router, RouterEffect};
use crate::ids::{AgentId, GroupId, LinePlace, VisitorId};
use crate::routing::{
    Assignment, DeskNews, Presence, RouterNews, RouterRefusal, SeatStatus, Terms, Why, WhyAgent,
};
use crate::tenant::GroupRule;
use crate::time::Timestamp;
use std::collections::BTreeSet;

/// The maximum number of waiting visitors that one step refuses when a line closes; the next step follows at once. A
/// hundred thousand in one step would delay everyone else of the tenant.
const CLOSED_AT_ONCE: usize = 1_000;

/// A step in progress. Only the router creates one.
pub struct Turn<'a> {
    pub(super) router: &'a mut Router,
    pub(super) now: Timestamp,
    pub(super) effects: &'a mut Vec<RouterEffect>,
}

impl Turn<'_> {
    pub(super) fn tell(&mut self, visitor: &VisitorId, news: RouterNews) {
        self.effects
            .push(RouterEffect::TellSession(visitor.clone(), news));
    }

    /// Tells a waiting visitor their position. Returns whether they wait.
    pub(super) fn tell_waiting(&mut self, visitor: &VisitorId) -> bool {
        let waiting = self.router.lines.in_line(visitor);
        let is_waiting = waiting.is_some();
        if let Some(line) = waiting {
            self.tell(visitor, RouterNews::Waiting(line));
        }
        is_waiting
    }

    /// Tells all sessions of an agent, in the order in which the visitors first came.
    pub(super) fn tell_sessions(&mut self, agent: &AgentId, news: &RouterNews) {
        let Some(seat) = self.router.seats.get(agent) else {
            return;
        };
        for (_, visitor) in seat.by_place() {
            self.effects
                .push(RouterEffect::TellSession(visitor, news.clone()));
        }
    }

    pub(super) fn tell_status(&mut self, agent: &AgentId) {
        let Some(state) = self.router.seat(agent) else {
            return;
        };
        let now = self.now;
        if let Some(seat) = self.router.seats.get_mut(agent)
            && seat.told.0 != state.status
        {
            seat.told = (state.status, now);
        }
        let news = DeskNews::Status(state.status, state.capacity);
        self.effects
            .push(RouterEffect::TellDesk(agent.clone(), news));
    }

    pub(super) fn tell_counts(&mut self, agent: &AgentId) {
        let router = &self.router;
        let Some(seat) = router.seats.get(agent) else {
            return;
        };
        let counts = router.counts().filter(|(group, _)| seat.serves(group));
        let news = DeskNews::Queue(
            counts
                .map(|(group, count)| (group.clone(), count))
                .collect(),
        );
        self.effects
            .push(RouterEffect::TellDesk(agent.clone(), news));
    }

    /// Gives a visitor who is in no line to a free agent, or puts them in the line, and tells them.
    pub(super) fn place(&mut self, visitor: VisitorId, held: Held, preferred: Preference<'_>) {
        if let Some(assignment) = self.find_place(&visitor, held, preferred) {
            self.tell(&visitor, assignment.into());
        }
    }

    /// Like [`Turn::place`], but returns the news and leaves the telling to the caller.
    pub(super) fn find_place(
        &mut self,
        visitor: &VisitorId,
        held: Held,
        preferred: Preference<'_>,
    ) -> Option<Assignment> {
        let free = match held.presence {
            Presence::Here => self.free_agent(&held.group, held.place, preferred, visitor),
            Presence::Away => None,
        };
        match free {
            Some(found) => self.seat(&found.agent, visitor, held, found.why),
            None => self.join(visitor, held),
        }
    }

    /// Gives a visitor to an agent. Returns the news for the visitor.
    pub(super) fn seat(
        &mut self,
        agent: &AgentId,
        visitor: &VisitorId,
        held: Held,
        why: WhyAgent,
    ) -> Option<Assignment> {
        self.router.seats.get(agent)?;
        let returned = self.router.returned.remove(visitor);
        let why = Why {
            agent: why,
            place: returned.map(|returned| returned.why).unwrap_or_default(),
            line: self.router.why_line(agent, &held.group, held.place),
            waited: self.waited(held.place),
        };
        self.router.reasons.insert(visitor.clone(), why.clone());
        let terms = Box::new(self.terms(held.place, why));
        let seat = self.router.seats.get_mut(agent)?;
        let assignment = Assignment::With {
            agent: seat.card.clone(),
            group: held.group.clone(),
            terms,
        };
        seat.idle_since = self.now;
        self.router.waits.seated(visitor, &held.group, self.now);
        seat.conversations.insert(visitor.clone(), held);
        self.router.seated.insert(visitor.clone(), agent.clone());
        Some(assignment)
    }

    /// The terms on which an agent has a visitor with this place.
    pub(super) fn terms(&self, place: LinePlace, why: Why) -> Terms {
        let rescue = self.router.settings.rescue;
        Terms {
            place,
            why,
            accept_within: rescue.accept_within,
            answer_within: rescue.answer_within,
        }
    }

    /// Takes a visitor from the agent who serves them.
    pub(super) fn vacate(&mut self, visitor: &VisitorId) -> Option<(AgentId, Held)> {
        let agent = self.router.seated.remove(visitor)?;
        let seat = self.router.seats.get_mut(&agent)?;
        let held = seat.conversations.remove(visitor)?;
        seat.idle_since = self.now;
        self.router.reasons.remove(visitor);
        self.router.waits.served(visitor, &held.group, self.now);
        if seat.is_dismissed && seat.conversations.is_empty() {
            self.router.seats.remove(&agent);
        }
        Some((agent, held))
    }

    /// Takes a visitor out of their line.
    pub(super) fn leave(&mut self, visitor: &VisitorId) -> Option<Held> {
        let position = self.router.lines.position(visitor, None)?;
        let left = self.router.lines.leave(visitor)?;
        self.line_changed(&left.group, left.place, position);
        Some(left)
    }

    pub(super) fn seat_from_line(&mut self, agent: &AgentId, visitor: &VisitorId, why: WhyAgent) {
        if let Some(left) = self.leave(visitor)
            && let Some(assignment) = self.seat(agent, visitor, left, why)
        {
            self.tell(visitor, assignment.into());
        }
    }

    /// Marks agents as away or gone if they are silent for long enough.
    pub(super) fn expire(&mut self) {
        let settings = self.router.settings;
        let seats = self.router.seats.iter();
        let due = seats.filter(|(_, seat)| {
            seat.next_deadline(&settings)
                .is_some_and(|deadline| deadline <= self.now)
        });
        let due: Vec<AgentId> = due.map(|(agent, _)| agent.clone()).collect();
        for agent in due {
            self.fall_silent(&agent);
        }
        if self.router.returned.expire(self.now) == Expired::Something {
            self.fill_all();
        }
    }

    /// Ends a step: closes lines without agents, and sends the news of positions and counts that is due.
    pub(super) fn settle(&mut self) {
        let helps = |rule: &GroupRule| rule.overflow.is_some();
        if self.router.rules.values().any(helps) {
            self.fill_all();
        }
        self.close_lines();
        let lines = &self.router.lines;
        for (group, pace) in &mut self.router.paces {
            if let Some(line) = lines.line(group) {
                for (visitor, spot) in pace.tick(self.now, line) {
                    let moved = RouterNews::LineMoved(lines.drawn(group, spot));
                    self.effects.push(RouterEffect::TellSession(visitor, moved));
                }
            }
        }
        if !self.router.counts_changed.is_empty() && self.router.counts_from <= self.now {
            let changed = std::mem::take(&mut self.router.counts_changed);
            self.router.counts_from = self.now + COUNTS_EVERY;
            self.spread_counts(&changed);
        }
    }

    fn join(&mut self, visitor: &VisitorId, held: Held) -> Option<Assignment> {
        let Held {
            group,
            place,
            presence,
        } = held;
        let lines = &mut self.router.lines;
        let place = lines.join(&group, visitor.clone(), place, presence)?;
        let standing = lines.in_line(visitor)?;
        self.line_changed(&group, place, standing.position + 1);
        self.foretell(visitor, &group, standing.position);
        Some(Assignment::Waiting(standing))
    }

    fn line_changed(&mut self, group: &GroupId, behind: LinePlace, position: u32) {
        let count = self.router.lines.count(group);
        let pace = self.router.paces.entry(group.clone()).or_default();
        pace.line_changed(behind, position, count);
        self.router.counts_changed.insert(group.clone());
    }

    /// Estimates how long a visitor waits who just joined a line.
    fn foretell(&mut self, visitor: &VisitorId, group: &GroupId, position: u32) {
        let router = &mut *self.router;
        if !router.waits.foretells(group) {
            return;
        }
        let agents = router.groups.get(group).into_iter().flatten();
        let seats = agents.map(|agent| &router.seats[agent]);
        let online = seats.filter(|seat| seat.status() == SeatStatus::Online);
        let seats = online.fold(0, |sum: u32, seat| sum.saturating_add(seat.capacity()));
        router
            .waits
            .joined(visitor.clone(), group, position, seats, self.now);
    }

    fn fall_silent(&mut self, agent: &AgentId) {
        let settings = self.router.settings;
        let Some(seat) = self.router.seats.get_mut(agent) else {
            return;
        };
        let is_gone = seat.last_sign + settings.gone_after <= self.now;
        let (silence, news) = if is_gone {
            (Silence::Gone, RouterNews::AgentGone(agent.clone()))
        } else {
            (Silence::Away, RouterNews::AgentAway(agent.clone()))
        };
        seat.silence = silence;
        self.tell_sessions(agent, &news);
        self.tell_status(agent);
    }

    fn close_lines(&mut self) {
        for _ in 0..CLOSED_AT_ONCE {
            let router = &self.router;
            let Some(group) = router.closing_line().cloned() else {
                return;
            };
            let first = router
                .lines
                .line(&group)
                .and_then(|line| line.iter().next());
            let Some(visitor) = first.map(|waiter| waiter.visitor.clone()) else {
                return;
            };
            let refusal = match router.groups.contains_key(&group) {
                true => RouterRefusal::NoAgent,
                false => RouterRefusal::Failed,
            };
            // A visitor who is refused below does not need news of their position.
            self.router.lines.leave(&visitor);
            self.router.returned.remove(&visitor);
            self.router.waits.gave_up(&visitor, self.now);
            self.router.paces.remove(&group);
            self.router.counts_changed.insert(group);
            self.tell(&visitor, RouterNews::Refused(refusal));
        }
    }

    fn spread_counts(&mut self, changed: &BTreeSet<GroupId>) {
        let seats = self.router.seats.iter();
        let concerned = seats.filter(|(_, seat)| {
            seat.status() != SeatStatus::Offline && changed.iter().any(|group| seat.serves(group))
        });
        let concerned: Vec<AgentId> = concerned.map(|(agent, _)| agent.clone()).collect();
        for agent in concerned {
            self.tell_counts(&agent);
        }
    }
}

impl Held {
    /// The same conversation, to return to the head of a line.
    pub(super) fn back_to(self, group: GroupId) -> Self {
        Self {
            group,
            place: at_head(self.place),
            presence: self.presence,
        }
    }
}
