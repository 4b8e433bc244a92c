//! What supervisors see now (Protocol, 'Supervisor's wall'): the queues and the agents of each tenant, by version. A page
//! asks for what changed since its version. While somebody looks, the wall is compared once a second.
//!
//! [`alarms`]: what supervisors hear who do not look.

pub mod alarms;

use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, GroupId, TenantId};
use actors_core::router::command::SeatState;
use actors_core::router::{LineView, Router};
use actors_core::routing::DeskNews;
use actors_core::time::{Span, Timestamp};
use dashmap::DashMap;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often the walls are compared.
const EVERY: Duration = Duration::from_secs(1);

/// How long a desk hears of changes after it last asked.
const WATCHED_FOR: Span = Span::from_secs(60);

/// How long a page may be behind.
const REMEMBERED_FOR: Span = Span::from_minutes(10);

/// The most rows that went away and are remembered.
const GONE_MAX: usize = 10_000;

/// The walls of all tenants.
#[derive(Default)]
pub struct Walls {
    of: DashMap<TenantId, Arc<Mutex<Wall>>>,
    /// What supervisors have heard who do not look.
    heard: alarms::Heard,
}

/// An agent on the wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentRow {
    /// Their state.
    pub state: SeatState,
    /// Since when they have this status.
    pub since: Timestamp,
    /// Their number of conversations.
    pub conversations: usize,
    /// Their groups.
    pub groups: Vec<GroupId>,
}

/// What is not on the wall any more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gone {
    /// A group.
    Group(GroupId),
    /// An agent.
    Agent(AgentId),
}

#[derive(Clone, Debug)]
struct Row<T> {
    value: T,
    changed: u64,
}

/// A tenant's wall.
#[derive(Debug, Default)]
pub struct Wall {
    version: u64,
    /// Whoever has an older version needs everything.
    known_from: u64,
    groups: BTreeMap<GroupId, Row<LineView>>,
    agents: BTreeMap<AgentId, Row<AgentRow>>,
    gone: VecDeque<(u64, Gone)>,
    /// When each version of the last minutes began.
    times: VecDeque<(u64, Timestamp)>,
    looked_at: Option<Timestamp>,
    /// Until when each desk hears of changes.
    watchers: BTreeMap<AgentId, Timestamp>,
}

/// What changed since a version.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// The version now.
    pub version: u64,
    /// How much it is.
    pub extent: Extent,
    /// The queues.
    pub groups: Vec<LineView>,
    /// The agents.
    pub agents: Vec<(AgentId, AgentRow)>,
    /// What went away.
    pub gone: Vec<Gone>,
}

/// How much of a wall it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// What changed.
    Changes,
}

impl Walls {
    /// A tenant's wall.
    pub fn of(&self, tenant: &TenantId) -> Arc<Mutex<Wall>> {
        Arc::clone(&self.of.entry(tenant.clone()).or_default())
    }
}

impl Wall {
    /// Looks at the router. Returns whether something changed.
    pub fn look(&mut self, router: &Router, now: Timestamp) -> Changed {
        let lines = router.line_views().into_iter();
        let lines = lines.map(|line| (line.group.clone(), line)).collect();
        let seats = router.seats().map(|seat| {
            let row = AgentRow {
                state: seat.state,
                since: seat.since,
                conversations: seat.conversations,
                groups: seat.groups.iter().cloned().collect(),
            };
            (seat.agent.clone(), row)
        });
        self.compare(lines, seats.collect(), now)
    }

    fn compare(
        &mut self,
        lines: BTreeMap<GroupId, LineView>,
        seats: BTreeMap<AgentId, AgentRow>,
        now: Timestamp,
    ) -> Changed {
        if self.looked_at.is_none() {
            // Versions of an earlier process are smaller.
            self.version = now.as_millis().max(0).cast_unsigned();
            self.known_from = self.version + 1;
        }
        self.looked_at = Some(now);
        let next = self.version + 1;
        let mut gone = update(&mut self.groups, lines, next, Gone::Group);
        gone.extend(update(&mut self.agents, seats, next, Gone::Agent));
        let is_changed = !gone.is_empty()
            || self.groups.values().any(|row| row.changed == next)
            || self.agents.values().any(|row| row.changed == next);
        if !is_changed {
            return Changed::Nothing;
        }
        self.version = next;
        self.times.push_back((next, now));
        self.gone.extend(gone.into_iter().map(|gone| (next, gone)));
        self.forget(now);
        Changed::Something
    }

