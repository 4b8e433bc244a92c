//! The visitor's details, as they or their page state them (chatStart, resetInfo).

use crate::routing::{Presence, Rank};
use crate::session::mailing::AddressBy;
use crate::session::visit::{Told, Visit};
use crate::session::{HeadState, Session};
use crate::text::cut;
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
    /// What the shop's page says of itself. A head stores it beside the details, because older heads have none.
    #[serde(skip)]
    pub shop_page: ShopPage,
    /// What the browser says and agents corrected. A head stores it beside the details, because older heads have none.
    #[serde(skip)]
    pub visit: Visit,
}

/// What the page of the shop around the chat says (title, context, priority).
///
/// The encoding depends on the order of fields, so add fields only at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopPage {
    /// Its title.
    pub title: Arc<str>,
    /// The shop's own names and values of the page, as JSON text.
    pub context: Arc<str>,
    /// Where the visitor joins a line, as the shop's server signed it. Each start says it anew.
    pub rank: Rank,
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
    pub title: Option<Arc<str>>,
    pub context: Option<Arc<str>>,
}

/// Longest name, address or number, in characters.
pub(super) const SHORT_CHARS_MAX: usize = 256;

/// Longest address of a page, in characters.
const LONG_CHARS_MAX: usize = 2_048;

/// Longest block of JSON, in characters.
pub const JSON_CHARS_MAX: usize = 8_192;

impl Details {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Merges details: new ones replace those before, unless they are empty or an agent corrected them. Each is
    /// truncated to its limit.
    fn merge(&mut self, new: Self) {
        let new = self.visit.uncorrected(new);
        let newer = |old: &mut Arc<str>, new: Arc<str>, chars_max: usize| {
            if !new.is_empty() {
                *old = cut(&new, chars_max).into();
            }
        };
        newer(&mut self.name, new.name, SHORT_CHARS_MAX);
        newer(&mut self.email, new.email, SHORT_CHARS_MAX);
        newer(&mut self.phone, new.phone, SHORT_CHARS_MAX);
        newer(&mut self.params, new.params, JSON_CHARS_MAX);
        newer(&mut self.previous_url, new.previous_url, LONG_CHARS_MAX);
        newer(&mut self.refer, new.refer, LONG_CHARS_MAX);
        newer(&mut self.form, new.form, JSON_CHARS_MAX);
        newer(&mut self.pid, new.pid, SHORT_CHARS_MAX);
        newer(&mut self.booking_code, new.booking_code, SHORT_CHARS_MAX);
        newer(&mut self.group, new.group, SHORT_CHARS_MAX);
        newer(&mut self.agent, new.agent, SHORT_CHARS_MAX);
        newer(&mut self.device, new.device, SHORT_CHARS_MAX);
        let page = &mut self.shop_page;
        newer(&mut page.title, new.shop_page.title, SHORT_CHARS_MAX);
        newer(&mut page.context, new.shop_page.context, JSON_CHARS_MAX);
        newer(&mut self.visit.browser, new.visit.browser, SHORT_CHARS_MAX);
        newer(&mut self.visit.system, new.visit.system, SHORT_CHARS_MAX);
        newer(
            &mut self.visit.time_zone,
            new.visit.time_zone,
            SHORT_CHARS_MAX,
        );
    }

    fn reset(&mut self, reset: Reset) {
        let reset = self.visit.uncorrected_of(reset);
        let with = |old: &mut Arc<str>, new: Option<Arc<str>>, chars_max: usize| {
            if let Some(new) = new {
                *old = cut(&new, chars_max).into();
            }
        };
        with(&mut self.name, reset.name, SHORT_CHARS_MAX);
        with(&mut self.email, reset.email, SHORT_CHARS_MAX);
        with(&mut self.phone, reset.phone, SHORT_CHARS_MAX);
        with(&mut self.params, reset.params, JSON_CHARS_MAX);
        with(&mut self.previous_url, reset.previous_url, LONG_CHARS_MAX);
        with(&mut self.refer, reset.refer, LONG_CHARS_MAX);
        let page = &mut self.shop_page;
        with(&mut page.title, reset.title, SHORT_CHARS_MAX);
        with(&mut page.context, reset.context, JSON_CHARS_MAX);
    }
}

impl Session {
    /// The visitor's name; empty if they gave none.
    pub(super) fn name(&self) -> Arc<str> {
        let details = self.details.as_ref();
        details.map_or_else(Arc::default, |details| Arc::clone(&details.name))
    }

    /// Where the visitor joins a line.
    pub(super) fn rank(&self) -> Rank {
        let details = self.details.as_ref();
        details.map_or(Rank::Usual, |details| details.shop_page.rank)
    }

    /// What is known of the visitor without the shop's page, which a head stores beside it.
    pub(super) fn details_alone(&self) -> Option<Box<Details>> {
        let mut details = self.details.clone()?;
        details.shop_page = ShopPage::default();
        details.visit = Visit::default();
        (!details.is_empty()).then_some(details)
    }

    /// What the shop's page says of itself; none if it says nothing.
    pub(super) fn shop_page(&self) -> Option<ShopPage> {
        let page = self.details.as_ref().map(|details| &details.shop_page);
        page.filter(|page| **page != ShopPage::default()).cloned()
    }

    /// What the browser says and agents corrected; none if there is nothing.
    pub(super) fn visit(&self) -> Option<Visit> {
        let visit = self.details.as_ref().map(|details| &details.visit);
        visit.filter(|visit| **visit != Visit::default()).cloned()
    }

    /// Stores what an agent says of the visitor.
    pub(super) fn correct(&mut self, told: Told) {
        let mut details = self.details.as_deref().cloned().unwrap_or_default();
        details.correct(told);
        self.know(details, AddressBy::Agent);
        if self.presence == Some(Presence::Away) {
            self.plan_mail();
        }
    }

    /// Stores where the visitor joins a line.
    pub(super) fn set_rank(&mut self, rank: Rank) {
        if self.rank() != rank {
            let mut details = self.details.as_deref().cloned().unwrap_or_default();
            details.shop_page.rank = rank;
            self.know(details, AddressBy::Page);
        }
    }

    /// Stores what a page says of the visitor.
    pub(super) fn learn(&mut self, said: Details) {
        if said.is_empty() {
            return;
        }
        let mut details = self.details.as_deref().cloned().unwrap_or_default();
        details.merge(said);
        details.note_page(self.last_now);
        self.know(details, AddressBy::Page);
    }

    /// Replaces the named details of the visitor.
    pub(super) fn replace(&mut self, reset: Reset) {
        let mut details = self.details.as_deref().cloned().unwrap_or_default();
        details.reset(reset);
        details.note_page(self.last_now);
        self.know(details, AddressBy::Page);
    }

    fn know(&mut self, mut details: Details, by: AddressBy) {
        // A name appears everywhere the visitor does, so it is masked and not held back.
        if !self.channel.sensitive_words.is_empty() {
            details.name = self.channel.sensitive_words.masked(&details.name).into();
        }
        if self.details.as_deref() == Some(&details) {
            return;
        }
        let before = self.address().to_owned();
        self.details = (!details.is_empty()).then(|| Box::new(details));
        self.address_changed(&before, by);
        self.mark_head(HeadState::Changed);
    }
}
