//! Lists that are read page by page: an index says the order, each thing is read by its name.

use super::names::{place, read_place};
use super::{Orders, failed};
use crate::error::ApiError;
use actors_core::time::Timestamp;
use actors_core::work_order::Repeat;
use actors_runtime::ports::DocumentKind;

/// Most on a page.
pub const PAGE: usize = 50;

/// Most that are looked at for one page when something is searched for; the page may then be short, or empty, and
/// still say where to go on.
const SEARCHED_MAX: usize = 500;

/// Where a list goes on: the last place that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// Reads a cursor a client sends back.
    ///
    /// # Errors
    /// 400: this server never gave such a one.
    pub fn parse(text: &str) -> Result<Option<Self>, ApiError> {
        const CHARS_MAX: usize = 64;
        if text.is_empty() {
            return Ok(None);
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'/';
        let fits = text.len() <= CHARS_MAX && text.bytes().all(plain) && read_place(text).is_some();
        if fits {
            Ok(Some(Self(text.to_owned())))
        } else {
            Err(ApiError::invalid("cursor is not valid"))
        }
    }

    /// Everything that is older than this.
    pub fn before(time: Timestamp) -> Self {
        Self(place(Timestamp::from_millis(time.as_millis() - 1), ""))
    }

    /// As a client is to send it back.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One page of a list.
#[derive(Debug)]
pub struct Page<T> {
    /// Newest first.
    pub list: Vec<T>,
    /// Where it goes on; none at the end.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// Where it goes on, as a client is to send it back; empty at the end.
    pub fn next_text(&self) -> String {
        let next = self.next.as_ref();
        next.map_or_else(String::new, |cursor| cursor.as_str().to_owned())
    }
}

/// A place in a list.
pub struct Place {
    /// When it was made.
    pub at: Timestamp,
    /// Its id.
    pub id: String,
    /// What repeats of its making are known by; only in the list of whoever made it.
    pub repeat: Option<Repeat>,
    cursor: Cursor,
}

impl Orders {
    /// Reads places of a list from a cursor on.
    pub(super) fn places(
        &self,
        prefix: &str,
        after: Option<&Cursor>,
        limit: usize,
    ) -> Result<Vec<Place>, ApiError> {
        let after = after.map(|cursor| format!("{prefix}{}", cursor.0));
        let found =
            self.store
                .documents_page(DocumentKind::OrderIndex, prefix, after.as_deref(), limit);
        let found = found.map_err(failed)?.into_iter();
        let places = found.map(|(name, json)| {
            let place = name.strip_prefix(prefix).unwrap_or_default();
            let (at, id) =
                read_place(place).ok_or_else(|| ApiError::internal("a name in a list"))?;
            Ok(Place {
                at,
                id: id.to_owned(),
                repeat: super::parsed(&json)?,
                cursor: Cursor(place.to_owned()),
            })
        });
        places.collect()
    }

    /// A page of a list: what `read` finds of each place, in order.
    pub(super) fn page<T>(
        &self,
        prefix: &str,
        after: Option<Cursor>,
        mut read: impl FnMut(&str) -> Result<Option<T>, ApiError>,
    ) -> Result<Page<T>, ApiError> {
        let (mut list, mut next, mut searched) = (Vec::new(), after, 0);
        loop {
            let places = self.places(prefix, next.as_ref(), PAGE + 1)?;
            let is_last = places.len() <= PAGE;
            let count = places.len();
            for (at, place) in places.into_iter().enumerate() {
                if let Some(found) = read(&place.id)? {
                    list.push(found);
                }
                searched += 1;
                let is_full = list.len() == PAGE || searched == SEARCHED_MAX;
                let is_end = is_last && at + 1 == count;
                next = Some(place.cursor);
                if is_full && !is_end {
                    return Ok(Page { list, next });
                }
            }
            if is_last {
                return Ok(Page { list, next: None });
            }
        }
    }

    /// How many a list has, counted up to `limit`.
    pub(super) fn count(&self, prefix: &str, limit: usize) -> Result<usize, ApiError> {
        Ok(self.places(prefix, None, limit)?.len())
    }
}
