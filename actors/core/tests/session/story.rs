//! The fixture of a story: a session, a manual clock, and a store in memory.

use actors_core::channel::lines::{AgentSilence, Lines, VisitorSilence};
use actors_core::channel::{Attachments, ChannelConfig, ChannelRobot, TransferOffers};
use actors_core::event::Entry;
use actors_core::ids::{
    ChannelId, RobotNo, Seq, SessionNo, TenantId, Ticket, VisitorId, VisitorKey,
};
use actors_core::local_text::LocalText;
use actors_core::record::{RecordBody, Stored};
use actors_core::routing::RouterNews;
use actors_core::session::commands::from_router::FromRouter;
use actors_core::session::commands::poll::{Delivered, Delivery, News, Since};
use actors_core::session::commands::start::Started;
use actors_core::session::commands::{Command, LateAnswer};
use actors_core::session::report::SessionReport;
use actors_core::session::restore::{CLIENT_IDS_KEPT, Head, RECENT_LINES};
use actors_core::session::{Effect, Effects, Refusal, Session, Step};
use actors_core::time::{Span, Timestamp};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The time at which every story begins.
pub const BEGIN: Timestamp = Timestamp::from_millis(1_790_000_000_000);

pub fn who() -> VisitorKey {
    VisitorKey {
        tenant: TenantId::from("demo"),
        visitor: VisitorId::from("v_3f1c9a5e7b2d4c60"),
    }
}

/// A channel without texts of its own.
pub fn plain() -> ChannelConfig {
    ChannelConfig {
        offers_evaluation: true,
        attachments: Attachments {
            images: true,
            ..Attachments::default()
        },
        ..ChannelConfig::plain(TenantId::from("demo"), ChannelId::from("demo"))
    }
}

/// A channel with a text for every occasion.
pub fn talkative() -> ChannelConfig {
    ChannelConfig {
        robot: Some(ChannelRobot {
            number: RobotNo::from("fern"),
            name: "Fern".into(),
            icon: None,
            welcome: LocalText::from_iter([("en", "Hello!"), ("zh", "您好！")]),
            offers: TransferOffers::default(),
        }),
        lines: Lines {
            agent_welcome: Some("I am {nick}.".into()),
            agent_offline: Some("Nobody is in.".into()),
            agent_close: Some("See you.".into()),
            queue: Some("You are number ##.".into()),
            off_work: Some("We are asleep.".into()),
        },
        agent_silence: Some(AgentSilence {
            after: Span::from_minutes(2),
            line: "One moment.".into(),
        }),
        visitor_silence: Some(VisitorSilence {
            after: Span::from_minutes(5),
            reminder: "Still there?".into(),
            farewell: Some("Until next time.".into()),
        }),
        ..plain()
    }
}

/// A store in memory, with what a session needs to be restored.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    pub lines: BTreeMap<(SessionNo, Seq), Arc<Entry>>,
    pub head: Option<Head>,
}

impl Kept {
    pub fn keep(&mut self, effects: &Effects) {
        for effect in effects.as_slice() {
            let Effect::Record(record) = effect else {
                continue;
            };
            assert_eq!(record.visitor, who());
            match &record.body {
                RecordBody::Entry {
                    session,
                    seq,
                    entry,
                } => {
                    let before = self.lines.insert((*session, *seq), entry.clone());
                    assert!(before.is_none(), "line {seq:?} was written twice");
                }
                RecordBody::Amend {
                    session,
                    seq,
                    entry,
                } => {
                    let before = self.lines.insert((*session, *seq), entry.clone());
                    assert!(
                        before.is_some(),
                        "line {seq:?} was amended before it was written"
                    );
                }
                RecordBody::Head(head) => self.head = Some(Head::clone(head)),
                RecordBody::Forget(_) => panic!("a session forgets nothing by itself"),
            }
        }
    }

    pub fn stored(&self) -> Vec<Stored> {
        let lines = self.lines.iter();
        lines
            .map(|((session, seq), entry)| Stored {
                session: *session,
                seq: *seq,
                entry: entry.clone(),
            })
            .collect()
    }

    /// The lines that a shell passes to a restored session.
    pub fn recent(&self, now: Timestamp) -> Vec<Stored> {
        let stored = self.stored();
        let newest = stored.len().saturating_sub(RECENT_LINES);
        let young = stored.partition_point(|line| now.since(line.entry.at) > CLIENT_IDS_KEPT);
        stored[newest.min(young)..].to_vec()
    }
}

pub struct Story {
    pub session: Session,
    pub now: Timestamp,
    pub kept: Kept,
    pub channel: Arc<ChannelConfig>,
    /// Whether the session has left memory.
    asleep: bool,
    tickets: u64,
}

impl Story {
    /// The visitor opens their first page, `p1`.
    pub fn begin(channel: ChannelConfig) -> (Self, Started, Effects) {
        let channel = Arc::new(channel);
        let start = start("p1", &channel);
        let (session, step) = Session::start(BEGIN, who(), start);
        let mut story = Self {
            session,
            now: BEGIN,
            kept: Kept::default(),
            channel,
            asleep: false,
            tickets: 0,
        };
        story.kept.keep(&step.effects);
        (story, step.reply.unwrap(), step.effects)
    }

