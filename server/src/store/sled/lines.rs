//! Reads lines. An unfolded line replaces the one in the trees.

use super::trees::Trees;
use super::unfolded::{Line, Visitor};
use crate::store::record;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::time::Timestamp;
use actors_runtime::ports::{StoreError, Stored};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Found lines, as bytes, from either source.
type Found = BTreeMap<(SessionNo, Seq), Vec<u8>>;

/// Lines of a session from `from` on, oldest first, at most `limit`. `unfolded` is a copy made before the trees are
/// read.
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
        found.insert((session, line.seq), line.location.bytes().to_vec());
    }
    found.into_iter().take(limit).map(read).collect()
}

/// The newest `limit` lines of all sessions that are older than `before`, oldest first. `unfolded` is a copy made
/// before the trees are read. Reads both sources from their ends, and no further than needed.
pub fn history(
    trees: &Trees,
    unfolded: &Visitor,
    visitor: &VisitorKey,
    (before, limit): (Timestamp, usize),
) -> Result<Vec<Stored>, StoreError> {
    let newer = unfolded.lines.iter().rev();
    let mut newer = newer.filter(|line| line.at < before).peekable();
    let mut newest_first = Vec::with_capacity(limit);
    let reading = trees.lines.reading();
    let mut last = None;
    'records: for chunk in trees.lines.backwards(visitor)? {
        let chunk = chunk?;
        let session = chunk.session()?;
        'lines: for line in chunk.lines()?.iter().rev() {
            let place = (session, line.seq);
            // After a crash two records may hold the same line. The one that begins nearest before it counts; it comes
            // first here.
            if last.is_some_and(|last| place >= last) {
                continue;
            }
            last = Some(place);
            if record::line_time(line.line)? >= before || unfolded.hides_line(line.line)? {
                continue;
            }
            while let Some(newer) = newer.next_if(|newer| newer.key() >= place) {
                if newest_first.len() >= limit {
                    break 'records;
                }
                newest_first.push(newer.read()?);
                if newer.key() == place {
                    continue 'lines;
                }
            }
            if newest_first.len() >= limit {
                break 'records;
            }
            newest_first.push(decode(session, line.seq, line.line)?);
        }
    }
    drop(reading);
    for newer in newer {
        if newest_first.len() >= limit {
            break;
        }
        newest_first.push(newer.read()?);
    }
    newest_first.reverse();
    Ok(newest_first)
}

impl Line {
    fn read(&self) -> Result<Stored, StoreError> {
        decode(self.session, self.seq, self.location.bytes())
    }
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
