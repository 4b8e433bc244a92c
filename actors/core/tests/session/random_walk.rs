//! Any order of anything, at any pace, with the server killed now and then: what must hold, holds after every step.

mod flows;

use crate::call::{
    agent_calls, agent_signals, answers, declines, said, visitor_calls, visitor_signals,
};
use crate::story::{
    BEGIN, Kept, agent_reads, ask, assigned, away, closes_for_others, ends, gone, handed_over,
    invites, no_agent, rate, recalls, says, send, start, talkative, transfer, types, who,
};
use actors_core::call::{CallLine, CallStep, Medium, SignalKind};
use actors_core::channel::ChannelConfig;
use actors_core::event::Event;
use actors_core::ids::{AgentId, GroupId, LinePlace, MessageId, PollId, Seq, SessionNo, Ticket};
use actors_core::message::{Content, Entry};
use actors_core::record::RecordBody;
use actors_core::routing::{RouterNews, RouterRefusal};
use actors_core::session::commands::call::{HearSignals, Said};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::evaluate::IsEvaluated;
use actors_core::session::commands::from_router::FromRouter;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::commands::offline::ReadOffline;
use actors_core::session::commands::poll::{Delivery, News, Poll, Since};
use actors_core::session::commands::read::Read;
use actors_core::session::commands::send_message::Sent;
use actors_core::session::commands::transfer::{OfficeHours, Transfer};
use actors_core::session::commands::typing::Typing;
use actors_core::session::commands::{Command, LateAnswer};
use actors_core::session::phase::Status;
use actors_core::session::restore::Standing;
use actors_core::session::{Effect, Effects, Refusal, Session};
use actors_core::time::{Span, Timestamp};
use flows::{Errands, RobotHappening, robot_happening};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One thing that happens. Small numbers choose among what there is, so that things meet.
#[derive(Clone, Debug)]
enum Happening {
    Start,
    Poll {
        page: u8,
        from: From,
        wait: u8,
    },
    Send {
        id: u8,
        text: u8,
    },
    Ask {
        id: u8,
        text: u8,
    },
    /// Flows and large models.
    Robot(RobotHappening),
    /// More lines than fit into an answer.
    Flood,
    Transfer {
        hours: OfficeHours,
    },
    LeaveQueue,
    Close,
    Typing,
    Call {
        medium: Medium,
    },
    Signal {
        hangs_up: bool,
    },
    Hear,
    Read {
        page: u8,
        upto: Option<u8>,
    },
    ReadOffline,
    Rate {
        id: Option<u8>,
        stars: u8,
    },
    AgentSays {
        agent: u8,
        id: u8,
    },
    AgentRecalls {
        agent: u8,
        seq: u8,
    },
    AgentTypes {
        agent: u8,
    },
    AgentEnds {
        agent: u8,
    },
    AgentInvites {
        agent: u8,
    },
    AgentReads {
        agent: u8,
        upto: u8,
    },
    AgentCalls {
        agent: u8,
        medium: Medium,
    },
    AgentAnswers {
        agent: u8,
        takes: bool,
    },
    AgentSignals {
        agent: u8,
        hangs_up: bool,
    },
    Assigned {
        agent: u8,
    },
    Waiting {
        place: u8,
    },
    Refused {
        failed: bool,
    },
    /// To an agent, or to a line.
    HandedOver {
        by: u8,
        to: Option<u8>,
    },
    SupervisorEnds,
    LineMoved,
    Away {
        agent: u8,
    },
    Gone {
        agent: u8,
    },
    DeskReopened {
        agent: u8,
    },
    Pass {
        millis: u64,
    },
    Killed {
        down_millis: u64,
    },
}

/// From where a page polls.
#[derive(Clone, Copy, Debug)]
enum From {
    /// As a page should: what it has handled.
    Handled,
    /// As if an answer had been lost.
    Behind(u8),
    Ahead,
    ReadMark,
    OtherEpoch,
}