    /// The visitor is with the robot.
    pub fn with_robot(channel: ChannelConfig) -> Self {
        Self::begin(channel).0
    }

    /// The visitor waits in the line of `sales`, at position 3. The request for an agent had ticket 1.
    pub fn waiting(channel: ChannelConfig) -> Self {
        let mut story = Self::with_robot(channel);
        story.apply(transfer(1));
        story.router(waiting_at(3));
        story
    }

    /// The visitor talks with Mia. The request for an agent had ticket 1.
    pub fn talking(channel: ChannelConfig) -> Self {
        let mut story = Self::with_robot(channel);
        story.apply(transfer(1));
        story.router(assigned("mia"));
        story
    }

    /// Mia has ended the conversation.
    pub fn over(channel: ChannelConfig) -> Self {
        let mut story = Self::talking(channel);
        story.handle(ends("mia")).unwrap();
        story
    }

    /// Handles a command and returns its reply. Its records go to the store.
    pub fn handle<C: Command>(&mut self, command: C) -> C::Reply {
        self.step(command).reply
    }

    /// Handles a command and ignores its reply.
    pub fn apply<C: Command>(&mut self, command: C) {
        self.handle(command);
    }

    /// Handles a command and returns its reply and effects. Restores the session first if it has left memory.
    pub fn step<C: Command>(&mut self, command: C) -> Step<C::Reply> {
        if self.asleep {
            self.restarts_after(Span::ZERO);
        }
        let step = self.session.handle(self.now, command);
        self.kept.keep(&step.effects);
        step
    }

    /// Handles a command and returns its effects as text.
    pub fn effects_of<C: Command>(&mut self, command: C) -> Vec<String> {
        in_words(&self.step(command).effects)
    }

    pub fn router(&mut self, news: RouterNews) -> Vec<String> {
        self.effects_of(FromRouter(news))
    }

    /// Lets time pass, handles every timeout when it is due, and returns the effects as text. A retired session is
    /// restored when it is due or gets a command.
    pub fn passes(&mut self, span: Span) -> Vec<String> {
        let until = self.now + span;
        let mut words = Vec::new();
        while let Some(due) = self.next_due().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            if self.asleep {
                self.restarts_after(Span::ZERO);
            }
            let effects = self.session.handle_timeout(self.now);
            self.kept.keep(&effects);
            self.asleep = effects.as_slice().contains(&Effect::Retire);
            words.extend(in_words(&effects));
        }
        self.now = until;
        words
    }

    /// The next deadline: the session's own, or the due time in its head if it has left memory.
    fn next_due(&self) -> Option<Timestamp> {
        if self.asleep {
            self.kept.head.as_ref()?.due
        } else {
            self.session.next_deadline()
        }
    }

    pub fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Ticket(1_000 + self.tickets)
    }

    /// Polls without waiting and returns the page's answer. Reads lines that are not in memory from the store.
    pub fn poll(&mut self, page: &str, since: Since) -> Result<Delivery, Refusal> {
        let ticket = self.ticket();
        let effects = self.step(poll(ticket.0, page, since, 0)).effects;
        let answer = effects.into_iter().find_map(|effect| match effect {
            Effect::Answer(answered, LateAnswer::Polled(answer)) if answered == ticket => {
                Some(answer)
            }
            _ => None,
        });
        let mut answer = answer.expect("a poll that does not wait is answered at once");
        if let Ok(delivery) = &mut answer
            && matches!(delivery.news, News::InStore(_))
        {
            delivery.fill(&self.kept.stored());
            let (session, upto) = (delivery.session, delivery.cursor);
            self.apply(Delivered { session, upto });
        }
        answer
    }

    /// Kills the process and starts it again after `span`.
    /// The record of the stored head.
    pub fn stored_report(&self) -> Option<SessionReport> {
        SessionReport::of(self.kept.head.as_ref()?)
    }

    pub fn restarts_after(&mut self, span: Span) {
        self.now = self.now + span;
        self.asleep = false;
        self.session = Session::restore(
            self.now,
            who(),
            self.kept.head.clone().unwrap(),
            &self.kept.recent(self.now),
            self.channel.clone(),
        );
    }

    pub fn last(&self) -> Seq {
        let head = self.kept.head.as_ref().unwrap();
        Seq(head.next.0 - 1)
    }
}

/// The lines of a delivery, as text.
pub fn lines_of(delivery: &Delivery) -> Vec<String> {
    match &delivery.news {
        News::Lines(lines) => lines.iter().map(|(seq, entry)| line(*seq, entry)).collect(),
        News::InStore(stretch) => vec![format!("{}..{} in store", stretch.from.0, stretch.upto.0)],
        News::OpenedElsewhere => vec!["opened elsewhere".to_owned()],
        News::Gap => vec!["gap".to_owned()],
    }
}

pub use crate::people::*;
pub use crate::words::{in_words, line};
