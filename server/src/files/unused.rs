//! Removes uploads that no message, left message or work order references (Protocol, 'Files': after 24 h). An index of
//! due times names the candidates, so a run costs only as much as there is to remove.

use crate::blocking::block;
use crate::error::ApiError;
use crate::files::described::{Description, GRACE};
use crate::state::State;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use std::sync::Arc;
use std::time::Duration;

/// How often a run takes place.
pub const EVERY: Duration = Duration::from_secs(600);

/// Number of files checked per page.
const PAGE: usize = 100;

/// A file's key in the index of due times. Keys sort by time, soonest first.
pub fn due_key(until: Timestamp, stored: &str) -> String {
    format!("{:015}/{stored}", until.as_millis().max(0))
}

fn read_due_key(key: &str) -> Option<(Timestamp, &str)> {
    let (until, stored) = key.split_once('/')?;
    Some((Timestamp::from_millis(until.parse().ok()?), stored))
}

/// Removes the files that are due at `now`. Returns how many.
///
/// # Errors
/// 503 if the store or the shelf does not respond. The remaining files are due again in the next run.
pub async fn remove(state: &State, now: Timestamp) -> Result<usize, ApiError> {
    let mut removed = 0;
    loop {
        let store = Arc::clone(state.office.store());
        let read = move || store.documents_page(DocumentKind::UploadDue, "", None, PAGE);
        let soonest = block(read).await?;
        let is_last = soonest.len() < PAGE;
        for (key, _) in soonest {
            match read_due_key(&key) {
                // A request that references the file at the last moment has this long to record that.
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

/// Removes one file unless something references it. Its index entry is removed in both cases.
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
        .map(|(kind, key)| DocumentChange::delete(kind, key))
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
