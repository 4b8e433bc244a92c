//! Checks whether answers match their fields. The cases in `fixtures/forms` test the same rules here, for work orders
//! and in the client.

use crate::form::{Choice, Field, FieldKind, Value};
use crate::text;
use crate::time;
use chrono::Datelike;
use std::collections::BTreeSet;

/// The longest answer of one line, in characters.
pub const LINE_CHARS_MAX: usize = 500;

/// The longest answer of several lines, in characters.
pub const LINES_CHARS_MAX: usize = text::TEXT_CHARS_MAX;

/// The longest number, in characters.
const NUMBER_CHARS_MAX: usize = 32;

/// An invalid answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("formFields[{field}] {problem}")]
pub struct AnswerError {
    /// The index of the field, from 0.
    pub field: usize,
    /// What is wrong.
    pub problem: AnswerProblem,
}

/// Why an answer is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerProblem {
    /// The field must be filled in.
    #[error("must be filled in")]
    Missing,
    /// The answer is too long.
    #[error("is too long")]
    TooLong,
    /// Not a valid date or number, or not in the form that the field requires.
    #[error("is not valid")]
    Malformed,
    /// The answer is none of the options.
    #[error("is none of the options")]
    NotAnOption,
}

/// Checks one answer for each field, in their order.
///
/// # Errors
/// The first invalid answer. A missing answer counts as empty; an answer too many is malformed.
pub fn check(fields: &[Field], answers: &[Value]) -> Result<(), AnswerError> {
    for (at, field) in fields.iter().enumerate() {
        let answer = answers.get(at).unwrap_or(&Value::Empty);
        check_one(field, answer).map_err(|problem| AnswerError { field: at, problem })?;
    }
    if answers.len() > fields.len() {
        return Err(AnswerError {
            field: fields.len(),
            problem: AnswerProblem::Malformed,
        });
    }
    Ok(())
}

/// Checks one answer.
///
/// # Errors
/// The problem.
pub fn check_one(field: &Field, answer: &Value) -> Result<(), AnswerProblem> {
    if is_empty(answer) {
        return if field.required {
            Err(AnswerProblem::Missing)
        } else {
            Ok(())
        };
    }
    match (field.kind, answer) {
        (FieldKind::Line, Value::One(text)) => {
            no_longer_than(text, LINE_CHARS_MAX)?;
            well_formed(!text.contains(['\n', '\r', '\0']))
        }
        (FieldKind::Lines, Value::One(text)) => {
            no_longer_than(text, LINES_CHARS_MAX)?;
            well_formed(!text.contains('\0'))
        }
        (FieldKind::Date, Value::One(text)) => well_formed(is_date(text)),
        (FieldKind::DateTime, Value::One(text)) => well_formed(is_date_time(text)),
        (FieldKind::Number, Value::One(text)) => well_formed(is_number(text)),
        (FieldKind::Dropdown | FieldKind::Radio, Value::One(text)) => {
            one_of(&field.choices, text).map(drop)
        }
        (FieldKind::Checkbox, Value::Many(texts)) => {
            let mut seen = BTreeSet::new();
            for text in texts {
                one_of(&field.choices, text)?;
                well_formed(seen.insert(text))?;
            }
            Ok(())
        }
        (FieldKind::Cascader, Value::Many(path)) => {
            let mut choices = field.choices.as_slice();
            for step in path {
                choices = &one_of(choices, step)?.children;
            }
            Ok(())
        }
        (_, Value::Empty | Value::One(_) | Value::Many(_)) => Err(AnswerProblem::Malformed),
    }
}

fn is_empty(answer: &Value) -> bool {
    match answer {
        Value::Empty => true,
        Value::One(text) => text::is_blank(text),
        Value::Many(texts) => texts.is_empty(),
    }
}

fn no_longer_than(text: &str, chars_max: usize) -> Result<(), AnswerProblem> {
    if text.len() > chars_max * 4 || text.chars().count() > chars_max {
        return Err(AnswerProblem::TooLong);
    }
    Ok(())
}

fn well_formed(is_so: bool) -> Result<(), AnswerProblem> {
    if is_so {
        Ok(())
    } else {
        Err(AnswerProblem::Malformed)
    }
}

/// Finds an option by its text, or by its id if it has one.
fn one_of<'a>(choices: &'a [Choice], text: &str) -> Result<&'a Choice, AnswerProblem> {
    let means =
        |choice: &&Choice| *choice.name == *text || (!choice.id.is_empty() && *choice.id == *text);
    choices.iter().find(means).ok_or(AnswerProblem::NotAnOption)
}

/// Whether the text is `yyyy-MM-dd` and the day exists.
pub(crate) fn is_date(text: &str) -> bool {
    time::date(text).is_some_and(|date| date.year() > 0)
}

/// Whether the text is `yyyy-MM-dd HH:mm`.
pub(crate) fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(' ') else {
        return false;
    };
    let Some((hour, minute)) = time.split_once(':') else {
        return false;
    };
    is_date(date)
        && digits(hour, 2).is_some_and(|hour| hour < 24)
        && digits(minute, 2).is_some_and(|minute| minute < 60)
}

fn digits(text: &str, count: usize) -> Option<u32> {
    let plain = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// Whether the text is a decimal number.
pub(crate) fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let plain =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.len() <= NUMBER_CHARS_MAX && plain(whole) && plain(fraction)
}
