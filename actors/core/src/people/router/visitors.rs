//! The requests of sessions.

use super::Turn;
use super::command::{Command, FromSession};
use super::line::{as_drawn, at_head};
use super::lines::Held;
use super::matching::time_of;
use super::pick::Preference;
use super::returned::Returned;
use crate::ids::{AgentId, GroupId, LinePlace, VisitorId};
use crate::routing::{
    Lapse, Presence, Rank, RescuedTo, RouterNews, RouterRefusal, RouterRequest, Why, WhyAgent,
    WhyLine, WhyPlace, Wish,
};

impl Command for FromSession {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        let Self { visitor, request } = self;
        match request {
            RouterRequest::Agent(wish) => turn.ask(visitor, &wish),
            RouterRequest::Again {
                wish,
                from,
                why,
                place,
            } => turn.ask_again(visitor, &wish, &Former { from, why, place }),
            RouterRequest::Rescue { from, why, place } => {
                turn.rescue(&visitor, &Former { from, why, place });
            }
            RouterRequest::Withdraw => {
                turn.leave(&visitor);
                turn.router.returned.remove(&visitor);
                turn.router.waits.gave_up(&visitor, turn.now);
            }
            RouterRequest::Release(agent) => turn.release(&visitor, &agent),
            RouterRequest::Presence(presence) => {
                turn.note_presence(&visitor, presence);
            }
        }
    }
}

/// What a visitor had before they lost their agent.
pub(super) struct Former {
    pub from: AgentId,
    pub why: Lapse,
    pub place: Option<LinePlace>,
}

