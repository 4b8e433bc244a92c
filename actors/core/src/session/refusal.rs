//! Why the rules say no.

use crate::evaluation::RatingError;

/// A refusal is an answer like any other: nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The session is over (409).
    #[error("chat ended")]
    ChatEnded,
    /// The page is not the visitor's newest: another one was opened (409).
    #[error("opened in another window")]
    Displaced,
    /// A cursor beyond the last line (400).
    #[error("cursor is ahead of the log")]
    CursorAhead,
    /// The client id was used before, with other content (422).
    #[error("id already used")]
    IdTaken,
    /// Nothing to read in the text (400).
    #[error("the text is blank")]
    BlankText,
    /// More than 4,000 characters (400).
    #[error("the text has more than 4000 characters")]
    TextTooLong,
    /// A text with a NUL in it (400).
    #[error("the text holds a NUL character")]
    TextMalformed,
    /// A kind of message that this sender may not send (400).
    #[error("this kind of message cannot be sent")]
    KindNotAllowed,
    /// The channel takes no such files (403).
    #[error("the channel does not take this kind of file")]
    FilesOff,
    /// Files go to an agent, and the visitor is with none (409).
    #[error("not with an agent")]
    NotWithAgent,
    /// The visitor is with an agent: the robot is not asked (409).
    #[error("with an agent")]
    WithAgent,
    /// The channel has several groups and none was named (400).
    #[error("a group must be named")]
    GroupMissing,
    /// The channel's visitors are not asked for a rating (403).
    #[error("evaluation is off")]
    EvaluationOff,
    /// The session is neither over nor was the visitor invited to rate it (409).
    #[error("evaluation is not open")]
    EvaluationClosed,
    /// It was rated before (409).
    #[error("already evaluated")]
    AlreadyEvaluated,
    /// The rating breaks a rule of the tenant's (400).
    #[error("{0}")]
    Rating(RatingError),
    /// The conversation is not this agent's (409).
    #[error("the conversation is not yours")]
    NotYours,
    /// There is no such message of this agent in the open session (404).
    #[error("no such message")]
    NoSuchMessage,
}
