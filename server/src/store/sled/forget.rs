//! Deletion: a record of the journal says what is deleted. Reads hide that from then on, and folding removes it from
//! the trees. sled overwrites the old bytes when it next needs the space.

use super::heads;
use super::trees::Trees;
use super::unfolded::Unfolded;
use crate::store::{key, record};
use actors_core::ids::{TenantId, VisitorId, VisitorKey};
use actors_core::record::Forget;
use actors_runtime::ports::StoreError;
use parking_lot::RwLock;
use std::collections::BTreeMap;

/// Removes a visitor's deleted records from the trees. May be repeated.
pub fn forget(trees: &Trees, visitor: &VisitorKey, what: Forget) -> Result<(), StoreError> {
    if what.covers_head() {
        trees.remove_head(visitor)?;
    }
    for chunk in trees.lines.backwards(visitor)? {
        let chunk = chunk?;
        let lines = chunk.lines()?;
        let mut kept = Vec::with_capacity(lines.len());
        for line in &lines {
            if !what.covers(record::line_time(line.line)?) {
                kept.push(*line);
            }
        }
        if kept.is_empty() {
            trees.lines.forget(&chunk)?;
        } else if kept.len() < lines.len() {
            // The entry may name a deleted line, which is still before all remaining ones.
            trees.lines.replace(&chunk, &kept)?;
        }
    }
    Ok(())
}

/// A tenant's visitors after `after`, in the order of their keys, at most `limit`. Includes folded and unfolded
/// visitors, but no deleted ones.
pub fn visitors(
    trees: &Trees,
    unfolded: &RwLock<Unfolded>,
    tenant: &TenantId,
    (after, limit): (Option<&VisitorId>, usize),
) -> Result<Vec<VisitorId>, StoreError> {
    let after = match after {
        Some(visitor) => Some(key::visitor(&VisitorKey {
            tenant: tenant.clone(),
            visitor: visitor.clone(),
        })?),
        None => None,
    };
    // Before the trees, so that a visitor folded meanwhile is found in at least one of the two.
    let mut newer = heads::newer(unfolded)?;
    newer.retain(|visitor, _| visitor.tenant == *tenant);
    let is_forgotten = |visitor: &VisitorKey| newer.get(visitor).is_some_and(Option::is_none);
    let mut found: BTreeMap<Vec<u8>, VisitorId> = BTreeMap::new();
    for (visitor, _) in newer.iter().filter(|(_, standing)| standing.is_some()) {
        let place = key::visitor(visitor)?;
        if after.as_ref().is_none_or(|after| place > *after) {
            found.insert(place, visitor.visitor.clone());
        }
    }
    let mut folded = 0;
    for head in trees.visitors(tenant, after.as_deref())? {
        if folded == limit {
            break;
        }
        let visitor = head?;
        if !is_forgotten(&visitor) {
            found.insert(key::visitor(&visitor)?, visitor.visitor);
            folded += 1;
        }
    }
    Ok(found.into_values().take(limit).collect())
}
