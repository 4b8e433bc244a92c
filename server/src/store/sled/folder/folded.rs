//! Folds visitors and documents, and forgets them once that is durable.

use crate::store::sled::fold::fold;
use crate::store::sled::journal::Part;
use crate::store::sled::meta::Meta;
use crate::store::sled::options::Step;
use crate::store::sled::shared::Shared;
use crate::store::sled::unfolded::{self, Changes, Ripeness, Visitor};
use actors_core::ids::VisitorKey;
use actors_runtime::ports::StoreError;
use std::collections::VecDeque;
use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What is folded and not yet durable in the trees.
#[derive(Default)]
pub struct Folded {
    /// Visitors, with their records at that time.
    visitors: Vec<(VisitorKey, Arc<Visitor>)>,
    documents: Changes,
}

impl Folded {
    /// Whether everything folded is durable.
    pub fn is_empty(&self) -> bool {
        self.visitors.is_empty() && self.documents.is_empty()
    }

    /// Folds a visitor's records. Records of a session are filled up to `full`.
    pub fn fold_visitor(
        &mut self,
        shared: &Shared,
        full: Ripeness,
        visitor: &VisitorKey,
    ) -> Result<(), StoreError> {
        let Some(unfolded) = unfolded::visitor_to_fold(&shared.unfolded, visitor)? else {
            return Ok(());
        };
        shared.disk.tell(Step::Fold)?;
        fold(&shared.disk.base()?.trees, full, visitor, &unfolded)?;
        shared.disk.folded(unfolded.bytes());
        self.visitors.push((visitor.clone(), unfolded));
        Ok(())
    }

    /// Folds documents whose newest change is in a group up to and including `upto`. Calls `goes_on` before each.
    /// Returns `false` if that ended it.
    pub fn fold_documents(
        &mut self,
        shared: &Shared,
        upto: u64,
        goes_on: impl Fn() -> bool,
    ) -> Result<bool, StoreError> {
        let mut from = (upto > 0).then_some(Bound::Unbounded);
        while let Some(first) = from {
            let slice = shared.unfolded.read().documents.slice(&first);
            for (key, change) in slice.changes {
                if change.group.number > upto {
                    continue;
                }
                if !goes_on() {
                    return Ok(false);
                }
                shared.disk.tell(Step::Fold)?;
                let sealed = change.bytes();
                shared.disk.base()?.trees.put_document(&key, sealed)?;
                shared.disk.folded(key.len() + sealed.len());
                self.documents.push((key, change));
            }
            from = match slice.upto {
                Bound::Included(last) => Some(Bound::Excluded(last)),
                Bound::Excluded(_) | Bound::Unbounded => None,
            };
        }
        Ok(true)
    }

    /// Makes folded records durable, removes them from the unfolded ones, and releases `parts`. Parts not released
    /// because of an error stay in `parts`.
    pub fn settle(
        &mut self,
        shared: &Shared,
        parts: &mut VecDeque<Part>,
    ) -> Result<(), StoreError> {
        let disk = &shared.disk;
        if let Some(newest) = parts.back().map(Part::newest) {
            // Their groups are already durably folded. This number must be durable before the files are overwritten.
            Meta::open(&disk.base()?.database.db)?.set_folded(newest)?;
        }
        disk.make_folded_durable()?;
        let visitors = self.visitors.len() as u64;
        shared.folded.fetch_add(visitors, Ordering::Relaxed);
        for (visitor, seen) in self.visitors.drain(..) {
            shared.unfolded.write().forget(&visitor, &seen);
        }
        for (key, seen) in self.documents.drain(..) {
            shared.unfolded.write().documents.forget(&key, &seen);
        }
        while !parts.is_empty() {
            disk.tell(Step::Drop)?;
            if let Some(part) = parts.pop_front() {
                disk.segments.give_back(part.into_segment());
            }
        }
        Ok(())
    }
}
