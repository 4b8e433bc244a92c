//! Cards: goods, orders, links, and the product page from which a visitor comes (Protocol, 'Kinds of content', msgType
//! 3, 7, 8, 9).
//!
//! Stored by position: new fields only at the end.

use crate::problem::{ContentError, ContentProblem, TITLE_CHARS_MAX, filled, short};
use crate::safe::{Link, Picture};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The longest description, in characters.
pub const DESCRIPTION_CHARS_MAX: usize = 1_000;

/// The longest short text (a price, a label, a status), in characters.
pub const LABEL_CHARS_MAX: usize = 64;

/// A product (3, 'card').
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductCard {
    /// The picture.
    pub picture: Option<Picture>,
    /// The title.
    pub title: Arc<str>,
    /// The description.
    pub description: Arc<str>,
    /// The price, as written.
    pub price: Arc<str>,
    /// The link to its page.
    pub link: Option<Link>,
}

/// Goods (7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoodsCard {
    /// The picture.
    pub picture: Option<Picture>,
    /// The title.
    pub title: Arc<str>,
    /// The description.
    pub description: Arc<str>,
    /// A label, such as a price.
    pub label: Arc<str>,
    /// The link to their page.
    pub link: Option<Link>,
}

/// An order (8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderCard {
    /// A picture of what was ordered.
    pub picture: Option<Picture>,
    /// The title.
    pub title: Arc<str>,
    /// The description.
    pub description: Arc<str>,
    /// The status, as written.
    pub status: Arc<str>,
    /// The order number.
    pub code: Arc<str>,
    /// The time of the order, as written.
    pub time: Arc<str>,
    /// The link to its page.
    pub link: Option<Link>,
}

/// A link (9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkCard {
    /// The picture.
    pub picture: Option<Picture>,
    /// The title.
    pub title: Arc<str>,
    /// A second line.
    pub subtitle: Arc<str>,
    /// The description.
    pub description: Arc<str>,
    /// The kind of link, as the tenant's own pages name it.
    pub kind: Arc<str>,
    /// The target.
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
