//! Forms and their fields (Protocol, 'Forms in a conversation', dynamic form field).

use crate::wire::scalars::{flag, json_or_text, text};
use actors_core::form::{BodyKind, Choice, Field, FieldKind, Form, Method, Target, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A field of a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WireField {
    /// Its id in the form.
    #[serde(deserialize_with = "text")]
    pub field_id: String,
    /// Its label.
    #[serde(deserialize_with = "text")]
    pub field_name: String,
    /// 1 line, 2 lines, 3 date, 4 date and time, 5 number, 6 dropdown, 7 radio, 8 checkbox, 9 cascader.
    pub field_type: u8,
    /// 1 if it must be filled in.
    #[schema(value_type = u8)]
    #[serde(deserialize_with = "flag", serialize_with = "as_number")]
    pub required_status: bool,
    /// Its options.
    #[serde(
        deserialize_with = "json_or_text",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub field_value: Vec<WireChoice>,
    /// Its value: a text, or a list if several options may be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose_value: Option<WireValue>,
}

/// An option of a field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
pub struct WireChoice {
    /// Its id in the field.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its label.
    pub name: String,
    /// Nested options.
    #[schema(no_recursion)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<WireChoice>,
}

/// One text or several.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum WireValue {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl<'de> Deserialize<'de> for WireChoice {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Name(String),
            Whole {
                #[serde(default, deserialize_with = "text")]
                id: String,
                #[serde(deserialize_with = "text")]
                name: String,
                #[serde(default)]
                children: Option<Vec<WireChoice>>,
            },
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Name(name) => Self {
                name,
                ..Self::default()
            },
            Written::Whole { id, name, children } => Self {
                id,
                name,
                children: children.unwrap_or_default(),
            },
        })
    }
}

impl<'de> Deserialize<'de> for WireValue {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            One(serde_json::Number),
            Text(String),
            Many(Vec<String>),
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::One(number) => Self::One(number.to_string()),
            Written::Text(text) => Self::One(text),
            Written::Many(texts) => Self::Many(texts),
        })
    }
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn as_number<S: serde::Serializer>(on: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8((*on).into())
}

impl From<WireValue> for Value {
    fn from(value: WireValue) -> Self {
        match value {
            WireValue::One(text) if text.is_empty() => Self::Empty,
            WireValue::One(text) => Self::One(text.into()),
            WireValue::Many(texts) if texts.is_empty() => Self::Empty,
            WireValue::Many(texts) => Self::Many(texts.into_iter().map(Into::into).collect()),
        }
    }
}

/// An answer on the wire; `None` if it is empty.
pub fn write_value(value: &Value) -> Option<WireValue> {
    match value {
        Value::Empty => None,
        Value::One(text) => Some(WireValue::One(text.to_string())),
        Value::Many(texts) => Some(WireValue::Many(
            texts.iter().map(ToString::to_string).collect(),
        )),
    }
}

/// fieldType.
pub fn field_type(kind: FieldKind) -> u8 {
    match kind {
        FieldKind::Line => 1,
        FieldKind::Lines => 2,
        FieldKind::Date => 3,
        FieldKind::DateTime => 4,
        FieldKind::Number => 5,
        FieldKind::Dropdown => 6,
        FieldKind::Radio => 7,
        FieldKind::Checkbox => 8,
        FieldKind::Cascader => 9,
    }
}

/// Reads a fieldType; `None` for an unknown number.
pub fn field_kind(number: u8) -> Option<FieldKind> {
    Some(match number {
        1 => FieldKind::Line,
        2 => FieldKind::Lines,
        3 => FieldKind::Date,
        4 => FieldKind::DateTime,
        5 => FieldKind::Number,
        6 => FieldKind::Dropdown,
        7 => FieldKind::Radio,
        8 => FieldKind::Checkbox,
        9 => FieldKind::Cascader,
        _ => return None,
    })
}

impl WireField {
    /// Reads the field; `None` if its type is unknown.
    pub fn read(self) -> Option<Field> {
        Some(Field {
            id: self.field_id.into(),
            name: self.field_name.into(),
            kind: field_kind(self.field_type)?,
            required: self.required_status,
            choices: self.field_value.into_iter().map(choice).collect(),
            preset: self.choose_value.map(Value::from).unwrap_or_default(),
        })
    }

    /// A field with its value: the answer, or the preset if there is none.
    pub fn new(field: &Field, answer: Option<&Value>) -> Self {
        Self {
            field_id: field.id.to_string(),
            field_name: field.name.to_string(),
            field_type: field_type(field.kind),
            required_status: field.required,
            field_value: field.choices.iter().map(write_choice).collect(),
            choose_value: write_value(answer.unwrap_or(&field.preset)),
        }
    }
}

fn choice(written: WireChoice) -> Choice {
    Choice {
        id: written.id.into(),
        name: written.name.into(),
        children: written.children.into_iter().map(choice).collect(),
    }
}

fn write_choice(choice: &Choice) -> WireChoice {
    WireChoice {
        id: choice.id.to_string(),
        name: choice.name.to_string(),
        children: choice.children.iter().map(write_choice).collect(),
    }
}

