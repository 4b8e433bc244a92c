//! Folding: what the journal says of a visitor goes into its final place.
//!
//! Every write may be repeated: a line stands at its session and seq, a head at its visitor. A process that ends
//! half-way leaves the journal as it was, and the next folds the same, or what became of it, over what is there.

use super::chunks::{Chunk, Chunks};
use super::forget;
use super::trees::Trees;
use super::unfolded::{Line, Ripeness, Visitor};
use crate::store::record::ChunkLine;
use actors_core::ids::{Seq, VisitorKey};
use actors_runtime::ports::StoreError;
use std::collections::BTreeMap;

/// Writes what `unfolded` says of a visitor into the trees.
pub fn fold(
    trees: &Trees,
    full: Ripeness,
    visitor: &VisitorKey,
    unfolded: &Visitor,
) -> Result<(), StoreError> {
    // Before the lines, which came after it.
    if let Some(forgotten) = &unfolded.forgotten {
        forget::forget(trees, visitor, forgotten.what)?;
    }
    for lines in unfolded
        .lines
        .chunk_by(|one, other| one.session == other.session)
    {
        fold_session(&trees.lines, full, visitor, lines)?;
    }
    // After the lines, so that no head is ever ahead of its log.
    if let Some(head) = &unfolded.head {
        trees.put_head(visitor, head.place.bytes(), &head.standing, head.due)?;
    }
    Ok(())
}

/// Lines of one session, by seq: those that a record holds already are replaced in it, the others follow the last.
fn fold_session(
    chunks: &Chunks,
    full: Ripeness,
    visitor: &VisitorKey,
    mut lines: &[Line],
) -> Result<(), StoreError> {
    while let Some(first) = lines.first() {
        let session = first.session;
        // A record that is full, or longer than what is new, is left alone: no need to read it.
        let row = chunks.row(visitor, session, first.seq)?;
        let length = row.length_before(first.seq);
        let length = length.and_then(|length| usize::try_from(length).ok());
        if length.is_some_and(|length| length >= full.lines || length > lines.len()) {
            let merged = merge(&[], lines);
            let mut records = split(full, &merged);
            let first = records.next().unwrap_or_default();
            chunks.add_to(row, visitor, session, first)?;
            return records.try_for_each(|record| chunks.add(visitor, session, record));
        }
        let before = chunks.at(&row, first.seq)?;
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
        let add = |record: &[ChunkLine<'_>]| chunks.add(visitor, session, record);
        match &before {
            Some(chunk) if held > 0 => {
                let records = merge(&kept, now);
                let mut records: Vec<_> = split(full, &records).collect();
                // Delete from the end. A crash midway leaves duplicates, which readers drop, but never a gap.
                let first = records.drain(..1).next().unwrap_or_default();
                records.iter().rev().try_for_each(|record| add(record))?;
                chunks.replace(chunk, first)?;
            }
            // What would be written again for less than as much that is new lies beside it instead: where very many
            // talk at once, each is folded a line or two at a time.
            Some(chunk) if !is_full(full, &kept) && kept.len() <= now.len() => {
                let records = merge(&kept, now);
                for (number, record) in split(full, &records).enumerate() {
                    match number {
                        0 => chunks.replace(chunk, record)?,
                        _ => add(record)?,
                    }
                }
            }
            Some(_) | None => {
                split(full, &merge(&[], now)).try_for_each(add)?;
            }
        }
    }
    Ok(())
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

/// Cuts lines into records that are full and not twice as full, so that what is left over need not be written again
/// with what comes next; less than a full one is one.
fn split<'a, 'b>(
    full: Ripeness,
    lines: &'a [ChunkLine<'b>],
) -> impl Iterator<Item = &'a [ChunkLine<'b>]> {
    let mut rest = lines;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = filled(full, rest);
        if !is_full(full, &rest[end..]) {
            end = rest.len();
        }
        let (record, after) = rest.split_at(end);
        rest = after;
        Some(record)
    })
}

/// How many of the lines fill a record; all where they do not.
fn filled(full: Ripeness, lines: &[ChunkLine<'_>]) -> usize {
    let mut bytes = 0;
    let fills = |(number, line): (usize, &ChunkLine<'_>)| {
        bytes += line.line.len();
        number + 1 >= full.lines || bytes >= full.bytes
    };
    let last = lines.iter().enumerate().map(fills).position(|fills| fills);
    last.map_or(lines.len(), |last| last + 1)
}
