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
        let group = self.own_group(asked).ok_or(TakeRefusal::Nobody)?;
        self.may_take(agent)?;
        // Meanwhile the visitor may have asked for somebody.
        let held = self.leave(visitor).unwrap_or_else(|| Held {
            group: group.clone(),
            place: self.router.draw_place(),
            presence: Presence::Here,
        });
        let held = Held { group, ..held };
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

    /// The group under which the agent has the visitor: one of those that serve the channel. `None` if the agent may
    /// not step in.
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
