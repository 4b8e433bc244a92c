//! An agent as the router sees them: presence, capacity, groups, conversations.

use super::line::as_drawn;
use super::lines::Held;
use super::roster::SeatChoice;
use crate::agent_card::AgentCard;
use crate::ids::{GroupId, LinePlace, VisitorId};
use crate::routing::{Availability, SeatStatus};
use crate::tenant::RoutingSettings;
use crate::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// How long an agent has been silent: the last stage that sessions and desks were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// Shorter than `away_after`.
    None,
    /// At least `away_after`: the agent counts as away.
    Away,
    /// At least `gone_after`: the agent's conversations go to others.
    Gone,
}

#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub card: AgentCard,
    /// Known groups only, without the line of all agents.
    pub groups: BTreeSet<GroupId>,
    /// The tenant's limit.
    pub capacity_max: u32,
    /// The agent's choice.
    pub capacity: u32,
    pub availability: Availability,
    pub last_sign: Timestamp,
    pub silence: Silence,
    pub idle_since: Timestamp,
    /// The last status that was told, and since when.
    pub told: (SeatStatus, Timestamp),
    pub conversations: BTreeMap<VisitorId, Held>,
    /// Not in the roster. The seat stays until its last conversation has left.
    pub is_dismissed: bool,
}

impl Seat {
    pub fn new(card: AgentCard, now: Timestamp) -> Self {
        Self {
            card,
            groups: BTreeSet::new(),
            capacity_max: 0,
            capacity: u32::MAX,
            availability: Availability::Offline,
            last_sign: now,
            silence: Silence::None,
            idle_since: now,
            told: (SeatStatus::Offline, now),
            conversations: BTreeMap::new(),
            is_dismissed: false,
        }
    }

    pub fn status(&self) -> SeatStatus {
        match (self.availability, self.silence) {
            (Availability::Offline | Availability::Finishing, _) | (_, Silence::Gone) => {
                SeatStatus::Offline
            }
            (_, Silence::Away) => SeatStatus::Away,
            (Availability::Online, Silence::None) => SeatStatus::Online,
            (Availability::Busy, Silence::None) => SeatStatus::Busy,
        }
    }

    /// Whether the agent's conversations belong to them: not if they are gone.
    pub fn keeps_conversations(&self) -> bool {
        self.status() != SeatStatus::Offline || self.is_finishing()
    }

    /// Offline, but still busy with the open conversations.
    pub fn is_finishing(&self) -> bool {
        self.availability == Availability::Finishing && self.silence != Silence::Gone
    }

    /// The number of conversations at once: the agent's choice, at most the tenant's limit.
    pub fn capacity(&self) -> u32 {
        self.capacity.min(self.capacity_max)
    }

    pub fn has_room(&self) -> bool {
        self.conversations.len() < self.capacity() as usize
    }

    /// Whether the router assigns visitors to this agent by itself.
    pub fn is_free(&self) -> bool {
        self.status() == SeatStatus::Online && self.has_room()
    }

    /// Their visitors, and when these first came, in this order.
    pub fn by_place(&self) -> Vec<(LinePlace, VisitorId)> {
        let conversations = self.conversations.iter();
        let mut visitors: Vec<_> = conversations
            .map(|(visitor, held)| (as_drawn(held.place), visitor.clone()))
            .collect();
        visitors.sort();
        visitors
    }

    pub fn serves(&self, group: &GroupId) -> bool {
        !self.is_dismissed && (group.is_everyone() || self.groups.contains(group))
    }

    pub fn choose(&mut self, choice: SeatChoice) {
        self.availability = choice.availability;
        if let Some(capacity) = choice.capacity {
            self.capacity = capacity;
        }
    }

    /// When the next stage of silence begins, without a sign of life.
    pub fn next_deadline(&self, settings: &RoutingSettings) -> Option<Timestamp> {
        match (self.availability, self.silence) {
            (Availability::Offline, _) | (_, Silence::Gone) => None,
            (Availability::Finishing, _) if self.conversations.is_empty() => None,
            (_, Silence::None) => Some(self.last_sign + settings.away_after),
            (_, Silence::Away) => Some(self.last_sign + settings.gone_after),
        }
    }
}
