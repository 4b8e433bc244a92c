//! Folding: moves a visitor's records from the journal into the trees.
//!
//! Every write can be repeated: a line is stored under its session and seq, a head under its visitor. If a crash
//! interrupts folding, the journal is unchanged. The next process folds the same records, or newer ones, again.

use super::chunks::{Chunk, Chunks};
use super::forget;
use super::trees::Trees;
use super::unfolded::{Line, Ripeness, Visitor};
use crate::store::record::ChunkLine;
use actors_core::ids::{Seq, VisitorKey};
use actors_runtime::ports::StoreError;
use std::collections::BTreeMap;

/// Writes a visitor's unfolded records into the trees.
pub fn fold(
    trees: &Trees,
    full: Ripeness,
    visitor: &VisitorKey,
    unfolded: &Visitor,
) -> Result<(), StoreError> {
    // Before the lines, which the deletion does not cover.
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
        trees.put_head(visitor, head.location.bytes(), &head.standing, head.due)?;
    }
    Ok(())
}

/// Folds lines of one session, in the order of seq. A line that a record already holds is replaced there; the others
/// follow the last.
fn fold_session(
    chunks: &Chunks,
    full: Ripeness,
    visitor: &VisitorKey,
    mut lines: &[Line],
) -> Result<(), StoreError> {
    while let Some(first) = lines.first() {
        let session = first.session;
        // Leave a record alone that is full or longer than the new lines: it need not be read.
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
        // The lines of a session have no gaps, so lines after this record's last one come after all records.
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
                // Write the later records first, from the end, and then shrink the original one. A crash midway leaves
                // duplicates, which readers drop, but never a gap.
                let first = records.drain(..1).next().unwrap_or_default();
                records.iter().rev().try_for_each(|record| add(record))?;
                chunks.replace(chunk, first)?;
            }
            // Rewrite a record only for at least as many new lines. Otherwise they form a record of their own: with
            // very many active sessions, each fold brings only a line or two.
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
        line: line.location.bytes(),
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

/// Splits lines into full records, each less than twice as full, so that no small remainder must be rewritten later.
/// Lines that do not fill a record form one.
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

/// How many of the lines fill a record; all if they do not fill one.
fn filled(full: Ripeness, lines: &[ChunkLine<'_>]) -> usize {
    let mut bytes = 0;
    let fills = |(number, line): (usize, &ChunkLine<'_>)| {
        bytes += line.line.len();
        number + 1 >= full.lines || bytes >= full.bytes
    };
    let last = lines.iter().enumerate().map(fills).position(|fills| fills);
    last.map_or(lines.len(), |last| last + 1)
}