fn happening() -> impl Strategy<Value = Happening> {
    let page = 0..4_u8;
    let agent = 0..2_u8;
    let small = 0..4_u8;
    let from = prop_oneof![
        8 => Just(From::Handled),
        2 => any::<u8>().prop_map(From::Behind),
        1 => Just(From::Ahead),
        1 => Just(From::ReadMark),
        1 => Just(From::OtherEpoch),
    ];
    let wait = prop_oneof![Just(0_u8), Just(5), Just(25), Just(200)];
    let hours = prop_oneof![9 => Just(OfficeHours::Open), 1 => Just(OfficeHours::Closed)];
    let visitor = prop_oneof![
        2 => Just(Happening::Start),
        12 => (page.clone(), from, wait)
            .prop_map(|(page, from, wait)| Happening::Poll { page, from, wait }),
        6 => (any::<u8>(), small.clone()).prop_map(|(id, text)| Happening::Send { id, text }),
        2 => (small.clone(), small.clone()).prop_map(|(id, text)| Happening::Send { id, text }),
        3 => (small.clone(), small.clone()).prop_map(|(id, text)| Happening::Ask { id, text }),
        6 => hours.prop_map(|hours| Happening::Transfer { hours }),
        1 => Just(Happening::Flood),
        1 => Just(Happening::LeaveQueue),
        1 => Just(Happening::Close),
        1 => Just(Happening::Typing),
        2 => (page, prop::option::of(any::<u8>()))
            .prop_map(|(page, upto)| Happening::Read { page, upto }),
        1 => Just(Happening::ReadOffline),
        2 => (prop::option::of(small.clone()), 0..7_u8)
            .prop_map(|(id, stars)| Happening::Rate { id, stars }),
    ];
    let agents = prop_oneof![
        8 => (agent.clone(), any::<u8>())
            .prop_map(|(agent, id)| Happening::AgentSays { agent, id }),
        3 => (agent.clone(), any::<u8>())
            .prop_map(|(agent, seq)| Happening::AgentRecalls { agent, seq }),
        1 => agent.clone().prop_map(|agent| Happening::AgentTypes { agent }),
        1 => agent.clone().prop_map(|agent| Happening::AgentEnds { agent }),
        1 => agent.clone().prop_map(|agent| Happening::AgentInvites { agent }),
        1 => (agent.clone(), any::<u8>())
            .prop_map(|(agent, upto)| Happening::AgentReads { agent, upto }),
    ];
    let router = prop_oneof![
        6 => agent.clone().prop_map(|agent| Happening::Assigned { agent }),
        4 => small.prop_map(|place| Happening::Waiting { place }),
        1 => any::<bool>().prop_map(|failed| Happening::Refused { failed }),
        2 => (agent.clone(), prop::option::of(agent.clone()))
            .prop_map(|(by, to)| Happening::HandedOver { by, to }),
        1 => Just(Happening::SupervisorEnds),
        1 => Just(Happening::LineMoved),
        1 => agent.clone().prop_map(|agent| Happening::Away { agent }),
        1 => agent.clone().prop_map(|agent| Happening::Gone { agent }),
        1 => agent.prop_map(|agent| Happening::DeskReopened { agent }),
    ];
    let millis = prop_oneof![
        4 => 0..3_000_u64,
        2 => 3_000..61_000_u64,
        1 => 61_000..700_000_u64,
        1 => Just(50 * 3_600_000_u64),
    ];
    let time = prop_oneof![
        5 => millis.clone().prop_map(|millis| Happening::Pass { millis }),
        2 => millis.prop_map(|down_millis| Happening::Killed { down_millis }),
    ];
    let robot = robot_happening().prop_map(Happening::Robot);
    prop_oneof![6 => visitor, 3 => robot, 3 => agents, 1 => calling(), 3 => router, 2 => time]
}

/// What the two do with their telephones.
fn calling() -> impl Strategy<Value = Happening> {
    let medium = prop_oneof![Just(Medium::Voice), Just(Medium::Video)];
    let agent = 0..2_u8;
    prop_oneof![
        2 => medium.clone().prop_map(|medium| Happening::Call { medium }),
        2 => any::<bool>().prop_map(|hangs_up| Happening::Signal { hangs_up }),
        1 => Just(Happening::Hear),
        2 => (agent.clone(), medium)
            .prop_map(|(agent, medium)| Happening::AgentCalls { agent, medium }),
        2 => (agent.clone(), any::<bool>())
            .prop_map(|(agent, takes)| Happening::AgentAnswers { agent, takes }),
        2 => (agent, any::<bool>())
            .prop_map(|(agent, hangs_up)| Happening::AgentSignals { agent, hangs_up }),
    ]
}

