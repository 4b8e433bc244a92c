//! The rules of the router once more, in the plainest way: lists that are searched and sorted. It hears the same commands
//! and the router's effects, and says where they break a rule.

mod rules;

use super::{Story, roster, wish};
use actors_core::ids::{AgentId, GroupId, LinePlace, VisitorId};
use actors_core::router::command::{FromSession, SetStatus, SignOfLife, Take, TakeNext};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::SeatChoice;
use actors_core::router::{Router, RouterEffect};
use actors_core::routing::{Availability, Presence, RouterRequest, Wish};
use actors_core::session::restore::Standing;
use actors_core::time::{Span, Timestamp};
use std::collections::BTreeMap;

pub const AGENTS: [(&str, &str, u32); 4] = [
    ("ann", "g1", 2),
    ("bob", "g1 g2", 1),
    ("cat", "g2", 3),
    ("dan", "", 2),
];
pub const GROUPS: [&str; 4] = ["", "g1", "g2", "empty"];

/// One thing that happens.
#[derive(Clone, Debug)]
pub enum Event {
    Session(usize, Request),
    Status(usize, Availability, Option<u32>),
    Sign(usize),
    TakeNext(usize, Option<usize>),
    Take(usize, usize),
    Time(u64),
    Restart,
}

#[derive(Clone, Debug)]
pub enum Request {
    Agent(usize, Option<usize>),
    Again(usize, Option<usize>),
    Withdraw,
    Release(usize),
    /// The agent who has the visitor, where somebody has.
    ReleaseMine,
    Presence(Presence),
}

#[derive(Clone, Debug)]
struct Waiting {
    visitor: usize,
    key: i64,
    presence: Presence,
}

#[derive(Clone, Debug)]
struct Talk {
    visitor: usize,
    key: i64,
    presence: Presence,
    group: usize,
    since: Timestamp,
}

#[derive(Clone, Debug)]
struct Agent {
    availability: Availability,
    capacity: u32,
    last_sign: Timestamp,
    is_restored: bool,
    talks: Vec<Talk>,
}

pub struct Model {
    pub story: Story,
    agents: Vec<Agent>,
    lines: Vec<Vec<Waiting>>,
    last_key: i64,
    /// When somebody's position changed without their being told.
    untold: BTreeMap<usize, Timestamp>,
    told_at: BTreeMap<usize, Timestamp>,
}

/// What a step is about, where it makes a difference to the rules.
struct Step {
    asks: Option<Waiting>,
    named: Option<usize>,
    takes_by_name: Option<usize>,
    takes: Option<usize>,
    takes_of_group: bool,
    raises: bool,
}

impl Model {
    pub fn begin() -> Self {
        let story = Story::begin(&AGENTS);
        let agent = |(_, _, capacity): &(&str, &str, u32)| Agent {
            availability: Availability::Offline,
            capacity: *capacity,
            last_sign: story.now,
            is_restored: true,
            talks: Vec::new(),
        };
        Self {
            agents: AGENTS.iter().map(agent).collect(),
            lines: vec![Vec::new(); GROUPS.len()],
            last_key: -1,
            untold: BTreeMap::new(),
            told_at: BTreeMap::new(),
            story,
        }
    }

    pub fn step(&mut self, event: &Event) {
        let before = self.positions();
        let mut step = Step {
            asks: None,
            named: None,
            takes_by_name: None,
            takes: None,
            takes_of_group: matches!(event, Event::TakeNext(_, Some(_))),
            raises: matches!(event, Event::Restart),
        };
        let effects = match event {
            Event::Session(visitor, request) => self.session(*visitor, request, &mut step),
            Event::Status(agent, availability, capacity) => {
                let choice = SeatChoice {
                    availability: *availability,
                    capacity: *capacity,
                };
                self.agents[*agent].availability = *availability;
                if let Some(capacity) = capacity {
                    self.agents[*agent].capacity = (*capacity).min(AGENTS[*agent].2);
                }
                self.heard(*agent);
                let agent = agent_id(*agent);
                self.story.handle(SetStatus { agent, choice }).1
            }
            Event::Sign(agent) => {
                self.heard(*agent);
                let (agent, at) = (agent_id(*agent), self.story.now);
                self.story.handle(SignOfLife { agent, at }).1
            }
            Event::TakeNext(agent, group) => {
                self.heard(*agent);
                step.takes = Some(*agent);
                let group = group.map(group_id);
                let agent = agent_id(*agent);
                self.story.handle(TakeNext { agent, group }).1
            }
            Event::Take(agent, visitor) => {
                self.heard(*agent);
                step.takes = Some(*agent);
                step.takes_by_name = Some(*visitor);
                let (agent, visitor) = (agent_id(*agent), visitor_id(*visitor));
                self.story.handle(Take { agent, visitor }).1
            }
            Event::Time(millis) => {
                self.story.after(Span::from_millis(*millis));
                self.story.router.handle_timeout(self.story.now)
            }
            Event::Restart => self.restart(),
        };
        for effect in &effects {
            self.hear(effect, &mut step);
        }
        assert!(
            step.asks.is_none(),
            "the asker was told nothing: {effects:?}"
        );
        self.compare(&before, &step);
    }

