//! Reading lines: what is not folded lies over what the trees say.

use super::trees::Trees;
use super::unfolded::{Line, Visitor};
use crate::store::record;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::ports::{StoreError, Stored};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Found lines, as bytes of either source.
type Found = BTreeMap<(SessionNo, Seq), Vec<u8>>;

/// Lines of a session from `from` on, oldest first, at most `limit`. `unfolded` was copied before this is called.
pub fn entries(
    trees: &Trees,
    unfolded: &Visitor,
    visitor: &VisitorKey,
    session: SessionNo,
    (from, limit): (Seq, usize),
) -> Result<Vec<Stored>, StoreError> {
    let reading = trees.lines.reading();
    let mut found = Found::new();
    for chunk in trees.lines.from(visitor, session, from)? {
        for line in chunk?.lines()? {
            if line.seq >= from && !unfolded.hides_line(line.line)? {
                found.insert((session, line.seq), line.line.to_vec());
            }
        }
        if found.len() >= limit {
            break;
        }
    }
    drop(reading);
    for line in unfolded
        .lines
        .iter()
        .filter(|line| line.session == session && line.seq >= from)
    {
        found.insert((session, line.seq), line.place.bytes().to_vec());
    }
    found.into_iter().take(limit).map(read).collect()
}

/// The newest `limit` lines of all sessions older than `before`, oldest first. `unfolded` was copied before this is
/// called. Each source is read from its end, and no more of it than there may be among them.
pub fn history(
    trees: &Trees,
    unfolded: &Visitor,
    visitor: &VisitorKey,
    (before, limit): (Timestamp, usize),
) -> Result<Vec<Stored>, StoreError> {
    let reading = trees.lines.reading();
    let mut found: BTreeMap<(SessionNo, Seq), Stored> = BTreeMap::new();
    for chunk in trees.lines.backwards(visitor)? {
        if found.len() >= limit {
            break;
        }
        let chunk = chunk?;
        let session = chunk.session()?;
        for line in chunk.lines()?.iter().rev() {
            if found.len() >= limit {
                break;
            }
            // A line belongs to the record that begins nearest before it, which comes first here.
            if record::line_time(line.line)? < before
                && !unfolded.hides_line(line.line)?
                && let Entry::Vacant(place) = found.entry((session, line.seq))
            {
                place.insert(decode(session, line.seq, line.line)?);
            }
        }
    }
    drop(reading);
    let newer = unfolded.lines.iter().rev();
    for line in newer.filter(|line| line.at < before).take(limit) {
        let Line { session, seq, .. } = *line;
        found.insert((session, seq), decode(session, seq, line.place.bytes())?);
    }
    let older = found.len().saturating_sub(limit);
    Ok(found.into_values().skip(older).collect())
}

fn read(((session, seq), line): ((SessionNo, Seq), Vec<u8>)) -> Result<Stored, StoreError> {
    decode(session, seq, &line)
}

fn decode(session: SessionNo, seq: Seq, line: &[u8]) -> Result<Stored, StoreError> {
    let entry = record::decode(line)?;
    Ok(Stored {
        session,
        seq,
        entry: Arc::new(entry),
    })
}