/// A page of the visitor, as it should behave.
#[derive(Clone, Debug, Default)]
struct Page {
    session: SessionNo,
    handled: Seq,
    /// The cursor of the poll that waits.
    asked_from: BTreeMap<Ticket, Since>,
}

struct Walk {
    session: Session,
    now: Timestamp,
    kept: Kept,
    channel: Arc<ChannelConfig>,
    pages: Vec<Page>,
    /// Requests without an answer yet; a poll's with its page.
    waiting: BTreeMap<Ticket, Option<usize>>,
    tickets: u64,
    said: u64,
    withdrawn: BTreeSet<MessageId>,
    errands: Errands,
    last_at: Timestamp,
}

impl Walk {
    fn begin() -> Self {
        let channel = Arc::new(talkative());
        let (session, step) = Session::start(BEGIN, who(), start("0", &channel));
        let mut walk = Self {
            session,
            now: BEGIN,
            kept: Kept::default(),
            channel,
            pages: vec![Page {
                session: SessionNo(1),
                ..Page::default()
            }],
            waiting: BTreeMap::new(),
            tickets: 0,
            said: 0,
            withdrawn: BTreeSet::new(),
            errands: Errands::default(),
            last_at: Timestamp::default(),
        };
        walk.take(&step.effects);
        walk
    }

    fn happens(&mut self, happening: &Happening) {
        let before = (self.session.status(), self.number());
        match happening {
            Happening::Pass { millis } => self.pass(Span::from_millis(*millis)),
            Happening::Killed { down_millis } => self.killed(Span::from_millis(*down_millis)),
            Happening::Robot(happening) => self.robot_does(happening),
            _ => self.asked(happening),
        }
        assert_is_legal(before, (self.session.status(), self.number()));
        self.at_most_one_poll_a_page();
    }

    fn asked(&mut self, happening: &Happening) {
        match *happening {
            Happening::Start => self.start(),
            Happening::Poll { page, from, wait } => self.poll(usize::from(page), from, wait),
            Happening::Send { id, text } => {
                let command = send(&format!("c{id}"), &format!("text {text}"));
                let again = command.clone();
                let reply = self.does(command);
                if let Ok(first) = reply {
                    let repeat = Sent {
                        repeated: true,
                        ..first
                    };
                    assert_eq!(
                        self.does(again),
                        Ok(repeat),
                        "a repeat is answered as the first was"
                    );
                }
            }
            Happening::Ask { id, text } => {
                let ticket = self.ticket(None);
                self.does(ask(ticket.0, &format!("c{id}"), &format!("text {text}")));
            }
            Happening::Transfer { hours } => {
                let ticket = self.ticket(None);
                self.does(Transfer {
                    hours,
                    ..transfer(ticket.0)
                });
            }
            Happening::Flood => {
                for _ in 0..110 {
                    self.said += 1;
                    let name = format!("f{}", self.said);
                    let _ = self.does(send(&name, "hello"));
                }
            }
            Happening::LeaveQueue => self.does(LeaveQueue),
            Happening::Close => self.does(Close),
            Happening::Typing => self.does(Typing {
                text: "typing".into(),
            }),
            Happening::Call { medium } => {
                let name = format!("k{}", self.kept.lines.len());
                let _ = self.does(visitor_calls(&name, medium));
            }
            Happening::Signal { hangs_up } => {
                let call = self.newest_call();
                let _ = self.does(visitor_signals(&call, signal(hangs_up)));
            }
            Happening::Hear => {
                let page = self.page_id(0);
                self.does(HearSignals { page, upto: 0 });
            }
            Happening::Read { page, upto } => {
                let upto = upto.map(|upto| Seq(upto.into()));
                let page = self.page_id(usize::from(page));
                let _ = self.does(Read { page, upto });
            }
            Happening::ReadOffline => self.read_offline(),
            Happening::Rate { id, stars } => {
                let id = id.map(|id| format!("e{id}"));
                let _ = self.does(rate(id.as_deref(), stars));
            }
            _ => self.staff_does(happening),
        }
    }

