//! The conversation of a visitor with an agent: both directions of it.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::ledger::{Faults, Way};

/// A conversation with an agent.
#[derive(Debug, Default)]
pub struct Talk {
    /// From the visitor to the agent.
    pub to_agent: Way,
    /// From the agent to the visitor.
    pub to_visitor: Way,
    /// The lines that the agent has handled, by `seq`: a desk drops repeats, as it may get a line in an event and in the
    /// history.
    pub handled: BTreeSet<u64>,
    /// Whether the visitor has left.
    pub is_over: bool,
    /// Whether the visitor's page has read everything until the end. Only then an unread message is lost.
    pub is_read: bool,
}

impl Talk {
    /// Everything that went wrong, when nothing more can arrive.
    pub fn faults(&self) -> Faults {
        let mut faults = self.to_agent.faults();
        let to_visitor = self.to_visitor.faults();
        faults.add(Faults {
            lost: if self.is_read { to_visitor.lost } else { 0 },
            ..to_visitor
        });
        faults
    }
}

/// A line of a conversation, as polls and histories return it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// The kind of event of a visitor's poll.
    #[serde(default)]
    pub event: u32,
    /// Its place in the log.
    pub seq: Option<u64>,
    /// 1 visitor, 2 agent, 3 robot, 4 system.
    #[serde(default)]
    pub sender_type: u8,
    /// The client's name of the message: `v1`, `v2` … of a visitor, `a1` … of an agent.
    pub id: Option<String>,
}

impl Line {
    /// The number of a message of this side, `v` or `a`.
    pub fn number(&self, side: char) -> Option<u32> {
        self.id.as_deref()?.strip_prefix(side)?.parse().ok()
    }
}
