//! What agents plan for a left message or a work order: who does it, how urgent it is, and by when.

use crate::ids::AgentId;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How urgent something is (Protocol, 'Work orders').
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Priority {
    /// 0.
    Low,
    /// 1.
    #[default]
    Normal,
    /// Warning (2).
    High,
    /// Danger (3).
    Urgent,
}

/// The plan for an item. Stored: new fields only with a default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Care {
    /// The agent who does it.
    pub assignee: Option<Assignee>,
    /// When it must be done.
    pub due: Option<Timestamp>,
    /// Whether the alarm of this due time has rung.
    pub has_rung: bool,
    /// Whether it has news that the assignee has not seen.
    pub is_unread: bool,
    /// The number of changes of the item. Of two states, the one with the higher number is newer.
    pub cursor: u64,
    /// When it last changed; `None` before the first change.
    pub changed_at: Option<Timestamp>,
}

/// The agent who does something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignee {
    /// The agent.
    pub agent: AgentId,
    /// Their name when they got it.
    pub nick: Arc<str>,
}

/// Whether a value is what an absent field reads as.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Care {
    /// Counts a change.
    pub fn touch(&mut self, now: Timestamp) {
        self.cursor += 1;
        self.changed_at = self.changed_at.max(Some(now));
    }

    /// Marks that there is something new for the assignee, if there is one.
    pub fn mark_unread(&mut self) {
        self.is_unread = self.assignee.is_some();
    }

    /// When its alarm rings, as long as the item is open.
    pub fn alarm(&self) -> Option<Timestamp> {
        self.due.filter(|_| !self.has_rung)
    }
}
