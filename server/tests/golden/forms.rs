//! Validation of answers to forms, with the cases of `fixtures/forms`. The client's tests read the same cases. A form
//! in a conversation and a work order's template follow the same rules.

use crate::helpers::folder;
use actors_core::form::validate::check_one;
use actors_core::form::{AnswerProblem, Field, Value as FormValue};
use actors_core::work_order::template::{Answer, Answered, FieldRefusal, Template};
use serde_json::{Value, json};
use server::admin::thing::Thing;
use server::admin::written::Written;
use server::fixtures::findings::Findings;
use server::wire::forms::WireField;

struct Case {
    name: String,
    field: Field,
    template: Template,
    answers: Value,
}

fn cases() -> Vec<Case> {
    let text = std::fs::read_to_string(folder().join("../forms/cases.json")).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(cases.len() >= 9, "there is a case of every kind");
    cases.into_iter().map(case).collect()
}

fn case(case: Value) -> Case {
    let mut field = case["field"].clone();
    // The cases have JSON inside a string here, as on the wire; forms and templates have plain JSON.
    let options: Value = serde_json::from_str(field["fieldValue"].as_str().unwrap()).unwrap();
    field["fieldValue"] = options;
    let template = json!({
        "templateId": "t", "woType": { "typeId": "k", "typeName": "Kind" }, "items": [field]
    });
    let Value::Object(template) = template else {
        unreachable!()
    };
    let Ok(Written::Template(template)) = Written::parse(Thing::Templates, template) else {
        panic!("no template: {field}");
    };
    let mut findings = Findings::default();
    let template = template.read(&mut findings);
    assert_eq!(findings.into_errors(), []);
    let wire: WireField = serde_json::from_value(field.clone()).unwrap();
    Case {
        name: field["fieldName"].as_str().unwrap().to_owned(),
        field: wire.read().unwrap(),
        template,
        answers: case,
    }
}

impl Case {
    fn answers(&self, kind: &str) -> Vec<Value> {
        self.answers[kind].as_array().unwrap().clone()
    }

    fn in_form(&self, answer: &Value) -> Result<(), AnswerProblem> {
        let answer = match answer {
            Value::String(text) => FormValue::One(text.as_str().into()),
            other => FormValue::Many(texts(other).map(Into::into).collect()),
        };
        check_one(&self.field, &answer)
    }

    fn in_order(&self, answer: &Value) -> Result<(), FieldRefusal> {
        let answer = match answer {
            Value::String(text) => Answer::One(text.as_str().into()),
            other => Answer::Several(texts(other).map(Into::into).collect()),
        };
        let field = self.template.fields[0].id.clone();
        let answered = [Answered { field, answer }];
        self.template.fill(&answered, "en").map(drop)
    }
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    let list = list.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap())
}

// [MS-14]
#[test]
fn a_form_accepts_and_refuses_the_same_answers_as_the_client() {
    for case in cases() {
        for (kind, problem) in [
            ("missing", AnswerProblem::Missing),
            ("malformed", AnswerProblem::Malformed),
            ("notAnOption", AnswerProblem::NotAnOption),
        ] {
            for answer in case.answers(kind) {
                assert_eq!(
                    case.in_form(&answer),
                    Err(problem),
                    "{}: {answer}",
                    case.name
                );
            }
        }
        for answer in case.answers("fits") {
            assert_eq!(case.in_form(&answer), Ok(()), "{}: {answer}", case.name);
        }
    }
}

#[test]
fn a_work_order_accepts_and_refuses_the_same_answers_as_the_client() {
    for case in cases() {
        let name: Box<str> = case.name.as_str().into();
        for answer in case.answers("missing") {
            let refused = Err(FieldRefusal::Missing(name.clone()));
            assert_eq!(case.in_order(&answer), refused, "{name}: {answer}");
        }
        for answer in [case.answers("malformed"), case.answers("notAnOption")].concat() {
            let refused = Err(FieldRefusal::Wrong(name.clone()));
            assert_eq!(case.in_order(&answer), refused, "{name}: {answer}");
        }
        for answer in case.answers("fits") {
            assert_eq!(case.in_order(&answer), Ok(()), "{name}: {answer}");
        }
    }
}
