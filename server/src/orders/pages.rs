//! Reads lists page by page: an index gives the order, and each entry is then read by its key.

use super::names::{place, read_place};
use super::{Orders, failed};
use crate::error::ApiError;
use actors_core::time::Timestamp;
use actors_core::work_order::Repeat;
use actors_runtime::ports::DocumentKind;

/// The largest number of entries on a page.
pub const PAGE: usize = 50;

/// The largest number of entries read for one page of a search. At this limit the page may be short or empty and still
/// have a cursor for the next page.
const SEARCHED_MAX: usize = 500;

/// Where a list continues: after the last entry that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// Reads a cursor a client sends back.
    ///
    /// # Errors
    /// 400: the text does not have the form of a cursor.
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

    /// A cursor to the entries older than this.
    pub fn before(time: Timestamp) -> Self {
        Self(place(Timestamp::from_millis(time.as_millis() - 1), ""))
    }

    /// The text that a client sends back.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One page of a list.
#[derive(Debug)]
pub struct Page<T> {
    /// The entries, newest first.
    pub list: Vec<T>,
    /// Where the list continues; none at the end.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// The cursor as a client sends it back; empty at the end.
    pub fn next_text(&self) -> String {
        let next = self.next.as_ref();
        next.map_or_else(String::new, |cursor| cursor.as_str().to_owned())
    }
}

/// An entry of a list.
pub struct IndexEntry {
    /// When the message or order was created.
    pub at: Timestamp,
    /// The id of the message or order.
    pub id: String,
    /// Identifies repeats of the call that created it. Only an owner's list has it.
    pub repeat: Option<Repeat>,
    cursor: Cursor,
}

impl Orders {
    /// Reads up to `limit` entries of a list after a cursor.
    pub(super) fn places(
        &self,
        prefix: &str,
        after: Option<&Cursor>,
        limit: usize,
    ) -> Result<Vec<IndexEntry>, ApiError> {
        let after = after.map(|cursor| format!("{prefix}{}", cursor.0));
        let found =
            self.store
                .documents_page(DocumentKind::OrderIndex, prefix, after.as_deref(), limit);
        let found = found.map_err(failed)?.into_iter();
        let places = found.map(|(name, json)| {
            let place = name.strip_prefix(prefix).unwrap_or_default();
            let (at, id) = read_place(place)
                .ok_or_else(|| ApiError::internal("a key in the list is not readable"))?;
            Ok(IndexEntry {
                at,
                id: id.to_owned(),
                repeat: super::parsed(&json)?,
                cursor: Cursor(place.to_owned()),
            })
        });
        places.collect()
    }

    /// The same, of several lists together, the newest first.
    fn places_among(
        &self,
        prefixes: &[String],
        after: Option<&Cursor>,
        limit: usize,
    ) -> Result<Vec<IndexEntry>, ApiError> {
        let mut all = Vec::new();
        for prefix in prefixes {
            all.extend(self.places(prefix, after, limit)?);
        }
        all.sort_by(|one, other| one.cursor.0.cmp(&other.cursor.0));
        all.truncate(limit);
        Ok(all)
    }

    /// Reads a page of a list. `read` returns the entry for an id, or none if the page leaves it out.
    pub(super) fn page<T>(
        &self,
        prefix: &str,
        after: Option<Cursor>,
        read: impl FnMut(&str) -> Result<Option<T>, ApiError>,
    ) -> Result<Page<T>, ApiError> {
        self.page_among(&[prefix.to_owned()], after, read)
    }

    /// The same, of several lists together.
    pub(super) fn page_among<T>(
        &self,
        prefixes: &[String],
        after: Option<Cursor>,
        mut read: impl FnMut(&str) -> Result<Option<T>, ApiError>,
    ) -> Result<Page<T>, ApiError> {
        let (mut list, mut next, mut searched) = (Vec::new(), after, 0);
        loop {
            let places = self.places_among(prefixes, next.as_ref(), PAGE + 1)?;
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

    /// Counts the entries of a list, up to `limit`.
    pub(super) fn count(&self, prefix: &str, limit: usize) -> Result<usize, ApiError> {
        Ok(self.places(prefix, None, limit)?.len())
    }
}
