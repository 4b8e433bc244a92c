//! Random events in any order and at any pace, with the server killed now and then. The invariants hold after every
//! step.

mod actions;
mod flows;
mod happening;
mod invariants;

use crate::story::{BEGIN, Kept, start, talkative, who};
use actors_core::call::{CallLine, CallStep, Medium};
use actors_core::channel::ChannelConfig;
use actors_core::event::Event;
use actors_core::ids::{CallId, MessageId, PollId, Seq, SessionNo, Ticket};
use actors_core::routing::RouterNews;
use actors_core::session::commands::Command;
use actors_core::session::commands::choose_push::ChoosePush;
use actors_core::session::commands::from_router::FromRouter;
use actors_core::session::commands::poll::Since;
use actors_core::session::commands::transfer::OfficeHours;
use actors_core::session::{Effect, Session};
use actors_core::time::{Span, Timestamp};
use flows::OpenRequests;
use happening::{Happening, happening};
use invariants::assert_is_legal;
use proptest::prelude::{ProptestConfig, prop, proptest};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A page of the visitor, modelled as a correct client.
#[derive(Clone, Debug, Default)]
struct Page {
    session: SessionNo,
    handled: Seq,
    /// The cursor of each poll that waits.
    asked_from: BTreeMap<Ticket, Since>,
}

struct Walk {
    session: Session,
    now: Timestamp,
    kept: Kept,
    channel: Arc<ChannelConfig>,
    pages: Vec<Page>,
    /// Requests that are not answered; a poll has its page.
    waiting: BTreeMap<Ticket, Option<usize>>,
    tickets: u64,
    said: u64,
    withdrawn: BTreeSet<MessageId>,
    open_requests: OpenRequests,
    last_at: Timestamp,
    /// A call that a restart forgot, because its lines are older than what is restored.
    forgotten: Option<CallId>,
}

impl Walk {
    fn begin() -> Self {
        let channel = Arc::new(ChannelConfig {
            mails_after: Some(Span::from_minutes(5)),
            ..talkative()
        });
        let mut begin = start("0", &channel);
        begin.details.email = "ann@example.com".into();
        let (mut session, step) = Session::start(BEGIN, who(), begin);
        let agreed = session.handle(BEGIN, ChoosePush::Agree);
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
            open_requests: OpenRequests::default(),
            last_at: Timestamp::default(),
            forgotten: None,
        };
        walk.take(&step.effects);
        walk.take(&agreed.effects);
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
                    "a request waits in a session that retires"
                );
                let head = self.kept.head.clone().unwrap();
                assert_eq!(
                    head,
                    self.session.head(),
                    "the head is recorded before the session retires"
                );
            }
        }
        self.now = until;
    }

    /// Kills the process. Everything that is not recorded is lost, and waiting requests get no answer.
    fn killed(&mut self, down: Span) {
        let live = self.session.clone();
        self.waiting.clear();
        for page in &mut self.pages {
            page.asked_from.clear();
        }
        let head = self.kept.head.clone().unwrap();
        let recent = self.kept.recent(self.now);
        let restored = Session::restore(self.now, who(), head, &recent, self.channel.clone());
        // A restart ends a call and a model's reply. Other tests cover both.
        if !self.has_call() && !self.open_requests.has_model(self.number()) {
            self.assert_answers_alike(live, restored);
        }
        self.now = self.now + down;
        let head = self.kept.head.clone().unwrap();
        let recent = self.kept.recent(self.now);
        let is_known = recent
            .iter()
            .any(|line| matches!(line.entry.event, Event::Call(_)));
        if !is_known && self.has_call() {
            self.forgotten = self.newest_call_line().map(|line| line.call.clone());
        }
        self.session = Session::restore(self.now, who(), head, &recent, self.channel.clone());
        let effects = self.session.handle_timeout(self.now);
        self.take(&effects);
    }

    fn handle<C: Command>(&mut self, command: C) -> C::Reply {
        let step = self.session.handle(self.now, command);
        self.take(&step.effects);
        step.reply
    }

    fn hears(&mut self, news: RouterNews) {
        self.handle(FromRouter(news));
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

    /// The newest line about a call in the log.
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
            let is_open = matches!(
                line.step,
                CallStep::Invited { .. } | CallStep::Answered { .. }
            );
            is_open && self.forgotten.as_ref() != Some(&line.call)
        })
    }

    fn page_id(&self, back: usize) -> PollId {
        PollId::from(self.pages.len().saturating_sub(1 + back).to_string())
    }
}

/// The walk found it: after 220 messages and two days, a restart does not know of the call any more.
#[test]
fn a_call_older_than_what_is_restored_is_forgotten() {
    let mut walk = Walk::begin();
    for happening in [
        Happening::Transfer {
            hours: OfficeHours::Open,
        },
        Happening::Assigned { agent: 1 },
        Happening::AgentCalls {
            agent: 1,
            medium: Medium::Voice,
        },
        Happening::Flood,
        Happening::Flood,
        Happening::Killed {
            down_millis: 180_000_000,
        },
        Happening::ShopEnds,
    ] {
        walk.happens(&happening);
    }
    assert!(walk.forgotten.is_some());
    walk.ends();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// [ST-16] [ST-17]
    #[test]
    fn no_line_is_lost_or_doubled_and_every_request_is_answered_in_any_order_of_events(
        happenings in prop::collection::vec(happening(), 1..120)
    ) {
        let mut walk = Walk::begin();
        for happening in &happenings {
            walk.happens(happening);
        }
        walk.ends();
    }
}
