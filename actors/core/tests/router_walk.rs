//! Random walks of a router with priorities, overflow, rescues and handed-over visitors: nobody is forgotten, nobody is
//! overtaken except by a stated priority, and nobody gets more conversations than their capacity.

#![allow(clippy::unwrap_used)]

mod router;

use actors_core::ids::{AgentId, GroupId, LinePlace, VisitorId};
use actors_core::router::RouterEffect;
use actors_core::router::command::{
    ConfigureRouting, FromSession, GoOffline, HandOver, OpenConversations, Receiver,
};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::Roster;
use actors_core::routing::{
    Assignment, Availability, Lapse, Presence, Rank, RouterNews, RouterRequest, Terms, WhyAgent,
    Wish,
};
use actors_core::tenant::{GroupRule, Overflow, Reach, RescueTimes, RoutingSettings};
use actors_core::time::Span;
use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_oneof, proptest};
use router::{Story, roster, wish};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const AGENTS: [(&str, &str, u32); 4] = [
    ("ann", "help", 2),
    ("leo", "sales vip", 1),
    ("mia", "sales", 2),
    ("zoe", "vip", 1),
];
const GROUPS: [&str; 3] = ["sales", "help", "vip"];
const VISITORS: usize = 8;

#[derive(Clone, Debug)]
enum Happening {
    Asks(usize, usize, Rank),
    Withdraws(usize),
    Ends(usize),
    Lapses(usize, Lapse),
    Goes(usize, Presence),
    Sets(usize, Availability),
    Offline(usize, OpenConversations),
    HandsTo(usize, Receiver),
    Passes(u64),
}

fn happening() -> impl Strategy<Value = Happening> {
    let visitor = 0..VISITORS;
    let agent = 0..AGENTS.len();
    let rank = prop_oneof![4 => Just(Rank::Usual), 1 => Just(Rank::Ahead)];
    let lapse = prop_oneof![Just(Lapse::NotAccepted), Just(Lapse::NotAnswered)];
    let presence = prop_oneof![Just(Presence::Here), Just(Presence::Away)];
    let receiver = prop_oneof![
        (0..AGENTS.len()).prop_map(|agent| Receiver::Agent(name(agent))),
        (0..GROUPS.len()).prop_map(|group| Receiver::Group(GroupId::from(GROUPS[group]))),
    ];
    let open = prop_oneof![
        Just(OpenConversations::Keep),
        Just(OpenConversations::ToLine),
        receiver.clone().prop_map(OpenConversations::To),
    ];
    let set = prop_oneof![4 => Just(Availability::Online), 1 => Just(Availability::Busy)];
    prop_oneof![
        6 => (visitor.clone(), 0..GROUPS.len(), rank).prop_map(|(v, g, r)| Happening::Asks(v, g, r)),
        1 => visitor.clone().prop_map(Happening::Withdraws),
        3 => visitor.clone().prop_map(Happening::Ends),
        4 => (visitor.clone(), lapse).prop_map(|(v, why)| Happening::Lapses(v, why)),
        1 => (visitor.clone(), presence).prop_map(|(v, is)| Happening::Goes(v, is)),
        4 => (agent.clone(), set).prop_map(|(a, set)| Happening::Sets(a, set)),
        1 => (agent, open).prop_map(|(a, open)| Happening::Offline(a, open)),
        1 => (visitor, receiver).prop_map(|(v, to)| Happening::HandsTo(v, to)),
        4 => (0..90_000_u64).prop_map(Happening::Passes),
    ]
}

fn name(agent: usize) -> AgentId {
    AgentId::from(AGENTS[agent].0)
}

fn visitor(number: usize) -> VisitorId {
    VisitorId::from(format!("v{number}"))
}

fn rules() -> BTreeMap<GroupId, GroupRule> {
    let overflow = Some(Overflow {
        to: GroupId::from("help"),
        after: Span::from_secs(60),
    });
    let sales = GroupRule {
        priority: 0,
        overflow,
    };
    let vip = GroupRule {
        priority: 3,
        overflow: None,
    };
    BTreeMap::from([(GroupId::from("sales"), sales), (GroupId::from("vip"), vip)])
}

struct Walk {
    story: Story,
    /// Visitors who asked, with their group, until they leave.
    here: BTreeMap<VisitorId, GroupId>,
    /// Visitors who are not given to some agent for now.
    excluded: BTreeSet<VisitorId>,
    away: BTreeSet<VisitorId>,
    /// The visitor of a request and the agent whom they had before it.
    before: Option<(VisitorId, AgentId)>,
}

