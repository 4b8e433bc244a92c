//! Only the visitor's newest page may poll. Each other page is told once that it was displaced (Protocol, 'Polling' and
//! 'Cursors').

use crate::call::CallEnd;
use crate::ids::{PollId, Seq, Ticket};
use crate::routing::QueueNumber;
use crate::session::commands::LateAnswer;
use crate::session::commands::poll::{Delivery, Fleeting, News, Served, Since};
use crate::session::fingerprint;
use crate::session::phase::Phase;
use crate::session::refusal::Refusal;
use crate::session::timer::Timer;
use crate::session::{Effect, Effects, HeadState, Session};
use crate::time::Span;
use std::sync::Arc;
use thin_vec::ThinVec;

/// Maximum number of displaced pages that are still to be told. An older one is refused like an unknown one.
const DISPLACED_MAX: usize = 128;

/// How long the agent's typing is news (Protocol, 'Times of the pages').
const TYPING_SHOWN: Span = Span::from_secs(2);

/// What a page is to this session.
pub(super) enum Page {
    /// The visitor's newest.
    Live,
    /// Displaced, and not told yet.
    Displaced,
    /// Displaced and told, or unknown.
    Stranger,
}

impl Session {
    pub(super) fn page(&self, page: &PollId) -> Page {
        let page = fingerprint::of_page(page);
        if page == self.page {
            Page::Live
        } else if self.displaced.contains(&page) {
            Page::Displaced
        } else {
            Page::Stranger
        }
    }

    /// Refuses every page but the newest.
    pub(super) fn require_live(&self, page: &PollId) -> Result<(), Refusal> {
        match self.page(page) {
            Page::Live => Ok(()),
            Page::Displaced | Page::Stranger => Err(Refusal::Displaced),
        }
    }

    /// A new page opens. If the page before has a parked poll, it is told now, otherwise at its next poll.
    pub(super) fn open_page(&mut self, page: &PollId, effects: &mut Effects) {
        let new = fingerprint::of_page(page);
        let old = std::mem::replace(&mut self.page, new);
        self.displaced.retain(|displaced| *displaced != new);
        self.mark_head(HeadState::Changed);
        if old == new || old == 0 {
            return;
        }
        self.end_call(CallEnd::OtherPage, effects);
        match self.mailbox.parked.take() {
            Some(poll) => {
                self.timers.stop(Timer::PollHold);
                self.answer_displaced(poll.ticket, effects);
            }
            None => self.displaced.push_bounded(old, DISPLACED_MAX),
        }
    }

    /// Tells the page that it was displaced. From then on it is unknown.
    pub(super) fn close_displaced(&mut self, page: &PollId, ticket: Ticket, effects: &mut Effects) {
        let page = fingerprint::of_page(page);
        self.displaced.retain(|displaced| *displaced != page);
        self.mark_head(HeadState::Changed);
        self.answer_displaced(ticket, effects);
    }

    fn answer_displaced(&self, ticket: Ticket, effects: &mut Effects) {
        let delivery = Delivery {
            news: News::OpenedElsewhere,
            ..self.nothing_new(Since::Cursor(self.mailbox.last()))
        };
        effects.push(Effect::Answer(ticket, LateAnswer::Polled(Ok(delivery))));
    }

    /// Answers the parked poll with the news.
    pub(super) fn answer_parked_poll(&mut self, effects: &mut Effects) {
        if let Some(poll) = self.mailbox.parked.take() {
            self.timers.stop(Timer::PollHold);
            self.seen = self.last_now;
            self.answer_poll(poll.ticket, poll.since, effects);
        }
    }

    /// Answers the parked poll with nothing, because another one replaces it.
    pub(super) fn supersede_parked_poll(&mut self, effects: &mut Effects) {
        if let Some(poll) = self.mailbox.parked.take() {
            self.timers.stop(Timer::PollHold);
            let delivery = self.nothing_new(poll.since);
            effects.push(Effect::Answer(
                poll.ticket,
                LateAnswer::Polled(Ok(delivery)),
            ));
        }
    }

    /// Answers a poll with the news after its cursor.
    pub(super) fn answer_poll(&mut self, ticket: Ticket, since: Since, effects: &mut Effects) {
        let end = self.served_before();
        let Served { news, cursor, more } = self.mailbox.serve(self.number, since, end);
        // Entries read from the store count as served only when read, because they may exceed one answer.
        if !matches!(news, News::InStore(_)) {
            self.serves(cursor);
        }
        let agent_types = self.take_agent_typing();
        let mut fleeting = self.take_signals();
        fleeting.extend(self.take_words(since).map(Fleeting::Words));
        let delivery = Delivery {
            news,
            cursor,
            more,
            agent_types,
            fleeting,
            ..self.nothing_new(since)
        };
        effects.push(Effect::Answer(ticket, LateAnswer::Polled(Ok(delivery))));
    }

    /// Records that a page received everything up to `upto`.
    pub(super) fn serves(&mut self, upto: Seq) {
        let upto = upto.min(self.mailbox.last());
        if upto > self.mailbox.marks.served {
            self.mailbox.marks.served = upto;
            self.mark_head(HeadState::MarksMoved);
        }
    }

    /// Whether the agent typed a moment ago and no page knows it yet.
    pub(super) fn agent_is_typing(&self) -> bool {
        let Phase::Manual(manual) = &self.phase else {
            return false;
        };
        let recent = |typed| self.last_now.since(typed) < TYPING_SHOWN;
        manual.agent_types && manual.agent_typed.is_some_and(recent)
    }

    fn take_agent_typing(&mut self) -> bool {
        let typing = self.agent_is_typing();
        if let Phase::Manual(manual) = &mut self.phase {
            manual.agent_types = false;
        }
        typing
    }

    fn queue_number(&self) -> Option<QueueNumber> {
        match &self.phase {
            Phase::Queued(queued) => queued.number,
            Phase::Robot(_) | Phase::Manual(_) | Phase::Ended(_) => None,
        }
    }

    fn nothing_new(&self, since: Since) -> Delivery {
        let cursor = match since {
            Since::Cursor(cursor) => cursor,
            Since::ReadMark => self.mailbox.marks.read,
            Since::OtherEpoch => self.mailbox.last(),
        };
        Delivery {
            session: self.number,
            status: self.status(),
            number: self.queue_number(),
            name: self.name(),
            language: self.language,
            channel: Arc::clone(&self.channel),
            news: News::Lines(Vec::new()),
            cursor,
            more: false,
            agent_types: false,
            fleeting: ThinVec::new(),
        }
    }
}
