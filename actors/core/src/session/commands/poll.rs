//! A page waits for events (getEventMsg; Protocol, 'Polling' and 'Cursors').

use crate::channel::ChannelConfig;
use crate::event::Entry;
use crate::ids::{Language, PollId, Seq, SessionNo, Ticket};
use crate::message::Sender;
use crate::record::Stored;
use crate::routing::QueueNumber;
pub use crate::session::calls::CallSignal;
use crate::session::commands::{Command, LateAnswer, Parked};
use crate::session::mailbox::ParkedPoll;
use crate::session::pages::Page;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::timer::Timer;
use crate::session::{Effect, Effects, HeadState, Session};
use crate::time::{Span, Timestamp};
use std::sync::Arc;
use thin_vec::ThinVec;

/// Maximum number of entries in one answer (Protocol, 'Polling' and 'Cursors', getEventMsg).
pub const LINES_MAX: usize = 100;

/// Maximum wait of a poll (Protocol, 'Polling' and 'Cursors', getEventMsg).
pub const WAIT_MAX: Span = Span::from_secs(25);

/// Asks for the events after a cursor. It is parked until there are some.
#[derive(Clone, Debug)]
pub struct Poll {
    /// The ticket of the parked request.
    pub ticket: Ticket,
    /// Which page asks.
    pub page: PollId,
    /// Where the wanted events begin.
    pub since: Since,
    /// How long it waits, at most 25 s.
    pub wait: Span,
}

/// Where the events that a page wants begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// The page acknowledges everything up to this entry.
    Cursor(Seq),
    /// No cursor: only the events of agents and the system since the page's last msgComplete.
    ReadMark,
    /// A cursor of another epoch: the store was restored from a backup. The page is told of the gap.
    OtherEpoch,
}

/// The answer to a poll.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// Of which session.
    pub session: SessionNo,
    /// Its state. The position of a queued visitor is read from the router's index when the answer is written.
    pub status: Status,
    /// The number by which that position is found, if it is known.
    pub number: Option<QueueNumber>,
    /// The visitor's name, if they gave one.
    pub name: Arc<str>,
    /// The language the visitor reads, for the product's own sentences.
    pub language: Language,
    /// The session's channel, for its robot's name and face.
    pub channel: Arc<ChannelConfig>,
    /// The news.
    pub news: News,
    /// The cursor of the next poll, once the page has handled the news.
    pub cursor: Seq,
    /// More events wait than fit into one answer: poll again at once.
    pub more: bool,
    /// The agent types (1204; never stored).
    pub agent_types: bool,
    /// Events that are never stored.
    pub fleeting: ThinVec<Fleeting>,
}

/// An event that is never stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Fleeting {
    /// A signal from the agent's browser to the visitor's (1207).
    Signal(CallSignal),
    /// The partial text of a reply that a model writes (1201 without a seq).
    Words(Partial),
}

/// A reply that a model writes.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// The seq that it will have.
    pub seq: Seq,
    /// The entry with the partial text.
    pub entry: Arc<Entry>,
}

/// The part of the log that a page gets.
pub(crate) struct Served {
    pub news: News,
    pub cursor: Seq,
    pub more: bool,
}

/// The news for a page.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// These entries, oldest first, as the visitor may see them; at most 100.
    Lines(Vec<(Seq, Arc<Entry>)>),
    /// Entries that are no longer in memory. The shell reads them from the store, passes them to [`Delivery::fill`],
    /// and reports with [`Delivered`] how far they reach.
    InStore(Stretch),
    /// The visitor opened another page (1202, outType 3). The older page is told once and is then unknown.
    OpenedElsewhere,
    /// The page's cursor belongs to another history, so the page must load its history again (`gap`).
    Gap,
}

/// A stretch of one session's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Which session.
    pub session: SessionNo,
    /// The first line.
    pub from: Seq,
    /// The last line.
    pub upto: Seq,
    /// Which of its entries are wanted.
    pub keep: Keep,
}

/// Which entries of a stretch are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All.
    All,
    /// All but the messages of the visitor and the robot.
    Others,
    /// Messages of agents that were not withdrawn.
    AgentsSayings,
}

impl Delivery {
    /// The signals from the agent's browser.
    pub fn signals(&self) -> impl Iterator<Item = &CallSignal> {
        self.fleeting.iter().filter_map(|told| match told {
            Fleeting::Signal(signal) => Some(signal),
            Fleeting::Words(_) => None,
        })
    }

