//! What a session writes down. The store keeps these, and a session is what they say.
//!
//! A step's records are written together or not at all.

use crate::ids::{Seq, SessionNo, VisitorKey};
use crate::message::Entry;
use crate::session::restore::Head;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One thing to be kept about one visitor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// About whom.
    pub visitor: VisitorKey,
    /// What.
    pub body: RecordBody,
}

/// One line of a visitor's log with its place, as the store reads it back.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Which session.
    pub session: SessionNo,
    /// Which line.
    pub seq: Seq,
    /// The line as it reads.
    pub entry: Arc<Entry>,
}

/// What is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RecordBody {
    /// A new line of a session's log. Within a session they come in order, without holes.
    Entry {
        /// Which session.
        session: SessionNo,
        /// Which line.
        seq: Seq,
        /// The line.
        entry: Arc<Entry>,
    },
    /// A line that reads differently from here on (a recall, feedback, a filled form).
    Amend {
        /// Which session.
        session: SessionNo,
        /// Which line.
        seq: Seq,
        /// The line as it reads.
        entry: Arc<Entry>,
    },
    /// The visitor's present state; replaces the one before.
    Head(Box<Head>),
}
