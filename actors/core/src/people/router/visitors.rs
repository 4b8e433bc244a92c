//! The requests of sessions.

use super::Turn;
use super::command::{Command, FromSession};
use super::line::at_head;
use super::lines::Held;
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::{Presence, Rank, RouterNews, RouterRefusal, RouterRequest, SeatStatus, Wish};

impl Command for FromSession {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        let Self { visitor, request } = self;
        match request {
            RouterRequest::Agent(wish) => turn.ask(visitor, &wish),
            RouterRequest::Again { wish, from } => turn.ask_again(visitor, &wish, &from),
            RouterRequest::Withdraw => {
                turn.leave(&visitor);
            }
            RouterRequest::Release(agent) => turn.release(&visitor, &agent),
            RouterRequest::Presence(presence) => {
                turn.note_presence(&visitor, presence);
            }
        }
    }
}

impl Turn<'_> {
    fn ask(&mut self, visitor: VisitorId, wish: &Wish) {
        if self.note_presence(&visitor, Presence::Here) || self.repeat_answer(&visitor) {
            return;
        }
        let group = match self.open_line(wish) {
            Ok(group) => group,
            Err(refusal) => return self.tell(&visitor, RouterNews::Refused(refusal)),
        };
        let is_full = self.router.lines.total() >= self.router.settings.waiting_max;
        if is_full && self.free_agent(&group, None, &visitor).is_none() {
            return self.tell(&visitor, RouterNews::Refused(RouterRefusal::Failed));
        }
        let drawn = self.router.draw_place();
        let held = Held {
            group,
            place: match wish.rank {
                Rank::Usual => drawn,
                Rank::Ahead => at_head(drawn),
            },
            presence: Presence::Here,
        };
        self.place(visitor, held, wish.agent.as_ref());
    }

    /// Puts a visitor back at the head of the line, even a full one: they have been served already.
    fn ask_again(&mut self, visitor: VisitorId, wish: &Wish, from: &AgentId) {
        let taker = self.router.seated.get(&visitor);
        if self.router.lines.has(&visitor) || taker.is_some_and(|taker| taker != from) {
            self.repeat_answer(&visitor);
            return;
        }
        let vacated = self.vacate(&visitor);
        let (agent, held) = vacated.map_or_else(|| (None, None), |(a, h)| (Some(a), Some(h)));
        match self.open_line(wish) {
            Ok(group) => {
                let held = held.unwrap_or_else(|| Held {
                    group: group.clone(),
                    place: self.router.draw_place(),
                    presence: Presence::Here,
                });
                self.place(visitor, held.back_to(group), wish.agent.as_ref());
            }
            Err(refusal) => self.tell(&visitor, RouterNews::Refused(refusal)),
        }
        if let Some(agent) = agent {
            self.fill(&agent);
        }
    }

    fn release(&mut self, visitor: &VisitorId, agent: &AgentId) {
        // If the agent does not have this visitor, the seat is free already.
        if self.router.seated.get(visitor) == Some(agent) {
            self.vacate(visitor);
            self.fill(agent);
        }
    }

    /// Records whether a visitor's page polls. Returns whether that gave them an agent.
    fn note_presence(&mut self, visitor: &VisitorId, presence: Presence) -> bool {
        if let Some(agent) = self.router.seated.get(visitor) {
            let seat = self.router.seats.get_mut(agent);
            if let Some(held) = seat.and_then(|seat| seat.conversations.get_mut(visitor)) {
                held.presence = presence;
            }
            return false;
        }
        let group = self.router.lines.set_presence(visitor, presence);
        let group = group.filter(|_| presence == Presence::Here);
        let Some(agent) = group.and_then(|group| self.free_agent(&group, None, visitor)) else {
            return false;
        };
        self.seat_from_line(&agent, visitor);
        true
    }

    /// Repeats the last news to a visitor who waits or is served. Returns whether they do either.
    fn repeat_answer(&mut self, visitor: &VisitorId) -> bool {
        let router = &self.router;
        let Some(seat) = router.seated.get(visitor).map(|agent| &router.seats[agent]) else {
            return self.tell_waiting(visitor);
        };
        // The session was told that this agent is gone, and asks for another. Naming the agent again would be newer
        // news than that, and would leave the visitor with nobody if the router then refuses.
        if seat.status() == SeatStatus::Offline {
            return true;
        }
        let news = RouterNews::Assigned {
            agent: seat.card.clone(),
            group: seat.conversations[visitor].group.clone(),
        };
        self.tell(visitor, news);
        true
    }

    /// The line for a wish, if an agent of the group is online, busy or away.
    fn open_line(&self, wish: &Wish) -> Result<GroupId, RouterRefusal> {
        let group = self.line_for(wish).ok_or(RouterRefusal::Failed)?;
        if self.router.is_staffed(&group) {
            // The router's own copy of the name, so that all who wait there share its memory.
            let shared = self.router.groups.get_key_value(&group);
            Ok(shared.map_or(group.clone(), |(name, _)| name.clone()))
        } else {
            Err(RouterRefusal::NoAgent)
        }
    }

    /// A visitor who asks for an agent by name waits in one of the agent's groups: the one named, else the agent's
    /// first group among those of the channel.
    fn line_for(&self, wish: &Wish) -> Option<GroupId> {
        let Some(agent) = &wish.agent else {
            let named = wish.group.clone().unwrap_or_else(GroupId::everyone);
            return self.router.groups.contains_key(&named).then_some(named);
        };
        let seat = self
            .router
            .seats
            .get(agent)
            .filter(|seat| !seat.is_dismissed)?;
        if let Some(named) = &wish.group {
            return seat.serves(named).then(|| named.clone());
        }
        let takes = |group: &&GroupId| wish.among.is_empty() || wish.among.contains(*group);
        let theirs = seat.groups.iter().find(takes).cloned();
        theirs.or_else(|| wish.among.is_empty().then(GroupId::everyone))
    }
}
