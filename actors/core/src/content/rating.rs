//! How a visitor rated the service.

use serde::{Deserialize, Serialize};

/// What a visitor says about the robot or an agent. Kept in the log: fields are only ever added at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// One to five, or the level of a score.
    pub stars: u8,
    /// Labels chosen.
    pub tags: Vec<Box<str>>,
    /// What they wrote; empty for nothing.
    pub comment: Box<str>,
    /// Whether their matter was solved.
    pub solved: bool,
    /// Who is rated.
    pub about: Subject,
    /// How it came to be (evaluateRobotMode, evaluateAdminMode).
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

/// How a rating came to be (Protocol, 'Ratings', evaluate).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// The visitor wished to (1).
    OwnWish,
    /// They were invited (2).
    Invited,
    /// They closed the chat (3).
    OnClosing,
}