    fn forget(&mut self, now: Timestamp) {
        while let Some((version, began)) = self.times.front().copied()
            && now.since(began) > REMEMBERED_FOR
        {
            self.known_from = self.known_from.max(version);
            self.times.pop_front();
        }
        while self.gone.len() > GONE_MAX
            && let Some((version, _)) = self.gone.pop_front()
        {
            self.known_from = self.known_from.max(version);
        }
        while let Some((version, _)) = self.gone.front()
            && *version <= self.known_from
        {
            self.gone.pop_front();
        }
    }

    /// What changed since this version; without one, everything.
    pub fn since(&self, since: Option<u64>) -> Difference {
        let known = since.filter(|since| (self.known_from..=self.version).contains(since));
        let after = known.unwrap_or(0);
        let groups = self.groups.values().filter(|row| row.changed > after);
        let agents = self.agents.iter().filter(|(_, row)| row.changed > after);
        let gone = self.gone.iter().filter(|(version, _)| *version > after);
        Difference {
            version: self.version,
            extent: match known {
                Some(_) => Extent::Changes,
                None => Extent::Whole,
            },
            groups: groups.map(|row| row.value.clone()).collect(),
            agents: agents
                .map(|(agent, row)| (agent.clone(), row.value.clone()))
                .collect(),
            gone: match known {
                Some(_) => gone.map(|(_, gone)| gone.clone()).collect(),
                None => Vec::new(),
            },
        }
    }

    /// All queues, whatever changed.
    pub fn lines(&self) -> impl Iterator<Item = &LineView> {
        self.groups.values().map(|row| &row.value)
    }

    /// A desk hears of changes from now on.
    pub fn watch(&mut self, agent: AgentId, now: Timestamp) {
        self.watchers.retain(|_, until| *until > now);
        self.watchers.insert(agent, now + WATCHED_FOR);
    }

    /// The desks that hear of changes.
    fn watchers(&self, now: Timestamp) -> Vec<AgentId> {
        let those = self.watchers.iter().filter(|(_, until)| **until > now);
        those.map(|(agent, _)| agent.clone()).collect()
    }
}

/// Whether a look found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// A row changed, came or went.
    Something,
    /// Nothing.
    Nothing,
}

/// Takes the new values over. Returns what went away.
fn update<K: Clone + Ord, V: PartialEq>(
    rows: &mut BTreeMap<K, Row<V>>,
    new: BTreeMap<K, V>,
    version: u64,
    gone: impl Fn(K) -> Gone,
) -> BTreeSet<Gone> {
    let missing: Vec<K> = rows
        .keys()
        .filter(|key| !new.contains_key(key))
        .cloned()
        .collect();
    for key in &missing {
        rows.remove(key);
    }
    for (key, value) in new {
        match rows.get_mut(&key) {
            Some(row) if row.value == value => {}
            Some(row) => {
                row.value = value;
                row.changed = version;
            }
            None => {
                let row = Row {
                    value,
                    changed: version,
                };
                rows.insert(key, row);
            }
        }
    }
    missing.into_iter().map(gone).collect()
}

