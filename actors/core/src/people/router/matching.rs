//! Which free agent gets which waiting visitor: groups with a higher priority first, and in each the longest wait. The
//! agents of a group that helps count as its own once the visitor has waited long enough.

use super::line::{Waiter, as_drawn};
use super::pick::{Candidate, Preference, pick_seat};
use super::{Router, Turn};
use crate::ids::{AgentId, GroupId, LinePlace, VisitorId};
use crate::routing::{SeatStatus, WhyAgent, WhyLine};
use crate::tenant::Overflow;
use crate::time::{Span, Timestamp};
use std::cmp::Reverse;

/// A free agent for a visitor.
pub(super) struct Found {
    pub agent: AgentId,
    pub why: WhyAgent,
}

/// The time from which a place comes.
pub(super) fn time_of(place: LinePlace) -> Timestamp {
    Timestamp::from_millis(as_drawn(place).0 / 1_024)
}

impl Router {
    /// Who helps a group, and after which time.
    pub(super) fn overflow(&self, group: &GroupId) -> Option<&Overflow> {
        self.rules.get(group)?.overflow.as_ref()
    }

    pub(super) fn priority(&self, group: &GroupId) -> u8 {
        self.rules.get(group).map_or(0, |rule| rule.priority)
    }

    /// Whether an agent of the group itself is online, busy or away.
    pub(super) fn has_staff(&self, group: &GroupId) -> bool {
        self.groups.get(group).is_some_and(|agents| {
            let mut seats = agents.iter().map(|agent| &self.seats[agent]);
            seats.any(|seat| seat.status() != SeatStatus::Offline)
        })
    }

    /// The group that helps a visitor of this group who has this place.
    pub(super) fn helping(&self, group: &GroupId, place: LinePlace) -> Option<&GroupId> {
        let overflow = self.overflow(group)?;
        let waited = self.last_now.since(time_of(place));
        let helps = waited >= overflow.after || !self.has_staff(group);
        helps.then_some(&overflow.to)
    }

    /// When the next visitor has waited long enough for another group's help.
    pub(super) fn overflow_due(&self) -> Option<Timestamp> {
        let rules = self.rules.iter();
        let rules = rules.filter_map(|(group, rule)| Some((group, rule.overflow.as_ref()?)));
        let due = rules.filter_map(|(group, overflow)| {
            let waiters = self.lines.candidates(group);
            let mut dues = waiters.map(|waiter| time_of(waiter.place) + overflow.after);
            dues.find(|due| *due > self.last_now)
        });
        due.min()
    }

    /// A free agent who could have this waiting visitor. There is none after a step.
    pub(super) fn idle_agent(&self, group: &GroupId, waiter: &Waiter<'_>) -> Option<&AgentId> {
        let groups = [Some(group), self.helping(group, waiter.place)];
        let agents = groups.into_iter().flatten();
        let mut agents = agents.flat_map(|group| self.groups.get(group).into_iter().flatten());
        agents.find(|agent| {
            self.seats[*agent].is_free() && self.returned.may_get(agent, waiter.visitor)
        })
    }

    /// Why a visitor of this line is next for an agent.
    pub(super) fn why_line(&self, agent: &AgentId, group: &GroupId, place: LinePlace) -> WhyLine {
        let serves = self.seats.get(agent).is_some_and(|seat| seat.serves(group));
        match (self.helping(group, place), self.priority(group)) {
            (Some(to), _) if !serves => WhyLine::Overflow { to: to.clone() },
            (_, 0) => WhyLine::Usual,
            (_, priority) => WhyLine::GroupFirst { priority },
        }
    }
}

