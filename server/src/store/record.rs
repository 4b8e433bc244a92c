//! How everything lies on disk: `[version][crc32][payload]`, and the one place that knows bincode.
//!
//! - The checksum covers the version and the payload, so that a damaged byte is an error and never another message.
//! - What is kept is decided by the types of `actors-core`; their order of variants and fields is the layout. A layout
//!   that changes takes a new version number, and the golden files beside this module say when that happens.
//! - A line or a head is encoded once, when it is appended, and moves as bytes from the journal into its final place.

use actors_core::event::Entry;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::record::{Forget, Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use bincode::Options;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// The largest record that is written or read, in bytes. Bodies are at most 1 MiB (Protocol, 'Sizes and times'), so a larger one is
/// damage and not data.
pub const RECORD_BYTES_MAX: u64 = 16 * 1024 * 1024;

const ENVELOPE_BYTES: usize = 5;

/// What has a layout of its own on disk.
pub trait Layout: Serialize + DeserializeOwned {
    /// What it is called in an error.
    const NAME: &'static str;
    /// Grows when the layout changes.
    const VERSION: u8;

    /// What an older layout lacks at its end, as bytes of this one; none for a layout that is not known.
    fn missing_since(version: u8) -> Option<&'static [u8]> {
        (version == Self::VERSION).then_some(&[])
    }
}

impl Layout for Entry {
    const NAME: &'static str = "line of a log";
    const VERSION: u8 = 1;
}

impl Layout for Head {
    const NAME: &'static str = "visitor's head";
    const VERSION: u8 = 2;

    /// Layout 1 has no `vouched`.
    fn missing_since(version: u8) -> Option<&'static [u8]> {
        match version {
            1 => Some(&[0]),
            Self::VERSION => Some(&[]),
            _ => None,
        }
    }
}

impl Layout for Standing {
    const NAME: &'static str = "visitor's standing";
    const VERSION: u8 = 1;
}

/// About whom and what a record of the journal is; the line or the head follows it as bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// About whom.
    pub visitor: VisitorKey,
    /// What follows.
    pub kind: SubjectKind,
}

/// What a record of the journal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubjectKind {
    /// A line, new or written anew: what it says stands at its place from here on.
    Line {
        /// Which session.
        session: SessionNo,
        /// Which line.
        seq: Seq,
    },
    /// The visitor's head.
    Head,
    /// What came before is not kept any more; nothing follows.
    Forget(Forget),
}

/// A [`Subject`] as it is written, without another owner of its names.
#[derive(Serialize)]
struct SubjectOf<'a> {
    visitor: &'a VisitorKey,
    kind: SubjectKind,
}

impl Layout for Subject {
    const NAME: &'static str = "record of the journal";
    const VERSION: u8 = 1;
}

fn options() -> impl Options {
    unlimited().with_limit(RECORD_BYTES_MAX)
}

/// The same for writing: with a limit every value is gone through twice, the first time only to count.
fn unlimited() -> impl Options {
    bincode::DefaultOptions::new()
        .with_varint_encoding()
        .with_no_limit()
        .reject_trailing_bytes()
}

fn damaged(name: &str, why: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(Arc::from(format!("{name}: {why}")))
}

fn too_large(name: &str, why: impl std::fmt::Display) -> StoreError {
    StoreError::TooLarge(Arc::from(format!("{name}: {why}")))
}

/// Appends the version and the bare bytes of `value`: for what lies inside a sealed record.
pub fn encode_into<T: Layout>(value: &T, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
    encode_as::<T>(value, bytes)
}

/// Appends what has the layout of a `T` though it is none, such as one that is borrowed.
fn encode_as<T: Layout>(value: &impl Serialize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
    bytes.push(T::VERSION);
    let start = bytes.len();
    unlimited()
        .serialize_into(&mut *bytes, value)
        .map_err(|error| too_large(T::NAME, error))?;
    let length = bytes.len() - start;
    if length as u64 > RECORD_BYTES_MAX {
        return Err(too_large(T::NAME, format_args!("{length} bytes")));
    }
    Ok(())
}

/// Reads what [`encode_into`] wrote; all of `bytes` is the value.
pub fn decode<T: Layout>(bytes: &[u8]) -> Result<T, StoreError> {
    let (version, payload) = bytes
        .split_first()
        .ok_or_else(|| damaged(T::NAME, "no bytes"))?;
    deserialize(*version, payload)
}

/// Reads a value of this layout or of an older one that only lacks something at its end.
fn deserialize<T: Layout>(version: u8, payload: &[u8]) -> Result<T, StoreError> {
    let missing = T::missing_since(version).ok_or_else(|| unknown_layout(T::NAME, version))?;
    if missing.is_empty() {
        let value = options().deserialize(payload);
        return value.map_err(|error| damaged(T::NAME, error));
    }
    let whole = [payload, missing].concat();
    let value = options().deserialize(&whole);
    value.map_err(|error| damaged(T::NAME, error))
}

