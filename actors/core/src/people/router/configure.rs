//! Starts and configures the router.

use super::command::{Command, Configure, ConfigureRouting};
use super::line::as_drawn;
use super::lines::{Held, Lines};
use super::returned::ReturnedVisitors;
use super::roster::{Roster, RosterAgent, SeatChoice};
use super::seat::{Seat, Silence};
use super::{Router, Step, Turn, place_at};
use crate::ids::{AgentId, GroupId, LinePlace, VisitorId};
use crate::routing::{Availability, Presence, RouterNews, RouterRefusal, Standing};
use crate::tenant::RoutingSettings;
use crate::time::Timestamp;
use crate::waiting::Waits;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The state from which a router starts.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The settings.
    pub settings: RoutingSettings,
    /// The tenant's agents and groups.
    pub roster: Roster,
    /// Each agent's last choice. Without one they are offline, unless they have conversations.
    pub choices: Vec<(AgentId, SeatChoice)>,
    /// Who waits, and who talks with which agent. Other standings are ignored.
    pub standing: Vec<(VisitorId, Standing)>,
}

impl Router {
    /// Restores a router after a restart (Protocol, 'After a restart'), with the same lines and conversations. Agents
    /// are away until they give a sign of life. Waiting visitors count as present until their session says otherwise.
    pub fn restore(now: Timestamp, beginning: Beginning) -> Step<Self> {
        let Beginning {
            settings,
            roster,
            choices,
            standing,
        } = beginning;
        let mut router = Self {
            settings,
            last_now: now,
            seats: BTreeMap::new(),
            groups: BTreeMap::new(),
            seated: HashMap::new(),
            lines: Lines::new(),
            last_place: LinePlace(-1),
            rules: BTreeMap::new(),
            supervisors: BTreeMap::new(),
            returned: ReturnedVisitors::default(),
            reasons: HashMap::new(),
            waits: Waits::default(),
            paces: BTreeMap::new(),
            counts_changed: BTreeSet::new(),
            counts_from: now,
        };
        let mut effects = Vec::new();
        let mut turn = router.turn(now, &mut effects);
        turn.staff(roster);
        turn.restore_lines(&standing);
        turn.restore_conversations(standing);
        turn.restore_choices(choices);
        debug_assert_eq!(router.check(), Ok(()));
        Step {
            reply: router,
            effects,
        }
    }
}

impl Command for Configure {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        let Self(roster) = self;
        turn.staff(roster);
        turn.fill_all();
    }
}

impl Command for ConfigureRouting {
    type Reply = ();

    fn apply(self, turn: &mut Turn<'_>) {
        let Self(settings) = self;
        turn.router.settings = settings;
    }
}

