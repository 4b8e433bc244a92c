//! Why the rules say no.

use crate::evaluation::RatingError;
use crate::form::AnswerError;
use crate::problem::{ContentError, ContentRefusal};
use crate::text::TextError;

/// A refusal is an answer like any other: nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The session is over (409).
    #[error("chat ended")]
    ChatEnded,
    /// The page has another proof of identity than the session (Protocol, 'Visitor identity'), so another visitor is
    /// created.
    #[error("the name is somebody else's")]
    NotVouched,
    /// The page is not the visitor's newest: another one was opened (409).
    #[error("opened in another window")]
    Displaced,
    /// A cursor beyond the last line (400).
    #[error("cursor is ahead of the log")]
    CursorAhead,
    /// The client id was used before, with other content (422).
    #[error("id already used")]
    IdTaken,
    /// The text cannot be sent (400).
    #[error("{0}")]
    Text(TextError),
    /// A kind of message that this sender may not send (400).
    #[error("this kind of message cannot be sent")]
    KindNotAllowed,
    /// The channel does not accept such files (403).
    #[error("the channel does not take this kind of file")]
    FilesOff,
    /// Files need an agent, and the visitor is with none (409).
    #[error("not with an agent")]
    NotWithAgent,
    /// The visitor is with an agent, so the robot is not asked (409).
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
    /// The rated agent did not serve the visitor in this session (409).
    #[error("nobody to rate")]
    NobodyToRate,
    /// It was rated before (409).
    #[error("already evaluated")]
    AlreadyEvaluated,
    /// The rating breaks a rule of the tenant (400).
    #[error("{0}")]
    Rating(RatingError),
    /// The conversation is not this agent's (409).
    #[error("the conversation is not yours")]
    NotYours,
    /// As many agents as may watch the conversation do so (409).
    #[error("too many agents watch the conversation")]
    WatchedByMany,
    /// There is no such message of this agent in the open session (404).
    #[error("no such message")]
    NoSuchMessage,
    /// Part of a card or a form is invalid (400).
    #[error("{0}")]
    Content(ContentError),
    /// An answer in a form is invalid (400).
    #[error("{0}")]
    Answer(AnswerError),
    /// The form was filled in before (409).
    #[error("the form is already filled in")]
    AlreadyFilled,
    /// The message was withdrawn (409).
    #[error("the message was withdrawn")]
    Recalled,
    /// The form is being sent at this moment (409).
    #[error("the form is being sent")]
    BeingSent,
    /// The request differs from the form of the message (403).
    #[error("form not available")]
    FormNotAvailable,
    /// Not a telephone number of 11 digits that starts with 1 (400).
    #[error("rightPhone")]
    Phone,
    /// Not an e-mail address (400).
    #[error("rightEmail")]
    Email,
    /// The answer was rated before (409).
    #[error("already commented")]
    AlreadyCommented,
    /// The channel's visitors are not asked what they think of answers (403).
    #[error("feedback is off")]
    FeedbackOff,
    /// There is no such call, or it is over (404).
    #[error("no such call")]
    NoSuchCall,
    /// The signal is too long (400).
    #[error("the payload is too long")]
    SignalTooLong,
    /// More signals wait for the other side than a call needs (429).
    #[error("too many signals")]
    TooManySignals,
    /// A conversation has at most [`TAGS_MAX`](crate::session::commands::tag::TAGS_MAX) tags (400).
    #[error("a conversation has at most 20 tags")]
    TooManyTags,
}

impl From<ContentError> for Refusal {
    fn from(error: ContentError) -> Self {
        Self::Content(error)
    }
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<ContentRefusal> for Refusal {
    fn from(refusal: ContentRefusal) -> Self {
        match refusal {
            ContentRefusal::Text(error) => Self::Text(error),
            ContentRefusal::Part(error) => Self::Content(error),
        }
    }
}
