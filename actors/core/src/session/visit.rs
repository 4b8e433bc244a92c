//! What the visitor's browser says, which pages they saw, and what agents corrected.

use crate::ids::AgentId;
use crate::session::details::{Details, Reset, SHORT_CHARS_MAX};
use crate::text::cut;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most pages that are remembered. Nearly every step stores them with the head.
pub const PAGES_MAX: usize = 8;

/// The longest remembered address of a page, in characters.
const ADDRESS_CHARS_MAX: usize = 300;

/// The longest remembered title of a page, in characters.
const TITLE_CHARS_MAX: usize = 120;

/// What is known of the visitor's browser and pages, and which details agents corrected.
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The browser, such as `Firefox 144`; empty if unknown.
    pub browser: Arc<str>,
    /// The system, such as `Windows`; empty if unknown.
    pub system: Arc<str>,
    /// The visitor's time zone, by its IANA name.
    pub time_zone: Arc<str>,
    /// The newest pages of the shop that they saw, oldest first; at most [`PAGES_MAX`].
    pub pages: Vec<PageSeen>,
    /// The details that an agent corrected; the visitor's page no longer changes them.
    pub corrected: Corrected,
}

/// A page of the shop that the visitor saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageSeen {
    /// Its address.
    pub address: Arc<str>,
    /// Its title; empty if unknown.
    pub title: Arc<str>,
    /// When the chat first heard of it.
    pub at: Timestamp,
}

/// The details that agents corrected, and who did last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    /// The name.
    pub name: bool,
    /// The e-mail address.
    pub email: bool,
    /// The telephone.
    pub phone: bool,
    /// The agent who did it last.
    pub by: Option<AgentId>,
}

/// What an agent says of the visitor. `None` leaves a detail; an empty text deletes it, and the page may state it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The agent.
    pub by: AgentId,
    /// The name.
    pub name: Option<Arc<str>>,
    /// The e-mail address.
    pub email: Option<Arc<str>>,
    /// The telephone.
    pub phone: Option<Arc<str>>,
}

impl Visit {
    /// What a page says, without what an agent corrected.
    pub(super) fn uncorrected(&self, said: Details) -> Details {
        let keep = |is_corrected: bool, text: Arc<str>| match is_corrected {
            true => Arc::default(),
            false => text,
        };
        Details {
            name: keep(self.corrected.name, said.name),
            email: keep(self.corrected.email, said.email),
            phone: keep(self.corrected.phone, said.phone),
            ..said
        }
    }

    /// The same for details to replace.
    pub(super) fn uncorrected_of(&self, reset: Reset) -> Reset {
        let keep = |is_corrected: bool, text: Option<Arc<str>>| text.filter(|_| !is_corrected);
        Reset {
            name: keep(self.corrected.name, reset.name),
            email: keep(self.corrected.email, reset.email),
            phone: keep(self.corrected.phone, reset.phone),
            ..reset
        }
    }
}

impl Details {
    /// Stores what an agent says.
    pub(super) fn correct(&mut self, told: Told) {
        let correct = |old: &mut Arc<str>, is_corrected: &mut bool, new: Option<Arc<str>>| {
            if let Some(new) = new {
                *is_corrected = !new.is_empty();
                *old = cut(&new, SHORT_CHARS_MAX).into();
            }
        };
        let corrected = &mut self.visit.corrected;
        correct(&mut self.name, &mut corrected.name, told.name);
        correct(&mut self.email, &mut corrected.email, told.email);
        correct(&mut self.phone, &mut corrected.phone, told.phone);
        corrected.by = Some(told.by);
    }

    /// Remembers the page that the visitor is on, unless it is the last one.
    pub(super) fn note_page(&mut self, now: Timestamp) {
        if self.refer.is_empty() {
            return;
        }
        let page = PageSeen {
            address: cut(&self.refer, ADDRESS_CHARS_MAX).into(),
            title: cut(&self.shop_page.title, TITLE_CHARS_MAX).into(),
            at: now,
        };
        let pages = &mut self.visit.pages;
        match pages.last_mut() {
            // A page states its title late, or anew.
            Some(last) if last.address == page.address => last.title = page.title,
            Some(_) | None => {
                if pages.len() == PAGES_MAX {
                    pages.remove(0);
                }
                pages.push(page);
            }
        }
    }
}
