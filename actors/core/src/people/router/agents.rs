//! The commands of agents.

use super::Turn;
use super::command::{
    Command, DeskReopened, SeatState, SetStatus, SignOfLife, Take, TakeNext, TakeRefusal, Taken,
    UnknownAgent,
};
use super::roster::SeatChoice;
use super::seat::{Seat, Silence};
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{RouterNews, SeatStatus, WhyAgent};
use crate::tenant::Reach;
use crate::time::Timestamp;

impl Command for SetStatus {
    type Reply = Result<SeatState, UnknownAgent>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        let Self { agent, choice } = self;
        let before = turn.router.seat(&agent).ok_or(UnknownAgent)?;
        turn.record_sign(&agent, turn.now);
        turn.set_status(&agent, choice, before);
        turn.router.seat(&agent).ok_or(UnknownAgent)
    }
}

impl Command for SignOfLife {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        let Self { agent, at } = self;
        turn.record_sign_and_tell(&agent, at);
        turn.fill(&agent);
    }
}

impl Command for DeskReopened {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        let Self { agent } = self;
        turn.tell_status(&agent);
        turn.tell_counts(&agent);
        turn.tell_sessions(&agent, &RouterNews::DeskReopened(agent.clone()));
    }
}

impl Command for TakeNext {
    type Reply = Result<Taken, TakeRefusal>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        let Self {
            agent,
            group,
            reach,
        } = self;
        // The sign of life counts first, so that an agent who was away may take a visitor. Other seats fill last, so
        // that the agent gets the visitor they asked for.
        turn.record_sign_and_tell(&agent, turn.now);
        let taken = turn.may_take(&agent).and_then(|()| {
            let longest = match group {
                Some(group) if turn.may_call(&agent, &group, reach) => {
                    let first = turn.router.lines.first(&group);
                    first.map(|first| first.visitor.clone())
                }
                Some(_) => None,
                None => turn.longest_waiting(&agent),
            };
            let visitor = longest.ok_or(TakeRefusal::Nobody)?;
            turn.take(&agent, &visitor)
        });
        turn.fill(&agent);
        taken
    }
}

impl Command for Take {
    type Reply = Result<Taken, TakeRefusal>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        let Self {
            agent,
            visitor,
            reach,
        } = self;
        turn.record_sign_and_tell(&agent, turn.now);
        let taken = turn.take_by_name(&agent, &visitor, reach);
        turn.fill(&agent);
        taken
    }
}

impl Seat {
    pub(super) fn state(&self) -> SeatState {
        let (status, capacity) = (self.status(), self.capacity());
        let taken = u32::try_from(self.conversations.len()).unwrap_or(u32::MAX);
        SeatState {
            status,
            capacity,
            free: match status {
                SeatStatus::Online => capacity.saturating_sub(taken),
                SeatStatus::Busy | SeatStatus::Away | SeatStatus::Offline => 0,
            },
        }
    }
}

impl Turn<'_> {
    /// Sets an agent's status. `before` is their state before the command.
    pub(super) fn set_status(&mut self, agent: &AgentId, choice: SeatChoice, before: SeatState) {
        let Some(seat) = self.router.seats.get_mut(agent) else {
            return;
        };
        let kept = seat.keeps_conversations();
        seat.choose(choice);
        let keeps = seat.keeps_conversations();
        let after = seat.state();
        if after != before {
            self.tell_status(agent);
        }
        if before.status == SeatStatus::Offline && after.status != SeatStatus::Offline {
            self.tell_counts(agent);
        }
        if kept && !keeps {
            self.tell_sessions(agent, &RouterNews::AgentGone(agent.clone()));
        }
        if before.status != SeatStatus::Online && after.status == SeatStatus::Online {
            self.wait_from_now(agent);
        }
        self.fill(agent);
    }

    /// Records a sign of life. One older than `away_after` leaves the agent away.
    fn record_sign(&mut self, agent: &AgentId, at: Timestamp) {
        let away_after = self.router.settings.away_after;
        let at = at.min(self.now);
        if let Some(seat) = self.router.seats.get_mut(agent) {
            seat.last_sign = seat.last_sign.max(at);
            if seat.last_sign + away_after > self.now {
                seat.silence = Silence::None;
            }
        }
    }

    pub(super) fn record_sign_and_tell(&mut self, agent: &AgentId, at: Timestamp) {
        let before = self.router.seat(agent);
        self.record_sign(agent, at);
        if self.router.seat(agent) != before {
            self.wait_from_now(agent);
            self.tell_status(agent);
            self.tell_counts(agent);
        }
    }

    fn wait_from_now(&mut self, agent: &AgentId) {
        if let Some(seat) = self.router.seats.get_mut(agent) {
            seat.idle_since = self.now;
        }
    }

    pub(super) fn may_take(&self, agent: &AgentId) -> Result<(), TakeRefusal> {
        let state = self.router.seat(agent).ok_or(TakeRefusal::UnknownAgent)?;
        if state.status == SeatStatus::Offline {
            return Err(TakeRefusal::Offline);
        }
        match self.router.seats[agent].has_room() {
            true => Ok(()),
            false => Err(TakeRefusal::Full),
        }
    }

    /// Whether an agent may take visitors out of this line.
    pub(super) fn may_call(&self, agent: &AgentId, line: &GroupId, reach: Reach) -> bool {
        let seat = self.router.seats.get(agent);
        seat.is_some_and(|seat| {
            let oversees = reach == Reach::Tenant && self.router.may_act_in(agent, line);
            seat.serves(line) || (oversees && !seat.is_dismissed)
        })
    }

    fn take_by_name(
        &mut self,
        agent: &AgentId,
        visitor: &VisitorId,
        reach: Reach,
    ) -> Result<Taken, TakeRefusal> {
        if let Some(taker) = self.router.seated.get(visitor) {
            if taker != agent {
                return Err(TakeRefusal::AlreadyTaken);
            }
            return Ok(Taken {
                visitor: visitor.clone(),
                group: self.router.seats[agent].conversations[visitor]
                    .group
                    .clone(),
            });
        }
        self.router.seat(agent).ok_or(TakeRefusal::UnknownAgent)?;
        let line = self.router.lines.in_line(visitor);
        line.filter(|line| self.may_call(agent, &line.group, reach))
            .ok_or(TakeRefusal::Nobody)?;
        self.may_take(agent)?;
        self.take(agent, visitor)
    }

    fn take(&mut self, agent: &AgentId, visitor: &VisitorId) -> Result<Taken, TakeRefusal> {
        self.seat_from_line(agent, visitor, WhyAgent::Took);
        let held = self
            .router
            .seats
            .get(agent)
            .and_then(|seat| seat.conversations.get(visitor));
        let held = held.ok_or(TakeRefusal::Nobody)?;
        Ok(Taken {
            visitor: visitor.clone(),
            group: held.group.clone(),
        })
    }
}
