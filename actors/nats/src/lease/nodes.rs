//! The nodes of the cluster: each renews an entry of its own every second.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::bucket::Bucket;
use super::{LeaseError, Node, Part, Seen, Standing};

/// A node shows itself this often.
const SHOWN_EVERY: Duration = Duration::from_secs(1);

/// A node that was not heard of for this time is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// What the key of a node holds. Fields are only ever added.
#[derive(Debug, Serialize, Deserialize)]
struct Shown {
    address: String,
    version: String,
    #[serde(default)]
    folded: u64,
    #[serde(default)]
    draining: bool,
    #[serde(default)]
    part: Part,
}

/// The first part of the keys of a cell's nodes.
pub fn part(cell: u32) -> String {
    match cell {
        0 => "node".to_owned(),
        cell => format!("node-{cell}"),
    }
}

/// Shows the node until it leaves, which is when nobody can change its standing.
pub async fn announce(
    bucket: Bucket,
    part: String,
    node: Node,
    mut standing: watch::Receiver<Standing>,
) {
    let key = format!("{part}.{}", node.name);
    let mut ticks = interval(SHOWN_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            left = standing.wait_for(|_| false) => if left.is_err() {
                return;
            }
        }
        let said = *standing.borrow();
        let shown = Shown {
            address: node.address.clone(),
            version: node.version.clone(),
            folded: said.folded,
            draining: said.is_draining,
            part: node.part,
        };
        let value = serde_json::to_vec(&shown).unwrap_or_default();
        if let Err(error) = bucket.put(&key, value.into()).await {
            tracing::debug!(%error, "showing this node to the others");
        }
    }
}

/// All nodes of a cell, by name. Forgets those that were silent for a day.
pub async fn list(bucket: &Bucket, part: &str) -> Result<Vec<Seen>, LeaseError> {
    let mut found = Vec::new();
    for key in bucket.keys(part).await? {
        if let Some(entry) = bucket.get(&key).await? {
            found.push((key, entry));
        }
    }
    // Only the servers' clock is compared with itself. The node that asks has shown itself within a second or two.
    let newest = found
        .iter()
        .map(|(_, entry)| entry.changed_at)
        .max()
        .unwrap_or(0);
    let mut nodes = Vec::new();
    for (key, entry) in found {
        let nanoseconds = u64::try_from(newest - entry.changed_at).unwrap_or(u64::MAX);
        let silent = Duration::from_nanos(nanoseconds);
        if silent > FORGOTTEN_AFTER {
            bucket.remove(&key).await?;
            continue;
        }
        let Some(name) = key
            .strip_prefix(part)
            .and_then(|rest| rest.strip_prefix('.'))
        else {
            continue;
        };
        if let Ok(shown) = serde_json::from_slice::<Shown>(&entry.value) {
            nodes.push(Seen {
                name: name.to_owned(),
                address: shown.address,
                version: shown.version,
                part: shown.part,
                folded: shown.folded,
                is_draining: shown.draining,
                silent,
            });
        }
    }
    nodes.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(nodes)
}