    fn session(&mut self, visitor: usize, request: &Request, step: &mut Step) -> Vec<RouterEffect> {
        let asked = |group: usize, agent: Option<usize>| Wish {
            agent: agent.map(agent_id),
            ..wish(GROUPS[group])
        };
        let request = match request {
            Request::Agent(group, agent) => {
                step.named = *agent;
                self.note_presence(visitor, Presence::Here);
                if !self.is_known(visitor) {
                    step.asks = Some(self.newcomer(visitor, *group, *agent));
                }
                RouterRequest::Agent(asked(*group, *agent))
            }
            Request::Again(group, agent) => {
                if !self.waits(visitor) {
                    step.named = *agent;
                    let talk = self.hang_up(visitor);
                    step.raises = true;
                    step.asks = Some(talk.map_or_else(
                        || self.newcomer(visitor, *group, *agent),
                        |talk| Waiting {
                            visitor,
                            key: talk.key,
                            presence: talk.presence,
                        },
                    ));
                    if let Some(asker) = &mut step.asks
                        && asker.key >= 0
                    {
                        asker.key -= 1 << 60;
                    }
                }
                RouterRequest::Again(asked(*group, *agent))
            }
            Request::Withdraw => {
                self.lines
                    .iter_mut()
                    .for_each(|line| line.retain(|w| w.visitor != visitor));
                RouterRequest::Withdraw
            }
            Request::Release(agent) => {
                self.agents[*agent]
                    .talks
                    .retain(|talk| talk.visitor != visitor);
                RouterRequest::Release(agent_id(*agent))
            }
            Request::ReleaseMine => {
                let has = |agent: &Agent| agent.talks.iter().any(|talk| talk.visitor == visitor);
                let agent = self.agents.iter().position(has).unwrap_or(0);
                self.hang_up(visitor);
                RouterRequest::Release(agent_id(agent))
            }
            Request::Presence(presence) => {
                self.note_presence(visitor, *presence);
                RouterRequest::Presence(*presence)
            }
        };
        let visitor = visitor_id(visitor);
        self.story.handle(FromSession { visitor, request }).1
    }

    /// Draws a place just as it is drawn: only where there is somebody to wait for.
    fn newcomer(&mut self, visitor: usize, group: usize, agent: Option<usize>) -> Waiting {
        let group = match agent {
            None => group,
            Some(agent) if serves(agent, group) && group != 0 => group,
            Some(agent) => (1..GROUPS.len())
                .find(|group| serves(agent, *group))
                .unwrap_or(0),
        };
        if self.is_staffed(group) {
            self.last_key = (self.story.now.as_millis() * 1_024).max(self.last_key + 1);
        }
        Waiting {
            visitor,
            key: self.last_key,
            presence: Presence::Here,
        }
    }

