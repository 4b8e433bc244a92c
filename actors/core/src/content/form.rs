//! Forms: what is asked, and what was answered (Protocol, 'Forms in a conversation', dynamic form field).
//!
//! - [`validate`]: whether answers are such as the fields ask for.
//! - [`request`]: the answers as a request to a tenant's own service.
//!
//! Stored by their order: variants and fields are only ever added at the end.

pub mod request;
pub mod validate;

use crate::ids::MessageId;
use crate::problem::{ContentError, ContentProblem, TITLE_CHARS_MAX, filled, short};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
pub use validate::{AnswerError, AnswerProblem};

/// The most fields a form has.
pub const FIELDS_MAX: usize = 50;

/// The most options of one field, those inside others counted.
pub const CHOICES_MAX: usize = 500;

/// How deep options lie inside each other (a cascader's levels).
pub const LEVELS_MAX: usize = 5;

/// The longest name of a field or an option inside its form, in characters.
pub const ID_CHARS_MAX: usize = 64;

/// How a field is filled in (Protocol, 'Forms in a conversation', field types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldKind {
    /// On one line (1).
    Line,
    /// On several lines (2).
    Lines,
    /// A day, `yyyy-MM-dd` (3).
    Date,
    /// A minute of a day, `yyyy-MM-dd HH:mm` (4).
    DateTime,
    /// A number (5).
    Number,
    /// One option of a folded list (6).
    Dropdown,
    /// One option of an open list (7).
    Radio,
    /// Any of the options (8).
    Checkbox,
    /// An option inside options (9); work orders' forms only.
    Cascader,
}

/// Something to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Its name inside the field; that of a plain list's option is its text.
    pub id: Arc<str>,
    /// What is read.
    pub name: Arc<str>,
    /// What there is to choose inside it.
    pub children: Vec<Choice>,
}

/// A question of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name inside the form.
    pub id: Arc<str>,
    /// What is read.
    pub name: Arc<str>,
    /// How it is filled in.
    pub kind: FieldKind,
    /// Must be.
    pub required: bool,
    /// What there is to choose, where there is.
    pub choices: Vec<Choice>,
    /// What stands in it before anybody filled it in.
    pub preset: Value,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// None.
    #[default]
    Empty,
    /// A text, a day, a number as written, or the option chosen.
    One(Arc<str>),
    /// The options chosen; of a cascader, one a level.
    Many(Vec<Arc<str>>),
}

impl Value {
    /// The answer on one line; several are joined by commas (Protocol, 'Forms in a conversation').
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
    /// The words above it (referGuide).
    pub title: Arc<str>,
    /// What it asks.
    pub fields: Vec<Field>,
    /// Where the answers go, where they are not said in the conversation.
    pub target: Option<Target>,
    /// What was answered; none until somebody did.
    pub answers: Option<Vec<Value>>,
}

/// A service that takes answers (Protocol, 'Forms in a conversation', msgType 11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Where it is; checked when it is used.
    pub url: Arc<str>,
    /// How it is asked.
    pub method: Method,
    /// What is said besides.
    pub headers: Vec<(Arc<str>, Arc<str>)>,
    /// How the answers are written.
    pub body: BodyKind,
}

/// How a service is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    #[default]
    Post,
    Put,
    Patch,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BodyKind {
    /// A JSON object by field name.
    #[default]
    Json,
    /// As a page's own form sends them.
    Urlencoded,
}

/// What a visitor wrote into a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilledForm {
    /// The message that showed the form.
    pub form: MessageId,
    /// The form's fields as they were.
    pub fields: Vec<Field>,
    /// An answer a field.
    pub answers: Vec<Value>,
}

impl FilledForm {
    /// Names and answers on one line each.
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
    /// On a page that makes a work order.
    WorkOrder,
}

/// The most that is sent besides.
const HEADERS_MAX: usize = 20;

/// The longest address or header, in characters.
const ADDRESS_CHARS_MAX: usize = 2_000;

impl Form {
    /// Whether the form can be shown in a conversation.
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

/// Whether these fields make a form.
///
/// # Errors
/// None or too many, unnamed ones, names given twice, options that are missing where they are needed.
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