/// A form's fields with their values.
pub fn write_fields(fields: &[Field], answers: Option<&[Value]>) -> Vec<WireField> {
    let answer = |at: usize| answers.map(|answers| answers.get(at).unwrap_or(&Value::Empty));
    let fields = fields.iter().enumerate();
    fields
        .map(|(at, field)| WireField::new(field, answer(at)))
        .collect()
}

/// A form inside a message (10, 11).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WireForm {
    /// The text above the form.
    #[serde(deserialize_with = "text")]
    pub refer_guide: String,
    /// The fields.
    #[serde(alias = "formFields", deserialize_with = "json_or_text")]
    pub from_fields: Vec<WireField>,
    /// The address that the answers are sent to.
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// GET, POST, PUT or PATCH.
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub method: String,
    /// Additional headers.
    #[serde(
        deserialize_with = "json_or_text",
        skip_serializing_if = "Option::is_none"
    )]
    pub headers: Option<BTreeMap<String, String>>,
    /// json or form.
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub body_type: String,
}

/// Reads a method; POST by default.
pub fn method(word: &str) -> Option<Method> {
    Some(match word.to_ascii_uppercase().as_str() {
        "" | "POST" => Method::Post,
        "GET" => Method::Get,
        "PUT" => Method::Put,
        "PATCH" => Method::Patch,
        _ => return None,
    })
}

/// The word for a method.
pub fn method_word(method: Method) -> &'static str {
    match method {
        Method::Get => "GET",
        Method::Post => "POST",
        Method::Put => "PUT",
        Method::Patch => "PATCH",
    }
}

/// Reads the encoding of the answers, given as a short word or a content type.
pub fn body_kind(word: &str) -> Option<BodyKind> {
    let word = word.split(';').next().unwrap_or_default().trim();
    Some(match word.to_ascii_lowercase().as_str() {
        "" | "json" | "application/json" => BodyKind::Json,
        "form" | "urlencoded" | "application/x-www-form-urlencoded" => BodyKind::Urlencoded,
        _ => return None,
    })
}

fn body_word(body: BodyKind) -> &'static str {
    match body {
        BodyKind::Json => "json",
        BodyKind::Urlencoded => "form",
    }
}

impl WireForm {
    /// Reads the form.
    ///
    /// # Errors
    /// The name of an invalid field.
    pub fn read(self) -> Result<Form, &'static str> {
        let target = if self.url.is_empty() {
            None
        } else {
            let headers = self.headers.unwrap_or_default().into_iter();
            Some(Target {
                url: self.url.into(),
                method: method(&self.method).ok_or("method")?,
                headers: headers
                    .map(|(name, value)| (name.into(), value.into()))
                    .collect(),
                body: body_kind(&self.body_type).ok_or("bodyType")?,
            })
        };
        let fields: Option<Vec<Field>> =
            self.from_fields.into_iter().map(WireField::read).collect();
        Ok(Form {
            title: self.refer_guide.into(),
            fields: fields.ok_or("fieldType")?,
            target,
            answers: None,
        })
    }

    /// The form as it appears in a message.
    pub fn new(form: &Form) -> Self {
        let target = form.target.as_ref();
        let headers = target.map(|target| {
            let headers = target.headers.iter();
            headers
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect()
        });
        Self {
            refer_guide: form.title.to_string(),
            from_fields: write_fields(&form.fields, form.answers.as_deref()),
            url: target
                .map(|target| target.url.to_string())
                .unwrap_or_default(),
            method: target
                .map(|target| method_word(target.method).to_owned())
                .unwrap_or_default(),
            headers,
            body_type: target
                .map(|target| body_word(target.body).to_owned())
                .unwrap_or_default(),
        }
    }
}

/// A visitor's answers by field id. They are a list of fields with `chooseValue`, a form that contains such a list, or
/// an object of values by field id.
///
/// # Errors
/// A sentence that describes the problem.
pub fn answers_by_id(content: &str) -> Result<Vec<(Arc<str>, Value)>, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Answered {
        #[serde(deserialize_with = "text")]
        field_id: String,
        #[serde(default)]
        choose_value: Option<WireValue>,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        List(Vec<Answered>),
        Form {
            #[serde(rename = "formFields", alias = "fromFields")]
            fields: Vec<Answered>,
        },
        Values(BTreeMap<String, Option<WireValue>>),
    }
    let written: Written =
        serde_json::from_str(content).map_err(|_| "msgContent is not valid".to_owned())?;
    let value = |value: Option<WireValue>| value.map(Value::from).unwrap_or_default();
    let answers: Vec<_> = match written {
        Written::List(fields) | Written::Form { fields } => fields
            .into_iter()
            .map(|field| (Arc::from(field.field_id), value(field.choose_value)))
            .collect(),
        Written::Values(values) => values
            .into_iter()
            .map(|(id, said)| (Arc::from(id), value(said)))
            .collect(),
    };
    if answers.len() > actors_core::form::FIELDS_MAX {
        return Err("msgContent has too many entries".to_owned());
    }
    Ok(answers)
}
