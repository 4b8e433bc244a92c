//! A session as it is kept while nobody talks to it, and back.

use crate::event::Closing;
use crate::ids::{AgentId, ChannelId, GroupId, Language, LinePlace, Seq, SessionNo};
use crate::session::details::Details;
use crate::session::phase::Turn;
use crate::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How long a client id is remembered (Contract §4, sendMsg).
pub const CLIENT_IDS_KEPT: Span = Span::from_minutes(48 * 60);

/// The lines a session needs beside its head to come back: all those of the visitor, of whatever session, that are
/// younger than [`CLIENT_IDS_KEPT`], and at least this many of the newest.
pub const RECENT_LINES: usize = 200;

/// Everything about a visitor that is not a line of a log. Small: one is written at nearly every step.
///
/// Stored by its order: fields are only ever added at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The visitor's newest session.
    pub session: SessionNo,
    /// Where it stands; the store keeps indexes of the waiting and the talking.
    pub standing: Standing,
    /// When the session must be looked at though nobody called; the store keeps an index of these.
    pub due: Option<Timestamp>,
    /// Where the session takes place.
    pub channel: ChannelId,
    /// When it began.
    pub started: Timestamp,
    /// The language the visitor reads.
    pub language: Language,
    /// The place of the next line.
    pub next: Seq,
    /// The time of the newest line of the visitor.
    pub last_at: Timestamp,
    /// How far everybody is.
    pub marks: Marks,
    /// The live page, as the fingerprint of its id; 0 for none.
    pub page: u64,
    /// Pages that were displaced and do not know it yet.
    pub displaced: Vec<u64>,
    /// Why the session ended, where it did.
    pub closing: Option<Closing>,
    /// How the talk stands, while with an agent.
    pub talk: Option<Box<Talk>>,
    /// How the rating stands.
    pub evaluation: Evaluation,
    /// The visitor asked the robot something in this session.
    pub robot_tried: bool,
    /// What is known of the visitor.
    pub details: Option<Box<Details>>,
}

/// How far everybody is in the log. They may lag behind by what was read since the last record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// What pages have passed with their cursors.
    pub passed: Seq,
    /// What was served to pages.
    pub served: Seq,
    /// The visitor's read mark.
    pub read: Seq,
    /// The agents' read mark.
    pub agent_read: Seq,
    /// What pages had passed of the session before this one; `None` once that no longer matters.
    pub before: Option<Seq>,
}

/// What a restart must know of a talk with an agent, beside the standing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Talk {
    /// The agent's name.
    pub nick: Arc<str>,
    /// The agent's picture.
    pub face: Arc<str>,
    /// The agent has said something.
    pub answered: bool,
    /// Whose word is awaited: says what the due time is for.
    pub turn: Turn,
}

/// How the rating of a session stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The visitor was invited (1203).
    pub invited: bool,
    /// They rated: fingerprints of the client id (0 for none) and of the content.
    pub done: Option<(u64, u64)>,
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
