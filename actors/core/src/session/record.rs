//! What a session writes down. The store keeps these, and a session is what they say.
//!
//! A step's records are written together or not at all.

use crate::event::Entry;
use crate::ids::{Seq, SessionNo, VisitorKey};
use crate::session::restore::Head;
use crate::time::Timestamp;
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
    /// What was kept before this is not any more. Not a session's to say: the office and its sweeper do.
    Forget(Forget),
}

/// What is not kept any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Forget {
    /// Lines older than this, of all sessions.
    LinesBefore(Timestamp),
    /// Everything of the visitor.
    Everything,
}

impl Forget {
    /// Whether a line of this time goes.
    pub fn covers(self, at: Timestamp) -> bool {
        match self {
            Self::LinesBefore(before) => at < before,
            Self::Everything => true,
        }
    }

    /// Whether the visitor's head goes.
    pub fn covers_head(self) -> bool {
        self == Self::Everything
    }

    /// What this and another say together.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::LinesBefore(one), Self::LinesBefore(other)) => Self::LinesBefore(one.max(other)),
            (Self::Everything, _) | (_, Self::Everything) => Self::Everything,
        }
    }
}