impl Turn<'_> {
    fn staff(&mut self, roster: Roster) {
        let known: BTreeSet<GroupId> = roster.groups.into_iter().collect();
        let mut groups: BTreeMap<GroupId, BTreeSet<AgentId>> = known
            .into_iter()
            .map(|group| (group, BTreeSet::new()))
            .collect();
        groups.insert(GroupId::everyone(), BTreeSet::new());
        for group in groups.keys() {
            self.router.lines.open(group);
        }
        for agent in roster.agents {
            let id = agent.card.agent.clone();
            for group in agent.groups.iter().chain([&GroupId::everyone()]) {
                if let Some(agents) = groups.get_mut(group) {
                    agents.insert(id.clone());
                }
            }
            self.staff_seat(agent, &groups);
        }
        let mut rules = roster.rules;
        rules.retain(|group, _| groups.contains_key(group));
        for (group, rule) in &mut rules {
            rule.overflow = rule
                .overflow
                .take()
                .filter(|overflow| overflow.to != *group && groups.contains_key(&overflow.to));
        }
        self.router.rules = rules;
        self.router.supervisors = roster.supervisors;
        let staffed = &groups[&GroupId::everyone()];
        let seats = self.router.seats.keys();
        let dismissed: Vec<AgentId> = seats.filter(|id| !staffed.contains(id)).cloned().collect();
        self.router.groups = groups;
        for agent in dismissed {
            self.dismiss(&agent);
        }
    }

    fn staff_seat(&mut self, agent: RosterAgent, groups: &BTreeMap<GroupId, BTreeSet<AgentId>>) {
        let RosterAgent {
            card,
            groups: theirs,
            capacity,
        } = agent;
        let id = card.agent.clone();
        let before = self.router.seat(&id);
        let seat = self.router.seats.entry(id.clone());
        let seat = seat.or_insert_with(|| Seat::new(card.clone(), self.now));
        let theirs = theirs.into_iter().filter(|group| !group.is_everyone());
        seat.card = card;
        seat.groups = theirs.filter(|group| groups.contains_key(group)).collect();
        seat.capacity_max = capacity;
        seat.is_dismissed = false;
        if before.is_some() && self.router.seat(&id) != before {
            self.tell_status(&id);
        }
    }

    fn dismiss(&mut self, agent: &AgentId) {
        self.tell_sessions(agent, &RouterNews::AgentGone(agent.clone()));
        if let Some(seat) = self.router.seats.get_mut(agent) {
            seat.availability = Availability::Offline;
            seat.is_dismissed = true;
            if seat.conversations.is_empty() {
                self.router.seats.remove(agent);
            }
        }
    }

    fn restore_lines(&mut self, standing: &[(VisitorId, Standing)]) {
        let mut waiting: Vec<_> = Vec::new();
        for (visitor, standing) in standing {
            if let Standing::Queued { group, place, .. } = standing {
                waiting.push((*place, visitor, group));
            }
        }
        waiting.sort_unstable();
        for (place, visitor, group) in waiting {
            self.router.last_place = self.router.last_place.max(as_drawn(place));
            if self.router.groups.contains_key(group) {
                let lines = &mut self.router.lines;
                lines.join(group, visitor.clone(), place, Presence::Here);
            } else {
                self.tell(visitor, RouterNews::Refused(RouterRefusal::Failed));
            }
        }
    }

    fn restore_conversations(&mut self, standing: Vec<(VisitorId, Standing)>) {
        for (visitor, standing) in standing {
            let Standing::Manual {
                agent,
                group,
                since,
            } = standing
            else {
                continue;
            };
            let is_known =
                self.router.lines.has(&visitor) || self.router.seated.contains_key(&visitor);
            let Some(seat) = self.router.seats.get_mut(&agent).filter(|_| !is_known) else {
                self.tell(&visitor, RouterNews::AgentGone(agent));
                continue;
            };
            // Their place in the line is not stored. The time when they were connected gives the same order.
            let held = Held {
                group,
                place: place_at(since),
                presence: Presence::Here,
            };
            self.router.waits.serving_since(visitor.clone(), since);
            seat.conversations.insert(visitor.clone(), held);
            seat.availability = Availability::Online;
            self.router.seated.insert(visitor, agent);
        }
    }

    /// Makes every agent away who did not choose offline. An agent with conversations but without a stored choice is
    /// away, too.
    fn restore_choices(&mut self, choices: Vec<(AgentId, SeatChoice)>) {
        for (agent, choice) in choices {
            if let Some(seat) = self.router.seats.get_mut(&agent) {
                seat.choose(choice);
            }
        }
        for seat in self.router.seats.values_mut() {
            seat.silence = Silence::Away;
            seat.told = (seat.status(), self.now);
        }
        let seats = self.router.seats.iter();
        let offline = seats.filter(|(_, seat)| !seat.keeps_conversations());
        let offline: Vec<AgentId> = offline.map(|(agent, _)| agent.clone()).collect();
        for agent in offline {
            self.tell_sessions(&agent, &RouterNews::AgentGone(agent.clone()));
        }
    }
}
