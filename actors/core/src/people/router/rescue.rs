//! Visitors whose agent lets them wait go to the next agent and keep their place (docs/decisions/0012).

use super::lines::Held;
use super::pick::Preference;
use super::returned::{NOT_AGAIN_FOR, NotTo, Returned};
use super::visitors::Former;
use super::{RouterEffect, Turn};
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{Assignment, DeskNews, Rescue, RescuedTo, SeatStatus};

impl Turn<'_> {
    /// Gives a visitor to the next agent. They stay with the agent if nobody else takes visitors, because a slow agent
    /// is better than none; the session asks again later.
    pub(super) fn rescue(&mut self, visitor: &VisitorId, former: &Former) {
        if self.router.seated.get(visitor) != Some(&former.from) {
            self.repeat_answer(visitor);
            return;
        }
        let Some(group) = self.router.group_of(visitor) else {
            return;
        };
        if !self.has_others(&group, &former.from) {
            return self.tell_rescue(visitor, former, group, RescuedTo::SameAgent);
        }
        let Some((agent, held)) = self.vacate(visitor) else {
            return;
        };
        let place = former.place.unwrap_or(held.place);
        let held = Held { place, ..held }.back_to(group.clone());
        let returned = Returned {
            why: former.why_place(),
            not_to: Some(NotTo {
                agent: agent.clone(),
                until: Some(self.now + NOT_AGAIN_FOR),
            }),
        };
        self.router.returned.insert(visitor.clone(), returned);
        if let Some(assignment) = self.find_place(visitor, held, Preference::default()) {
            let to = match &assignment {
                Assignment::With { agent, .. } => RescuedTo::Agent(agent.agent.clone()),
                Assignment::Waiting(line) => RescuedTo::Line {
                    position: line.position,
                },
            };
            self.tell(visitor, assignment.into());
            self.tell_rescue(visitor, former, group, to);
        }
        self.fill(&agent);
    }

    /// Where a visitor is now.
    pub(super) fn rescued_to(&self, visitor: &VisitorId) -> RescuedTo {
        match self.router.seated.get(visitor) {
            Some(agent) => RescuedTo::Agent(agent.clone()),
            None => match self.router.position(visitor, None) {
                Some(position) => RescuedTo::Line { position },
                None => RescuedTo::NoAgent,
            },
        }
    }

    /// Tells the supervisors of the group.
    pub(super) fn tell_rescue(
        &mut self,
        visitor: &VisitorId,
        former: &Former,
        group: GroupId,
        to: RescuedTo,
    ) {
        let router = &self.router;
        let supervisors = router.supervisors.iter();
        let concerned = supervisors.filter(|(agent, oversight)| {
            let seat = router.seats.get(*agent);
            let is_here = seat.is_some_and(|seat| seat.status() != SeatStatus::Offline);
            is_here && oversight.covers(Some(&group))
        });
        let concerned: Vec<AgentId> = concerned.map(|(agent, _)| agent.clone()).collect();
        let rescue = Rescue {
            visitor: visitor.clone(),
            from: former.from.clone(),
            group,
            why: former.why,
            to,
            at: self.now,
        };
        for supervisor in concerned {
            let news = DeskNews::Rescued(Box::new(rescue.clone()));
            self.effects.push(RouterEffect::TellDesk(supervisor, news));
        }
    }

    /// Whether another agent could get the visitor: one of the group, or of the group that helps, who takes visitors.
    fn has_others(&self, group: &GroupId, but: &AgentId) -> bool {
        let router = &self.router;
        let helping = router.overflow(group).map(|overflow| &overflow.to);
        let groups = [Some(group), helping].into_iter().flatten();
        let mut agents = groups.flat_map(|group| router.groups.get(group).into_iter().flatten());
        agents.any(|agent| agent != but && router.seats[agent].status() == SeatStatus::Online)
    }
}
