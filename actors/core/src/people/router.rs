//! The router of one tenant: which agent serves which visitor, and who waits in which queue (Protocol, 'Hand-over and
//! queue'). `router/README.md` states the problem.
//!
//! A pure machine. Pass in the time and a [`command`], perform the effects, and call it again by
//! [`Router::next_deadline`]. It handles no messages and stores nothing. Sessions store their own place, and a restart
//! rebuilds the router from them.

mod agents;
pub mod alarms;
pub mod command;
pub mod configure;
mod hand_over;
pub mod line;
pub mod lines;
mod matching;
mod oversee;
mod pace;
pub mod pick;
mod rescue;
mod returned;
pub mod roster;
mod seat;
mod step_in;
mod turn;
mod view;
mod visitors;

use crate::ids::{AgentId, GroupId, LinePlace, VisitorId};
use crate::routing::{DeskNews, QueueNumber, RouterNews, SeatStatus, Why, WhyPlace};
use crate::tenant::{GroupRule, Oversight, RoutingSettings};
use crate::time::{Span, Timestamp};
use crate::waiting::{Share, WaitRange, Waits};
pub use command::Command;
use lines::Lines;
use pace::Pace;
use returned::ReturnedVisitors;
use seat::Seat;
use std::collections::{BTreeMap, BTreeSet, HashMap};
pub use turn::Turn;
pub use view::{LineView, SeatView};

/// The shortest time between two updates of a desk's queue counts.
const COUNTS_EVERY: Span = Span::from_secs(1);

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "effects must be performed, in order"]
pub struct Step<R> {
    /// The reply to the sender.
    pub reply: R,
    /// The effects, in order.
    pub effects: Vec<RouterEffect>,
}

/// An effect of the router.
#[derive(Clone, Debug, PartialEq)]
pub enum RouterEffect {
    /// Tell a visitor's session. The shell loads it if it is not in memory.
    TellSession(VisitorId, RouterNews),
    /// Tell an agent's desk, if it is open.
    TellDesk(AgentId, DeskNews),
}

/// How much goes on at a tenant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Visitors who wait in a line.
    pub waiting: usize,
    /// Visitors who have an agent.
    pub talking: usize,
    /// Agents who are online, busy or away.
    pub agents_online: usize,
}

/// Which agent serves which visitor, and who waits in which queue.
#[derive(Clone, Debug)]
pub struct Router {
    settings: RoutingSettings,
    last_now: Timestamp,
    seats: BTreeMap<AgentId, Seat>,
    /// The agents of each group and of the line of all agents. Only agents of the roster.
    groups: BTreeMap<GroupId, BTreeSet<AgentId>>,
    /// The agent of each served visitor. Never iterated.
    seated: HashMap<VisitorId, AgentId>,
    lines: Lines,
    last_place: LinePlace,
    /// How groups are served, if not as usual.
    rules: BTreeMap<GroupId, GroupRule>,
    /// The agents who look after others.
    supervisors: BTreeMap<AgentId, Oversight>,
    /// The waiting visitors who are not in the order of arrival: why, and who may not get them.
    returned: ReturnedVisitors,
    /// Why each served visitor has their agent. Never iterated.
    reasons: HashMap<VisitorId, Why>,
    /// How long visitors wait, as far as the last hour tells.
    waits: Waits,
    /// When to tell which visitors that their line moved.
    paces: BTreeMap<GroupId, Pace>,
    /// The lines whose new length the desks do not know yet.
    counts_changed: BTreeSet<GroupId>,
    counts_from: Timestamp,
}

impl Router {
    /// Performs everything that is due, then the command.
    pub fn handle<C: Command>(&mut self, now: Timestamp, command: C) -> Step<C::Reply> {
        let mut effects = Vec::new();
        let mut turn = self.turn(now, &mut effects);
        turn.expire();
        let reply = command.apply(&mut turn);
        turn.settle();
        debug_assert_eq!(self.check(), Ok(()));
        Step { reply, effects }
    }

    /// Performs what is due. Early and repeated calls are harmless.
    pub fn handle_timeout(&mut self, now: Timestamp) -> Vec<RouterEffect> {
        let mut effects = Vec::new();
        let mut turn = self.turn(now, &mut effects);
        turn.expire();
        turn.settle();
        debug_assert_eq!(self.check(), Ok(()));
        effects
    }

