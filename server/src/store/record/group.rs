//! Groups of the journal: several records under one checksum.

use super::{
    ENVELOPE_BYTES, Layout as _, Subject, SubjectKind, SubjectOf, close_envelope, damaged,
    decode_first, encode_as, encode_into, open_envelope, too_large, unseal,
};
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::StoreError;
use std::ops::Range;

/// A record in a group of the journal, with its position in the group.
#[derive(Clone, Debug, PartialEq)]
pub struct Framed {
    /// The whole frame, for [`read_frame`].
    pub frame: Range<usize>,
    /// The record's visitor and kind.
    pub subject: Subject,
    /// The bytes of the line or the head, as [`decode`](super::decode) reads them.
    pub body: Range<usize>,
}

pub(super) const NAME: &str = "group of the journal";
pub(super) const VERSION: u8 = 1;
/// Size of the length before each frame of a group.
const LENGTH_BYTES: usize = 4;

/// Where the frames begin in a group.
pub const GROUP_FRAMES_START: usize = ENVELOPE_BYTES;

/// Appends `record` as a frame, `[length][subject][line or head]`. A group is a sequence of frames. Returns the
/// position of the line or head in `frames`.
pub fn frame(record: &Record, frames: &mut Vec<u8>) -> Result<Range<usize>, StoreError> {
    let start = frames.len();
    frames.extend_from_slice(&[0; LENGTH_BYTES]);
    let kind = match &record.body {
        RecordBody::Entry { session, seq, .. } | RecordBody::Amend { session, seq, .. } => {
            SubjectKind::Line {
                session: *session,
                seq: *seq,
            }
        }
        RecordBody::Head(_) => SubjectKind::Head,
        RecordBody::Forget(forget) => SubjectKind::Forget(*forget),
    };
    let visitor = &record.visitor;
    encode_as::<Subject>(&SubjectOf { visitor, kind }, frames)?;
    let body = frames.len();
    match &record.body {
        RecordBody::Entry { entry, .. } | RecordBody::Amend { entry, .. } => {
            encode_into(entry.as_ref(), frames)?;
        }
        RecordBody::Head(head) => encode_into(head.as_ref(), frames)?,
        RecordBody::Forget(_) => {}
    }
    let bytes = u32::try_from(frames.len() - start - LENGTH_BYTES)
        .map_err(|error| too_large(Subject::NAME, error))?;
    frames[start..start + LENGTH_BYTES].copy_from_slice(&bytes.to_le_bytes());
    Ok(body..frames.len())
}

/// Appends a group that contains `frames`.
pub fn seal_group(frames: &[u8], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    open_envelope(VERSION, bytes);
    bytes.extend_from_slice(frames);
    close_envelope(&mut bytes[start..]);
}

/// Whether a group is intact.
pub fn is_whole_group(sealed: &[u8]) -> bool {
    unseal(NAME, VERSION, sealed).is_ok()
}

/// Reads a group of the journal. The returned ranges are positions in `sealed`.
pub fn open_group(sealed: &[u8]) -> Result<Vec<Framed>, StoreError> {
    let mut rest = unseal(NAME, VERSION, sealed)?;
    let mut records = Vec::new();
    while !rest.is_empty() {
        let start = sealed.len() - rest.len();
        let (frame, after) = rest
            .split_at_checked(frame_length(rest)?)
            .ok_or_else(|| damaged(NAME, "a frame is longer than the group"))?;
        let (subject, value) = read_frame(frame)?;
        let end = start + frame.len();
        records.push(Framed {
            frame: start..end,
            subject,
            body: end - value.len()..end,
        });
        rest = after;
    }
    Ok(records)
}

/// The length of the frame at the start of `bytes`.
pub fn frame_length(bytes: &[u8]) -> Result<usize, StoreError> {
    let (length, _) = bytes
        .split_first_chunk::<LENGTH_BYTES>()
        .ok_or_else(|| damaged(NAME, "a frame is cut off"))?;
    let length = usize::try_from(u32::from_le_bytes(*length));
    let length = length.map_err(|error| damaged(NAME, error))?;
    Ok(LENGTH_BYTES + length)
}

/// Reads a frame: its subject, and the bytes of the line or head for [`decode`](super::decode).
pub fn read_frame(frame: &[u8]) -> Result<(Subject, &[u8]), StoreError> {
    let (_, said) = frame
        .split_first_chunk::<LENGTH_BYTES>()
        .ok_or_else(|| damaged(NAME, "a frame is cut off"))?;
    decode_first(said)
}
