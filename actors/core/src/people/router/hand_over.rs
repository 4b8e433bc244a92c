//! Hands conversations on. A visitor handed to a group has been served already, or was sent to the wrong place. They go
//! to the head of its line, ordered by when they first came (docs/decisions/0012).

use super::Turn;
use super::command::{Command, HandOver, HandOverRefusal, Receiver};
use super::lines::Held;
use super::pick::Preference;
use super::returned::{NotTo, Returned};
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{Assignment, HandedOver, RouterNews, SeatStatus, WhyAgent, WhyPlace};
use crate::tenant::Reach;
use std::sync::Arc;

impl Command for HandOver {
    type Reply = Result<(), HandOverRefusal>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        turn.record_sign_and_tell(&self.by.agent, turn.now);
        let done = turn.hand_over_and_tell(&self);
        // Last, so that the visitor learns where they go before their old seat is filled.
        turn.fill_all();
        done
    }
}

impl Turn<'_> {
    /// Hands a visitor over and tells them.
    pub(super) fn hand_over_and_tell(&mut self, asked: &HandOver) -> Result<(), HandOverRefusal> {
        if let Some(to) = self.hand_over(asked)? {
            let handed = HandedOver {
                by: Arc::clone(&asked.by),
                note: asked.note.clone(),
                to,
            };
            self.tell(&asked.visitor, RouterNews::HandedOver(Box::new(handed)));
        }
        Ok(())
    }

    /// Where the visitor goes; `None` if they are there already.
    fn hand_over(&mut self, asked: &HandOver) -> Result<Option<Assignment>, HandOverRefusal> {
        let giver = self.giver(asked)?;
        let visitor = &asked.visitor;
        match &asked.to {
            Receiver::Agent(agent) => {
                let is_held = self.router.seated.get(visitor) == Some(agent);
                if is_held {
                    return Ok(None);
                }
                self.may_receive(agent, &asked.by.agent)?;
                let held = self.pick_up(visitor)?;
                let group = self.group_for(agent, &held.group);
                let by = asked.by.agent.clone();
                let why = WhyAgent::HandedOver { by };
                Ok(self.seat(agent, visitor, Held { group, ..held }, why))
            }
            Receiver::Group(group) => {
                self.may_wait_in(group, &giver)?;
                let held = self.pick_up(visitor)?.back_to(group.clone());
                let returned = Returned {
                    why: WhyPlace::HandedOver {
                        by: asked.by.agent.clone(),
                    },
                    not_to: Some(NotTo {
                        agent: giver,
                        until: None,
                    }),
                };
                self.router.returned.insert(visitor.clone(), returned);
                Ok(self.find_place(visitor, held, Preference::default()))
            }
        }
    }

    /// The agent who gives the visitor away: the one they are with, or the one who hands them on out of a line.
    fn giver(&self, asked: &HandOver) -> Result<AgentId, HandOverRefusal> {
        let by = &asked.by.agent;
        self.router.seat(by).ok_or(HandOverRefusal::Unknown)?;
        let group = self.router.group_of(&asked.visitor);
        let group = group.ok_or(HandOverRefusal::NotYours)?;
        let oversees = || self.router.may_act_in(by, &group);
        match (self.router.seated.get(&asked.visitor), asked.reach) {
            (Some(holder), _) if holder == by => Ok(holder.clone()),
            (Some(holder), Reach::Tenant) if oversees() => Ok(holder.clone()),
            (None, Reach::Tenant) if oversees() => Ok(by.clone()),
            (Some(_) | None, _) => Err(HandOverRefusal::NotYours),
        }
    }

    /// A colleague must be online. An agent who takes a conversation over themselves only must not be offline.
    fn may_receive(&self, agent: &AgentId, by: &AgentId) -> Result<(), HandOverRefusal> {
        let state = self.router.seat(agent).ok_or(HandOverRefusal::Unknown)?;
        let is_here = state.status == SeatStatus::Online
            || (agent == by && state.status != SeatStatus::Offline);
        if !is_here {
            return Err(HandOverRefusal::NotOnline);
        }
        match self.router.seats[agent].has_room() {
            true => Ok(()),
            false => Err(HandOverRefusal::Full),
        }
    }

    /// At least one other agent of the group must not be offline.
    fn may_wait_in(&self, group: &GroupId, giver: &AgentId) -> Result<(), HandOverRefusal> {
        let agents = self.router.groups.get(group);
        let agents = agents.ok_or(HandOverRefusal::Unknown)?;
        let mut others = agents.iter().filter(|agent| *agent != giver);
        match others.any(|agent| self.router.seats[agent].status() != SeatStatus::Offline) {
            true => Ok(()),
            false => Err(HandOverRefusal::Unstaffed),
        }
    }

    /// The group under which an agent gets a visitor: the same as before if they serve it.
    fn group_for(&self, agent: &AgentId, before: &GroupId) -> GroupId {
        let seat = &self.router.seats[agent];
        if seat.serves(before) {
            return before.clone();
        }
        seat.groups
            .first()
            .cloned()
            .unwrap_or_else(GroupId::everyone)
    }

    /// Takes the visitor from their agent, or out of their line.
    fn pick_up(&mut self, visitor: &VisitorId) -> Result<Held, HandOverRefusal> {
        if let Some((_, held)) = self.vacate(visitor) {
            return Ok(held);
        }
        let left = self.leave(visitor).ok_or(HandOverRefusal::NotYours)?;
        self.router.waits.gave_up(visitor, self.now);
        Ok(left)
    }
}
