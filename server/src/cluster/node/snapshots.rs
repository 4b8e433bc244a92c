//! When the owner saves snapshots, and purges the log behind them.

use super::opening::Joined;
use crate::cluster::snapshot::{self, Snapshot};
use crate::files::shelf::Shelf;
use crate::store::sled::replicated::ReplicatedStore;
use actors_core::time::{Span, Timestamp};
use actors_nats::cell::Cell;
use actors_runtime::clock::{Clock as _, SteadyClock};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

/// The owner saves a snapshot after this many messages of the log. A new node folds as many in seconds.
const MESSAGES: u64 = 250_000;

/// And after this time, if there is anything new: the log then loses what a visitor wanted erased.
const EVERY: Span = Span::from_secs(24 * 60 * 60);

/// How often the owner looks whether a snapshot is due.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// Saves snapshots until it is dropped.
pub struct Snapshots(JoinHandle<()>);

impl Snapshots {
    /// Starts to look whether a snapshot is due.
    pub fn start(store: &Arc<ReplicatedStore>, joined: &Joined, data: &Path) -> Self {
        let (store, cell) = (Arc::clone(store), Arc::clone(&joined.cell));
        let place = (joined.snapshots.clone(), data.to_owned());
        Self(tokio::spawn(async move {
            loop {
                sleep(LOOK_EVERY).await;
                let (store, cell, place) = (Arc::clone(&store), Arc::clone(&cell), place.clone());
                // Packing takes the processor for seconds, so it has a thread of its own.
                let runtime = Handle::current();
                let looked = spawn_blocking(move || runtime.block_on(look(&store, &cell, &place)));
                if let Err(error) = looked.await.unwrap_or_else(|error| Err(error.into())) {
                    tracing::warn!(code = "FD121", cause = %format_args!("{error:#}"), "no snapshot of the cluster was saved; the log is kept until there is one");
                }
            }
        }))
    }
}

impl Drop for Snapshots {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Whether a snapshot is due. Nothing new needs none.
fn is_due(newest: Option<&Snapshot>, folded: u64, now: Timestamp) -> bool {
    let Some(newest) = newest else {
        return folded >= MESSAGES;
    };
    let grown = folded.saturating_sub(newest.position.seq);
    let is_old = newest.saved().is_none_or(|saved| now >= saved + EVERY);
    grown >= MESSAGES || (grown > 0 && is_old)
}

async fn look(
    store: &Arc<ReplicatedStore>,
    cell: &Cell,
    (place, data): &(Shelf, PathBuf),
) -> anyhow::Result<()> {
    let newest = snapshot::list(place).await?.pop();
    let folded = store.status().borrow().position.seq;
    let now = SteadyClock::from_machine().now();
    if !is_due(newest.as_ref(), folded, now) {
        return Ok(());
    }
    let (saved, purged) = snapshot::save(store, (place, data), now).await?;
    let (name, seq) = (saved.name, saved.position.seq);
    tracing::info!(name, seq, purged, "saved a snapshot of the cluster");
    if purged > 0 {
        cell.purge(purged).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_cluster::position::Position;

    #[test]
    fn a_snapshot_is_due_when_the_log_has_grown_and_once_a_day() {
        let snapshot = Snapshot {
            name: "2026-01-01T00-00-00.000Z".to_owned(),
            position: Position {
                seq: 1_000,
                ..Position::default()
            },
        };
        let saved = snapshot.saved().unwrap();
        let due =
            |folded, after: u64| is_due(Some(&snapshot), folded, saved + Span::from_secs(after));

        assert_eq!(saved, Timestamp::from_millis(1_767_225_600_000));
        assert!(due(1_000 + MESSAGES, 1) && !due(999 + MESSAGES, 1));
        assert!(due(1_001, 86_400) && !due(1_001, 86_399));
        assert!(!due(1_000, 1_000_000));
        assert!(is_due(None, MESSAGES, saved) && !is_due(None, MESSAGES - 1, saved));
    }
}
