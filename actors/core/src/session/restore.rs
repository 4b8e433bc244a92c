//! A session as it is kept while nobody talks to it, and back.

use crate::ids::{AgentId, GroupId, LinePlace, SessionNo};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Everything about a visitor that is not a line of a log. Small: one is written at nearly every step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The visitor's newest session.
    pub session: SessionNo,
    /// Where it stands; the store keeps indexes of the waiting and the talking.
    pub standing: Standing,
    /// When the session must be looked at though nobody called; the store keeps an index of these.
    pub due: Option<Timestamp>,
}

/// What others need to know of a session without loading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// With the robot.
    Robot,
    /// In a group's line.
    Queued {
        /// Whose line.
        group: GroupId,
        /// Where in it.
        place: LinePlace,
        /// Since when.
        since: Timestamp,
    },
    /// With an agent.
    Manual {
        /// Which.
        agent: AgentId,
        /// Through which group.
        group: GroupId,
        /// Since when.
        since: Timestamp,
    },
    /// Over.
    Ended,
}
