//! Templates of work orders: a tenant's fields, and which answers they take (Protocol, 'Forms in a conversation',
//! dynamic form field).

use crate::form::validate::{LINE_CHARS_MAX, LINES_CHARS_MAX, is_date, is_date_time, is_number};
use crate::ids::TemplateId;
use crate::local_text::LocalText;
use serde::{Deserialize, Serialize};

/// The maximum length of all answers of one order together, in characters.
const ANSWERS_CHARS_MAX: usize = 20_000;

/// The separator between the choices of a cascader, from the root down.
pub const CASCADE: char = '/';

/// A set of fields, and the type of the orders made from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The id of the template.
    pub id: TemplateId,
    /// The type of its orders (typeId).
    pub type_id: Box<str>,
    /// The type's name (typeName).
    pub type_name: LocalText,
    /// The fields, in order.
    pub fields: Vec<Field>,
}

/// A field of a template.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The id of the field.
    pub id: Box<str>,
    /// The name.
    pub name: LocalText,
    /// The kind of answer.
    pub kind: FieldKind,
    /// Whether an answer is required.
    pub required: bool,
}

/// The kind of answer.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// Text of one line (1).
    Line,
    /// Text (2).
    Text,
    /// A date (3).
    Date,
    /// A date and time (4).
    DateTime,
    /// A decimal number (5).
    Number,
    /// One option of a dropdown list (6).
    Dropdown(Vec<LocalText>),
    /// One option of a visible list (7).
    Radio(Vec<LocalText>),
    /// Any of the options (8).
    Checkboxes(Vec<LocalText>),
    /// A path through nested options, down to a leaf (9).
    Cascader(Vec<Branch>),
}

/// A choice of a cascader.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its id.
    pub id: Box<str>,
    /// Its name.
    pub name: LocalText,
    /// The choices below it; empty for a leaf.
    pub children: Vec<Branch>,
}

/// An answer from a client: one text or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// One text.
    One(Box<str>),
    /// Several texts.
    Several(Vec<Box<str>>),
}

/// An answer to a field of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// The id of the field.
    pub field: Box<str>,
    /// The answer.
    pub answer: Answer,
}

/// A field with its answer, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilledField {
    /// The id of the field.
    pub id: Box<str>,
    /// Its name, in the language of the answer.
    pub name: Box<str>,
    /// The answer; several choices are joined by commas (Protocol, 'Work orders').
    pub value: Box<str>,
}

/// Why the answers are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldRefusal {
    /// The required field of this name has no answer.
    Missing(Box<str>),
    /// The answer to the field of this name is not valid.
    Wrong(Box<str>),
    /// An answer is for a field that the template does not have.
    Unknown,
    /// All answers together have more than [`ANSWERS_CHARS_MAX`] characters.
    TooMuch,
    /// The field of this name has two answers.
    Twice(Box<str>),
}

impl Template {
    /// Checks the answers and returns them in the template's order, without unanswered fields.
    ///
    /// # Errors
    /// The first field without its required answer or with an invalid one.
    pub fn fill(
        &self,
        answers: &[Answered],
        language: &str,
    ) -> Result<Vec<FilledField>, FieldRefusal> {
        let is_known = |answered: &Answered| self.fields.iter().any(|f| f.id == answered.field);
        if !answers.iter().all(is_known) {
            return Err(FieldRefusal::Unknown);
        }
        let mut filled = Vec::new();
        for field in &self.fields {
            let name: Box<str> = field.name.or_empty(language).into();
            let mut given = answers.iter().filter(|answered| answered.field == field.id);
            let answer = given.next().map(|answered| &answered.answer);
            if given.next().is_some() {
                return Err(FieldRefusal::Twice(name));
            }
            match answer.filter(|answer| !answer.is_blank()) {
                Some(answer) => {
                    let Some(value) = field.kind.read(answer, language) else {
                        return Err(FieldRefusal::Wrong(name));
                    };
                    filled.push(FilledField {
                        id: field.id.clone(),
                        name,
                        value,
                    });
                }
                None if field.required => return Err(FieldRefusal::Missing(name)),
                None => {}
            }
        }
        let chars = filled.iter().map(|field| field.value.chars().count());
        if chars.sum::<usize>() > ANSWERS_CHARS_MAX {
            return Err(FieldRefusal::TooMuch);
        }
        Ok(filled)
    }
}

impl Answer {
    fn is_blank(&self) -> bool {
        match self {
            Self::One(text) => text.trim().is_empty(),
            Self::Several(texts) => texts.iter().all(|text| text.trim().is_empty()),
        }
    }

    /// The parts of the answer: the texts of a list, or one text split at `between`.
    fn parts(&self, between: char) -> Vec<&str> {
        let parts: Vec<&str> = match self {
            Self::One(text) => text.split(between).collect(),
            Self::Several(texts) => texts.iter().map(AsRef::as_ref).collect(),
        };
        let parts = parts.into_iter().map(str::trim);
        parts.filter(|part| !part.is_empty()).collect()
    }
}

impl FieldKind {
    /// The answer as it is stored; `None` if this kind of field does not take it.
    fn read(&self, answer: &Answer, language: &str) -> Option<Box<str>> {
        if let Self::Checkboxes(options) = self {
            return read_several(options, &answer.parts(','));
        }
        if let Self::Cascader(roots) = self {
            return descend(roots, &answer.parts(CASCADE), language);
        }
        let Answer::One(text) = answer else {
            return None;
        };
        let text = text.trim();
        let is_answer = match self {
            Self::Line => {
                text.chars().count() <= LINE_CHARS_MAX && !text.chars().any(char::is_control)
            }
            Self::Text => text.chars().count() <= LINES_CHARS_MAX && !text.contains('\0'),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
            Self::Number => is_number(text),
            Self::Dropdown(options) | Self::Radio(options) => is_option(options, text),
            Self::Checkboxes(_) | Self::Cascader(_) => false,
        };
        is_answer.then(|| text.into())
    }
}

/// Whether the text is one of the options, in any language.
fn is_option(options: &[LocalText], text: &str) -> bool {
    options.iter().any(|option| is_called(option, text))
}

fn is_called(name: &LocalText, text: &str) -> bool {
    name.versions().any(|(_, version)| version.trim() == text)
}

fn read_several(options: &[LocalText], chosen: &[&str]) -> Option<Box<str>> {
    let mut seen = Vec::new();
    for choice in chosen {
        let option = options.iter().position(|name| is_called(name, choice))?;
        if seen.contains(&option) {
            return None;
        }
        seen.push(option);
    }
    Some(chosen.join(",").into())
}

/// Follows ids or names from the root down to a leaf. Returns the chosen names: as given, or in the reader's language
/// if the answer gives ids.
fn descend(roots: &[Branch], steps: &[&str], language: &str) -> Option<Box<str>> {
    let mut level = roots;
    let mut names = Vec::new();
    for step in steps {
        let is_meant = |branch: &&Branch| *branch.id == **step || is_called(&branch.name, step);
        let branch = level.iter().find(is_meant)?;
        let is_name = is_called(&branch.name, step);
        names.push(if is_name {
            *step
        } else {
            branch.name.or_empty(language)
        });
        level = &branch.children;
    }
    let is_end = !names.is_empty() && level.is_empty();
    is_end.then(|| names.join(&CASCADE.to_string()).into())
}

#[cfg(test)]
mod tests;