    fn staff_does(&mut self, happening: &Happening) {
        let name = |agent: u8| ["mia", "leo"][usize::from(agent)];
        match *happening {
            Happening::AgentSays { agent, id } => {
                self.said += 1;
                let text = format!("secret {}.", self.said);
                let _ = self.does(says(name(agent), &format!("a{id}"), &text));
            }
            Happening::AgentRecalls { agent, seq } => {
                let last = self.last().0.max(1);
                let message = MessageId {
                    session: self.number(),
                    seq: Seq(u64::from(seq) % last + 1),
                };
                let command = recalls(name(agent), message, &self.kept);
                if self.does(command).is_ok() {
                    self.withdrawn.insert(message);
                }
            }
            Happening::AgentTypes { agent } => {
                let _ = self.does(types(name(agent)));
            }
            Happening::AgentEnds { agent } => {
                let _ = self.does(ends(name(agent)));
            }
            Happening::AgentInvites { agent } => {
                let _ = self.does(invites(name(agent)));
            }
            Happening::AgentReads { agent, upto } => {
                let _ = self.does(agent_reads(name(agent), upto.into()));
            }
            Happening::AgentCalls { agent, medium } => {
                let call = format!("k{}", self.kept.lines.len());
                let _ = self.does(agent_calls(name(agent), &call, medium));
            }
            Happening::AgentAnswers { agent, takes } => {
                let call = self.newest_call();
                if takes {
                    let _ = self.does(answers(name(agent), &call));
                } else {
                    let _ = self.does(declines(name(agent), &call));
                }
            }
            Happening::AgentSignals { agent, hangs_up } => {
                let call = self.newest_call();
                let _ = self.does(agent_signals(name(agent), &call, signal(hangs_up)));
            }
            Happening::Assigned { agent } => self.hears(assigned(name(agent))),
            Happening::Waiting { place } => self.hears(RouterNews::Waiting {
                group: GroupId::from("sales"),
                place: LinePlace(place.into()),
                position: 1,
            }),
            Happening::Refused { failed: false } => self.hears(no_agent()),
            Happening::Refused { failed: true } => {
                self.hears(RouterNews::Refused(RouterRefusal::Failed));
            }
            Happening::HandedOver { by, to } => {
                self.hears(handed_over(name(by), to.map(name)));
            }
            Happening::SupervisorEnds => {
                let _ = self.does(closes_for_others("zoe"));
            }
            Happening::LineMoved => self.hears(RouterNews::LineMoved),
            Happening::Away { agent } => self.hears(away(name(agent))),
            Happening::Gone { agent } => self.hears(gone(name(agent))),
            Happening::DeskReopened { agent } => {
                self.hears(RouterNews::DeskReopened(AgentId::from(name(agent))));
            }
            _ => unreachable!("the visitor's, or the time's"),
        }
    }

    fn start(&mut self) {
        let page = self.pages.len();
        let started = self.does(start(&page.to_string(), &self.channel.clone()));
        self.pages.push(Page {
            session: started.session,
            ..Page::default()
        });
        assert_ne!(started.status, Status::Ended);
        // A page is not told of the reply that a model is writing.
        if self.errands.has_model(self.number()) {
            assert!(started.last <= self.last());
        } else {
            assert_eq!(started.last, self.last());
        }
    }

    fn poll(&mut self, back: usize, from: From, wait: u8) {
        let page = self.pages.len().saturating_sub(1 + back);
        let state = &self.pages[page];
        let handled = state.handled;
        let since = match from {
            From::Handled => Since::Cursor(handled),
            From::Behind(lines) => Since::Cursor(Seq(handled.0.saturating_sub(lines.into()))),
            From::Ahead => Since::Cursor(Seq(self.last().0 + 1)),
            From::ReadMark => Since::ReadMark,
            From::OtherEpoch => Since::OtherEpoch,
        };
        let ticket = self.ticket(Some(page));
        self.pages[page].asked_from.insert(ticket, since);
        self.does(Poll {
            ticket,
            page: PollId::from(page.to_string()),
            since,
            wait: Span::from_secs(wait.into()),
        });
        if wait == 0 {
            assert!(!self.waiting.contains_key(&ticket));
        }
    }

