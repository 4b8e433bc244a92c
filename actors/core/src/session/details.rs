//! What the visitor or their page said of them (chatStart, resetInfo).

use crate::session::{Kept, Session};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A visitor's details; empty texts where nothing is known. Not to be trusted, and never shown unescaped.
///
/// Stored by their order: fields are only ever added at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// Name.
    pub name: Arc<str>,
    /// E-mail address.
    pub email: Arc<str>,
    /// Telephone.
    pub phone: Arc<str>,
    /// The tenant's own parameters, as the page was given them.
    pub params: Arc<str>,
    /// The page they were on before (previousUrl).
    pub previous_url: Arc<str>,
    /// Where they came from (refer).
    pub refer: Arc<str>,
}

/// Longest name, address or number, in characters.
const SHORT_CHARS_MAX: usize = 256;

/// Longest address of a page or block of parameters, in characters.
const LONG_CHARS_MAX: usize = 2_048;

impl Details {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// These details where they say something, the ones before where they do not; each cut to its limit.
    fn over(self, before: &Self) -> Self {
        let newer = |new: Arc<str>, old: &Arc<str>, chars_max: usize| match () {
            () if new.is_empty() => old.clone(),
            () => cut(new, chars_max),
        };
        Self {
            name: newer(self.name, &before.name, SHORT_CHARS_MAX),
            email: newer(self.email, &before.email, SHORT_CHARS_MAX),
            phone: newer(self.phone, &before.phone, SHORT_CHARS_MAX),
            params: newer(self.params, &before.params, LONG_CHARS_MAX),
            previous_url: newer(self.previous_url, &before.previous_url, LONG_CHARS_MAX),
            refer: newer(self.refer, &before.refer, LONG_CHARS_MAX),
        }
    }
}

impl Session {
    /// Remembers what a page says of the visitor.
    pub(super) fn learn(&mut self, said: Details) {
        if said.is_empty() {
            return;
        }
        let before = self.details.take().unwrap_or_default();
        self.details = Some(Box::new(said.over(&before)));
        self.must_keep(Kept::Not);
    }
}

fn cut(text: Arc<str>, chars_max: usize) -> Arc<str> {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => Arc::from(&text[..end]),
        None => text,
    }
}