/// Compares the walls that somebody looks at, as long as the server runs.
pub fn start(state: Data<State>) {
    actix_web::rt::spawn(async move {
        let mut looks = interval(EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !state.is_draining() {
            looks.tick().await;
            tell_watchers(&state);
        }
    });
}

/// Looks at each wall with watchers once, and tells them of a change.
pub fn tell_watchers(state: &State) {
    let now = state.now();
    let walls = state.walls.of.iter();
    let walls: Vec<(TenantId, Arc<Mutex<Wall>>)> = walls
        .map(|wall| (wall.key().clone(), Arc::clone(wall.value())))
        .collect();
    for (tenant, wall) in walls {
        let mut wall = wall.lock();
        let watchers = wall.watchers(now);
        let Some(router) = state
            .office
            .router(&tenant)
            .filter(|_| !watchers.is_empty())
        else {
            continue;
        };
        if router.read(|router| wall.look(router, now)) == Changed::Something {
            for agent in watchers {
                let news = DeskNews::Wall(wall.version);
                state.office.tell_desk(&tenant, &agent, news);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_core::routing::SeatStatus;
    use actors_core::waiting::Share;

    fn line(group: &str, waiting: u32) -> (GroupId, LineView) {
        let group = GroupId::from(group);
        let view = LineView {
            group: group.clone(),
            waiting,
            oldest: None,
            online: 0,
            busy: 0,
            away: 0,
            talking: 0,
            seats: 0,
            estimates: Share::default(),
        };
        (group, view)
    }

    fn agent(name: &str, conversations: usize) -> (AgentId, AgentRow) {
        let row = AgentRow {
            state: SeatState {
                status: SeatStatus::Online,
                capacity: 3,
                free: 3,
            },
            since: Timestamp::from_millis(1),
            conversations,
            groups: Vec::new(),
        };
        (AgentId::from(name), row)
    }

    fn at(secs: i64) -> Timestamp {
        Timestamp::from_millis(1_790_000_000_000 + secs * 1_000)
    }

    fn names(difference: &Difference) -> Vec<String> {
        let groups = difference.groups.iter().map(|line| line.group.to_string());
        let agents = difference.agents.iter().map(|(agent, _)| agent.to_string());
        groups.chain(agents).collect()
    }

    #[test]
    fn a_page_gets_everything_first_and_then_what_changed() {
        let mut wall = Wall::default();
        let lines = || BTreeMap::from([line("help", 0), line("sales", 1)]);
        wall.compare(lines(), BTreeMap::from([agent("mia", 0)]), at(0));
        let first = wall.since(None);
        assert_eq!(first.extent, Extent::Whole);
        assert_eq!(names(&first), ["help", "sales", "mia"]);

        let same = wall.compare(lines(), BTreeMap::from([agent("mia", 0)]), at(1));
        assert_eq!(same, Changed::Nothing);
        let changed = wall.compare(lines(), BTreeMap::from([agent("mia", 1)]), at(2));
        assert_eq!(changed, Changed::Something);

        let second = wall.since(Some(first.version));
        assert_eq!(second.extent, Extent::Changes);
        assert_eq!(names(&second), ["mia"]);
        assert!(names(&wall.since(Some(second.version))).is_empty());
    }

    #[test]
    fn what_goes_away_is_named_once() {
        let mut wall = Wall::default();
        let agents = BTreeMap::from([agent("leo", 0), agent("mia", 0)]);
        wall.compare(BTreeMap::from([line("sales", 0)]), agents, at(0));
        let first = wall.since(None);

        wall.compare(BTreeMap::new(), BTreeMap::from([agent("mia", 0)]), at(1));

        let second = wall.since(Some(first.version));
        assert_eq!(
            second.gone,
            [Gone::Group("sales".into()), Gone::Agent("leo".into())]
        );
        assert!(wall.since(Some(second.version)).gone.is_empty());
        assert!(wall.since(None).gone.is_empty());
    }

    #[test]
    fn a_page_that_is_far_behind_or_ahead_gets_everything() {
        let mut wall = Wall::default();
        wall.compare(BTreeMap::from([line("sales", 0)]), BTreeMap::new(), at(0));
        let first = wall.since(None).version;
        wall.compare(BTreeMap::from([line("sales", 1)]), BTreeMap::new(), at(1));
        let second = wall.since(None).version;
        wall.compare(BTreeMap::from([line("sales", 2)]), BTreeMap::new(), at(700));

        assert_eq!(wall.since(Some(first)).extent, Extent::Whole);
        assert_eq!(wall.since(Some(second)).extent, Extent::Changes);
        assert_eq!(wall.since(Some(second + 9)).extent, Extent::Whole);
        assert_eq!(wall.since(Some(7)).extent, Extent::Whole);
    }

    #[test]
    fn desks_hear_of_changes_for_a_minute() {
        let mut wall = Wall::default();
        wall.watch("sue".into(), at(0));

        assert_eq!(wall.watchers(at(59)), [AgentId::from("sue")]);
        assert!(wall.watchers(at(60)).is_empty());
    }
}
