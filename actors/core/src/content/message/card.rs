//! Cards: goods, orders, links, and what a visitor shows of where they come from (Protocol, 'Kinds of content', msgType 3, 7, 8, 9).
//!
//! Stored by their order: fields are only ever added at the end.

use crate::problem::{ContentError, ContentProblem, TITLE_CHARS_MAX, filled, short};
use crate::safe::Link;
use crate::safe::Picture;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The longest description, in characters.
pub const DESCRIPTION_CHARS_MAX: usize = 1_000;

/// The longest of the small texts (a price, a label, a status), in characters.
pub const LABEL_CHARS_MAX: usize = 64;

/// A product (3, 'card').
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductCard {
    /// Its picture.
    pub picture: Option<Picture>,
    /// Its name.
    pub title: Arc<str>,
    /// A line about it.
    pub description: Arc<str>,
    /// What it costs, as written.
    pub price: Arc<str>,
    /// Where it is to be seen.
    pub link: Option<Link>,
}

/// Goods (7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoodsCard {
    /// Their picture.
    pub picture: Option<Picture>,
    /// Their name.
    pub title: Arc<str>,
    /// A line about them.
    pub description: Arc<str>,
    /// A mark on them, such as a price.
    pub label: Arc<str>,
    /// Where they are to be seen.
    pub link: Option<Link>,
}

/// An order (8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderCard {
    /// A picture of what was ordered.
    pub picture: Option<Picture>,
    /// Its name.
    pub title: Arc<str>,
    /// A line about it.
    pub description: Arc<str>,
    /// How it stands, as written.
    pub status: Arc<str>,
    /// Its number.
    pub code: Arc<str>,
    /// When it was made, as written.
    pub time: Arc<str>,
    /// Where it is to be seen.
    pub link: Option<Link>,
}

/// A link (9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkCard {
    /// Its picture.
    pub picture: Option<Picture>,
    /// Its name.
    pub title: Arc<str>,
    /// A second line.
    pub subtitle: Arc<str>,
    /// A line about it.
    pub description: Arc<str>,
    /// What lies behind it, as the tenant's own pages name it.
    pub kind: Arc<str>,
    /// Where it leads.
    pub link: Option<Link>,
}

impl ProductCard {
    pub(crate) fn check(&self) -> Result<(), ContentError> {
        filled("title", &self.title, TITLE_CHARS_MAX)?;
        short("desc", &self.description, DESCRIPTION_CHARS_MAX)?;
        short("price", &self.price, LABEL_CHARS_MAX)
    }
}

impl GoodsCard {
    pub(crate) fn check(&self) -> Result<(), ContentError> {
        filled("title", &self.title, TITLE_CHARS_MAX)?;
        short("describe", &self.description, DESCRIPTION_CHARS_MAX)?;
        short("label", &self.label, LABEL_CHARS_MAX)
    }
}

impl OrderCard {
    pub(crate) fn check(&self) -> Result<(), ContentError> {
        filled("title", &self.title, TITLE_CHARS_MAX)?;
        short("describe", &self.description, DESCRIPTION_CHARS_MAX)?;
        short("orderStatus", &self.status, LABEL_CHARS_MAX)?;
        short("orderCode", &self.code, LABEL_CHARS_MAX)?;
        short("orderTime", &self.time, LABEL_CHARS_MAX)
    }
}

impl LinkCard {
    pub(crate) fn check(&self) -> Result<(), ContentError> {
        filled("title", &self.title, TITLE_CHARS_MAX)?;
        short("subTitle", &self.subtitle, TITLE_CHARS_MAX)?;
        short("describe", &self.description, DESCRIPTION_CHARS_MAX)?;
        short("linkType", &self.kind, LABEL_CHARS_MAX)?;
        if self.link.is_none() {
            return Err(ContentError::new("linkUrl", ContentProblem::Missing));
        }
        Ok(())
    }
}
