//! What a tenant asks of whoever makes a work order, and what counts as an answer (Spec §3, dynamic form field).

use crate::ids::TemplateId;
use crate::local_text::LocalText;
use crate::text::TEXT_CHARS_MAX;
use serde::{Deserialize, Serialize};

/// A single line, a number, a date: at most so many characters.
const LINE_CHARS_MAX: usize = 500;

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
    /// The answer; several choices with commas between them (Spec §5).
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
                    let Some(value) = field.kind.read(answer) else {
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
    fn read(&self, answer: &Answer) -> Option<Box<str>> {
        if let Self::Checkboxes(options) = self {
            return read_several(options, &answer.parts(','));
        }
        if let Self::Cascader(roots) = self {
            return descend(roots, &answer.parts(CASCADE));
        }
        let Answer::One(text) = answer else {
            return None;
        };
        let text = text.trim();
        let is_answer = match self {
            Self::Line => is_short(text) && !text.chars().any(char::is_control),
            Self::Text => text.chars().count() <= TEXT_CHARS_MAX && !text.contains('\0'),
            Self::Date => is_date(text),
            Self::DateTime => text
                .split_once(' ')
                .is_some_and(|(date, time)| is_date(date) && is_time(time)),
            Self::Number => is_short(text) && is_number(text),
            Self::Dropdown(options) | Self::Radio(options) => is_option(options, text),
            Self::Checkboxes(_) | Self::Cascader(_) => false,
        };
        is_answer.then(|| text.into())
    }
}

fn is_short(text: &str) -> bool {
    text.chars().count() <= LINE_CHARS_MAX
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

/// Follows ids or names from the root down to where no further choice is. The names chosen, in the language of the
/// answer where it gives names.
fn descend(roots: &[Branch], steps: &[&str]) -> Option<Box<str>> {
    let mut level = roots;
    let mut names = Vec::new();
    for step in steps {
        let is_meant = |branch: &&Branch| *branch.id == **step || is_called(&branch.name, step);
        let branch = level.iter().find(is_meant)?;
        let is_name = is_called(&branch.name, step);
        names.push(if is_name {
            *step
        } else {
            branch.name.or_empty("zh")
        });
        level = &branch.children;
    }
    let is_end = !names.is_empty() && level.is_empty();
    is_end.then(|| names.join(&CASCADE.to_string()).into())
}

/// `yyyy-MM-dd`, and there is such a day.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => return false,
    };
    year > 0 && (1..=days).contains(&day)
}

/// `HH:mm`.
fn is_time(text: &str) -> bool {
    text.split_once(':').is_some_and(|(hour, minute)| {
        digits(hour, 2).is_some_and(|hour| hour < 24)
            && digits(minute, 2).is_some_and(|minute| minute < 60)
    })
}

fn digits(text: &str, count: usize) -> Option<u32> {
    let fits = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all_digits(whole) && all_digits(part)
}

#[cfg(test)]
mod tests;
