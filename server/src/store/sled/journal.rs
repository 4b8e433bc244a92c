//! The journal: groups of appends in a sequence of short files (`segments`). A file is released when all its groups
//! are durably folded, oldest first. So the remaining files are always the newest part.
//!
//! A file begins only when everything in the earlier files is durable. So a missing number between two files means
//! loss. Groups missing at the end of the last file may never have been acknowledged.

mod segments;

use super::database::disk_error;
use super::left_over::LeftFile;
use super::unfolded::Group;
use crate::store::record;
use actors_runtime::ports::StoreError;
use segments::Header;
pub use segments::{Content, FRAME_BYTES, Segment, Segments};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of groups in a file.
const PART_GROUPS: usize = 512;
/// Maximum bytes in a file; only the last commit may exceed it.
const PART_BYTES: usize = 768 * 1024;
/// Maximum number of files in the journal. Each stays open, and each process begins a new one, however little it
/// writes.
const FILES_MAX: usize = 64;
/// A full journal has at least this many files.
const PARTS_MIN: usize = 16;

/// Offset of the records within the bytes of a group.
pub const FRAMES_START: usize = FRAME_BYTES + record::GROUP_FRAMES_START;

/// The journal's non-empty files, oldest first.
pub struct Journal {
    parts: VecDeque<Part>,
    segments: Arc<Segments>,
    epoch: Arc<str>,
    /// Whether this process is writing the newest file.
    is_writing: bool,
    next: u64,
    bytes: usize,
    groups: usize,
    bytes_max: usize,
    groups_max: usize,
}

/// A file of the journal and its content.
pub struct Part {
    segment: Segment,
    /// Groups that this process wrote.
    written: Vec<Arc<Group>>,
    /// How many of `written` are in the file.
    in_file: usize,
    /// Set if a killed process wrote the file. Its groups are then read from the file.
    left: Option<Arc<LeftFile>>,
    groups: usize,
    bytes: usize,
    /// How many of `written` are durable, and the end of the last of them in the file.
    durable: (usize, u64),
}

impl Part {
    fn new(segment: Segment) -> Self {
        Self {
            segment,
            written: Vec::new(),
            in_file: 0,
            left: None,
            groups: 0,
            bytes: 0,
            durable: (0, 0),
        }
    }

    /// Reads a file: its groups up to the first that is damaged or incomplete.
    fn read(segment: Segment) -> Result<(Self, Content), StoreError> {
        // A killed process may have written more than it synced. Sync first, so that nothing written later outlives
        // it.
        let found = segment.sync();
        let found = found.and_then(|()| segment.read(record::is_whole_group));
        let found = found.map_err(|error| disk_error(&error))?;
        let part = Self {
            groups: found.groups.len(),
            bytes: found.groups.iter().map(Range::len).sum(),
            ..Self::new(segment)
        };
        Ok((part, found))
    }

    fn is_durable(&self) -> bool {
        self.durable.0 == self.written.len()
    }

    fn is_free(&self) -> bool {
        let is_alone = |group| Arc::strong_count(group) == 1;
        let left = self.left.as_ref();
        self.written.iter().all(is_alone) && left.is_none_or(|left| Arc::strong_count(left) == 1)
    }

    /// The number of the newest group up to the end of the file. After a refused commit the newest file may be empty.
    pub fn newest(&self) -> u64 {
        self.segment.header.first + self.groups as u64 - 1
    }

    /// Returns the file for reuse.
    pub fn into_segment(self) -> Segment {
        self.segment
    }
}

impl Journal {
    /// Reads what the last process left unfolded. `begun` are the files, and groups up to and including `folded` are
    /// already folded. Calls `found` for each file with its content. `bytes_max` and `groups_max` are the lengths from
    /// which the journal counts as full.
    pub fn open(
        (segments, epoch): (Arc<Segments>, Arc<str>),
        begun: Vec<Segment>,
        folded: u64,
        (bytes_max, groups_max): (usize, usize),
        mut found: impl FnMut(&Arc<LeftFile>, &Content) -> Result<(), StoreError>,
    ) -> Result<Self, StoreError> {
        let mut journal = Self {
            parts: VecDeque::new(),
            segments,
            epoch,
            is_writing: false,
            next: folded + 1,
            bytes: 0,
            groups: 0,
            bytes_max,
            groups_max,
        };
        for segment in begun {
            if segment.header.first <= folded {
                journal.segments.give_back(segment);
                continue;
            }
            let (part, content) = Part::read(segment)?;
            if let Some(left) = journal.take(part, &content)? {
                found(&left, &content)?;
            }
        }
        Ok(journal)
    }

    /// Takes over a non-empty file, whose numbers must continue those of the last one.
    fn take(
        &mut self,
        mut part: Part,
        content: &Content,
    ) -> Result<Option<Arc<LeftFile>>, StoreError> {
        let first = part.segment.header.first;
        let missing = first.saturating_sub(self.next);
        if missing > 0 {
            let where_from = if self.parts.is_empty() {
                "neither in `sled` nor in `journal`: the two are not of the same time"
            } else {
                "not in `journal`"
            };
            let why = format!("groups of messages are {where_from}; missing: {missing}");
            return Err(StoreError::Damaged(Arc::from(why)));
        }
        if part.groups == 0 {
            self.segments.give_back(part.segment);
            return Ok(None);
        }
        if first < self.next {
            let why = "two files of `journal` hold the same groups of messages";
            return Err(StoreError::Damaged(Arc::from(why)));
        }
        let left = LeftFile::new(part.segment.file(), first, &content.groups)?;
        let left = Arc::new(left);
        part.left = Some(Arc::clone(&left));
        self.next += part.groups as u64;
        self.bytes += part.bytes;
        self.groups += part.groups;
        self.parts.push_back(part);
        Ok(Some(left))
    }

