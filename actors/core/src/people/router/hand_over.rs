//! Hands conversations on. A visitor handed to a group has been served already, or was sent to the wrong place. They go
//! to the head of its line, ordered by when they first came (docs/decisions/0012).

use super::Turn;
use super::command::{Command, HandOver, HandOverRefusal, Receiver};
use super::lines::Held;
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{Assignment, HandedOver, RouterNews, SeatStatus};
use crate::tenant::Reach;
use std::sync::Arc;

impl Command for HandOver {
    type Reply = Result<(), HandOverRefusal>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        turn.record_sign_and_tell(&self.by.agent, turn.now);
        let done = turn.hand_over(&self);
        if let Ok(Some(to)) = &done {
            let handed = HandedOver {
                by: Arc::clone(&self.by),
                note: self.note,
                to: to.clone(),
            };
            turn.tell(&self.visitor, RouterNews::HandedOver(Box::new(handed)));
        }
        // Last, so that the visitor learns where they go before their old seat is filled.
        turn.fill_all();
        done.map(|_| ())
    }
}

impl Turn<'_> {
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
                Ok(self.seat(agent, visitor, Held { group, ..held }))
            }
            Receiver::Group(group) => {
                self.may_wait_in(group, &giver)?;
                let held = self.pick_up(visitor)?.back_to(group.clone());
                self.router.handed_on.insert(visitor.clone(), giver);
                Ok(self.find_place(visitor, held, None))
            }
        }
    }

    /// The agent who gives the visitor away: the one they are with, or the one who hands them on out of a line.
    fn giver(&self, asked: &HandOver) -> Result<AgentId, HandOverRefusal> {
        let by = &asked.by.agent;
        self.router.seat(by).ok_or(HandOverRefusal::Unknown)?;
        let waits = || self.router.lines.has(&asked.visitor);
        match (self.router.seated.get(&asked.visitor), asked.reach) {
            (Some(holder), Reach::Tenant) => Ok(holder.clone()),
            (Some(holder), Reach::Own) if holder == by => Ok(holder.clone()),
            (None, Reach::Tenant) if waits() => Ok(by.clone()),
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
        self.leave(visitor).ok_or(HandOverRefusal::NotYours)
    }
}
