//! The lines of a backup or an export: each is one JSON object with one key, which names its kind.

use actors_core::event::Entry;
use actors_core::ids::{Seq, SessionNo, TenantId, VisitorId};
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::DocumentKind;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::Arc;

/// The format that this version writes. Older ones are read.
pub const FORMAT: u32 = 1;

const MILLIS_A_DAY: i64 = 24 * 3_600 * 1_000;

/// The day of a time, in days since 1970.
pub fn day_of(at: Timestamp) -> i64 {
    at.as_millis().div_euclid(MILLIS_A_DAY)
}

/// A hash that is the same in every process.
pub fn hash_of(name: &str) -> u64 {
    let hash = blake3::hash(name.as_bytes());
    let (first, _) = hash
        .as_bytes()
        .split_first_chunk()
        .expect("a hash has 32 bytes");
    u64::from_le_bytes(*first)
}

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// The first line.
    Begin(Begin),
    /// Messages and events of a session, oldest first. A long session has several such lines.
    Session(Session),
    /// A visitor's current state. It follows the sessions of the visitor.
    Visitor(Box<Visitor>),
    /// A document: settings, knowledge, left messages, descriptions of files. A later line of the same name replaces it.
    Document(Document),
    /// The keys that sign tokens. Whoever has them can sign in as any visitor.
    TokenKeys(String),
    /// The last line. Without it, the rest is incomplete.
    End(Counts),
}

/// What the lines come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Begin {
    /// [`FORMAT`].
    pub format: u32,
    /// The version of the program.
    pub version: String,
    /// The epoch of the store. A store that is filled with these lines has another.
    pub epoch: String,
    /// The mark, in milliseconds since 1970: everything acknowledged before it is in the lines.
    pub at: i64,
}

/// Lines of one session.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The tenant.
    pub tenant: TenantId,
    /// The visitor.
    pub visitor: VisitorId,
    /// Which of the visitor's sessions.
    pub session: SessionNo,
    /// When the session's first remaining entry was made, in days since 1970. Packs are made by day.
    pub day: i64,
    /// The entries.
    pub entries: Vec<Numbered>,
}

/// An entry with its number within the session.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbered {
    /// Its number.
    pub seq: Seq,
    /// The entry.
    pub entry: Arc<Entry>,
}

/// A visitor's state.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Visitor {
    /// The tenant.
    pub tenant: TenantId,
    /// The visitor.
    pub visitor: VisitorId,
    /// The state.
    pub head: Head,
}

/// A document.
#[derive(Debug, Serialize, Deserialize)]
pub struct Document {
    /// Its kind.
    pub of: DocumentKind,
    /// Its name within the kind.
    pub key: String,
    /// Its content; absent if it was deleted while the lines were written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<Box<RawValue>>,
}

/// How much was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Visitors.
    pub visitors: u64,
    /// Messages and events.
    pub entries: u64,
    /// Lines of documents.
    pub documents: u64,
}

impl Counts {
    /// The counts with one more line.
    #[must_use]
    pub fn with(mut self, line: &Line) -> Self {
        match line {
            Line::Session(session) => self.entries += session.entries.len() as u64,
            Line::Visitor(_) => self.visitors += 1,
            Line::Document(_) => self.documents += 1,
            Line::Begin(_) | Line::TokenKeys(_) | Line::End(_) => {}
        }
        self
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            visitors,
            entries,
            documents,
        } = self;
        write!(
            f,
            "{visitors} visitors, {entries} messages and events, {documents} documents"
        )
    }
}
