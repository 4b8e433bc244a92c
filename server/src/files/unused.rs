//! Removes what was uploaded and never named by a message, a message that is left or a work order (Protocol, 'Files': after
//! 24 h). An index of due times says what to look at, so a look costs as much as there is to remove.

use crate::blocking::block;
use crate::error::ApiError;
use crate::files::described::{Description, GRACE};
use crate::state::State;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use std::sync::Arc;
use std::time::Duration;

/// How often it is looked.
pub const EVERY: Duration = Duration::from_secs(600);

/// Files looked at in one go.
const PAGE: usize = 100;

/// A file's place in the index of due times: by time, so the first are the soonest.
pub fn due_key(until: Timestamp, stored: &str) -> String {
    format!("{:015}/{stored}", until.as_millis().max(0))
}

fn read_due_key(key: &str) -> Option<(Timestamp, &str)> {
    let (until, stored) = key.split_once('/')?;
    Some((Timestamp::from_millis(until.parse().ok()?), stored))
}

/// Removes what is due at `now`; how many files went.
///
/// # Errors
/// 503: the store or the shelf does not answer; what is left is due the next time.
pub async fn remove(state: &State, now: Timestamp) -> Result<usize, ApiError> {
    let mut removed = 0;
    loop {
        let store = Arc::clone(state.office.store());
        let read = move || store.documents_page(DocumentKind::UploadDue, "", None, PAGE);
        let soonest = block(read).await?;
        let is_last = soonest.len() < PAGE;
        for (key, _) in soonest {
            match read_due_key(&key) {
                // Whoever names it at the last moment has that long to have it written down.
                Some((until, _)) if until + GRACE > now => return Ok(removed),
                Some((_, stored)) => removed += usize::from(look_at(state, &key, stored).await?),
                None => forget(state, vec![(DocumentKind::UploadDue, key)]).await?,
            }
        }
        if is_last {
            return Ok(removed);
        }
    }
}

/// Removes one file unless something names it; its place in the index goes either way.
async fn look_at(state: &State, key: &str, stored: &str) -> Result<bool, ApiError> {
    let (store, name) = (Arc::clone(state.office.store()), stored.to_owned());
    let json = block(move || store.document(DocumentKind::Upload, &name)).await?;
    let description = json.and_then(|json| serde_json::from_slice::<Description>(&json).ok());
    let mut documents = vec![(DocumentKind::UploadDue, key.to_owned())];
    let unused = description.filter(|description| !description.used);
    if let Some(description) = &unused {
        state.uploads.remove(stored, description.pixels).await?;
        documents.push((DocumentKind::Upload, stored.to_owned()));
    }
    forget(state, documents).await?;
    Ok(unused.is_some())
}

async fn forget(state: &State, documents: Vec<(DocumentKind, String)>) -> Result<(), ApiError> {
    let changes: Vec<_> = documents
        .into_iter()
        .map(|(kind, key)| DocumentChange {
            kind,
            key,
            json: None,
        })
        .collect();
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&changes)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_due_times_sort_by_time() {
        let key = |millis| due_key(Timestamp::from_millis(millis), "a.png");
        let keys = [
            key(1),
            key(999),
            key(1_790_000_000_000),
            key(11_790_000_000_000),
        ];

        assert!(keys.is_sorted());
        assert_eq!(
            read_due_key(&keys[2]),
            Some((Timestamp::from_millis(1_790_000_000_000), "a.png"))
        );
        assert_eq!(read_due_key("nonsense"), None);
    }
}
