//! What a supervisor's wall shows of a router.

use super::Router;
use super::command::SeatState;
use super::matching::time_of;
use super::seat::Seat;
use crate::ids::{AgentId, GroupId, VisitorId};
use crate::routing::SeatStatus;
use crate::time::Timestamp;
use crate::waiting::Share;
use std::collections::BTreeSet;

/// A line, and the agents who serve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineView {
    /// The group; [`GroupId::everyone`] for the line of all agents.
    pub group: GroupId,
    /// The number of waiting visitors.
    pub waiting: u32,
    /// When the visitor came who has waited longest.
    pub oldest: Option<Timestamp>,
    /// The agents who are online, busy and away.
    pub online: u32,
    /// See `online`.
    pub busy: u32,
    /// See `online`.
    pub away: u32,
    /// The conversations of the group.
    pub talking: u32,
    /// How many conversations its online agents may have at once.
    pub seats: u32,
    /// How many of the last estimates were right.
    pub estimates: Share,
}

/// An agent.
#[derive(Clone, Debug)]
pub struct SeatView<'a> {
    /// Who.
    pub agent: &'a AgentId,
    /// Their state.
    pub state: SeatState,
    /// Since when they have this status.
    pub since: Timestamp,
    /// Their visitors.
    pub conversations: usize,
    /// Their groups, without the line of all agents.
    pub groups: &'a BTreeSet<GroupId>,
}

impl Router {
    /// The agents of the roster, by id.
    pub fn seats(&self) -> impl Iterator<Item = SeatView<'_>> {
        let seats = self.seats.iter().filter(|(_, seat)| !seat.is_dismissed);
        seats.map(|(agent, seat)| SeatView {
            agent,
            state: seat.state(),
            since: seat.told.1,
            conversations: seat.conversations.len(),
            groups: &seat.groups,
        })
    }

    /// The lines, by group, including the line of all agents. One pass over the agents' conversations.
    pub fn line_views(&self) -> Vec<LineView> {
        let mut views: Vec<LineView> = self
            .groups
            .keys()
            .map(|group| self.line_view(group))
            .collect();
        for held in self
            .seats
            .values()
            .flat_map(|seat| seat.conversations.values())
        {
            if let Ok(at) = views.binary_search_by(|view| view.group.cmp(&held.group)) {
                views[at].talking += 1;
            }
        }
        views
    }

    /// The waiting visitors of a line, in order, present or absent.
    pub fn waiting_in(&self, group: &GroupId) -> impl Iterator<Item = &VisitorId> {
        let line = self.lines.line(group);
        line.into_iter()
            .flat_map(|line| line.iter().map(|waiter| waiter.visitor))
    }

    fn line_view(&self, group: &GroupId) -> LineView {
        let agents = self.groups.get(group).into_iter().flatten();
        let seats: Vec<&Seat> = agents.map(|agent| &self.seats[agent]).collect();
        let count = |status: SeatStatus| {
            let those = seats.iter().filter(|seat| seat.status() == status);
            u32::try_from(those.count()).unwrap_or(u32::MAX)
        };
        let online = seats
            .iter()
            .filter(|seat| seat.status() == SeatStatus::Online);
        LineView {
            group: group.clone(),
            waiting: self.lines.count(group),
            oldest: self.oldest(group),
            online: count(SeatStatus::Online),
            busy: count(SeatStatus::Busy),
            away: count(SeatStatus::Away),
            talking: 0,
            seats: online.fold(0, |sum: u32, seat| sum.saturating_add(seat.capacity())),
            estimates: self.waits.share(group),
        }
    }

    /// Those at the head are ordered by rank, the others by arrival: the first of these came before all after it.
    fn oldest(&self, group: &GroupId) -> Option<Timestamp> {
        let mut oldest = None;
        for waiter in self.lines.line(group)?.iter() {
            let came = time_of(waiter.place);
            oldest = Some(oldest.map_or(came, |before: Timestamp| before.min(came)));
            if waiter.place.0 >= 0 {
                break;
            }
        }
        oldest
    }
}
