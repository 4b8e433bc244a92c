//! Shared by the router's tests: a router, a clock, and short texts for its effects.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use actors_core::agent_card::AgentCard;
use actors_core::ids::{AgentId, ChannelId, GroupId, VisitorId};
use actors_core::router::command::{Command, Configure, FromSession, SetStatus, SignOfLife};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::{Roster, RosterAgent, SeatChoice};
use actors_core::router::{Router, RouterEffect};
use actors_core::routing::{
    Availability, DeskNews, Lapse, Presence, Rank, RouterNews, RouterRequest, WhyAgent, WhyLine,
    WhyPlace, Wish,
};
use actors_core::tenant::Oversight;
use actors_core::time::{Span, Timestamp};
use std::sync::Arc;

pub const START: Timestamp = Timestamp::from_millis(1_000_000_000);

pub struct Story {
    pub router: Router,
    pub now: Timestamp,
}

/// The news to sessions, in short: "vic: mia", "vic: waits 1".
pub type Told = Vec<String>;

impl Story {
    /// Agents as (name, groups, capacity), all offline.
    pub fn begin(agents: &[(&str, &str, u32)]) -> Self {
        Self::restore(Beginning {
            roster: roster(agents),
            ..Beginning::default()
        })
        .0
    }

    pub fn restore(beginning: Beginning) -> (Self, Vec<RouterEffect>) {
        let step = Router::restore(START, beginning);
        let story = Self {
            router: step.reply,
            now: START,
        };
        (story, step.effects)
    }

    pub fn after(&mut self, span: Span) -> &mut Self {
        self.now = self.now + span;
        self
    }

    pub fn handle<C: Command>(&mut self, command: C) -> (C::Reply, Vec<RouterEffect>) {
        let step = self.router.handle(self.now, command);
        (step.reply, step.effects)
    }

    pub fn from(&mut self, visitor: &str, request: RouterRequest) -> Told {
        let visitor = VisitorId::from(visitor);
        told(&self.handle(FromSession { visitor, request }).1)
    }

    /// A visitor asks for a group; "" means all agents.
    pub fn asks(&mut self, visitor: &str, group: &str) -> Told {
        self.from(visitor, RouterRequest::Agent(wish(group)))
    }

    pub fn asks_for_agent(&mut self, visitor: &str, agent: &str) -> Told {
        let agent = Some(AgentId::from(agent));
        self.from(visitor, RouterRequest::Agent(Wish { agent, ..wish("") }))
    }

    /// The visitor returns to the line because their current agent is gone.
    pub fn comes_back(&mut self, visitor: &str, group: &str) -> Told {
        let from = self.router.seated(&VisitorId::from(visitor));
        let from = from.map_or_else(|| "nobody".to_owned(), ToString::to_string);
        self.comes_back_from(visitor, group, &from)
    }

    /// The visitor's agent let a time pass.
    pub fn rescues(&mut self, visitor: &str, from: &str, why: Lapse) -> Vec<RouterEffect> {
        let from = AgentId::from(from);
        let request = RouterRequest::Rescue {
            from,
            why,
            place: None,
        };
        let visitor = VisitorId::from(visitor);
        self.handle(FromSession { visitor, request }).1
    }

    pub fn comes_back_from(&mut self, visitor: &str, group: &str, from: &str) -> Told {
        let (wish, from) = (wish(group), AgentId::from(from));
        let (why, place) = (Lapse::WentOffline, None);
        self.from(
            visitor,
            RouterRequest::Again {
                wish,
                from,
                why,
                place,
            },
        )
    }

    pub fn releases(&mut self, visitor: &str, agent: &str) -> Told {
        self.from(visitor, RouterRequest::Release(AgentId::from(agent)))
    }

    pub fn is(&mut self, visitor: &str, presence: Presence) -> Told {
        self.from(visitor, RouterRequest::Presence(presence))
    }

    pub fn says(&mut self, agent: &str, availability: Availability) -> Told {
        told(&self.sets(agent, availability, None))
    }

    pub fn sets(
        &mut self,
        agent: &str,
        availability: Availability,
        capacity: Option<u32>,
    ) -> Vec<RouterEffect> {
        let (reply, effects) = self.handle(SetStatus {
            agent: AgentId::from(agent),
            choice: SeatChoice {
                availability,
                capacity,
            },
        });
        reply.unwrap();
        effects
    }

    pub fn online(&mut self, agent: &str) -> Told {
        self.says(agent, Availability::Online)
    }

    pub fn sign(&mut self, agent: &str) -> Told {
        let (agent, at) = (AgentId::from(agent), self.now);
        told(&self.handle(SignOfLife { agent, at }).1)
    }