impl Turn<'_> {
    /// Gives an agent visitors while they are free. The longest wait in any of their lines comes first.
    pub(super) fn fill(&mut self, agent: &AgentId) {
        while let Some(visitor) = self.next_for(agent) {
            self.seat_from_line(agent, &visitor, WhyAgent::OnlyFree);
        }
    }

    /// Matches free agents with waiting visitors, longest wait first.
    pub(super) fn fill_all(&mut self) {
        while let Some((found, visitor)) = self.next_pair() {
            self.seat_from_line(&found.agent, &visitor, found.why);
        }
    }

    /// The free agent who takes this visitor in this group, else in the group that helps; never the one who handed them
    /// on.
    pub(super) fn free_agent(
        &self,
        group: &GroupId,
        place: LinePlace,
        preferred: Preference<'_>,
        visitor: &VisitorId,
    ) -> Option<Found> {
        let helping = self.router.helping(group, place);
        let groups = [Some(group), helping].into_iter().flatten();
        for serving in groups {
            if let Some((agent, why)) = self.free_in(serving, preferred, visitor) {
                return Some(Found { agent, why });
            }
        }
        None
    }

    fn free_in(
        &self,
        group: &GroupId,
        preferred: Preference<'_>,
        visitor: &VisitorId,
    ) -> Option<(AgentId, WhyAgent)> {
        let agents = self.router.groups.get(group)?.iter();
        let seats = agents.map(|agent| (agent, &self.router.seats[agent]));
        let returned = &self.router.returned;
        let free = seats
            .filter(|(agent, seat)| seat.is_free() && returned.may_get(agent, visitor))
            .map(|(agent, seat)| Candidate {
                agent,
                conversations: seat.conversations.len(),
                idle_since: seat.idle_since,
            });
        let (agent, why) = pick_seat(self.now, free, preferred)?;
        Some((agent.clone(), why))
    }

    /// The visitor who has waited longest in the lines that an agent serves.
    pub(super) fn longest_waiting(&self, agent: &AgentId) -> Option<VisitorId> {
        self.longest_of(agent, |_| true)
    }

    /// Like [`Turn::longest_waiting`], but only for a free agent, and without the visitors that they handed on.
    fn next_for(&self, agent: &AgentId) -> Option<VisitorId> {
        let returned = &self.router.returned;
        self.router.seats.get(agent).filter(|seat| seat.is_free())?;
        self.longest_of(agent, |visitor| returned.may_get(agent, visitor))
    }

    fn longest_of(&self, agent: &AgentId, may: impl Fn(&VisitorId) -> bool) -> Option<VisitorId> {
        let router = &self.router;
        let seat = router.seats.get(agent)?;
        let everyone = GroupId::everyone();
        let own = seat.groups.iter().chain([&everyone]);
        let own = own.filter_map(|line| {
            let mut candidates = router.lines.candidates(line);
            let first = candidates.find(|waiter| may(waiter.visitor))?;
            Some((line, first))
        });
        let helped = router.rules.iter().filter(|(group, rule)| {
            let overflow = rule.overflow.as_ref();
            !seat.serves(group) && overflow.is_some_and(|overflow| seat.serves(&overflow.to))
        });
        let helped = helped.filter_map(|(line, _)| {
            let mut candidates = router.lines.candidates(line);
            let first = candidates.find(|waiter| {
                may(waiter.visitor) && router.helping(line, waiter.place).is_some()
            })?;
            Some((line, first))
        });
        own.chain(helped)
            .min_by_key(|(line, first)| (Reverse(router.priority(line)), first.place))
            .map(|(_, first)| first.visitor.clone())
    }

    fn next_pair(&self) -> Option<(Found, VisitorId)> {
        let groups = self.router.groups.keys();
        let firsts = groups.filter_map(|group| {
            let mut candidates = self.router.lines.candidates(group);
            candidates.find_map(|waiter| {
                let anybody = Preference::default();
                let found = self.free_agent(group, waiter.place, anybody, waiter.visitor)?;
                let order = (Reverse(self.router.priority(group)), waiter.place);
                Some((order, found, waiter.visitor.clone()))
            })
        });
        let (_, found, visitor) = firsts.min_by_key(|(order, ..)| *order)?;
        Some((found, visitor))
    }

    /// The waiting time that counts for a visitor with this place.
    pub(super) fn waited(&self, place: LinePlace) -> Span {
        self.now.since(time_of(place))
    }
}