impl Former {
    /// Why the visitor waits where they do.
    pub fn why_place(&self) -> WhyPlace {
        WhyPlace::Rescued {
            from: self.from.clone(),
            why: self.why,
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
        let drawn = self.router.draw_place();
        let is_full = self.router.lines.total() >= self.router.settings.waiting_max;
        let anybody = Preference::default();
        if is_full && self.free_agent(&group, drawn, anybody, &visitor).is_none() {
            return self.tell(&visitor, RouterNews::Refused(RouterRefusal::Failed));
        }
        if wish.rank == Rank::Ahead {
            let returned = Returned {
                why: WhyPlace::Priority,
                not_to: None,
            };
            self.router.returned.insert(visitor.clone(), returned);
        }
        let held = Held {
            group,
            place: match wish.rank {
                Rank::Usual => drawn,
                Rank::Ahead => at_head(drawn),
            },
            presence: Presence::Here,
        };
        self.place(visitor, held, self.preferred(wish));
    }

    /// The agents whom a visitor gets before others.
    fn preferred<'a>(&self, wish: &'a Wish) -> Preference<'a> {
        let within = self.router.settings.returns_within;
        let last = wish.last.as_ref().zip(within);
        let last = last.filter(|(last, within)| self.now.since(last.at) <= *within);
        Preference {
            asked_for: wish.agent.as_ref(),
            last: last.map(|(last, _)| (&last.agent, last.at)),
        }
    }

    /// Puts a visitor back at the head of the line, even a full one: they have been served already. If their agent is
    /// gone, all of the agent's visitors go back together, so that each is told their true place.
    pub(super) fn ask_again(&mut self, visitor: VisitorId, wish: &Wish, former: &Former) {
        let taker = self.router.seated.get(&visitor);
        if self.router.lines.has(&visitor) || taker.is_some_and(|taker| *taker != former.from) {
            self.correct_place(&visitor, former.place);
            self.repeat_answer(&visitor);
            return;
        }
        let others = self.left_behind(&former.from, &visitor);
        let own = self.place_of(&visitor, former.place);
        let (before, after): (Vec<_>, Vec<_>) = others
            .into_iter()
            .partition(|(place, _)| Some(*place) <= own);
        for (_, other) in before {
            self.take_back_too(other, wish, former);
        }
        self.take_back(visitor, wish, former);
        for (_, other) in after {
            self.take_back_too(other, wish, former);
        }
    }

    /// The other visitors of an agent who is gone, and when they first came, in this order. None if the agent is here.
    fn left_behind(&self, agent: &AgentId, but: &VisitorId) -> Vec<(LinePlace, VisitorId)> {
        let seat = self.router.seats.get(agent);
        let Some(seat) = seat.filter(|seat| !seat.keeps_conversations()) else {
            return Vec::new();
        };
        let mut left = seat.by_place();
        left.retain(|(_, visitor)| visitor != but);
        left
    }

    /// When a visitor first came; `None` if only their session knows it, and does not say.
    fn place_of(&self, visitor: &VisitorId, kept: Option<LinePlace>) -> Option<LinePlace> {
        let agent = self.router.seated.get(visitor);
        let seat = agent.and_then(|agent| self.router.seats.get(agent));
        let held = seat.and_then(|seat| seat.conversations.get(visitor));
        let place = kept.or(held.map(|held| held.place));
        place.map(as_drawn)
    }

    /// Puts a visitor back whose session has not asked yet. If their line is closed, the answer waits for that.
    fn take_back_too(&mut self, visitor: VisitorId, wish: &Wish, former: &Former) {
        let wish = Wish {
            group: self.router.group_of(&visitor),
            agent: None,
            last: None,
            ..wish.clone()
        };
        if self.open_line(&wish).is_ok() {
            let former = Former {
                from: former.from.clone(),
                why: Lapse::WentOffline,
                place: None,
            };
            self.take_back(visitor, &wish, &former);
        }
    }

    fn take_back(&mut self, visitor: VisitorId, wish: &Wish, former: &Former) {
        let vacated = self.vacate(&visitor);
        let (agent, held) = vacated.map_or_else(|| (None, None), |(a, h)| (Some(a), Some(h)));
        let to = match self.open_line(wish) {
            Ok(group) => {
                let drawn = former.place.unwrap_or_else(|| self.router.draw_place());
                let held = held.unwrap_or_else(|| Held {
                    group: group.clone(),
                    place: drawn,
                    presence: Presence::Here,
                });
                let place = former.place.unwrap_or(held.place);
                let held = Held { place, ..held }.back_to(group);
                let returned = Returned {
                    why: former.why_place(),
                    not_to: None,
                };
                self.router.returned.insert(visitor.clone(), returned);
                self.place(visitor.clone(), held, self.preferred(wish));
                self.rescued_to(&visitor)
            }
            Err(refusal) => {
                self.tell(&visitor, RouterNews::Refused(refusal));
                RescuedTo::NoAgent
            }
        };
        if let Some(agent) = agent {
            let group = wish.group.clone().unwrap_or_else(GroupId::everyone);
            self.tell_rescue(&visitor, former, group, to);
            self.fill(&agent);
        }
    }

    /// Moves a waiting visitor to the place that their session kept over a restart, if that is an earlier one.
    fn correct_place(&mut self, visitor: &VisitorId, kept: Option<LinePlace>) {
        let Some((line, kept)) = self.router.lines.in_line(visitor).zip(kept) else {
            return;
        };
        let place = at_head(kept);
        if time_of(place) < time_of(line.place)
            && let Some(left) = self.leave(visitor)
        {
            let held = Held { place, ..left };
            self.find_place(visitor, held, Preference::default());
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
        let changed = self.router.lines.set_presence(visitor, presence);
        let is_back = changed.is_some() && presence == Presence::Here;
        let line = self.router.lines.in_line(visitor).filter(|_| is_back);
        let anybody = Preference::default();
        let found =
            line.and_then(|line| self.free_agent(&line.group, line.place, anybody, visitor));
        let Some(found) = found else {
            return false;
        };
        self.seat_from_line(&found.agent, visitor, found.why);
        true
    }

    /// Repeats the last news to a visitor who waits or is served. Returns whether they do either.
    pub(super) fn repeat_answer(&mut self, visitor: &VisitorId) -> bool {
        let router = &self.router;
        let Some(seat) = router.seated.get(visitor).map(|agent| &router.seats[agent]) else {
            return self.tell_waiting(visitor);
        };
        // The session was told that this agent is gone, and asks for another. Naming the agent again would be newer
        // news than that, and would leave the visitor with nobody if the router then refuses.
        if !seat.keeps_conversations() {
            return true;
        }
        let held = &seat.conversations[visitor];
        let why = router.reasons.get(visitor).cloned();
        let why = why.unwrap_or_else(|| Why {
            agent: WhyAgent::SinceBefore,
            place: WhyPlace::Arrival,
            line: WhyLine::Usual,
            waited: self.waited(held.place),
        });
        let news = RouterNews::Assigned {
            agent: seat.card.clone(),
            group: held.group.clone(),
            terms: Box::new(self.terms(held.place, why)),
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
