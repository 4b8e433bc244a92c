//! Why content is refused.

use crate::text::{self, TextError};

/// The longest title, in characters.
pub const TITLE_CHARS_MAX: usize = 200;

/// Why content cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContentRefusal {
    /// The text is refused.
    #[error("{0}")]
    Text(#[from] TextError),
    /// A part of a card or a form is refused.
    #[error("{0}")]
    Part(#[from] ContentError),
}

/// An invalid part of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {problem}")]
pub struct ContentError {
    /// Name of the field in the request.
    pub field: &'static str,
    /// What is wrong.
    pub problem: ContentProblem,
}

/// Why a part of a message is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum ContentProblem {
    /// It must not be empty.
    #[error("is missing")]
    Missing,
    /// It is too long.
    #[error("is too long")]
    TooLong,
    /// It has too many entries.
    #[error("has too many entries")]
    TooMany,
    /// Its form or value is not valid.
    #[error("is not valid")]
    Malformed,
    /// Two entries have the same name.
    #[error("names one thing twice")]
    Twice,
}

impl ContentError {
    pub(crate) fn new(field: &'static str, problem: ContentProblem) -> Self {
        Self { field, problem }
    }
}

/// Checks a text that must not be blank.
pub(crate) fn filled(
    field: &'static str,
    text: &str,
    chars_max: usize,
) -> Result<(), ContentError> {
    if text::is_blank(text) {
        return Err(ContentError::new(field, ContentProblem::Missing));
    }
    short(field, text, chars_max)
}

/// Checks a text that may be empty.
pub(crate) fn short(field: &'static str, text: &str, chars_max: usize) -> Result<(), ContentError> {
    if text.len() > chars_max * 4 || text.chars().count() > chars_max {
        return Err(ContentError::new(field, ContentProblem::TooLong));
    }
    if text.contains('\0') {
        return Err(ContentError::new(field, ContentProblem::Malformed));
    }
    Ok(())
}
