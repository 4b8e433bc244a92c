//! The layout of every value on disk, `[version][crc32][payload]`, and the only user of bincode.
//!
//! - The checksum covers the version and the payload, so a damaged byte is an error and never another message.
//! - The types of `actors-core` define the layout by the order of their variants and fields. A changed layout needs a
//!   new version number. The golden files beside this module detect such a change.
//! - A line or a head is encoded once, when it is appended. Folding moves its bytes from the journal into the trees.
//! - `group`: the groups of the journal.

mod group;

pub use group::{
    Framed, GROUP_FRAMES_START, frame, frame_document, frame_length, is_whole_group, open_group,
    read_frame, seal_group,
};

use actors_core::event::Entry;
use actors_core::ids::{Seq, SessionNo, VisitorKey};
use actors_core::record::Forget;
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use bincode::Options;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Maximum size of a record, in bytes, for writing and reading. Bodies are at most 1 MiB (Protocol, 'Sizes and
/// times'), so a larger record is damaged.
pub const RECORD_BYTES_MAX: u64 = 16 * 1024 * 1024;

const ENVELOPE_BYTES: usize = 5;

/// A type with a layout of its own on disk.
pub trait Layout: Serialize + DeserializeOwned {
    /// The type's name in errors.
    const NAME: &'static str;
    /// The version of the layout; it grows with each change.
    const VERSION: u8;

    /// The bytes that a value of an older layout lacks at its end. `None` for an unknown layout.
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
    const VERSION: u8 = 7;

    /// Layout 1 has no `vouched`, layouts up to 2 no `shop_page`, layouts up to 3 neither `tags` nor `visit`, layouts
    /// up to 4 no `mailing`, layouts up to 5 no `pushing`, and layouts up to 6 no `course`.
    fn missing_since(version: u8) -> Option<&'static [u8]> {
        match version {
            1 => Some(&[0; 7]),
            2 => Some(&[0; 6]),
            3 => Some(&[0; 5]),
            4 => Some(&[0; 3]),
            5 => Some(&[0; 2]),
            6 => Some(&[0]),
            Self::VERSION => Some(&[]),
            _ => None,
        }
    }
}

impl Layout for Standing {
    const NAME: &'static str = "visitor's standing";
    const VERSION: u8 = 1;
}

/// The head of a journal record: which visitor and what kind. The bytes of the line or head follow it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// The visitor that the record belongs to.
    pub visitor: VisitorKey,
    /// The kind of record.
    pub kind: SubjectKind,
}

/// The kind of a journal record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubjectKind {
    /// A new line, or one that replaces an earlier one.
    Line {
        /// Its session.
        session: SessionNo,
        /// Its number in the session.
        seq: Seq,
    },
    /// The visitor's head.
    Head,
    /// Deletes earlier records; no bytes follow.
    Forget(Forget),
}

/// A [`Subject`] for writing, which borrows the visitor's key.
#[derive(Serialize)]
struct SubjectOf<'a> {
    visitor: &'a VisitorKey,
    kind: SubjectKind,
}

impl Layout for Subject {
    const NAME: &'static str = "record of the journal";
    const VERSION: u8 = 1;
}

/// The head of a document's change in a group: which document. Its sealed content follows; none if it is deleted.
#[derive(Serialize, Deserialize)]
struct DocumentChanged {
    key: Vec<u8>,
}

impl Layout for DocumentChanged {
    const NAME: &'static str = "document of the journal";
    /// The version is the first byte of a frame. So it differs from all versions of [`Subject`].
    const VERSION: u8 = 129;
}

fn options() -> impl Options {
    unlimited().with_limit(RECORD_BYTES_MAX)
}

/// Options for writing. With a limit, bincode would walk through every value twice, first only to count.
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

/// Appends the version and the bytes of `value`, without an envelope: for values inside a sealed record.
pub fn encode_into<T: Layout>(value: &T, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
    encode_as::<T>(value, bytes)
}

/// Like [`encode_into`], for a type that serializes like `T`, such as a borrowed form of it.
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

/// Reads what [`encode_into`] wrote. The value must fill `bytes`.
pub fn decode<T: Layout>(bytes: &[u8]) -> Result<T, StoreError> {
    let (version, payload) = bytes
        .split_first()
        .ok_or_else(|| damaged(T::NAME, "no bytes"))?;
    deserialize(*version, payload)
}

/// Reads a value of this layout, or of an older one that only lacks bytes at its end.
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

/// Reads what [`encode_into`] wrote, and returns the bytes that follow the value.
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

/// Appends an empty envelope. The payload must follow, and then [`close_envelope`].
fn open_envelope(version: u8, sealed: &mut Vec<u8>) {
    sealed.extend_from_slice(&[version, 0, 0, 0, 0]);
}

fn close_envelope(sealed: &mut [u8]) {
    let (envelope, payload) = sealed.split_at_mut(ENVELOPE_BYTES);
    let sum = checksum(envelope[0], payload);
    envelope[1..].copy_from_slice(&sum.to_le_bytes());
}

/// Removes the envelope. `name` is the value's name in errors.
pub fn unseal<'a>(name: &str, version: u8, sealed: &'a [u8]) -> Result<&'a [u8], StoreError> {
    let (found, payload) = unseal_any(name, sealed)?;
    if found != version {
        return Err(unknown_layout(name, found));
    }
    Ok(payload)
}

/// Like [`unseal`], for any layout version, which it returns.
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

/// Seals a value that is stored alone under a key.
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

/// Like [`seal_value`], for the bytes that [`encode_into`] wrote. Does not decode them.
pub fn seal_encoded(encoded: &[u8]) -> Result<Vec<u8>, StoreError> {
    let (version, payload) = encoded
        .split_first()
        .ok_or_else(|| damaged("record", "no bytes"))?;
    Ok(seal(*version, payload))
}

/// The time of a line, read without decoding the whole line.
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

/// A line in a record of several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLine<'a> {
    /// Its number in the session.
    pub seq: Seq,
    /// Its bytes, as [`decode`] reads them.
    pub line: &'a [u8],
}

#[derive(Serialize, Deserialize)]
struct ChunkHeader {
    seq: Seq,
    bytes: u64,
}

const CHUNK_NAME: &str = "lines of a session";
const CHUNK_VERSION: u8 = 2;

/// Seals some tens of lines of one session, oldest first, as one record.
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

/// Seals a config document. JSON text needs no layout of its own, so this only adds the envelope.
pub fn seal_document(json: &[u8]) -> Vec<u8> {
    seal(DOCUMENT_VERSION, json)
}

/// Reads what [`seal_document`] wrote.
pub fn open_document(sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
    unseal(DOCUMENT_NAME, DOCUMENT_VERSION, sealed).map(<[u8]>::to_vec)
}

/// The layouts of everything above, by name, for the test of the data folder's format.
#[cfg(test)]
pub(crate) const LAYOUTS: [(&str, u8); 8] = [
    (Entry::NAME, Entry::VERSION),
    (Head::NAME, Head::VERSION),
    (Standing::NAME, Standing::VERSION),
    (Subject::NAME, Subject::VERSION),
    (DocumentChanged::NAME, DocumentChanged::VERSION),
    (group::NAME, group::VERSION),
    (CHUNK_NAME, CHUNK_VERSION),
    (DOCUMENT_NAME, DOCUMENT_VERSION),
];

#[cfg(test)]
mod tests;