fn unknown_layout(name: &str, version: u8) -> StoreError {
    damaged(name, format_args!("layout {version} is not known here"))
}

/// Reads what [`encode_into`] wrote; what follows the value is returned with it.
pub fn decode_first<T: Layout>(bytes: &[u8]) -> Result<(T, &[u8]), StoreError> {
    let (version, mut rest) = bytes
        .split_first()
        .ok_or_else(|| damaged(T::NAME, "no bytes"))?;
    expect_version::<T>(*version)?;
    let value = options()
        .allow_trailing_bytes()
        .deserialize_from(&mut rest)
        .map_err(|error| damaged(T::NAME, error))?;
    Ok((value, rest))
}

fn expect_version<T: Layout>(version: u8) -> Result<(), StoreError> {
    if version == T::VERSION {
        return Ok(());
    }
    Err(unknown_layout(T::NAME, version))
}

/// Puts the envelope around `payload`.
pub fn seal(version: u8, payload: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(ENVELOPE_BYTES + payload.len());
    open_envelope(version, &mut sealed);
    sealed.extend_from_slice(payload);
    close_envelope(&mut sealed);
    sealed
}

/// Makes room for the envelope; the payload is to follow, and then [`close_envelope`].
fn open_envelope(version: u8, sealed: &mut Vec<u8>) {
    sealed.extend_from_slice(&[version, 0, 0, 0, 0]);
}

fn close_envelope(sealed: &mut [u8]) {
    let (envelope, payload) = sealed.split_at_mut(ENVELOPE_BYTES);
    let sum = checksum(envelope[0], payload);
    envelope[1..].copy_from_slice(&sum.to_le_bytes());
}

/// Takes the envelope off; `name` is what an error calls it.
pub fn unseal<'a>(name: &str, version: u8, sealed: &'a [u8]) -> Result<&'a [u8], StoreError> {
    let (found, payload) = unseal_any(name, sealed)?;
    if found != version {
        return Err(unknown_layout(name, found));
    }
    Ok(payload)
}

/// The same of whatever layout, which is returned with it.
fn unseal_any<'a>(name: &str, sealed: &'a [u8]) -> Result<(u8, &'a [u8]), StoreError> {
    let Some((envelope, payload)) = sealed.split_at_checked(ENVELOPE_BYTES) else {
        return Err(damaged(
            name,
            format_args!("cut off after {} bytes", sealed.len()),
        ));
    };
    let expected = u32::from_le_bytes([envelope[1], envelope[2], envelope[3], envelope[4]]);
    if checksum(envelope[0], payload) != expected {
        return Err(damaged(name, "the checksum does not match"));
    }
    Ok((envelope[0], payload))
}

fn checksum(version: u8, payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[version]);
    hasher.update(payload);
    hasher.finalize()
}

/// A value with its envelope: for what lies alone under a key.
pub fn seal_value<T: Layout>(value: &T) -> Result<Vec<u8>, StoreError> {
    let payload = options()
        .serialize(value)
        .map_err(|error| too_large(T::NAME, error))?;
    Ok(seal(T::VERSION, &payload))
}

/// Reads what [`seal_value`] wrote.
pub fn unseal_value<T: Layout>(sealed: &[u8]) -> Result<T, StoreError> {
    let (version, payload) = unseal_any(T::NAME, sealed)?;
    deserialize(version, payload)
}

/// Like [`seal_value`], of what [`encode_into`] wrote: without reading it.
pub fn seal_encoded(encoded: &[u8]) -> Result<Vec<u8>, StoreError> {
    let (version, payload) = encoded
        .split_first()
        .ok_or_else(|| damaged("record", "no bytes"))?;
    Ok(seal(*version, payload))
}

/// When a line was written, read from its bytes without reading all of it.
pub fn line_time(line: &[u8]) -> Result<Timestamp, StoreError> {
    #[derive(Deserialize)]
    struct EntryStart {
        at: Timestamp,
    }
    let (version, mut payload) = line
        .split_first()
        .ok_or_else(|| damaged(Entry::NAME, "no bytes"))?;
    expect_version::<Entry>(*version)?;
    let start: EntryStart = options()
        .allow_trailing_bytes()
        .deserialize_from(&mut payload)
        .map_err(|error| damaged(Entry::NAME, error))?;
    Ok(start.at)
}

/// One record of a group of the journal: about what, and where its bytes lie in the group.
#[derive(Clone, Debug, PartialEq)]
pub struct Framed {
    /// All of it, as [`read_frame`] reads it.
    pub frame: Range<usize>,
    /// About what.
    pub subject: Subject,
    /// The bytes of the line or the head, as [`decode`] reads them.
    pub body: Range<usize>,
}

const GROUP_NAME: &str = "group of the journal";
const GROUP_VERSION: u8 = 1;
/// Before each frame of a group.
const LENGTH_BYTES: usize = 4;