    /// Lets time pass. Handles the router's timeouts when they are due and gives signs of life of the `polling` agents.
    pub fn passes(&mut self, span: Span, polling: &[&str]) -> Vec<(u64, RouterEffect)> {
        let (begin, end) = (self.now, self.now + span);
        let mut effects = Vec::new();
        loop {
            let signs = self.now + Span::from_secs(5);
            let due = self
                .router
                .next_deadline()
                .unwrap_or(end)
                .min(end)
                .min(signs);
            self.now = self.now.max(due);
            let mut happened = self.router.handle_timeout(self.now);
            for agent in polling {
                let (agent, at) = (AgentId::from(*agent), self.now);
                happened.extend(self.handle(SignOfLife { agent, at }).1);
            }
            let at = self.now.since(begin).as_millis();
            effects.extend(happened.into_iter().map(|effect| (at, effect)));
            if self.now >= end {
                return effects;
            }
        }
    }

    pub fn position(&self, visitor: &str) -> Option<u32> {
        self.router.position(&VisitorId::from(visitor), None)
    }

    pub fn talks_with(&self, agent: &str) -> Vec<String> {
        let visitors = self.router.conversations(&AgentId::from(agent));
        visitors.map(ToString::to_string).collect()
    }
}

pub fn roster(agents: &[(&str, &str, u32)]) -> Roster {
    let split =
        |groups: &str| -> Vec<GroupId> { groups.split_whitespace().map(GroupId::from).collect() };
    let mut groups: Vec<GroupId> = agents
        .iter()
        .flat_map(|(_, groups, _)| split(groups))
        .collect();
    groups.push(GroupId::from("empty"));
    let agents = agents.iter().map(|(name, groups, capacity)| RosterAgent {
        card: AgentCard {
            agent: AgentId::from(*name),
            nick: Arc::from(*name),
            face: Arc::from(""),
        },
        groups: split(groups),
        capacity: *capacity,
    });
    Roster {
        agents: agents.collect(),
        groups,
        ..Roster::default()
    }
}

pub fn wish(group: &str) -> Wish {
    Wish {
        channel: ChannelId::from("demo"),
        group: Some(GroupId::from(group)).filter(|group| !group.is_everyone()),
        agent: None,
        among: Vec::new(),
        rank: Rank::Usual,
        last: None,
    }
}

pub fn told(effects: &[RouterEffect]) -> Told {
    let sessions = effects.iter().filter_map(|effect| match effect {
        RouterEffect::TellSession(visitor, news) => Some(format!("{visitor}: {}", short(news))),
        RouterEffect::TellDesk(..) => None,
    });
    sessions.collect()
}

/// The news to sessions, each with its time in ms.
pub fn told_when(effects: &[(u64, RouterEffect)]) -> Vec<(u64, String)> {
    let sessions = effects.iter().flat_map(|(at, effect)| {
        let told = told(std::slice::from_ref(effect));
        told.into_iter().map(|told| (*at, told))
    });
    sessions.collect()
}

pub fn desk_news(effects: &[RouterEffect]) -> Vec<(String, DeskNews)> {
    let desks = effects.iter().filter_map(|effect| match effect {
        RouterEffect::TellDesk(agent, news) => Some((agent.to_string(), news.clone())),
        RouterEffect::TellSession(..) => None,
    });
    desks.collect()
}

pub fn short(news: &RouterNews) -> String {
    match news {
        RouterNews::Assigned { agent, .. } => agent.agent.to_string(),
        RouterNews::SteppedIn { agent, .. } => format!("{} stepped in", agent.agent),
        RouterNews::Waiting(line) => format!("waits {}", line.position),
        RouterNews::Refused(refusal) => format!("{refusal:?}"),
        RouterNews::HandedOver(handed) => format!(
            "by {}: {}",
            handed.by.agent,
            short(&handed.to.clone().into())
        ),
        RouterNews::LineMoved(_) => "moved".to_owned(),
        RouterNews::AgentAway(agent) => format!("{agent} away"),
        RouterNews::AgentGone(agent) => format!("{agent} gone"),
        RouterNews::DeskReopened(agent) => format!("{agent} reopened"),
    }
}

pub fn looks_after(groups: &[&str]) -> Oversight {
    let groups = groups.iter().map(|group| GroupId::from(*group));
    Oversight::Groups(Arc::new(groups.collect()))
}

/// Agents, all offline, of whom some look after others.
pub fn with_supervisors(agents: &[(&str, &str, u32)], supervisors: &[(&str, Oversight)]) -> Story {
    let mut story = Story::begin(agents);
    let supervisors = supervisors.iter().cloned();
    let roster = Roster {
        supervisors: supervisors
            .map(|(agent, oversight)| (AgentId::from(agent), oversight))
            .collect(),
        ..roster(agents)
    };
    drop(story.handle(Configure(roster)));
    story
}

/// Why a served visitor has their agent, their place and their line.
pub fn why(story: &Story, visitor: &str) -> (WhyAgent, WhyPlace, WhyLine) {
    let why = story.router.why(&VisitorId::from(visitor)).unwrap().clone();
    (why.agent, why.place, why.line)
}
