//! What a session remembers for a moment, and only in memory. Most sessions remember nothing.

use crate::event::Entry;
use crate::ids::MessageId;
use crate::message::content::LineKey;
use crate::session::writing::OpenReply;
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// The most lines written anew that are remembered: as many as may be while a request about one of them is on its way.
const AMENDED_MAX: usize = 32;

/// The most forms that are being sent at a time.
const RELAYED_MAX: usize = 16;

/// How long a form counts as being sent where nobody says what became of it: longer than a request may take.
const RELAY_MAX: Span = Span::from_secs(30);

/// What was done a moment ago.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Transient(Option<Box<Inner>>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Inner {
    amended: Vec<(MessageId, Arc<Entry>)>,
    relayed: Vec<(MessageId, Timestamp)>,
    notice: Option<LineKey>,
    writing: Option<OpenReply>,
}

impl Transient {
    /// A line was written anew.
    pub fn amended(&mut self, id: MessageId, entry: &Arc<Entry>) {
        let inner = self.0.get_or_insert_default();
        inner.amended.retain(|(amended, _)| *amended != id);
        if inner.amended.len() == AMENDED_MAX {
            inner.amended.remove(0);
        }
        inner.amended.push((id, Arc::clone(entry)));
    }

    /// A line as it was written anew, where it was.
    pub fn line(&self, id: MessageId) -> Option<&Arc<Entry>> {
        let mut amended = self.0.as_ref()?.amended.iter();
        amended
            .find(|(amended, _)| *amended == id)
            .map(|(_, entry)| entry)
    }

    /// The answers to a form are on their way to a tenant's service.
    pub fn relays(&mut self, id: MessageId, now: Timestamp) {
        self.relayed(id);
        let inner = self.0.get_or_insert_default();
        if inner.relayed.len() == RELAYED_MAX {
            inner.relayed.remove(0);
        }
        inner.relayed.push((id, now));
    }

    /// They are no longer.
    pub fn relayed(&mut self, id: MessageId) {
        if let Some(inner) = &mut self.0 {
            inner.relayed.retain(|(relayed, _)| *relayed != id);
        }
    }

    /// Whether the answers to a form are on their way.
    pub fn is_relaying(&self, id: MessageId, now: Timestamp) -> bool {
        self.0.as_ref().is_some_and(|inner| {
            let mut relayed = inner.relayed.iter();
            relayed.any(|(relayed, since)| *relayed == id && now.since(*since) < RELAY_MAX)
        })
    }

    /// The log ends with this notice, or with something else.
    pub fn ends_with(&mut self, notice: Option<LineKey>) {
        if notice.is_some() || self.0.is_some() {
            self.0.get_or_insert_default().notice = notice;
        }
    }

    /// A large model writes this reply.
    pub fn writes(&mut self, reply: OpenReply) {
        self.0.get_or_insert_default().writing = Some(reply);
    }

    /// The reply that is being written.
    pub fn writing(&self) -> Option<&OpenReply> {
        self.0.as_ref()?.writing.as_ref()
    }

    /// The same, to be changed.
    pub fn writing_mut(&mut self) -> Option<&mut OpenReply> {
        self.0.as_mut()?.writing.as_mut()
    }

    /// It is written; nothing is being written any more.
    pub fn written(&mut self) -> Option<OpenReply> {
        self.0.as_mut()?.writing.take()
    }

    /// The notice the log ends with.
    pub fn notice(&self) -> Option<LineKey> {
        self.0.as_ref()?.notice
    }
}
