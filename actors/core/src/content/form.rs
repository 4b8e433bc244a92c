//! Forms: their fields and answers (Protocol, 'Forms in a conversation', dynamic form field).
//!
//! - [`validate`]: checks whether answers match their fields.
//! - [`request`]: the answers as a request to a tenant's own service.
//!
//! Stored by position: new variants and fields only at the end.

pub mod request;
pub mod validate;

use crate::ids::MessageId;
use crate::problem::{ContentError, ContentProblem, TITLE_CHARS_MAX, filled, short};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
pub use validate::{AnswerError, AnswerProblem};

/// The maximum number of fields of a form.
pub const FIELDS_MAX: usize = 50;

/// The maximum number of options of one field, including nested ones.
pub const CHOICES_MAX: usize = 500;

/// The maximum depth of nested options (a cascader's levels).
pub const LEVELS_MAX: usize = 5;

/// The longest id of a field or an option, in characters.
pub const ID_CHARS_MAX: usize = 64;

/// The kind of a field (Protocol, 'Forms in a conversation', field types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldKind {
    /// One line of text (1).
    Line,
    /// Several lines of text (2).
    Lines,
    /// A date, `yyyy-MM-dd` (3).
    Date,
    /// A date and time, `yyyy-MM-dd HH:mm` (4).
    DateTime,
    /// A number (5).
    Number,
    /// One option of a dropdown list (6).
    Dropdown,
    /// One option of a visible list (7).
    Radio,
    /// Any of the options (8).
    Checkbox,
    /// A path through nested options (9); only in forms of work orders.
    Cascader,
}

/// An option of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Its id inside the field. An option of a plain list uses its text as id.
    pub id: Arc<str>,
    /// The text shown.
    pub name: Arc<str>,
    /// The options below it.
    pub children: Vec<Choice>,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its id inside the form.
    pub id: Arc<str>,
    /// The text shown.
    pub name: Arc<str>,
    /// The kind of answer.
    pub kind: FieldKind,
    /// Whether it must be filled in.
    pub required: bool,
    /// The options, if it has any.
    pub choices: Vec<Choice>,
    /// The initial value.
    pub preset: Value,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// No answer.
    #[default]
    Empty,
    /// A text, a date, a number as written, or the chosen option.
    One(Arc<str>),
    /// The chosen options; for a cascader, one for each level.
    Many(Vec<Arc<str>>),
}

impl Value {
    /// The answer on one line. Several options are joined by commas (Protocol, 'Forms in a conversation').
    pub fn joined(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::One(text) => text.to_string(),
            Self::Many(texts) => texts.join(","),
        }
    }
}

/// A form in a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The text above the form (referGuide).
    pub title: Arc<str>,
    /// The fields.
    pub fields: Vec<Field>,
    /// The service that gets the answers; `None` if they go into the conversation.
    pub target: Option<Target>,
    /// The answers; `None` until the form is filled in.
    pub answers: Option<Vec<Value>>,
}

/// A service that takes answers (Protocol, 'Forms in a conversation', msgType 11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The address, checked when it is used.
    pub url: Arc<str>,
    /// The method of the request.
    pub method: Method,
    /// Additional headers.
    pub headers: Vec<(Arc<str>, Arc<str>)>,
    /// The encoding of the answers.
    pub body: BodyKind,
}

/// The HTTP method of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    #[default]
    Post,
    Put,
    Patch,
}

/// The encoding of answers in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BodyKind {
    /// A JSON object by field name.
    #[default]
    Json,
    /// URL-encoded, as an HTML form sends them.
    Urlencoded,
}

/// A form that a visitor filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilledForm {
    /// The message that showed the form.
    pub form: MessageId,
    /// The form's fields at that time.
    pub fields: Vec<Field>,
    /// One answer for each field.
    pub answers: Vec<Value>,
}