    fn read_offline(&mut self) {
        let page = self.page_id(0);
        let stretches = self.does(ReadOffline { page }).unwrap();
        let stored = self.kept.stored();
        for stretch in stretches {
            assert!(stretch.session.0 + 1 >= self.number().0);
            for (seq, entry) in stretch.choose(&stored).0 {
                self.assert_not_withdrawn(stretch.session, seq, &entry);
            }
        }
    }

    fn pass(&mut self, span: Span) {
        let until = self.now + span;
        while let Some(due) = self.session.next_deadline().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            let effects = self.session.handle_timeout(self.now);
            let again = self.session.handle_timeout(self.now);
            self.take(&effects);
            self.take(&again);
            self.answers_for_the_silent();
            if effects.as_slice().contains(&Effect::Retire) {
                assert!(
                    self.waiting.is_empty(),
                    "somebody waits for a session that retires"
                );
                let head = self.kept.head.clone().unwrap();
                assert_eq!(head, self.session.head(), "everything is recorded already");
            }
        }
        self.now = until;
    }

    /// The process dies with everything that was not recorded; nobody who waited hears anything.
    fn killed(&mut self, down: Span) {
        let live = self.session.clone();
        self.waiting.clear();
        for page in &mut self.pages {
            page.asked_from.clear();
        }
        let head = self.kept.head.clone().unwrap();
        let recent = self.kept.recent(self.now);
        let restored = Session::restore(self.now, who(), head, &recent, self.channel.clone());
        // A restart ends a call, and a reply that a model writes, which are other stories.
        if !self.has_call() && !self.errands.has_model(self.number()) {
            self.assert_answers_alike(live, restored);
        }
        self.now = self.now + down;
        let head = self.kept.head.clone().unwrap();
        let recent = self.kept.recent(self.now);
        self.session = Session::restore(self.now, who(), head, &recent, self.channel.clone());
        let effects = self.session.handle_timeout(self.now);
        self.take(&effects);
    }

    fn does<C: Command>(&mut self, command: C) -> C::Reply {
        let step = self.session.handle(self.now, command);
        self.take(&step.effects);
        step.reply
    }

    fn hears(&mut self, news: RouterNews) {
        self.does(FromRouter(news));
    }

    fn ticket(&mut self, page: Option<usize>) -> Ticket {
        self.tickets += 1;
        self.waiting.insert(Ticket(self.tickets), page);
        Ticket(self.tickets)
    }

    fn number(&self) -> SessionNo {
        self.kept.head.as_ref().unwrap().session
    }

    fn last(&self) -> Seq {
        Seq(self.kept.head.as_ref().unwrap().next.0 - 1)
    }

    /// The call the log told of last.
    fn newest_call_line(&self) -> Option<&CallLine> {
        let number = self.number();
        let newest = self.kept.lines.iter().rev();
        let mut lines = newest.take_while(|((session, _), _)| *session == number);
        lines.find_map(|(_, line)| match &line.event {
            Event::Call(line) => Some(&**line),
            _ => None,
        })
    }

    fn newest_call(&self) -> String {
        let line = self.newest_call_line();
        line.map_or("none".to_owned(), |line| line.call.to_string())
    }

    fn has_call(&self) -> bool {
        self.newest_call_line().is_some_and(|line| {
            matches!(
                line.step,
                CallStep::Invited { .. } | CallStep::Answered { .. }
            )
        })
    }

    fn page_id(&self, back: usize) -> PollId {
        PollId::from(self.pages.len().saturating_sub(1 + back).to_string())
    }
}

// What must hold.

