//! Supervisors, and agents who choose where their open conversations go (docs/decisions/0012).

use super::command::{
    Command, GoOffline, HandOver, OpenConversations, OverseeRefusal, Receiver, SeatState,
    SetStatus, SetStatusOf, UnknownAgent,
};
use super::roster::SeatChoice;
use super::{Router, Turn};
use crate::agent_card::AgentCard;
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::Availability;
use crate::tenant::{Oversight, Reach};
use std::sync::Arc;

impl Router {
    /// The group of a visitor who waits or is served.
    pub fn group_of(&self, visitor: &VisitorId) -> Option<GroupId> {
        let Some(agent) = self.seated.get(visitor) else {
            return Some(self.lines.in_line(visitor)?.group);
        };
        let held = self.seats.get(agent)?.conversations.get(visitor)?;
        Some(held.group.clone())
    }

    /// Whether an agent who may act on conversations of others may do so in this group.
    pub(super) fn may_act_in(&self, agent: &AgentId, group: &GroupId) -> bool {
        let oversight = self.supervisors.get(agent);
        oversight.is_none_or(|oversight| oversight.covers(Some(group)))
    }

    /// Whether a supervisor looks after an agent: they have a group in common.
    fn looks_after(&self, by: &AgentId, agent: &AgentId) -> bool {
        let groups = self.seats.get(agent).map(|seat| &seat.groups);
        match self.supervisors.get(by) {
            None => false,
            Some(Oversight::Everything) => groups.is_some(),
            Some(oversight) => groups
                .into_iter()
                .flatten()
                .any(|group| oversight.covers(Some(group))),
        }
    }
}

impl OpenConversations {
    /// The choice that the caller stores before the command, so that a restart keeps it.
    pub fn choice(&self) -> SeatChoice {
        let availability = match self {
            Self::Keep => Availability::Finishing,
            Self::ToLine | Self::To(_) => Availability::Offline,
        };
        SeatChoice {
            availability,
            capacity: None,
        }
    }
}

impl Command for GoOffline {
    type Reply = Result<SeatState, UnknownAgent>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        let Self { agent, open } = self;
        let seat = turn.router.seats.get(&agent).ok_or(UnknownAgent)?;
        if let OpenConversations::To(receiver) = &open {
            let by = Arc::new(seat.card.clone());
            // In the order in which they came: each is told their place before the next one follows.
            for (_, visitor) in seat.by_place() {
                turn.hand_on(visitor, &by, receiver);
            }
        }
        let choice = open.choice();
        SetStatus { agent, choice }.apply(turn)
    }
}

impl Command for SetStatusOf {
    type Reply = Result<SeatState, OverseeRefusal>;

    fn apply(self, turn: &mut Turn<'_>) -> Self::Reply {
        let Self { by, agent, choice } = self;
        let before = turn.router.seat(&agent).ok_or(OverseeRefusal::Unknown)?;
        if !turn.router.looks_after(&by, &agent) {
            return Err(OverseeRefusal::NotYours);
        }
        turn.set_status(&agent, choice, before);
        turn.router.seat(&agent).ok_or(OverseeRefusal::Unknown)
    }
}

impl Turn<'_> {
    /// Hands a conversation on before its agent goes offline. One that nobody can take stays, and goes back to the line
    /// with the others.
    fn hand_on(&mut self, visitor: VisitorId, by: &Arc<AgentCard>, to: &Receiver) {
        let asked = HandOver {
            visitor,
            by: Arc::clone(by),
            reach: Reach::Own,
            to: to.clone(),
            note: None,
        };
        // Whoever cannot be handed on follows the rule for agents who are gone.
        let _ = self.hand_over_and_tell(&asked);
    }
}