    /// Adds a group of these records; it is in no file yet.
    pub fn add(&mut self, frames: &[u8]) -> Result<Arc<Group>, StoreError> {
        let number = self.next;
        let is_full = |part: &Part| part.is_durable() && self.is_full(part);
        if !self.is_writing || self.parts.back().is_none_or(is_full) {
            let begun = self.segments.begin(&self.epoch, number);
            let begun = begun.map_err(|error| disk_error(&error))?;
            self.parts.push_back(Part::new(begun));
            self.is_writing = true;
        }
        let Some(part) = self.parts.back_mut() else {
            return Err(no_file());
        };
        let bytes = sealed(&part.segment.header, number, frames);
        part.bytes += bytes.len();
        part.groups += 1;
        self.next += 1;
        self.bytes += bytes.len();
        self.groups += 1;
        let group = Arc::new(Group {
            number,
            bytes,
            _file: None,
        });
        part.written.push(Arc::clone(&group));
        Ok(group)
    }

    /// Writes added groups to the file; they are not durable yet.
    pub fn write(&mut self) -> Result<(), StoreError> {
        let Some(part) = self.parts.back_mut() else {
            return Ok(());
        };
        for group in &part.written[part.in_file..] {
            let written = part.segment.write(&group.bytes);
            written.map_err(|error| disk_error(&error))?;
            part.in_file += 1;
        }
        Ok(())
    }

    /// Makes everything written durable.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        if let Some(part) = self.parts.back_mut() {
            part.segment.sync().map_err(|error| disk_error(&error))?;
            part.durable = (part.in_file, part.segment.end());
        }
        Ok(())
    }

    /// Removes the groups of a failed commit, also from the file, so that a later start does not find refused records.
    pub fn take_back(&mut self) -> Result<(), StoreError> {
        let Some(part) = self.parts.back_mut().filter(|_| self.is_writing) else {
            return Ok(());
        };
        let (durable, end) = part.durable;
        let wiped = part.segment.take_back(end);
        wiped.map_err(|error| disk_error(&error))?;
        for group in part.written.drain(durable..) {
            part.bytes -= group.bytes.len();
            part.groups -= 1;
            self.bytes -= group.bytes.len();
            self.groups -= 1;
            self.next -= 1;
        }
        part.in_file = durable;
        Ok(())
    }

    fn is_full(&self, part: &Part) -> bool {
        part.bytes >= self.segments.bytes()
            || part.groups >= PART_GROUPS.min(self.groups_max / PARTS_MIN).max(1)
    }

    /// How many of the oldest files can be released. The file being written is not counted.
    pub fn free(&self) -> usize {
        let free = self.parts.iter().take(self.whole());
        free.take_while(|part| part.is_free()).count()
    }

    /// How many files are complete: nothing is written to them any more.
    fn whole(&self) -> usize {
        self.parts.len() - usize::from(self.is_writing)
    }

    /// How many files there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Takes out the oldest `count` files; the caller releases them in this order.
    pub fn take_oldest(&mut self, count: usize) -> Vec<Part> {
        let taken: Vec<_> = self.parts.drain(..count).collect();
        for part in &taken {
            self.bytes -= part.bytes;
            self.groups -= part.groups;
        }
        self.is_writing &= !self.parts.is_empty();
        taken
    }

    /// Total bytes of all groups.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The fill of the journal in percent of its limits.
    pub fn fill(&self) -> usize {
        // The file being written cannot be released, so it does not count.
        let (mut bytes, mut groups) = (self.bytes, self.groups);
        for part in self.parts.iter().skip(self.whole()) {
            bytes -= part.bytes;
            groups -= part.groups;
        }
        let bytes = bytes * 100 / self.bytes_max.max(1);
        let files = self.whole() * 100 / FILES_MAX;
        bytes.max(groups * 100 / self.groups_max.max(1)).max(files)
    }

    /// The number of the newest group; 0 if there is none.
    pub fn newest(&self) -> u64 {
        self.next - 1
    }

    /// The number of the group up to which folding would free half of the journal, in whole files.
    pub fn half(&self) -> u64 {
        let (mut bytes, mut groups) = (0, 0);
        for (files, part) in (1..).zip(&self.parts) {
            bytes += part.bytes;
            groups += part.groups;
            if bytes * 2 >= self.bytes || groups * 2 >= self.groups || files * 2 >= self.parts.len()
            {
                return part.newest();
            }
        }
        self.newest()
    }

    /// Empties the journal and keeps only its next number. Everything in it must be durably folded.
    pub fn clear(&self) -> Result<(), StoreError> {
        let cleared = self.segments.clear(&self.epoch, self.next);
        cleared.map_err(|error| disk_error(&error))
    }
}

fn no_file() -> StoreError {
    StoreError::Disk(Arc::from("the journal has no file"))
}

/// The file size for a journal of `bytes_max`; only the last commit may exceed it.
pub fn part_bytes(bytes_max: usize) -> usize {
    PART_BYTES.min(bytes_max / PARTS_MIN)
}

/// The bytes of a group for a file with this header.
fn sealed(header: &Header, number: u64, frames: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(FRAMES_START + frames.len());
    bytes.resize(FRAME_BYTES, 0);
    record::seal_group(frames, &mut bytes);
    let length = bytes.len() - FRAME_BYTES;
    if let Some(frame) = bytes.first_chunk_mut() {
        header.frame(number, length, frame);
    }
    bytes
}

#[cfg(test)]
mod tests;