impl Walk {
    fn begin() -> Self {
        let roster = Roster {
            rules: rules(),
            ..roster(&AGENTS)
        };
        let (mut story, _) = Story::restore(Beginning {
            roster,
            ..Beginning::default()
        });
        drop(story.handle(ConfigureRouting(RoutingSettings {
            away_after: Span::from_minutes(10_000),
            gone_after: Span::from_minutes(20_000),
            rescue: RescueTimes {
                accept_within: Some(Span::from_secs(20)),
                answer_within: Some(Span::from_secs(40)),
            },
            ..RoutingSettings::default()
        })));
        let mut walk = Self {
            story,
            here: BTreeMap::new(),
            excluded: BTreeSet::new(),
            away: BTreeSet::new(),
            before: None,
        };
        for agent in 0..AGENTS.len() {
            walk.happens(&Happening::Sets(agent, Availability::Online));
        }
        walk
    }

    fn happens(&mut self, happening: &Happening) {
        match happening.clone() {
            Happening::Asks(number, group, rank) => {
                let group = GROUPS[group];
                let name = visitor(number);
                self.here
                    .entry(name.clone())
                    .or_insert_with(|| group.into());
                self.away.remove(&name);
                let wish = Wish {
                    rank,
                    ..wish(group)
                };
                self.asks(name, RouterRequest::Agent(wish));
            }
            Happening::Withdraws(number) => {
                let name = visitor(number);
                if self.story.router.seated(&name).is_none() {
                    self.leaves(&name);
                }
                self.asks(name, RouterRequest::Withdraw);
            }
            Happening::Ends(number) => {
                let name = visitor(number);
                if let Some(agent) = self.story.router.seated(&name).cloned() {
                    self.leaves(&name);
                    self.asks(name, RouterRequest::Release(agent));
                }
            }
            Happening::Lapses(number, why) => {
                let name = visitor(number);
                if let Some(from) = self.story.router.seated(&name).cloned() {
                    self.excluded.insert(name.clone());
                    let place = None;
                    self.asks(name, RouterRequest::Rescue { from, why, place });
                }
            }
            Happening::Goes(number, presence) => {
                let name = visitor(number);
                match presence {
                    Presence::Away => self.away.insert(name.clone()),
                    Presence::Here => self.away.remove(&name),
                };
                self.asks(name, RouterRequest::Presence(presence));
            }
            other => self.agents_do(other),
        }
        self.is_sound();
    }

    fn agents_do(&mut self, happening: Happening) {
        match happening {
            Happening::Sets(agent, availability) => {
                let effects = self.story.sets(AGENTS[agent].0, availability, None);
                self.hears(effects);
            }
            Happening::Offline(agent, open) => {
                let theirs = self.story.router.conversations(&name(agent)).cloned();
                self.excluded.extend(theirs.collect::<Vec<_>>());
                let agent = name(agent);
                let (_, effects) = self.story.handle(GoOffline { agent, open });
                self.hears(effects);
            }
            Happening::HandsTo(number, to) => {
                let name = visitor(number);
                let Some(agent) = self.story.router.seated(&name).cloned() else {
                    return;
                };
                self.excluded.insert(name.clone());
                let card = actors_core::agent_card::AgentCard {
                    nick: agent.as_str().into(),
                    face: "".into(),
                    agent,
                };
                let (_, effects) = self.story.handle(HandOver {
                    visitor: name,
                    by: Arc::new(card),
                    reach: Reach::Own,
                    to,
                    note: None,
                });
                self.hears(effects);
            }
            Happening::Passes(millis) => self.passes(Span::from_millis(millis)),
            _ => unreachable!("`happens` handles the events of visitors"),
        }
    }

    /// Handles every timeout when it is due, so that no step sees two of them.
    fn passes(&mut self, span: Span) {
        let end = self.story.now + span;
        loop {
            let due = self.story.router.next_deadline();
            let Some(due) = due.filter(|due| *due <= end) else {
                break;
            };
            self.story.now = self.story.now.max(due);
            let effects = self.story.router.handle_timeout(self.story.now);
            self.hears(effects);
        }
        self.story.now = end;
    }

    fn leaves(&mut self, visitor: &VisitorId) {
        self.here.remove(visitor);
        self.excluded.remove(visitor);
    }

    fn asks(&mut self, visitor: VisitorId, request: RouterRequest) {
        let agent = self.story.router.seated(&visitor).cloned();
        self.before = agent.map(|agent| (visitor.clone(), agent));
        let (_, effects) = self.story.handle(FromSession { visitor, request });
        self.hears(effects);
    }

