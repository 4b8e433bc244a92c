use super::*;

fn options(names: &[&str]) -> Vec<LocalText> {
    names.iter().map(|name| LocalText::from(*name)).collect()
}

fn branch(id: &str, name: &str, children: Vec<Branch>) -> Branch {
    Branch {
        id: id.into(),
        name: LocalText::from(name),
        children,
    }
}

fn template(kind: FieldKind) -> Template {
    Template {
        id: "t".into(),
        type_id: "after-sales".into(),
        type_name: LocalText::from("After sales"),
        fields: vec![Field {
            id: "f1".into(),
            name: LocalText::from_iter([("en", "Colour"), ("zh", "颜色")]),
            kind,
            required: true,
        }],
    }
}

fn one(value: &str) -> Vec<Answered> {
    vec![Answered {
        field: "f1".into(),
        answer: Answer::One(value.into()),
    }]
}

fn kept(kind: &FieldKind, answers: &[Answered]) -> Result<String, FieldRefusal> {
    let filled = template(kind.clone()).fill(answers, "en")?;
    Ok(filled[0].value.to_string())
}

/// [MS-14]
#[test]
fn each_kind_of_field_takes_its_own_answers() {
    let colours = LocalText::from_iter([("en", "Red"), ("zh", "红")]);
    let cases = [
        (FieldKind::Line, vec!["a word", " 好 "]),
        (FieldKind::Text, vec!["two\nlines"]),
        (FieldKind::Date, vec!["2026-02-28", "2024-02-29"]),
        (
            FieldKind::DateTime,
            vec!["2026-12-31 23:59", "2026-01-01 00:00"],
        ),
        (FieldKind::Number, vec!["0", "-1.50", "12"]),
        (
            FieldKind::Dropdown(vec![colours.clone()]),
            vec!["Red", "红"],
        ),
        (FieldKind::Radio(vec![colours]), vec!["Red"]),
        (
            FieldKind::Checkboxes(options(&["a", "b", "c"])),
            vec!["a", "c,a"],
        ),
        (
            FieldKind::Cascader(vec![branch(
                "1",
                "Asia",
                vec![branch("2", "Japan", vec![])],
            )]),
            vec!["Asia/Japan"],
        ),
    ];

    for (kind, answers) in cases {
        for answer in answers {
            assert_eq!(
                kept(&kind, &one(answer)).as_deref(),
                Ok(answer.trim()),
                "{kind:?}"
            );
        }
    }
}

#[test]
fn an_invalid_answer_is_refused_with_the_name_of_its_field() {
    let cases = [
        (FieldKind::Line, vec!["a\nb", "a\0b"]),
        (FieldKind::Text, vec!["a\0b"]),
        (
            FieldKind::Date,
            vec![
                "2026-02-29",
                "2026-13-01",
                "2026-1-1",
                "0000-01-01",
                "tomorrow",
                "2026-01-01 10:00",
            ],
        ),
        (
            FieldKind::DateTime,
            vec!["2026-01-01", "2026-01-01 24:00", "2026-01-01T10:00"],
        ),
        (
            FieldKind::Number,
            vec!["1e9", "NaN", "1,5", ".5", "5.", "--1", "一"],
        ),
        (FieldKind::Dropdown(options(&["Red"])), vec!["Blue", "red"]),
        (
            FieldKind::Checkboxes(options(&["a", "b"])),
            vec!["a,d", "a,a"],
        ),
        (
            FieldKind::Cascader(vec![branch(
                "1",
                "Asia",
                vec![branch("2", "Japan", vec![])],
            )]),
            vec!["Asia", "Japan", "Asia/Japan/Tokyo", "2"],
        ),
    ];

    for (kind, answers) in cases {
        for answer in answers {
            let refused = kept(&kind, &one(answer));
            assert_eq!(
                refused,
                Err(FieldRefusal::Wrong("Colour".into())),
                "{kind:?} {answer:?}"
            );
        }
    }
}

/// [LM-03]
#[test]
fn several_choices_are_stored_joined_by_commas() {
    let kind = FieldKind::Checkboxes(options(&["red", "green", "blue"]));
    let several = vec![Answered {
        field: "f1".into(),
        answer: Answer::Several(vec!["blue".into(), "red".into()]),
    }];

    assert_eq!(kept(&kind, &several).as_deref(), Ok("blue,red"));
    assert_eq!(
        kept(&kind, &one("blue, red")).as_deref(),
        Ok("blue,red"),
        "as the pages send it"
    );
}

#[test]
fn a_cascader_is_answered_with_ids_or_names_from_the_root_down() {
    let kind = FieldKind::Cascader(vec![branch(
        "1",
        "Asia",
        vec![branch("2", "Japan", vec![]), branch("3", "Korea", vec![])],
    )]);
    let ids = vec![Answered {
        field: "f1".into(),
        answer: Answer::Several(vec!["1".into(), "3".into()]),
    }];

    assert_eq!(kept(&kind, &ids).as_deref(), Ok("Asia/Korea"));
    assert_eq!(kept(&kind, &one("1/2")).as_deref(), Ok("Asia/Japan"));
}

/// [LM-03]
#[test]
fn a_missing_required_field_is_named_in_the_readers_language() {
    for blank in [vec![], one(""), one("  ")] {
        let refused = template(FieldKind::Line).fill(&blank, "zh");
        assert_eq!(refused, Err(FieldRefusal::Missing("颜色".into())));
    }
}

#[test]
fn an_optional_field_may_stay_blank() {
    let mut template = template(FieldKind::Date);
    template.fields[0].required = false;

    assert_eq!(template.fill(&one(" "), "en"), Ok(vec![]));
}

#[test]
fn unknown_fields_and_second_answers_are_refused() {
    let mut foreign = one("x");
    foreign[0].field = "f2".into();
    let twice = [one("x"), one("y")].concat();

    assert_eq!(
        template(FieldKind::Line).fill(&foreign, "en"),
        Err(FieldRefusal::Unknown)
    );
    assert_eq!(
        template(FieldKind::Line).fill(&twice, "en"),
        Err(FieldRefusal::Twice("Colour".into()))
    );
}

#[test]
fn all_answers_together_have_a_length_limit() {
    let mut template = template(FieldKind::Text);
    let (mut fields, mut answers) = (Vec::new(), Vec::new());
    for number in 0..6 {
        let id: Box<str> = format!("f{number}").into();
        fields.push(Field {
            id: id.clone(),
            ..template.fields[0].clone()
        });
        answers.push(Answered {
            field: id,
            answer: Answer::One("x".repeat(4_000).into()),
        });
    }
    template.fields = fields;

    assert_eq!(template.fill(&answers, "en"), Err(FieldRefusal::TooMuch));
}