/// Where the frames of a group begin in it.
pub const GROUP_FRAMES_START: usize = ENVELOPE_BYTES;

/// Appends `record` as a frame, `[length][subject][line or head]`; the frames of a group follow each other. Returns
/// where in `frames` the line or head lies.
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

/// Appends the group of the journal around frames.
pub fn seal_group(frames: &[u8], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    open_envelope(GROUP_VERSION, bytes);
    bytes.extend_from_slice(frames);
    close_envelope(&mut bytes[start..]);
}

/// Whether what [`seal_group`] wrote is as it wrote it.
pub fn is_whole_group(sealed: &[u8]) -> bool {
    unseal(GROUP_NAME, GROUP_VERSION, sealed).is_ok()
}

/// What lies in a group of the journal; the ranges are places in `sealed`.
pub fn open_group(sealed: &[u8]) -> Result<Vec<Framed>, StoreError> {
    let mut rest = unseal(GROUP_NAME, GROUP_VERSION, sealed)?;
    let mut records = Vec::new();
    while !rest.is_empty() {
        let start = sealed.len() - rest.len();
        let (frame, after) = rest
            .split_at_checked(frame_length(rest)?)
            .ok_or_else(|| damaged(GROUP_NAME, "a frame is longer than the group"))?;
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

/// How long the frame is that `bytes` begin with.
pub fn frame_length(bytes: &[u8]) -> Result<usize, StoreError> {
    let (length, _) = bytes
        .split_first_chunk::<LENGTH_BYTES>()
        .ok_or_else(|| damaged(GROUP_NAME, "a frame is cut off"))?;
    let length = usize::try_from(u32::from_le_bytes(*length));
    let length = length.map_err(|error| damaged(GROUP_NAME, error))?;
    Ok(LENGTH_BYTES + length)
}

/// About what a frame is, and the bytes of the line or the head, as [`decode`] reads them.
pub fn read_frame(frame: &[u8]) -> Result<(Subject, &[u8]), StoreError> {
    let (_, said) = frame
        .split_first_chunk::<LENGTH_BYTES>()
        .ok_or_else(|| damaged(GROUP_NAME, "a frame is cut off"))?;
    decode_first(said)
}

/// A line among others of its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLine<'a> {
    /// Which line.
    pub seq: Seq,
    /// The line's bytes, as [`decode`] reads them.
    pub line: &'a [u8],
}

#[derive(Serialize, Deserialize)]
struct ChunkHeader {
    seq: Seq,
    bytes: u64,
}

const CHUNK_NAME: &str = "lines of a session";
const CHUNK_VERSION: u8 = 2;

/// Some tens of lines of one session in one record, oldest first.
pub fn seal_chunk(lines: &[ChunkLine<'_>]) -> Result<Vec<u8>, StoreError> {
    let bytes: usize = lines.iter().map(|line| line.line.len() + 24).sum();
    let mut sealed = Vec::with_capacity(ENVELOPE_BYTES + bytes);
    open_envelope(CHUNK_VERSION, &mut sealed);
    for line in lines {
        let header = ChunkHeader {
            seq: line.seq,
            bytes: line.line.len() as u64,
        };
        unlimited()
            .serialize_into(&mut sealed, &header)
            .map_err(|error| too_large(CHUNK_NAME, error))?;
        sealed.extend_from_slice(line.line);
    }
    close_envelope(&mut sealed);
    Ok(sealed)
}

/// Reads what [`seal_chunk`] wrote.
pub fn open_chunk(sealed: &[u8]) -> Result<Vec<ChunkLine<'_>>, StoreError> {
    let mut rest = unseal(CHUNK_NAME, CHUNK_VERSION, sealed)?;
    let mut lines = Vec::new();
    while !rest.is_empty() {
        let header: ChunkHeader = options()
            .allow_trailing_bytes()
            .deserialize_from(&mut rest)
            .map_err(|error| damaged(CHUNK_NAME, error))?;
        let bytes = usize::try_from(header.bytes).map_err(|error| damaged(CHUNK_NAME, error))?;
        let (line, after) = rest
            .split_at_checked(bytes)
            .ok_or_else(|| damaged(CHUNK_NAME, "a line is longer than the record"))?;
        lines.push(ChunkLine {
            seq: header.seq,
            line,
        });
        rest = after;
    }
    Ok(lines)
}

const DOCUMENT_NAME: &str = "config document";
const DOCUMENT_VERSION: u8 = 1;

/// A config document: JSON text is a layout of its own, so only the envelope is added.
pub fn seal_document(json: &[u8]) -> Vec<u8> {
    seal(DOCUMENT_VERSION, json)
}

/// Reads what [`seal_document`] wrote.
pub fn open_document(sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
    unseal(DOCUMENT_NAME, DOCUMENT_VERSION, sealed).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests;