    fn hears(&mut self, effects: Vec<RouterEffect>) {
        let mut gone = Vec::new();
        for effect in effects {
            let RouterEffect::TellSession(visitor, news) = effect else {
                continue;
            };
            match news {
                RouterNews::Assigned { agent, .. }
                    if self.before == Some((visitor.clone(), agent.agent.clone())) =>
                {
                    // The answer to a repeated request.
                }
                RouterNews::Assigned { agent, terms, .. } => {
                    self.excluded.remove(&visitor);
                    self.is_fair(&agent.agent, &visitor, &terms);
                    self.has_capacity(&agent.agent);
                }
                RouterNews::HandedOver(handed) => {
                    if let Assignment::With { agent, .. } = &handed.to {
                        self.excluded.remove(&visitor);
                        self.has_capacity(&agent.agent);
                    }
                }
                RouterNews::SteppedIn { agent, .. } => {
                    self.excluded.remove(&visitor);
                    self.has_capacity(&agent.agent);
                }
                RouterNews::Refused(_) => self.leaves(&visitor),
                RouterNews::AgentGone(from) => gone.push((visitor, from)),
                RouterNews::Waiting(_)
                | RouterNews::LineMoved(_)
                | RouterNews::AgentAway(_)
                | RouterNews::DeskReopened(_) => {}
            }
        }
        // What each session does about it.
        for (visitor, from) in gone {
            let Some(group) = self.here.get(&visitor) else {
                continue;
            };
            let request = RouterRequest::Again {
                wish: wish(group.as_str()),
                from,
                why: Lapse::WentOffline,
                place: None,
            };
            self.asks(visitor, request);
        }
    }

    fn has_capacity(&self, agent: &AgentId) {
        let state = self.story.router.seat(agent).unwrap();
        let talks = self.story.router.conversations(agent).count();
        assert!(talks <= state.capacity as usize, "{agent} has {talks}");
    }

    /// Nobody who could have had this agent waits longer, or in a group with a higher priority.
    fn is_fair(&self, agent: &AgentId, taken: &VisitorId, terms: &Terms) {
        if matches!(
            terms.why.agent,
            WhyAgent::Took
                | WhyAgent::SteppedIn
                | WhyAgent::HandedOver { .. }
                | WhyAgent::SinceBefore
        ) {
            return;
        }
        let router = &self.story.router;
        let theirs = AGENTS.iter().find(|(name, ..)| *name == agent.as_str());
        let serves = |group: &GroupId| {
            let (_, groups, _) = theirs.unwrap();
            groups.split_whitespace().any(|it| it == group.as_str())
        };
        let Some(group) = router.group_of(taken) else {
            return;
        };
        let rank = |group: &GroupId, place: LinePlace| {
            let priority = rules().get(group).map_or(0, |rule| rule.priority);
            (std::cmp::Reverse(priority), place)
        };
        for other in GROUPS.map(GroupId::from).iter().filter(|it| serves(it)) {
            for waiter in router.lines().candidates(other) {
                let excluded = self.excluded.contains(waiter.visitor);
                assert!(
                    excluded || rank(&group, terms.place) < rank(other, waiter.place),
                    "{taken} of {group:?} overtook {} of {other:?} for {agent}",
                    waiter.visitor
                );
            }
        }
    }

    fn is_sound(&self) {
        let router = &self.story.router;
        assert_eq!(router.check(), Ok(()));
        for visitor in self.here.keys() {
            let waits = router.position(visitor, None).is_some();
            let talks = router.seated(visitor).is_some();
            assert!(waits != talks, "{visitor} is forgotten, or in two places");
        }
        let load = router.load();
        assert_eq!(load.waiting + load.talking, self.here.len());
    }

    /// After a while with everybody online and conversations that end, nobody waits who is present.
    fn ends(&mut self) {
        for agent in 0..AGENTS.len() {
            self.happens(&Happening::Sets(agent, Availability::Online));
        }
        for _ in 0..VISITORS {
            self.happens(&Happening::Passes(61_000));
            for number in 0..VISITORS {
                self.happens(&Happening::Ends(number));
            }
        }
        let waiting = self.here.keys().filter(|it| !self.away.contains(*it));
        assert_eq!(waiting.collect::<Vec<_>>(), Vec::<&VisitorId>::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn nobody_is_forgotten_or_overtaken_and_no_agent_gets_too_many(
        happenings in prop::collection::vec(happening(), 1..120)
    ) {
        let mut walk = Walk::begin();
        for happening in &happenings {
            walk.happens(happening);
        }
        walk.ends();
    }
}
