//! The mail to a visitor who left before the answer (Protocol, 'Mail to a visitor who left').
//!
//! It is planned while nobody polls: when the page counts as away, when the session leaves memory, and when an agent
//! speaks to a visitor who is away. A page that polls cancels it. The shell writes the mail and reports with
//! [`Mailed`](super::commands::mailed::Mailed).

use crate::event::Entry;
use crate::ids::{MessageId, Seq, SessionNo};
use crate::message::Sender;
use crate::routing::Presence;
use crate::session::{Effect, Effects, HeadState, Session};
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};

/// The shortest time between two mails to a visitor.
pub const MAILS_APART: Span = Span::from_minutes(30);

/// How long the shell may take to report. Without a report it is asked again.
pub const REPORT_WITHIN: Span = Span::from_minutes(10);

/// What a session knows of these mails.
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailing {
    /// When the mail is due.
    pub due: Option<Timestamp>,
    /// When the last one was written.
    pub last: Option<Timestamp>,
    /// The newest line that the mail about these unread messages knew: no further mail until the visitor reads.
    pub told: Option<Seq>,
    /// The newest line that a report without a mail knew: only a later message asks again.
    pub unsent: Option<Seq>,
    /// The visitor's page replaced an address of a visitor for whom the shop vouches. Neither address gets a mail.
    pub disputed: bool,
    /// When the session's other timers are due, while `due` is set. Only a head has it.
    pub others_due: Option<Timestamp>,
}

/// What the mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailRequest {
    /// The session.
    pub session: SessionNo,
    /// What the visitor has read.
    pub read: Seq,
    /// The newest line.
    pub upto: Seq,
}

impl Session {
    /// When the mail is due.
    pub(super) fn mail_due(&self) -> Option<Timestamp> {
        self.extras.mailing()?.due
    }

    /// What a head stores of it.
    pub(super) fn mailing_to_keep(&self) -> Option<Box<Mailing>> {
        let mailing = self.extras.mailing()?;
        let others = self.timers.soonest_kept().into_iter();
        let others = others.chain(self.extras.service_due()).min();
        let others_due = mailing.due.and(others);
        let kept = Mailing {
            others_due,
            ..mailing.clone()
        };
        (kept != Mailing::default()).then(|| Box::new(kept))
    }

    /// Plans a mail if nobody polls, an agent's message is unread, and none is planned or written about it.
    pub(super) fn plan_mail(&mut self) {
        let Some(after) = self.channel.mails_after else {
            return;
        };
        let Some((seq, said)) = self.unread_answer() else {
            return;
        };
        let mailing = self.extras.mailing();
        let last = mailing.and_then(|mailing| mailing.last);
        let is_settled = mailing.is_some_and(|mailing| {
            let is_known = mailing.unsent.is_some_and(|unsent| seq <= unsent);
            mailing.due.is_some() || mailing.told.is_some() || mailing.disputed || is_known
        });
        if is_settled || !self.has_address() {
            return;
        }
        let quiet = self.seen.max(said) + after;
        let apart = last.map_or(quiet, |last| last + MAILS_APART);
        self.extras.mailing_mut().due = Some(quiet.max(apart));
        self.mark_head(HeadState::Changed);
    }

    /// A page polls: there is nothing to tell by mail.
    pub(super) fn cancel_mail(&mut self) {
        if self.mail_due().is_some() {
            self.extras.mailing_mut().due = None;
            self.mark_head(HeadState::Changed);
        }
    }

    /// The visitor read or spoke: later messages may have a mail and a push of their own.
    pub(super) fn begins_new_stretch(&mut self, read: Seq) {
        self.read_what_was_pushed(read);
        let told = self.extras.mailing().and_then(|mailing| mailing.told);
        if told.is_some_and(|told| read >= told) {
            self.extras.mailing_mut().told = None;
            self.mark_head(HeadState::Changed);
        }
    }

    /// Asks the shell for the mail that is due.
    pub(super) fn ask_for_due_mail(&mut self, effects: &mut Effects) {
        let now = self.last_now;
        if self.mail_due().is_none_or(|due| due > now) {
            return;
        }
        // Stored in any case: a due time that stays in the past would wake the session again and again.
        self.mark_head(HeadState::Changed);
        let is_wanted = self.channel.mails_after.is_some()
            && self.presence != Some(Presence::Here)
            && self.unread_answer().is_some()
            && self.has_address();
        let mailing = self.extras.mailing_mut();
        if !is_wanted || mailing.disputed {
            mailing.due = None;
            return;
        }
        mailing.due = Some(now + REPORT_WITHIN);
        effects.push(Effect::MailVisitor(MailRequest {
            session: self.number,
            read: self.mailbox.marks.read,
            upto: self.mailbox.last(),
        }));
    }

    /// The visitor's details changed. An address that a page replaced is disputed if the shop vouches for the visitor;
    /// an agent settles it.
    pub(super) fn address_changed(&mut self, before: &str, by: AddressBy) {
        let after = self.address();
        if before == after {
            return;
        }
        let is_replaced = !before.is_empty() && !after.is_empty();
        match by {
            AddressBy::Page if is_replaced && self.extras.vouched().is_some() => {
                self.extras.mailing_mut().disputed = true;
            }
            AddressBy::Agent if self.extras.mailing().is_some() => {
                let mailing = self.extras.mailing_mut();
                mailing.disputed = false;
                mailing.unsent = None;
            }
            AddressBy::Page | AddressBy::Agent => {}
        }
    }

    /// An agent's message that the visitor has not read, and when it was said: the newest, if it is no withdrawn one.
    pub(super) fn unread_answer(&self) -> Option<(Seq, Timestamp)> {
        let read = self.mailbox.marks.read;
        let newest = self.last_message.as_ref();
        let newest = newest.filter(|(seq, entry)| *seq > read && is_answer(entry));
        if let Some((seq, entry)) = newest {
            return Some((*seq, entry.at));
        }
        let is_unread = |id: &&MessageId| id.session == self.number && id.seq > read;
        let offline = self.offline.iter().rev().find(is_unread);
        offline.map(|id| {
            let line = self.mailbox.line(id.seq);
            (id.seq, line.map_or(self.last_at, |entry| entry.at))
        })
    }

    fn has_address(&self) -> bool {
        !self.address().is_empty()
    }

    pub(super) fn address(&self) -> &str {
        self.details.as_ref().map_or("", |details| &details.email)
    }
}

/// Who changed the visitor's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressBy {
    /// Their page.
    Page,
    /// An agent.
    Agent,
}

fn is_answer(entry: &Entry) -> bool {
    let sender = entry.message().map(|message| &message.sender);
    matches!(sender, Some(Sender::Agent(_))) && !entry.is_recalled() && entry.is_for_visitors()
}
