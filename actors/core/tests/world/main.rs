//! Random walks of a whole tenant: visitors' sessions, the router and agents, with delayed messages between them. In
//! whatever order events occur, once all messages have arrived, sessions and router agree on conversations and lines.

#![allow(clippy::unwrap_used)]

mod agreement;
mod happening;
mod regressions;

use actors_core::agent_card::AgentCard;
use actors_core::channel::ChannelConfig;
use actors_core::ids::{
    AgentId, ChannelId, GroupId, Language, PollId, TenantId, Ticket, VisitorId, VisitorKey,
};
use actors_core::router::command::{
    FromSession, GoOffline, HandOver, OpenConversations, Receiver, SetStatus, SignOfLife, Take,
    TakeNext,
};
use actors_core::router::configure::Beginning;
use actors_core::router::roster::{Roster, RosterAgent, SeatChoice};
use actors_core::router::{Router, RouterEffect};
use actors_core::routing::{Assignment, QueueNumber, RouterNews, RouterRequest};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::describe::{Describe, Overview};
use actors_core::session::commands::from_agent::{AgentAccepts, AgentEnds, AgentSays};
use actors_core::session::commands::from_router::FromRouter;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::commands::poll::{Poll, Since};
use actors_core::session::commands::start::Start;
use actors_core::session::commands::transfer::{OfficeHours, Transfer};
use actors_core::session::commands::{Command, LateAnswer};
use actors_core::session::details::Details;
use actors_core::session::{Effect, Effects, Session};
use actors_core::tenant::{GroupRule, Overflow, Reach, RescueTimes, RoutingSettings};
use actors_core::time::{Span, Timestamp};
use happening::{Happening, happening};
use proptest::prelude::{ProptestConfig, prop, proptest};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

const BEGIN: Timestamp = Timestamp::from_millis(1_790_000_000_000);
const VISITORS: usize = 6;
/// Name, groups, capacity.
const AGENTS: [(&str, &str, u32); 3] = [
    ("mia", "sales", 2),
    ("leo", "sales support", 1),
    ("zoe", "support", 2),
];
const GROUPS: [&str; 2] = ["sales", "support"];

/// A message in flight.
enum Word {
    ToRouter(VisitorId, RouterRequest),
    ToSession(VisitorId, RouterNews),
}

struct World {
    now: Timestamp,
    router: Router,
    sessions: BTreeMap<VisitorId, Session>,
    channel: Arc<ChannelConfig>,
    /// The messages in flight. They arrive in the order in which they were sent.
    words: VecDeque<Word>,
    /// Requests that wait for the router.
    asking: BTreeSet<Ticket>,
    tickets: u64,
    /// The place in the line and the position that each visitor last saw.
    seen: BTreeMap<VisitorId, (Timestamp, u32)>,
    /// The number of messages to visitors who were put at the head of a line.
    requeues: u32,
    /// The value of `requeues` when each visitor last saw their position.
    requeues_seen: BTreeMap<VisitorId, u32>,
    /// All queue numbers that visitors ever received.
    numbers: Vec<(VisitorId, QueueNumber)>,
}

fn visitor(number: usize) -> VisitorId {
    VisitorId::from(format!("v{number}"))
}

fn agent(number: usize) -> AgentId {
    AgentId::from(AGENTS[number].0)
}

/// Support has priority, and helps sales after half a minute.
fn rules() -> BTreeMap<GroupId, GroupRule> {
    let overflow = Some(Overflow {
        to: GroupId::from("support"),
        after: Span::from_secs(30),
    });
    let rule = |priority, overflow| GroupRule { priority, overflow };
    BTreeMap::from([
        (GroupId::from("sales"), rule(0, overflow)),
        (GroupId::from("support"), rule(2, None)),
    ])
}

fn card(number: usize) -> AgentCard {
    AgentCard {
        agent: agent(number),
        nick: AGENTS[number].0.into(),
        face: "".into(),
    }
}

impl World {
    fn begin() -> Self {
        let split = |groups: &str| groups.split_whitespace().map(GroupId::from).collect();
        let roster = Roster {
            groups: GROUPS.map(GroupId::from).to_vec(),
            agents: (0..AGENTS.len())
                .map(|number| RosterAgent {
                    card: card(number),
                    groups: split(AGENTS[number].1),
                    capacity: AGENTS[number].2,
                })
                .collect(),
            rules: rules(),
            ..Roster::default()
        };
        let settings = RoutingSettings {
            rescue: RescueTimes {
                accept_within: Some(Span::from_secs(20)),
                answer_within: Some(Span::from_secs(45)),
            },
            returns_within: Some(Span::from_minutes(5)),
            ..RoutingSettings::default()
        };
        let beginning = Beginning {
            settings,
            roster,
            ..Beginning::default()
        };
        let channel = ChannelConfig::plain(TenantId::from("demo"), ChannelId::from("web"));
        let mut world = Self {
            now: BEGIN,
            router: Router::restore(BEGIN, beginning).reply,
            sessions: BTreeMap::new(),
            channel: Arc::new(channel),
            words: VecDeque::new(),
            asking: BTreeSet::new(),
            tickets: 0,
            seen: BTreeMap::new(),
            requeues: 0,
            requeues_seen: BTreeMap::new(),
            numbers: Vec::new(),
        };
        for number in 0..VISITORS {
            let name = visitor(number);
            let who = VisitorKey {
                tenant: TenantId::from("demo"),
                visitor: name.clone(),
            };
            let (session, step) = Session::start(world.now, who, world.start());
            world.sessions.insert(name.clone(), session);
            world.take(&name, step.effects);
        }
        world
    }