    fn restart(&mut self) -> Vec<RouterEffect> {
        let now = self.story.now;
        let mut standing = Vec::new();
        for (group, line) in self.lines.iter().enumerate() {
            for waiting in line {
                standing.push((
                    visitor_id(waiting.visitor),
                    Standing::Queued {
                        group: group_id(group),
                        place: LinePlace(waiting.key),
                        since: now,
                    },
                ));
            }
        }
        for (number, agent) in self.agents.iter_mut().enumerate() {
            agent.last_sign = now;
            agent.is_restored = true;
            for talk in &mut agent.talks {
                talk.key = talk.since.as_millis() * 1_024;
                talk.presence = Presence::Here;
                standing.push((
                    visitor_id(talk.visitor),
                    Standing::Manual {
                        agent: agent_id(number),
                        group: group_id(talk.group),
                        since: talk.since,
                    },
                ));
            }
        }
        let waiting = self.lines.iter_mut().flatten();
        self.last_key = -1;
        for waiting in waiting {
            waiting.presence = Presence::Here;
            let drawn = waiting.key + if waiting.key < 0 { 1 << 60 } else { 0 };
            self.last_key = self.last_key.max(drawn);
        }
        self.untold.clear();
        self.told_at.clear();
        let choices = self.agents.iter().enumerate().map(|(number, agent)| {
            let choice = SeatChoice {
                availability: agent.availability,
                capacity: Some(agent.capacity),
            };
            (agent_id(number), choice)
        });
        let step = Router::restore(
            now,
            Beginning {
                roster: roster(&AGENTS),
                choices: choices.collect(),
                standing,
                ..Beginning::default()
            },
        );
        self.story.router = step.reply;
        step.effects
    }

    fn positions(&self) -> BTreeMap<usize, u32> {
        let lines = self.lines.iter();
        let positions = lines.flat_map(|line| (1..).zip(line).map(|(at, w)| (w.visitor, at)));
        positions.collect()
    }

    fn note_presence(&mut self, visitor: usize, presence: Presence) {
        for waiting in self
            .lines
            .iter_mut()
            .flatten()
            .filter(|w| w.visitor == visitor)
        {
            waiting.presence = presence;
        }
        let talks = self.agents.iter_mut().flat_map(|agent| &mut agent.talks);
        for talk in talks.filter(|talk| talk.visitor == visitor) {
            talk.presence = presence;
        }
    }

    fn hang_up(&mut self, visitor: usize) -> Option<Talk> {
        self.agents.iter_mut().find_map(|agent| {
            let index = agent
                .talks
                .iter()
                .position(|talk| talk.visitor == visitor)?;
            Some(agent.talks.remove(index))
        })
    }

    fn heard(&mut self, agent: usize) {
        self.agents[agent].last_sign = self.story.now;
        self.agents[agent].is_restored = false;
    }

    fn waits(&self, visitor: usize) -> bool {
        self.lines
            .iter()
            .flatten()
            .any(|waiting| waiting.visitor == visitor)
    }

    fn is_known(&self, visitor: usize) -> bool {
        let mut talks = self.agents.iter().flat_map(|agent| &agent.talks);
        self.waits(visitor) || talks.any(|talk| talk.visitor == visitor)
    }

    fn silence(&self, agent: usize) -> Span {
        self.story.now.since(self.agents[agent].last_sign)
    }

    fn is_here(&self, agent: usize) -> bool {
        let seat = &self.agents[agent];
        seat.availability != Availability::Offline
            && !seat.is_restored
            && self.silence(agent) < Span::from_secs(30)
    }

    fn is_free(&self, agent: usize) -> bool {
        let seat = &self.agents[agent];
        self.is_here(agent)
            && seat.availability == Availability::Online
            && seat.talks.len() < seat.capacity as usize
    }

    fn is_staffed(&self, group: usize) -> bool {
        (0..AGENTS.len()).any(|agent| {
            serves(agent, group)
                && self.agents[agent].availability != Availability::Offline
                && self.silence(agent) < Span::from_secs(120)
        })
    }

    fn nobody_for(&self, agent: usize) -> bool {
        let mut lines = (0..GROUPS.len()).filter(|group| serves(agent, *group));
        lines.all(|group| {
            self.lines[group]
                .iter()
                .all(|w| w.presence == Presence::Away)
        })
    }
}

const SECOND: Span = Span::from_secs(1);

fn serves(agent: usize, group: usize) -> bool {
    group == 0
        || AGENTS[agent]
            .1
            .split_whitespace()
            .any(|name| name == GROUPS[group])
}

fn agent_id(agent: usize) -> AgentId {
    AgentId::from(AGENTS[agent].0)
}

fn group_id(group: usize) -> GroupId {
    GroupId::from(GROUPS[group])
}

fn group_number(group: &GroupId) -> usize {
    GROUPS
        .iter()
        .position(|name| *name == group.as_str())
        .unwrap()
}

fn visitor_id(visitor: usize) -> VisitorId {
    VisitorId::from(visitor.to_string())
}