    /// When to call [`Router::handle_timeout`], unless a command comes first.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let seats = self.seats.values();
        let silences = seats.filter_map(|seat| seat.next_deadline(&self.settings));
        let moves = self.paces.values().filter_map(Pace::next_deadline);
        let counts = (!self.counts_changed.is_empty()).then_some(self.counts_from);
        let closing = self.closing_line().map(|_| self.last_now);
        let rescues = self.returned.next_deadline().into_iter();
        let rescues = rescues.chain(self.overflow_due());
        let now = moves.chain(counts).chain(closing);
        silences.chain(now).chain(rescues).min()
    }

    /// A visitor's position in their line, 1 = first (the wire's `waitIndex`); `None` if they do not wait. O(log n). It
    /// is found by the number they drew if that is still valid, else by name.
    pub fn position(&self, visitor: &VisitorId, number: Option<QueueNumber>) -> Option<u32> {
        self.lines.position(visitor, number)
    }

    /// The number of waiting visitors in each line, including the line of all agents.
    pub fn counts(&self) -> impl Iterator<Item = (&GroupId, u32)> {
        self.groups
            .keys()
            .map(|group| (group, self.lines.count(group)))
    }

    /// How many wait, talk and serve now.
    pub fn load(&self) -> Load {
        let seats = self.seats.values().filter(|seat| !seat.is_dismissed);
        let online = seats.filter(|seat| seat.status() != SeatStatus::Offline);
        Load {
            waiting: self.lines.total(),
            talking: self.seated.len(),
            agents_online: online.count(),
        }
    }

    /// How many of these visitors wait or have an agent.
    pub fn placed(&self, visitors: &[VisitorId]) -> usize {
        let is_placed =
            |visitor: &&VisitorId| self.seated.contains_key(*visitor) || self.lines.has(visitor);
        visitors.iter().filter(is_placed).count()
    }

    /// The wait that was foretold to a waiting visitor, less the time since. `None` if too few of the past estimates
    /// were right, or if this one turned out wrong.
    pub fn expected_wait(&self, visitor: &VisitorId, now: Timestamp) -> Option<WaitRange> {
        self.waits.told(visitor, now)
    }

    /// How many of a group's last estimates were right.
    pub fn estimates(&self, group: &GroupId) -> Share {
        self.waits.share(group)
    }

    /// Why a served visitor has their agent.
    pub fn why(&self, visitor: &VisitorId) -> Option<&Why> {
        self.reasons.get(visitor)
    }

    /// Why a waiting visitor has their place. A restart forgets it, and then it is the order of arrival: the session
    /// keeps a rescue and a priority, and tells them with its next agent.
    pub fn why_place(&self, visitor: &VisitorId) -> WhyPlace {
        self.returned.why(visitor)
    }

    /// The lines, read-only.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The status of an agent.
    pub fn seat(&self, agent: &AgentId) -> Option<command::SeatState> {
        let seat = self.seats.get(agent).filter(|seat| !seat.is_dismissed)?;
        Some(seat.state())
    }

    /// The agent of a visitor.
    pub fn seated(&self, visitor: &VisitorId) -> Option<&AgentId> {
        self.seated.get(visitor)
    }

    /// The visitors of an agent, by id.
    pub fn conversations(&self, agent: &AgentId) -> impl Iterator<Item = &VisitorId> + use<'_> {
        self.seats
            .get(agent)
            .into_iter()
            .flat_map(|seat| seat.conversations.keys())
    }

    /// Returns a broken invariant as an error. Debug builds check after each step.
    pub fn check(&self) -> Result<(), String> {
        let sitting: usize = self
            .seats
            .values()
            .map(|seat| seat.conversations.len())
            .sum();
        if sitting != self.seated.len() {
            return Err(format!(
                "{sitting} visitors have seats, the index has {}",
                self.seated.len()
            ));
        }
        let standing = self
            .lines
            .groups()
            .map(|group| self.lines.count(group) as usize);
        let standing: usize = standing.sum();
        if standing != self.lines.total() {
            return Err(format!(
                "{standing} visitors wait in lines, the index has {}",
                self.lines.total()
            ));
        }
        for group in self.groups.keys() {
            for waiter in self.lines.candidates(group) {
                if let Some(idle) = self.idle_agent(group, &waiter) {
                    let visitor = waiter.visitor;
                    return Err(format!("{visitor} waits in {group:?} while {idle} is free"));
                }
            }
        }
        if self.returned.len() > self.lines.total() {
            return Err(format!(
                "{} visitors are marked as returned, more than wait",
                self.returned.len()
            ));
        }
        if self.reasons.len() > self.seated.len() {
            return Err("a reason is left of a visitor without an agent".to_owned());
        }
        Ok(())
    }

    fn turn<'a>(&'a mut self, now: Timestamp, effects: &'a mut Vec<RouterEffect>) -> Turn<'a> {
        self.last_now = self.last_now.max(now);
        Turn {
            now: self.last_now,
            router: self,
            effects,
        }
    }

    /// Whether an agent of the group, or of the group that helps it, is online, busy or away (Protocol, 'Hand-over and
    /// queue', transferAgent).
    fn is_staffed(&self, group: &GroupId) -> bool {
        let helping = || {
            self.overflow(group)
                .is_some_and(|rule| self.has_staff(&rule.to))
        };
        self.has_staff(group) || helping()
    }

    /// A line in which visitors wait although no agent serves it.
    fn closing_line(&self) -> Option<&GroupId> {
        let mut groups = self.lines.groups();
        groups.find(|group| self.lines.count(group) > 0 && !self.is_staffed(group))
    }

    /// The place of a new visitor. It rises across all lines and across restarts, because it is made from the time.
    fn draw_place(&mut self) -> LinePlace {
        let drawn = place_at(self.last_now).0.max(self.last_place.0 + 1);
        self.last_place = LinePlace(drawn);
        self.last_place
    }
}

/// The first place of this millisecond. A thousand fit in one. More continue in the next.
fn place_at(moment: Timestamp) -> LinePlace {
    LinePlace(moment.as_millis().max(0).saturating_mul(1_024))
}
