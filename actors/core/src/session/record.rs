//! The records of a session. The store keeps them, and they restore the session.
//!
//! All records of a step are written together or not at all.

use crate::event::Entry;
use crate::ids::{MessageId, Seq, SessionNo, VisitorKey};
use crate::session::restore::Head;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One record about one visitor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The visitor.
    pub visitor: VisitorKey,
    /// The content.
    pub body: RecordBody,
}

/// One line of a visitor's log with its place, as the store reads it back.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Which session.
    pub session: SessionNo,
    /// Which line.
    pub seq: Seq,
    /// The entry.
    pub entry: Arc<Entry>,
}

impl Stored {
    /// The id of its message.
    pub fn id(&self) -> MessageId {
        MessageId {
            session: self.session,
            seq: self.seq,
        }
    }
}

/// The content of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RecordBody {
    /// A new line of a session's log. The lines of a session come in order, without gaps.
    Entry {
        /// Which session.
        session: SessionNo,
        /// Which line.
        seq: Seq,
        /// The line.
        entry: Arc<Entry>,
    },
    /// A line whose content changes (a recall, feedback, a filled form).
    Amend {
        /// Which session.
        session: SessionNo,
        /// Which line.
        seq: Seq,
        /// The line with its new content.
        entry: Arc<Entry>,
    },
    /// The visitor's current state; replaces the one before.
    Head(Box<Head>),
    /// Deletes earlier records. The office and its sweeper write this, never a session.
    Forget(Forget),
}

/// What to delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Forget {
    /// Lines older than this, of all sessions.
    LinesBefore(Timestamp),
    /// Everything of the visitor.
    Everything,
}

impl Forget {
    /// Whether it deletes a line of this time.
    pub fn covers(self, at: Timestamp) -> bool {
        match self {
            Self::LinesBefore(before) => at < before,
            Self::Everything => true,
        }
    }

    /// Whether it deletes the visitor's head.
    pub fn covers_head(self) -> bool {
        self == Self::Everything
    }

    /// Both deletions as one.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::LinesBefore(one), Self::LinesBefore(other)) => Self::LinesBefore(one.max(other)),
            (Self::Everything, _) | (_, Self::Everything) => Self::Everything,
        }
    }
}
