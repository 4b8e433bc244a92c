//! Groups of the journal: several records and changes of documents under one checksum.

use super::{
    DOCUMENT_NAME, DocumentChanged, ENVELOPE_BYTES, Layout as _, RECORD_BYTES_MAX, Subject,
    SubjectKind, SubjectOf, close_envelope, damaged, decode_first, encode_as, encode_into,
    open_envelope, seal_document, too_large, unknown_layout, unseal_any,
};
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::StoreError;
use std::ops::Range;

/// What a frame of a group holds, with its position in the group.
#[derive(Clone, Debug, PartialEq)]
pub enum Framed {
    /// A visitor's record.
    Record {
        /// The whole frame, for [`read_frame`].
        frame: Range<usize>,
        /// The record's visitor and kind.
        subject: Subject,
        /// The bytes of the line or the head, as [`decode`](super::decode) reads them.
        body: Range<usize>,
    },
    /// A change of a document.
    Document {
        /// The document's key.
        key: Vec<u8>,
        /// Its sealed content; empty if it is deleted.
        sealed: Range<usize>,
    },
}

pub(super) const NAME: &str = "group of the journal";
/// Groups of version 1 hold no documents.
pub(super) const VERSION: u8 = 2;
/// Size of the length before each frame of a group.
const LENGTH_BYTES: usize = 4;

/// Where the frames begin in a group.
pub const GROUP_FRAMES_START: usize = ENVELOPE_BYTES;

/// Appends `record` as a frame, `[length][subject][line or head]`. A group is a sequence of frames. Returns the
/// position of the line or head in `frames`.
pub fn frame(record: &Record, frames: &mut Vec<u8>) -> Result<Range<usize>, StoreError> {
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
    let subject = |frames: &mut Vec<u8>| encode_as::<Subject>(&SubjectOf { visitor, kind }, frames);
    frame_of(frames, subject, |frames| match &record.body {
        RecordBody::Entry { entry, .. } | RecordBody::Amend { entry, .. } => {
            encode_into(entry.as_ref(), frames)
        }
        RecordBody::Head(head) => encode_into(head.as_ref(), frames),
        RecordBody::Forget(_) => Ok(()),
    })
}

/// Appends a document's change as a frame, `[length][key][sealed content]`. A deletion has no content. Returns the
/// position of the content in `frames`.
pub fn frame_document(
    key: &[u8],
    json: Option<&[u8]>,
    frames: &mut Vec<u8>,
) -> Result<Range<usize>, StoreError> {
    let bytes = json.map_or(0, <[u8]>::len);
    if bytes as u64 > RECORD_BYTES_MAX {
        return Err(too_large(DOCUMENT_NAME, format_args!("{bytes} bytes")));
    }
    let key = |frames: &mut Vec<u8>| {
        let key = key.to_vec();
        encode_into(&DocumentChanged { key }, frames)
    };
    frame_of(frames, key, |frames| {
        frames.extend(json.map(seal_document).unwrap_or_default());
        Ok(())
    })
}

/// Appends a frame of a subject and a body. Returns the position of the body.
fn frame_of(
    frames: &mut Vec<u8>,
    subject: impl FnOnce(&mut Vec<u8>) -> Result<(), StoreError>,
    body: impl FnOnce(&mut Vec<u8>) -> Result<(), StoreError>,
) -> Result<Range<usize>, StoreError> {
    let start = frames.len();
    frames.extend_from_slice(&[0; LENGTH_BYTES]);
    subject(frames)?;
    let middle = frames.len();
    body(frames)?;
    let bytes = u32::try_from(frames.len() - start - LENGTH_BYTES)
        .map_err(|error| too_large(Subject::NAME, error))?;
    frames[start..start + LENGTH_BYTES].copy_from_slice(&bytes.to_le_bytes());
    Ok(middle..frames.len())
}

/// Appends a group that contains `frames`.
pub fn seal_group(frames: &[u8], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    open_envelope(VERSION, bytes);
    bytes.extend_from_slice(frames);
    close_envelope(&mut bytes[start..]);
}

/// Whether a group is intact, whatever its version. So a group of a newer version is an error, and not the end of the
/// journal.
pub fn is_whole_group(sealed: &[u8]) -> bool {
    unseal_any(NAME, sealed).is_ok()
}

/// Reads a group of the journal. The returned ranges are positions in `sealed`.
pub fn open_group(sealed: &[u8]) -> Result<Vec<Framed>, StoreError> {
    let mut rest = match unseal_any(NAME, sealed)? {
        (1..=VERSION, frames) => frames,
        (newer, _) => return Err(unknown_layout(NAME, newer)),
    };
    let mut found = Vec::new();
    while !rest.is_empty() {
        let start = sealed.len() - rest.len();
        let (frame, after) = rest
            .split_at_checked(frame_length(rest)?)
            .ok_or_else(|| damaged(NAME, "a frame is longer than the group"))?;
        let end = start + frame.len();
        found.push(
            if frame.get(LENGTH_BYTES) == Some(&DocumentChanged::VERSION) {
                let (DocumentChanged { key }, sealed) = decode_first(&frame[LENGTH_BYTES..])?;
                let sealed = end - sealed.len()..end;
                Framed::Document { key, sealed }
            } else {
                let (subject, value) = read_frame(frame)?;
                Framed::Record {
                    frame: start..end,
                    subject,
                    body: end - value.len()..end,
                }
            },
        );
        rest = after;
    }
    Ok(found)
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

/// Reads the frame of a visitor's record: its subject, and the bytes of the line or head for
/// [`decode`](super::decode).
pub fn read_frame(frame: &[u8]) -> Result<(Subject, &[u8]), StoreError> {
    let (_, said) = frame
        .split_first_chunk::<LENGTH_BYTES>()
        .ok_or_else(|| damaged(NAME, "a frame is cut off"))?;
    decode_first(said)
}
