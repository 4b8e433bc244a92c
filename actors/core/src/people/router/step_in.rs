//! Agents who step into a conversation with the robot.

use super::Turn;
use super::command::{Command, StepIn, TakeRefusal};
use super::lines::Held;
use crate::ids::GroupId;
use crate::routing::{Assignment, Presence, RouterNews, WhyAgent};
use crate::tenant::Reach;

impl Command for StepIn {
    type Reply = Result<(), TakeRefusal>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        turn.record_sign_and_tell(&self.agent, turn.now);
        let done = turn.step_in(&self);
        turn.fill(&self.agent);
        done
    }
}

impl Turn<'_> {
    fn step_in(&mut self, asked: &StepIn) -> Result<(), TakeRefusal> {
        let StepIn { agent, visitor, .. } = asked;
        if let Some(taker) = self.router.seated.get(visitor) {
            return match taker == agent {
                true => Ok(()),
                false => Err(TakeRefusal::AlreadyTaken),
            };
        }
        self.router.seat(agent).ok_or(TakeRefusal::UnknownAgent)?;
        let group = self.group_of_entry(asked).ok_or(TakeRefusal::Nobody)?;
        self.may_take(agent)?;
        let held = self.leave(visitor).unwrap_or_else(|| Held {
            group,
            place: self.router.draw_place(),
            presence: Presence::Here,
        });
        let seated = self.seat(agent, visitor, held, WhyAgent::SteppedIn);
        if let Some(Assignment::With {
            agent,
            group,
            terms,
        }) = seated
        {
            let news = RouterNews::SteppedIn {
                agent,
                group,
                terms,
            };
            self.tell(visitor, news);
        }
        Ok(())
    }

    /// The group under which the agent has the visitor; `None` if they may not step in. Meanwhile the visitor may have
    /// asked for somebody: out of that line only those step in who may take visitors there.
    fn group_of_entry(&self, asked: &StepIn) -> Option<GroupId> {
        let Some(line) = self.router.lines.in_line(&asked.visitor) else {
            return self.own_group(asked);
        };
        let may = self.may_call(&asked.agent, &line.group, asked.reach);
        may.then_some(line.group)
    }

    /// One of the agent's groups that serves the channel; `None` if there is none.
    fn own_group(&self, asked: &StepIn) -> Option<GroupId> {
        let seat = self.router.seats.get(&asked.agent)?;
        if asked.among.is_empty() {
            return Some(GroupId::everyone());
        }
        let theirs = asked.among.iter().find(|group| seat.serves(group));
        let may = |group: &&GroupId| {
            asked.reach == Reach::Tenant && self.router.may_act_in(&asked.agent, group)
        };
        theirs.or_else(|| asked.among.iter().find(may)).cloned()
    }
}
