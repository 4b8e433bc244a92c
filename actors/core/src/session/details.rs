//! The visitor's details, as they or their page state them (chatStart, resetInfo).

use crate::session::{HeadState, Session};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A visitor's details; unknown ones are empty. Do not trust them, and escape them before display.
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// Name.
    pub name: Arc<str>,
    /// E-mail address.
    pub email: Arc<str>,
    /// Telephone.
    pub phone: Arc<str>,
    /// The tenant's own parameters, as the page received them.
    pub params: Arc<str>,
    /// The page they were on before (previousUrl).
    pub previous_url: Arc<str>,
    /// The page that led them here (refer).
    pub refer: Arc<str>,
    /// Their answers in the form before the chat, as JSON text (formParams).
    pub form: Arc<str>,
    /// The tenant's own number of the visitor (pid).
    pub pid: Arc<str>,
    /// The tenant's own code of a campaign (fiyBookCode).
    pub booking_code: Arc<str>,
    /// The group their page will ask for (groupId).
    pub group: Arc<str>,
    /// The agent their page will ask for (adminId).
    pub agent: Arc<str>,
    /// Their kind of device, as the browser reports it: `mobile` or `desktop`.
    pub device: Arc<str>,
}

/// Details to replace. An empty text deletes the detail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Reset {
    pub name: Option<Arc<str>>,
    pub email: Option<Arc<str>>,
    pub phone: Option<Arc<str>>,
    pub params: Option<Arc<str>>,
    pub previous_url: Option<Arc<str>>,
    pub refer: Option<Arc<str>>,
}

/// Longest name, address or number, in characters.
const SHORT_CHARS_MAX: usize = 256;

/// Longest address of a page, in characters.
const LONG_CHARS_MAX: usize = 2_048;

/// Longest block of JSON, in characters.
pub const JSON_CHARS_MAX: usize = 8_192;

impl Details {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Merges details: new ones replace those before, unless they are empty. Each is truncated to its limit.
    fn over(self, before: &Self) -> Self {
        let newer = |new: Arc<str>, old: &Arc<str>, chars_max: usize| match () {
            () if new.is_empty() => old.clone(),
            () => cut(new, chars_max),
        };
        Self {
            name: newer(self.name, &before.name, SHORT_CHARS_MAX),
            email: newer(self.email, &before.email, SHORT_CHARS_MAX),
            phone: newer(self.phone, &before.phone, SHORT_CHARS_MAX),
            params: newer(self.params, &before.params, JSON_CHARS_MAX),
            previous_url: newer(self.previous_url, &before.previous_url, LONG_CHARS_MAX),
            refer: newer(self.refer, &before.refer, LONG_CHARS_MAX),
            form: newer(self.form, &before.form, JSON_CHARS_MAX),
            pid: newer(self.pid, &before.pid, SHORT_CHARS_MAX),
            booking_code: newer(self.booking_code, &before.booking_code, SHORT_CHARS_MAX),
            group: newer(self.group, &before.group, SHORT_CHARS_MAX),
            agent: newer(self.agent, &before.agent, SHORT_CHARS_MAX),
            device: newer(self.device, &before.device, SHORT_CHARS_MAX),
        }
    }

    fn reset(&mut self, reset: Reset) {
        let with = |old: &mut Arc<str>, new: Option<Arc<str>>, chars_max: usize| {
            if let Some(new) = new {
                *old = cut(new, chars_max);
            }
        };
        with(&mut self.name, reset.name, SHORT_CHARS_MAX);
        with(&mut self.email, reset.email, SHORT_CHARS_MAX);
        with(&mut self.phone, reset.phone, SHORT_CHARS_MAX);
        with(&mut self.params, reset.params, JSON_CHARS_MAX);
        with(&mut self.previous_url, reset.previous_url, LONG_CHARS_MAX);
        with(&mut self.refer, reset.refer, LONG_CHARS_MAX);
    }
}

impl Session {
    /// The visitor's name; empty if they gave none.
    pub(super) fn name(&self) -> Arc<str> {
        let details = self.details.as_ref();
        details.map_or_else(Arc::default, |details| Arc::clone(&details.name))
    }

    /// Stores what a page says of the visitor.
    pub(super) fn learn(&mut self, said: Details) {
        if said.is_empty() {
            return;
        }
        let before = self.details.clone().unwrap_or_default();
        self.know(said.over(&before));
    }

    /// Replaces the named details of the visitor.
    pub(super) fn replace(&mut self, reset: Reset) {
        let mut details = self.details.as_deref().cloned().unwrap_or_default();
        details.reset(reset);
        self.know(details);
    }

    fn know(&mut self, mut details: Details) {
        // A name appears everywhere the visitor does, so it is masked and not held back.
        if !self.channel.sensitive_words.is_empty() {
            details.name = self.channel.sensitive_words.masked(&details.name).into();
        }
        if self.details.as_deref() == Some(&details) {
            return;
        }
        self.details = (!details.is_empty()).then(|| Box::new(details));
        self.mark_head(HeadState::Changed);
    }
}

fn cut(text: Arc<str>, chars_max: usize) -> Arc<str> {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => Arc::from(&text[..end]),
        None => text,
    }
}
