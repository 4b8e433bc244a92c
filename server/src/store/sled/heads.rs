//! Who waits or talks, and whose time comes when: found by indexes, and in what is not folded yet.

use super::shared::Shared;
use crate::store::is_indexed;
use actors_core::ids::VisitorKey;
use actors_core::session::restore::Standing;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use std::collections::{BTreeMap, BTreeSet};

/// Everybody whose session stands in a line or with an agent.
pub fn standing(shared: &Shared) -> Result<Vec<(VisitorKey, Standing)>, StoreError> {
    let mut newer: BTreeMap<VisitorKey, Standing> = BTreeMap::new();
    let unfolded = shared.unfolded.read();
    for (visitor, head) in unfolded.heads() {
        newer.insert(visitor.clone(), head.standing.clone());
    }
    // Not indexed, so not found.
    for visitor in unfolded.forgotten() {
        newer.insert(visitor.clone(), Standing::Ended);
    }
    drop(unfolded);
    let mut found = Vec::new();
    let base = shared.disk.base()?;
    for standing in base.trees.standing() {
        let (visitor, standing) = standing?;
        if !newer.contains_key(&visitor) {
            found.push((visitor, standing));
        }
    }
    found.extend(
        newer
            .into_iter()
            .filter(|(_, standing)| is_indexed(standing)),
    );
    Ok(found)
}

/// Whose time comes before `before`, the soonest first, at most `limit`.
pub fn due(
    shared: &Shared,
    before: Timestamp,
    limit: usize,
) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
    let unfolded = shared
        .unfolded
        .read()
        .due(before)
        .take(limit)
        .cloned()
        .collect();
    let mut found: BTreeSet<(Timestamp, VisitorKey)> = unfolded;
    let mut folded = 0;
    let base = shared.disk.base()?;
    for due in base.trees.due(before) {
        if folded == limit {
            break;
        }
        let (at, visitor) = due?;
        // The index may lag behind a head that is not folded, or is being folded at this moment.
        let is_newer = shared.unfolded.read().hides_head(&visitor);
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