impl FilledForm {
    /// The names and answers, one line each.
    pub fn summary(&self) -> String {
        let lines = self.fields.iter().zip(&self.answers);
        let lines: Vec<_> = lines
            .map(|(field, answer)| format!("{}: {}", field.name, answer.joined()))
            .collect();
        lines.join("\n")
    }
}

/// Where a form is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a conversation.
    Talk,
    /// On the page for a new work order.
    WorkOrder,
}

/// The maximum number of additional headers.
const HEADERS_MAX: usize = 20;

/// The longest address or header, in characters.
const ADDRESS_CHARS_MAX: usize = 2_000;

impl Form {
    /// Checks whether the form can be shown in a conversation.
    pub(crate) fn check(&self) -> Result<(), ContentError> {
        short("referGuide", &self.title, TITLE_CHARS_MAX * 5)?;
        check_fields(&self.fields, Place::Talk)?;
        if let Some(target) = &self.target {
            filled("url", &target.url, ADDRESS_CHARS_MAX)?;
            if target.headers.len() > HEADERS_MAX {
                return Err(ContentError::new("headers", ContentProblem::TooMany));
            }
            for (name, value) in &target.headers {
                if !request::may_be_sent(name, value) {
                    return Err(ContentError::new("headers", ContentProblem::Malformed));
                }
            }
        }
        Ok(())
    }
}

/// Checks the fields of a form.
///
/// # Errors
/// No fields or too many, missing or repeated names, and missing options.
pub fn check_fields(fields: &[Field], place: Place) -> Result<(), ContentError> {
    let wrong = |problem| Err(ContentError::new("formFields", problem));
    if fields.is_empty() {
        return wrong(ContentProblem::Missing);
    }
    if fields.len() > FIELDS_MAX {
        return wrong(ContentProblem::TooMany);
    }
    let mut ids = BTreeSet::new();
    for field in fields {
        filled("fieldId", &field.id, ID_CHARS_MAX)?;
        filled("fieldName", &field.name, TITLE_CHARS_MAX)?;
        if !ids.insert(&field.id) {
            return Err(ContentError::new("fieldId", ContentProblem::Twice));
        }
        if field.kind == FieldKind::Cascader && place == Place::Talk {
            return Err(ContentError::new("fieldType", ContentProblem::Malformed));
        }
        check_choices(field)?;
    }
    Ok(())
}

fn check_choices(field: &Field) -> Result<(), ContentError> {
    let problem = |problem| Err(ContentError::new("fieldValue", problem));
    match field.kind {
        FieldKind::Line
        | FieldKind::Lines
        | FieldKind::Date
        | FieldKind::DateTime
        | FieldKind::Number => return Ok(()),
        FieldKind::Dropdown | FieldKind::Radio | FieldKind::Checkbox | FieldKind::Cascader => {}
    }
    if field.choices.is_empty() {
        return problem(ContentProblem::Missing);
    }
    let mut left = CHOICES_MAX;
    let mut level: Vec<&[Choice]> = vec![&field.choices];
    for depth in 0.. {
        let mut inside: Vec<&[Choice]> = Vec::new();
        for list in level {
            let mut names = BTreeSet::new();
            for choice in list {
                left = match left.checked_sub(1) {
                    Some(left) => left,
                    None => return problem(ContentProblem::TooMany),
                };
                filled("fieldValue", &choice.name, TITLE_CHARS_MAX)?;
                short("fieldValue", &choice.id, ID_CHARS_MAX)?;
                if !names.insert(&choice.name) {
                    return problem(ContentProblem::Twice);
                }
                if !choice.children.is_empty() {
                    inside.push(&choice.children);
                }
            }
        }
        let may_nest = field.kind == FieldKind::Cascader && depth + 1 < LEVELS_MAX;
        match inside.is_empty() {
            true => break,
            false if may_nest => level = inside,
            false => return problem(ContentProblem::Malformed),
        }
    }
    Ok(())
}