impl Walk {
    fn take(&mut self, effects: &Effects) {
        let slice = effects.as_slice();
        assert!(slice.is_sorted_by_key(|effect| !matches!(effect, Effect::Record(_))));
        self.assert_log_is_dense(effects);
        self.robot_in(effects);
        self.kept.keep(effects);
        let head = self.kept.head.as_ref().unwrap();
        assert!(bounded(head), "{head:?}");
        let is_manual = matches!(head.standing, Standing::Manual { .. });
        assert!(
            is_manual || !self.has_call(),
            "a call outlived its conversation"
        );
        for effect in slice {
            if let Effect::Answer(ticket, answer) = effect {
                let page = self.waiting.remove(ticket);
                let page = page.expect("each request is answered once");
                self.answered(*ticket, page, answer);
            }
        }
    }

    fn assert_log_is_dense(&mut self, effects: &Effects) {
        let mut next = self
            .kept
            .head
            .as_ref()
            .map_or((SessionNo(0), Seq(1)), |head| (head.session, head.next));
        let mut wrote = false;
        for effect in effects.as_slice() {
            let Effect::Record(record) = effect else {
                continue;
            };
            match &record.body {
                RecordBody::Entry {
                    session,
                    seq,
                    entry,
                } => {
                    if *session != next.0 {
                        next = (SessionNo(next.0.0 + 1), Seq(1));
                    }
                    assert_eq!((*session, *seq), next);
                    assert!(entry.at > self.last_at, "times rise");
                    self.last_at = entry.at;
                    next.1 = next.1.next();
                    wrote = true;
                }
                RecordBody::Amend { session, seq, .. } => {
                    assert!((*session, *seq) < next);
                }
                RecordBody::Head(head) => {
                    if wrote {
                        assert_eq!((head.session, head.next), next);
                    }
                    wrote = false;
                }
                RecordBody::Forget(_) => panic!("a session forgets nothing by itself"),
            }
        }
        assert!(!wrote, "lines and their head are written together");
    }

    fn answered(&mut self, ticket: Ticket, page: Option<usize>, answer: &LateAnswer) {
        let LateAnswer::Polled(answer) = answer else {
            assert_eq!(page, None);
            return;
        };
        let page = page.expect("a poll has a page");
        let since = self.pages[page].asked_from.remove(&ticket).unwrap();
        let is_live = page + 1 == self.pages.len();
        match answer {
            Err(Refusal::CursorAhead) => assert!(is_live),
            Err(refusal) => {
                assert_eq!(*refusal, Refusal::Displaced);
                assert!(!is_live);
            }
            Ok(delivery) => {
                let mut delivery = delivery.clone();
                delivery.fill(&self.kept.stored());
                self.delivered(page, since, &delivery);
            }
        }
    }

    fn delivered(&mut self, page: usize, since: Since, delivery: &Delivery) {
        let lines = match &delivery.news {
            News::Lines(lines) => lines,
            News::OpenedElsewhere | News::Gap => return,
            News::InStore(_) => panic!("it was filled"),
        };
        for (seq, entry) in lines {
            self.assert_not_withdrawn(delivery.session, *seq, entry);
            let stored = &self.kept.lines[&(delivery.session, *seq)];
            assert_eq!(entry.at, stored.at);
        }
        assert!(lines.len() <= 100);
        let Since::Cursor(cursor) = since else {
            return;
        };
        let seqs: Vec<_> = lines.iter().map(|(seq, _)| seq.0).collect();
        let expected: Vec<_> = (cursor.0 + 1..=cursor.0 + seqs.len() as u64).collect();
        assert_eq!(seqs, expected, "nothing is lost and nothing changes places");
        let state = &mut self.pages[page];
        assert_eq!(state.session, delivery.session);
        state.handled = state.handled.max(delivery.cursor);
    }

    fn assert_not_withdrawn(&self, session: SessionNo, seq: Seq, entry: &Entry) {
        let Event::Message(message) = &entry.event else {
            return;
        };
        if self.withdrawn.contains(&MessageId { session, seq }) {
            assert!(message.is_recalled());
            assert_eq!(message.content, Content::Text("".into()));
        }
    }

    fn at_most_one_poll_a_page(&self) {
        for page in &self.pages {
            assert!(page.asked_from.len() <= 1);
        }
    }

