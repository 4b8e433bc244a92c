//! Snapshots of the cell: backups in the cluster's object store, each with its position in the log. A node that has
//! nothing, or whose log was purged, begins from the newest. Records that a snapshot has beyond its position are folded a
//! second time, which changes nothing.

use crate::backup::line::Line;
use crate::backup::lines::Lines;
use crate::backup::pack::{self, Manifest};
use crate::backup::refill;
use crate::backup::save::{self, backup};
use crate::backup::source::{Files, Source, read_store};
use crate::files::shelf::Shelf;
use crate::secrets::KEY_FILE;
use crate::store::sled::replicated::{ReplicatedStore, own_documents};
use actors_cluster::position::Position;
use actors_core::time::Timestamp;
use actors_runtime::ports::Store;
use anyhow::Context as _;
use chrono::NaiveDateTime;
use std::path::Path;
use std::sync::Arc;

/// The folder of the positions, by the names of their backups.
const POSITIONS: &str = "positions";

/// How many snapshots are kept: the log is purged behind the older, so a node that reads it goes on.
const KEPT: usize = 2;

/// A snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Its name. Names sort by time.
    pub name: String,
    /// Where a node that begins from it continues in the log.
    pub position: Position,
}

impl Snapshot {
    /// When it was saved; `None` if its name does not tell.
    pub fn saved(&self) -> Option<Timestamp> {
        let at = NaiveDateTime::parse_from_str(&self.name, save::NAME).ok()?;
        Some(Timestamp::from_millis(at.and_utc().timestamp_millis()))
    }
}

/// All snapshots, oldest first.
///
/// # Errors
/// The object store does not answer.
pub async fn list(place: &Shelf) -> anyhow::Result<Vec<Snapshot>> {
    let names = place.names(POSITIONS).await;
    let names = names.context("listing the snapshots")?;
    let mut found = Vec::with_capacity(names.len());
    for file in names.into_keys() {
        let path = format!("{POSITIONS}/{file}");
        let Some(json) = pack::read_whole(place, &path).await? else {
            continue;
        };
        found.push(Snapshot {
            name: file.trim_end_matches(".json").to_owned(),
            position: serde_json::from_slice(&json)
                .with_context(|| format!("reading {path} of the cluster's snapshots"))?,
        });
    }
    Ok(found)
}

/// Saves a snapshot of the store and of the keys in the data folder, and removes the oldest beyond [`KEPT`]. Returns it and the sequence up to which the log
/// may be purged.
///
/// # Errors
/// The store or the object store fails. There is then no new snapshot.
pub async fn save(
    store: &Arc<ReplicatedStore>,
    (place, data): (&Shelf, &Path),
    now: Timestamp,
) -> anyhow::Result<(Snapshot, u64)> {
    // Before the store is read: what comes meanwhile is folded again from here.
    let position = store.applied()?;
    // Keys of the time before the cluster sign tokens that are still valid.
    let keys = std::fs::read_to_string(data.join(KEY_FILE)).ok();
    let pieces = read_store(Arc::clone(store) as Arc<dyn Store>, now);
    let source = Source {
        lines: Lines::new(pieces, keys.map(Line::TokenKeys)),
        files: Files::none(place.clone()),
    };
    let saved = backup(source, place, &mut |_| ()).await?;
    let snapshot = Snapshot {
        name: saved.name,
        position,
    };
    let json = serde_json::to_vec(&position)?;
    let path = format!("{POSITIONS}/{}.json", snapshot.name);
    place
        .put_from(&path, &*json)
        .await
        .context("writing the snapshot's position")?;
    let all = list(place).await?;
    let (old, kept) = all.split_at(all.len().saturating_sub(KEPT));
    for one in old {
        place
            .remove(&format!("{POSITIONS}/{}.json", one.name))
            .await?;
    }
    save::prune(place, KEPT).await?;
    let purged = match kept.len() < KEPT {
        true => 0,
        false => kept.first().map_or(0, |oldest| oldest.position.seq),
    };
    Ok((snapshot, purged))
}

/// Replaces the store of the data folder by the newest snapshot. Returns the snapshot; `None` if there is none, and the
/// folder stays as it is.
///
/// # Errors
/// The object store or the disk fails.
pub async fn load(place: &Shelf, data: &Path) -> anyhow::Result<Option<Snapshot>> {
    let Some(newest) = list(place).await?.pop() else {
        return Ok(None);
    };
    let manifest = Manifest::read(place, Some(&newest.name)).await?;
    let own = own_documents(newest.position, &manifest.begin.epoch);
    let source = Source {
        lines: Lines::new(pack::read_all(place.clone(), manifest), None),
        files: Files::none(place.clone()),
    };
    refill::replace(source, data, own).await?;
    Ok(Some(newest))
}
