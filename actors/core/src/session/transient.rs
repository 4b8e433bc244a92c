//! State that a session remembers for a moment, and only in memory. Most sessions have none.

use crate::event::Entry;
use crate::ids::MessageId;
use crate::message::content::LineKey;
use crate::session::watching::{Watcher, Watchers};
use crate::session::writing::OpenReply;
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// The most amended lines in memory: more than can change while a request about one of them is in progress.
const AMENDED_MAX: usize = 32;

/// The most forms that are being sent at a time.
const RELAYED_MAX: usize = 16;

/// How long a form counts as being sent without a result: longer than any request.
const RELAY_MAX: Span = Span::from_secs(30);

/// State of the last moments.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Transient(Option<Box<Inner>>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Inner {
    amended: Vec<(MessageId, Arc<Entry>)>,
    relayed: Vec<(MessageId, Timestamp)>,
    notice: Option<LineKey>,
    writing: Option<OpenReply>,
    watchers: Watchers,
}

impl Transient {
    /// Remembers an amended line.
    pub fn amended(&mut self, id: MessageId, entry: &Arc<Entry>) {
        let inner = self.0.get_or_insert_default();
        inner.amended.retain(|(amended, _)| *amended != id);
        if inner.amended.len() == AMENDED_MAX {
            inner.amended.remove(0);
        }
        inner.amended.push((id, Arc::clone(entry)));
    }

    /// The amended version of a line, if it was amended recently.
    pub fn line(&self, id: MessageId) -> Option<&Arc<Entry>> {
        let mut amended = self.0.as_ref()?.amended.iter();
        amended
            .find(|(amended, _)| *amended == id)
            .map(|(_, entry)| entry)
    }

    /// Marks a form's answers as on their way to a tenant's service.
    pub fn relays(&mut self, id: MessageId, now: Timestamp) {
        self.relayed(id);
        let inner = self.0.get_or_insert_default();
        if inner.relayed.len() == RELAYED_MAX {
            inner.relayed.remove(0);
        }
        inner.relayed.push((id, now));
    }

    /// Ends that mark.
    pub fn relayed(&mut self, id: MessageId) {
        if let Some(inner) = &mut self.0 {
            inner.relayed.retain(|(relayed, _)| *relayed != id);
        }
    }

    /// Whether a form's answers are on their way.
    pub fn is_relaying(&self, id: MessageId, now: Timestamp) -> bool {
        self.0.as_ref().is_some_and(|inner| {
            let mut relayed = inner.relayed.iter();
            relayed.any(|(relayed, since)| *relayed == id && now.since(*since) < RELAY_MAX)
        })
    }

    /// Remembers that the log ends with this notice, or with something else.
    pub fn ends_with(&mut self, notice: Option<LineKey>) {
        if notice.is_some() || self.0.is_some() {
            self.0.get_or_insert_default().notice = notice;
        }
    }

    /// Remembers the reply that a large model writes.
    pub fn writes(&mut self, reply: OpenReply) {
        self.0.get_or_insert_default().writing = Some(reply);
    }

    /// The reply in progress.
    pub fn writing(&self) -> Option<&OpenReply> {
        self.0.as_ref()?.writing.as_ref()
    }

    /// The reply in progress, for changes.
    pub fn writing_mut(&mut self) -> Option<&mut OpenReply> {
        self.0.as_mut()?.writing.as_mut()
    }

    /// Takes the reply in progress, which is then complete.
    pub fn written(&mut self) -> Option<OpenReply> {
        self.0.as_mut()?.writing.take()
    }

    /// The agents who watch.
    pub fn watchers(&self) -> &[Watcher] {
        self.0
            .as_ref()
            .map_or(&[][..], |inner| inner.watchers.as_slice())
    }

    /// The agents who watch, for changes.
    pub fn watchers_mut(&mut self) -> &mut Watchers {
        &mut self.0.get_or_insert_default().watchers
    }

    /// These watch no longer.
    pub fn unwatch(&mut self, ends: impl Fn(&Watcher) -> bool) {
        if let Some(inner) = &mut self.0 {
            inner.watchers.retain(|watcher| !ends(watcher));
        }
    }

    /// The notice the log ends with.
    pub fn notice(&self) -> Option<LineKey> {
        self.0.as_ref()?.notice
    }
}
