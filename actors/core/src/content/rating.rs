//! A visitor's rating of the service.

use serde::{Deserialize, Serialize};

/// A rating of the robot or an agent. Stored in the log: new fields only at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// Stars, 1 to 5, or the level of a score.
    pub stars: u8,
    /// The chosen labels.
    pub tags: Vec<Box<str>>,
    /// The visitor's comment; empty if there is none.
    pub comment: Box<str>,
    /// Whether the visitor's problem was solved.
    pub solved: bool,
    /// Who is rated.
    pub about: Subject,
    /// What led to the rating (evaluateRobotMode, evaluateAdminMode).
    pub occasion: Occasion,
}

/// Who is rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The agents of the session.
    Agent,
    /// The robot.
    Robot,
}

/// What led to a rating (Protocol, 'Ratings', evaluate).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// The visitor's own decision (1).
    OwnWish,
    /// An invitation (2).
    Invited,
    /// The visitor closed the chat (3).
    OnClosing,
}