    /// The partial text of a reply in progress.
    pub fn partial(&self) -> Option<&Partial> {
        self.fleeting.iter().find_map(|told| match told {
            Fleeting::Words(partial) => Some(partial),
            Fleeting::Signal(_) => None,
        })
    }

    /// Replaces the stretch by its entries, read from the store.
    pub fn fill(&mut self, lines: &[Stored]) {
        if let News::InStore(stretch) = &self.news {
            let (kept, more) = stretch.choose(lines);
            if more && let Some((last, _)) = kept.last() {
                self.cursor = *last;
                self.more = true;
            }
            self.news = News::Lines(kept);
        }
    }
}

impl Stretch {
    /// How many lines there are to read.
    pub fn len(&self) -> usize {
        usize::try_from(self.upto.0.saturating_add(1).saturating_sub(self.from.0))
            .unwrap_or(usize::MAX)
    }

    /// Whether a line is wanted.
    pub fn means(&self, line: &Stored) -> bool {
        line.session == self.session
            && (self.from..=self.upto).contains(&line.seq)
            && self.keep.keeps(&line.entry)
    }

    /// The wanted lines among these, as the visitor may see them; at most [`LINES_MAX`], and whether there are more.
    pub fn choose(&self, lines: &[Stored]) -> (Vec<(Seq, Arc<Entry>)>, bool) {
        let mut kept: Vec<_> = lines
            .iter()
            .filter(|line| self.means(line))
            .take(LINES_MAX + 1)
            .map(|line| (line.seq, line.entry.as_visitors_see()))
            .collect();
        let more = kept.len() > LINES_MAX;
        kept.truncate(LINES_MAX);
        (kept, more)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Keep {
    pub(crate) fn keeps(self, entry: &Entry) -> bool {
        let sender = entry.message().map(|message| &message.sender);
        match self {
            Self::All => true,
            Self::Others => {
                !matches!(sender, Some(Sender::Visitor | Sender::Robot)) && entry.is_for_visitors()
            }
            Self::AgentsSayings => {
                let is_agents = matches!(sender, Some(Sender::Agent(_)));
                is_agents && !entry.is_recalled() && entry.is_for_visitors()
            }
        }
    }
}

impl Command for Poll {
    type Reply = ();

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) {
        match session.page(&self.page) {
            Page::Live => self.ask(session, now, effects),
            Page::Displaced => session.close_displaced(&self.page, self.ticket, effects),
            Page::Stranger => self.refuse(Refusal::Displaced, effects),
        }
    }
}

impl Poll {
    fn ask(self, session: &mut Session, now: Timestamp, effects: &mut Effects) {
        if let Since::Cursor(cursor) = self.since {
            if cursor > session.mailbox.last() {
                return self.refuse(Refusal::CursorAhead, effects);
            }
            if session.mailbox.pass(cursor) {
                session.no_longer_offline(cursor);
                session.mark_head(HeadState::MarksMoved);
            }
        }
        session.sees_page(effects);
        session.forget_told_signals();
        session.supersede_parked_poll(effects);
        let before_this = session.served_before();
        let has_news = session.mailbox.has_news(self.since, before_this)
            || session.has_words(self.since)
            || session.agent_is_typing()
            || session.has_signals();
        if has_news || self.wait == Span::ZERO {
            return session.answer_poll(self.ticket, self.since, effects);
        }
        let hold = self.wait.min(WAIT_MAX);
        session.timers.set(Timer::PollHold, now + hold);
        session.mailbox.parked = Some(ParkedPoll {
            ticket: self.ticket,
            since: self.since,
        });
    }

    fn refuse(self, refusal: Refusal, effects: &mut Effects) {
        let answer = LateAnswer::Polled(Err(refusal));
        effects.push(Effect::Answer(self.ticket, answer));
    }
}

impl Parked for Poll {
    type Answer = Result<Delivery, Refusal>;

    fn unpack(answer: LateAnswer) -> Option<Self::Answer> {
        let LateAnswer::Polled(answer) = answer else {
            return None;
        };
        Some(answer)
    }
}

/// Reports how far the entries read from the store reach. Everything up to there counts as served.
#[derive(Clone, Copy, Debug)]
pub struct Delivered {
    /// The session.
    pub session: SessionNo,
    /// Up to and including this line.
    pub upto: Seq,
}

impl Command for Delivered {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) {
        if session.number == self.session {
            session.serves(self.upto);
        }
    }
}