    /// What a page, a desk and a list would hear of either is the same.
    fn assert_answers_alike(&self, mut live: Session, mut restored: Session) {
        let head = self.kept.head.clone().unwrap();
        let mut expected = head.clone();
        if matches!(head.standing, Standing::Queued { .. }) {
            expected.due = restored.head().due;
        }
        assert_eq!(restored.head(), expected);
        // A read mark may lag (Contract §5), and what is older than a session's memory is history alone.
        let is_remembered = self.kept.recent(self.now).len() == self.kept.lines.len();
        let counts_alike = live.head().marks == head.marks && is_remembered;
        assert_eq!(
            self.hear(&mut live, IsEvaluated),
            self.hear(&mut restored, IsEvaluated)
        );
        let described = self.hear(&mut live, Describe);
        let mut described_anew = self.hear(&mut restored, Describe);
        if !counts_alike {
            described_anew.unread = described.unread;
        }
        assert_eq!(described_anew, described);
        for since in [Since::Cursor(Seq(0)), Since::Cursor(self.last())] {
            assert_eq!(
                self.polled(&mut live, since),
                self.polled(&mut restored, since)
            );
        }
        for id in 0..8 {
            for text in 0..4 {
                let command = send(&format!("c{id}"), &format!("text {text}"));
                let told = self.hear(&mut live.clone(), command.clone());
                assert_eq!(
                    self.hear(&mut restored.clone(), command),
                    told,
                    "c{id} text {text}"
                );
            }
        }
        if counts_alike {
            let page = || self.page_id(0);
            assert_eq!(
                self.hear(&mut live, ReadOffline { page: page() }),
                self.hear(&mut restored, ReadOffline { page: page() })
            );
            let start = || start("another", &self.channel);
            assert_eq!(
                self.hear(&mut live, start()),
                self.hear(&mut restored, start())
            );
        }
    }

    fn hear<C: Command>(&self, session: &mut Session, command: C) -> C::Reply {
        session.handle(self.now, command).reply
    }

    fn polled(&self, session: &mut Session, since: Since) -> Delivery {
        let poll = Poll {
            ticket: Ticket(0),
            page: self.page_id(0),
            since,
            wait: Span::ZERO,
        };
        let effects = session.handle(self.now, poll).effects;
        let answer = effects.into_iter().find_map(|effect| match effect {
            Effect::Answer(Ticket(0), LateAnswer::Polled(Ok(delivery))) => Some(delivery),
            _ => None,
        });
        let mut delivery = answer.expect("the live page may poll");
        delivery.fill(&self.kept.stored());
        // Best effort, and not kept.
        delivery.agent_types = false;
        delivery
    }

    /// Everybody who waits hears something in the end.
    fn ends(&mut self) {
        // A model that says nothing more is waited for longest.
        self.pass(Span::from_minutes(3));
        assert!(self.waiting.is_empty(), "{:?}", self.waiting);
    }
}

fn signal(hangs_up: bool) -> Said {
    if hangs_up {
        Said::HangUp
    } else {
        said(SignalKind::Answer, "1")
    }
}

/// What is written at nearly every step stays small.
fn bounded(head: &actors_core::session::restore::Head) -> bool {
    head.displaced.len() <= 128
}

/// 1 → 3 → 2 → 0; 1 → 2; any → 0; 3 → 1; 2 → 3; 0 → a new session (Contract §6). Nothing else.
fn assert_is_legal(before: (Status, SessionNo), after: (Status, SessionNo)) {
    let is_same_session = before.1 == after.1;
    let legal = match (before.0, after.0) {
        (Status::Ended, Status::Ended) => is_same_session,
        (Status::Ended, Status::Robot) => after.1.0 == before.1.0 + 1,
        (Status::Ended, _) => false,
        (Status::Manual, Status::Robot) => false,
        (Status::Robot | Status::Queued | Status::Manual, _) => is_same_session,
    };
    assert!(legal, "{before:?} → {after:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// [ST-16] [ST-17]
    #[test]
    fn whatever_happens_nothing_is_lost_said_twice_or_left_without_an_answer(
        happenings in prop::collection::vec(happening(), 1..120)
    ) {
        let mut walk = Walk::begin();
        for happening in &happenings {
            walk.happens(happening);
        }
        walk.ends();
    }
}
