//! What a tenant asks of whoever makes a work order, and what counts as an answer (Protocol, 'Forms in a conversation', dynamic form field).

use crate::form::validate::{LINE_CHARS_MAX, LINES_CHARS_MAX, is_date, is_date_time, is_number};
use crate::ids::TemplateId;
use crate::local_text::LocalText;
use serde::{Deserialize, Serialize};

/// All answers of one order together, in characters.
const ANSWERS_CHARS_MAX: usize = 20_000;

/// What stands between the choices of a cascader, from the root down.
pub const CASCADE: char = '/';

/// A set of fields, and the type of the orders made from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Which template.
    pub id: TemplateId,
    /// The type of its orders (typeId).
    pub type_id: Box<str>,
    /// The type's name (typeName).
    pub type_name: LocalText,
    /// What is asked, in order.
    pub fields: Vec<Field>,
}

/// One thing that is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Which field.
    pub id: Box<str>,
    /// What it is called.
    pub name: LocalText,
    /// What an answer is.
    pub kind: FieldKind,
    /// Whether there must be one.
    pub required: bool,
}

/// What an answer is.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// Text without line ends (1).
    Line,
    /// Text (2).
    Text,
    /// A day (3).
    Date,
    /// A day and a time (4).
    DateTime,
    /// A decimal number (5).
    Number,
    /// One of these, from a list (6).
    Dropdown(Vec<LocalText>),
    /// One of these, all in view (7).
    Radio(Vec<LocalText>),
    /// Any of these (8).
    Checkboxes(Vec<LocalText>),
    /// One of these, then one of what lies below it, to the end (9).
    Cascader(Vec<Branch>),
}

/// A choice of a cascader.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its id.
    pub id: Box<str>,
    /// Its name.
    pub name: LocalText,
    /// What can be chosen next; none: the choice is made.
    pub children: Vec<Branch>,
}

/// An answer as it comes: one text, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// One.
    One(Box<str>),
    /// Several.
    Several(Vec<Box<str>>),
}

/// An answer to a field of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// Which field.
    pub field: Box<str>,
    /// The answer.
    pub answer: Answer,
}

/// A field with its answer, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilledField {
    /// Which field.
    pub id: Box<str>,
    /// What it was called, in the language it was answered in.
    pub name: Box<str>,
    /// The answer; several choices with commas between them (Protocol, 'Work orders').
    pub value: Box<str>,
}

/// Why the answers are not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldRefusal {
    /// A field of this name must have an answer.
    Missing(Box<str>),
    /// What is given for the field of this name is no answer to it.
    Wrong(Box<str>),
    /// An answer to a field that the template has not.
    Unknown,
    /// All answers together are more than [`ANSWERS_CHARS_MAX`].
    TooMuch,
    /// A field is answered twice.
    Twice(Box<str>),
}

impl Template {
    /// Checks the answers and puts them in the template's order; fields without one are left out.
    ///
    /// # Errors
    /// The first field that lacks its answer, or has one that it cannot have.
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

    /// The parts: those of a list, or of a text with `between` between them.
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
    /// The answer as it is kept, where it is one to this kind of field.
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

/// Whether a text is one of these, in whatever language it was shown.
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

/// Follows ids or names from the root down to where no further choice is. The names chosen: as the answer gives them,
/// or in the reader's language where it gives ids.
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
