//! A reply that a large model is writing.
//!
//! The log contains the knowledge base's answer from the start. If the model, the talk or the process fails, that is
//! the visitor's answer. Pages get the line only at the end, with the model's text or the knowledge base's. Until then
//! they get the partial text outside the log.

use crate::event::Entry;
use crate::ids::{MessageId, Seq, Ticket};
use crate::message::content::RobotReply;
use crate::message::{Content, Message};
use crate::model::{Brief, Written};
use crate::session::commands::LateAnswer;
use crate::session::commands::ask_robot::Asked;
use crate::session::commands::poll::{Partial, Since};
use crate::session::commands::send_message::Sent;
use crate::session::{Effect, Effects, Session};
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// How long a reply may be in progress without a result: longer than any model may take.
pub(super) const WRITING_MAX: Span = Span::from_secs(150);

/// The most requests waiting for one reply: the first and its repeats.
const TICKETS_MAX: usize = 8;

/// A reply in progress.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OpenReply {
    /// Its line, in the open session.
    seq: Seq,
    /// The line as it is in the log.
    line: Arc<Entry>,
    /// The line with the partial text, if there is any.
    said: Option<Arc<Entry>>,
    /// A page has received this partial text.
    told: bool,
    /// When it ends at the latest.
    due: Timestamp,
    question: Sent,
    reply: Sent,
    tickets: Vec<Ticket>,
}

impl Session {
    /// Lets a model write a reply whose line is in the log. The request, if any, waits for its end. Returns false if
    /// another reply is in progress: the knowledge base then answers.
    pub(super) fn start_writing(
        &mut self,
        question: Sent,
        reply: Sent,
        brief: Arc<Brief>,
        ticket: Option<Ticket>,
        effects: &mut Effects,
    ) -> bool {
        let line = self.mailbox.line(reply.message.seq).cloned();
        let Some(line) = line.filter(|_| !self.is_writing()) else {
            return false;
        };
        self.transient.writes(OpenReply {
            seq: reply.message.seq,
            line,
            said: None,
            told: true,
            due: self.last_now + WRITING_MAX,
            question,
            reply,
            tickets: ticket.into_iter().collect(),
        });
        effects.push(Effect::AskModel(reply.message, brief));
        true
    }

    /// Whether a reply is in progress.
    pub(super) fn is_writing(&self) -> bool {
        self.transient.writing().is_some()
    }

    /// Lets a repeat of the question wait for the same reply. Returns whether it waits.
    pub(super) fn join_writing(&mut self, question: Sent, ticket: Ticket) -> bool {
        let open = self.transient.writing_mut();
        let open = open.filter(|open| open.question.message == question.message);
        let Some(open) = open.filter(|open| open.tickets.len() < TICKETS_MAX) else {
            return false;
        };
        open.tickets.push(ticket);
        true
    }

    /// The first line that pages do not get yet.
    pub(super) fn served_before(&self) -> Seq {
        let open = self.transient.writing();
        open.map_or(self.mailbox.next(), |open| open.seq)
    }

    /// Stores the model's partial text.
    pub(super) fn update_writing(&mut self, reply: MessageId, text: &Arc<str>) {
        if self.written_reply() != Some(reply) {
            return;
        }
        // Held-back words must not leak through a partial text.
        let Some(text) = self.may_be_said(text) else {
            return;
        };
        if let Some(open) = self.transient.writing_mut() {
            let said = with_words(&open.line, |said| said.with_model_text(&text, &[], &[]));
            if said.is_some() && said != open.said {
                open.said = said;
                open.told = false;
            }
        }
    }

    /// Ends the reply with the model's result.
    pub(super) fn finish_writing(
        &mut self,
        reply: MessageId,
        written: Option<Written>,
        effects: &mut Effects,
    ) {
        if self.written_reply() == Some(reply) {
            self.settle_writing(written, effects);
        }
    }

    /// Ends an overdue reply.
    pub(super) fn end_due_writing(&mut self, effects: &mut Effects) {
        if self.writing_due().is_some_and(|due| due <= self.last_now) {
            self.stop_writing(effects);
        }
    }

    /// When the reply in progress is overdue.
    pub(super) fn writing_due(&self) -> Option<Timestamp> {
        self.transient.writing().map(|open| open.due)
    }

    /// Settles on the knowledge base's answer and stops the model. Does nothing if no reply is in progress.
    pub(super) fn stop_writing(&mut self, effects: &mut Effects) {
        if let Some(reply) = self.written_reply() {
            self.settle_writing(None, effects);
            effects.push(Effect::StopModel(reply));
        }
    }

    /// Settles on the model's text or the knowledge base's answer. Does nothing if no reply is in progress.
    fn settle_writing(&mut self, written: Option<Written>, effects: &mut Effects) {
        let Some(open) = self.transient.written() else {
            return;
        };
        let words = written.and_then(|written| {
            let text = self.may_be_said(&written.text)?;
            Some(Written { text, ..written })
        });
        let answer = words.and_then(|words| self.line_with(&open.line, &words));
        if let Some(line) = &answer {
            self.amend(open.reply.message, line, effects);
        }
        let entry = answer.unwrap_or(open.line);
        for ticket in open.tickets {
            let answered = Asked::Answered {
                question: open.question,
                reply: open.reply,
                entry: Some(entry.clone()),
            };
            effects.push(Effect::Answer(ticket, LateAnswer::Asked(Ok(answered))));
        }
    }

    /// Whether a page that polls from here has new partial text.
    pub(super) fn has_words(&self, since: Since) -> bool {
        matches!(since, Since::Cursor(_)) && self.transient.writing().is_some_and(|open| !open.told)
    }

    /// The partial text that no page has received.
    pub(super) fn take_words(&mut self, since: Since) -> Option<Partial> {
        if !self.has_words(since) {
            return None;
        }
        let open = self.transient.writing_mut()?;
        open.told = true;
        let entry = open.said.clone()?;
        Some(Partial {
            seq: open.seq,
            entry,
        })
    }

    fn written_reply(&self) -> Option<MessageId> {
        self.transient.writing().map(|open| open.reply.message)
    }

    /// A model's text as the tenant permits it: masked, or none if it contains held-back words.
    fn may_be_said(&self, text: &Arc<str>) -> Option<Arc<str>> {
        let read = self.channel.sensitive_words.read_rich(text);
        read.flagged.is_empty().then_some(read.text)
    }

    fn line_with(&self, line: &Entry, words: &Written) -> Option<Arc<Entry>> {
        let offers = self.channel.robot.as_ref().map(|robot| robot.offers);
        with_words(line, |said| {
            let mut said = said.with_model_text(&words.text, &words.docs, &words.references);
            if let Some(offers) = offers {
                said.offer = offers.with(said.kind);
            }
            said
        })
    }
}

/// A line with the robot's reply changed.
fn with_words(line: &Entry, change: impl FnOnce(&RobotReply) -> RobotReply) -> Option<Arc<Entry>> {
    let message = line.message()?;
    let Content::Robot(said) = &message.content else {
        return None;
    };
    let content = Content::Robot(Box::new(change(said)));
    Some(line.saying(Message {
        content,
        ..message.clone()
    }))
}
