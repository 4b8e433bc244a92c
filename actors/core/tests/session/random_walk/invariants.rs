//! The invariants that hold after every step of the walk.

use super::Walk;
use crate::story::{send, start};
use actors_core::event::{Entry, Event};
use actors_core::ids::{MessageId, Seq, SessionNo, Ticket};
use actors_core::message::Content;
use actors_core::record::RecordBody;
use actors_core::routing::Standing;
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::evaluate::IsEvaluated;
use actors_core::session::commands::offline::ReadOffline;
use actors_core::session::commands::poll::{Delivery, News, Poll, Since};
use actors_core::session::commands::{Command, LateAnswer};
use actors_core::session::phase::Status;
use actors_core::session::{Effect, Effects, Refusal, Session};
use actors_core::time::Span;

impl Walk {
    pub(super) fn take(&mut self, effects: &Effects) {
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
                let page = page.expect("a request is answered only once");
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

    pub(super) fn answered(&mut self, ticket: Ticket, page: Option<usize>, answer: &LateAnswer) {
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

    pub(super) fn delivered(&mut self, page: usize, since: Since, delivery: &Delivery) {
        let lines = match &delivery.news {
            News::Lines(lines) => lines,
            News::OpenedElsewhere | News::Gap => return,
            News::InStore(_) => panic!("the test has read the lines from the store"),
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
        assert_eq!(seqs, expected, "lines arrive without gaps and in order");
        let state = &mut self.pages[page];
        assert_eq!(state.session, delivery.session);
        state.handled = state.handled.max(delivery.cursor);
    }

    pub(super) fn assert_not_withdrawn(&self, session: SessionNo, seq: Seq, entry: &Entry) {
        let Event::Message(message) = &entry.event else {
            return;
        };
        if self.withdrawn.contains(&MessageId { session, seq }) {
            assert!(message.is_recalled());
            assert_eq!(message.content, Content::Text("".into()));
        }
    }

    pub(super) fn at_most_one_poll_a_page(&self) {
        for page in &self.pages {
            assert!(page.asked_from.len() <= 1);
        }
    }

    /// Checks that the live and the restored session give the same answers to pages and desks.
    pub(super) fn assert_answers_alike(&self, mut live: Session, mut restored: Session) {
        let head = self.kept.head.clone().unwrap();
        let mut expected = head.clone();
        if matches!(head.standing, Standing::Queued { .. }) {
            let restored = restored.head();
            expected.due = restored.due;
            let others_due = restored.mailing.and_then(|mailing| mailing.others_due);
            if let Some(mailing) = &mut expected.mailing {
                mailing.others_due = others_due;
            }
        }
        assert_eq!(restored.head(), expected);
        // A read mark may lag (Protocol, 'Durability'), and lines that a session does not load are only history.
        let is_remembered = self.kept.recent(self.now).len() == self.kept.lines.len();
        let counts_alike = live.head().marks == head.marks && is_remembered;
        assert_eq!(
            self.hear(&mut live, IsEvaluated),
            self.hear(&mut restored, IsEvaluated)
        );
        let described = self.hear(&mut live, Describe);
        let mut described_anew = self.hear(&mut restored, Describe);
        if !counts_alike {
            assert!(described_anew.visitor_read <= described.visitor_read);
            described_anew.visitor_read = described.visitor_read;
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
        // Typing is best effort and not stored.
        delivery.agent_types = false;
        delivery
    }

    /// Checks that every waiting request is answered in the end.
    pub(super) fn ends(&mut self) {
        // The timeout of a silent model is the longest.
        self.pass(Span::from_minutes(3));
        assert!(self.waiting.is_empty(), "{:?}", self.waiting);
    }
}
/// Whether the head, which nearly every step writes, stays small.
fn bounded(head: &actors_core::session::restore::Head) -> bool {
    head.displaced.len() <= 128
}

/// 1 → 3 → 2 → 0; 1 → 2; any → 0; 3 → 1; 2 → 3; 0 → a new session (Protocol, 'Transitions'). Nothing else.
pub(super) fn assert_is_legal(before: (Status, SessionNo), after: (Status, SessionNo)) {
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