    fn start(&self) -> Start {
        Start {
            page: PollId::from("page"),
            channel: self.channel.clone(),
            language: Language::default(),
            details: Details::default(),
            vouched: None,
            vouched_anew: None,
        }
    }

    fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Ticket(self.tickets)
    }

    fn happens(&mut self, happening: &Happening) {
        match happening.clone() {
            Happening::Arrive { words } => (0..words).for_each(|_| self.arrive()),
            Happening::Passes { millis } => self.pass(Span::from_millis(millis)),
            Happening::Asks {
                visitor: number,
                group,
            } => {
                let ticket = self.ticket();
                self.asking.insert(ticket);
                let transfer = Transfer {
                    ticket,
                    group: group.map(|group| GroupId::from(GROUPS[group])),
                    agent: None,
                    hours: OfficeHours::Open,
                };
                self.handle(&visitor(number), transfer);
            }
            Happening::Polls { visitor: number } => {
                let poll = Poll {
                    ticket: self.ticket(),
                    page: PollId::from("page"),
                    since: Since::ReadMark,
                    wait: Span::ZERO,
                };
                self.handle(&visitor(number), poll);
            }
            Happening::Leaves { visitor: number } => self.handle(&visitor(number), LeaveQueue),
            Happening::Closes { visitor: number } => self.handle(&visitor(number), Close),
            Happening::Starts { visitor: number } => {
                let start = self.start();
                let _ = self.handle(&visitor(number), start);
            }
            other => self.staff_does(&other),
        }
        self.settles();
    }

    #[allow(clippy::too_many_lines)] // one arm for each event
    fn staff_does(&mut self, happening: &Happening) {
        match happening.clone() {
            Happening::Says {
                agent: by,
                visitor: number,
            } => {
                let says = AgentSays {
                    agent: card(by).into(),
                    client_id: None,
                    content: actors_core::message::Content::Text("hello".into()),
                    quotes: None,
                };
                let _ = self.handle(&visitor(number), says);
            }
            Happening::Accepts {
                agent: by,
                visitor: number,
            } => {
                let agent = agent(by);
                let _ = self.handle(&visitor(number), AgentAccepts { agent });
            }
            Happening::GoesOffline { agent: who, keeps } => {
                let open = match keeps {
                    true => OpenConversations::Keep,
                    false => OpenConversations::To(Receiver::Group(GroupId::from(GROUPS[0]))),
                };
                let agent = agent(who);
                let _ = self.asks_router(GoOffline { agent, open });
            }
            Happening::Ends {
                agent: by,
                visitor: number,
            } => {
                let ends = AgentEnds {
                    agent: agent(by),
                    reach: Reach::Own,
                };
                let _ = self.handle(&visitor(number), ends);
            }
            Happening::SetsStatus {
                agent: who,
                availability,
                capacity,
            } => {
                let choice = SeatChoice {
                    availability,
                    capacity,
                };
                let agent = agent(who);
                let _ = self.asks_router(SetStatus { agent, choice });
            }
            Happening::ShowsLife { agent: who } => {
                let (agent, at) = (agent(who), self.now);
                self.asks_router(SignOfLife { agent, at });
            }
            Happening::Takes {
                agent: who,
                visitor: number,
            } => {
                let (agent, visitor, reach) = (agent(who), visitor(number), Reach::Own);
                drop(self.asks_router(Take {
                    agent,
                    visitor,
                    reach,
                }));
            }
            Happening::TakesNext { agent: who } => {
                let (agent, group, reach) = (agent(who), None, Reach::Own);
                drop(self.asks_router(TakeNext {
                    agent,
                    group,
                    reach,
                }));
            }
            Happening::HandsToAgent {
                by,
                visitor: number,
                to,
                reach,
            } => {
                self.hands(by, number, reach, Receiver::Agent(agent(to)));
            }
            Happening::HandsToGroup {
                by,
                visitor: number,
                to,
                reach,
            } => {
                self.hands(
                    by,
                    number,
                    reach,
                    Receiver::Group(GroupId::from(GROUPS[to])),
                );
            }
            _ => unreachable!("`happens` handles the events of visitors and of time"),
        }
    }

    fn hands(&mut self, by: usize, number: usize, reach: Reach, to: Receiver) {
        let hand_over = HandOver {
            visitor: visitor(number),
            by: card(by).into(),
            reach,
            to,
            note: None,
        };
        let _ = self.asks_router(hand_over);
    }

    fn handle<C: Command>(&mut self, visitor: &VisitorId, command: C) -> C::Reply {
        let session = self.sessions.get_mut(visitor).unwrap();
        let step = session.handle(self.now, command);
        self.take(visitor, step.effects);
        step.reply
    }

    fn take(&mut self, visitor: &VisitorId, effects: Effects) {
        for effect in effects {
            match effect {
                Effect::AskRouter(request) => {
                    self.words
                        .push_back(Word::ToRouter(visitor.clone(), request));
                }
                Effect::Answer(ticket, _) => {
                    self.asking.remove(&ticket);
                }
                Effect::Record(_)
                | Effect::TellAgent(..)
                | Effect::TellWatcher(..)
                | Effect::AskModel(..)
                | Effect::StopModel(_)
                | Effect::CallService(_)
                | Effect::MailVisitor(_)
                | Effect::PushVisitor(_)
                | Effect::Warn(_)
                | Effect::Retire => {}
            }
        }
    }

    fn asks_router<C: actors_core::router::command::Command>(&mut self, command: C) -> C::Reply {
        let step = self.router.handle(self.now, command);
        self.spread(step.effects);
        step.reply
    }

    fn spread(&mut self, effects: Vec<RouterEffect>) {
        for effect in effects {
            let RouterEffect::TellSession(visitor, news) = effect else {
                continue;
            };
            let is_requeue = self
                .router
                .lines()
                .in_line(&visitor)
                .is_some_and(|line| line.place.0 < 0);
            self.requeues += u32::from(is_requeue);
            let number = number_told(&news);
            self.numbers
                .extend(number.map(|number| (visitor.clone(), number)));
            self.words.push_back(Word::ToSession(visitor, news));
        }
    }

    fn arrive(&mut self) {
        match self.words.pop_front() {
            Some(Word::ToRouter(visitor, request)) => {
                self.asks_router(FromSession { visitor, request });
            }
            Some(Word::ToSession(visitor, news)) => self.handle(&visitor, FromRouter(news)),
            None => {}
        }
    }

    /// Lets time pass and handles every timeout when it is due.
    fn pass(&mut self, span: Span) {
        let until = self.now + span;
        loop {
            let sessions = self.sessions.iter().filter_map(|(visitor, session)| {
                Some((session.next_deadline()?, Some(visitor.clone())))
            });
            let router = self.router.next_deadline().map(|due| (due, None));
            let next = sessions
                .chain(router)
                .min()
                .filter(|(due, _)| *due <= until);
            let Some((due, whose)) = next else {
                break;
            };
            self.now = self.now.max(due);
            match whose {
                Some(visitor) => {
                    let session = self.sessions.get_mut(&visitor).unwrap();
                    let effects = session.handle_timeout(self.now);
                    self.take(&visitor, effects);
                }
                None => {
                    let effects = self.router.handle_timeout(self.now);
                    self.spread(effects);
                }
            }
            // Messages are never delayed past a timeout.
            self.everything_arrives();
        }
        self.now = until;
    }

    fn everything_arrives(&mut self) {
        let mut words = 0;
        while !self.words.is_empty() {
            self.arrive();
            words += 1;
            assert!(
                words < 10_000,
                "sessions and router send messages without end"
            );
        }
    }

    fn describe(&mut self, visitor: &VisitorId) -> Overview {
        let session = self.sessions.get_mut(visitor).unwrap();
        let mut copy = session.clone();
        copy.handle(self.now, Describe).reply
    }

    /// The queue number in the answer to the visitor's poll.
    fn number_told(&self, visitor: &VisitorId) -> Option<QueueNumber> {
        let mut copy = self.sessions[visitor].clone();
        let poll = Poll {
            ticket: Ticket(0),
            page: PollId::from("page"),
            since: Since::ReadMark,
            wait: Span::ZERO,
        };
        let effects = copy.handle(self.now, poll).effects;
        let mut answers = effects.into_iter().filter_map(|effect| {
            let Effect::Answer(_, LateAnswer::Polled(answer)) = effect else {
                return None;
            };
            answer.ok()
        });
        answers.next().unwrap().number
    }
}

fn number_told(news: &RouterNews) -> Option<QueueNumber> {
    match news {
        RouterNews::Waiting(line) => line.number,
        RouterNews::LineMoved(number) => *number,
        RouterNews::HandedOver(handed) => match &handed.to {
            Assignment::Waiting(line) => line.number,
            Assignment::With { .. } => None,
        },
        RouterNews::Assigned { .. }
        | RouterNews::SteppedIn { .. }
        | RouterNews::Refused(_)
        | RouterNews::AgentAway(_)
        | RouterNews::AgentGone(_)
        | RouterNews::DeskReopened(_) => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    /// [ST-15] a fault case, 'Queue and transfer races'
    #[test]
    fn no_visitor_is_lost_or_seated_twice_and_no_seat_leaks_in_any_order_of_events(
        happenings in prop::collection::vec(happening(), 1..150)
    ) {
        let mut world = World::begin();
        for happening in &happenings {
            world.happens(happening);
        }
        world.ends();
    }
}
