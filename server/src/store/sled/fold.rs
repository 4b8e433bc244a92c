//! Folding: what the journal says of a visitor goes into its final place.
//!
//! Every write may be repeated: a line stands at its session and seq, a head at its visitor. A process that ends
//! half-way leaves the journal as it was, and the next folds the same, or what became of it, over what is there.

use super::trees::{Chunk, Trees};
use super::unfolded::{Line, Ripeness, Visitor};
use crate::store::key;
use crate::store::record::ChunkLine;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_runtime::ports::StoreError;
use std::collections::BTreeMap;

/// Writes what `unfolded` says of a visitor into the trees.
pub fn fold(
    trees: &Trees,
    full: Ripeness,
    visitor: &VisitorKey,
    unfolded: &Visitor,
) -> Result<(), StoreError> {
    for lines in unfolded
        .lines
        .chunk_by(|one, other| one.session == other.session)
    {
        fold_session(trees, full, visitor, lines)?;
    }
    // After the lines, so that no head is ever ahead of its log.
    if let Some(head) = &unfolded.head {
        trees.put_head(visitor, head.place.bytes(), &head.standing, head.due)?;
    }
    Ok(())
}

/// Lines of one session, by seq: those that a record holds already are replaced in it, the others follow the last.
fn fold_session(
    trees: &Trees,
    full: Ripeness,
    visitor: &VisitorKey,
    mut lines: &[Line],
) -> Result<(), StoreError> {
    while let Some(first) = lines.first() {
        let session = first.session;
        let before = trees.chunk_at(visitor, session, first.seq)?;
        let kept = before
            .as_ref()
            .map(Chunk::lines)
            .transpose()?
            .unwrap_or_default();
        let last = kept.last().map(|line| line.seq);
        // What a session says comes without holes, so that lines beyond a record's last are beyond all records.
        let held = lines.partition_point(|line| last.is_some_and(|last| line.seq <= last));
        let (now, later) = if held == 0 {
            (lines, &lines[..0])
        } else {
            lines.split_at(held)
        };
        lines = later;
        let place = Place { visitor, session };
        match &before {
            Some(chunk) if held > 0 => {
                let records = merge(&kept, now);
                let mut records: Vec<_> = split(full, &records).collect();
                // From the last on: a process that ends in between leaves lines twice and none of them missing.
                let first = records.drain(..1).next().unwrap_or_default();
                for record in records.iter().rev() {
                    place.put(trees, record)?;
                }
                trees.put_chunk(chunk.key(), first)?;
            }
            Some(chunk) if !is_full(full, &kept) => {
                let records = merge(&kept, now);
                for (number, record) in split(full, &records).enumerate() {
                    match number {
                        0 => trees.put_chunk(chunk.key(), record)?,
                        _ => place.put(trees, record)?,
                    }
                }
            }
            Some(_) | None => {
                for record in split(full, &merge(&[], now)) {
                    place.put(trees, record)?;
                }
            }
        }
    }
    Ok(())
}

/// Whose lines.
struct Place<'a> {
    visitor: &'a VisitorKey,
    session: SessionNo,
}

impl Place<'_> {
    /// Writes a record of its own.
    fn put(&self, trees: &Trees, record: &[ChunkLine<'_>]) -> Result<(), StoreError> {
        let first = record.first().map_or(Seq(0), |line| line.seq);
        trees.put_chunk(&key::lines(self.visitor, self.session, first)?, record)
    }
}

fn is_full(full: Ripeness, lines: &[ChunkLine<'_>]) -> bool {
    lines.len() >= full.lines || bytes(lines) >= full.bytes
}

fn bytes(lines: &[ChunkLine<'_>]) -> usize {
    lines.iter().map(|line| line.line.len()).sum()
}

fn merge<'a>(kept: &[ChunkLine<'a>], lines: &'a [Line]) -> Vec<ChunkLine<'a>> {
    let line = |line: &'a Line| ChunkLine {
        seq: line.seq,
        at: line.at,
        line: line.place.bytes(),
    };
    if kept
        .last()
        .is_none_or(|last| lines.first().is_some_and(|first| last.seq < first.seq))
    {
        return kept.iter().copied().chain(lines.iter().map(line)).collect();
    }
    let mut merged: BTreeMap<Seq, ChunkLine<'a>> =
        kept.iter().map(|line| (line.seq, *line)).collect();
    merged.extend(lines.iter().map(|new| (new.seq, line(new))));
    merged.into_values().collect()
}

/// Cuts lines into records that are no fuller than they should be. A line longer than that has one of its own.
fn split<'a, 'b>(
    full: Ripeness,
    lines: &'a [ChunkLine<'b>],
) -> impl Iterator<Item = &'a [ChunkLine<'b>]> {
    let mut rest = lines;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut size = 0;
        let fitting = rest.iter().take(full.lines).take_while(|line| {
            size += line.line.len();
            size <= full.bytes
        });
        let (record, after) = rest.split_at(fitting.count().max(1));
        rest = after;
        Some(record)
    })
}
