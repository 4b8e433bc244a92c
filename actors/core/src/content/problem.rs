//! Why content is refused.

use crate::text::{self, TextError};

/// The longest title, in characters.
pub const TITLE_CHARS_MAX: usize = 200;

/// Why content cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Its text.
    #[error("{0}")]
    Text(#[from] TextError),
    /// A part of a card or a form.
    #[error("{0}")]
    Part(#[from] ContentError),
}

/// Part of a message that is not as it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {problem}")]
pub struct ContentError {
    /// Name of the field in the request.
    pub field: &'static str,
    /// What is wrong.
    pub problem: ContentProblem,
}

/// What may be wrong with part of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContentProblem {
    /// It must say something.
    #[error("is missing")]
    Missing,
    /// It says too much.
    #[error("is too long")]
    TooLong,
    /// There are too many.
    #[error("has too many entries")]
    TooMany,
    /// It is not what it must be.
    #[error("is not valid")]
    Malformed,
    /// Two of them bear one name.
    #[error("names one thing twice")]
    Twice,
}

impl ContentError {
    pub(crate) fn new(field: &'static str, problem: ContentProblem) -> Self {
        Self { field, problem }
    }
}

/// A text that must say something.
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

/// A text that may be empty.
pub(crate) fn short(field: &'static str, text: &str, chars_max: usize) -> Result<(), ContentError> {
    if text.len() > chars_max * 4 || text.chars().count() > chars_max {
        return Err(ContentError::new(field, ContentProblem::TooLong));
    }
    if text.contains('\0') {
        return Err(ContentError::new(field, ContentProblem::Malformed));
    }
    Ok(())
}
