//! The groups of a commit: built from the appends of the batch, and shown to readers once they are durable.

use super::batch::{Batch, End};
use super::journal;
use super::unfolded::{Group, Unfolded};
use actors_runtime::ports::StoreError;
use parking_lot::RwLock;
use std::sync::Arc;

/// Maximum bytes in a group of several appends. Further appends form another group of the same commit.
const GROUP_BYTES: usize = 256 * 1024;

/// A group, and the range of the appends of the batch that it holds.
pub struct Written {
    group: Arc<Group>,
    from: End,
    upto: End,
}

/// Builds as many groups as needed; `add` makes each from its records. No append is split between groups.
pub fn make(
    batch: &Batch,
    mut add: impl FnMut(&[u8]) -> Result<Arc<Group>, StoreError>,
) -> Result<Vec<Written>, StoreError> {
    let mut written = Vec::new();
    let mut close = |from: End, upto: End| -> Result<(), StoreError> {
        if from.frames < upto.frames {
            let group = add(&batch.frames[from.frames..upto.frames])?;
            written.push(Written { group, from, upto });
        }
        Ok(())
    };
    let (mut from, mut upto) = (End::default(), End::default());
    for end in &batch.ends {
        if end.frames - from.frames > GROUP_BYTES {
            close(from, upto)?;
            from = upto;
        }
        upto = *end;
    }
    close(from, upto)?;
    Ok(written)
}

/// Shows written groups to readers.
pub fn note(
    unfolded: &RwLock<Unfolded>,
    groups: &mut Vec<Written>,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    if groups.is_empty() {
        return Ok(());
    }
    let mut unfolded = unfolded.write();
    let mut notes = batch.notes.drain(..);
    for Written { group, from, upto } in groups.drain(..) {
        let base = journal::FRAMES_START.cast_signed() - from.frames.cast_signed();
        unfolded.note(&group, base, notes.by_ref().take(upto.notes - from.notes))?;
    }
    Ok(())
}
