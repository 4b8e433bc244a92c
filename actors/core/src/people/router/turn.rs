//! One step of the router: what several commands share, and what runs at the end of each step.

use super::line::at_head;
use super::lines::Held;
use super::pick::{Candidate, pick_seat};
use super::seat::Silence;
use super::{COUNTS_EVERY, Router, RouterEffect};
use crate::ids::{AgentId, GroupId, LinePlace, VisitorId};
use crate::routing::{Assignment, DeskNews, Presence, RouterNews, RouterRefusal, SeatStatus};
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

    /// Tells all sessions of an agent.
    pub(super) fn tell_sessions(&mut self, agent: &AgentId, news: &RouterNews) {
        let Some(seat) = self.router.seats.get(agent) else {
            return;
        };
        for visitor in seat.conversations.keys() {
            self.effects
                .push(RouterEffect::TellSession(visitor.clone(), news.clone()));
        }
    }

    pub(super) fn tell_status(&mut self, agent: &AgentId) {
        let Some(state) = self.router.seat(agent) else {
            return;
        };
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
    pub(super) fn place(&mut self, visitor: VisitorId, held: Held, asked_for: Option<&AgentId>) {
        if let Some(assignment) = self.find_place(&visitor, held, asked_for) {
            self.tell(&visitor, assignment.into());
        }
    }

    /// Like [`Turn::place`], but returns the news and leaves the telling to the caller.
    pub(super) fn find_place(
        &mut self,
        visitor: &VisitorId,
        held: Held,
        asked_for: Option<&AgentId>,
    ) -> Option<Assignment> {
        let free = match held.presence {
            Presence::Here => self.free_agent(&held.group, asked_for, visitor),
            Presence::Away => None,
        };
        match free {
            Some(agent) => self.seat(&agent, visitor, held),
            None => self.join(visitor, held),
        }
    }

    /// Gives a visitor to an agent. Returns the news for the visitor.
    pub(super) fn seat(
        &mut self,
        agent: &AgentId,
        visitor: &VisitorId,
        held: Held,
    ) -> Option<Assignment> {
        let seat = self.router.seats.get_mut(agent)?;
        let assignment = Assignment::With {
            agent: seat.card.clone(),
            group: held.group.clone(),
        };
        seat.idle_since = self.now;
        seat.conversations.insert(visitor.clone(), held);
        self.router.seated.insert(visitor.clone(), agent.clone());
        self.router.handed_on.remove(visitor);
        Some(assignment)
    }

    /// Takes a visitor from the agent who serves them.
    pub(super) fn vacate(&mut self, visitor: &VisitorId) -> Option<(AgentId, Held)> {
        let agent = self.router.seated.remove(visitor)?;
        let seat = self.router.seats.get_mut(&agent)?;
        let held = seat.conversations.remove(visitor)?;
        seat.idle_since = self.now;
        if seat.is_dismissed && seat.conversations.is_empty() {
            self.router.seats.remove(&agent);
        }
        Some((agent, held))
    }

    /// Takes a visitor out of their line.
    pub(super) fn leave(&mut self, visitor: &VisitorId) -> Option<Held> {
        let position = self.router.lines.position(visitor, None)?;
        let left = self.router.lines.leave(visitor)?;
        self.router.handed_on.remove(visitor);
        self.line_changed(&left.group, left.place, position);
        Some(left)
    }

    /// Gives an agent visitors while they are free: each time whoever has waited longest in any of their lines.
    pub(super) fn fill(&mut self, agent: &AgentId) {
        while let Some(visitor) = self.next_for(agent) {
            self.seat_from_line(agent, &visitor);
        }
    }

    /// Matches free agents with waiting visitors, longest wait first.
    pub(super) fn fill_all(&mut self) {
        while let Some((agent, visitor)) = self.next_pair() {
            self.seat_from_line(&agent, &visitor);
        }
    }

    pub(super) fn seat_from_line(&mut self, agent: &AgentId, visitor: &VisitorId) {
        if let Some(left) = self.leave(visitor)
            && let Some(assignment) = self.seat(agent, visitor, left)
        {
            self.tell(visitor, assignment.into());
        }
    }

    /// The free agent who takes this visitor in this group; never the one who handed them on.
    pub(super) fn free_agent(
        &self,
        group: &GroupId,
        asked_for: Option<&AgentId>,
        visitor: &VisitorId,
    ) -> Option<AgentId> {
        let giver = self.router.handed_on.get(visitor);
        let agents = self.router.groups.get(group)?.iter();
        let seats = agents.map(|agent| (agent, &self.router.seats[agent]));
        let free = seats
            .filter(|(agent, seat)| seat.is_free() && giver != Some(*agent))
            .map(|(agent, seat)| Candidate {
                agent,
                conversations: seat.conversations.len(),
                idle_since: seat.idle_since,
            });
        pick_seat(free, asked_for).cloned()
    }

    /// The visitor who has waited longest in the lines that an agent serves.
    pub(super) fn longest_waiting(&self, agent: &AgentId) -> Option<VisitorId> {
        self.longest_of(agent, |_| true)
    }

    /// Like [`Turn::longest_waiting`], but only for a free agent, and without the visitors that they handed on.
    fn next_for(&self, agent: &AgentId) -> Option<VisitorId> {
        let handed_on = &self.router.handed_on;
        self.router.seats.get(agent).filter(|seat| seat.is_free())?;
        self.longest_of(agent, |visitor| handed_on.get(visitor) != Some(agent))
    }

    fn longest_of(&self, agent: &AgentId, may: impl Fn(&VisitorId) -> bool) -> Option<VisitorId> {
        let seat = self.router.seats.get(agent)?;
        let everyone = GroupId::everyone();
        let lines = seat.groups.iter().chain([&everyone]);
        let firsts = lines.filter_map(|line| {
            let mut candidates = self.router.lines.candidates(line);
            candidates.find(|waiter| may(waiter.visitor))
        });
        firsts
            .min_by_key(|first| first.place)
            .map(|first| first.visitor.clone())
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
    }

    /// Ends a step: closes lines without agents, and sends the news of positions and counts that is due.
    pub(super) fn settle(&mut self) {
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
        Some(Assignment::Waiting(standing))
    }

    fn line_changed(&mut self, group: &GroupId, behind: LinePlace, position: u32) {
        let count = self.router.lines.count(group);
        let pace = self.router.paces.entry(group.clone()).or_default();
        pace.line_changed(behind, position, count);
        self.router.counts_changed.insert(group.clone());
    }

    fn next_pair(&self) -> Option<(AgentId, VisitorId)> {
        let groups = self.router.groups.keys();
        let firsts = groups.filter_map(|group| {
            let mut candidates = self.router.lines.candidates(group);
            candidates.find_map(|waiter| {
                let agent = self.free_agent(group, None, waiter.visitor)?;
                Some((waiter.place, agent, waiter.visitor.clone()))
            })
        });
        let (_, agent, visitor) = firsts.min_by_key(|(place, ..)| *place)?;
        Some((agent, visitor))
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
            self.router.handed_on.remove(&visitor);
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
