//! Who waits or is connected, and who is due when: from the indexes and the unfolded records.

use super::shared::Shared;
use super::unfolded::{self, Unfolded};
use crate::store::is_indexed;
use actors_core::ids::VisitorKey;
use actors_core::routing::Standing;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use parking_lot::RwLock;
use std::collections::{BTreeMap, BTreeSet};

/// All visitors who wait in a queue or talk to an agent.
pub fn standing(shared: &Shared) -> Result<Vec<(VisitorKey, Standing)>, StoreError> {
    let newer = newer(&shared.unfolded)?;
    let mut found = Vec::new();
    let base = shared.disk.base()?;
    for standing in base.trees.standing() {
        let (visitor, standing) = standing?;
        if !newer.contains_key(&visitor) {
            found.push((visitor, standing));
        }
    }
    let newer = newer.into_iter();
    let newer = newer.filter_map(|(visitor, standing)| Some((visitor, standing?)));
    found.extend(newer.filter(|(_, standing)| is_indexed(standing)));
    Ok(found)
}

/// Visitors whose head in the trees is outdated, with their standing; `None` if the head is deleted.
pub fn newer(
    unfolded: &RwLock<Unfolded>,
) -> Result<BTreeMap<VisitorKey, Option<Standing>>, StoreError> {
    let found = unfolded.read().heads();
    let mut newer: BTreeMap<_, _> = found.left.heads()?.into_iter().collect();
    newer.extend(found.here);
    Ok(newer)
}

/// Visitors due before `before`, soonest first, at most `limit`.
pub fn due(
    shared: &Shared,
    before: Timestamp,
    limit: usize,
) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
    let newer = shared.unfolded.read().due(before, limit);
    let mut found: BTreeSet<(Timestamp, VisitorKey)> = newer.here.into_iter().collect();
    found.extend(newer.left.due()?);
    let mut folded = 0;
    let base = shared.disk.base()?;
    for due in base.trees.due(before) {
        if folded == limit {
            break;
        }
        let (at, visitor) = due?;
        // The index may lag behind a head that is not folded, or is being folded at this moment.
        let is_newer = unfolded::visitor(&shared.unfolded, &visitor)?.hides_head();
        if !is_newer
            && base
                .trees
                .head(&visitor)?
                .is_some_and(|head| head.due == Some(at))
        {
            found.insert((at, visitor));
            folded += 1;
        }
    }
    Ok(found.into_iter().take(limit).collect())
}
