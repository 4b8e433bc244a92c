//! Reads documents. A change that is not folded replaces what the trees hold.

use super::shared::Shared;
use crate::store::{key, record};
use actors_runtime::ports::{DocumentKind, StoreError};
use sled::IVec;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Bound;

/// Documents by name.
type Page = Vec<(String, Vec<u8>)>;

/// Reads a document.
pub fn document(
    shared: &Shared,
    kind: DocumentKind,
    name: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let key = key::document(kind, name)?;
    // Before the trees, so that a change folded meanwhile is found in at least one of the two.
    let newer = shared.unfolded.read().documents.get(&key);
    match newer {
        Some(change) => open(change.bytes()),
        None => match shared.disk.base()?.trees.document(&key)? {
            Some(sealed) => open(&sealed),
            None => Ok(None),
        },
    }
}

/// Documents whose names begin with `prefix` and come after `after`, at most `limit`.
pub fn page(
    shared: &Shared,
    kind: DocumentKind,
    prefix: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Page, StoreError> {
    let within = key::document(kind, prefix)?;
    let is_within = |key: &[u8]| key.starts_with(&within);
    let mut from = match after.filter(|after| *after >= prefix) {
        Some(after) => Bound::Excluded(key::document(kind, after)?),
        None => Bound::Included(within.clone()),
    };
    let mut page = Page::new();
    while page.len() < limit {
        // Before the trees, as above.
        let newer = shared.unfolded.read().documents.slice(&from);
        let changes = newer.changes.into_iter();
        let mut found: BTreeMap<Vec<u8>, IVec> = changes
            .filter(|(key, _)| is_within(key))
            .map(|(key, change)| (key, IVec::from(change.bytes())))
            .collect();
        let mut missing = limit - page.len();
        let base = shared.disk.base()?;
        for folded in base.trees.documents((from, newer.upto.clone())) {
            let (key, sealed) = folded?;
            if missing == 0 || !is_within(&key) {
                break;
            }
            if let Entry::Vacant(place) = found.entry(key.to_vec()) {
                place.insert(sealed);
                missing -= 1;
            }
        }
        drop(base);
        for (key, sealed) in found {
            if page.len() < limit
                && let Some(json) = open(&sealed)?
            {
                page.push((key::read_document(&key)?, json));
            }
        }
        from = match newer.upto {
            Bound::Included(last) if is_within(&last) => Bound::Excluded(last),
            Bound::Included(_) | Bound::Excluded(_) | Bound::Unbounded => break,
        };
    }
    Ok(page)
}

/// The content of a sealed document; `None` for the empty one of a deleted document.
fn open(sealed: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    match sealed.is_empty() {
        true => Ok(None),
        false => record::open_document(sealed).map(Some),
    }
}
