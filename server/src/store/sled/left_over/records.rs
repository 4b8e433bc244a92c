//! Reads what a killed process left. This waits for the disk, so the caller holds no lock, except once for each
//! visitor who writes again.

use super::{Frame, LeftFile, damaged};
use crate::store::record::{self, SubjectKind};
use crate::store::sled::unfolded::{Location, Visitor, What};
use actors_core::ids::VisitorKey;
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use hashbrown::HashMap;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

/// Size of the first read. Most records are shorter; a longer one is read twice.
const FIRST_BYTES: usize = 1024;

/// Records to read. They stay in their files until then.
#[derive(Default)]
pub struct Records(Vec<(Arc<LeftFile>, Frame)>);

/// A visitor who was read.
pub struct LeftVisitor {
    /// All their records.
    pub visitor: Visitor,
    pub(super) frames: Vec<Frame>,
}

impl Records {
    /// Whether there are none.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn new(found: Vec<(Arc<LeftFile>, Frame)>) -> Self {
        Self(found)
    }

    /// Reads the records of this visitor; `None` if there are none.
    pub fn visitor(self, key: &VisitorKey) -> Result<Option<LeftVisitor>, StoreError> {
        let mut found: Option<LeftVisitor> = None;
        for (file, frame) in self.0 {
            let bytes = read(&file, frame)?;
            let (subject, body) = record::read_frame(&bytes)?;
            // A record of another visitor with the same hash.
            if subject.visitor != *key {
                continue;
            }
            let number = file.group_at(frame.at);
            let found = found.get_or_insert_with(|| LeftVisitor {
                visitor: Visitor::new(number),
                frames: Vec::new(),
            });
            let what = What::of(&subject, body)?;
            let location = Location::left(&file, number, body)?;
            found.visitor.take_up(what, location);
            found.frames.push(frame);
        }
        Ok(found)
    }

    /// The visitor of each record.
    pub fn keys(self) -> Result<Vec<VisitorKey>, StoreError> {
        self.0
            .into_iter()
            .map(|(file, frame)| {
                let bytes = read(&file, frame)?;
                Ok(record::read_frame(&bytes)?.0.visitor)
            })
            .collect()
    }

    /// The due time and visitor of each record; all records must be heads.
    pub fn due(self) -> Result<Vec<(Timestamp, VisitorKey)>, StoreError> {
        let mut found = Vec::with_capacity(self.0.len());
        for (file, frame) in self.0 {
            let bytes = read(&file, frame)?;
            let (subject, body) = record::read_frame(&bytes)?;
            let head: Head = record::decode(body)?;
            found.extend(head.due.map(|due| (due, subject.visitor)));
        }
        Ok(found)
    }

    /// The standing of each visitor; `None` if their head is deleted. Must be called on all heads and deletions.
    pub fn heads(self) -> Result<HashMap<VisitorKey, Option<Standing>>, StoreError> {
        let mut found = HashMap::new();
        for (file, frame) in self.0 {
            let bytes = read(&file, frame)?;
            let (subject, body) = record::read_frame(&bytes)?;
            match subject.kind {
                SubjectKind::Head => {
                    let head: Head = record::decode(body)?;
                    found.insert(subject.visitor, Some(head.standing));
                }
                SubjectKind::Forget(what) if what.covers_head() => {
                    found.insert(subject.visitor, None);
                }
                SubjectKind::Forget(_) | SubjectKind::Line { .. } => {}
            }
        }
        Ok(found)
    }
}

/// Reads a record from its file.
fn read(file: &LeftFile, frame: Frame) -> Result<Vec<u8>, StoreError> {
    let on_disk = |error: std::io::Error| StoreError::Disk(Arc::from(error.to_string()));
    let at = u64::from(frame.at);
    let mut bytes = vec![0; FIRST_BYTES];
    let read = file.file.read_at(&mut bytes, at).map_err(on_disk)?;
    bytes.truncate(read);
    let length = record::frame_length(&bytes)?;
    if length > read {
        bytes.resize(length, 0);
        file.file.read_exact_at(&mut bytes, at).map_err(on_disk)?;
    }
    bytes.truncate(length);
    if crc32fast::hash(&bytes) != frame.sum {
        return Err(damaged("the checksum of a record does not match"));
    }
    Ok(bytes)
}
