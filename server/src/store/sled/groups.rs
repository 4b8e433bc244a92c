//! The groups of a commit: made of what gathered, and shown to readers once they are durable.

use super::gathered::{End, Gathered};
use super::journal;
use super::unfolded::{Group, Unfolded};
use actors_runtime::ports::StoreError;
use parking_lot::RwLock;
use std::sync::Arc;

/// A group is closed when it has so many bytes; what gathered beyond that is another of the same commit.
const GROUP_BYTES: usize = 256 * 1024;

/// A group with the part of what gathered that it holds.
pub struct Written {
    group: Arc<Group>,
    from: End,
    upto: End,
}

/// As many groups as it takes, each made of its frames by `add`; an append is in one of them, whole.
pub fn make(
    gathered: &Gathered,
    mut add: impl FnMut(&[u8]) -> Result<Arc<Group>, StoreError>,
) -> Result<Vec<Written>, StoreError> {
    let mut written = Vec::new();
    let mut close = |from: End, upto: End| -> Result<(), StoreError> {
        if from.frames < upto.frames {
            let group = add(&gathered.frames[from.frames..upto.frames])?;
            written.push(Written { group, from, upto });
        }
        Ok(())
    };
    let (mut from, mut upto) = (End::default(), End::default());
    for end in &gathered.ends {
        if end.frames - from.frames > GROUP_BYTES {
            close(from, upto)?;
            from = upto;
        }
        upto = *end;
    }
    close(from, upto)?;
    Ok(written)
}

/// Lets readers see what was written.
pub fn note(
    unfolded: &RwLock<Unfolded>,
    groups: &mut Vec<Written>,
    gathered: &mut Gathered,
) -> Result<(), StoreError> {
    if groups.is_empty() {
        return Ok(());
    }
    let mut unfolded = unfolded.write();
    let mut notes = gathered.notes.drain(..);
    for Written { group, from, upto } in groups.drain(..) {
        let base = journal::FRAMES_START.cast_signed() - from.frames.cast_signed();
        unfolded.note(&group, base, notes.by_ref().take(upto.notes - from.notes))?;
    }
    Ok(())
}
