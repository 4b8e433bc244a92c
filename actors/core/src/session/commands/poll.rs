//! A page waits for events (getEventMsg; Protocol, 'Polling' and 'Cursors').

use crate::channel::ChannelConfig;
use crate::event::Entry;
use crate::ids::{Language, PollId, Seq, SessionNo, Ticket};
use crate::message::Sender;
use crate::record::Stored;
use crate::routing::QueueNumber;
pub use crate::session::calls::CallSignal;
use crate::session::commands::{Command, LateAnswer, Parked, sealed};
use crate::session::mailbox::ParkedPoll;
use crate::session::pages::Page;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::timer::Timer;
use crate::session::{Effect, Effects, Kept, Session};
use crate::time::{Span, Timestamp};
use std::sync::Arc;
use thin_vec::ThinVec;

/// The most lines in one answer (Protocol, 'Polling' and 'Cursors', getEventMsg).
pub const LINES_MAX: usize = 100;

/// The longest a poll waits (Protocol, 'Polling' and 'Cursors', getEventMsg).
pub const WAIT_MAX: Span = Span::from_secs(25);

/// Asks for what happened since a cursor; parked until something does.
#[derive(Clone, Debug)]
pub struct Poll {
    /// Under which the request waits.
    pub ticket: Ticket,
    /// Which page asks.
    pub page: PollId,
    /// From where on.
    pub since: Since,
    /// How long it waits, at most 25 s.
    pub wait: Span,
}

/// From where on a page wants events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// The page has handled everything up to this line, which acknowledges it.
    Cursor(Seq),
    /// No cursor: what agents and the system said since the page's last msgComplete, and nothing else.
    ReadMark,
    /// A cursor of another epoch: the store was restored from a backup. The page is told of the gap.
    OtherEpoch,
}

/// What a page is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// Of which session.
    pub session: SessionNo,
    /// Where it stands. The position of a queued visitor is read from the router's index when the answer is written.
    pub status: Status,
    /// What that position is read by, where it is known.
    pub number: Option<QueueNumber>,
    /// The visitor's name, where they gave one.
    pub name: Arc<str>,
    /// The language the visitor reads, for the product's own sentences.
    pub language: Language,
    /// The session's channel, for its robot's name and face.
    pub channel: Arc<ChannelConfig>,
    /// The news.
    pub news: News,
    /// The cursor the page may poll with once it has handled the news.
    pub cursor: Seq,
    /// There is more than fits into one answer: poll again at once.
    pub more: bool,
    /// The agent is typing (1204; never kept).
    pub agent_types: bool,
    /// What is never kept.
    pub fleeting: ThinVec<Fleeting>,
}

/// What a page is told and nobody keeps.
#[derive(Clone, Debug, PartialEq)]
pub enum Fleeting {
    /// What the agent's browser has to tell the visitor's (1207).
    Signal(CallSignal),
    /// The words so far of a reply that is being written (1201 without a place).
    Words(Partial),
}

/// A reply that is being written.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// The place it will have.
    pub seq: Seq,
    /// The line as it reads so far.
    pub entry: Arc<Entry>,
}

/// What the log has for a page.
pub(crate) struct Served {
    pub news: News,
    pub cursor: Seq,
    pub more: bool,
}

/// What there is to tell a page.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// These lines, oldest first, as the visitor may see them; at most 100.
    Lines(Vec<(Seq, Arc<Entry>)>),
    /// Lines that no longer stand in memory: the shell reads them from the store, hands them to [`Delivery::fill`], and
    /// says with [`Delivered`] how far they reach.
    InStore(Stretch),
    /// The visitor opened another page (1202, outType 3): said once, and the page is closed.
    OpenedElsewhere,
    /// The page's cursor belongs to another history: it loads its history again (`gap`).
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
    /// Which of its lines are meant.
    pub keep: Keep,
}

/// Which lines of a stretch are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All.
    All,
    /// All but what the visitor and the robot said.
    Others,
    /// What agents said, unless withdrawn.
    AgentsSayings,
}

impl Delivery {
    /// What the agent's browser has to tell the visitor's.
    pub fn signals(&self) -> impl Iterator<Item = &CallSignal> {
        self.fleeting.iter().filter_map(|told| match told {
            Fleeting::Signal(signal) => Some(signal),
            Fleeting::Words(_) => None,
        })
    }

    /// The words so far of a reply that is being written.
    pub fn partial(&self) -> Option<&Partial> {
        self.fleeting.iter().find_map(|told| match told {
            Fleeting::Words(partial) => Some(partial),
            Fleeting::Signal(_) => None,
        })
    }

    /// Puts the lines of the stretch, read from the store, in their place.
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

    /// Whether a line is meant.
    pub fn means(&self, line: &Stored) -> bool {
        line.session == self.session
            && (self.from..=self.upto).contains(&line.seq)
            && self.keep.keeps(&line.entry)
    }

    /// The meant ones among these lines, as the visitor may see them; at most [`LINES_MAX`], and whether there are more.
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

impl sealed::Sealed for Poll {}

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
                session.must_keep(Kept::ButForMarks);
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
        match answer {
            LateAnswer::Polled(answer) => Some(answer),
            LateAnswer::Transferred(_) | LateAnswer::Asked(_) => None,
        }
    }
}

/// Says how far what was read from the store for a page reaches: everything up to there is served.
#[derive(Clone, Copy, Debug)]
pub struct Delivered {
    /// Of which session.
    pub session: SessionNo,
    /// Up to and with this line.
    pub upto: Seq,
}

impl sealed::Sealed for Delivered {}

impl Command for Delivered {
    type Reply = ();

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) {
        if session.number == self.session {
            session.serves(self.upto);
        }
    }
}
